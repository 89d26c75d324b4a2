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
""")
