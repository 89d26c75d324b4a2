"""Whole sentences around commands, as many different people would type them.

A sentence stands as it is: it gets no lead-in and no tail, only the carelessness of typing. `{command}` is bare in some
and quoted in others; sentences in LOOSE also mark the end of a bare command whose words could go on.
"""

from __future__ import annotations

import re

from tools.pocket.draw import Draw


def lines(text: str) -> list[str]:
    """The lines of a table; `\\n` in one stands for a line break."""
    return [line.replace("\\n", "\n") for line in text.strip().split("\n") if line]


def plain(draw: Draw, text: str) -> str:
    """A whole sentence as somebody types it: sometimes careless with capitals, full stops and letters."""
    style = draw.randrange(10)
    if style < 3:
        text = text[0].lower() + text[1:]
    elif style == 3 and not re.search(r"[`%$]", text):
        text = re.sub(r"(?<![\w{])I(?=['\s])", "i", text.lower())
    if text.endswith(".") and draw.chance(0.3):
        text = text[:-1]
    if draw.chance(0.05):
        text = text.replace("'", "")
    if draw.chance(0.06):
        words = list(re.finditer(r"(?<![\w{`])[A-Za-z]{5,}(?![\w}`])", text))
        if words:
            found = draw.pick(words)
            at = draw.randrange(found.start() + 1, found.end() - 1)
            swap = text[at + 1] + text[at] if at + 1 < found.end() else ""
            text = text[:at] + swap + text[at + 2 if swap else at + 1 :]
    return text


RUN_WIDE = lines("""
I wonder what comes out of {command}.
There is this command, {command}, and I have never tried it. Do it for me.
{command} - what does that give?
{command}, please, and [repeat|copy] here what you see.
Take {command} to the shell and bring back [its|the] output.
Ask the shell for {command}.
Ask the terminal what it thinks of {command}.
Let the shell do {command} and quote [its answer|what it answers].
Have the shell run {command}, then relay what it wrote.
In a terminal I would now type {command}. Type it for me and say what appears.
If you type {command} into the terminal, what [appears|shows up|comes back]?
Suppose I enter {command} [here|in this folder]: what would I see?
What would {command} come up with?
What does {command} come up with[ here| in this folder| at the moment|]?
What text does {command} produce?
What does {command} yield?
Which lines does {command} write?
What shows up on the screen after {command}?
What is printed when {command} is executed?
What is returned by {command}?
[Does|Would] {command} print anything? [Run it and see|Try it].
Does {command} work here? Try it and tell me what it says.
I'm curious about {command}. Could you fire it off?
Fire off {command}, will you?
Fire up {command} and let me hear what it has to say.
Kick off {command} and report.
Go and run {command}. I need what it prints.
Give {command} a go[ and tell me how it went|].
Give {command} a try, I'd like to see [the result|what it does].
Give {command} a spin.
Put {command} through the shell.
Send {command} to the shell[ and show the answer|].
Pass {command} to bash and tell me what bash answers.
Feed {command} to the terminal.
Enter {command} at the prompt and read me the response.
Hit {command} in the terminal for me.
Punch {command} into the terminal and say what it spits out.
Issue the command {command}[ and report its output|].
Issue {command}.
Invoke {command} and return whatever it writes.
Call {command} and tell me the answer.
Perform {command} and state the result.
Carry out {command}, then tell me what was printed.
The command {command} should be run now[; report what it prints|].
The command is {command}. Please run it.
Here is a command: {command}. Run it and tell me what it says.
Here's what I need executed: {command}
Here is the line to run: {command}
The command to execute is this one: {command}
Next command: {command}
Kindly execute the following and give me its output: {command}
Run this for me and tell me what you get: {command}
Run it and tell me what it says: {command}
Do this in the shell: {command}
One command, please: {command}
Please try this one in the terminal: {command}
Command line: {command}
Terminal: {command}
bash: {command}
Exec: {command}
to run: {command}
Output wanted: {command}
I want the output of this: {command}
Show the output: {command}
Would you mind running this? {command}
Could you run something for me? It's {command}.
I have one command for you, {command}. What does it print?
A colleague sent me {command}. What does it [do|print|say] here?
My teacher wrote {command} on the board. What is [printed|its output]?
The manual says to use {command}. Please do, and show me what it says.
The docs tell me to run {command}, so go ahead.
The instructions mention {command}; execute it and report back.
Somebody told me that {command} would help. Let's see what it prints.
The readme says {command}. Do that.
Step one is {command}. Run it.
We're supposed to start with {command}. Can you do that and tell me what it prints?
I can't open a terminal right now, so please do {command} for me[ and copy the output|].
My terminal is broken. Run {command} in yours and tell me what it prints.
I don't have a shell at hand; what does {command} give?
No need to open any file, just run {command}.
Don't read the file yourself: run {command} and report what it prints.
Not with your read tool - use {command} and tell me its output.
Use the command {command}[ and say what it prints| and report|].
Use {command} and tell me what you learn.
Use {command} to find out and tell me.
Using the shell, run {command}.
Using {command}, what do you get?
With the help of {command}, what do we see?
By means of the shell execute {command} and report the output.
Use your shell tool on {command}.
Use the terminal for {command}[ and show me what appears|].
Use the terminal to run {command} and give me [each line|all] of it.
Via the shell, please: {command}
In the shell, {command} - what's the answer?
In bash, what is the outcome of {command}?
On the command line I'd do {command}; do so and report.
From the command line run {command}.
From this folder, execute {command}.
Right here in this directory run {command} and say what it prints.
Shell job: {command}.
Quick check, what does {command} say?
Quick: {command}
Just {command}, nothing else.
Only run {command}; don't change anything.
Nothing fancy: run {command} and repeat the output word for word.
Repeat word for word what {command} prints.
Give me verbatim what {command} prints.
Quote the output of {command} [exactly|to me|faithfully].
Copy me the output of {command}.
Paste what {command} outputs.
Read out the result of {command}.
Recite whatever {command} prints.
Report on {command}.
Report what you get from {command}.
Report back after running {command}.
Tell me what you see after {command}.
Tell me what the shell says to {command}.
Tell me what happens on {command}.
Tell me the outcome of {command}[, please|].
Let me know how {command} turns out.
Let me know what the terminal answers to {command}.
I need to know what {command} says.
I'd love to see what {command} prints.
I would be glad to have the output of {command}.
I'd rather see what {command} says than guess.
I want to see {command} in action.
I want {command} run.
I want {command} executed and its output reported.
I need {command} done in the terminal.
I'd like {command} to be run and the output shown.
I was told to run {command}, but I am lazy. Would you?
I keep forgetting what {command} prints. Remind me by running it.
I forgot what {command} says, run it again please.
Can the output of {command} be shown?
Can you see what {command} gives?
Can you find out what {command} prints?
Can you have {command} run and tell me what came out?
Can we run {command}? What does it print?
Could {command} be executed now?
Could you please let {command} run and show its output?
Could you check for me what {command} returns?
May I see the output of {command}?
May I ask you to run {command}?
Shall we see what {command} says? Go on, run it.
Would you be so kind as to run {command} and report what was printed?
Will you execute {command} for me, then tell what it shows?
Why not run {command} and tell me what it says?
How about running {command} and telling me the result?
How does the shell respond to {command}?
How does {command} answer?
{command} is the command. Run it!
{command} is what I want you to run.
{command} has to be run. What's its output?
{command} must be executed; say what it shows.
{command} ought to print something. What is it?
{command} should tell us. What does it say?
{command} please
{command} and tell me the result
{command} -- run that and report
{command} <- run this
{command} (run it and show me what it prints)
{command} in the terminal, please, then tell me the output.
Execution of {command} requested. Report output.
Requesting output of {command}.
Requirement: run {command}. Report: its output.
After you run {command}, tell me what it printed.
Once you've run {command}, give me what it said.
When {command} is run, what is the output?
When I run {command}, what do I get? Check it.
Before we go on, run {command} and show me what it gives.
First of all {command}, then tell me what was written.
For the record, what does {command} say?
For my notes I need the output of {command}.
For the report I need whatever {command} prints.
To be sure, run {command} and tell me its output.
To see where we are: {command}
So what is the story with {command}? Run it.
See what {command} does.
See what you get from {command}.
See if {command} works and what it says.
Check that {command} works, and show what it prints.
Try out {command} and tell me what happens.
Test {command}, I mean run it, and say what comes.
Verify the output of {command} for me, just tell me what it is.
Please to run {command} and say me the result.
please you run {command} and give output
pls run {command} thx
plz {command}
what gives {command} ?
what output has {command} ?
how looks the output of {command}?
want output of {command}
need run {command}, say result
you can run {command} for me? what it says?
execute {command}, give back stdout
stdout of {command}?
what's on stdout for {command}
result of {command} pls
output {command}?
tell output of {command}
""")
"""The command is somewhere in the sentence."""

RUN_PARTS = lines("""
Run {command}. What is the first line of its output?
Run {command} and tell me the [first|last|second] line it prints.
How many lines does {command} print?
How many lines come out when you run {command}?
Which number does {command} print?
What number do we get from {command}?
What is the last line that {command} writes?
What's the final word of {command}'s output? Run it.
Which word does {command} end with? Run it and tell me.
Run {command}; which word comes first?
Does {command} print more than one line? Run it and show me.
Run {command} and tell me how many lines there are.
Execute {command} and say if anything was printed.
Does {command} say anything at all? Run it.
Run {command}, I only need to know what it says at the top.
Is the output of {command} empty? Run it and see.
Run {command} and tell me whether it complains.
Does {command} complain? Run it and tell me what it says.
Is there an error when you run {command}? Which one?
Which error does {command} give?
What's the error message of {command}?
Tell me what goes wrong with {command}.
{command} gives me an error, I think. Run it and tell me what it says.
{command} doesn't seem to work here. What does it say?
I heard that {command} fails here. Is that so? Run it and show me the message.
Run {command} and read me the top line.
What comes first in the output of {command}?
At the end of {command}'s output, what do you see?
Use the shell for {command}: how many rows are there?
Run {command} in the terminal. How much is it?
How much does {command} say it is?
What figure does {command} report?
""")
"""A question about a part; the answer repeats the whole output."""

RUN_LOOSE = lines("""
Please run this command:\\n{command}
Run the following:\\n{command}
Run this and tell me what it prints:\\n\\n{command}
What does this print?\\n{command}
What is the output of this command?\\n\\n    {command}
Execute this in the shell, then report the output:\\n{command}
{command}\\n\\nWhat does that print?
{command}\\nRun this please.
$ {command}\\nwhat is the output?
Here is the command\\n\\n$ {command}\\n\\nand I want to know what it says.
In the terminal:\\n{command}
```\\n{command}\\n```\\nrun that
Run this:\\n```\\n{command}\\n```
```sh\\n{command}\\n```\\nWhat comes out?
Tell me the output:\\n```bash\\n{command}\\n```
The command stands on the next line, run it.\\n{command}
""")
"""Sentences in which even `echo some words` can stand bare."""

EXIT_WIDE = lines("""
Run {command} and give me the exit [status|code], nothing else.
Run {command}. Which exit code did it end with?
Run {command}. Did it succeed?
Run {command}; what status does it return?
Execute {command} and report [its|the] return code.
What's the return code of {command}?
What return value does the shell get from {command}?
What exit status do we get if we run {command}?
What's $? after {command}?
What is in $? once {command} has run?
With which code does {command} exit?
Which status does {command} leave behind?
How does {command} exit, with zero or not?
Is {command} successful? I need the exit code.
Is the exit code of {command} zero?
Is the exit status of {command} 0 or something else?
Does {command} exit with 0?
Does {command} exit cleanly?
Does {command} return zero?
Does {command} end well? Tell me its exit code.
Does {command} finish without an error code?
Did {command} go through? Run it and give me the exit status.
Would {command} succeed in this folder? Give me the code.
Try {command} and tell me whether it succeeded or failed, by exit code.
Use the shell to run {command} and tell me the status it exits with.
Ask the shell for {command} and report the exit status only.
I don't care about the output of {command}, only about its exit code.
I only need the exit code of {command}.
Ignore what {command} prints; its exit code is what I want.
My script checks the exit status of {command}. What is it?
The exit code of {command}, please.
Exit code of {command}?
exit status for {command}
return code {command} ?
{command} - exit code?
{command}: does it pass or fail? Exit code please.
{command} exits with what code?
{command} ends with which status? Run it.
{command} returns what status? Run it to find out.
When {command} is over, what is the exit code?
After running {command}, tell me which code it returned.
Find out if {command} fails by looking at its exit code.
Please determine the exit status of {command}.
I would like to know the return status of {command}.
Can you see which exit code {command} has?
Could you tell me with what number {command} exits?
For my CI I need the exit code that {command} gives.
""")

CALCULATE_WIDE = lines("""
I need to know how much {sum} is.
I can't do {sum} in my head.
My calculator is dead: {sum}?
Quick maths: {sum}
What does {sum} come to?
What does {sum} make?
What does {sum} equal?
What would {sum} be?
How much would {sum} be?
How much do I get for {sum}?
What number is {sum}?
So {sum} is what?
{sum} is how much?
{sum} equals?
{sum} makes?
{sum}, please.
{sum}, how much is that?
{sum} - what is it?
Could you do {sum} for me?
Could you tell me what {sum} comes to?
Do the sum: {sum}
Do the maths for me: {sum}
Help me with my homework, it's {sum}.
Homework question: how much is {sum}?
Tell me {sum}.
Tell me the answer to {sum}.
Tell me how much {sum} makes.
The question is {sum}. What's the answer?
Let python tell us what {sum} is.
Let the shell compute {sum}.
Have python work out {sum}.
Have the computer calculate {sum}.
Use the shell to calculate {sum}.
Use python as a calculator: {sum}
With python, how much is {sum}?
Please compute {sum}, exactly.
Please find the value of {sum}.
Find {sum}.
Figure out {sum} for me.
Determine {sum}.
Evaluate this: {sum}
Calculate this for me: {sum}
Compute: {sum}
calc {sum}
how many is {sum}
what makes {sum}
I get a different number each time for {sum}. What is right?
For the invoice I need {sum}.
For my budget: what is {sum}?
We have to pay {sum}. How much is that?
The bill says {sum}. Work it out.
Crunch {sum}.
I'd like the result of {sum}.
Any idea what {sum} is? Compute it.
Don't guess: what is {sum}?
""")

DELETE_WIDE = lines("""
{file} is not needed any more. [Remove|Delete] it.
{file} is obsolete, please delete it.
{file} is junk.  Get rid of it.
{file} has to go.
{file} must go.
{file} should no longer exist.
{file} shouldn't be here, delete it please.
{file} was a mistake. Delete that file.
{file} is old rubbish, you can throw it out.
{file} is in the way; remove it.
{file}: delete.
{file} - please remove
We no longer use {file}. Delete it.
We are done with {file}, so it can be removed.
We don't need {file} anymore, kill it.
Nobody uses {file} these days. Erase it.
Nobody needs {file}, so off with it.
I made {file} by accident. Can you delete it?
I'm finished with {file}; trash it.
I want {file} gone.
I'd like {file} to be deleted.
I'd like to get rid of {file}.
I no longer want {file} in this project.
I don't want to see {file} again, delete it.
Make {file} disappear.
Make {file} go away.
Bin {file}.
Trash {file}, please.
Wipe out the file {file}.
Drop the file {file}.
Kill the file {file}.
Throw out {file}, it's useless.
Toss {file}.
Clean up {file}, I mean delete it.
Clean up: {file} goes.
Use rm on {file}.
Use the shell to delete {file}.
Use the terminal to remove {file}.
Please delete the file that is called {file}.
Please see to it that {file} is removed.
Please have {file} removed from here.
Could {file} be deleted?
Could you get rid of the file {file} for me?
Can you take {file} out of the folder?
Can {file} be removed now? Do it.
Would you delete {file}, please? We don't need it.
The file {file} can go.
The file named {file} is superfluous; delete it.
The boss says {file} has to be deleted.
There's a file {file} that we don't need. Remove it.
There is still a {file} lying around. Delete it.
Somebody left {file} here. Remove it, please.
Let's delete {file}.
Say goodbye to {file}: delete it.
Time to delete {file}.
del {file}
erase file {file}
delete please {file}
remove file {file} from disk
file {file} not needed, delete
""")

MOVE_WIDE = lines("""
{file} has the wrong name, it should be {new}.
{file} is a bad name. Rename it to {new}.
{file} is to be called {new} from now on.
{file} becomes {new}.
{file} ought to be called {new}.
{file} must be renamed to {new}.
{file} needs a new name: {new}.
{file} -> {new} (rename)
{file} should move to {new}.
Rename: {file} -> {new}
Rename {file} so that it is called {new}.
Rename {file}. The new name should be {new}.
Rename to {new} the file {file}.
The name {file} is misleading, make it {new}.
The name of {file} must be {new}.
The file is called {file}, but I'd like it to be called {new}.
The file that is now {file} should be {new}.
The new name of {file} is {new}, please rename it.
The new name is {new}; the file is {file} now.
I don't like the name {file}. Call it {new}.
I'd prefer {file} to be named {new}.
I misspelled a file name: {file} should read {new}.
I named it {file} by mistake; it has to be {new}.
I want {file} to be known as {new}.
I want to have {file} under the name {new} instead.
We call it {new} now, not {file}. Rename the file.
We agreed on {new} as the name for {file}, so rename it.
Could {file} be renamed to {new}?
Could you give {file} its new name, {new}?
Can you call {file} {new} from now on?
Can you turn the file name {file} into {new}?
Please let {file} be called {new}.
Please move {file}, its new place is {new}.
Let's rename {file} to {new}.
Let {file} be {new}.
Call the file {file} {new} instead.
Use mv to rename {file} to {new}.
Use the shell to move {file} to {new}.
From {file} to {new}: rename the file.
{new} would be a better name for {file}. Rename it.
{new} is what {file} should be called.
Somebody called it {file}. It should be {new}, rename it please.
change name of {file} to {new}
new name for {file}: {new}
""")

INTO_WIDE = lines("""
Move {file} into {folder}.
Move {file} into the folder {folder}.
Move {file} to the folder {folder}.
Move the file {file} to {folder}/.
Put {file} into {folder}.
Put {file} in the folder {folder}.
Put the file {file} where it belongs, in {folder}.
Place {file} in the directory {folder}.
{file} belongs in {folder}. Move it.
{file} belongs into the folder {folder}, please move it there.
{file} should be in {folder}.
{file} should live in the {folder} folder.
{file} should go to {folder}/.
{file} is in the wrong place; move it to {folder}.
{file} has to be moved into {folder}.
{file} must be inside {folder}, not here.
{file} -> {folder}/ please
I'd like {file} to be in {folder}.
I'd rather have {file} in the folder {folder}.
I want {file} moved to {folder}/.
Could you put {file} in {folder}?
Could {file} be moved into the directory {folder}?
Can you move {file} over to {folder}?
Let's put {file} into {folder}.
Use mv to put {file} into {folder}.
Use the shell to move {file} into the folder {folder}.
The folder {folder} is where {file} belongs, so move it there.
The right place for {file} is {folder}. Move it there.
Into {folder} with {file}!
We keep such files in {folder}, so move {file} there.
There is a folder {folder}; move {file} into it.
mv {file} into {folder}
file {file} to folder {folder}
""")
"""A file moves into a folder that is there."""

COPY_WIDE = lines("""
{file} should also exist as {new}.
{file} needs a copy: {new}.
{file} needs a backup called {new}.
{file} should be copied to {new}.
{file} must be duplicated; call the copy {new}.
{file} -> {new} (copy, keep the original)
Before I change {file}, copy it to {new}.
Before we touch {file}, put a copy of it in {new}.
I'm afraid to lose {file}. Back it up to {new}.
I'm going to edit {file}; keep a copy as {new}.
I need {file} twice, the second one as {new}.
I need the same file as {file} under the name {new}.
I want a duplicate of {file}, named {new}.
I'd like {new} to be a copy of {file}.
Make {new} a copy of {file}.
Make {new} from {file} by copying it.
Make a duplicate of {file} and call it {new}.
Make a backup of {file}; its name is {new}.
Copy {file}. The copy is called {new}.
Copy {file} under the name {new}.
Copy the file {file}, target {new}.
Clone {file} as {new}.
Use cp to copy {file} to {new}.
Use the shell to copy {file} to {new}.
Use the terminal and copy {file} to {new}.
Keep {file}, but also save it as {new}.
Leave {file} where it is and make a copy named {new}.
Please see that there is a copy of {file} called {new}.
Please back {file} up, the backup goes to {new}.
Could you copy {file} over to {new}?
Could there be a copy of {file}, in {new}?
Can I have a copy of {file} as {new}?
There should be a second {file}, called {new}.
The contents of {file} should be in {new} too, so copy it.
Let's have a copy of {file} in {new}.
copy of {file} -> {new}
backup {file} to {new}
""")

MKDIR_WIDE = lines("""
I need a place for my files: make a folder {new}.
I'd like to have a folder named {new} here.
I want a directory, {new}.
I want to put things into {new}, so create that folder.
We need a folder for it, call it {new}.
We need the directory {new}.
There should be a folder called {new}.
There is no folder {new} yet. Create it.
The folder {new} is missing. Make it.
The directory {new} has to exist.
A folder named {new}, please.
A new directory: {new}
New folder: {new}
New folder {new} please
Make room for things: create the directory {new}.
Make a directory and call it {new}.
Make me a folder, its name is {new}.
Use mkdir to make {new}.
Use the shell to create the folder {new}.
Set up a directory named {new}.
Set up an empty folder for me with the name {new}.
Add the directory {new} to the project.
Please see to it that the folder {new} exists.
Could you add a folder {new}?
Could there be a directory named {new} here?
Can I have a folder {new}?
Can you open a new folder called {new}?
Let there be a folder {new}.
Let's make a folder {new}.
Put a folder {new} here.
Start a new folder. It is called {new}.
folder {new}: create
create dir {new}
mk dir {new}
""")

TESTS_WIDE = lines("""
I changed something. Do the tests still pass?
I changed something. Do the tests in {file} still pass?
Are we green? The tests are in {file}.
Are the tests in {file} all right?
Are the tests ok?
Is {file} green?
Is everything still working? Run the tests.
Is everything still working? {file} has the tests.
Does {file} pass?
Does {file} still pass?
Does {file} go through without failures?
Do all tests in {file} succeed?
Do my tests work?
Did I break something? Run {file}.
Did I break anything? The tests will tell.
{file} holds the tests. Run them.
{file} holds our tests; are they passing?
{file}: pass or fail?
{file} - run it and tell me whether it passes.
The tests are in {file}. How do they do?
The tests live in {file}; start them and report.
The test file is {file}. Does it pass?
There are tests in {file}. Run them and tell me the result.
Our tests can be found in {file}. Execute them, please.
My tests (see {file}) - do they pass?
Run the tests and tell me if something is broken.
Run the tests and tell me if they pass.
Run the tests from {file} and say whether they are fine.
Run the tests, please. What do they say?
Run all tests.
Run the test suite.
Run the test suite in {file}.
Run {file} and tell me if the tests pass.
Run {file} for me: did it pass?
Start the tests.
Start the tests in {file}, I want to know if they succeed.
Launch the test file {file}.
Fire up the tests in {file}.
Kick off {file} and tell me whether the tests pass.
Execute the tests and report.
Execute {file}; are there failures?
Give the tests a run.
Give {file} a run and tell me if it fails.
Let the tests run.
Let {file} run, then tell me if all is well.
Try the tests.
Try the tests in {file}, do they succeed?
Check the code by running {file}.
Check my work with {file}.
Check that nothing is broken: run {file}.
Find out if the tests fail.
Find out whether {file} fails.
Please make sure the tests in {file} pass; just run them, fix nothing.
Please verify that the tests are passing.
Could you see if the tests pass?
Could you see if {file} passes?
Could you run our tests once?
Can you tell me whether the tests in {file} succeed?
Can you test the code with {file}?
Would {file} pass right now?
How are the tests doing?
How are the tests in {file} doing?
How does {file} do?
What's the state of the tests in {file}?
What do the tests in {file} say?
What is the test result?
What is the result of {file}?
Which tests fail? Run {file}.
Any failing tests?
Any failures in {file}?
Before I push: do the tests pass?
Before I push, run {file}.
The boss wants to know if the tests are passing.
I'd like to know whether {file} passes.
I hope {file} passes. Does it?
I need to know if our tests are green.
tests?
tests ok?
test status
test run please
run test {file}
tests in {file}: green or red?
""")

UNITTEST_WIDE = lines("""
Run the unit tests in {file} with unittest.
Run the unittest file {file}.
Use unittest to run {file}.
Use python's unittest on {file}.
With unittest, do the tests in {file} pass?
Let unittest run {file} and tell me the outcome.
Run {file} with python -m unittest.
Run {file} by means of unittest and report if it passes.
{file} is a unittest file. Run it and tell me if it passes.
{file} contains unittest cases; do they pass?
{file} has unittest tests in it. Start them with unittest.
The unittest cases are in {file}. Are they green?
The tests in {file} use unittest; run them.
Do the unittest tests in {file} succeed?
Does {file} pass under unittest?
Execute the unittest cases of {file}.
Could you run unittest over {file}?
Could you have unittest check {file}?
Please start unittest for {file} and say whether it is OK.
What does unittest say about {file}?
What does python -m unittest say on {file}?
Tell me if {file} passes when unittest runs it.
I want unittest to go through {file}.
unittest {file}
unittest on {file}, result please
""")
"""The user says that it is unittest."""

SCRIPT_WIDE = lines("""
Run {file}.
Run the shell script {file}.
Run {file} with [sh|bash|the shell] and tell me what it prints.
Run the script {file} and report its output.
Execute the script {file}.
Execute {file} in the shell and say what comes out.
Start {file}.
Start {file} and show me what it says.
Launch {file}, please.
Launch the shell script {file} for me.
Fire up {file} and tell me what you see.
Kick off {file}.
What does {file} print when it runs?
What does the script {file} print?
What does the shell script {file} say when you start it?
What comes out if {file} is run?
What happens when {file} is started?
What output does {file} give?
{file} is a shell script. Run it, please.
{file} is a script; what does it print?
{file} should be run. What does it say?
{file} has to be executed now.
{file} - please run it and copy the output.
{file}: run it
There is a script {file}. Run it and tell me what it prints.
There's a shell script named {file}, start it.
The script is in {file}. Run it.
I wrote {file} yesterday. Does it work? Run it.
I wrote a script, {file}. See what it prints.
I'd like to see what {file} prints.
I want {file} to be run.
I need the output of {file}.
Can you start {file} for me?
Can you run my script? It is {file}.
Could you execute {file} and show the output?
Could you try {file}?
Give {file} a go.
Give {file} a try and report.
Try {file}.
Try out the script {file} and say what it prints.
Let {file} run and tell me the result.
Let the shell run {file}.
Have the shell execute {file} and report what it prints.
Ask the shell to run {file}.
Use the shell to run {file}.
Use the terminal to start {file}.
Call {file} and tell me what it says.
Invoke {file}.
See if {file} works.
See what {file} does.
Don't read {file}, run it.
Not what is in {file} but what it prints is what I want.
My colleague sent {file}. Run it and tell me the output.
pls run {file}
output of {file}?
script {file} run
""")

FOLDER_WIDE = {
    "python3 --version": lines("""
Does this machine have python 3? Which version?
I need to know which python I'm on.
My program needs a recent python. Which one do we have?
What's the version of python here?
Check which python is installed.
Python version?
How old is the python here?
which python do we have
Can you see which python3 this is?
Is there a python here, and which one?
"""),
    "pwd": lines("""
I'm lost: in which directory are we?
I need the full path of this folder.
What's the path of the folder we are in?
Where are we?
Where am I right now, I mean the folder?
Give me the path of the working directory.
Say which directory you work in.
current directory?
In what directory do you run commands?
Show the path of this folder.
"""),
    "git status --short": lines("""
Did I forget to commit something?
Is there anything to commit?
What has changed since the last commit, says git?
Are all changes committed?
git status please
Is the working tree clean?
Does git see any changes?
"""),
    "whoami": lines("""
What's the name of my user account?
Under which user name am I logged in?
Tell me the user that I am logged in as.
What user are you running as?
Which account is this?
my username?
"""),
    "date +%F": lines("""
I forgot what day it is. What's the date?
What's the date today?
Today's date, please.
Which date do we have?
What is the date today, says the computer?
date today?
Can you tell me the date?
"""),
    "uname -s": lines("""
Are we on linux or on a mac?
Is this linux?
What system does this computer run?
Which operating system is installed here?
Which system are we on?
OS name?
"""),
    "node --version": lines("""
Do we have node here? Which version?
Is node installed?
Node version?
I need to know the version of node on this machine.
"""),
    "git --version": lines("""
Is git installed, and which version?
Git version?
I need to know how old our git is.
Which version of git does this machine have?
"""),
    "nproc": lines("""
How many processors has this computer?
How many cores do we have here?
Number of cpu cores?
I'd like to know how many cpus I can use.
"""),
}
"""Questions about the machine by the command that answers them."""

ONE_LINER_WIDE = lines("""
I don't want a file for this: use python to print {what}.
No file, please, just have python print {what}.
Just let python print {what}, there is no need for a file.
There is no need to save anything. Print {what} with python -c.
Straight from the shell, have python print {what}.
In one line of python and without any file, print {what}.
Could you print {what} with a python one-liner?
Could python print {what} for me, without a script file?
I'd like to see {what}, printed by a python one-liner.
I need {what} printed; use python -c and make no file.
Use python -c to print {what}.
Use python directly in the shell to print {what}; leave no file behind.
What do you get if python prints {what}? Use a one-liner.
Show me {what}, computed by python -c.
python one-liner that prints {what}, run it
python -c for {what}, no file
Do not create a script; call python with -c and print {what}.
""")

DESCRIBED = {
    "sort {p}": lines("""
Use the sort command on {file}.
Use sort on {file} and tell me what it prints.
Run sort on {file}.
Run the sort command over {file} and show me the output.
Let the sort command loose on {file}.
Apply the sort command to {file} and report.
Sort {file} with the shell's sort command.
Show me {file} sorted, by means of the sort command.
In the shell, have {file} sorted with sort.
What does the sort command make of {file}?
With the sort command, what does {file} look like?
Have the shell sort {file} and print it, without changing the file.
"""),
    "sort -r {p}": lines("""
Use sort -r on {file}.
Run sort on {file} with the -r flag and tell me the output.
Apply sort with the option -r to {file}.
Run sort -r over {file}.
"""),
    "sort -n {p}": lines("""
Use sort -n on {file}.
Run sort on {file} with the -n flag.
Apply sort with -n to {file} and report what it prints.
"""),
    "sort -u {p}": lines("""
Use sort -u on {file}.
Run sort on {file} with the option -u.
Run sort with -u over {file} and show me the lines.
"""),
    "uniq {p}": lines("""
Run uniq on {file}.
Use the uniq command on {file}.
What does uniq give for {file}?
Apply uniq to {file} and tell me what is printed.
"""),
    "wc -l {p}": lines("""
Use wc -l on {file}.
Use wc to count the lines of {file}.
Count the lines in {file} with wc.
Run wc -l over {file}.
Run wc on {file} with the option -l.
Ask wc how many lines {file} has.
Let wc count the lines in {file}.
By wc -l, how many lines are in {file}?
How many lines does {file} have according to wc?
Have the shell count the lines of {file} with wc.
"""),
    "wc -w {p}": lines("""
Use wc -w on {file}.
Use wc to count the words of {file}.
Count the words in {file} with wc.
Run wc on {file} with -w.
How many words does wc find in {file}?
Let wc count the words of {file}.
Use the shell to count the words in {file}.
Ask the terminal how many words {file} has.
"""),
    "wc -c {p}": lines("""
Use wc -c on {file}.
Use wc to count the bytes of {file}.
How many bytes does {file} have, says wc?
Count the bytes in {file} with wc.
Use the shell to find out how many bytes {file} has.
"""),
    "wc {p}": lines("""
Run wc on {file}.
Use the wc command on {file} and repeat what it says.
What does wc say about {file}?
Apply wc to {file}.
Give {file} to wc and tell me the numbers.
"""),
    "cat {p}": lines("""
Use cat on {file}.
Use the cat command to print {file}.
Use the shell to print {file} with cat.
Run cat on {file} and tell me what you see.
Cat {file} in the terminal.
With cat, show me {file}.
In the shell, cat the file {file}.
Let cat print {file}.
"""),
    "rev {p}": lines("""
Run rev on {file}.
Use the rev command on {file} and show the result.
What does rev make of {file}?
Apply rev to {file}.
"""),
    "tac {p}": lines("""
Run tac on {file}.
Use the tac command on {file}.
What do I get from tac with {file}?
"""),
    "nl {p}": lines("""
Run nl on {file}.
Use the nl command on {file}, please.
Number the lines of {file} with nl.
"""),
    "head -n {n} {p}": lines("""
Use head to print the first {n} lines of {file}.
Use head -n {n} on {file}.
Run head on {file} with -n {n}.
With head, show me the first {n} lines of {file}.
Let head print {n} lines of {file}.
In the shell, print the first {n} lines of {file} with head.
Ask head for {n} lines of {file}.
"""),
    "tail -n {n} {p}": lines("""
Use tail to print the last {n} lines of {file}.
Use tail -n {n} on {file}.
Run tail on {file} with -n {n}.
With tail, show me the last {n} lines of {file}.
Let tail print {n} lines of {file}.
In the shell, print the last {n} lines of {file} with tail.
"""),
    "grep {w} {p}": lines("""
Use grep to look for {word} in {file}.
Use the grep command to find {word} in {file}.
Grep {file} for {word}.
Grep for {word} in {file}.
Run grep for {word} on {file}.
With grep, which lines of {file} have {word}?
Let grep search {file} for {word}.
In the shell, grep {file} for {word} and tell me the lines.
Which lines of {file} does grep find for {word}?
"""),
    "grep -c {w} {p}": lines("""
Use grep -c to count the lines with {word} in {file}.
Run grep -c for {word} on {file}.
With grep -c, how many lines of {file} have {word}?
Let grep count the lines of {file} that contain {word}.
"""),
    "ls": lines("""
Run ls here.
Use ls and tell me what it shows.
Use the ls command in this folder.
What does ls show?
Run the ls command, please.
Ask the shell for a listing with ls.
"""),
    "echo {w}": lines("""
Use echo to print {word}.
Use the shell to echo {word}.
Have the shell echo {word}.
Let the terminal echo {word}.
Echo {word} in the terminal.
Make the shell say {word} with echo.
Use the echo command with {word}.
With echo, print {word}.
"""),
    "expr {n} + {m}": lines("""
Use expr to add {n} and {m}.
Let expr add {n} and {m}.
With expr, what is {n} plus {m}?
Add {n} and {m} with expr.
Run expr on {n} + {m}.
"""),
    "expr {m} - {n}": lines("""
Use expr to subtract {n} from {m}.
With expr, what is {m} minus {n}?
Let expr take {n} from {m}.
"""),
    "seq {n}": lines("""
Use seq to count to {n}.
Use seq to print the numbers from 1 to {n}.
Let seq count up to {n}.
With seq, print 1 to {n}.
Run seq up to {n}.
Run seq with the argument {n}.
Have the shell count to {n} with seq.
"""),
    "seq {n} {m}": lines("""
Use seq to print the numbers from {n} to {m}.
Let seq count from {n} to {m}.
With seq, print {n} to {m}.
Run seq from {n} to {m}.
Run seq with {n} and {m}.
"""),
    "basename {p}": lines("""
Run basename on {file}.
What does basename give for {file}?
Use basename on {file} and tell me the result.
"""),
    "dirname {p}": lines("""
Run dirname on {file}.
What does dirname give for {file}?
Use dirname on {file} and tell me what it says.
"""),
    "touch {new}": lines("""
Use touch to make an empty {newfile}.
Use touch to create {newfile}.
Touch {newfile}.
Run touch on {newfile}.
With touch, make the file {newfile}.
Create {newfile} with the touch command.
"""),
    "date -u -d @{stamp} +%F": lines("""
Use date to turn the unix time {stamp} into a UTC date, formatted with +%F.
Run date -u -d @{stamp} with the format +%F.
"""),
}
"""A command that is described more than given; what it says is reported like that of a given one."""
