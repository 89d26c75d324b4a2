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
which of {X} and {W} has the [higher|larger|bigger|greater] {Z}
is the [higher|larger] {Z} that of {X} or that of {W}
where is the {Z} [higher|larger|bigger], with {X} or with {W}
{X} or {W}, which has the [higher|larger|greater] {Z}
[is it|would it be] {X} or {W} that has the [higher|greater] {Z}
whose {Z} is [higher|larger|greater], that of {X} or that of {W}
between {X} and {W}, which one has the [larger|greater|higher] {Z}
== less
which of {X} and {W} has the [lower|smaller] {Z}
where is the {Z} [lower|smaller], with {X} or with {W}
{X} or {W}, which has the [lower|smaller] {Z}
[is it|would it be] {X} or {W} that has the [lower|smaller] {Z}
whose {Z} is [lower|smaller], that of {X} or that of {W}
between {X} and {W}, which one has the [smaller|lower] {Z}
== apart
by how much do {X} and {W} differ in {Z}
how far apart are {X} and {W} in {Z}
what's the difference in {Z} between {X} and {W}
how large is the gap in {Z} from {X} to {W}
the {Z} of {X} and that of {W}, how much lies between them
== sum
what's the {Z} of {X} and {W} together
how much is the {Z} of {X} plus that of {W}
add up the {Z} of {X} and of {W}, what does it make
what do {X} and {W} make together in {Z}
what is the {Z} of {X} and {W} in total
== dangling
which {k} of {f} is missing in {g}
which {k} stands in {f} but not in {g}
does {g} lack any {k} that {f} has, and which
{g} should have every {k} that {f} mentions, which one does it not have
which {k} in {f} leads nowhere since {g} has no such thing
what {k} does {f} use that {g} doesn't know
== most
which is the {best}
which of them is the {best}
which of the {many} is the {best}
what's the {best} of the {many}
which one is the {best}
the {best} of them, which is it
if I look for the {best} of all {many}, which is it
== pair
which is {more}, {F} or {G}
is {F} or {G} the {more} one
{F} or {G}, which is {more}
which of {F} and {G} is {more}
of {F} and {G}, which one is {more}
== winner
what is the {n} of the {best}
what does the {best} have as its {n}
which {n} has the {best}
what {n} does the {best} come with
what {n} goes with the {best} of them
== differ
by how much do {F} and {G} differ in {n}
what's the difference in {n} between {F} and {G}
how far apart are {F} and {G} in {n}
how big is the gap in {n} between {F} and {G}
the {n} of {F} against that of {G}, how large is the difference
== all
what's the {n} of all of them together
what do all {many} add up to in {n}
how much is the {n} of all the {many} in total
what is the total {n} of the {many}
if I add up every {n} of the {many}, what do I get
== which
which of them has {v} as its {n}
which one has the {n} {v}
in which is the {n} {v}
which of the {many} says {v} for the {n}
where is {v} given as the {n}
the {n} {v}, which of the {many} is that
which {one} has {v} as {n}
== without
which of them says nothing about the {n}
which one lacks the {n}
in which of the {many} is the {n} missing
which is the only one without [a|any] {n}
which {one} has no {n} at all
one of the {many} leaves out the {n}, which
== minus
what is in {F} but not in {G}
which {ks} are only in {F} and not in {G}
what does {F} have that {G} lacks
which {ks} of {F} are missing in {G}
what would I have to add to {G} so that it has everything of {F}
{G} is not complete, which {ks} of {F} does it lack
what has been left out of {G} that {F} has
== both
what is in both, {F} and {G}
which {ks} do {F} and {G} have in common
which {ks} are in {F} as well as in {G}
what do {F} and {G} share
which of the {ks} in {F} are also in {G}
is there anything in {F} that {G} has too, and what
== many
how many {ks} do {F} and {G} have in common
how many {ks} are in both {F} and {G}
how many of the {ks} in {F} are also in {G}
the {ks} that {F} and {G} share, how many are there
== only
how many {ks} does {F} have that {G} lacks
how many {ks} of {F} are missing in {G}
how many {ks} are in {F} but not in {G}
== where
which of them has {x}
where is {x} listed
in which file is {x}
which file has {x} in it
which of the files mentions {x}
== every
what is in all three
which {k} do all of them have
which {ks} are in every one of the files
what do all three files share
is there a {k} that all three have, and which
== agree
do {f} and {g} say the same for {x}
is the number of {u} for {x} the same in both
does {g} have the same {u} for {x} as {f}
how many {u} for {x} does {f} say, and how many does {g} say
are {f} and {g} of one mind about {x}
is {x} alright in both, I mean the same {u}
do the two contradict each other on {x}
== odd
for which {k} do the two contradict each other
where do {f} and {g} differ
which one has other {u} in {f} than in {g}
there's one mistake in it, for which one are the {u} not the same in both
which of them has two different numbers
what doesn't fit together in {f} and {g}
one of them is not the same in both, which
== excess
by how many {u} do the two differ for {x}
how many {u} lie between {f} and {g} for {x}
what's the difference between the two for {x}
how far are {f} and {g} apart on {x}
== two
how many {u} does {f} say for {x} and {w} together
what do {x} and {w} make together in {f}
in {f}, what's the sum of the {u} for {x} and {w}
add up {x} and {w} in {f}, how many {u} is that
== largest
which one has the most {u} in {f}
what is the largest number of {u} in {f}, and for which one
for which one does {f} say the most {u}
where are the most {u} in {f}
"""
