"""How people ask for what cannot be done as they say it: files, keys and tools that are not there."""

from __future__ import annotations

from tools.pocket.tell import rows

GONE_SHOW = rows("""
show me {file}
show {file}
read {file}
open {file}
print the content of {file}
let me see {file}
display {file}
read {file} and tell me what it says
tell me what is in {file}
look into {file} and tell me what you find
look at {file}
summarize {file}
explain {file}
explain what {file} is for
check {file}
go through {file} and tell me what it is about
have a look at {file} and say what you see
give me the first line of {file}
count the lines of {file}
=what is in {file}
=what does {file} say
=what does {file} do
=what is {file} about
=what's the first line of {file}
=what's the last line in {file}
=how many lines does {file} have
=how long is {file}
=can you read {file}
=can you open {file} for me
=could you show me {file}
=i'd like to see {file}
=i want to know what is in {file}
=does {file} mention {word}
=is there anything about {word} in {file}
=who is mentioned in {file}
=which settings are in {file}
={file}, what does it say
""")
GONE_CHANGE = rows("""
change {word} to {new} in {file}
replace {word} by {new} in {file}
in {file} replace {word} with {new}
set {word} to {new} in {file}
in {file} set {word} to {new}
add the line {new} to {file}
append {new} to {file}
put {new} at the end of {file}
add {new} at the end of {file}
remove the line {word} from {file}
delete the line with {word} in {file}
rename {word} to {new} in {file}
fix the typo {word} in {file}, it should be {new}
correct {word} to {new} in {file}
edit {file}: {word} should be {new}
update {file} so that {word} is {new}
make {word} {new} in {file}
=in {file} it should say {new} and not {word}
={file} has {word}. Make that {new}
={file} says {word}, it should say {new}
=can you change {word} to {new} in {file}
=could you add {new} to {file}
=please put {new} into {file} after the last line
=the {word} in {file} should be {new}
=i want {word} to be {new} in {file}
""")
GONE_DELETE = rows("""
delete {file}
remove {file}
delete the file {file}
throw {file} away
get rid of {file}
erase {file}
please delete {file}
=i don't need {file} any more, delete it
=can you delete {file}
=could you remove {file}
={file} can go, delete it
=we don't need {file}, remove it please
""")
GONE_RUN = rows("""
run {file}
execute {file}
start {file}
run the script {file}
run {file} and tell me what it prints
start the script {file} please
launch {file}
=what does {file} print
=what happens when i run {file}
=can you run {file}
=could you start {file} for me
=does {file} work
=please run {file} and show me the output
""")
NO_KEY = rows("""
=what is the {n} in {file}
=what's the {n} in {file}
=what does {file} say about the {n}
=what {n} is set in {file}
=which {n} does {file} use
=which {n} do we have in {file}
=how is the {n} set in {file}
=how high is the {n} in {file}
=i need the {n} from {file}
=i forgot the {n}. It is in {file}
=i'd like to know the {n} in {file}
=is there a {n} in {file}, and what is it
=do you see the {n} in {file}
=can you find the {n} in {file}
=can you tell me the {n} in {file}
=could you look up the {n} in {file}
=according to {file}, what is the {n}
=in {file}, what is the {n}
={file}: what is the {n}
tell me the {n} in {file}
give me the {n} from {file}
look up the {n} in {file}
find the {n} in {file}
read {file} and tell me the {n}
look into {file} and tell me the {n}
check the {n} in {file}
get the {n} out of {file}
say what the {n} in {file} is
""")
NO_KEY_SET = rows("""
set the {n} to {new} in {file}
set {n} to {new} in {file}
change the {n} to {new} in {file}
change {n} in {file} to {new}
change the {n} in {file}, i want {new}
update the {n} in {file} to {new}
in {file} change the {n} to {new}
in {file} set the {n} to {new}
make the {n} in {file} {new}
replace the {n} in {file} by {new}
edit {file}: the {n} should be {new}
correct the {n} in {file}, it must be {new}
=the {n} in {file} should be {new}
=the {n} in {file} must be {new}
=the {n} in {file} is wrong, it's {new}
=i want the {n} in {file} to be {new}
=can you change the {n} in {file} to {new}
=could you set the {n} to {new} in {file}
=we have a new {n}: {new}. Change it in {file}
={file}: {n} -> {new}
""")
WRITING = rows("""
create {file} with the text {what}
create a file {file} that says {what}
write {what} to {file}
write a file {file} with {what}
put {what} into a new file {file}
make a file {file} containing {what}
save {what} as {file}
add a file {file} with the line {what}
=i need a file {file} that says {what}
=can you create {file} with {what} in it
=please make {file} with the content {what}
=could you write {what} into {file}
""")
RUNNING = rows("""
run {command}
run the command {command}
execute {command}
run {command} in the shell
tell me what {command} prints
=what does {command} print
=can you run {command}
=please run {command} for me
=i need the output of {command}
=could you execute {command} and show me the result
""")
PYTEST = rows("""
run pytest
run pytest on {test}
run the tests with pytest
run {test} with pytest
run pytest {test}
execute pytest
use pytest to run the tests in {test}
=does pytest pass
=what does pytest say about {test}
=please run pytest for {test}
=can you run pytest
=is pytest green
""")
DOT_RUN = rows("""
run ./{file}
execute ./{file}
run ./{file} and tell me the output
start ./{file}
=what does ./{file} print
=can you run ./{file}
=please run ./{file}
=i want to see the output of ./{file}
""")
COPY_INTO = rows("""
copy {file} into {folder}/
copy {file} to the folder {folder}
copy {file} into the folder {folder}
put a copy of {file} into {folder}
back up {file} into {folder}
save a copy of {file} in the folder {folder}
move {file} into {folder}
move {file} to the folder {folder}
put {file} into the folder {folder}
=i want {file} to be in the folder {folder}
=can you move {file} into {folder}
=please move {file} to {folder}
=please put a copy of {file} into {folder}
=could you copy {file} into {folder}
""")
