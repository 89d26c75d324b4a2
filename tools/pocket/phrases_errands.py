"""How people name the steps of several errands, and what stands around them.

A step's line has its core, which the list of todos repeats word for word, and behind ` // ` what the list leaves out,
which begins with a mark or a joint such as "and". A line that begins with `=` is no order, so that no "could you" may stand before it.
"""

from __future__ import annotations

from tools.pocket.tell import rows


def _sections(text: str) -> dict[str, list[str]]:
    parts = (part.partition("\n") for part in text.strip().removeprefix("## ").split("\n## "))
    return {name.strip(): rows(body) for name, _, body in parts}


STEPS = _sections("""
## change
have {the}{name} at {new} in {file}
take {new} for {the}{name} in {file}
overwrite {the}{name} in {file} with {new}
redefine {the}{name} in {file} as {new}
rewrite {file} // : {the}{name} changes from {old} to {new}
move {the}{name} in {file} from {old} to {new}
modify {the}{name} in {file} // - {old} is out, {new} is in
tune {the}{name} in {file} to {new}
reset {the}{name} in {file} to {new}
store {new} as {the}{name} in {file}
note {new} for {the}{name} in {file}
put {new} where {file} has {the}{name}
=from now on {the}{name} in {file} is {new}
={new} is the right {name} for {file}
={new} for {the}{name} in {file}
={the}{name} in {file} must not be {old} // , it is {new}
=we use {new} as {the}{name} in {file}
change {the}{name} to {new} in {file}
change {the}{name} in {file} to {new}
set {the}{name} to {new} in {file}
set {the}{name} in {file} to {new}
put {the}{name} in {file} [at|to] {new}
make {the}{name} {new} in {file}
make it {new} for {the}{name} in {file}
let {the}{name} be {new} in {file}
switch {the}{name} [over to|to] {new} in {file}
switch {the}{name} from {old} to {new} in {file}
update {the}{name} in {file} to {new}
update {file} // , {the}{name} is {new} now
update {file} // : {the}{name} must say {new}
edit {file} // so that {the}{name} is {new}
correct {the}{name} in {file} // , it must be {new} and not {old}
correct {the}{name} in {file} to {new}
fix {the}{name} in {file} // - {new}, not {old}
fix {file} // , where {the}{name} should read {new}
write {new} as {the}{name} in {file}
enter {new} as {the}{name} in {file}
use {new} as {the}{name} in {file}
use {new} for {the}{name} in {file}
give {the}{name} the value {new} in {file}
give {file} {new} as {the}{name}
turn {the}{name} into {new} in {file}
adjust {the}{name} in {file} // : {new} from now on
replace the {old} of {the}{name} in {file} // , it has to be {new}
bring {the}{name} in {file} up to date // ({new})
swap {the}{name} in {file} for {new}
=in {file} {the}{name} should be {new}
={the}{name} in {file} should be {new}
={the}{name} in {file} has to become {new}
={the}{name} {new} in {file}
={file} needs {new} as {the}{name}
=in {file} {the}{name} becomes {new}
## cell
note {new} as {whose} {column} in {file}
record {new} as {whose} {column} in {file}
let {whose} {column} be {new} in {file}
store {new} for {whose} {column} in {file}
rewrite {whose} {column} in {file} // ({new}, no longer {old})
turn {whose} {column} into {new} in {file}
replace {whose} {column} in {file} with {new}
={whose} {column} in {file} is {new} now
=in {file} {whose} {column} changes to {new}
=the {column} of {who} in {file} becomes {new}
=for {who} the {column} in {file} is {new}
change {whose} {column} to {new} in {file}
set {whose} {column} to {new} in {file}
put {new} as {whose} {column} in {file}
correct {whose} {column} in {file} // , {new} is right
correct {whose} {column} to {new} in {file}
enter {new} as {whose} {column} in {file}
update {whose} {column} in {file} // : {new}
fix {whose} {column} in {file} // , it is {new} and not {old}
give {who} {new} as {column} in {file}
write {new} for {whose} {column} in {file}
make {whose} {column} {new} in {file}
switch {whose} {column} to {new} in {file}
edit {file} // , {whose} {column} is {new} since last week
=in {file} {whose} {column} should be {new}
={whose} {column} in {file} has to be {new}
={who} has {new} as {column} now // , see {file}
## add
add one more line to {file} // : {item}
put {item} into {file} as the last line
let {file} end with {item}
write {item} below the others in {file}
write {item} on the list in {file} // , as the last one
enlarge the list in {file} by {item}
list {item} in {file} too // , at the end
place {item} at the bottom of {file}
continue the list in {file} with {item}
=we also need {item} in {file}
=the list in {file} lacks {item} // , add it at the end
=the last line of {file} should be {item}
add {item} to {file}
add {item} at the end of {file}
add {item} at the bottom of {file}
add {item} as the last [line|entry|item] of {file}
put {item} on the list in {file}
put {item} at the end of {file}
put {item} at the bottom of {file}
append {item} to {file}
append {item} at the end of {file}
write {item} at the end of {file}
write {item} under the last line of {file}
note {item} as well in {file}
enter {item} as the last one in {file}
extend the list in {file} by {item}
attach {item} to the list in {file}
include {item} at the end of {file}
complete {file} // : {item} is missing at its end
={item} goes at the end of {file}
={item} is missing at the end of {file}
={file} needs {item} as its last line
## drop
scratch {item} from {file}
cancel {item} in {file}
wipe {item} out of {file}
eliminate {item} from {file}
cut {item} out of the list in {file}
pull {item} from the list in {file}
leave {item} out of {file} from now on
=we don't need {item} in {file} any more
=I want {item} gone from {file}
={item} is wrong in {file} // , take it out
={item} can leave the list in {file}
=the line with {item} in {file} can go
remove {item} from {file}
remove {item} from the list in {file}
delete {item} from {file}
delete the line with {item} in {file}
take {item} off the list in {file}
take {item} out of {file}
strike {item} from {file}
cross {item} off in {file}
throw {item} out of {file}
drop {item} from {file}
kick {item} out of {file}
cut the line with {item} from {file}
get rid of {item} in {file}
clear {item} from {file}
erase {item} in {file}
=no more {item} in {file}
={item} has to go from {file}
={file} should no longer have {item}
## word
repair the spelling of {wrong} in {file} // ({right})
put {wrong} right in {file} // : {right}
make {right} out of {wrong} in {file}
find {wrong} in {file} // and write {right} there
search {file} for {wrong} // , it has to be {right}
set {right} in place of {wrong} in {file}
edit {file} // : {wrong} is a typo for {right}
=somebody typed {wrong} in {file} // , {right} was meant
=the {wrong} in {file} should read {right}
={wrong} in {file} is a slip // , it should be {right}
correct {wrong} to {right} in {file}
correct {wrong} in {file} // , it is spelt {right}
change {wrong} to {right} in {file}
replace {wrong} with {right} in {file}
replace {wrong} by {right} in {file}
fix the word {wrong} in {file} // : {right}
fix the spelling of {right} in {file}
mend the typo {wrong} in {file} // , meant is {right}
swap {wrong} for {right} in {file}
turn {wrong} into {right} in {file}
write {right} instead of {wrong} in {file}
put {right} where {file} says {wrong}
spell {wrong} as {right} in {file}
exchange {wrong} for {right} in {file}
rewrite {wrong} as {right} in {file}
={wrong} should be {right} in {file}
=in {file} it must be {right} // , not {wrong}
={file} says {wrong} instead of {right}
## create
jot {what} down in a new {file}
note {what} in a new file {file}
produce {file} // - content: {what}
place a file {file} here // , with {what} in it
begin a file {file} // : {what}
type {what} into a new {file}
generate {file} // , text: {what}
write one line into {file} // : {what}
lay down {what} in {file}
=a file {file} // , just {what}
={file} should be there // and say {what}
={what} should stand in a new {file}
create {file} with {what}
create {file} with the text {what}
create {file} // and let it say {what}
create {file} // : {what}
make a file {file} with {what}
make a new file {file} // that says {what}
make {file} // , it should say {what}
write {what} into {file}
write {what} to {file}
write {file} // , its only line is {what}
start a file {file} // , its first line is {what}
start {file} with the line {what}
save {what} as {file}
save {what} in a new {file}
store {what} in {file}
put {what} into a new file {file}
put {what} in {file}
open a new file {file} // and put {what} in it
add a file {file} with {what}
leave a note {file} // : {what}
set up {file} with {what}
prepare {file} // , all it has to say is {what}
=a new file {file} with {what}
=I need {file} with {what}
=there should be a {file} saying {what}
## lines
produce {file} // ({a} / {b} / {c}, three lines)
set down a list in {file} // : first line {a}, second line {b}, third line {c}
=we need a list {file} // : {a}, {b} and {c}, one to a line
=I want a file {file} // : {a}, under it {b}, under that {c}
create {file} // , the lines are {a}, {b} and {c}
create {file} // : one line each for {a}, {b} and {c}
create a list {file} // ({a}, {b}, {c}, one a line)
make a list {file} // : {a}, {b}, {c} (a line each)
make {file} // , three lines: {a}, {b}, {c}
write {file} // , with {a}, {b} and {c} below each other
write a file {file} // that has {a}, {b} and {c} on a line each
start a list in {file} // - {a}, {b}, {c}, each on its own line
put a new list into {file} // (three lines: {a}, {b}, {c})
save a list as {file} // , first {a}, then {b}, then {c}, one per line
begin {file} // : {a} in line one, {b} in line two, {c} in line three
set up {file} // , lines: {a}, {b}, {c}
=a new list {file} // , three lines: {a}, {b}, {c}
## script
produce a script {file} // which puts {what} on the screen
start a python file {file} // , it must print {what}
prepare a program {file} // that writes {what} to the screen
save a script as {file} // , printing {what}
=we need a script {file} // that prints {what}
=I want {file} // , a script to print {what}
write {file} // , which prints {what}
write a script {file} // that prints {what}
write a python script {file} // that prints {what} and nothing else
create {file} // , a program that prints {what}
create the script {file} // : it prints {what}
make a tiny script {file} // that outputs {what}
make {file} // , one line of python that prints {what}
add a script {file} // which says {what}
put a print of {what} into {file} // , a new script
set up {file} // so that it prints {what}
code {file} // , its only task is to print {what}
=a new script {file} // that prints {what}
## rename
rename the file {file} to {new}
change {file} to {new} // , its name only
name {file} {new}
retitle {file} to {new}
mv {file} {new}
=from now on {file} is called {new}
=I'd rather have {file} called {new}
=the right name for {file} is {new}
rename {file} to {new}
rename {file} as {new}
rename {file} // , its new name is {new}
give {file} the name {new}
give {file} a new name // : {new}
call {file} {new} from now on
change the name of {file} to {new}
move {file} to {new}
turn the name {file} into {new}
let {file} be called {new}
={file} should be called {new}
={file} becomes {new} // , only the name
=the name of {file} should be {new}
## copy
cp {file} {new}
make {new} a copy of {file}
create a second {file} // , called {new}
produce a copy of {file} // : {new}
put a copy of {file} at {new}
leave a copy of {file} at {new}
duplicate {file} // , name the second one {new}
make a backup of {file} as {new}
=we need {file} twice // , the second time as {new}
={new} should be a copy of {file}
copy {file} to {new}
copy {file} as {new}
copy {file} // , the copy is called {new}
make a copy of {file} called {new}
make a copy {new} of {file}
duplicate {file} as {new}
save a copy of {file} as {new}
keep a copy of {file} as {new}
clone {file} to {new}
back {file} up as {new}
store {file} under {new} as well
=I need {file} a second time as {new}
=a copy of {file} named {new}
## delete
remove the file {file}
delete this old {file}
dispose of {file}
toss {file}
scrap {file}
destroy {file}
make {file} disappear
=I don't want {file} here any longer
=the file {file} should be gone
=nobody needs {file}
={file} has to go
delete {file}
delete the file {file}
delete {file} // , nobody reads it any more
remove {file}
remove the old {file}
remove {file} // , it is only a leftover
throw {file} away
throw away {file}
get rid of {file}
bin {file}
erase {file}
take {file} away
wipe out {file}
clear {file} out of the folder
drop the file {file}
discard {file}
rm {file}
={file} can go
={file} is not needed any more
## folder
create a folder {new}
create a folder called {new}
create the directory {new}
make a folder {new}
make a folder named {new}
make a directory {new}
make a new folder {new}
add a folder {new}
add an empty folder called {new}
set up a folder {new}
set up the directory {new}
open a new folder {new}
start a folder {new}
mkdir {new}
=a new folder called {new}
=I need a folder {new}
=we need a directory named {new}
## into
move {file} into {new}
move {file} to the folder {new}
move {file} to {new}
put {file} into {new}
put {file} in the folder {new}
file {file} away in {new}
bring {file} into the folder {new}
shift {file} to the {new} folder
store {file} in {new}
send {file} into the directory {new}
={file} belongs in {new}
={file} should lie in the folder {new}
## run
run the program {file}
run python3 {file}
run {file} // , I need its output
run {file} for me
execute the program {file}
start up {file}
test {file} // : what does it print
look what {file} prints
tell me what {file} prints
find out what {file} prints
fire up {file}
=what {file} prints interests me
=I need the output of {file}
run {file}
run {file} // and tell me what it prints
run the script {file}
run {file} with python
run {file} once
execute {file}
execute {file} // and report its output
start {file}
start the program {file}
launch {file}
try {file}
try {file} out // , what does it say
call {file}
let {file} run
give {file} a run
invoke {file} // and show me what comes out
kick off {file}
see what {file} prints
check what {file} says when it runs
show me the output of {file}
=I want to know what {file} prints
## test
run the checks in {file}
have {file} run
call the test {file}
launch {file} // , it tests the change
make {file} run
=the test is {file} // , run it
={file} must pass
run {file}
run the test {file}
run the tests in {file}
run {file} // - does it pass
run {file} // and say how it went
run {file} afterwards
execute {file}
execute the test {file}
test it with {file}
check it with {file}
check with {file} // that all is well
start {file}
start the test {file}
see whether {file} passes
make sure {file} passes
verify it with {file}
prove it with {file}
let {file} check it
try {file}
## take
export {the}{name} from {file} to {new}
carry {the}{name} from {file} over to {new}
transfer {the}{name} of {file} into {new}
get {the}{name} out of {file} // and into {new}
write down {the}{name} of {file} in {new}
let {new} hold {the}{name} of {file}
=I want a file {new} // , in it {the}{name} of {file}
={the}{name} of {file} belongs in {new}
={the}{name} from {file} should stand in {new}
write {the}{name} from {file} into {new}
write {the}{name} of {file} to {new}
put {the}{name} from {file} into {new}
save {the}{name} of {file} as {new}
save {the}{name} from {file} in {new}
copy {the}{name} from {file} into {new}
copy {the}{name} in {file} over to {new}
note {the}{name} of {file} in {new}
note down {the}{name} from {file} in {new}
store {the}{name} of {file} in {new}
create {new} with {the}{name} from {file}
make {new} // and write {the}{name} of {file} there
look up {the}{name} in {file} // and write it into {new}
look up {the}{name} in {file} // , {new} should have it
find {the}{name} in {file} // , then save it as {new}
take {the}{name} from {file} // and put it into a new file {new}
read {the}{name} in {file} // and create {new} with it
extract {the}{name} from {file} into {new}
=I want {the}{name} of {file} in {new}
={new} should have {the}{name} from {file}
## look
read {the}{name} in {file} // and report it
get {the}{name} from {file}
remind me of {the}{name} in {file}
let me know {the}{name} in {file}
state {the}{name} of {file}
=I'd like to know {the}{name} in {file}
=I forgot {the}{name} in {file} // , tell me
=I have to know {the}{name} from {file}
look up {the}{name} in {file}
look {the}{name} up in {file}
tell me {the}{name} in {file}
tell me {the}{name} from {file}
find {the}{name} in {file}
find out {the}{name} in {file}
check {the}{name} in {file} // and tell me
check what {file} says for {the}{name}
see what {the}{name} is in {file}
give me {the}{name} from {file}
report {the}{name} of {file}
say what {the}{name} in {file} is
show me {the}{name} in {file}
quote {the}{name} from {file}
name {the}{name} in {file}
=I need {the}{name} from {file}
## count
count the lines of {file} // and write the number into {new}
count the lines in {file} // , the number goes into {new}
count how many lines {file} has // and save that as {new}
write the number of lines of {file} into {new}
write how many lines {file} has into {new}
put the number of lines in {file} into {new}
save the line count of {file} as {new}
save the number of lines of {file} as {new}
note how many lines {file} has in {new}
create {new} with the line count of {file}
store the line count of {file} in {new}
find out how many lines {file} has // , write it to {new}
={new} should have the line count of {file}
## note
write what came out to {new}
dump the output into {new}
file the output as {new}
leave its output in {new}
copy the output into {new}
={new} should have the output
=I want the output in {new}
write what it printed into {new}
write its output into {new}
write the output to {new}
save the output as {new}
save what it printed in {new}
save its output in {new}
put the output into {new}
put what it said into {new}
note the output in {new}
note what came out in {new}
keep the output in {new}
store what it prints in {new}
create {new} with the output
record its output in {new}
=the output goes into {new}
=its output belongs in {new}
## that
write it into {new}
write this into {new}
write the value into {new}
save it as {new}
save this in {new}
put it into {new}
put this value into {new}
note it in {new}
note this down in {new}
keep it in {new}
store the value in {new}
create {new} with it
record it in {new}
=it should stand in {new} too
=the value goes into {new} too
## raise
raise {the}{name} in {file} by {by}
increase {the}{name} in {file} by {by}
add {by} to {the}{name} in {file}
put {by} on top of {the}{name} in {file}
make {the}{name} in {file} {by} higher
make {the}{name} {by} more in {file}
bump {the}{name} in {file} up by {by}
lift {the}{name} by {by} in {file}
push {the}{name} up by {by} in {file}
={the}{name} in {file} should be {by} higher
={the}{name} in {file} needs {by} more
## lower
lower {the}{name} in {file} by {by}
reduce {the}{name} in {file} by {by}
decrease {the}{name} by {by} in {file}
subtract {by} from {the}{name} in {file}
take {by} off {the}{name} in {file}
make {the}{name} in {file} {by} lower
make {the}{name} {by} less in {file}
cut {the}{name} in {file} by {by}
bring {the}{name} down by {by} in {file}
={the}{name} in {file} should be {by} lower
={the}{name} in {file} is {by} too high
## operator
use {new} instead of {was} in {file}
use {new} // and not {was} for {name} in {file}
use {new} for {name} in {file}
replace {was} with {new} for {name} in {file}
replace the {was} by {new} // , where {file} computes {name}
change {was} to {new} for {name} in {file}
change the {was} in {file} // , at {name} it has to be {new}
repair {name} in {file} // , it needs {new} instead of {was}
repair {file} // : {name} is made with {was}, it must be {new}
fix {file} // , {name} has to be computed with {new} and not with {was}
fix {name} in {file} // : {new}, not {was}
mend the {name} line in {file} // , {new} for {was}
correct the sign for {name} in {file} // , {new} is right
=in {file} {name} needs {new} // , not {was}
## log
place {what} before the others in {file}
report {what} as the latest in {file}
set {what} above the older entries in {file}
=on top of {file} comes {what}
=the newest entry in {file} should be {what}
=the first entry in {file} becomes {what}
add {what} to the top of {file}
add {what} as the newest entry in {file}
put {what} at the top of {file}
put {what} first in {file}
enter {what} as the newest in {file}
note {what} as the first entry in {file}
note {what} above the others in {file}
write {what} over the old entries in {file}
log {what} as the latest in {file}
insert {what} above the first entry of {file}
record {what} at the top of {file}
={what} is the newest entry for {file}
={what} goes on top in {file}
""")

LEADS = rows("""
please
please
please
kindly
could you
can you
would you please
I want you to
I'd like you to
I need you to
you should
you have to
you need to
don't forget to
remember to
it's time to
we have to
""")
JOINTS = rows("""
also,
also
besides,
while you're at it,
after this,
oh, and
and
and then
then
next,
next
in addition,
apart from that,
that done,
once you have this,
when that is done,
afterwards
now
""")
POINTS = rows("""
also:
next:
then:
and:
another thing:
one more:
besides:
after that:
and also this:
the next one:
""")
REASONS = rows("""
, {person} asked for it twice
, {person} wants it that way
, as {person} said
, as we agreed on {day}
, that was decided on {day}
, because the old one confuses everybody
, because {person} complained
, because of the move to {place}
, because I promised it to {person}
, because it was never right
, so that {person} can stop asking
, so that I can sleep again
, so that nobody trips over it
, since {person} found out about it
, since it bothers me
, which is long overdue
, it has been wrong since {day}
, sorry that this comes so late
, my mistake
, that one is urgent
, that is the important one
, you can't miss it
, I keep forgetting it
, {place} is waiting for it
, it's for {person}
, nothing else there changes
, the rest of it stays as it is
 (sorry)
 (for {person})
 ({person}'s idea, not mine)
 (that was agreed on {day})
 (my own fault)
 (the rest stays)
 (it's for the people in {place})
 (easy)
 - {person} noticed it
 - that's what {person} wrote on {day}
 - I always forget that
 - a must for {place}
 - nothing more
""")
CONTEXTS = rows("""
{person} goes on holiday on {day}, and this has to be ready before.
We are moving to {place}, so a lot changes.
I come from a call with {person} and have a few notes for you.
{person} looked through the folder and found some things.
There is a visit from {place} on {day} and I want this folder tidy.
Nobody has cared for this folder since {person} left.
My notes from {day}, all still open.
I had a bad night, so I let you do this.
The handover to {person} is on {day}.
I wrote these on a napkin and don't want to lose them.
{person} in {place} needs all this by {day}.
It's the end of the month and this is what is still open.
Good morning, here is what is on my desk.
I should have done this on {day}.
Everything below comes from {person}'s mail.
My train leaves soon, so over to you.
{person} will check this tomorrow.
We had a long talk about this folder in {place}.
Before I forget it again.
Here is the rest of {day}'s work.
Our club in {place} has changed a few things.
{person} asked me on the stairs, and I said yes to everything.
It isn't much, but it must all be done.
The auditors come on {day}.
I can only type with one hand today, so be patient.
This is small stuff that has piled up.
Coffee first for me, work for you.
The new colleague, {person}, starts on {day}.
""")
INTROS = rows("""
this is what I need
here is what has to happen
these things are open
a few jobs for you
some errands for you
work for you
what I would like to have done
today's chores
this needs doing
there are {count} things to do
I have {count} wishes
{count} things
{count} small jobs
{count} errands, in this order
{count} steps, one after the other
do this in the given order
I'd like these {count} done
can you take care of these {count}
would you do the following for me
please do these one by one
do all of these
the order matters here
what's left
to be done
get these out of the way
""")
LISTS = rows("""
make todos for these and then do them
make a todo for each of these and work through them
make {count} todos from this and do them
write {count} todos and then do them
write down todos for the following and go through them
write a todo list for this and finish it
write these down as todos first, then start
use your todo list for these {count} things
use your todo list and do these in order
use the todo list, I want to watch
put these on your todo list and then do them all
put all {count} on a list, then begin
keep a todo list while you do these {count} jobs
keep a checklist for this
keep track of these in a list
plan this with todos and carry it out
plan first with a list, then do it
list the steps first, then take them one by one
list these {count} steps and tick each one when it is done
track these with your todos
I want a todo list for these {count} errands, kept up to date
I want to see a checklist for this and every box ticked
I'd like a list of todos for this, and then all of it done
I need these done, with a todo list please
with todos please
todos for this please, then do them
todo list first, work second
as a todo list, and then get going
turn these into todos and do them
turn this into a list and work it off
note these on your list and tick them off one at a time
note the steps before you start
here are {count} items for your todo list, do them as well
for your todo list, to be done now
start with a todo list of these, then do what it says
start by listing these as todos
break this into todos and do each
a checklist with these {count} points please, and do them
could you keep a list of todos for this
could you put this on your todo list and get it done
would you list these as steps and then do them
set up a todo list for the {count} of them, then do them
take these as your todos
let the todo list show how far you are with these
let me follow along on your todo list
go through these with a todo list
tick these off as you go
organise this with your list
check these off one by one in your todo list
""")
LISTS_BEHIND = rows("""
Keep a todo list for it.
Please use your todo list.
Use the todo list for that.
Write todos for it first.
Make todos for them first.
Make a list of these before you start.
With a todo list, please.
Track it with todos.
Put these on your todo list first.
I want to see the list while you work.
Tick off each one when it's done.
Tick them off in your list one by one.
Keep the list up to date while you work.
List the steps first, please.
One todo for each.
A todo for each of them would help me.
Please write down the steps before you begin.
Show me a checklist of it.
Note the steps, then do them.
Do it with todos so that I can follow.
And keep track of it on your list.
Make it a checklist.
Can I see this as todos?
Plan it as todos and then go.
Please show the steps as a list while you're at it.
I'd like to have todos for this.
""")
LEAVE_OPEN = rows("""
Do the first one, then stop and wait.
Please do only the first, I'll come back for the others.
Only the first one is urgent, so only that now.
I only need the first one today.
The first one right away, the others wait for my word.
Just do number one at first.
Do step 1 now, nothing more.
Stop when the first one is done.
Only start with the first, {person} must see it before you go on.
Wait after the first one.
No more than the first one until I'm back.
One for now: the first.
First one only, please.
Do only the first one for now.
For now only the first, the others later.
Only do the first one yet.
Stop after the first one, please.
Just the first one now, I'll tell you when to go on.
Begin with the first and then wait for me.
Do number one and wait.
After the first one you stop, I have to look at it.
The first one now, the rest when I say so.
Don't do more than the first one yet.
Start with the first, but not more than that for the moment.
Only number one today.
""")
ONLY_PLAN = rows("""
Only write the list now.
The list is all I want for the moment.
Do nothing but the list.
{person} has to see the list before you do anything.
Just list them, the work comes later.
Leave the files as they are for now.
Hold the work until I've seen the list.
Don't touch anything before I say so.
I only want to see the list at first.
No step is to be done before I tell you.
List only, no work.
The work itself can wait, I only want the list.
Please do none of them yet.
Don't do any of it yet, only write the list.
Only the list for now, I'll say when.
Just write them down, do nothing yet.
Do not start yet.
Don't start before I tell you.
No work yet, only the todos.
Only plan it, please, I'd like to look at the list first.
Just the list, I have to ask somebody before we start.
Nothing is to be done yet, only noted.
Wait with the work until I say go.
""")
GO_ALL = rows("""
{person} agrees, you can start
I looked at the list, do all of it
yes, all of it please
that's the right list, do it
please carry it out now
begin now, and do everything on it
time to work, do it all
I say go
ready? go
do what the list says
carry out the whole list
run through all of it now
good list, please do all of it
now get it all done
start now and don't stop before the end
everything on the list, please
so, do them all
you have my go for the whole list
go
ok, go
now do them
start
you can start now
go ahead
do it all now
all right, do them
okay, begin
looks good, do all of them
fine, do everything
yes, go through with it
the list is good, start
now the work itself
now work through the list
go on then
do the whole list
""")
GO_REST = rows("""
finish it
finish the others too
please get the rest done
you may finish now
ok go on until everything is ticked
work off what is still open
I'm back, do the others
thanks, and now everything that is left
do all that is still open
let's finish this
complete the list
no more waiting, do the others
all the others now
looks right to me, carry on to the end
{person} says it's fine, so do the rest
that was fine, the rest can follow
you can tick off the rest as well
please continue to the end of the list
resume
go on
now the rest
do the rest
and now the others
continue
carry on
ok, the rest too
looks good, go on
go on with the others
you can do the others now
now finish the list
please finish what is left
do what is left on the list
good, do the remaining ones
fine. the others now please
all that is left, please
I had a look, you may go on
keep going
and the rest of them
""")
GO_NEXT = rows("""
the next one, then we'll see
go one step further
one step further, please
one step on, no more
do one more and stop
let's do one more
next on the list, then wait for me
now the one that comes next, only that
only one more for the moment
what comes next, do that, and stop there
continue with one more
do whatever is next, but just that
please take the next todo, only that one
tick off one more
I have time for one more, then stop
do the first open one
now do the first that is not ticked, no more
one at a time: the next
only the next one now
do the next one, then stop again
just the next one please
next one, no more than that
the next one
one more of them, then wait
now do the next on the list and wait
take the next one only
""")
SKIP = rows("""
forget about what is left
no need for the rest
we'll leave it at that, take the others off the list
the others have become useless, drop them
stop, I don't want the others any more
end of the list, leave out what is not done
strike everything that is not done
take everything that is left off the list
please remove all that is still open from the list
{person} did the others already, so leave them out
all that is open can go from the list
plans have changed, drop what is left
clear the list of what is not done
the rest has to wait for next year, off the list with it
I need nothing more of this, leave the others
let the rest be
leave the rest
leave the rest, I changed my mind
leave the others out
forget the rest
the rest is not needed any more
skip the rest
drop the rest
drop the others from the list
never mind the others
that's enough, leave what is left
no more of it, we stop here
stop here, the rest will not be done
we can do without the others
give up the rest of the list
the remaining ones are off
don't do the others
cancel what is left
{person} does the rest, take it off your list
I'll do the others myself
that will do, the others can be dropped
""")
HOW_MANY_DONE = rows("""
how many of these have you done so far?
how many steps are done by now
how many are ticked off?
how much of the list is done
how much of it have you got behind you?
what's the state of the list?
what does your list say, how many are done
can you tell me how far you are
could you tell me how many are done?
tell me how many are finished
give me the number of done ones
how many ticks are there
count the finished ones for me
is the list finished?
have you done all of it?
so how far are we?
{person} asks how many of them are done
any progress?
progress?
how many are done?
how many of them are done
how far are you?
how far did you get
how many have you done?
how many todos are ticked
how many have you finished by now?
what's the count, how many done?
how many of the steps are behind you
status?
how does the list stand
where are we with the list?
how many are ready
number of finished ones?
did you get all of it done?
are all of them done
is everything on the list done?
is it all done now
""")
WHAT_IS_LEFT = rows("""
what's still to do?
what's not done yet
what have you not done yet?
which steps are open
which steps are still to come?
which ones are missing
are there any left?
did you leave anything open?
is there something you haven't done yet
what is there still to be ticked?
tell me which ones are still open
list what is left
could you say what is still open
{person} asks what is left
what remains?
what comes now, what is still on the list?
any left?
show me the open ones
what is left?
what's left
what is still open?
which ones are still open
which of them are not done yet?
what remains to be done
what do you still have to do?
is anything left?
is there anything left to do
is anything still open
what's missing on the list?
which are left
what else is on the list
anything open?
which todos are not ticked?
remind me what is left
tell me what is not done yet
""")
MORE = rows("""
please add and do this as well: {step}
it's not the end of the list yet: {step}
and one for the list, right away: {step}
list this too and get it done: {step}
there is another one, put it down and do it: {step}
the next todo for you: {step}
I have another todo for you: {step}
sorry, one more for your list: {step}
can you add this to the list and do it? {step}
{person} just called, another todo: {step}
make it one more: {step}
make another todo of this and do it: {step}
one more: {step}
one more thing: {step}
one more thing for the list: {step}
another one for your list: {step}
another step: {step}
add one to the list: {step}
add this to your todos and do it: {step}
put this on the list too and do it: {step}
please put one more on your list and do it too: {step}
ah, and this belongs on the list as well: {step}
I forgot one, it goes on the list: {step}
a last one for the list: {step}
the list is one short: {step}
and a new todo: {step}
new item for the list: {step}
{person} has another one for the list: {step}
there's one more todo: {step}
extend the list by this and do it: {step}
this came in late, put it on the list: {step}
oh, and on the same list: {step}
""")
WHICH = rows("""
number {n}
number {n}
no. {n}
#{n}
step {n}
point {n}
item {n}
todo {n}
the {nth}
the {nth} one
the {nth} step
the {nth} todo
the {nth} point
""")
WHICH_FILE = rows("""
the one with {file}
the one about {file}
the one for {file}
the one that has to do with {file}
the step with {file}
the step about {file}
the todo with {file}
what concerns {file}
the thing with {file}
""")
PICK = rows("""
do {which} now, the others can wait
do {which} first, then wait
do {which} and stop again
do {which} now
only {which} for now
only {which} please
just {which} now
take {which} now and no other
now {which}, nothing else
next I need {which}
{which} is urgent, do that now and then wait
{which} has to be done now, the others later
{which} now, please
I'd like {which} to be done now, only that
could you do {which} now
can you take {which} first? then stop
please do {which}, {person} waits for it
start with {which}, the others come later
go for {which}, leave the others where they are
{person} needs {which} at once, only that one
let's have {which} now
never mind the order, do {which} now
""")
DROP = rows("""
leave out {which}
leave {which} out
drop {which}
drop {which} from the list
take {which} off the list
take {which} off your list, {person} did it already
strike {which}
strike {which} from your list
cross out {which}, I don't want it any more
delete {which} from the todos
remove {which} from your todos
forget {which}
skip {which}
{which} is not needed any more
{which} can be left out
{which} is off
{which} must not be done
please leave {which} out, it was a mistake
don't do {which}, take it off the list
we don't need {which} after all
I changed my mind about {which}, take it off the list
{person} says {which} is wrong, off the list with it
no, not {which}, the list should be without it
could you take {which} out of the list
""")
LISTS_FIRST = rows("""
make todos for these
make a todo for each of these
make {count} todos from this
make a todo list of these
write {count} todos for me
write down todos for the following
write a todo list for this
write these down as todos
use your todo list for these {count} things
put these on your todo list
put all {count} on a list
plan this with todos
list these {count} steps
list these as todos
list the steps of this
track these with your todos
I want a todo list for these {count} errands
I'd like to have a list of todos for this
I need these on a list
a todo list for this please
todos for this please
turn these into todos
turn this into a list
note these on your list
note down these steps
here are {count} items for your todo list
for your todo list
a checklist with these {count} points please
could you put this on your todo list
would you list these as steps
set up a todo list for the {count} of them
take these as your todos
break this into todos
new todos for you
these go on the todo list
""")
LATER = rows("""
todo for later: {step}
later, but on the list: {step}
write down one more, do it when I tell you: {step}
keep this on the list for now: {step}
I thought of another one, just write it down: {step}
put it behind the others and leave it for now: {step}
not now, but please note it on the list: {step}
add a todo and leave it open: {step}
add one to the list for later: {step}
add this at the end of the list, it has time: {step}
put one more on the list, don't do it yet: {step}
put this on the list too, but only note it: {step}
one more for the list, to be done later: {step}
one more todo, only write it down for now: {step}
write this down as well, for later: {step}
note one more, no work yet: {step}
only for the list, not for now: {step}
for the end of the list, wait with it: {step}
the list gets longer, I'll say when: {step}
another one to be noted, not done: {step}
another todo, it can wait: {step}
{person} wants one more on the list, there is no hurry: {step}
at the end of the list, when I say so: {step}
before I forget it, add this to the list and wait: {step}
please also note the following, do nothing yet: {step}
could you add this to your todos, just add it: {step}
this goes on the list as the last one, don't start it: {step}
hold on, one is missing on the list, just add it: {step}
""")
