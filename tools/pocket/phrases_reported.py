"""How people have scripts, tests and targets run, and what of it they want to know."""

from __future__ import annotations

from tools.pocket.tell import rows
from tools.pocket.visited import tables

LABELS = [
    [word.strip() for word in row.split("|")]
    for row in rows("""
total | total paid | total open
read | unread | reread
rows | rows kept | rows dropped
guests | guest rooms | late guests
tasks | tasks done | open tasks
hours | hours off | extra hours
price | price before tax | old price
files | big files | files skipped
weight | net weight | weight of the box
users | active users | users gone
orders | open orders | orders sent
mean | mean of May | mean deviation
lowest | second lowest | lowest yesterday
litres | litres left | litres a day
seats | free seats | seats sold
votes | votes against | invalid votes
tests | tests passed | tests skipped
steps | steps left | steps back
pages | blank pages | pages read
mails | mails sent | mails lost
parcels | heavy parcels | parcels returned
score | best score | score of the rival
""")
]
"""What scripts print numbers for."""
REPORTED = tables("""
== value
run {run} and tell me the {label}
=what {label} does {run} print
=I only need the {label} from {run}
=what is the {label}, as {run} has it
run {run}. Of its output I only want the {label}
=the {label} according to {run}, please
={run}: {label}?
start {run} and give me nothing but the {label}
=what does {run} say for the {label}
=could you run {run} and read the {label} to me
=never mind the rest, I want the {label} that {run} prints
let {run} compute and tell me the {label}
=somebody asks for the {label}. {run} prints it
=out of all that {run} prints, what's the {label}
execute {run} and pick out the {label}
=my colleague needs the {label}, which {run} knows
=please run {run}, I have to enter the {label} somewhere
=which number does {run} give for the {label}
== last
=the result is what {run} prints at the very end. What is it
=run {run}, I only care about its last line
run {run} and tell me its last line
=what's the last line that {run} prints
=I only want the last line of {run}'s output
={run}: last line of the output?
run {run}. The last line is enough for me
=with which line does the output of {run} end
start {run} and repeat only the line at the end
== first
=the headline is what {run} prints first. What is it
=run {run}, I only care about its first line
run {run} and tell me its first line
=what's the first line that {run} prints
=I only want the first line of {run}'s output
={run}: first line of the output?
run {run}. The first line is enough for me
=with which line does the output of {run} begin
start {run} and repeat only the line at the top
== code
=the caller wants to know the exit code of {run}. What is it
=don't show what {run} prints, just its exit status
=what does the shell get back from {run}, which code
=with which exit code does {run} end
run {run} and tell me the exit code, nothing else
=what exit status does {run} give
={run}: exit code?
=I only need the exit code of {run}
start {run}. What code does it end with?
=the exit code of {run}, please
find out the exit status of {run}
=our cron job looks at the exit code of {run}. What is it?
let {run} run and give me the number that it exits with
== works
=I've just written {run}. Does it work
=don't touch {run}, but tell me whether it runs without an error
=my colleague says {run} is fine. Run it, is that so
give {run} a try. Does it go well
=does {run} work
=does {run} run through
check whether {run} succeeds, please
=is {run} all right? Run it
run {run} and tell me whether it works
=I hope that {run} works. Does it?
=can {run} be run without an error
=is anything wrong with {run}? Change nothing
try {run} and tell me if it fails, I'll repair it myself
=they say {run} is broken. Is it?
== error
=I broke {run}, I think. What's the error? I'll find the place myself
=run {run}, it will fail. I need the message word for word
=for the ticket I need the error that {run} gives
run {run}, leave it as it is and copy me the error
run {run} and tell me the error, I will repair it myself
=what error does {run} end with? Don't fix it
=which error message does {run} give
run {run} and quote the error, change nothing
={run}: error message?
=something's wrong with {run}. What does it complain about? Hands off the code
=the error of {run}, please, only the message
=I'd like to see the error that {run} raises before I mend it
=tell me only what {run} fails with, leave the file as it is
=what's the last thing {run} says before it dies
== type
=for the ticket I need the name of the exception that {run} raises
=I have to catch the error of {run}. What is its class
run {run}: which exception is it, without its text
=which type of error does {run} raise
=what kind of error does {run} end with, only its name
run {run} and tell me the type of its error, no message
={run}: name of the exception?
=name the exception of {run}, leave it unrepaired
=the class of the error that {run} raises, please
== place
=run {run} and show me where it breaks, only the line number
=I want to put a breakpoint where {run} fails. Which line
=in which line does {run} fail
run {run} and tell me the line number of the error, I'll look at it myself
={run}: line of the error?
=where in {run} does the error come up, which line
=what is the number of the line on which {run} breaks? Don't mend it
find out by running {run} which of its lines fails
== pass
=before I commit: do the tests of {run} pass
=don't repair anything, just say whether the tests in {run} pass
run {run} by unittest and say if all is well
=do the tests in {run} pass
run the tests of {run} and tell me whether they pass
=are the tests in {run} green
run {run}'s tests. All good?
=do all tests pass in {run}? Change nothing
check with unittest whether {run} is fine
={run}: do the tests pass?
=I changed something. Do the tests in {run} still pass?
=how do the tests of {run} look
let unittest run {run}. Passed or not?
== number
=how many tests are run in {run}
run the tests of {run} and tell me how many there are
={run}: number of tests, run them
=how many tests does unittest find in {run}
run {run} with unittest. How many tests ran?
=I need the number of tests that run in {run}, and whether they pass
=count the tests of {run} by running them
== name
=I'll repair it myself, but which test of {run} fails
run the tests in {run}: what's the name of the broken one
=which test in {run} fails
run the tests of {run} and name the one that fails
=the name of the failing test in {run}, please, I'll look after it
={run}: which test fails?
=one of the tests in {run} fails. Which one is it? Don't mend anything
run unittest on {run}. Only the name of the test that breaks
=what is the failing test of {run} called
tell me which test of {run} is red
== why
=why does a test in {run} fail? Only the message
run the tests of {run} and quote the assertion that fails
={run}: what does the failing test say?
=what is the AssertionError in {run}, I'll see to it myself
run {run}'s tests and tell me what was expected and what came
=the message of the failing test in {run}, please. Leave the code alone
== with
run {run} with {a}
=what does {run} print for {a}
=start {run} with {a} as the argument
={run} {a}
=give {a} to {run} and tell me what comes out
=how does {run} answer to {a}
let {run} run with the argument {a}
=I'd like to see {run} with {a}
execute {run}, argument {a}
=try {a} in {run}
=now {run} for {a}
pass {a} to {run}
== used
run {run} for {a}
=what does {run} give for {a}
={run}: {a}, please
=I need {run} with {a}
=let {run} do it for {a}
start {run}, it's about {a}
=see how {run} is used, then do it with {a}
=can you call {run} for {a}
=put {a} into {run}, in the right order
=the arguments of {run} are in its first lines. Mine: {a}
== env
run {run} with {name} set to {a}
=what does {run} print if {name} is {a}
={run} with {name}={a}
set {name} to {a} and run {run}
=with {a} as {name} in the environment, what does {run} say
run {run} once more, with {name} being {a}
=start {run}, {name} should be {a}
=let {name} be {a} when you run {run}
=the variable {name} as {a}, then {run}, please
== meant
run {run} with the {name} {a}
=what does {run} print if the {name} is {a}
run {run}, but the {name} should be {a} this time
=start {run} with {a} as the {name}
={run} with {a} for the {name}, please
=there's a variable for the {name} in {run}. Set it to {a} and run it
=I want to see {run} with another {name}: {a}
== make
=please call make for {target}
=build target {target}, with make
=I'd like you to run make for the target {target}
make {target}
run make {target}
=run the target {target}, please
=what does make {target} print
=do a make {target}
=let make do {target}
=make with the target {target}, and tell me the output
== goal
=look at our Makefile and run the target which {does}
=I forgot the name of the target that {does}. Run it, please
=make can do it: the target that {does}
=there's a make target that {does}, run it
=use the Makefile: run what {does}
=which target {does}? Run that one
run the target of our Makefile that {does}
=I need make to do the thing that {does}
=let make run whatever {does}
=the Makefile has something that {does}. Please run it, only that
== many
=how many lines does {run} print
count the lines that {run} prints
=the number of lines in the output of {run}, please
={run}: how many lines of output?
=is the output of {run} long? Count its lines with wc
== into
run {run} and save its output as {new}
=the output of {run} should go into a file {new}
put what {run} prints into {new}
=I need the output of {run} in {new}
={run} > {new}, please
write the output of {run} to {new}
""")
GOALS = [
    [part.strip() for part in row.split("|")]
    for row in rows("""
build | compile, bundle, all | puts the program together; makes the finished product
clean | tidy, wipe, purge | throws away what was generated; removes the leftovers
test | check, verify, spec | looks for mistakes; makes sure that everything works
docs | manual, pages, html | writes the documentation; makes the handbook
deploy | ship, publish, release | brings it to the server; puts it online for everybody
format | pretty, style, indent | tidies up the look of the code; puts the blanks in order
backup | save, archive, snapshot | keeps a safe copy; stores everything elsewhere
serve | start, up, run | brings the site up on this machine; starts the server
stop | down, halt, quit | ends the server; takes the running site down
bench | speed, timing, perf | measures how fast it is; takes the time
lint | smells, hints, review | complains about bad style; points out sloppy code
install | setup, deps, fetch | gets what we depend on; loads the libraries
""")
]
"""Targets of make: names, and what they are for in other words."""
AGAIN = tables("""
== value
=and the {label}
=and what about the {label}
=what was the {label} there
=the {label} as well, please
=it printed a {label} too, didn't it? which
=same output: {label}
=and for the {label}?
=now the {label}
=what did it say for the {label}
=I need the {label} as well
== last
=and what was the last line
=the last line of it, too
=which line came last
=and at the end, what did it print there
== first
=and what was the first line
=its first line, too
=which line came first
== code
=and the exit code
=what exit code was that
=with which exit status, by the way
=the exit code of that run, please
== error
=and the message
=what exactly did it say
=the error itself, please, word for word
=quote the error for me
== type
=what type of error is that
=which exception was it
=only the name of the exception, please
=what is that kind of error called
== place
=and in which line
=which line was it
=where did that happen, which line
=the line number as well, please
== number
=and how many tests were that
=how many tests ran
=number of tests?
=how many are there altogether
== name
=and which one failed
=the name of the failing one, please
=which test was that
=what's it called, the red one
== why
=and why
=what did it say, the message only
=what was expected and what came
=quote the assertion, please
""")
"""What is asked about the same run, without another one."""
VARIABLES = [
    [part.strip() for part in row.split("|")]
    for row in rows("""
COLOUR | colour | colour
BORDER_COLOUR | colour of the border | colour
LEVEL | level | int 1 9
MAX_LEVEL | highest level | int 10 99
ROWS | number of rows | int 2 60
MAX_ROWS | upper limit of rows | int 61 900
MIN_ROWS | lower limit of rows | int 2 60
OUT_DIR | output folder | nonsense
IN_DIR | input folder | nonsense
OUT_FILE | output file | nonsense
NAME | name | nonsense
NICK | nickname | nonsense
TOWN | town | nonsense
HOME_TOWN | home town | nonsense
PORT | port | int 2000 9000
HOST | host | nonsense
WIDTH | width | int 20 300
HEIGHT | height | int 20 300
TIMES | number of repetitions | int 2 40
WAIT | waiting time | int 2 90
DAY | day | int 1 28
YEAR | year | int 2019 2040
SPEED | speed | int 2 90
TITLE | title | nonsense
SUBTITLE | subtitle | nonsense
GREETING | greeting | nonsense
FAREWELL | farewell | nonsense
OWNER | owner | nonsense
BUYER | buyer | nonsense
LEFT | left side | nonsense
RIGHT | right side | nonsense
""")
]
"""Environment variables: name, plain words, kind of value."""
ARGUMENTS = [
    [part.strip() for part in row.split("|")]
    for row in rows("""
NAME | nonsense | the name {x}; {x} as the name; somebody called {x}
COUNT | int 2 90 | {x} pieces; {x} of them; {x} times
COLOUR | colour | the colour {x}; painted {x}; everything {x}
CITY | nonsense | the city {x}; the town of {x}
YEAR | int 1950 2040 | the year {x}; in the year {x}
PERCENT | int 2 99 | {x} percent; {x} %
ROOM | room | the room {x}; in the {x}
ANIMAL | animal | an animal, {x}; the animal {x}
DAYS | int 2 30 | {x} days; {x} days long
""")
]
"""Arguments of a script: name, kind of value, and how people say which it is."""
ERRORS = [
    ('int("{w}")', "ValueError: invalid literal for int() with base 10: '{w}'"),
    ('dict({x}={n})["{w}"]', "KeyError: '{w}'"),
    ("({n}, {m})[{n}]", "IndexError: tuple index out of range"),
    ("{n} / ({n} - {n})", "ZeroDivisionError: division by zero"),
    ("{m} % ({m} - {m})", "ZeroDivisionError: integer modulo by zero"),
    ("{w} + {n}", "NameError: name '{w}' is not defined"),
    ('"{w}" + {n}', 'TypeError: can only concatenate str (not "int") to str'),
    ('{n} + "{w}"', "TypeError: unsupported operand type(s) for +: 'int' and 'str'"),
    ('"{x}".{w}', "AttributeError: 'str' object has no attribute '{w}'"),
    ("len({n})", "TypeError: object of type 'int' has no len()"),
    ('float("{w}")', "ValueError: could not convert string to float: '{w}'"),
    ("({m},).index({n})", "ValueError: tuple.index(x): x not in tuple"),
    ("list({n})", "TypeError: 'int' object is not iterable"),
    ('"{w}".index("{x}")', "ValueError: substring not found"),
]
"""What fails, and how."""
