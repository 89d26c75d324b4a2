"""How people ask for several things at once: single steps, and the frames that hold them together."""

from __future__ import annotations

from tools.pocket.tell import rows

PUT = rows("""
create {file} with the text {what}
create {file} that says {what}
create {file} with {what} in it
create a file {file} containing {what}
write {what} to {file}
write {what} into {file}
write {what} in a new file {file}
make a file {file} with the line {what}
make {file} with {what} as its content
put {what} into {file}
put {what} in a new file called {file}
save {what} as {file}
add a file {file} that contains {what}
start a file {file} with {what}
store {what} in {file}
""")
PROGRAM = rows("""
write {file} that prints {what}
write a script {file} that prints {what}
write a python script {file} which prints {what}
create {file}, a script that prints {what}
create {file} that prints {what}
create a python file {file} that prints {what}
make {file} print {what}, it's a new script
make a script {file} that prints {what}
add a script {file} that prints {what}
add {file}, which prints {what}
""")
RUN = rows("""
run {file}
run {file} and tell me what it prints
run {file} with python
execute {file}
start {file}
run the script {file}
try {file}
""")
SET = rows("""
set {name} to {new} in {file}
set {name} in {file} to {new}
change {name} to {new} in {file}
change {name} in {file} to {new}
update {name} in {file} to {new}
make {name} {new} in {file}
in {file} set {name} to {new}
in {file} change {name} to {new}
put {new} as {name} into {file}
let {name} be {new} in {file}
""")
DELETE = rows("""
delete {file}
remove {file}
delete the file {file}
throw away {file}
get rid of {file}
remove the file {file}
""")
MOVE = rows("""
rename {file} to {new}
move {file} to {new}
rename the file {file} to {new}
give {file} the name {new}
""")
COPY = rows("""
copy {file} to {new}
make a copy of {file} called {new}
duplicate {file} as {new}
back up {file} as {new}
""")
FOLDER = rows("""
create a folder {new}
make a folder {new}
make the directory {new}
create the folder {new}
add a folder called {new}
create a directory named {new}
""")
INTO = rows("""
move {file} into {folder}
put {file} into the folder {folder}
move {file} into the folder {folder}
move {file} there
put {file} in it
""")
APPEND = rows("""
add the line {what} to {file}
append {what} to {file}
add {what} at the end of {file}
put {what} at the end of {file}
append the line {what} to {file}
""")
LOOK = rows("""
tell me {name} in {file}
look up {name} in {file}
read {name} in {file} and tell me
find out {name} in {file}
check {name} in {file}
""")
COUNT = rows("""
count the lines of {file}
count the lines in {file}
tell me how many lines {file} has
find out how many lines {file} has
""")
INTROS = rows("""
please do the following
please do these things
please do this for me
please do these steps in order
do the following
do these things one after the other
do these steps
do this
here is what i need
here is what to do
here are the steps
here is your list
these are the things to do
this is the plan
this is what i want
i need a few things
i need several things done
i have a few jobs for you
i have a list for you
a few things
several things
some things to do
several steps
my list
todo
to do
tasks
steps
work through this list
work through these
go through these steps
could you do these
could you do the following
can you do all of this
for the release
for tomorrow
some housekeeping
cleanup time
""")
TODO_ASKED = rows("""
Keep a todo list.
Use a todo list.
Please keep track of it in the todo list.
Write down the steps first.
Make a plan first.
Make a list of the steps and tick them off.
Plan first, then do it.
Start with a plan.
Note the steps in your list.
Track the progress in the list.
Work with a checklist so I can see how far you are.
I want to see your plan as a todo list while you work.
Put these on your todo list first.
Maintain a checklist while you go.
Update your list after every step.
Write a todo list before you begin, and keep it current.
Tick off each item as soon as it is done.
Use the todo tool.
Use your todo tool so that I can follow along.
Please use todo for it.
A todo list would help me follow.
Make yourself a checklist for this.
Set up a task list and work through it.
Go through it with a todo list.
Show me the steps in your todo list and mark what is finished.
Keep score of the steps in a list.
I like lists: write one, and check things off.
First the list of steps, then the work.
Lay out the steps before you start.
Begin by writing the steps down.
Don't forget anything: note everything as todos.
Note it all down so that nothing gets lost.
Mark every step as done when it is.
Keep me posted with a todo list.
I'd like to watch the progress in the todo list.
Track this with todos.
Have a todo list for it, please.
Put it into your todos and do one after the other.
List the tasks for yourself first.
Do it step by step with a list.
Organise yourself with a todo list.
Write your todos down and cross them out one by one.
Please plan it as todos.
Break it up into todos.
Make todos out of this and finish them.
Turn this into a checklist and complete it.
With a checklist please.
Check the points off in your list.
Use the list of tasks to keep track.
Keep the task list up to date while you work.
Every point should be an entry of your todo list.
It's several things, so write a list.
These are a few things at once, better make a list.
That is more than one thing, so plan it with todo.
So that I can see where you are, keep a list.
Your todo list should show all of it as done at the end.
At the end everything on your list must be ticked.
Make sure the todo list is complete and all done in the end.
One todo for each thing, please.
Let me see a list of what you are going to do.
Please keep notes of the steps in your todo list.
todo list please
keep a list pls
with todos, ok?
Make a todo list from these points.
Manage these with your todo list.
I need you to keep a running checklist.
A running list of todos, please.
Start by listing what is to be done.
Log each step in your todo list.
Follow a todo list for this one.
Create a todo list, then work it off.
Work off a todo list.
Work it off point by point in a list.
Remember to tick things off.
Jot the steps down as todos.
Record the steps and what is done.
Have the steps on a list where I can see them.
Write down what you will do, then do it and check it off.
""")

TODO_INTROS = rows("""
keep a todo list for this
please keep a todo list for these
work through this with a todo list
with a todo list, please do the following
use your todo list for these things
use the todo list and do this
track these in your todo list
here are some things for your todo list
my wishes, as todos for you
put these on your list and do them one by one
I want to follow along, so list these as todos and tick them off
please plan this as todos first
make a checklist of these and complete it
your checklist for today
write a todo list of the following and work it off
todos for you, keep the list current
note these steps as todos, then do them
here is what I need, kept on a todo list please
keep track of these steps in a list
a few things, tracked with todo please
todo list
todos
do these with your todo tool
start a todo list with these and finish it
as a list of todos that you update
mark each of these done in your todo list as you go
list, then do
plan and do, with a list that I can watch
go through these, ticking them off in your todo list
these belong on a checklist; work on it until everything is done
manage this with todos
""")
LISTED = rows("""
please write everything down as todos before you start, and tick off one after the other
I have more than one wish today, so make a list of them first and keep it up to date
keep a list of what is done and what is not while you work on these things
so that nothing is forgotten, note all of this in your todo list and work through it
put each of these on your list, do it, and mark it as done before you take the next one
I would like to see from your list at any time how far you have come with this
these are separate jobs, please list them for yourself and cross them off as you go
before you touch anything, show me your steps as a todo list, then carry them out
work these off in this order and keep your todos current the whole time
I tend to lose track, so please keep a checklist for me while you do all of this
take them one at a time from a todo list and don't stop before the last one is ticked
make yourself a plan with one entry for each of my wishes and complete it
please use your task list for this, every item must be done at the end
there is a list of tools you have, one is for todos, use that one for the following
with todos, please, as my boss wants to see what was done and in which order
note down what there is to do, do it, and keep the notes up to date
turn this message into a list of tasks and work until all of them are finished
I'd be glad if you kept a todo list here, because last time one thing was left undone
can you track these in a todo list and let me know when all is finished
could you make a short list of these jobs first and then do them all
you may do it in your own way but I want to see a todo list with every step
list the steps, begin with the first one, and update the list each time you finish something
write a checklist from this and fulfil it, one point after the other
do not do it all at once: make todos, then go from one to the next
keep your list of todos in step with what you have done, that is important to me
I want all of this on a todo list and every box ticked in the end
please plan it first, that is, one todo for each sentence of mine
for every point here I'd like to have a todo that you set to done afterwards
first make a note of all the steps on your list, it is easy to miss one
a few changes, please keep a list of them so that I can follow what you are doing
it's a handful of things, and a todo list would help both of us
let's do this properly, with a list of todos that gets shorter
start by writing down these points as your tasks and finish each of them
I will watch your todo list in the meantime, so please keep it honest
track your progress with the list while you handle the following
put down the plan as todos, and after each one say that it's done by updating the list
these should all be entries of your todo list, and all of them should be done today
can this be done with todos? one for each thing, ticked when it's ready
as always I want a todo list for jobs with more than one part
my list for you, which should become your list of todos
make todos of it
todos please
one todo each
with a checklist
use a list for it
list them, do them, tick them
do it with your todos
keep a list
plan with todos, then go
write the steps first
tick them off as you go
track it
""")
