"""How people have something counted, sorted, added up, saved or moved."""

from __future__ import annotations

from tools.pocket.tell import rows
from tools.pocket.visited import tables

LEVELS = {
    "ERROR": ["errors", "error", "mistakes"],
    "WARNING": ["warnings", "warning"],
    "INFO": ["infos", "information lines"],
    "DEBUG": ["debug lines", "debugging messages"],
    "failed": ["failures", "failure"],
    "retry": ["retries", "repeated tries"],
}
"""What stands in logs, and what people say for it."""
SAID = {
    "price": "cost",
    "amount": "quantity",
    "weight": "mass",
    "seats": "places",
    "speed": "velocity",
    "stock": "supply",
}
"""Other words for columns."""

COUNTED = tables("""
== lines
=[my printer has paper for 40 lines|the form takes 60 lines|our limit is 80 lines]. How many does {file} have
=the boss asked for the length of {file}. I mean the number of lines
=somebody sent me {file}, how many lines did I get
let wc tell how many lines are in {file}
=don't show {file}, just count its lines
=how many lines [are there in|are in|does] {file}[| have]
count the lines [in|of] {file}
=how long is {file}, in lines
[I'd like|I need] the number of lines in {file}
tell me how many lines {file} [has|consists of|is made of]
={file}: number of lines
=number of lines in {file}, please
=what is the line count of {file}
=I wonder how many lines {file} has by now
=somebody asked me how many lines there are in {file}
=my colleague says there's a line missing in {file}. How many are there?
find out how many lines {file} has
=can you count the lines of {file} for me
=is {file} long? In lines, I mean
line count of {file}
=before I print {file}: how many lines is it
=wc for {file}, only lines
=lines in {file}, how many?
check with wc how many lines {file} has
== words
=[the teacher wants|the editor allows] 300 words. How many has {file}
=don't show {file}, just count its words
=not the lines, the words of {file}: how many
wc the words of {file}
=the translator charges by the word, so how many are in {file}
=how many words are [there |]in {file}
count the words [in|of] {file}
tell me how many words {file} has
[I'd like|I need] the number of words in {file}
={file}: number of words
=word count of {file}, please
=I'm paid by the word. How many are there in {file}?
=what is the word count of {file}
=can you count the words of {file} for me, not the lines
=words in {file}, how many?
find out how many words there are in {file}
=the limit is given in words. How many does {file} have?
=I have to know how many words stand in {file}
let wc count the words of {file}
=wc for {file}, only words
== bytes
=will {file} fit? Its size in bytes, please
=don't guess, measure {file} in bytes
=what does {file} weigh, in bytes
=the mail allows few bytes. How many are in {file}
=how [big|large] is {file} in bytes
=what is the size of {file} in bytes
tell me the size of {file}, in bytes
=how many bytes does {file} have
={file}: size in bytes
count the bytes of {file}
=I need to know how many bytes {file} takes
=bytes in {file}, how many?
=my stick is almost full. How many bytes does {file} need?
=the upload has a limit in bytes. What does {file} come to?
find out how many bytes {file} is
=wc for {file}, only bytes
== with
=don't show the lines, only tell how many of {file} have {word}
=[my teacher|my wife|the auditor|our customer] asks how many lines of {file} say {word}
count in {file} the lines that have {word}
=the lines of {file} that have {word}: just the count
=in how many lines of {file} [is there|do we have|does it say] {word}
count the lines [with|that have|that contain] {word} in {file}
=how many lines of {file} [mention|contain|have|say] {word}
tell me how many lines in {file} have {word} in them
={file}: number of lines with {word}
=lines with {word} in {file}, how many?
=I need the number of {word} lines in {file}
=how many times do we have a line with {word} in {file}
let grep count {word} in {file}
=I've a feeling that {word} is in too many lines of {file}. How many?
=can you count how many lines in {file} say {word}
=grep count for {word} in {file}, please
find out how many lines there are with {word} in {file}
=only lines with {word} interest me. How many does {file} have?
== everywhere
=I want to know how much is left to do: count {word} over all files
=don't list them, just count each {word} in this folder and all below
=how many {word} have we, in all files and folders
=how often does {word} occur in all the files [here|together]
count every {word} in all files, subfolders too
=how many times is {word} written in this folder and below
=in all our files together, how often is there a {word}
=each {word} anywhere, please count them
=number of {word} over all files
=how many {word} are left in the whole project, several in one line count as several
count all occurrences of {word} below this folder
tell me how often {word} stands in any of the files, folders included
=I want no {word} left by Friday. How many are there in all files?
=total of {word} everywhere here
grep all files for {word} and count the occurrences
== entries
=did all files arrive in {folder}? How many are there
=don't name them, just count the files of {folder}
count with ls what's in {folder}
=there should be five files in {folder}. How many are there really
=how many [files|things] are in the folder {folder}
count the files in {folder}
=how many files does {folder} have
=number of files in {folder}
tell me how many files lie in {folder}
=the folder {folder} looks full. How many files is that?
=what's the count of files in {folder}
={folder}: how many files?
=I need to know how many files there are in {folder}
find out how many files are inside {folder}
=files in {folder}, count them
== kind
=don't list them, just count the {ending} files in all folders
=my {ending} files, however deep they lie: how many
=the archive wants to know how many {ending} files we have, subfolders included
=how many {ending} files are there, [subfolders included|in subfolders too|at any depth]
count [all|the] {ending} files here and below
=number of {ending} files, wherever they lie
tell me how many files end in {ending}, in all folders
=how many files with the ending {ending} do we have altogether
=I need the number of {ending} files in this folder and those inside it
=files ending in {ending}: how many, all folders
=what's the count of {ending} files in the whole tree
let find count the {ending} files
== paths
show [me |]the paths of all {ending} files, with find
=use find: which files end in {ending}
=list every {ending} file by find, in order please
=find, then sort: all paths that end in {ending}
let find give me the {ending} files, sorted
=I want the {ending} files of all folders, found by find and sorted
== biggest
=I must make room in {folder}. Which file is the biggest there
=what's the heaviest file in {folder}
only the name of the largest file in {folder}
=one file in {folder} is bigger than all others. Which?
=which file in {folder} is the [largest|biggest]
=what takes the most space in {folder}
tell me the [largest|biggest] file of {folder}
=the folder {folder} needs too much room. Which file is the biggest?
={folder}: largest file
=name of the biggest file in {folder}, please
find the file with the most bytes in {folder}
=I can delete one file in {folder}. Which is the largest?
== sorted
=I want to check {file} in order, from a to z. Leave the file as it is
=only for reading: {file} in alphabetical order
=would you sort {file} for me? On the screen, the file stays
list the lines of {file} alphabetically
sort {file} and show it
=can you show me {file} sorted, without changing it
=the lines of {file} in alphabetical order, please
=I'd like to see {file} from a to z
show {file} in alphabetical order
={file}, sorted, on the screen only
print {file} sorted by the alphabet
=how does {file} look when it's sorted? Don't change the file
== reversed
=only for reading: {file} from z to a
list the lines of {file} in reverse alphabetical order
=would you sort {file} backwards for me? On the screen
=turn the alphabet round and show me {file} so
show {file} sorted backwards, from z to a
=the lines of {file} from z to a, please
sort {file} in reverse and show it
=I'd like to see {file} in reverse alphabetical order
={file}, sorted from z down to a, on the screen only
== rising
sort {file} by number and show it
=only for reading: the numbers of {file}, smallest first
=would you put the numbers of {file} in order? On the screen, the file stays
list the numbers in {file} from the smallest to the largest
=which numbers are in {file}, in rising order
=from low to high, the numbers of {file}
sort the numbers of {file} by size and show them
=the numbers in {file} from small to large, please
=I'd like to see {file} in numerical order
show {file} sorted as numbers
={file} sorted by number, smallest first
== highest
=how high do the numbers in {file} go
=of all the numbers in {file}, which one is on top
=the record in {file}, I mean the largest number
=nobody gets past one number in {file}. Which is the maximum?
get the maximum from {file}
=what is the [largest|highest|biggest] number in {file}
tell me the maximum of {file}
=which number in {file} is the largest
={file}: largest number
=the biggest number of {file}, please
find the highest of the numbers in {file}
=I need the maximum out of {file}
== lowest
=how low do the numbers in {file} go
=of all the numbers in {file}, which one is at the bottom
=what's the least number in {file}
get the minimum from {file}
=the lowest number written in {file}, please
=what is the [smallest|lowest] number in {file}
tell me the minimum of {file}
=which number in {file} is the smallest
={file}: smallest number
=the smallest number of {file}, please
find the lowest of the numbers in {file}
=I need the minimum out of {file}
== total
=all the numbers in {file} together, what's that
=what does it make if one adds up {file}
=I have to pay what is in {file}, all together. How much?
get the total of {file}
=my pocket calculator is broken. What's the sum of the numbers in {file}
let awk add up {file}
=what do the numbers in {file} add up to
add up the numbers in {file}
=what's the sum of {file}
={file}: sum of all numbers
=the total of the numbers in {file}, please
=I need to know what {file} comes to in total
sum up {file}
== distinct
=how many lines of {file} are really different
=each line of {file} counts once. How many are there
=leave repetitions out: how many lines has {file}
count the unique lines of {file}
=how many different lines does {file} have
count the lines of {file}, each only once
=how many lines are in {file} if doubles count once
={file}: number of different lines
=there are doubles in {file}. How many lines are left without them?
tell me how many distinct lines there are in {file}
== once
=leave repetitions out and show {file} sorted
list the unique lines of {file}
=which lines are in {file}? Each just once, sorted
=strip the doubles from {file} and show the rest in order, don't save it
show the lines of {file}, each only once and sorted
=which different lines are in {file}, sorted
={file} without doubles, sorted, on the screen only
=I'd like to see what's in {file} with nothing twice, in order
== twice
=who or what is in {file} several times
list the repeated lines of {file}
=have I entered anything doubly in {file}
=show only those lines of {file} that come again
=my list {file} has repetitions. Which lines are they
=which lines of {file} are there more than once
show me the doubles in {file}
=is anything twice in {file}? What?
={file}: which lines come repeatedly
=I believe I wrote something down twice in {file}. What is it?
find the duplicate lines of {file}
tell me what occurs more than once in {file}
== frequent
=what's on top in {file} if one counts each line
=the favourite in {file}: which line comes most, how many times
find the most frequent line in {file} and how often it comes
=count each line of {file} and show me the winner
=which line of {file} is the most frequent, and how often is it there
=what comes most often in {file}? With the number, please
show the most common line of {file} with its count
={file}: most frequent line and its count
=I want to know what stands most often in {file}, counted
== head
show the first {n} lines of {file} with head
=head of {file}, {n} lines
let me see the top {n} lines of {file}, by head
=use head on {file} for {n} lines
print {n} lines of {file} from the top, head will do
== tail
show the last {n} lines of {file} with tail
=tail of {file}, {n} lines
let me see the final {n} lines of {file}, by tail
=use tail on {file} for {n} lines
print {n} lines of {file} from the end, tail will do
== column
=my accountant wants the sum of {name} in {file}
let awk total the {name} in {file}
={name}, all rows of {file} together
=how much is it altogether, {name} in {file}
=the numbers under {name} in {file}: their sum, please
=if you add up all {name} in {file}, what do you get
=what is the sum of the column {name} in {file}
add up the {name} in {file}
=what does the {name} of {file} come to in total
={file}: sum of {name}
=total {name} in {file}, please
=I need all the {name} of {file} added up
tell me what the {name} in {file} add up to
=for the report I need the total of {name} from {file}
=the {name} column of {file}, summed up
sum the {name} in {file} with awk
=put together, how much {name} is in {file}
== part
=leave out all but {word} and add up {name} in {file}
=my accountant wants only {word}: the sum of {name} in {file}
let awk total the {name} for {word} in {file}
={word} alone, what's its {name} in {file} together
=just the rows with {word} in {file}, their {name} added up
=what is the sum of the {name} in {file} for {word} only
add up the {name} of {word} in {file}
=how much {name} do the {word} rows of {file} have in total
={file}: sum of {name}, only {word}
=total {name} of {word} in {file}, please
=only {word} counts: add up its {name} in {file}
=the others don't matter. What do the {name} of {word} come to in {file}?
== top
find the row in {file} with the biggest {name}
=the winner by {name} in {file}, all of the row
=nothing beats one row of {file} in {name}. Show it
=which line of {file} leads by {name}
=which row of {file} has the [most|highest] {name}
show me the row with the largest {name} in {file}
={file}: row with the most {name}
=who is on top in {file} by {name}? Show the whole row
=I need the row of {file} where {name} is highest
== save_sorted
=I need {file} sorted, in a file of its own called {new}
sort {file}, the result goes to {new}
=make {new} out of {file}: same lines, in alphabetical order
={file} stays as it is, {new} gets its lines sorted
sort {file} into {new}
=a sorted copy of {file}, as {new} please
=put the lines of {file} in order and save that as {new}, leave {file} alone
save {file} sorted as {new}
write the sorted lines of {file} into a new file {new}
== save_once
save {file} without doubles, sorted, as {new}
=a copy of {file} with each line only once and sorted, as {new}
=put every different line of {file} into {new}, sorted
== save_with
=make {new} out of the lines of {file} that have {word}
={new} should hold just the {word} lines of {file}
=collect in {new} what {file} says with {word}
filter {file} for {word} and keep that as {new}
put the lines with {word} from {file} into {new}
save all lines of {file} that have {word} as {new}
=a new file {new} with the {word} lines of {file}, please
=everything in {file} that says {word} should go into {new} as well
grep {word} in {file} and save that as {new}
== save_head
=make {new} out of the first {n} lines of {file}
={new} gets the top {n} lines of {file}
=I only need the beginning of {file}, {n} lines, as {new}
put the first {n} lines of {file} into {new}
save the top {n} lines of {file} as {new}
=a new file {new} with the first {n} lines of {file}, please
== save_tail
=make {new} out of the last {n} lines of {file}
={new} gets the final {n} lines of {file}
=I only need the end of {file}, {n} lines, as {new}
put the last {n} lines of {file} into {new}
save the final {n} lines of {file} as {new}
=a new file {new} with the last {n} lines of {file}, please
== folder
=I'm going to sort my files, so I need a folder {new}
mkdir {new}, please
=open up a new directory for me, {new}
=please make room: a folder named {new}
make a folder {new}
=i need a new folder called {new}
create the folder {new}, please
=there should be a folder {new}
add an empty directory named {new}
=set up {new} as a folder, I'll fill it later
== into
={file} lies around here, it should go to {folder}
=tidy {file} away into {folder}
=I'd like to have {file} in {folder} and not here
send {file} to the folder {folder}
move {file} into {folder}
put {file} into the folder {folder}
={file} belongs into {folder}
=can you move {file} to the folder {folder}
=please tidy up: {file} should lie in {folder}
shift {file} to {folder}, same name
== rename
=I've a better name for {file}: {new}
={new} instead of {file}, as the name of the file
=please change the name of {file}, it will be {new}
let {file} be named {new}
rename {file} to {new}
={file} should be called {new} from now on
give {file} the name {new}
=the name is wrong: {file} must be {new}
call {file} {new} in future
== copy
=before I spoil {file}, keep a copy as {new}
={new} should have the same in it as {file}
=I want to keep {file} and have it a second time as {new}
back up {file} under the name {new}
copy {file} to {new}
make a copy of {file} called {new}
=I want to try something out, so copy {file} to {new} first
={file} twice, please: the second one as {new}
duplicate {file} as {new}
== delete
=I've printed {file}, so delete it here
=nobody reads {file}. Away with it
=please tidy up: {file} goes, all others stay
=wipe {file} from the disk
delete {file}
={file} can go
remove {file}, please
=I don't need {file} any more, delete it
throw {file} away
=we have no use for {file} now, get rid of it
erase {file}
=please remove {file} and nothing else
""")

COUNTED["level"] = rows("""
=how many {word} are [there |]in {file}
count the {word} in {file}
={file}: number of {word}
=how often do we have {word} in {file}
tell me how many {word} {file} has
=were there many {word}? Count them in {file}, please
=I need the number of {word} from {file}
=our boss wants to know how many {word} there are in {file}
=how many of the lines of {file} are {word}
find out how many {word} {file} has, without looking at other files
=has {file} any {word}? How many?
=number of {word} in {file}, please
""")
ASKED_SHORT = tables("""
== lines
=and how many lines is that
=how many lines does it have
=and the lines?
=its number of lines, too
=lines as well, please
=how long is it, in lines
=now count its lines
=same file, number of lines
== words
=and how many words
=how many words does it have
=and the words?
=its number of words, too
=words as well, please
=now count its words
=same file, but words
== bytes
=and in bytes
=how many bytes does it have
=its size in bytes, too
=and how big is it, in bytes
=same file, size in bytes
== with
=and how many lines with {word}
=how many of its lines have {word}
=how many lines there say {word}
=and {word}? how many lines
=same file, lines with {word}
=now only those with {word}, how many
== head
=show its first {n} lines with head
=and the head of it, {n} lines
== tail
=show its last {n} lines with tail
=and the tail of it, {n} lines
== sorted
=now sort it, on the screen
=and sorted by the alphabet
=show it sorted
== twice
=which of its lines are there more than once
=is anything in it twice? what
== distinct
=how many different lines does it have
=and how many if doubles count once
== total
=and what do they add up to
=the sum of them, too
=add them all up, too
== highest
=and the largest of them
=the highest number in it, please
== lowest
=and the smallest of them
=the lowest number in it, please
== delete
=delete it now
=it can go, delete it
== copy
=make a copy of it called {new}
=copy it to {new}
== rename
=rename it to {new}
=call it {new} from now on
""")
"""Where the file is that of the turn before."""
