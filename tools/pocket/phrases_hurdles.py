"""How people speak when something is in the way; placeholders in braces, choices in brackets."""

from __future__ import annotations

from tools.pocket.tell import rows

ASK = rows("""
What is {n} in {f}?
What's {n} according to {f}?
Can you [look up|tell me|find] {n} in {f}?
Please [read|open|check] {f} and tell me {n}.
I need {n} from {f}.
{f}: {n}?
{n} in {f}, please
{n}? it's in {f}
My [colleague|sister|boss|neighbour|client] asks for {n}. It should [stand|be] in {f}.
Somebody on the phone wants to know {n}, have a look at {f}.
I can't remember {n}, but {f} has it.
Would you mind opening {f} for {n}?
Open {f}. What does it give as {n}?
Which value does {f} have for {n}?
how does {f} put {n}
I'm writing a letter and lack {n}; {f} knows it.
we argue about {n} here. What does {f} say?
Before I call them: {n}, as it is in {f}.
tell me {n} ({f})
Look into {f} for me, I am after {n}.
Someone must have written {n} into {f}. What is it?
Take {n} out of {f} and tell it to me, nothing else.
In {f} we noted {n} last [week|month|year]. Read it to me.
I'd be glad to hear {n} from {f}.
does {f} say {n}? what is it
Check {f} for {n} please, I am on the road.
Quick one: {n}, see {f}
I have to fill in a form and it wants {n}. That's all in {f}.
The customer is waiting: what is {n}? You'll find it in {f}.
{f} should know {n}. Well?
Give me {n} as {f} has it, will you?
Do me a favour and read {n} to me from {f}.
[Hi|Hello], could somebody tell me {n}? {f} has all of that.
In the office they keep asking for {n}; look it up in {f} for me.
I promised to send {n} to a friend. Where else than in {f} would it be, so please read it out.
what did we put into {f} for {n}
My [father|tenant|doctor|trainer] can't find {n}. I said it's in {f}. Can you confirm and say what it is?
Is {n} given in {f}? If so, what is it?
Let's see {n}. File: {f}.
Without my glasses I can't read {f}. What is {n}?
The shop closes in ten minutes and I still lack {n}, which {f} has.
go to {f} and bring me {n}
Just {n} from {f}, no more.
You'll find {n} in {f}; tell me what it says.
According to {f}, {n} would be what?
I want to compare {n} with my own note. What has {f}?
For the label I need {n} exactly as in {f}.
Yesterday I noted {n} in {f}, and today I've forgotten it. What was it?
what's the entry for {n} in {f}
could you peek into {f} and read me {n}
{f} please, only the bit about {n}: what does it say?
A quick look at {f} would help me: what is {n}?
The [auditor|inspector|postman] is at the door and asks for {n}. {f} should have it.
Please don't guess, read {f}: {n}?
I bet a coffee on {n}. {f} decides: what is it?
Would {f} tell us {n}? What is it then?
""")

SET = rows("""
Change {n} to {new} in {f}.
In {f}, set {n} to {new}.
{n} in {f} should be {new}.
{n} is {new} now, put that into {f}.
Please make {n} {new} in {f}.
My [wife|boss|brother|aunt|partner] found a mistake in {f}: {n} must be {new}.
Could you correct {n} in {f}? It's {new}, not {old}.
{f}: {n} -> {new}
set {n} = {new} in {f}
We decided yesterday that {n} becomes {new}; {f} still has {old}.
{f} still says {old} for {n}, make that {new}
I typed {n} wrong, it's {new}. The file is {f}.
Would you put {new} as {n} into {f}?
As of [today|tomorrow|Monday], {n} is {new}. Write that in {f}, please.
Update {f}: {n} is {new}.
{new} instead of {old} for {n}, the file is {f}
After a long talk they gave us {new} for {n}. Adapt {f}.
Edit {f} so that {n} is {new}
i want {n} to be {new}, see {f}
Let {n} be {new} from now on ({f}).
The letter came and says {new} for {n}; change {f} accordingly.
Can you go into {f} and give {n} the value {new}?
In {f} there's {n}. It has to be {new} since [the move|the summer|the audit].
Switch {n} over to {new} in {f}, will you
We had a wrong figure: {n} isn't {old} but {new}. That's in {f}.
{n} got changed to {new}, so {f} needs it too.
Sorry to bother you again, {f} has to have {new} as {n}.
Have {f} say {new} for {n}.
The [auditor|plumber|landlord|trainer] says that {n} has to be {new}. Please put it right in {f}.
I was in a hurry when I wrote {f}; for {n} it should have been {new}.
Could {n} in {f} be made {new}? Thanks a lot.
We've moved on: {new} is what {f} should give as {n}.
Open {f} and replace what stands for {n} with {new}.
Give {n} the value {new} in {f}.
{f} is out of date. It's {new} for {n} since this morning.
By the way, {n} has become {new}, and {f} doesn't know it yet.
My [son|daughter|flatmate] wrote {old} for {n} into {f}, but it's {new}. Mend that for me.
please note in {f} that {n} is now {new}
in {f} the line for {n} has to say {new}
for {n}, {f} ought to have {new} and not {old}
{n}: please change it from {old} to {new} ({f})
They have called: {n} won't be {old}, it will be {new}. Enter that in {f}.
I'd be glad if {f} said {new} for {n}.
Put {new} down for {n} in {f}, replacing what is there.
What {f} has for {n} is nonsense. {new} is right.
Let's try {new} for {n}; it's in {f}.
Before I forget it: {f}, {n}, {new}.
You may already have heard that {n} is {new} from now on. Would you adapt {f}?
correct {f} for me: {n} ought to be {new}
Whoever wrote {f} got {n} wrong. Make it {new}.
the new value of {n} is {new}, it's kept in {f}
I need {n} at {new}. You find it in {f}.
Do change {f}, will you: {new} as {n}.
""")

ASK_ON = rows("""
And {n}?
and {n}
What about {n}?
what is {n} then
And what is {n}?
Good. Now {n}, please.
Thanks. {n}?
{n} too, please
How about {n}?
Which value has {n}?
And what does it say for {n}?
I also need {n}.
Does it give {n} as well?
Then tell me {n}.
fine, and {n}?
Next: {n}.
Great, what have we got for {n}?
He also asks for {n}.
Now they want {n}, what is it?
oh, and {n} while you are there
Same file: {n}?
OK. Let me hear {n} too.
one more thing, {n}
The next question is {n}.
They ask about {n} as well. What do I say?
[Ah|Hm], and {n}?
wait, what is {n} in there
Do we have {n} too?
I see. {n}?
That helps. What is {n}, by the way?
and what have they written for {n}
[Right|Perfect|Lovely]. {n} next.
Now tell me {n}.
My neighbour wants {n} as well.
The next line on my form is {n}.
Could you give me {n} too?
Is {n} in there as well? What is it?
Before you close it: {n}?
and then there's {n}, which is what?
Hold on, they also need {n}.
I nearly forgot {n}. What is it?
so what would {n} be
Let's go on with {n}.
{n}, what do you see there?
Please also look up {n}.
As you have it open, {n}?
the last thing I need is {n}
Someone beside me asks for {n}.
Does it mention {n}? What does it say?
""")

SET_ON = rows("""
Set {n} to {new}.
Then make {n} {new}.
Change {n} to {new} there.
{n} should be {new}.
And {n} becomes {new}.
and {n} to {new} please
{n} isn't {old} any more but {new}
Please correct {n} too, it's {new}.
Now {n}: {new} instead of {old}.
That {old} for {n} is wrong, we need {new}.
{n} -> {new}
Put {new} for {n}, will you?
while you're at it, {n} is {new} now
Also give {n} the value {new}.
Hm, {n} has changed to {new}. Adapt it.
I just hear that {n} is {new}. Write that in.
make that {new} for {n}
Good. Next, {n} must be {new}.
[Oh|Ah], and {n} has to be {new}, sorry.
they also want {n} at {new}
In the same file {n} goes to {new}.
let {n} be {new}
Could {n} be {new}, please?
I was told {new} for {n}, so change it.
One more: {n}, {new}.
The next change: {n} gets {new}.
[Right|Perfect|Lovely]. Now {n} has to be {new}.
Please also set {n}, to {new}.
My [wife|boss|brother|aunt] says {n} is {new}. Change that too.
{n} wants {new}, if you please.
and give {n} {new}
There is one more thing to change, {n}: it's {new}.
then, in the same file, {new} for {n}
I'd like {new} for {n} as well.
It should also say {new} for {n}.
As you have it open, put {n} at {new}.
by the way {n} must say {new}
Don't forget {n}, that has to be {new}.
The last one: {n} at {new}.
Let's also have {new} as {n}.
Would you see to it that {n} says {new}?

and {n}, not {old} but {new}
Where it says {old} for {n}, write {new}.
For {n} we don't have {old} any longer; it's {new}.
from {old} to {new}, for {n}
""")

SET_TO = [one for one in SET_ON if "{old}" not in one] + rows("""
I'd like {n} to be {new} here too.
Make sure {n} is {new}.
see to it that {n} is {new}
""")

MEANT = rows("""
Oh, I meant {g}.
Sorry, it's {g}.
Then take {g}.
Try {g} then.
ah no, {g} it is
My mistake, the file is called {g}.
It must be in {g} then.
Look in {g} instead.
Then {g}, same question
hm, maybe in {g}?
And in {g}?
What about {g}?
I mixed that up, {g} is the one.
I should have said {g}.
what does {g} say, then
then it has to stand in {g}, look there
Wrong name, sorry. {g}, please.
I confused the names: {g}.
It might be {g}.
Well then, look into {g}.
do the same with {g}
Somebody told me it's in {g}.
The right one should be {g}.
Could it be {g}?
I just remember, it's {g}!
Never mind. {g} has it, I think.
Let's see whether {g} helps.
Go on with {g} then.
[Hm|Strange]. And {g}?
I looked it up, {g} is the name.
please use {g} for it
""")

SAVE = rows("""
Write "{t}" to {f}.
Create {f} with the line "{t}".
I need a file {f} that says "{t}".
Put "{t}" into a new file {f}, please.
{f} should hold one line: "{t}".
new file {f}: "{t}"
Please note "{t}" for me in {f}, that file is new.
Make {f}, with "{t}" in it.
Save the sentence "{t}" as {f}.
my [teacher|lawyer|landlord] wants it in writing: "{t}". Make {f} of it.
Start a file {f}, its first line is "{t}".
can you set up {f} with "{t}"
Would you write a small file {f}? All it says is "{t}".
For the records I'd like "{t}" in a new file called {f}.
There should be a file {f}, and in it "{t}".
Jot down "{t}" in {f}, a file that doesn't exist yet.
"{t}" - keep that for me as {f}.
we need {f}; content: "{t}"
Store the words "{t}" under {f}.
Begin {f} with just this line: "{t}"
Please make me a file for "{t}", namely {f}.
The text "{t}" has to go into {f}, which is new.
""")

SAVE_ON = rows("""
And {g} beside it, with "{t}".
Now {g} in the same folder, it says "{t}".
Next to it goes {g}: "{t}".
one more there: {g} with "{t}"
Put {g} there as well; the text is "{t}".
{g} belongs there too, with "{t}" in it.
Then, in that folder, {g} saying "{t}".
The same place needs {g} with the line "{t}".
make {g} too, same folder, "{t}"
Another one for that folder: {g}, it reads "{t}".
and {g}, in there too, saying "{t}"
Add {g} to the same folder. Its text: "{t}"
I'd like {g} right beside the last one, with "{t}".
In the folder from before, create {g} with "{t}".
""")

SAVE_OR_ADD = rows("""
Create {f} with the line "{t}"; should it be there already, just add that line at its end.
Make a file {f} that says "{t}". If there's one, put the line behind what it has.
"{t}" goes into a new file {f}, or at the end of it if it exists.
new file {f}: "{t}" - when there is one already, append it instead
Write {f} with "{t}" for me, but if somebody has made it before, keep theirs and add mine at the bottom.
I think there is no {f} yet. Create it with "{t}", or else add that as the last line.
"{t}" should be in {f}. Make that file, or if it's there add the line below the rest.
Start {f} with "{t}"; only when it exists already, put it after the last line.
Please create {f}, text "{t}". Is there one? Then append.
make {f} with "{t}" in it (if there is an old one, add to its end)
""")

SAVE_OR_TELL = rows("""
Create {f} with the line "{t}", but if it is there already leave it and tell me its first line.
Make {f} saying "{t}". Should there be one, don't touch it, only read me how it begins.
new file {f}: "{t}" - if it exists hands off, and tell me line 1
Write "{t}" to {f} unless there is such a file; in that case I want to hear its first line.
I want {f} to be made with "{t}". In case somebody was faster, keep his and say what its first line is.
Please create {f}, text "{t}". Is there one? Then don't, and read me its first line.
make {f} with "{t}" in it, but an old one must stay as it is, and I'd like to know its line 1
Start {f} with "{t}"; when it exists already, only tell me what its first line is.
""")

SAVE_OR_NAME = rows("""
Create {f} with the line "{t}"; if that name is taken, call it {g}.
Make {f} saying "{t}". Should there be one, take {g} as the name.
new file {f}: "{t}" (or {g} if it exists)
Write "{t}" to {f}, or to {g} in case the first is there already.
"{t}" belongs in a file of its own, {f}, or {g} when that's not free.
Please create {f}, text "{t}". Is there one? Then use the name {g}.
make {f} with "{t}" in it, but an old one must stay as it is, so {g} in that case
Start {f} with "{t}"; when it exists already, go for {g}.
Put "{t}" into a file {f}. When somebody has taken that name, {g} will do.
""")

CHANGED_IT = rows("""
I have just changed {f} myself. What is {n} now?
{f} was edited by [my colleague|somebody else|me] meanwhile, so look again: {n}?
look at {f} again, I saved it a minute ago. {n}?
The others have been in {f}. How does {n} stand there now?
I've got a newer {f} in place. Its {n}?
there's another version of {f} on the disk since then, {n} in that one?
Something in {f} has changed since you read it. What does it give for {n} now?
I edited {f} by hand just now. Read it again, please: {n}?
what does {f} say for {n} by now, after my change
My colleague has just saved {f}. Check {n} once more.
After the update of {f}, what is {n}?
Our script has rewritten {f} in the meantime. So {n} is what now?
""")

WHERE = rows("""
Where is {w} mentioned?
Which file has {w}?
Find {w} in the files here.
Search for {w}, please.
in which file is {w}
I know I wrote something about {w}. Where?
Somewhere here is {w}. Which file?
look for {w} and tell me the file
Can you find out where {w} stands?
One of these files speaks of {w}. Which one?
[We had|There was] a note on {w}, find it.
{w}: where is that written?
I've lost track of where we keep {w}.
help me find {w}, which file is it in
Does any file here know of {w}?
Where did I write about {w}?
Someone asked about {w}. Which of the files has it?
there must be a line with {w} in one of these
Please go through the files and find {w}.
I want to read up on {w}. In which file do I look?
Do you see {w} anywhere here?
Locate {w} for me.
In which of the files here do we speak of {w}?
I remember {w}, but not where I put it.
Can you dig out {w}?
Let me know where {w} comes up.
who has {w} in his file, I mean which file is it
""")

LOOK_AT = rows("""
What is in {f}?
what does {f} say
Show me {f}.
Read {f} to me, please.
[My nephew|A client|Somebody] sent me {f}. What's in it?
Please open {f} and tell me what it has.
{f}, what is that?
Let me know what stands in {f}.
have a look into {f} and say what you find
I never looked into {f}. Is there anything in it?
There's {f}; what is inside?
Is {f} of any use? Tell me what it has.
What have I got in {f}?
Take a look at {f}, please.
give me the content of {f}
I'm curious about {f}. What does it contain?
tell me about {f}, what stands in it
""")

OF_TWO = rows("""
What is {n} in the {f} of {d}?
I need {n} from {d}'s {f}.
There are several {f}. In the one of {d}, what is {n}?
{n} in {f}, the {d} one
what does {f} say for {n}? I mean the one for {d}
The {f} that belongs to {d}: {n}?
Tell me {n}, from the {f} we keep for {d}.
Each of them has a {f}; for {d}, {n} is what I want to know.
Would you look into the {f} of {d} and tell me {n}?
For {d}: what does its {f} have as {n}?
The question is about {d}. What is {n} in that {f}?
my sister takes care of {d} and wants to know {n}, as in the {f} there
{n}, please, out of {f}, but that of {d} and no other
""")

OF_TWO_SET = rows("""
Set {n} to {new} in the {f} of {d}.
In {d}'s {f}, {n} must be {new}.
{n} -> {new} in {f}, the {d} one
There are several {f}. In the one for {d} make {n} {new}.
The {f} that belongs to {d} needs {new} as {n}.
{n} becomes {new}, but only for {d} ({f})
Everybody has a {f}; in that of {d} please change {n} to {new}.
Would you look into the {f} of {d} and make {n} {new}?
For {d}, its {f} should have {new} as {n}.
The change is about {d} alone: {n} gets {new} in that {f}.
{d} has got a new value, {new} for {n}. Put it into the {f} there.
{n} has to be {new}, in {f}, but that of {d} and no other
""")

OTHER_OF_TWO = rows("""
And the one of {d}?
and for {d}?
Same for {d}, please.
What does {d} have there?
Now {d}.
Good. And {d}'s?
how is it with {d}
Compare that with {d}: what is it there?
And in the file of {d}?
I need the same thing for {d}.
now that of {d}, please
The same question for {d}.
{d} too?
then {d}
""")

NO_FILE = rows("""
No, in {g} instead
not there, in {g}
Wrong file, I mean {g}
{g}, not {f}
in {g} please
leave {f} alone and do it in {g}
I meant the one in {g}
stop, that belongs in {g}
better in {g}
the change is for {g}
use {g} for that
I'm thinking of {g}
you're in the wrong file, go to {g}
take {g}
it's {g} I was thinking of
don't change {f}, change {g}
oops, {g}
same thing but in {g}
""")

NO_VALUE = rows("""
No, {new}
{new}, not {wrong}
make it {new}
wait, it's {new}
rather {new}
sorry, I meant {new}
let's take {new} instead
{new} is better
I said {wrong} but it is {new}
wrong, {new}
oops, {new}
the right value is {new}
it has to be {new}
almost, but {new}
I've just heard it's {new}
take {new}
""")

NO_ITEM = rows("""
No, {n}
I mean {n}
not that line, {n}
wrong one, it's about {n}
{n}, please
leave that, change {n} instead
sorry, {n} was what I meant
the value is for {n}
oops, {n}
not this one but {n}
do that for {n}
wrong line. {n}
that should go to {n}
I was thinking of {n}
""")

NO_BARE = ["", "", "", "no", "stop", "not now", "leave it", "I changed my mind", "better not", "hold on", "don't", "no, thanks"]  # fmt: skip

GO_AHEAD = rows("""
Sorry, I hit the wrong key. Do it now.
ok, do it after all
That was a mistake of mine, go ahead.
I have thought about it, please do it.
Now you may.
Changed my mind again: do it
all right, make that change
Let's do it after all.
It's fine now, try again.
I pressed no by accident, once more please.
OK, you can make the change now.
Forget my no, do it.
It was right after all. Go on.
I asked around, it's fine. Make the change.
you may do it now
please do make that change now
so be it, change it
Yes, now it's okay to do that.
""")

DELETE = rows("""
Delete {f}.
Please remove {f}, nobody needs it.
{f} can go.
rm {f}
Throw {f} away, will you?
I'm tidying up: away with {f}.
get rid of {f} please
Could you delete {f} for me? It's old.
{f} is not wanted any more, remove it.
We made {f} by mistake, so delete it.
There's still {f} lying about. Delete that.
Would you remove {f}?
I have no use for {f} any longer, delete it please.
{f} is only in the way. Away with it.
Clean up a bit: {f} should go.
please erase {f}
Our new setup does without {f}, so remove that file.
{f} has done its duty, delete it
take {f} off the disk
You can remove {f}, we have it elsewhere.
""")

NOT_THAT = rows("""
No, {g}
not {f}, {g}
I mean {g}
delete {g} instead
stop, it's {g} that has to go
wrong one, {g}
keep {f}, remove {g}
sorry, {g} was what I meant
{f} stays, {g} goes
""")

MOVE_IT = rows("""
No, move it to {d} instead
put it into {d}, don't delete it
better into {d}
wait, I still need it. Move it into the folder {d}
it belongs in {d}, move it there
not away, only to {d}
mv it to {d}
""")

COPY_IT = rows("""
No, only make a copy of it in {d}
leave it, and copy it to {d}
copy it into {d} instead, the original stays
don't. I want a copy in {d}, nothing else
it stays here; {d} needs a copy of it
cp it to {d}
""")

READ_IT = rows("""
first tell me {n}
wait, what is {n} in it?
don't delete it, tell me {n}
no, I only want to know {n}
leave it there. what does it say for {n}
not yet, I need {n} from it
""")

NAME_IT = rows("""
No, rename it to {g}
call it {g} instead
don't, it is to be called {g}
better give it the name {g}
I'd rather keep it, as {g}
rename it, {g}
not away, just the name {g}
""")

NO_SCRIPT = rows("""
No, with {g}
{g}, not {f}
I mean {g}
use {g} for that
wrong script, take {g}
not {f} please, {g} does it now
{f} is out of date, the new one is {g}
run {g} instead
oops, {g}
the same with {g}
it should be {g}
""")

ADD = rows("""
Add the line "{t}" to {f}.
Append "{t}" to {f}, please.
"{t}" has to go to the end of {f}.
put "{t}" below the rest in {f}
One more line for {f}: "{t}"
At the bottom of {f} I'd like to have "{t}".
Could you add "{t}" to {f}?
My [wife|boss|brother|aunt] wants "{t}" as the last line of {f}.
{f} lacks a line at its end: "{t}". Add it for me.
Let {f} end with the line "{t}".
I forgot something in {f}, the last line should be "{t}". Put it there.
Extend {f} by "{t}".
Behind everything that {f} has, write "{t}".
""")

ADD_OR_SAVE = rows("""
Add the line "{t}" to {f}; if there's no such file, create it.
Append "{t}" to {f}, and should {f} not be there yet, begin it with that.
"{t}" has to go to the end of {f}, which you may have to create.
put "{t}" below the rest in {f} (new file if need be)
I'd like "{t}" in {f}. Add it there, or make the file when it's missing.
Could you add "{t}" to {f}? I'm not sure that I have made that file, so make it if not.
One more line for {f}: "{t}". Nobody has made that file? Then do so.
Let {f} end with the line "{t}", and if it doesn't exist let that be its only line.
Extend {f} by "{t}", or start it with this when you can't find it.
My [wife|boss|brother|aunt] wants "{t}" as the last line of {f}, in a new file if there is none.
""")

CREATE_IT = rows("""
Then create it, with that line.
Oh. Then make it, please.
So make a new one with the line.
I thought it was there. Create it then.
then start that file with my line
ok, create it
In that case make the file.
Right, it's not there yet. You make it.
Please make it yourself then, with just this line.
do create it then
That's fine, let it be a new file.
""")

THAT_ONE = rows("""
{x}
The {x} one.
I mean {x}.
{x}, of course.
Take {x}, please.
the one with {x}
It's {x} that I mean.
{x} please
Sorry, {x}.
Oh, there's more than one. {x} then.
I should have said {x}.
Let it be {x}.
this is about {x}
{x}, the others are no matter
Good question. I think it was {x}.
ah right, {x}
Only {x}, leave the rest.
That was meant for {x}.
You're right, I forgot to say: {x}.
What I have in mind is {x}.
For now {x} will do.
My colleague says {x}.
""")

NOT_THAT_ONE = rows("""
Not {y}.
Not {y}, the other one.
The other one, {y} is not what I mean.
anything but {y}
the one that isn't {y}
{y} isn't meant, so the other.
Leave {y} alone, I mean its twin.
Well, not {y}, nobody uses that.
I have no business with {y}. The other file.
""")
