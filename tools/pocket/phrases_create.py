"""Sentences that ask for new files: one sentence pattern a line, `=` in front of those that take no lead-in.

`{do}` is what the program has to do ("print hello"), `{does}` the same in the third person ("prints hello").
"""

from __future__ import annotations


def _lines(text: str) -> list[str]:
    return [line for line in text.strip().splitlines() if line]


PROGRAM = _lines(
    """
create {file}, a script whose job is to {do}
write {file} for me - all it does is {do}
build {file}; when started it {does}
give me {file}, something that {does}
produce {file}, which {does} and does nothing else
add a script to the folder, {file}, and have it {do}
drop a script called {file} here that {does}
put together {file} - it {does}
prepare {file} so that running it will {do}
code up {file} for this: {do}
draft a mini program {file} to {do}
make {file} a program that {does}
bring {file} into being, a program to {do}
leave me a program in {file} that {does}
get a {file} going that {does}
generate the python for {file}: {do}
knock together a script that {does}, file name {file}
whip something up in {file} that {does}
write a program to {do} and store it at {file}
write some code to {do} and keep it in {file}
write a few lines of code in {file} that {do}
write code which {does}; its home is {file}
make a tiny tool that {does}. It should live in {file}
make a script that {does} and file it under {file}
save a program that {does} to {file}
save code in {file} that {does}
store a script in {file} whose purpose is to {do}
place a script at {file} that {does}
type up a program that {does} (file: {file})
set up {file}: on start it {does}
use {file} as the name and write a script that {does}
under {file}, write a script that {does}
inside a new file {file}, write what it takes to {do}
in a file of its own, {file}, write code to {do}
at {file}, create a program that {does}
as {file}, save a script that {does}
make sure there is a {file} that {does}
see to it that {file} exists and {does}
let there be a {file} which {does}
write me something that {does}, I'd like to have it as {file}
come up with a program that {does} and name the file {file}
start a new script, {file}, that is able to {do}
provide {file} with code that {does}
implement a script to {do}; file name: {file}
author {file}, a short program that {does}
construct {file} such that its execution will {do}
get me a {file} that {does}
make something that {does} and call it {file}
write the code that {does}. The file is {file}
create a program. It {does}. The file name is {file}
create a file. Its name is {file} and it {does}
create a script, name {file}, task: {do}
create python file {file} which {does}
make file {file}, must {do}
make program {file} that [do|can do] this: {do}
write script {file}, it has only to {do}
=I need a script that can {do}. [Name it|Call it|Let's call it|It's to be called] {file}
=I need something to {do}; {file} is the name
=I'd love to have a {file} that {does}
=I'd like a program in {file}. It {does}
=I want {file} to {do}. [It isn't there yet|It does not exist yet|There is no such file yet]
=I want to {do} with a script, {file}
=I want a script. It should {do}. Put it in {file}
=I could use a program, {file}, that {does}
=I'm after a script called {file} that {does}
=I'm missing a script {file} that {does}
=I would be happy with a {file} that simply {does}
=I was hoping for a {file} that {does}
=I have no {file} yet. It's meant to {do}
=I'd rather have a script {file} that {does} than do it by hand
=my wish: a program {file} that {does}
=my {file} is supposed to {do}, but I haven't written it. [Do it for me|Please write it|Your turn]
=we lack a {file}. It has to {do}
=we're missing {file}, the script that {does}
=we need a program which can {do}, and it has to be {file}
=we need {file}. What it has to do: {do}
=somebody has to write {file}; it {does}. [You do it|Could you|Please do]
=someone deleted my {file}, the one that {does}. [Write it again|Recreate it|Make it anew]
=the teacher wants a {file} that {does}
=the boss asked for a {file} that {does}
=the task says: write a program to {do} in {file}
=the exercise: {do}. Solve it in {file}
=the assignment is a script {file} to {do}
=the goal is a file {file} that {does}
=the script {file} ought to {do}. [Write it|Create it|Make that happen]
=the new {file} has one duty: to {do}
=the program shall {do}. Its file: {file}
=the program [goes into|belongs in|should be in|is to be stored in] {file} and {does}
=there's no {file} here, but there should be, and it should {do}
=there should be a script called {file}; its task is to {do}
=there ought to be a {file} in this folder that {does}
=a program {file}, please, that {does}
=a script named {file} would be nice, one that {does}
=a small {file} is needed: it {does}
=a fresh file {file} with code to {do}
=python script wanted. name: {file}. it {does}
=python, {file}: {do}
=please: {file}, a program to {do}
=file: {file}. job: {do}
=file {file}, language python, effect: it {does}
=filename {file} / what it does: {do}
=todo: write {file}, which {does}
=next thing: {file}, which must {do}
=next up is {file}. It {does}
=what about a script {file} that {does}? [Make one|Write it|Go ahead]
=how about writing {file}, a program that {does}?
=would it be possible to get a {file} that {does}?
=could I have a {file} that {does}?
=could a script be made that {does}? {file} would be its name
=may I have a program that {does}, saved as {file}?
=can there be a {file} that {does}?
=can you write a program that {does} in {file}?
=do you think you could write {file} so that it {does}?
=are you able to write a {file} that {does}?
=mind writing me a {file} that {does}?
=would you mind creating {file}, which {does}?
=is it ok to add {file}? It should {do}
=how would a script look that {does}? Put it into {file}
={file} is to be written: it {does}
={file} is the file, and the program in it {does}
={file} needs to be created. When run, it {does}
={file}: a script to {do}
={file} - should {do}
={file} -> {do}
={file} must be a program that {does}
={file} will be a script to {do}. [Make it|Write it|Set it up]
={file} has to exist and {do}
={file} isn't written yet, it should {do}
={file} is what I want to call the script that {does}
=into {file} goes a program that {does}
=to {do}, I need a script, {file}. [Write it|Can you write it?|Please make it]
=to {do} is all that {file} must do. [Create it|Please write it]
=in order to {do}, write a script {file}
=as soon as it's started, {file} should {do}. [Write it|Create it]
=every time someone starts {file}, it should {do}. [Please create it|Write that]
=when started, {file} must {do}. [That file is yours to write|Create that file]
=one script, {file}. One thing to do: {do}
=only one thing today: {file}, which {does}
=here's what {file} has to do: {do}. [Write it|Create it]
=here's a job for you: write {file}, it {does}
=imagine a script that {does}. Write exactly that into {file}
=let {file} be a script that {does}
=let a new script {file} {do}
=it'd be great to have {file}, a script that {does}
=it would help me to have a {file} that {does}
=nothing fancy: {file} should {do}
=no frills, just a {file} that {does}
=simple one: {file}, it {does}
=you know what I need? A {file} that {does}
=your task is to write {file}. That program {does}
=requirements: file {file}; behaviour: {do}
=spec for {file}: it {does}
=hello, need script {file} which {does}
=hi there! I'd need a {file}, it should {do}
=pls make {file}, it should {do}
=need {file} that {does}
=want {file}: {do}
=create file {file}, code inside {does}
create {file}; running it should give {what}
create {file} so that I see {what} when I run it
create {file} so that whoever runs it gets to see {what}
create {file} to get {what} on the screen
create {file} which, when executed, gives {what}
create {file}, and its output has to be {what}
create something that prints {what} when I run it, and call it {file}
create a program whose output is {what}; the file for it is {file}
create a script, {file}, with {what} as its output
create a script that when run gives {what}, at {file}
create code for {what} in {file}, it's to be printed
write {file} such that `{runner}` gives {what}
have {what} printed by a script {file}
get {what} printed with a new script {file}
let {what} be the output of a new program, {file}
make {what} appear on the screen with a script {file}
print {what}, but do it from a script, {file}
print {what} from a file called {file}
=I want to see {what} when I start {file}. [Write it|Create that file]
=I want {what} printed by {file}
=I'd like to run {file} and get {what}. [Write it for me|Create it]
=I'd like to type `{runner}` and see {what}. [Make that possible|Write that file]
=if I run {file}, I want {what} printed. [Write it|Create it]
=if someone runs {file}, they should see {what}. [It's not there yet|Create it]
=when I run {file} I'd like to see {what}. [It doesn't exist yet|Write it]
=whenever {file} is run, {what} should be printed. [Write it|Create the file]
=what {file} should print is {what}. [Write it|Please create it]
=what I want printed is {what}, by a script called {file}
=what I'd like printed: {what}. The script: {file}
=the output of {file} should be {what}. [Write it|Please create it]
=the output should be {what}. The script is to be called {file}
=the only thing {file} should print is {what}. [Create it|Write it]
=running {file} should show {what}. [Create it|Write it|It isn't there yet]
=`{runner}` should print {what}. [Write the file|Create it]
=a call of `{runner}` should give {what}, so write that script
={what} should be printed by {file}. [Create it|Write that file]
={what} is what {file} should print. [Create it|Write it]
={what}, that's what {file} has to print. [Write it|Create it]
={what} must be the output of {file}. [Create it|Write it]
={what} is the output I want from {file}. [Write it|Create it]
={file} prints {what}, that's all it does. [Create it|Write it]
={file} has no other job than printing {what}. [Create it|Write it]
={file} should be run by me later and print {what}. [Write it|Create it]
={file} => output {what}
=expected output of {file}: {what}. [Write it|Create it]
=script: {file}\\noutput: {what}
=file: {file}\\ntask: {do}
=file name: {file}\\nlanguage: python\\nit {does}
=new script {file}\\nit {does}
=please write a script.\\n- name: {file}\\n- task: {do}
=hi,\\nI need a script {file}. It {does}
=hello,\\ncould you write {file} for me? It should {do}
=1. write {file}\\n2. it {does}
"""
)

VERBS = _lines(
    """
print {}
print {}
output {}
display {}
show {}
print out {}
echo {}
write out {}
print {} to the terminal
print {} to the console
print {} to stdout
print {} on the screen
put {} on the screen
write {} to stdout
write {} to the console
write {} on standard output
send {} to stdout
show {} on the console
show {} in the terminal
display {} on the screen
emit {}
"""
)

RUN = _lines(
    """
Run it
Now run it
Then run it
Run it once it's there
Run that
Run {file} afterwards
Run {file} as well
Run the thing when you're done
Run it right after
Run it so I can see what happens
Run the result
Run the new script too
Run it, please
Please run it as well
Please also execute it
After writing it, run it
After that, start it
After that give it a spin
Once written, run it
Once that's done, execute it
Once it exists, launch it
When it's ready, start it up
When you have it, fire it up
When it's saved, run {file}
As soon as it's there, start {file}
Then execute it
Then execute {file}
Then start it
Then start {file}
Then launch it
Then try it
Then try it out for me
Then call it
Then invoke it
Then fire it up
Then kick it off
Then give it a go
Then give it a whirl
Then let it run
Then let it run once
Then have a go at running it
Then show me it running
Then show me what it prints
Then show me the output
Then see whether it works
Then check if it really works
Then let python run it
Then go ahead and run it
Then I want it run
Next, run it
Next, execute {file}
Start it afterwards
Start it up and tell me what you see
Start {file} then
Launch it
Launch it when it's finished
Execute it right away
Execute {file} too
Execute what you wrote
Execute it and report
Fire it up
Kick it off
Try it
Try it out
Try it once
Try it and tell me the output
Test it
Test it by running it
Test that it works by starting it
Give it a go
Give it a try
Give it a run
Give it a whirl afterwards
Let it run
Let it run once and tell me what comes out
Let me see it run
Let me see what comes out
Let me know what comes out when you run it
Let's see what it prints
Let's see it in action
Let's see if it works
Let's run it right away
Let's try it
Let python run it
Have python run it
Have it run once
See if it works
See if it runs
See what it does when you run it
See what comes out
Show me what it prints
Show me the output it gives
Show me what it does
Show me it works
Tell me what it prints
Tell me what it outputs when it runs
Tell me what comes out
Tell me what you get when you run it
Report what it prints
Report its output
Report the result of running it
What does it print
What does it output
What comes out
What comes out when you run it
What's its output
What do you get when you run it
Does it work? Run it
Does it run? Try it
Can you run it too
Can you also start it
Could you run it afterwards
Could you execute it too and give me the output
Would you run it as well
I want to see the output
I want to see it run
I want it executed as well
I'd like to see the output
I'd like to see what it prints
I'd like you to run it too
I need to know what it prints
I need it run, too
I also want to see its output
I'm curious what it prints
I'm curious about the output, so run it
It should be run as well
It should be started right away
It has to be executed, too
It must also be run once
It needs to be run as well
The script should then be run
The file should be executed afterwards
Make sure it works: run it
Make sure that it runs
Make it run
Make it run then
Verify it by running it
Check that it works by executing it
Check it by running it
Prove that it works by running it
And run it
And then run it
And now run it
And show me the output
And start it
And let me see the output
Don't forget to run it
Do run it
Also run it
Also execute it
Also start it, please
Afterwards run it
Afterwards start it and tell me what it says
Finally, run it
Finally run {file}
Finally execute it with python
Finish by running it
Second step: run it
Step two: run {file}
Last step: execute it
Use python to run it
Run {file} with python
run it after
run file
run
execute
then run
then execute
and run please
+ run
"""
)

RUN_JOINED = _lines(
    """
 and give it a go
 and kick it off
 and fire it up
 and let it run
 and have python run it
 and get it running
 and then start it
 and then launch it
 and then give it a try
 and then see what it prints
 and then show me the output
 and show me what it prints
 and show me what comes out
 and tell me what it says when run
 and see what it prints
 and see what happens when you run it
 and let me see what it prints
 and run it right away
 and run it straight away
 and run it once
 and run it for me
 and run {file}
 and execute {file}
 and start it up
 and call it from the shell
 and report what it prints
 and show that it works
 and prove it works by running it
 and verify it by running it
 and test it
 and also run it
 and after that run it
 and afterwards execute it
 and finally run it
, run it and show me the output
, start it and report the output
, execute it
, then execute it
, then start it
, then launch it
, then try it
, then give it a go
, then let it run
, then run {file}
, then tell me what it prints
, then show me what comes out
, after that run it
, and I want it run too
, and then I'd like to see the output
, and do run it
 - and run it
 - then run it
 (and run it)
 (run it too)
 (then execute it)
; run it afterwards
; afterwards run it
; also run it
; then start it
 + execute
 & execute it
"""
)

RUN_BEFORE = _lines(
    """
=I want to see it run in the end, so don't stop after writing.
=I want the following written and run.
=I want to see some output.
=Two things: write a script, then run it.
=Two steps, write and run.
=You'll have to run this one as well.
=You may run what you write, in fact please do.
=This one should be written and then executed.
=This is to be written and run.
=Write and run the following.
=Write it, then run it, here is what:
=Create and run:
=Create and execute this one.
=Make and start the following script.
=Once the script below is written, run it.
=After writing the script below, execute it.
=When you're done with the next script, start it.
=Please write a script and run it right after.
=Please don't only write the next one, run it too.
=I need to see what this prints.
=I'd like to know what the following prints, so please run it once it's written.
=I'm curious about the output of this one, so run it too.
=Show me the output of this one.
=Don't just write it, run it too.
=Let's write something and run it.
=Run the script that you're about to write.
=Please run what you write here.
=The script I describe now must also be started.
"""
)

NO_RUN = _lines(
    """
Don't run it
Do not run it
Don't run it yet
Don't execute it
Don't start it
Please don't run it
No need to run it
There's no need to run it
No run needed
Running it isn't necessary
You don't have to run it
You needn't execute it
Just write it
Just write the file
Just the file, no run
Just save it
Just create it, I'll run it myself
Only write it, don't run it
I'll run it myself
I'll run it later
I'll try it out later
I will start it tomorrow
I can run it on my own
Leave running it to me
Leave it unexecuted
Writing it is enough
It's enough to write it
Nothing needs to be run
We'll run it later
Somebody else will run it
Without running it
But don't run it
But leave it alone after that
That's all
That's it
That is all I need
Nothing more
Nothing else
"""
)

CONTEXT = _lines(
    """
=I'm learning to program.
=I'm new to this.
=I'm testing you.
=I'm getting bored.
=I'm preparing a lesson on {x}.
=I work on a project about {x}.
=I teach beginners.
=We have a workshop on {x} tomorrow.
=We're just starting out with this folder.
=This folder is pretty empty.
=This is for a demo.
=This is about {x}.
=This is for my {x} class.
=This is for {y}.
=My friend {y} asked me for this.
=My daughter wants to see a program.
=My colleague {y} needs something.
=Our {x} project needs a beginning.
=The {x} team is waiting.
=The deadline is close.
=Here's an easy one.
=Here's something simple.
=Here is a little job.
=It's for school.
=It is a small thing.
=Something small:
=Small task.
=New task.
=Another one.
=Next one.
=Good morning!
=Hello there.
=Hi, I hope you're well.
=Let's begin.
=Let's do something about {x}.
=Let me explain.
=One thing is missing here.
=Today is about {x}.
=Got a minute?
=Are you there?
=Ready?
=Ok.
=Listen.
=Thanks for before.
=We talked about {x} yesterday.
=You helped {y} last week, now it's my turn.
"""
)

FUNCTION_MORE = _lines(
    """
write {file} holding a function {name} that {does}
write a function {name} that {does} and put it into {file}
write a function to {do}, name it {name} and save it in {file}
write a function to {do}. It's called {name} and lives in {file}
write a function in {file}. Name: {name}. It {does}
write {name} in {file}; this function {does}
write a {name} function that {does} (in {file})
write a python function {name} to {do} and store it in {file}
write {file} with `{def}` which {does}
write {file} containing {def} that {does}
write {file}; in it, {def} {does}
create {file} and define {name} in it, a function which {does}
create {file} with {def}; it {does}
create {file} having a function {name} to {do}
create {file} with just one function, {name}. It {does}
create {file}, inside a function {name}, it {does}
create the function {name} in a new module {file}. It {does}
create a module called {file} whose only function {name} {does}
create a helper {name} in {file} that {does}
create a function which {does}, call it {name}, file {file}
create the file {file} for a function named {name} that {does}
make {file} with a helper function {name} that {does}
make a function {name}, it {does}, and keep it in {file}
make a function that {does}: {name}, in {file}
make me {file} where {name} {does}
make a one-function module {file}: {def} {does}
add a new file {file} with {def}, which {does}
add {file}, with a function {name} in it that {does}
define a function to {do} in {file}, under the name {name}
define {def} in {file}. It {does}
define in {file} a function {name} that {does}
implement `{def}` in {file}; it {does}
implement a function {name} to {do}, file {file}
implement {name} so that it {does}. It goes into {file}
put {def} into {file}; this one {does}
put a function called {name} into a new file {file}. What it does: it {does}
put into {file} a function {name} that {does}
save a function {name} that {does} as {file}
code {name} in {file}, a function that {does}
give me a module {file} with {name}, which {does}
give {file} a function {name} that {does}
set up {file} with a function called {name} to {do}
prepare a module {file} with {def} that {does}
start {file} with a function {name} which {does}
provide a function {name} in {file} to {do}
in a new module {file}, define {name}, which {does}
in {file} I'd like a function {name} to {do}, so write it
inside {file} define a function {name} to {do}
=a function {name} that {does} is needed, in {file}
=a function {name} in {file} please. It {does}
=a new module {file} should offer {name}, which {does}
=I need {name} in {file}, a function to {do}
=I need a helper that {does}. Call it {name} and put it in {file}
=I need a module {file}. Its function {name} {does}
=I want a function to {do}. Name: {name}. File: {file}
=I want {def} in {file} which {does}
=I'd like {file} to have a function {name} that {does}
=I'd like to be able to import {name} from {file}. It {does}
=I'm going to import {name} from {file}, so write it: it {does}
=we need a function that {does}; it's {name} and belongs in {file}
=we have no {name} yet. It's a function that {does}, and it goes into {file}
=somebody should write {name} in {file}, a function that {does}
=there should be a function {name} in {file}, and it {does}
=the module {file} has a single function {name}: it {does}. [Write it|Create it]
=the function {name} {does}. Write it into {file}
=the function is called {name} and {does}; the file is {file}
=could I get a function {name} that {does} in {file}?
=could {file} be created with a function {name} that {does}?
=can you define {name} in {file} so that it {does}?
=what I'm after is {def} in {file}, a function that {does}
={file} needs {def}. It {does}
={file}: {def}, {does}
={file}: a function {name} that {does}
={file} is to define {name}, which {does}
={name} in {file} should {do}. [Write it|Create it|Implement it]
={name} is a function that {does}; write it to {file}
={name} goes into {file} and {does}
={def} in {file}: {does}
=function wanted: {name}, it {does}, file {file}
=new module {file} with function {name} ({does})
=file {file}, function {name}, what it does: {do}
"""
)

LINE_MORE = _lines(
    """
create {file} and let it say {what}
create {file}, a text file with one line: {what}
create {file}. One line: {what}
create {file}. There should be one line in it, {what}
create {file} where it says {what}
create {file} so that it reads {what}
create {file} with only {what} in it
create {file} with {what} inside
create {file} with {what} as its text
create {file} with {what} as content
create {file} with nothing but {what}
create {file}, text: {what}
create {file}, content: {what}
create a file. Name: {file}. Text: {what}
create a file with the text {what}; it's called {file}
create a one-line file {file}: {what}
make {file} and type {what} into it
make {file} say {what}
make {file} contain {what}
make a file that says {what} and name it {file}
make file {file} with text {what}
write {what} into {file}
write {what} to a new file, {file}
write a file {file} that reads {what}
write {file}, it just says {what}
write a one-liner to {file}: {what}
put {what} in a file called {file}
put {what} in a new text file and call that {file}
put the following into {file}: {what}
put a line in {file} that says {what}
store {what} in {file}
store {what} for me, the file is {file}
save {what} to {file}
save a note in {file}: {what}
save this text as {file}: {what}
save a file {file} whose text is {what}
keep {what} in {file} for me
note {what} in {file}
note this in {file}: {what}
remember {what} for me in a file {file}
leave a note {file} that says {what}
leave {what} in {file}
leave the message {what} in {file}
drop {what} into {file}
drop a file {file} here that says {what}
record {what} in {file}
place {what} in {file}
start {file} with {what}
set {file} up with the text {what}
prepare {file} with the line {what}
produce a file {file} that consists of {what}
get {what} into {file}
get me a file {file} with {what} in it
have {file} say {what}
have a file {file} hold {what}
let {file} contain {what}
into {file}, write {what}
into a new file {file} put {what}
under the name {file}, save {what}
=I need {what} in a file, {file}
=I need {what} written to {file}
=I need a file {file}. It says {what}
=I want {file} to say {what}
=I want a file with {what} in it, and its name is {file}
=I'd like to have {what} in {file}
=I'd like {file} to read {what}
=I'd like a note called {file}. Its text: {what}
=I have to remember {what}. Put it in {file}
=I must not forget this: {what}. Write it down in {file}
=I don't want to forget {what}, so put that into {file}
=somebody told me {what}. Write that into {file}
=we need a {file} here that says {what}
=we need a file {file}, with {what} as the only line
=there is no {file} yet. It should say {what}
=there should be a file {file} with {what} in it
=the file {file} is missing. Its only line is {what}
=the note is {what} and it goes into {file}
=the text is {what}. Save it in {file}
=the line {what} should be in {file}, which doesn't exist yet
=the message: {what}. The file: {file}
=text {what}, file {file}
=file {file}, text {what}
=a file {file} with {what}, please
=a text file named {file} should be there and say {what}
=could {file} be created with {what} in it?
=could you put {what} in {file}?
=can I have a file {file} that says {what}?
=can you leave {what} in a file named {file}?
=would you write {what} into {file} for me?
=is it possible to have a {file} saying {what}?
=how about a file {file} that says {what}?
={file} should be a file with {what} in it
={file} should be created and say {what}
={file} must say {what}
={file} has to consist of one line: {what}
={file}: {what}
={file} <- {what}
={what} - put that in {file}
={what} is what {file} should say. Create it
={what} goes into {file}
={what} belongs in {file}. That file is new
={what} needs to be written to {file}
={what}, that's the text for {file}. Save it
=here's a line for {file}: {what}
=this goes into {file}: {what}
=to {file}: {what}
=in {file} should stand {what}
=what {file} should say: {what}
=new note, {file}: {what}
=need file {file} with text {what}
"""
)

LINES_MORE = _lines(
    """
create {file}; one line for each of these: {what}
create {file} with one item a line: {what}
create {file} with one per line: {what}
create {file}, a list with these entries, each on a line: {what}
create {file} and list in it, line by line, {what}
create {file}. Its lines: {what}
create {file}. Lines, in this order: {what}
create {file} that has {n} lines, namely {what}
create a {n}-line file {file}: {what}
create a list called {file}. On it, line by line: {what}
make a file of {n} lines, {file}: {what}
make {file} a list of {what}, one a line
make a list file {file}: {what}. One entry a line
make me a list in {file}, one thing a line: {what}
write {what} to {file}, every item on its own line
write {what} in {file}, one below the other
write {what} below each other in {file}
write these {n} lines into {file}: {what}
write down {what} in {file}, one a line
write a list to {file}. The items are {what}, one line each
put {what} in {file}. Each gets its own line
put {what} in {file}, a new line for each
put the {n} items {what} into {file} one per line
save {what} as lines of {file}
save the list {what} in {file}, one entry per line
save {n} lines to {file}: {what}
store the entries {what} in {file}, a line for each
note {what} in {file}, one on each line
keep {what} in {file}, line by line
line by line, write {what} into {file}
one per line, put {what} into {file}
in {file}, list {what}, one a line
in {file} I want the lines {what}, so create it
fill {file} with the lines {what}
=I need {what} in {file}, one below another
=I need a list {file}, one thing a line: {what}
=I want the following lines in {file}: {what}
=I'd like {what} in a file {file}. One per line
=I'd like a file {file} of {n} lines, which are {what}
=I have {n} items: {what}. List them in {file}, one a line
=my list is {what}. Write it to {file}, one per line
=we need {file}, a list: {what} (one per line)
=the items are {what}. They belong in {file}, each on its own line
=the list {file} should have {what}, each on a line
=the file is {file}, its lines are {what}
=the lines of {file} should be {what}
=there should be {n} lines in a new file {file}: {what}
=could you list {what} in {file}, one a line?
=can you write {what} to {file} with a line break after each?
=can I get a {file} with {what} on separate lines?
={file} should have {n} lines: {what}
={file} is a list, one item a line: {what}. [Create it|Write it]
={file}, one per line: {what}
={what} - each on its own line, in {file}
={what} should be listed in {file}, one a line
=list for {file}, one line each: {what}
=new list {file}, line by line: {what}
"""
)

BLOCK_MORE = _lines(
    """
create {file}. This is what's in it:\\n{fence}
create {file}; here's the text\\n{fence}
create {file} from this:\\n{fence}
make {file} out of this text:\\n{fence}
put what follows into {file}, word for word:\\n{fence}
write this to disk as {file}:\\n{fence}
take this and save it as {file}:\\n{fence}
copy the text below into a file called {file}:\\n{fence}
store the following in {file}, unchanged:\\n{fence}
type this into {file}:\\n{fence}
=I have this text for {file}:\\n{fence}\\nWrite the file
=I need {file} to be:\\n{fence}
=I want a {file} like this one:\\n{fence}
=I'd like to have this in {file}:\\n{fence}
=a colleague sent me this, it belongs in {file}:\\n{fence}
=this is my {file}, save it:\\n{fence}
=this is what {file} should contain:\\n{fence}
=there's no {file} yet. It should be\\n{fence}
=could you make {file} with this in it?\\n{fence}
=can this be saved as {file}?\\n{fence}
={file} must read:\\n{fence}
={file}:\\n{fence}
={file} gets this content:\\n{fence}
={fence}\\nThat's the content for {file}. [Create it|Write it|Save it]
={fence}\\nPlease make a file {file} of that
={fence}\\n{file} should have exactly this text
={fence}\\nI need that as {file}
={fence}\\nCan you write it to {file}?
"""
)

STRUCTURED_MORE = _lines(
    """
create {file}. In it: {what}
create {file}. It is {kind} and has {what}
create {file}. There should be {what} in it
create {file}, {kind}, and put in {what}
create {file}, a {kind} file that holds {what}
create {file} so that it has {what}
create {file} having {what}
create a {kind} file with {what} in it and name it {file}
create a {kind} file. Name: {file}. Contents: {what}
create me a small {kind} with {what}; file name {file}
make {file} and give it {what}
make {file} a {kind} file with {what}
make a {kind}, {file}, that includes {what}
write a {kind} file that has {what}. It's called {file}
write {what} in {kind} to {file}
write {what} to {file}, as {kind}
write {file} in {kind}. It has {what}
put {what} in a {kind} file called {file}
put into {file} {what}
put {what} into {file}, the format is {kind}
save {what} as {kind} in {file}
save a {kind} file {file} which has {what}
store {what}, in {kind} format, in {file}
start a {kind} file {file} with {what}
prepare {file} with {what}
generate {file}, {kind} format, with {what}
add a new file {file} that has {what}
add a {kind} file {file} with {what}
give me a {kind} file {file} that has {what}
get me {file}, in {kind}, with {what}
fill a new {kind} file {file} with {what}
in a new file {file}, put {what}
in {kind}, write {file} with {what}
as {kind}, write {what} to {file}
=I need {file}, a {kind} file. It has {what}
=I need a {kind} for this: {what}. The file is {file}
=I need {what}, written as {kind} to {file}
=I want {what} stored in {file}
=I want a {kind} file. It's called {file} and has {what}
=I'd like {file} to have {what}
=I'd like to keep {what} in {file}
=we need a {file} here, {kind}, with {what}
=we don't have a {file} yet. It should have {what}
=the program reads {file}, which is missing. It needs {what}
=the {kind} file {file} should have {what}, please make it
=the tool expects a {file} with {what}. Create that
=the new {file} must have {what}
=there should be a {kind} file {file} with {what}
=there's no {file}. Make one with {what}
=could you make {file} with {what}?
=could we have a {kind} file {file} with {what}?
=can I get a {file} in {kind} with {what}?
=can you write {file} for me? It's {kind} with {what}
={file} is missing: it's a {kind} file with {what}
={file} should be {kind} and have {what}
={file} needs {what}. [Create it|Write it|It doesn't exist yet]
={file}, {kind}: {what}
={file}: {what}
=new {kind} {file}: {what}
=need {kind} file {file} with {what}
=my {file} got lost. It had {what}. Write it again
"""
)

CONSTANTS = _lines(
    """
create {file} with {what}
create {file} that defines {what}
create {file} defining {what}
create {file} which sets {what}
create {file} and define {what} in it
create {file} and set {what} there
create {file} containing {what}
create {file}. It defines {what}
create {file}. In it, define {what}
create {file} where {what} is defined
create {file} to hold {what}
create a module {file} with {what}
create a module {file} that holds {what}
create a constants module {file} with {what}
create a python file {file} that has {what}
create a python file {file} with {what} in it
create python module {file}, constants: {what}
make {file}, a module that defines {what}
make {file} define {what}
make a module with {what} and call it {file}
make a file of constants, {file}: {what}
write {file} with {what}
write a module {file} defining {what}
write a module that defines {what}; its file is {file}
write {what} into a new module {file}
write {what} to {file}
put {what} in {file}
put {what} into a module called {file}
put the constants {what} in {file}
define {what} in {file}
define {what} in a new module, {file}
define {what}. The file for that is {file}
in {file} define {what}
in {file}, set {what}
in a new file {file}, have {what}
set up {file} with {what}
set up a module {file} for {what}
store {what} in {file}
store {what} as python in {file}
save {what} in a python module {file}
add a module {file} with {what}
add {file}, which defines {what}
have {file} define {what}
let {file} define {what}
give me a {file} with {what}
prepare {file} so that it defines {what}
=I need {file} with {what}
=I need a module {file} that defines {what}
=I need {what} defined in {file}
=I want {file} to define {what}
=I want to import from {file}, it should define {what}
=I'd like {what} in {file}
=I'd like a module {file}. It has {what}
=we need a {file} defining {what}
=we keep constants in {file}, which isn't there yet: {what}
=our code imports {file}, but it's missing. It defines {what}
=the constants for {file} are {what}. [Write it|Create it]
=the module {file} has to define {what}
=there should be a module {file} with {what}
=could {file} define {what}? Please create it
=could you define {what} in {file}?
=can you make a {file} with {what}?
={file} should define {what}
={file} must set {what}
={file} is a module with {what}. [Write it|Please create it]
={file} holds constants: {what}. [Create it|Make it]
={file}: {what}
=constants in {file}: {what}
=new module {file}: {what}
=python module {file}, contents {what}
"""
)

HEADINGS = _lines(
    """
the heading {t} and the text {b}
the heading {t} and below it {b}
the heading {t}, and under it the line {b}
the heading {t} followed by {b}
the heading {t}, then the sentence {b}
the title {t} and the sentence {b}
the title {t} and beneath it {b}
the title {t} and the paragraph {b}
a heading {t} and a paragraph that says {b}
a heading {t}, a blank line and then {b}
a heading saying {t} and then the text {b}
a top heading {t} and the sentence {b} below
a first-level heading {t} and {b} as the text
a title that reads {t} and the line {b} under it
a level one heading {t} with {b} under it
{t} as the heading and {b} as the text
{t} as title and {b} below it
{t} as its heading and {b} beneath
"""
)
HEADING_ONLY = _lines(
    """
the heading {t}
only the heading {t}
just a heading {t}
a heading that says {t}
a single heading: {t}
{t} as the heading
{t} as its title
the title {t}
one top-level heading, {t}
"""
)
EMPTY_MORE = _lines(
    """
create {file}, empty
create {file} but don't write anything into it
create {file} without any content
create {file}; it stays empty for now
create the file {file}. It should be empty
make a blank file {file}
make an empty {file}
add an empty {file}
add {file} with zero bytes
put an empty {file} there
=I need {file} to exist, it can be empty
=I just need an empty {file}
=we need a blank {file}
=there should be an empty file called {file}
=could you add an empty {file}?
={file} should exist but be empty
={file}: empty file please
"""
)
APPEND_MORE = _lines(
    """
add {what} below everything else in {file}
add {what} after the last line of {file}
add one more line to {file}, {what}
add a line at the bottom of {file} that says {what}
put {what} at the end of {file}
put {what} under the rest of {file}
let {file} end with the line {what}
make {what} the last line of {file}
make {file} one line longer: {what}
attach {what} to the end of {file}
tack {what} onto {file}
at the end of {file}, add {what}
at the bottom of {file} write {what}
continue {file} with {what}
=I'd like {what} as the last line of {file}
=I forgot something in {file}: {what}. Add it at the end
=the last line of {file} should be {what}, add it
={file} lacks a line at the end: {what}
={file} should get another line at the bottom: {what}
={what} should be appended to {file}
={what} is missing at the end of {file}. Add it
=could {what} be added at the end of {file}?
"""
)
PREPEND_MORE = _lines(
    """
add {what} above the first line of {file}
put {what} before everything else in {file}
put {what} at the very top of {file}
let {file} start with the line {what}
make {what} the first line of {file}
at the top of {file}, add {what}
at the start of {file} insert {what}
=I'd like {what} as the first line of {file}, above the rest
=the first line of {file} should be {what}, put it above the others
={file} lacks a line at the top: {what}. Add it
={what} should come first in {file}, before the present first line
={what} is missing at the top of {file}. Add it
"""
)

SETTINGS = _lines(
    """
create {file}. In it, {is}
create {file}, in which {is}
create {file} where {is}
create {file} so that {is}
create a {kind} file {file} where {is}
create a {kind} file called {file}. There, {is}
create a {kind} config {file} in which {is}
create {file} as {kind} and set {to}
create {file} and set {to} in it
create {file} to set {to}
create {file}, a {kind} config that sets {to}
write a {kind} file {file} that sets {to}
in a new {kind} file {file}, set {to}
in a new file {file}, {is}
set {to} in a new {kind} file {file}
set {to}; the file is {file}, and it's new
=I need a config {file}. In it {is}
=I need a {kind} file where {is}. Call it {file}
=I want {file} to say that {is}
=I'd like {to} set in a new {kind} file {file}
=our app reads {file}, which isn't there yet. In it {is}
=the config is missing. It's {file}, {kind}, and {is}
=the {kind} file {file} doesn't exist yet. In it, {is}
=there's no {file} so far. Write it: {is}
=could you write {file} so that {is}?
={file} should set {to}. [Write it|Create it|It's a new file]
={file} is a new {kind} file: {is}
={is} - that's what {file} should say, as {kind}
={is}, and the file is {file}. [Create it|Write it]
=please write {file}, {kind}: {is}
"""
)
SETTINGS_SECTION = _lines(
    """
create {file}. In section {s}, {is}
create {file}. There's one section, {s}, and in it {is}
create {file} with one section {s}, where {is}
create {file} with a [{s}] section in which {is}
create a {kind} file {file}. Under [{s}], {is}
create a {kind} file {file}. Its section is {s}, and there {is}
create a {kind} file called {file} and set {to} in the section {s}
create {file}, and under {s} set {to}
write {file} so that in section {s} {is}
write a {kind} config {file} that sets {to} under [{s}]
set {to} in the section {s} of a new file {file}
set {to} under [{s}] in a new {kind} file called {file}
in {file}, which is new, make a section {s} and set {to}
in a new {kind} file {file}, under [{s}], set {to}
put a section {s} into a new file {file} and set {to} there
start {file} with a section {s} that sets {to}
=I need {file}, {kind}. Section {s}: {is}
=I need a {kind} file {file} with a section {s}. In that section {is}
=I want a config {file} in which, under {s}, {is}
=I'd like a new {file}. The section is called {s}, and {is}
=our server wants {file} with a section [{s}] where {is}
=the section {s} of the new file {file} should set {to}
=there should be a {kind} file {file} whose section {s} sets {to}
=could you make {file} with a section {s} that sets {to}?
={file} is missing. It has a section {s}, and there {is}
={file} needs a [{s}] section where {is}. [Create it|The file is new]
={file}: section {s}, {is}
=section {s} in a new file {file}: {is}
"""
)
