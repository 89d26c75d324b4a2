"""What people ask about files that belong together: frames, and behind `==` the questions of each kind."""

from __future__ import annotations

FIRST = """
{q}? it's all in {files}
{q}? you need {files} for that
{q}? [see|look at|check|read|open] {files}
{files}: {q}?
in {files}: {q}?
{q} ({files})?
look [into|at|through] {files}: {q}?
[please|can you|could you] read {files}. {q}?
I have {files} here. {q}?
I have some questions about {files}. first of all: {q}?
there are {files}, and together they should tell: {q}?
[my sister|my boss|my neighbour|a colleague|my wife|my brother|the caretaker|the new trainee] sent me {files}. {q}?
I'm on the phone and can't open anything: {q}? it must be somewhere in {files}
the answer is spread over {files}: {q}?
somebody cut it in pieces, {files}. {q}?
let's go through {files} together: {q}?
[leave the files as they are|don't change anything], just [tell me|say] from {files}: {q}?
I mix everything up here: {files}. {q}?
[before the meeting|until noon|for my report] I need this from {files}: {q}?
with {files} open, {q}?
please help me with {files}, I always get lost between them. {q}?
{q}? {files} [know|will tell|have it]
grandma keeps these: {files}. {q}?
we [argue|are arguing|disagree] about this, and {files} must decide: {q}?
{files} lie here in front of me and my glasses are at home. {q}?
my eyes are tired of {files}. {q}?
quick check of {files} please: {q}?
I want to put {files} side by side. {q}?
do me a favour with {files}: {q}?
according to {files}, {q}?
I inherited {files} from the one who had this job before me. {q}?
tell me from {files}: {q}
the auditor wants to know, and has {files}: {q}?
I'm filling in a form and need {files}. {q}?
"""

UNNAMED = """
look at the [files|papers|texts] here: {q}?
in this folder there are a few {many}. {q}?
I put some {many} in this folder. {q}?
{q}? the {many} are all here, one file each
here are our {many}, each in a file of its own. {q}?
go through all the {many} in the folder: {q}?
there's one file for each of the {many}. {q}?
I saved the {many} here. tell me: {q}?
my folder has the {many} we talked about. {q}?
all our {many} are here [in the folder|in this directory]. {q}?
compare the {many} in this folder: {q}?
"""

OPENING = """
{q}?
{q}?
{q}?
{q}
please look: {q}?
a question: {q}?
can you tell me {i}?
I need to know {i}
tell me {i}
I'd like to know {i}
could you check something? {q}?
I have two windows open and see nothing. {q}?
we can't agree here. {q}?
my [boss|wife|son|sister|colleague|neighbour] wants to know: {q}?
[don't change anything|leave the files as they are], but {q}?
help me compare: {q}?
before I send it off: {q}?
find out {i}
"""

NEXT = """
{q}?
{q}?
{q}?
{q}
and {q}?
and {q}
[ok|good|thanks|fine|great|aha|right|hm], {q}?
[ok|good|thanks|fine|great|aha|right|hm], and {q}?
[now|next|then]: {q}?
[another one|one more|a last one|something else|next question]: {q}?
[wait|hold on|sorry|oh], {q}?
my [boss|wife|son|sister|colleague|neighbour|aunt] wants to know: {q}?
I forgot [to ask|one thing]: {q}?
[please|pls] also tell me: {q}?
[and finally|by the way|besides]: {q}?
let me think. {q}?
they also ask: {q}?
he says he doesn't believe it. {q}?
that surprises me. {q}?
so {q}?
[as I thought|just as I feared|I see|very good|not bad]. {q}?
can you tell me {i}?
[do you know|could you say|can you see] {i}?
I [need|want] to know {i}
I'd like to know {i}
tell me {i}
[please say|say] {i}
[find out|check] {i}
I wonder {i}
somebody at the door asks {i}
"""

QUESTIONS = """
== noun
they ask for {n}
please give me {n} as well
one more: {n}
I can't find {n}
don't forget {n}
where do I see {n}? I mean, what is it
read me {n}
can I have {n}?
could you get me {n}?
would you tell me {n}?
let's see {n}
for the label I need {n}
somebody asks for {n}
I'm [sure|certain] you know {n} by now
and last but not least {n}
[oh|wait|hm], and {n}?
quickly, {n}
what did it say for {n}
so what is {n}
the next thing is {n}
check {n} for me
only {n} is left
my list still lacks {n}
I've lost {n}
what's {n}?
what is {n}
give me {n}
{n}?
{n} please
and {n}?
I also need {n}
I [need|want] {n}
tell me {n}
now {n}
[ok|good|thanks|fine], {n}?
how about {n}?
what about {n}
next, {n}
please look up {n}
[do you have|can you find] {n}?
my [boss|wife|son|sister|colleague] [needs|asks for|wants] {n}
and what is {n}, please?
let me have {n}
I forgot to ask for {n}
sorry, I meant {n}
write me {n}, I'll copy it
besides that, {n}
they want {n} too
it's {n} that I'm after
still missing: {n}
for the form I need {n}
== same
and the one for {X}?
once more, but for {X}
likewise for {X}
{X}?
do the same for {X}
and what is it with {X}
[wait|hm|oh], and {X}?
what do you get for {X}?
repeat that for {X}
the next one is {X}
then there is {X}
my colleague asks the same about {X}
it should have been {X}
and {X}?
and for {X}?
what about {X}?
same for {X}
the same for {X}, please
how about {X}
and with {X}?
now {X}
[ok|good|thanks], {X}?
then {X}
and if it is {X}?
{X} too
next: {X}
and in the case of {X}?
sorry, I meant {X}
I also need it for {X}
what would it be for {X}?
== more
does {X} have a [higher|larger|greater] {Z} than {W}, or is it the other way round
compare {X} and {W}, where is the {Z} [higher|larger|greater]
if you compare the {Z} of {X} and of {W}, which is [higher|larger|greater]
which one wins in {Z}, {X} or {W}
I bet {X} has a [higher|larger|greater] {Z} than {W}, or which one has it
of {X} and {W}, which has the [higher|larger|greater] {Z}
they say the {Z} of {X} is [higher|larger] than that of {W}, so which one has the [higher|larger] one
the [higher|larger|greater] {Z}, is that {X} or {W}
which of {X} and {W} has the [higher|larger|bigger|greater] {Z}
is the [higher|larger] {Z} that of {X} or that of {W}
where is the {Z} [higher|larger|bigger], with {X} or with {W}
{X} or {W}, which has the [higher|larger|greater] {Z}
[is it|would it be] {X} or {W} that has the [higher|greater] {Z}
whose {Z} is [higher|larger|greater], that of {X} or that of {W}
between {X} and {W}, which one has the [larger|greater|higher] {Z}
== less
does {X} have a [lower|smaller] {Z} than {W}, or is it the other way round
compare {X} and {W}, where is the {Z} [lower|smaller]
if you compare the {Z} of {X} and of {W}, which is [lower|smaller]
of {X} and {W}, which has the [lower|smaller] {Z}
I bet {X} has a [lower|smaller] {Z} than {W}, or which one has it
the [lower|smaller] {Z}, is that {X} or {W}
which one has less to show in {Z}, {X} or {W}
which of {X} and {W} has the [lower|smaller] {Z}
where is the {Z} [lower|smaller], with {X} or with {W}
{X} or {W}, which has the [lower|smaller] {Z}
[is it|would it be] {X} or {W} that has the [lower|smaller] {Z}
whose {Z} is [lower|smaller], that of {X} or that of {W}
between {X} and {W}, which one has the [smaller|lower] {Z}
== apart
if you take the {Z} of {X} and that of {W}, what is the difference
{X} against {W}, what is the difference in {Z}
how much is it from the {Z} of {X} to that of {W}
subtract the smaller {Z} from the larger one, {X} and {W}
{X} and {W} are not equal in {Z}, by how much
what remains when you take one {Z} from the other, for {X} and {W}
by how much do {X} and {W} differ in {Z}
how far apart are {X} and {W} in {Z}
what's the difference in {Z} between {X} and {W}
how large is the gap in {Z} from {X} to {W}
the {Z} of {X} and that of {W}, how much lies between them
== sum
{X} plus {W}, what is that in {Z}
put the {Z} of {X} and that of {W} together, how much is it
if {X} and {W} are taken together, what is the {Z}
the {Z} of {X} and {W}, added up
count {X} and {W} as one, what would be the {Z}
what's the {Z} of {X} and {W} together
how much is the {Z} of {X} plus that of {W}
add up the {Z} of {X} and of {W}, what does it make
what do {X} and {W} make together in {Z}
what is the {Z} of {X} and {W} in total
== dangling
one {k} of {f} has been forgotten in {g}, which
is every {k} of {f} in {g}, and if not, which one isn't
someone deleted a {k} from {g} that {f} still needs, which one
what {k} would I have to add to {g} so that all of {f} is covered
for which {k} of {f} is there nothing in {g}
which {k} of {f} is missing in {g}
which {k} stands in {f} but not in {g}
does {g} lack any {k} that {f} has, and which
{g} should have every {k} that {f} mentions, which one does it not have
which {k} in {f} leads nowhere since {g} has no such thing
what {k} does {f} use that {g} doesn't know
== most
I'd take the {best}, which is it
show me the {best}, which one is it
which one would you call the {best}
we want the {best}, so which is it
what do you find to be the {best}
guess which is the {best}, or better look it up, which
who wins as the {best}
which would be the {best} of these
which is the {best}
which of them is the {best}
which of the {many} is the {best}
what's the {best} of the {many}
which one is the {best}
the {best} of them, which is it
if I look for the {best} of all {many}, which is it
== pair
if I had to choose between {F} and {G}, which is {more}
compare {F} with {G}, which one is {more}
what is {more}, {F} or {G}
would you say {F} or {G} is {more}
{F} against {G}, which of the two is {more}
I think {F} is {more} than {G}, or which one is it
which is {more}, {F} or {G}
{F} or {G}, which is {more}
which of {F} and {G} is {more}
of {F} and {G}, which one is {more}
== winner
look for the {best}, what is its {n}
I want the {best}, what {n} does it have
for the {best}, which {n} is written down
find the {best} and tell me its {n}
what {n} belongs to the {best}
the {best} has which {n}
and the {best}, what {n} is given there
what is the {n} of the {best}
what does the {best} have as its {n}
which {n} has the {best}
what {n} does the {best} come with
what {n} goes with the {best} of them
== differ
take the {n} of {F} and of {G}, what lies between
{F} and {G}, by how much are they apart in {n}
subtract the {n} of one from the other, {F} and {G}, what remains
compare the {n} of {F} and {G}, how much is the difference
by how much do {F} and {G} differ in {n}
what's the difference in {n} between {F} and {G}
how far apart are {F} and {G} in {n}
how big is the gap in {n} between {F} and {G}
the {n} of {F} against that of {G}, how large is the difference
== all
sum up the {n} of all {many}
all {many} taken together, what is the {n}
what {n} do I get if I take all of them
the {n} of each of the {many}, added up, makes what
what's the {n} of all of them together
what do all {many} add up to in {n}
how much is the {n} of all the {many} in total
what is the total {n} of the {many}
if I add up every {n} of the {many}, what do I get
== which
I remember the {n} {v}, which one was that
somebody said {v} for the {n}, which of them is meant
find the one with the {n} {v}, which is it
who says {v} for the {n}
I'm looking for the {one} with the {n} {v}, which is it
in which of them did I write {v} for the {n}
{v} is the {n} of which {one}
which of them has {v} as its {n}
which one has the {n} {v}
in which is the {n} {v}
which of the {many} says {v} for the {n}
where is {v} given as the {n}
the {n} {v}, which of the {many} is that
which {one} has {v} as {n}
== without
someone forgot the {n} in one of them, in which
I can't fill in the {n} for one of the {many}, for which
where do I have to ask for the {n} because it is not given
which of the {many} keeps silent about the {n}
is there one without the {n}, and which
which of them says nothing about the {n}
which one lacks the {n}
in which of the {many} is the {n} missing
which is the only one without [a|any] {n}
which {one} has no {n} at all
one of the {many} leaves out the {n}, which
== minus
take {G} away from {F}, what is left
what do I find in {F} that isn't in {G}
{F} has more than {G}, what
which {ks} did somebody forget to copy from {F} to {G}
compare {F} with {G}, which {ks} does {G} lack
name the {ks} of {F} that {G} doesn't have
going by {F}, what is missing in {G}
what is in {F} but not in {G}
which {ks} are only in {F} and not in {G}
what does {F} have that {G} lacks
which {ks} of {F} are missing in {G}
what would I have to add to {G} so that it has everything of {F}
{G} is not complete, which {ks} of {F} does it lack
what has been left out of {G} that {F} has
== both
compare {F} with {G}, what is the same
name the {ks} that are in {F} and in {G}
what do I find twice, in {F} and in {G}
{F} and {G} overlap in which {ks}
what of {F} is in {G} too
what is in both, {F} and {G}
which {ks} do {F} and {G} have in common
which {ks} are in {F} as well as in {G}
what do {F} and {G} share
which of the {ks} in {F} are also in {G}
is there anything in {F} that {G} has too, and what
== many
count the {ks} that {F} and {G} have in common
{F} and {G} overlap in how many {ks}
how often do I find the same {k} in {F} and in {G}
what number of {ks} do {F} and {G} share
how many {ks} do {F} and {G} have in common
how many {ks} are in both {F} and {G}
how many of the {ks} in {F} are also in {G}
the {ks} that {F} and {G} share, how many are there
== only
count the {ks} of {F} that {G} doesn't have
what number of {ks} is in {F} but not in {G}
how many {ks} must be added to {G} so that it has all of {F}
how many {ks} does {F} have that {G} lacks
how many {ks} of {F} are missing in {G}
how many {ks} are in {F} but not in {G}
== where
I need {x}, where is it
where do I find {x}
which one says {x}
in which list is {x}
look for {x}, which files have it
somebody wrote {x}, but where
which of them has {x}
where is {x} listed
in which file is {x}
which file has {x} in it
which of the files mentions {x}
== every
what {k} can I find in each of the three
compare all three, what is the same in every one
which {ks} are on all the lists
what is there three times
name the {ks} that none of the three lacks
what is in all three
which {k} do all of them have
which {ks} are in every one of the files
what do all three files share
is there a {k} that all three have, and which
== agree
compare both on {x}, is it the same
is the number for {x} right in {g}, if {f} is right
has {x} been copied properly from {f} to {g}
what do {f} and {g} say for {x}, is it the same
{x}, is that the same in {f} and {g}
somebody says {x} is wrong in {g}, what do both say
check {x} in both
do {f} and {g} say the same for {x}
is the number of {u} for {x} the same in both
does {g} have the same {u} for {x} as {f}
how many {u} for {x} does {f} say, and how many does {g} say
are {f} and {g} of one mind about {x}
is {x} alright in both, I mean the same {u}
do the two contradict each other on {x}
== odd
find the mistake, {f} and {g} should say the same
somebody mistyped a number in {g}, for which one
compare {f} with {g}, where is the number not the same
{f} and {g} don't match, where
which of them was copied wrong from {f} to {g}
for which {k} do the two contradict each other
where do {f} and {g} differ
which one has other {u} in {f} than in {g}
there's one mistake in it, for which one are the {u} not the same in both
which of them has two different numbers
what doesn't fit together in {f} and {g}
one of them is not the same in both, which
== excess
{x} isn't the same in both, by how many {u}
take the {u} for {x} in {f} and in {g}, what is the difference
how wrong is one of the two on {x}, in {u}
by how many {u} do the two differ for {x}
how many {u} lie between {f} and {g} for {x}
what's the difference between the two for {x}
how far are {f} and {g} apart on {x}
== two
by {f}, how many {u} are {x} and {w} in all
{x} plus {w}, how many {u} does that make in {f}
if I only count {x} and {w}, how many {u} are in {f}
how many {u} does {f} say for {x} and {w} together
what do {x} and {w} make together in {f}
in {f}, what's the sum of the {u} for {x} and {w}
add up {x} and {w} in {f}, how many {u} is that
== largest
look at {f}, where are the most {u}
which has the highest number in {f}
who is on top in {f} with the most {u}
what gets the most {u}, going by {f}
which one has the most {u} in {f}
for which one is the number of {u} in {f} the largest
for which one does {f} say the most {u}
where are the most {u} in {f}
== free
we want to meet, which day is good for all
find a day for us three, which one works
when could the three of them meet
name the days when nobody is missing
when can they all
on which day can everybody
which day suits all three
which days are fine for everybody
is there a day when all of them can, and which
== can
if we meet on {x}, who is there
whom can I expect on {x}
is anybody free on {x}, and who
who can on {x}
which of them has time on {x}
in which file is {x}
on {x}, which of them can
which of the files allows {x}
== alike
have {X} and {W} the same {n}
is the {n} of {X} the same as that of {W}
do {X} and {W} share the {n}
is it the same {n} for {X} and {W}
does {X} have the same {n} as {W}
is the {n} for {X} and for {W} one and the same
do I get the same {n} for {X} and for {W}
{X} and {W}, is the {n} the same for both
"""
