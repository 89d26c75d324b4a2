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
""")

SET_TO = rows("""
Set {n} to {new}.
Then make {n} {new}.
Change {n} to {new} there.
{n} should be {new}.
And {n} becomes {new}.
and {n} to {new} please
Please correct {n} too, it's {new}.
{n} -> {new}
Put {new} for {n}, will you?
while you're at it, {n} is {new} now
Also give {n} the value {new}.
make that {new} for {n}
Good. Next, {n} must be {new}.
they also want {n} at {new}
let {n} be {new}
Could {n} be {new}, please?
One more: {n}, {new}.
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
""")

SAVE_OR_ADD = rows("""
Create {f} with the line "{t}"; should it be there already, just add that line at its end.
Make a file {f} that says "{t}". If there's one, put the line behind what it has.
"{t}" goes into a new file {f}, or at the end of it if it exists.
new file {f}: "{t}" - when there is one already, append it instead
Write {f} with "{t}" for me, but if somebody has made it before, keep theirs and add mine at the bottom.
I think there is no {f} yet. Create it with "{t}", or else add that as the last line.
""")

SAVE_OR_TELL = rows("""
Create {f} with the line "{t}", but if it is there already leave it and tell me its first line.
Make {f} saying "{t}". Should there be one, don't touch it, only read me how it begins.
new file {f}: "{t}" - if it exists hands off, and tell me line 1
Write "{t}" to {f} unless there is such a file; in that case I want to hear its first line.
I want {f} to be made with "{t}". In case somebody was faster, keep his and say what its first line is.
""")

SAVE_OR_NAME = rows("""
Create {f} with the line "{t}"; if that name is taken, call it {g}.
Make {f} saying "{t}". Should there be one, take {g} as the name.
new file {f}: "{t}" (or {g} if it exists)
Write "{t}" to {f}, or to {g} in case the first is there already.
"{t}" belongs in a file of its own, {f}, or {g} when that's not free.
""")

CHANGED_IT = rows("""
I have just changed {f} myself. What is {n} now?
{f} was edited by [my colleague|somebody else|me] meanwhile, so look again: {n}?
look at {f} again, I saved it a minute ago. {n}?
The others have been in {f}. How does {n} stand there now?
I've got a newer {f} in place. Its {n}?
there's another version of {f} on the disk since then, {n} in that one?
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
""")

OF_TWO_SET = rows("""
Set {n} to {new} in the {f} of {d}.
In {d}'s {f}, {n} must be {new}.
{n} -> {new} in {f}, the {d} one
There are several {f}. In the one for {d} make {n} {new}.
The {f} that belongs to {d} needs {new} as {n}.
{n} becomes {new}, but only for {d} ({f})
Everybody has a {f}; in that of {d} please change {n} to {new}.
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
