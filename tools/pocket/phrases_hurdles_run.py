"""How people ask for commands that fail at first; placeholders in braces, choices in brackets."""

from __future__ import annotations

from tools.pocket.tell import rows

ARGUMENTS: dict[str, dict[str, str]] = {
    "MONTH": {name: name[:3].lower() for name in "January February March April May June July August September October November December".split()},
    "DAY": {name: name[:2].lower() for name in "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()},
    "SIZE": {"tiny": "xs", "small": "s", "medium": "m", "large": "l", "huge": "xl"},
    "SIDE": {"north": "n", "east": "e", "south": "s", "west": "w"},
    "LANG": {"German": "de", "French": "fr", "English": "en", "Spanish": "es", "Polish": "pl", "Dutch": "nl", "Swedish": "sv", "Italian": "it"},
    "COUNTRY": {"Italy": "it", "Japan": "jp", "Norway": "no", "Kenya": "ke", "Chile": "cl", "India": "in", "Peru": "pe", "Spain": "es"},
    "UNIT": {"metres": "m", "kilometres": "km", "miles": "mi", "feet": "ft", "inches": "in", "yards": "yd"},
    "FLOOR": {"cellar": "-1", "ground": "0", "first": "1", "second": "2", "third": "3"},
    "COLOR": {"red": "r", "green": "g", "blue": "b", "yellow": "y", "white": "w"},
    "SEASON": {"spring": "spr", "summer": "sum", "autumn": "aut", "winter": "win"},
}  # fmt: skip
"""What an argument may be: as people say it, and as a script wants it."""
COUNTED = "visitors orders parcels tickets letters boxes calls repairs guests loaves lessons meals visits returns swaps rolls".split()  # fmt: skip
OPTIONS: dict[str, tuple[str, ...]] = {
    "colour": ("color", "hue", "colr"), "quiet": ("silent", "quite", "mute"), "folder": ("directory", "foldr", "dir"),
    "city": ("town", "citty"), "heading": ("title", "headline", "headding"), "lang": ("language", "langage"),
    "output": ("out", "ouput", "target-file"), "repeat": ("times", "repeats", "again"), "start": ("begin", "from", "strat"),
    "end": ("finish", "until", "ends"), "price": ("cost", "prise"), "person": ("name", "who", "persn"),
    "width": ("widht", "wide", "breadth"), "height": ("heigth", "tall", "hight"), "weight": ("wieght", "heavy"),
    "speed": ("sped", "velocity", "pace"), "day": ("date", "dya"), "limit": ("max", "maximum", "limmit"),
}  # fmt: skip
"""Options of scripts, with what people take them for."""
PURPOSES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "build": ("builds", "building", ("compile", "assemble", "all")),
    "test": ("tests", "testing", ("check", "verify", "try")),
    "upload": ("uploads", "uploading", ("ship", "push", "send")),
    "clean": ("cleans up", "cleaning", ("tidy", "wipe", "sweep")),
    "print": ("prints", "printing", ("show", "paper", "sheet")),
    "backup": ("backs up", "backing up", ("save", "copy", "keep")),
    "install": ("installs", "installing", ("setup", "place", "put")),
    "shrink": ("shrinks", "shrinking", ("small", "press", "less")),
    "start": ("starts", "starting", ("up", "go", "on")),
    "stop": ("stops", "stopping", ("down", "halt", "off")),
    "format": ("formats", "formatting", ("pretty", "style", "neat")),
    "pack": ("packs", "packing", ("zip", "bundle", "box")),
    "sort": ("sorts", "sorting", ("order", "rank", "line")),
    "count": ("counts", "counting", ("tally", "sum", "number")),
    "draw": ("draws", "drawing", ("plot", "chart", "paint")),
}
"""What targets are for: as comments say it, as commands do, and names for them."""
RUNNERS = {
    "python3": ("py", "pyhton3", "pyton3", "python3.2", "phyton3", "python2.5"),
    "sh": ("ksh93", "shh", "csh7", "hs"),
    "cat": ("ccat", "cta", "caat", "batcat7"),
    "head -n 1": ("hed -n 1", "haed -n 1"),
    "tail -n 1": ("tial -n 1", "tali -n 1"),
    "wc -l": ("cw -l", "wcl -l"),
    "sort": ("srot", "sotr", "sortt"),
}
"""Programs that are there, and such that are not."""

RUN = rows("""
Run {f}.
run {f} please
Please start {f} and tell me what comes out.
Could you run {f} for me?
{f}, what does it print?
I'd like to see what {f} does. Run it.
My [uncle|landlady|teacher|colleague] wrote {f}. Let it run, I'm curious.
Start {f}
What comes out of {f}?
Let {f} run once.
Do run {f} and show me the output.
I haven't used {f} for ages. Does it still work? Run it.
Go ahead and launch {f}.
execute {f} and report
can you see what {f} says when it runs
Before lunch I need the output of {f}.
They told me to run {f}. Would you?
Kick off {f} for me and say what it writes.
The instructions say to call {f}; do that, please.
Have {f} do its work and tell me the result.
Would you let {f} do its thing? I want to know what it says.
Please give {f} a try and tell me the result.
I've got {f} here; what happens if one runs it?
{f} should print something. What is it?
Time for {f}. Start it, please.
We run {f} every [Monday|evening|month], and now it's time again.
what will {f} print, run it and see
See what {f} has to say.
Fire up {f}, would you
I'm told that {f} gives the figures I need. Run it.
The [accountant|neighbour|director] waits for what {f} prints.
Now run {f}, I've got a minute.
try {f} and tell me
""")

RUN_ON = rows("""
Now {f}.
And {f}?
{f} too, please
then run {f}
Good. Next is {f}.
The same with {f}, please.
and what does {f} print
Do {f} as well.
one more: {f}
Let {f} run too.
""")

RUN_WITH = rows("""
Run {f} with {a}.
run {f} for {a}
Please start {f} for {a} and tell me what comes out.
Give {f} the argument {a} and run it.
{f} with {a}, please
What does {f} say for {a}?
I need {a} from {f}. Pass it {a}.
call {f} with {a}
Could you run {f} with {a} for me?
My boss wants to see {a}: run {f} with that.
Let {f} do {a}.
Start {f}, the argument is {a}.
Hand {a} to {f} and run it.
For {a}, please run {f}.
I'm interested in {a}: what does {f} give?
Would you use {f} with {a} and tell me the result?
{f} knows about {a}. Ask it.
let {f} tell us about {a}; just pass {a} to it
Have {f} work on {a} and show me the output.
try {f} {a}
See what {f} says when you give it {a}.
The [director|accountant|neighbour] waits for {a}. Run {f} with it.
""")

RUN_IF_WANTED = rows("""
Run {f}; if it wants a {k}, take {a}.
Start {f}. Should it ask for a {k}, it's {a}.
run {f} and if it needs to know the {k}: {a}
Let {f} run. I think it needs a {k} sometimes; then give it {a}.
Please run {f} just like that, and only if it complains about a {k}, with {a}.
Try {f} alone first. If it asks which {k}, I want {a}.
{f} please ({a}, in case a {k} is missing)
Start {f} without anything, and should that fail for want of a {k}, {a} is the one.
Just {f}, and if a {k} has to be given, it's {a}.
I'd run {f} bare. If it doesn't like that and asks for a {k}, say {a}.
Run {f} and see. In case of questions about the {k}: {a}.
no arguments for {f}, please, unless it insists on a {k}, which would be {a}
Call {f} as it is. When it wants to hear a {k}, tell it {a}.
""")

ARGUMENT_ON = rows("""
And {a}?
and for {a}?
Now {a}, please.
The same for {a}.
What about {a}?
{a} then
Take {a}.
How is it with {a}?
then {a}
Now I need {a}.
Do it for {a}.
And what does it say for {a}?
OK, run it for {a}.
Let me see {a}.
I meant {a}, run it with that.
{a}, please, the boss wants that one
[Right|Perfect|Lovely]. {a} next.
Could you do {a} too?
And now the same with {a}.
Let's have {a}.
And then {a}, please.
My colleague needs {a}.
I'd also like to know it for {a}.
next, {a}
{a} as well
Try {a}.
Once more, for {a}.
""")

RUN_OPTION = rows("""
Run {f} with {o} {a}.
run {f} {o} {a}
Please start {f} with the option {o} {a}; correct the option if it's not quite right.
{f} {o} {a} - or however that option is spelt
Let {f} run, with {o} {a}.
I want {f} to run with {o} {a}.
Could you call {f} with {o} set to {a}?
Start {f} and give it {o} {a}.
My notes say {o} {a} for {f}. Run it so.
{a} goes to {f} as {o}, run that please
I believe the option was {o}: run {f} with it and {a}.
Use {o} {a} when you run {f}, and fix the name of the option should it be wrong.
Would you run {f}? The option is {o}, the value {a}.
There's an option {o} in {f}, I believe. Run it with that and {a}.
call {f}, with {a} for {o}
Have {f} do it with {o} {a} and tell me what it prints.
As far as I remember it's {f} {o} {a}. Go ahead.
The manual is lost, but I think one says {f} {o} {a}. Try.
""")

OPTION_ON = rows("""
Now {k} {a}.
Now with the {k}: {a}.
And with {k} {a}?
Again, but the {k} is {a} and nothing else.
Run it with only the {k} set, to {a}.
next {k}, {a}
then the {k} with {a}
Do the same for the {k}, it's {a}.
instead of that, give it {a} as the {k}
Then once more, this time {k} {a}.
Could you try {k} {a} too?
[Right|Perfect|Lovely]. Next, {a} as the {k}.
Once more, with {a} for the {k}.
And what does it print for {k} {a}?
and the {k}, say {a}
Let's see it with {a} as the {k}.
""")

MAKE = rows("""
Run make {t}.
make {t}
Please do make {t} and tell me what it says.
Call make with {t}.
I used to type make {t} here. Do that for me.
Let make do {t}.
could you run make {t} - or whatever that target is called by now
The readme says make {t}. Run it, or the target that does that today.
make {t}, please, and if somebody has renamed it take the new one
What does make {t} print?
Start make {t}; should there be no such target, find the one that does it.
Would you call make {t} for me?
I need make {t}, or what comes closest to it in the Makefile.
it's time for make {t}
Somebody said that make {t} does it. Run that.
In the old days it was make {t}. Run it, whatever it is called now.
Go for make {t} and show me what it prints.
""")

MAKE_ON = rows("""
Now {p}.
And {p}, please.
then {p}
{p} too
Next, {p} with make.
Let make {p} as well.
After that, {p}.
Is there a target to {p}? Run it.
I also want make to {p}.
Good, and now {p}.
Could you also {p}?
I'd like you to {p} too.
Now use make to {p}.
One more job for make: {p}.
Please {p} the same way.
""")

COMMAND = rows("""
Run {c}.
{c}
Please run {c}.
do a quick {c} for me
What does {c} print?
Could you type {c} and tell me the output?
I want to see the output of {c}.
Try {c}, or the same with a program that you have.
Let {c} run.
execute {c} please
They gave me this: {c}. Run it, please.
my cousin swears by {c}, so let's see it
Somebody wrote {c} on a slip of paper. What does that give here?
I found {c} in an old mail of mine. Run that.
Would {c} still work? Do it and tell me.
Open a shell, {c}, and tell me what it writes.
Would you do {c} for me?
Type {c} into the shell, I want to know what it says.
the note on my desk says {c}, please do that
Go on and run {c}.
What's the result of {c}?
""")

RUN_UNLOCK = rows("""
Run {f}; if a leftover file is in its way, remove that.
Start {f}. You may delete what it complains about.
run {f} and take away whatever blocks it, it's an old one
Let {f} run, please. It crashed yesterday, so what it left behind can be removed.
Please run {f}. Should it trip over some file from last time, away with that.
{f} please, and if it says that something is in the way you're free to remove it
I know that nothing else is running, so delete what stops {f} and get it to work.
Would you run {f}? An old leftover may block it; that one can be deleted.
Start {f}, and if it's blocked by some file, delete that file and start it again.
nothing else is running here. Run {f} and remove what it stumbles over.
Get {f} going, and don't mind deleting the file that it complains of.
""")

UNLOCK = rows("""
Remove it then and try again.
then delete that and run it again
That one is old. Away with it, and once more, please.
ok, you may remove it. Run it again.
Do what it says and start it again.
Nothing else is running, so remove the file and rerun.
It's a leftover. Delete it, then run the script.
go on, take it away and run
Yes, that can go. Start it again then.
Delete it, it's from last week. And run it again.
I see. Remove that file, then once more.
That's just rubbish from yesterday, so remove it and restart.
you have my permission: away with it, and run the script
""")

RUN_SETTING = rows("""
Run {f}. Should it want to know: the {k} is {a} and the {m} is {b}.
Start {f}; if it needs a file with settings, the {k} is {a}, the {m} {b}.
run {f}, and create what it asks for ({k} {a}, {m} {b})
Let {f} run. It may ask for something: {k} is {a}; {m} is {b}.
Please get {f} to run. You might need the {k}, {a}, or the {m}, {b}.
I have forgotten what {f} wants, either the {k} ({a}) or the {m} ({b}). Do what it says and run it.
{f} has to run today. In case it lacks a file write it, with {a} for the {k} or {b} for the {m}.
Would you start {f}? In case it asks: {k} {a}, {m} {b}.
Give {f} what it needs and run it. You know, {a} is the {k}, and {b} the {m}.
For {f} you may want to know that the {k} is {a} and the {m} is {b}. Run it.
The {k} is {a} and the {m} {b}, one of them is for {f}. Start it and you'll see.
""")

SETTING = rows("""
The {k} is {a}.
It's {a}. Write that and run it again.
{a}
the {k}? {a}
take {a} as the {k} and try again
Then make that file, the {k} is {a}.
{a} is the {k}, create it and go on.
OK, {a}. Do what it says.
That would be {a}.
I think it's {a}. Once more, please.
{k}: {a}
Let it be {a} and run it.
Use {a} for the {k}.
For the {k} we have {a}. Try again with that.
""")

WISHES = rows("""
Run {f} with {a}; if that's taken, with {b}, and else with {c}.
I'd like {a} from {f}, or {b}, or at worst {c}.
Try {f} with {a} first, then {b}, then {c}, until one works.
{f}: {a}, otherwise {b}, otherwise {c}
Get me {a} by {f}. My second wish is {b}, the third {c}.
Could you ask {f} for {a}? Should it be gone, take {b}; {c} is only for the case that both are gone.
We want {a}. Failing that {b}, and failing that {c}. The script is {f}.
use {f} to get {a} or, when somebody has it, {b} or then {c}
My [sister|boss|teacher] would take {a}, {b} or {c}, in this order of liking. See what {f} gives.
Reserve {a} with {f} (if not free: {b}; last choice: {c}).
Call {f} with {a}, and only if it says no go on to {b} and after that to {c}.
{a} would be best, {b} is good too, {c} will do. Run {f} for one of them, please.
Would you see with {f} whether we get {a}? If not, {b}, and as a last resort {c}.
please: {f} {a}. If that's refused {b}, and if that is refused too {c}
Ask {f} for one of {a}, {b}, {c}; try them in this order and stop with the first that you get.
I hope for {a}. {b} is my plan B and {c} plan C. It's done by {f}.
""")
