"""What people ask when they look something up: under each kind of fact, questions and, behind `n:`, noun phrases."""

from __future__ import annotations

FIRST = """
{q}? [it's|that's|should be] in {f}
{q}? [see|look at|check|read|open] {f}
{q}? {f} [should|must|ought to] [say|know|have] [it|that]
{f}: {q}?
in {f}, {q}?
{q} ({f})?
{q} - {f}
look [into|at] {f}: {q}?
[please|can you|could you] read {f}. {q}?
{f} - {q}?
[according to|by|going by|if you trust] {f}, {q}?
I have a few questions about {f}. First: {q}?
I wrote {f} [ages|weeks|a while] ago. {q}?
let's go through {f} together: {q}?
my [sister|boss|neighbour|colleague|wife|brother] sent me {f}. {q}?
I'm on the phone and can't open {f}: {q}?
somebody just asked me, and {f} has it: {q}?
I have {f} here, [but no glasses|but no time]. {q}?
open {f} and tell me: {q}?
[leave {f} as it is|don't change anything in {f}], just [tell me|say]: {q}?
{q}? I'm sure {f} has that somewhere
quick look at {f} please: {q}?
there's a file {f}. {q}?
you'll find it in {f}: {q}?
help me with {f}. {q}?
I can't make sense of {f}. {q}?
before the meeting I need this from {f}: {q}?
[what does {f} say|does {f} say]: {q}?
my memory is like a sieve: {q}? {f}
{q}, {f} should tell
I've lost my way in {f}. {q}?
grandma's notes are in {f}, and she wants to know: {q}?
we are arguing about {f} here: {q}?
quiz time! {f} has the answers. {q}?
my screen is too small for {f}, so please: {q}?
I only half remember what's in {f}: {q}?
you have {f} in the folder, {q}?
before I delete {f} I'd like to know: {q}?
they gave me {f} on my first day. {q}?
have you got {f}? {q}?
take {f} and tell me, {q}?
from {f} I'd like to learn: {q}?
I'm filling in a form. {q}? [{f} has it|see {f}]
no idea, {q}? Perhaps {f} helps
{q}? I put it into {f}[ last week| yesterday| I think|]
is there anything in {f} on this: {q}?
I would open {f} myself, but my hands are wet. {q}?
we'll need {f} for this: {q}?
I got {f} by mail. {q}?
quickly, because my train is coming: {q}? {f}
{q}? The only place I can think of is {f}
"""
FIRST_NOUN = """
what's {n} [in|according to|by] {f}?
what is {n}? [it's|see] {f}
{n}, [see|from|in] {f}
{f}: {n}?
[tell me|give me|show me|I need|find|look up] {n} [from|in|out of] {f}
read {f} and [tell me|give me|say] {n}
what does {f} [give|say|have] as {n}?
which is {n} in {f}?
{f} [should have|has] {n}, what is it?
I forgot {n}, look in {f}
could you [look up|get|find] {n} in {f} for me?
[open|check] {f}: what's {n}?
I have to know {n}. The file is {f}.
we need {n} for the form, [it must be in {f}|{f} has it]
is {n} in {f}, and what is it?
{n}? I put it into {f}
I'm filling in a form and need {n}, it's in {f}
get me {n} from {f}, would you
my [brother|boss|friend] asks for {n}. {f} has it
I know {f} has {n}. [What is it|Which is it|Tell me]?
without my glasses I can't read {f}: what is {n}?
{n}, if {f} says it
please quote me {n} from {f}
I'd like to know {n}, and {f} is the place to look
does {f} tell {n}? What is it?
somebody wants {n}. Please look in {f}
"""
SWITCH = """
and in {f}: {q}?
now {f}: {q}?
[in |for |]{f}: {q}?
what about {f}, {q}?
ok. In {f}, {q}?
and {f}? I mean, {q}?
{f} now, {q}?
thanks. And [by|according to] {f}, {q}?
as for {f}: {q}?
{f} - {q}?
{q}? [this time|now] in {f}
{q}, [by|in|going by] {f}?
let me see {f}: {q}?
good, now [look into|check|see] {f}: {q}?
"""
SWITCH_NOUN = """
and {n} in {f}?
now {n} [in|from] {f}
and what's {n} in {f}?
{n} in {f}, please
from {f} I need {n}
what does {f} say for {n}?
then {f}: {n}?
{f} - {n}?
thanks. And {n} [from|in|by] {f}?
ok, and in {f}, what's {n}?
"""
NEXT = """
{q}?
{q}
and {q}?
and now: {q}?
ok, {q}?
okay. {q}?
thanks. {q}?
thank you! {q}?
good. {q}?
next question: {q}?
one more: {q}?
also, {q}?
hm, {q}?
right, and {q}?
alright, {q}?
[now|then] {q}?
another thing: {q}?
is it in there: {q}?
great, {q}?
aha. {q}?
and this: {q}?
[sorry|oh], one more thing: {q}?
while you are at it, {q}?
[my boss|she|he|the caller] also asks: {q}?
wait, {q}?
fine. And {q}?
got it. {q}?
so {q}?
and in the same file: {q}?
last question: {q}?
my [wife|son|teacher|colleague] wants to know as well: {q}?
perfect. {q}?
hang on, {q}?
ok next, {q}?
[he|she] shouts from the kitchen: {q}?
remind me, {q}?
that's what I thought. {q}?
now tell me, {q}?
let me think. {q}?
and something else, {q}?
cool. {q}?
noted. {q}?
I'm writing that down. {q}?
two more. {q}?
"""
NEXT_NOUN = """
and {n}?
{n}?
{n}
what about {n}?
what's {n}?
what is {n}?
now {n}
and what's {n}?
ok, and {n}?
thanks, now {n} please
tell me {n} [too|as well|]
I also need {n}
{n}, please
give me {n}
then {n}
next: {n}
and {n} is?
and in the same file, {n}?
{n} too, while you are there
last one: {n}
oh, and {n}
do you also have {n}?
can I have {n} as well?
we also need {n}
then there's {n}, what is it?
one more, {n}
could you [tell me|look up] {n}?
what does it say for {n}?
[good|fine|great], {n} next
do you see {n} there?
"""
UNNAMED = """
somewhere in this folder it must say it: {q}?
{q}? one of the files here [has|knows] it
I [don't remember|forgot] what the file is called, but {q}?
there is only one file here. {q}?
{q}? it's in the file here, the only one
look around in this folder: {q}?
[please|can you] find out from what lies here: {q}?
whatever the file here is called, {q}?
"""
ELLIPSIS = """
and {x}?
what about {x}?
and for {x}?
same for {x}
same question for {x}
and {x}, what about that?
how about {x}?
now {x}
{x} too?
ok, and {x}?
thanks, and {x}?
the same for {x}, please
"""
CHANGE = """
[make it|make that|change it to|change that to|set it to] {new}
that's wrong, it [should be|must be|is] {new}[| now]
[hm, |oh, |]that should [be|say] {new}[|, please change it]
please [put|write] {new} there instead
[not|no longer] {old}, [but|it's now] {new}. [change it|correct that|fix it], please
that has changed: {new}[| now]. [Please|] [correct|update] it
{new} instead[| of {old}], please
replace that [by|with] {new}
[my wife|the boss|Tom from work|she] says it's {new}, so [change|correct] it
[I'd like|I want] {new} there
turn that into {new}
{old} is out of date, {new} is right. Change the file
can you make that {new}?
we agreed on {new}, please correct it
could you correct it to {new}?
{old} -> {new}, in the file please
"""
CHANGE_NOUN = """
[set|change] {n} to {new}
{n} [must|should|has to] be {new}[| now], change it
make {n} {new}
please change {n} to {new}
update {n}: {new}[| now]
[from now on|as of today] {n} is {new}, [write|put] that into the file
{n} has changed, it's {new} now. Please correct it
I made a mistake with {n}: make it {new}
"""

QUESTIONS = """
== potluck.who
who [brings|makes|is making|takes care of|does|is in charge of] the {x}
whose [job|task] is the {x}
who was it with the {x}
who promised us [a |the |]{x}
n: the person for the {x}
== potluck.what
what [does|will] {x} [bring|make]
which thing is {x} bringing
what did {x} sign up for
what can we expect from {x}
n: {x}'s [part|contribution|share]
== potluck.note
what is the [remark|note|comment] on the {x}
what [do I have to know|is noted|does it say] about the {x}, besides who brings it
what else is written next to the {x}
n: the [remark|note|comment] [on|for|about] the {x}
== free.days
[when|which days|on which days] can {x} [come|make it]
which days [suit|are good for|work for] {x}
n: {x}'s days
n: the days of {x}
== free.hour
from [what time|when] on can {x}, at the earliest
what's the earliest [hour|time] for {x}
what time of day is too early for {x}, anything before what
n: the earliest [time|hour] for {x}
== free.who.which
who can [come |]on {x}
who has time on {x}
who is free on {x}
which people can make it on {x}
== free.who.count
how many [people|of them] [can come|have time|are free] on {x}
how many can make {x}
== mail.from
who [sent|wrote] [this|it|the mail]
who is it from
n: the sender
== mail.to
[who did [it|this|the mail] go to|who was [it|this|the mail] sent to]
who is it addressed to
n: the addressee
n: the recipient
== mail.cc
who [else |][got|gets] a copy
who is in cc
n: the one in copy
== mail.subject
what is it about, [by|says] the subject
n: the subject
n: the subject line
== mail.day
[on which day|what day] is the meeting
which date did they choose for meeting
n: the [day|date] of the meeting
== mail.hour
[at what time|what time] [do we|does it] start
when do we have to be there, what time
n: the [hour|time] we start
== mail.room
[where|in which room] [do|will] we sit
which room is it this time
n: the room
== mail.bring
what [should|do|must] I [bring|take along]
what mustn't I forget to bring
n: the thing to bring
== mail.phone
[what number|which number] do I [call|dial|ring]
how do I reach the sender by phone
n: the [new |][phone |telephone |]number of the sender
== mail.code
how do I get in, what's the [code|door code]
what do I type at the door
n: the [door code|code of the door|code for the door]
== mail.price
how much [is it|does it cost] [per person|for one person|for each of us]
what does everyone have to pay
n: the [price|cost] per person
== mail.guests
how many [of us|people] [will there be|are coming]
how many of us will be there
n: the number of people
== mail.hotel
[where|in which city|in which place] is the hotel
which town is the hotel in
n: the town of the hotel
== mail.pay
who [do I give|gets] the money[| to]
who collects the money
n: the person who collects the money
== mail.train
which train does the sender take
with what train is the sender coming
n: the train number
== mail.deadline
by when [must the form be in|does the form have to be in]
until which month do I have for the form
n: the deadline for the form
== log.time
when [was it|did it say] "{X}"
at what time [does|did] "{X}" come
when did this happen: "{X}"
what time was "{X}"
n: the time of "{X}"
== log.what
what happened at {X}
what does it say at {X}
what was going on at {X}
n: the message [at|of|from] {X}
== log.level.which
what are [the|all] {x}s[| in there]
which {x}s [are there|do you see|came up]
list [the|all the] {x} messages
== log.level.count
how many {x}s [are there|do you see|were there|came up]
how many lines are {x}s
n: the number of {x}s
== log.more
[what is there|which are there|what do you see] more of, [warnings or errors|errors or warnings]
are there more [warnings or more errors|errors or more warnings]
== log.first
what was the [first|earliest] {x}
which {x} came first
n: the [first|earliest] {x}
== log.last
what was the [last|latest|most recent] {x}
which {x} came last
n: the [last|latest|most recent] {x}
== log.firsttime
when was the [first|earliest] {x}
at what time did the first {x} come
n: the time of the first {x}
== log.lasttime
when was the [last|latest|most recent] {x}
at what time did the last {x} come
n: the time of the last {x}
== request.status
[which|what] status [did|does] {X} [get|have|return]
how was {X} answered, which code
n: the status [of|for] {X}
n: the response code of {X}
== request.time
when was {X} [requested|called|asked for]
at what time did somebody ask for {X}
n: the time of {X}
== request.method
[which|what] method was used for {X}
was it GET or POST or what for {X}
n: the method [of|for] {X}
== request.took
how long did {X} take
how many milliseconds did {X} need
n: the duration of {X}
== request.most
which [request|path|url] was the slowest
which [request|path|url] took longest
n: the slowest [request|path|url]
== request.least
which [request|path|url] was the [fastest|quickest]
n: the [fastest|quickest] [request|path|url]
== request.code.which
which [paths|requests|urls] got [a |]{X}
what was answered with {X}
== request.code.count
how many [requests|times] got [a |]{X}
how many {X}s are there
== request.first
what was [requested|asked for] first
n: the first [path|url] in there
== request.last
what was [requested|asked for] last
n: the last [path|url] in there
== timetable.when
when [do I leave for|can I go to|does it leave for] {x}
what time is the one to {x}
at what time can I get to {x}, the departure I mean
n: the departure [to|for] {x}
n: the time of the one to {x}
== timetable.gate
which {p} [do I need for|is it for] {x}
where does the one to {x} leave
from which {p} does it go to {x}
n: the {p} for {x}
== timetable.to
where does {X} [go|take me]
what's the destination of {X}
n: the destination of {X}
== timetable.at
where does the {p} at {X} go
where do I end up if I take the one at {X}
n: the destination of the {p} at {X}
== timetable.next
where does the [next|first] {p} after {X} go
[I'm|we're] there at {X}, where does the next {p} go
n: the destination of the [next|first] {p} after {X}
== timetable.first
where does the [first|earliest] {p} go
n: the destination of the [first|earliest] {p}
== timetable.last
where does the [last|latest] {p} go
n: the destination of the [last|latest] {p} of the day
== people.city
where does {x} live
[in which|what] [city|town|place] is {x}
n: {x}'s [city|town]
n: the city of {x}
== people.phone
[how do I call|how can I ring] {x}
what's {x}'s number
n: the [phone|phone number|telephone number] of {x}
== people.mail
where do I send {x} an e-mail
what's {x}'s [e-mail|mail|email address]
n: the [mail|email|e-mail address] of {x}
== people.street
[in which|what] street is {x}'s house
to which street do I send {x} a parcel
n: the street of {x}
== people.born
when [was {x} born|is {x}'s birthday]
n: {x}'s [birthday|date of birth]
== people.trade
what does {x} do for a living
what's {x}'s [job|profession]
n: the [job|trade] of {x}
== people.whocity
who [lives|is] in {X}
who do I know in {X}
n: the one from {X}
== people.whotrade
who is the {X}
who works as a {X}
n: the name of the {X}
== people.whophone
whose number is {X}
who called me from {X}
n: the owner of {X}
== people.pet
what's the name of {x}'s dog
which pet does {x} have
n: the name of {x}'s cat
== age.age
how old is {x}
n: {x}'s age
n: the age of {x}
== age.from
where is {x} from
which [city|town] goes with {x}
n: {x}'s [city|town]
== age.who
who is [from|in] {x}
who of them has to do with {x}
n: the person from {x}
== age.animal
[what|which] [pet|animal] does {x} have
n: {x}'s [pet|animal]
== age.whoanimal
who has a {x}
whose is the {x}
n: the owner of the {x}
== age.trade
what does {x} do[| for a living]
what is {x} by profession
n: {x}'s [job|trade|profession]
== age.whotrade
who is a {x}
who works as a {x}
n: the name of the {x}
== age.sport
what does {x} like
which sport is {x} into
n: {x}'s sport
== age.whosport
who [likes|is into] {x}
who could I ask to join me for {x}
n: the one who likes {x}
== age.over.which
who is [older than|over|past] {X}
which of them are older than {X}
== age.over.count
how many [of them|people] are [older than|over] {X}
n: the number of people over {X}
== age.under.which
who is [younger than|under|not yet] {X}
which of them are younger than {X}
== age.under.count
how many [of them|people] are [younger than|under] {X}
n: the number of people under {X}
== age.most
who is the oldest[| of them]
who was born first
n: the oldest [one|person]
== age.least
who is the youngest[| of them]
who was born last
n: the youngest [one|person]
== box.done.which
what [is|have I] done[| already]
which [things|ones] are [done|ticked|finished]
what has been ticked off
what can I forget about because it is done
== box.done.count
how many [things|of them] are [done|ticked|finished]
how many boxes are ticked
n: the number of finished things
== box.left.which
what [is|are] still [open|to do|left]
what is not done yet
what do I still have to do
which [things|ones] aren't ticked
== box.left.count
how many [things|of them] are [still open|left|not done yet|still to do]
how many boxes are [empty|not ticked]
n: the number of open things
== box.did
did I {X}[| already]
have I ticked "{X}"
is it done that I wanted to {X}
"{X}" - is that done
can I forget about "{X}", is it done
== box.must
do I [still have to|have yet to] {X}
must I still {X}
is "{X}" still open
"{X}" - is that still to do
== box.left.first
what's the first [open|unfinished] [thing|one]
what should I do next, going from top to bottom
n: the first thing that is not done
== box.left.last
what's the last [open|unfinished] [thing|one]
n: the last thing that is not done
== box.done.first
what's the first [ticked|finished] [thing|one]
n: the first thing that is done
== box.done.last
what's the last [ticked|finished] [thing|one]
n: the last thing that is done
== shop.where
where do I [get|buy|find] the {x}
in which [shop|place] do I get the {x}
under which heading is the {x}
n: the place for the {x}
== shop.amount
how [many|much] {x} do [I|we] need
what amount of {x} is it
n: the [amount|number] of {x}
== shop.at
what do I [need|get|buy] at the {x}
what was it I wanted from the {x}
what's on the list for the {x}
== table.cell
[what|which] {h} does {x} have
what does it say under {h} for {x}
what is it for {x} in the column {h}
n: the {h} of {x}
n: the {h} for {x}
n: {x}'s {h}
== table.who
who [owns|has] [the |]{x}
whose is [the |]{x}
who does {x} belong to
== table.where
where is [the |]{x}
in which place do I find [the |]{x}
== table.when
when is it for {x}
when does {x} come up
== table.price
how much is [the |]{x}
what does [the |]{x} cost
how much do I pay for {x}
== table.row
which [one|row|line] has {X} as {h}
which has the {h} {X}
what is it that has the {h} {X}
n: the one with {h} {X}
== table.most
which [one|of them] has the [largest|highest|biggest|greatest] {h}
where is the {h} [largest|highest|at its highest]
n: the one with the [largest|highest|most] {h}
== table.least
which [one|of them] has the [smallest|lowest] {h}
where is the {h} [smallest|lowest]
n: the one with the [smallest|lowest|least] {h}
== table.over.which
which [ones|of them] have more than {X} as {h}
where is the {h} [over|above|higher than] {X}
== table.over.count
how many [of them|rows|entries] have a {h} [over|above] {X}
in how many is the {h} more than {X}
== table.under.which
which [ones|of them] have less than {X} as {h}
where is the {h} [under|below|lower than] {X}
== table.under.count
how many [of them|rows|entries] have a {h} [under|below] {X}
in how many is the {h} less than {X}
== table.has.which
which [ones|of them] have {x} as {h}
where is the {h} {x}
which [rows|entries] say {x} under {h}
== table.has.count
how many [of them|rows|entries] have {x} as {h}
in how many is the {h} {x}
== nested.host
where does the {X} [run|live]
on which [machine|host|server] is the {X}
n: the [host|hostname|machine] [of|for] the {X}
n: the {X}'s host
n: the {X} host
== nested.port
which port [does the {X} listen on|is the {X} on|do I use for the {X}]
on what port can I reach the {X}
n: the [port|Port|port number] [of|for] the {X}
n: the {X} port
n: the {X}'s port
== nested.user
as whom do we log in to the {X}
who logs in to the {X}
n: the [user|username|login|user name] [of|for] the {X}
n: the {X} user
== nested.timeout
how long does the {X} wait
after how many seconds does the {X} give up
n: the [timeout|time-out|Timeout] [of|for] the {X}
n: the {X} timeout
== nested.max_retries
how [often|many times] does the {X} try again
how many retries does the {X} get
n: the [retries|retry limit|max retries|maximum of retries|maxRetries] [of|for] the {X}
== nested.log_level
how talkative is the {X} in its log, which level
n: the [log level|loglevel|logging level|log-level|logLevel] [of|for] the {X}
== nested.colour
what colour does the {X} have
n: the [colour|color|Color] [of|for] the {X}
n: the {X} color
== nested.workers
how many workers [run|are there] for the {X}
how many of them work for the {X} at once
n: the [workers|number of workers|worker count] [of|for] the {X}
n: the {X} workers
== nested.data_dir
where does the {X} [keep|store|put] its data
in which [folder|directory] is the {X}'s data
n: the [data folder|data directory|data dir|dataDir|path for data] [of|for] the {X}
== nested.region
in which region is the {X}
where in the world does the {X} stand
n: the [region|Region|location] [of|for] the {X}
n: the {X}'s region
== nested.admin_email
whom do I [mail|write to] about the {X}
where does mail about the {X} go
n: the [e-mail|mail address|admin mail|email of the admin] [of|for] the {X}
== nested.item
which {h} is the {X} one
n: the {X} {h}
n: the {X} [of|one of] the {h}s
== nested.final
which {h} comes last
n: the last {h}
n: the last of the {h}s
== nested.length
how many {h} [are there|do we have|are listed|does it list]
how long is the list of {h}
n: the number of {h}
== entry.name
what is the {X} one called
which one is the {X}
n: the name of the {X} one
n: the {X} name in the list
== entry.value
[what|which] {h} does the {x} have
what does it say as {h} for the {x}
n: the {h} of the {x}
n: the {x}'s {h}
== entry.nth
[what|which] {h} does the {X} one have
n: the {h} of the {X} one
n: the {X} one's {h}
== entry.by
which one has {X} as {h}
which has the {h} {X}
n: the one with {h} {X}
== entry.count
how many {h} [are there|are in the list|does it list]
how long is the list
n: the number of {h}
== entry.last
which one is last
n: the last one
n: the name of the last one
== link.note
what is said about the {x} link
what [remark|comment] has the link {x}
n: the [note|comment|remark] on the {x} link
== menu.price
how much is the {x}
what does the {x} cost
what do they [want|charge] for the {x}
n: the price of the {x}
== menu.course
under which heading is the {x}
where on the card is the {x}
n: the [course|heading] of the {x}
== menu.in
what do they have [under|as] {x}
which things are under {x}
what's there in the part {x}
== menu.most
what's the most expensive thing
what costs the most
n: the [dearest|priciest|most expensive] thing
== menu.least
what's the cheapest thing
what costs the least
n: the cheapest thing
== lesson.day
[when|on which day] [is|do we have] {x}
which day is {x} on
n: the day of {x}
== lesson.hour
at what [time|hour] [is|do we have] {x}
when does {x} [start|begin], what time
n: the [time|hour] of {x}
== lesson.room
[where|in which room] is {x}
which room do I go to for {x}
n: the room [of|for] {x}
== lesson.teacher
who [teaches|gives|has] {x}
whom do we have in {x}
n: the teacher [of|for] {x}
== lesson.of
what does {x} teach
which subject [do we have with {x}|is {x}'s]
n: {x}'s subject
== lesson.on.which
what [do we have|is there] on {x}
which subjects are on {x}
== lesson.on.count
how many lessons [are there|do we have] on {x}
n: the number of lessons on {x}
== game.won
who won, {x} or {h}
who was better when {x} played {h}
n: the winner of {x} against {h}
== game.lost
who lost, {x} or {h}
who was worse when {x} met {h}
n: the loser of {x} against {h}
== game.when
when did {x} [play|meet] {h}
on which day was {x} against {h}
n: the day of {x} against {h}
== game.goals
how many [goals|points] did {x} [make|score|get]
n: the [goals|points] of {x}
== game.against
[against whom|against which team] did {x} play
who was on the other side when {x} played
n: the opponent of {x}
== meter.value
what did it say in {x}
how much was it in {x}
n: the [reading|figure|number] [of|for|in] {x}
== meter.who
who [read it|did it|was there] in {x}
n: the [name|person] for {x}
== meter.month
in which month was it {X}
when did it say {X}
n: the month with {X}
== meter.most
in which month was it [highest|most]
when was the figure largest
n: the month with the [highest|largest] figure
== meter.least
in which month was it [lowest|least]
when was the figure smallest
n: the month with the [lowest|smallest] figure
== option.default
what's {X} if I don't [give|set] it
which value does {X} have by default
n: the default [of|for] {X}
== option.for
what is {X} [for|good for]
what does {X} [do|set]
n: the meaning of {X}
== option.which
which option [is for|sets] the {x}
how do I set the {x}, with which option
n: the option for the {x}
== word.to
what is {x} in the other language
how do I say {x}
what's the word for {x}
n: the [translation|word] [of|for] {x}
== word.from
what does {x} mean
what is {x} in English
n: the meaning of {x}
== site.port
[which|what] port does {X} listen on
on which port is {X}
n: the port [of|for] {X}
== site.root
where are the files of {X}
which folder does {X} serve
n: the [root|folder|document root] of {X}
== site.name
which site [listens|is] on {X}
what is on port {X}
n: the site on port {X}
== unit.what
what is this service, says the description
n: the description
== unit.after
what must be up before it starts
after what does it start
n: the thing it waits for
== unit.user
as [whom|which user] does it run
n: the user
== unit.folder
in which [folder|directory] does it [run|work]
n: the [working directory|folder it runs in]
== unit.starts
which [script|file] does it start
what does it run, which script
n: the script
== unit.restart
when does it get restarted, what's the policy
n: the restart policy
== unit.wait
how long does it wait before it is restarted
how many seconds until it comes up again
n: the [pause|wait] before a restart
== unit.env
what is {X} set to
n: the value of {X}
== manual.mac
how do I [install|get|set up] it on [a mac|my Mac|macos|my macbook]
what do I type on a mac to install it
n: the [install |]command for [the mac|macOS|mac os]
== manual.linux
how do I [install|get|set up] it on [linux|my Linux machine|Ubuntu or some other linux]
what do I type on linux
n: the [install |]command for linux
== manual.windows
how do I [install|get|set up] it on [windows|my Windows PC]
what do I type on windows
n: the [install |]command for windows
== manual.remove
how do I [get rid of it|remove it|uninstall it|take it off my machine]
n: the command to [remove|uninstall] it
== manual.tests
how do I run the tests
how can I test it
n: the command for the tests
== manual.update
how do I [update|upgrade] it
how do I get the newest version if I have it already
n: the command for [updating|an update|upgrades]
== manual.docker
how do I use it with [docker|a container]
how do I start it in a container
n: the docker command
== manual.develop
how do I set it up if I want to [work on|develop|hack on] it
n: the command for [developers|development|working on it]
== html.title
what does the [tab|title bar] of the browser [say|show]
n: the title [of the page|]
== html.h1
what does the [big|main|top] heading say
n: the [h1|main heading|big heading|level-one heading]
== html.h2
what does the [small|second-level] heading say
n: the [h2|subheading|second-level heading]
== html.href
where does ["{x}"|the link {x}|the {x} link] [go|lead|point|take me]
which [url|address|page] is behind ["{x}"|the link {x}|the {x} link]
n: the [href|target|address] of [the link {x}|the {x} link]
== html.text
which link [goes|leads|points] to {X}
what is the link to {X} called
n: the text of the link to {X}
== html.src
which [file|image file] shows the {x}
where does the picture of the {x} come from
n: the [src|file|source] of the {x} [picture|image]
== html.alt
what does {X} show
what's in the picture {X}
n: the alt text of {X}
== html.hint
what hint [stands|is] in the empty [field|input]
n: the placeholder
== css.color
what colour is the text of {X}
which colour does {X} have, for the text
n: the [color|colour|text colour] [of|for] {X}
== css.background
what colour is behind {X}
n: the [background|background colour] [of|for] {X}
== css.padding
how much [padding|space inside] does {X} have
n: the padding [of|for] {X}
== css.width
how wide is {X}
n: the width [of|for] {X}
== css.font-size
how [big|large] is the [text|font] of {X}
n: the [font size|font-size|fontSize|size of the font] [of|for] {X}
== css.margin
how much [margin|space around it] does {X} have
n: the margin [of|for] {X}
== css.border-radius
how round are the corners of {X}
n: the [border radius|border-radius|corner radius] [of|for] {X}
== sql.type
what [type|kind of column] is {x}
as what is {x} stored
n: the type of [the |][column |]{x}
== sql.default
what does {x} get if nobody gives a value
what is {x} by default
n: the default [of|for] [the column |]{x}
== sql.beside
which [city|place|town] is inserted for {x}
where is {x} from
n: the city of {x}
== sql.whose
who is [from|in] {x}
who is inserted with {x}
n: the name that goes with {x}
== sql.limit
how many rows does the query [give|return] at most
n: the limit[| of the query]
== compose.image
which image does {X} [use|run|start from]
what is {X} made from
n: the image [of|for] {X}
== compose.port
on which port of my machine is {X}
which port do I open to reach {X} from outside
n: the [outer|published|outside|host] port of {X}
== compose.restart
what happens when {X} dies, which restart policy
n: the restart policy of {X}
n: the restart setting of {X}
== compose.count
how many [services|containers] are there
n: the number of services
== ci.image
[which|what] image does [the job |]{X} [use|run in]
in which container does {X} run
n: the image [of|for] [the job |]{X}
== ci.script
what does [the job |]{X} [do|run|execute]
which command is run [by|in] {X}
n: the [command|script] of [the job |]{X}
== ci.branch
on which branch does {X} run
when does {X} run, on what branch
n: the branch [of|for] [the job |]{X}
== ci.byscript
which job runs {X}
where is {X} run, in which job
n: the job that runs {X}
== ci.bybranch
which job [is for|runs on] [the branch |]{X}
n: the job for [the branch |]{X}
== docker.base
what [is it|is the image] based on
which image does it start from
n: the base image
== docker.folder
in which [folder|directory] does it work
n: the [working directory|workdir|work dir|folder it works in]
== docker.env
what is {X} set to
n: the value of {X}
== docker.copy
which file is copied into [it|the image]
n: the file that gets copied
== docker.user
as [whom|which user] does it run
n: the user[| it runs as]
== docker.port
[which|what] port does it [open|expose|listen on]
n: the port
n: the exposed port
== docker.installs
which packages [are|get] installed
what does apt install
== docker.starts
which [script|file|program] is started[| in the end]
what runs when the container starts, which file
n: the script that is started
== make.runs
what does [make |the target |]{X} [do|run]
which command is behind [make |the target |]{X}
n: the command [of|for|behind] {X}
== make.needs
what does {X} need first
which target [has to be made|comes] before {X}
n: the [prerequisite|dependency] of {X}
== cron.when
when does {X} run
what's the schedule of {X}
n: the [schedule|cron expression|timing] of {X}
== cron.what
what [runs|starts] at {X}
which script is started at {X}
n: the script for {X}
== pack.version
which version of {x} [do we use|is it|do we have|is pinned|is required]
how new must {x} be, which version
n: the [version|release] of {x}
n: the {x} version
== pack.name
what is [the package|it] called
n: the name of the package
== pack.own
which version is the package itself
n: the version of the package itself
n: our own version
== pack.script
what does [npm run |the script ]{X} do
what happens on npm run {X}
n: the [command|script] [behind|for] {X}
== pack.dev.which
which packages are only for development
what are the dev dependencies
what's under devDependencies
== pack.dev.count
how many [dev dependencies|devDependencies] are there
how many packages are only for development
== pack.run.which
which packages does it need to run, not just for development
what's under dependencies, not the dev ones
== pack.run.count
how many packages does it need to run, dev ones aside
n: the number of dependencies without the dev ones
== code.import
which module is imported
what does it import
n: the import
n: the imported module
== code.constant
how much is the {x}
what value does the {x} have
n: the {x}
n: the [value of the|constant for the] {x}
== code.default
what's {x} in {X} if I don't [give|pass] it
which default does {x} of {X} have
n: the default [of|for] {x} in {X}
== code.first
what's the first [parameter|argument] of {X} called
n: the [name of the |]first parameter of {X}
== code.returns
what does {X} [return|give back]
what do I get from {X}
n: the [return value|result] of {X}
== program.package
which package is [it|this]
n: the name of the package
== program.type
[what|which] type does {x} of {X} have
as what is {x} of {X} kept, which type
n: the type of {x} in {X}
== code.class
what's the class called
n: the name of the class
== code.base
what does {X} [inherit from|extend|derive from]
n: the [base class|parent|superclass] of {X}
== code.field
what's {x} of {X} set to
n: the {x} of {X}
== recipe.serves
how many [people|guests] [is it for|does it feed|will it feed]
for how many [people|of us] is it enough
n: the number of [people|portions]
== recipe.amount
how much {x} [goes in|do I need|is in it|does it take]
how many {x} do I need
n: the amount of {x}
n: the quantity of {x}
== recipe.oven
how hot [is the oven|must the oven be]
to what do I set the oven
n: the [temperature|oven temperature]
== recipe.baking
how long [is it in the oven|does it bake|do I bake it]
n: the [baking time|time in the oven]
== recipe.rest
how long [does it rest|do I leave it alone|must it rest]
n: the resting time
== invoice.number
which number does [the invoice|it] have
n: the [invoice number|number of the invoice]
== invoice.customer
who is it [for|billed to]
who has to pay [it|this]
n: the [customer|buyer]
== invoice.seller
who sold [it|this|us these things]
who wrote the invoice
n: the [seller|vendor|shop]
== invoice.sent
when was it [issued|written]
n: the [date|day] [of issue|it was issued]
== invoice.amount
how many [of the |]{x} did [we|they|I] buy
how many pieces of {x} is it
n: the number of {x} pieces
n: the quantity of the {x}
== invoice.price
how much is one {x}
what does a single {x} cost
n: the [unit price|price] of the {x}
== invoice.most
which thing is the most expensive one, by the piece
what costs the most each
n: the [dearest|priciest|most expensive] thing per piece
== invoice.least
which thing is the cheapest one, by the piece
what costs the least each
n: the cheapest thing per piece
== invoice.total
how much [is it altogether|do I have to pay|is it in all]
n: the [total|sum|total amount|whole amount]
== invoice.due
[by when|until when] do I have to pay
n: the [due date|deadline for paying|last day to pay]
== invoice.discount
is there a code for a discount, and which
n: the discount code
== invoice.contact
where do I write if something is wrong
n: the [address|e-mail|mail] for questions
== invoice.delivery
where were the things [delivered|sent]
n: the place of delivery
== change.when
when [was|did] {X} [released|come out]
n: the [date|day|release date] of {X}
== change.latest
which version is the [newest|latest|most recent]
n: the [newest|latest|most recent|current] version
== change.added
what [is new in|was added in|came with] {X}
n: the [addition in|new thing in] {X}
== change.fixed
what was [fixed|repaired|mended] in {X}
n: the [fix|bugfix|bug fix] in {X}
== change.removed
what was [removed|dropped|taken out] in {X}
n: the thing that was removed in {X}
== change.version
[in|since] which version does it say something about the {X}
which version has to do with the {X}
n: the version that mentions the {X}
== commit.who
who [did|wrote|made|is behind] "{X}"
whose [commit|work] is "{X}"
n: the author of "{X}"
== commit.mark
which hash does "{X}" have
n: the [hash|commit id|sha|id] of "{X}"
== commit.when
when was "{X}" [done|committed|made]
n: the [date|day] of "{X}"
== commit.what
what was done in {X}
what does commit {X} do
n: the message of {X}
== commit.by.which
what did {x} do[| in all]
which commits are {x}'s
what has {x} committed
== commit.by.count
how many commits [are {x}'s|did {x} make|come from {x}]
n: the number of {x}'s commits
== commit.newest
what did {x} do last
n: {x}'s [latest|newest|most recent] commit
== hours.opens
when [do they open|can I go there|does it open] on {x}
from when are they there on {x}
n: the opening time on {x}
== hours.closes
when [do they close|does it close|do I have to be out] on {x}
until when can I stay on {x}
n: the closing time on {x}
== hours.closed.which
[on which days|when] are they closed
which days are they closed
== hours.closed.count
how many days are they closed
n: the number of days they are closed
== hours.phone
how do I call them
n: the phone number
== seat.where
where is {x}
where [do I find|did we put] {x}
with which [group|lot] is {x}
n: {x}'s place
== seat.nth
who is [the |]{h} [at|in|of|on the list of] {X}
n: the {h} [name|one] of {X}
== seat.last
who is last [in|on the list of] {X}
n: the last [name|one] of {X}
== seat.count
how many [people |]are [in|at] {X}
how many people does {X} have
n: the number of people of {X}
== book.author
who [wrote|made|is behind] {x}
who is {x} by
n: the [author|maker] of {x}
== book.year
when did {x} come out
from when is {x}
n: the year of {x}
== book.title
what [did {x} write|do we have by {x}|is there by {x}]
which one is by {x}
n: the one by {x}
== book.of
which one is from {X}
what came out in {X}
n: the one from {X}
== book.lent
who has {x} at the moment
whom did I lend {x}
n: the person who borrowed {x}
== book.most
which one is the newest
what came out last
n: the [newest|most recent] one
== book.least
which one is the oldest
what came out first
n: the oldest one
== host.address
[which|what] address does {X} have
where is {X} in the network
n: the [address|ip|IP address] of {X}
== host.name
[which|what] machine is {X}
who is {X}
n: the [name|hostname|host name] of {X}
== ssh.hostname
where does {X} [lead|take me], which machine
n: the [real host|host name|hostname|machine] behind {X}
== ssh.user
as whom do I log in to {X}
n: the [user|user name|login] for {X}
== ssh.port
[which|what] port does {X} use
n: the port [of|for] {X}
== ssh.key
which key [is for|opens] {X}
n: the [key|key file|identity file|IdentityFile] [of|for] {X}
== diary.sport
which sport was it on {x}
what did [I|we] do on {x}, which sport
n: {x}'s sport
== diary.with
who [was there|came along] on {x}
whom did I meet on {x}
n: the person on {x}
== diary.where
where was [I|it] on {x}
in which [city|town] was I on {x}
n: the [city|place] on {x}
== diary.minutes
how long was it on {x}
how many minutes did I do on {x}
n: the [number of |]minutes on {x}
== diary.day
when [was|did I do] the {X}
on which day was the {X}
n: the day of the {X}
== diary.met
when did I meet {x}
on which day was {x} there
n: the day with {x}
"""
