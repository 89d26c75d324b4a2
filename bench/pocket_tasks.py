"""One hundred held-out tasks for the pocket model, twenty for each of its jobs.

Nothing here may be used by the training generator (`tools/pocket/`): neither these phrasings nor these shapes of files.
`tests/pocket/test_held_out.py` compares normal forms of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Job = Literal["create", "read", "edit", "command", "talk"]


@dataclass(frozen=True, slots=True)
class Task:
    """A prompt, the folder it is given in, and what must be true afterwards.

    `files`: the folder before. `files_after`: exact contents afterwards (a final newline more or less is ignored).
    `outputs`: command -> its expected standard output, run by the judge. `answer_has`: each entry's alternatives, one
    of which the final answer must contain as whole words, ignoring case. `ran`: regular expressions, each matched by a
    shell command of the turn. `untouched`: no file was changed, created or removed.
    """

    id: str
    job: Job
    prompt: str
    files: Mapping[str, str] = field(default_factory=dict)
    files_after: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)
    answer_has: tuple[tuple[str, ...], ...] = ()
    ran: tuple[str, ...] = ()
    untouched: bool = False


def _create(name: str, prompt: str, **checks: object) -> Task:
    return Task(f"create-{name}", "create", prompt, **checks)  # type: ignore[arg-type]


def _read(name: str, prompt: str, files: Mapping[str, str], *answer: tuple[str, ...]) -> Task:
    return Task(f"read-{name}", "read", prompt, files, answer_has=answer, untouched=True)


def _edit(name: str, prompt: str, path: str, content: str, old: str, new: str) -> Task:
    assert content.count(old) == 1, name
    after = {path: content.replace(old, new)}
    return Task(f"edit-{name}", "edit", prompt, {path: content}, files_after=after)


def _command(
    name: str, prompt: str, ran: str, *answer: tuple[str, ...], files: Mapping[str, str] | None = None
) -> Task:
    return Task(f"command-{name}", "command", prompt, files or {}, answer_has=answer, ran=(ran,))


def _talk(name: str, prompt: str, *answer: tuple[str, ...]) -> Task:
    return Task(f"talk-{name}", "talk", prompt, answer_has=answer, untouched=True)


CREATE = [
    _create(
        "greeting",
        "Whip up a little script, wave.py. All it should do is print good evening. Launch it once you have it.",
        outputs={"python3 wave.py": "good evening\n"},
        ran=(r"wave\.py",),
        answer_has=(("good evening",),),
    ),
    _create(
        "sum",
        "i want a python file total.py printing what 17 plus 25 gives, and please show me that it works",
        outputs={"python3 total.py": "42\n"},
        ran=(r"total\.py",),
        answer_has=(("42",),),
    ),
    _create(
        "text-note",
        "Save this sentence for me in reminder.txt: the plumber comes on Thursday",
        files_after={"reminder.txt": "the plumber comes on Thursday\n"},
    ),
    _create(
        "product",
        "New file multiply.py, please: it outputs 6 * 9 when started. Start it and tell me what came out.",
        outputs={"python3 multiply.py": "54\n"},
        ran=(r"multiply\.py",),
        answer_has=(("54",),),
    ),
    _create(
        "count-loop",
        "Let's have a program in ticker.py that shows the numbers from 1 up to 5, each on its own line. Try it out.",
        outputs={"python3 ticker.py": "1\n2\n3\n4\n5\n"},
        ran=(r"ticker\.py",),
    ),
    _create(
        "shout",
        "Would you mind producing banner.py? When I run it I'd like to see SALE ENDS TODAY. Check that it does.",
        outputs={"python3 banner.py": "SALE ENDS TODAY\n"},
        ran=(r"banner\.py",),
        answer_has=(("SALE ENDS TODAY",),),
    ),
    _create(
        "subfolder",
        "There should be a script at scripts/ping.py whose only output is the word pong. Give it a go afterwards.",
        outputs={"python3 scripts/ping.py": "pong\n"},
        ran=(r"scripts/ping\.py",),
        answer_has=(("pong",),),
    ),
    _create(
        "function-double",
        "I'm missing a module doubler.py with a function double(x) that returns x * 2. Can you supply it?",
        outputs={"python3 -c 'import doubler; print(doubler.double(21))'": "42\n"},
    ),
    _create(
        "markdown-title",
        "Start a document for me, plan.md, consisting of the heading Roadmap.",
        files_after={"plan.md": "# Roadmap\n"},
    ),
    _create(
        "json-pair",
        "Prepare a JSON file limits.json in which max_users is 30.",
        outputs={'python3 -c \'import json; print(json.load(open("limits.json"))["max_users"])\'': "30\n"},
    ),
    _create(
        "name-greeting",
        "Drop a file named salute.py here; executing it has to yield Hello, Marta! Then do execute it.",
        outputs={"python3 salute.py": "Hello, Marta!\n"},
        ran=(r"salute\.py",),
        answer_has=(("Hello, Marta!",),),
    ),
    _create(
        "two-lines",
        "Jot down milk and then bread, one per line, in groceries.txt.",
        files_after={"groceries.txt": "milk\nbread\n"},
    ),
    _create(
        "difference",
        "What I need is minus.py. It computes 100 - 58 and prints the result. Run the thing for me.",
        outputs={"python3 minus.py": "42\n"},
        ran=(r"minus\.py",),
        answer_has=(("42",),),
    ),
    _create(
        "function-add",
        "Code up arithmetic.py: def plus(a, b) handing back the sum of a and b.",
        outputs={"python3 -c 'import arithmetic; print(arithmetic.plus(19, 23))'": "42\n"},
    ),
    _create(
        "shell-script",
        "Could I get a bash script, greet.sh, echoing welcome aboard? See if it runs.",
        outputs={"bash greet.sh": "welcome aboard\n"},
        ran=(r"greet\.sh",),
        answer_has=(("welcome aboard",),),
    ),
    _create(
        "constant",
        "My project lacks constants.py. It only has to define TIMEOUT as 45.",
        outputs={"python3 -c 'import constants; print(constants.TIMEOUT)'": "45\n"},
    ),
    _create(
        "list-items",
        "Generate colors.py which prints red, green and blue on three lines, and verify by starting it",
        outputs={"python3 colors.py": "red\ngreen\nblue\n"},
        ran=(r"colors\.py",),
    ),
    _create(
        "power",
        "hey, build me square.py, it must print 12 squared; after that have python execute it",
        outputs={"python3 square.py": "144\n"},
        ran=(r"square\.py",),
        answer_has=(("144",),),
    ),
    _create(
        "ini",
        "We need app.cfg on disk with a section server where host is localhost.",
        outputs={
            'python3 -c \'import configparser as c; p=c.ConfigParser(); p.read("app.cfg");'
            ' print(p["server"]["host"])\'': "localhost\n"
        },
    ),
    _create(
        "quote",
        'Please store the words "always be kind" in a fresh file, motto.txt, nothing else in it.',
        files_after={"motto.txt": "always be kind\n"},
    ),
]

_SHIPPING = (
    "# Shipping desk\n\nCarrier: Nordpost\nPickup time: 16:30\nMax weight: 31 kg\n\nCall the depot before 15:00.\n"
)
_PLAYERS = "player;team;goals\nIvo;Reds;12\nLena;Blues;9\nTomas;Greens;17\n"
_SENSOR = '[[sensor]]\nid = "s-14"\nunit = "celsius"\n\n[[sensor]]\nid = "s-22"\nunit = "percent"\n'
_INVOICE = "INVOICE 2207\n------------\nCustomer ... Halden Ltd\nAmount ..... 318.40 EUR\nDue ........ 2031-04-09\n"
_CLOCK = (
    'class Clock:\n    """Counts ticks."""\n\n    step = 15\n\n    def __init__(self):\n        self.ticks = 0\n\n'
    "    def advance(self):\n        self.ticks += self.step\n        return self.ticks\n"
)
_COMPOSE = 'services:\n  web:\n    image: nginx:1.27\n    ports:\n      - "8088:80"\n  cache:\n    image: redis:7.4\n'
_FARE = 'def fare(zone):\n    if zone == "inner":\n        return 240\n    return 410\n'
_MENU = "Monday    lentil soup\nTuesday   fish pie\nWednesday mushroom risotto\n"
_MAKE = "CC = gcc\nCFLAGS = -O2 -Wall\n\nall: tool\n\ntool: tool.c\n\t$(CC) $(CFLAGS) -o tool tool.c\n"
_PKG = '{\n  "name": "lantern",\n  "version": "4.2.1",\n  "scripts": {\n    "lint": "eslint src"\n  }\n}\n'

READ = [
    _read(
        "carrier",
        "Our shipping desk notes are in desk.md. Which carrier do we use?",
        {"desk.md": _SHIPPING},
        ("Nordpost",),
    ),
    _read("pickup", "have a look at desk.md, when is pickup?", {"desk.md": _SHIPPING}, ("16:30",)),
    _read("goals", "How many goals has Tomas got according to players.csv?", {"players.csv": _PLAYERS}, ("17",)),
    _read("team", "Going by players.csv, whose team is Lena on? Just the team.", {"players.csv": _PLAYERS}, ("Blues",)),
    _read("unit", "In sensors.toml, sensor s-22 is measured in what unit?", {"sensors.toml": _SENSOR}, ("percent",)),
    _read("customer", "inv2207.txt: to whom is this one addressed?", {"inv2207.txt": _INVOICE}, ("Halden",)),
    _read(
        "amount",
        "inv2207.txt is an invoice. I forgot the amount, could you remind me?",
        {"inv2207.txt": _INVOICE},
        ("318.40",),
    ),
    _read("due", "By what date must inv2207.txt be paid?", {"inv2207.txt": _INVOICE}, ("2031-04-09",)),
    _read("step", "clock.py has a class; its step attribute is set to...?", {"clock.py": _CLOCK}, ("15",)),
    _read("class-name", "Name the class defined inside clock.py", {"clock.py": _CLOCK}, ("Clock",)),
    _read(
        "image",
        "Looking at stack.yaml, which image does the cache service pull?",
        {"stack.yaml": _COMPOSE},
        ("redis:7.4",),
    ),
    _read(
        "fare-inner",
        "Take a peek into fare.py: somebody in the inner zone pays how much?",
        {"fare.py": _FARE},
        ("240",),
    ),
    _read(
        "wednesday",
        "What are we eating on Wednesday? It's written in menu.txt.",
        {"menu.txt": _MENU},
        ("mushroom risotto",),
    ),
    _read("compiler", "Tell me the compiler that the Makefile sets.", {"Makefile": _MAKE}, ("gcc",)),
    _read(
        "version",
        "package.json should reveal the version we ship. Which one is it?",
        {"package.json": _PKG},
        ("4.2.1",),
    ),
    _read(
        "lint", "Find out for me what the lint script in package.json calls.", {"package.json": _PKG}, ("eslint src",)
    ),
    _read(
        "nested",
        "somewhere in conf/mail.ini there's the sender address. read it out to me please",
        {"conf/mail.ini": "[mail]\nserver = mx.fjord.example\nsender = crew@fjord.example\nretries = 6\n"},
        ("crew@fjord.example",),
    ),
    _read(
        "last",
        "What's on the very last line of trip.log?",
        {"trip.log": "06:10 left harbour\n07:45 passed lighthouse\n09:20 anchored at cove\n"},
        ("anchored at cove",),
    ),
    _read(
        "first",
        "Could you quote me line one of poem.txt?",
        {"poem.txt": "The gulls are loud above the pier\nThe tide is turning slow\nA lantern swings\n"},
        ("The gulls are loud above the pier",),
    ),
    _read(
        "env",
        "The .env.sample file mentions a queue. What's its name?",
        {".env.sample": "QUEUE_NAME=orders-west\nWORKERS=3\n"},
        ("orders-west",),
    ),
]

EDIT = [
    _edit(
        "retries",
        "mail.ini allows 6 retries at the moment. Make that 9.",
        "mail.ini",
        "[mail]\nserver = mx.fjord.example\nsender = crew@fjord.example\nretries = 6\n",
        "retries = 6",
        "retries = 9",
    ),
    _edit("weight", "The max weight in desk.md went up, it's 40 kg now.", "desk.md", _SHIPPING, "31 kg", "40 kg"),
    _edit(
        "carrier",
        "We've switched carriers! desk.md still says Nordpost; should say Baltex.",
        "desk.md",
        _SHIPPING,
        "Nordpost",
        "Baltex",
    ),
    _edit(
        "goals",
        "Ivo scored again, so players.csv has to list 13 goals for him.",
        "players.csv",
        _PLAYERS,
        "Ivo;Reds;12",
        "Ivo;Reds;13",
    ),
    _edit(
        "team",
        "Swap Lena's team in players.csv from Blues to Whites.",
        "players.csv",
        _PLAYERS,
        "Lena;Blues",
        "Lena;Whites",
    ),
    _edit(
        "step",
        "I'd like the clock's step to be 20 rather than 15 (see clock.py)",
        "clock.py",
        _CLOCK,
        "step = 15",
        "step = 20",
    ),
    _edit(
        "image",
        "stack.yaml pins redis at 7.4, which turned out buggy; 7.2 will do.",
        "stack.yaml",
        _COMPOSE,
        "redis:7.4",
        "redis:7.2",
    ),
    _edit(
        "fare",
        "Inner zone tickets are getting pricier: in fare.py it must return 260, no longer 240.",
        "fare.py",
        _FARE,
        "240",
        "260",
    ),
    _edit("flags", "Have the Makefile optimise with -O3; right now it's -O2.", "Makefile", _MAKE, "-O2", "-O3"),
    _edit(
        "version",
        "We're releasing 4.3.0. Adjust the version in package.json accordingly.",
        "package.json",
        _PKG,
        "4.2.1",
        "4.3.0",
    ),
    _edit(
        "name",
        "package.json calls the project lantern. Rename it to beacon there.",
        "package.json",
        _PKG,
        '"lantern"',
        '"beacon"',
    ),
    _edit(
        "menu",
        "Tuesday isn't fish pie any more. menu.txt should read bean stew for that day.",
        "menu.txt",
        _MENU,
        "fish pie",
        "bean stew",
    ),
    _edit(
        "due",
        "Customer asked for more time: move the due date inside inv2207.txt to 2031-05-20",
        "inv2207.txt",
        _INVOICE,
        "2031-04-09",
        "2031-05-20",
    ),
    _edit(
        "unit",
        "s-14 in sensors.toml reports kelvin these days, not celsius. Fix that please.",
        "sensors.toml",
        _SENSOR,
        "celsius",
        "kelvin",
    ),
    _edit(
        "operator",
        "area() in shapes.py adds the sides. It ought to multiply them instead.",
        "shapes.py",
        "def area(width, height):\n    return width + height\n",
        "width + height",
        "width * height",
    ),
    _edit(
        "greeting",
        "Where hello.js logs Hi, I want Good morning.",
        "hello.js",
        'const name = "Ada";\nconsole.log("Hi, " + name);\n',
        '"Hi, "',
        '"Good morning, "',
    ),
    _edit(
        "debug-off",
        "please turn debugging off in settings/dev.py (DEBUG is True there)",
        "settings/dev.py",
        'DEBUG = True\nTIME_ZONE = "Europe/Oslo"\n',
        "DEBUG = True",
        "DEBUG = False",
    ),
    _edit(
        "workers",
        "Three workers aren't enough, .env.sample needs WORKERS at 8",
        ".env.sample",
        "QUEUE_NAME=orders-west\nWORKERS=3\n",
        "WORKERS=3",
        "WORKERS=8",
    ),
    _edit(
        "zone",
        "Our office moved. Europe/Oslo becomes Europe/Riga in settings/dev.py.",
        "settings/dev.py",
        'DEBUG = True\nTIME_ZONE = "Europe/Oslo"\n',
        "Europe/Oslo",
        "Europe/Riga",
    ),
    _edit(
        "css",
        "Headings on cards look tiny, 18px in cards.css wants to be 22px.",
        "cards.css",
        ".card {\n  border-radius: 4px;\n}\n.card h2,\n.card h3 {\n  font-size: 18px;\n}\n",
        "18px",
        "22px",
    ),
]

_TESTS_PASS = {
    "test_sum.py": (
        "import unittest\n\n\n"
        "class T(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(1 + 1, 2)\n"
    )
}

COMMAND = [
    _command(
        "echo", "Fire off echo tangerine in the shell and tell me what it answers.", r"echo tangerine", ("tangerine",)
    ),
    _command(
        "python-c", "Use the terminal: python3 -c 'print(31 * 3)'. What's the outcome?", r"print\(31 \* 3\)", ("93",)
    ),
    _command(
        "script",
        "There's a report.py lying around; start it with python3 and pass its output on to me",
        r"python3 \S*report\.py",
        ("42 widgets sold",),
        files={"report.py": "print('42 widgets sold')\n"},
    ),
    _command(
        "wc",
        "Give wc -l sheep.txt a spin. How many is it?",
        r"wc -l sheep\.txt",
        ("4",),
        files={"sheep.txt": "a\nb\nc\nd\n"},
    ),
    _command(
        "cat",
        "I'd be glad if you ran cat stamp.txt and repeated what it says",
        r"cat stamp\.txt",
        ("zebra-7781",),
        files={"stamp.txt": "zebra-7781\n"},
    ),
    _command(
        "exit-code",
        "sh fail.sh ends with some exit status. Which? Run it to find out.",
        r"fail\.sh",
        ("3",),
        files={"fail.sh": "echo no luck\nexit 3\n"},
    ),
    _command(
        "tests",
        "Our unit tests: python3 -m unittest test_sum. Do they go through?",
        r"unittest",
        ("pass", "passed", "passes", "ok", "success", "succeeded", "successful"),
        files=_TESTS_PASS,
    ),
    _command("expr", "ask the shell for expr 64 / 4 and report back", r"expr 64 / 4", ("16",)),
    _command(
        "ls",
        "ls tells us which files sit in this folder. Run that and name them.",
        r"\bls\b",
        ("anchor.txt",),
        ("sail.txt",),
        files={"anchor.txt": "x\n", "sail.txt": "y\n"},
    ),
    _command(
        "basename",
        "Kindly execute basename /opt/tools/hammer.sh and relay the result",
        r"basename /opt/tools/hammer\.sh",
        ("hammer.sh",),
    ),
    _command(
        "head",
        "Show me what head -n 1 ledger.txt prints, won't you?",
        r"head -n 1 ledger\.txt",
        ("opening balance 700",),
        files={"ledger.txt": "opening balance 700\nrent 400\n"},
    ),
    _command(
        "sort",
        "Sorting names.txt with the sort command should work. Who comes first then?",
        r"sort \S*names\.txt",
        ("Abel",),
        files={"names.txt": "Mona\nAbel\nZoe\n"},
    ),
    _command(
        "grep",
        "try grep blue paint.txt and say what it found",
        r"grep \S*blue\S* paint\.txt",
        ("tin 12 blue",),
        files={"paint.txt": "tin 11 red\ntin 12 blue\n"},
    ),
    _command(
        "printf",
        "Could the terminal do printf '%s' walnut for me? I'm curious about its output.",
        r"printf",
        ("walnut",),
    ),
    _command("seq", "call seq 3 6 and list for me what that produces", r"seq 3 6", ("3",), ("4",), ("5",), ("6",)),
    _command(
        "bash-script",
        "I don't remember what hello.sh writes. Run bash hello.sh, then tell me.",
        r"bash \S*hello\.sh",
        ("moin from the dock",),
        files={"hello.sh": "echo moin from the dock\n"},
    ),
    _command("date-fixed", "What does date -u -d @0 +%Y come up with on this box?", r"date -u -d @0 \+%Y", ("1970",)),
    _command(
        "mkdir", "We want a directory called archive in here; mkdir will do.", r"mkdir (-p )?archive", ("archive",)
    ),
    _command("rev", "pipe it: echo stressed | rev. Your finding?", r"echo stressed \| rev", ("desserts",)),
    _command(
        "python-file",
        "Job for you: launch python3 tally.py and let me know the figure at the end",
        r"python3 \S*tally\.py",
        ("658",),
        files={"tally.py": "n = 0\nfor i in (120, 238, 300):\n    n += i\nprint(n)\n"},
    ),
]

_SELF = ("localcoder", "pocket")
_REAL = ("models pull", "north-mini", "north mini", "larger model", "bigger model", "real model")

TALK = [
    _talk("hello", "Evening! Anybody in there?", ("hello", "hi", "good", "help")),
    _talk("who", "Mind introducing yourself?", _SELF),
    _talk("name", "And what do they call you?", _SELF),
    _talk("abilities", "So what sort of chores can I hand you?", ("file",)),
    _talk("size", "Are you one of those giant language models?", ("small", "tiny", "little", "pocket")),
    _talk("limits", "Which things are beyond you?", ("small", "tiny", "cannot", "can't", "little", "only")),
    _talk("upgrade", "I'd prefer a smarter brain in here. How do I get one?", _REAL),
    _talk("install-real", "What's the command to fetch a proper model?", ("models pull",)),
    _talk(
        "privacy",
        "Does my code get uploaded somewhere when I talk to you?",
        ("no", "local", "machine", "stay", "never", "leave"),
    ),
    _talk("thanks", "Cheers, that was great.", ("welcome", "glad", "happy", "pleasure", "any time", "anytime")),
    _talk("bye", "I'm off for today, see you around.", ("bye", "see you", "goodbye", "later", "good luck", "until")),
    _talk("physics", "Give me an essay about black holes.", (*_REAL, "small", "tiny", "cannot", "can't")),
    _talk(
        "big-app",
        "Write a complete chess engine with a graphical interface.",
        (*_REAL, "small", "tiny", "cannot", "can't"),
    ),
    _talk("weather", "Is it going to rain in Lisbon tomorrow?", ("cannot", "can't", "don't", "do not", "no ", "not ")),
    _talk("language", "Can you put this essay into Portuguese for me?", (*_REAL, "small", "tiny", "cannot", "can't")),
    _talk("internet", "Do you need to be online to function?", ("no", "offline", "local")),
    _talk("gpu", "My machine has no graphics card; will you still run?", ("yes", "cpu", "run", "without")),
    _talk("how-made", "Where do you come from, how were you trained?", ("train", "small", "pocket", "tiny")),
    _talk("trust", "Should I rely on you for a large refactoring?", (*_REAL, "small", "tiny", "cannot", "can't", "no")),
    _talk("feelings", "How's it going over there?", ("help", "fine", "well", "good", "ready", "hello", "thank")),
]

TASKS: tuple[Task, ...] = (*CREATE, *READ, *EDIT, *COMMAND, *TALK)
