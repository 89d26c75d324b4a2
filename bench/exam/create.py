"""Create a file as told, and run it where that is asked."""

from __future__ import annotations

import re

from bench.exam.task import Script, Task, shell, write


def _program(
    name: str, prompt: str, path: str, content: str, wrong: str, prints: str, *tell: str, by: str = "python3"
) -> Task:
    """A program that is to be run; `tell`: what of its output the user wants to hear."""
    command = f"{by} {path}"
    answer = f"I made {path} and ran it; it printed: {', '.join(tell)}"
    return Task(
        f"create-{name}",
        "create",
        prompt,
        Script((write(path, content), shell(command)), answer),
        (Script((write(path, wrong), shell(command)), answer), Script((write(path, content),), "It's written.")),
        outputs={command: prints},
        ran=(re.escape(path),),
        answer_has=tuple((word,) for word in tell),
    )


def _module(name: str, prompt: str, path: str, content: str, wrong: str, checked: str, prints: str) -> Task:
    """A file that is only to be there; `checked` is a command that shows whether it is right."""
    return Task(
        f"create-{name}",
        "create",
        prompt,
        Script((write(path, content),), f"I wrote {path}."),
        (Script((write(path, wrong),), f"I wrote {path}."),),
        outputs={checked: prints},
    )


def _text(name: str, prompt: str, path: str, content: str, wrong: str) -> Task:
    return Task(
        f"create-{name}",
        "create",
        prompt,
        Script((write(path, content),), f"I wrote {path}."),
        (Script((write(path, wrong),), f"I wrote {path}."),),
        files_after={path: content},
    )


CREATE = (
    _program(
        "kettle",
        "pls do kettle.py -> prints water is hot. then run",
        "kettle.py",
        'print("water is hot")\n',
        'print("hot water")\n',
        "water is hot\n",
    ),
    _program(
        "parking",
        "Good morning! For a demo I'd be grateful for a tiny program called `parking.py` that prints the "
        "line Level 2 is "
        "full and nothing more. Kindly run it afterwards so we both see it works.",
        "parking.py",
        'print("Level 2 is full")\n',
        'print("Parking: Level 2 is full")\n',
        "Level 2 is full\n",
    ),
    _program(
        "minutes",
        "How many minutes are 7 * 24 * 60? Put that into week.py as a print, run week.py, and give me the number.",
        "week.py",
        "print(7 * 24 * 60)\n",
        "print(7 * 24)\n",
        "10080\n",
        "10080",
    ),
    _program(
        "countdown",
        "1. make a file rocket.py\n2. it counts down 3, 2, 1 (one number per line)\n3. last line it prints is liftoff\n"
        "4. run it",
        "rocket.py",
        'for n in (3, 2, 1):\n    print(n)\nprint("liftoff")\n',
        'for n in (1, 2, 3):\n    print(n)\nprint("liftoff")\n',
        "3\n2\n1\nliftoff\n",
    ),
    _program(
        "tools-folder",
        "inside a folder named helpers I need beep.py. When I execute it, it says BEEP BEEP. Please check "
        "by executing.",
        "helpers/beep.py",
        'print("BEEP BEEP")\n',
        'print("BEEP")\n',
        "BEEP BEEP\n",
    ),
    _program(
        "pasted-code",
        "Save exactly this code as `stairs.py` and then start it:\n\n```python\nfor step in range(1, 5):\n"
        '    print("#" * step)\n```',
        "stairs.py",
        'for step in range(1, 5):\n    print("#" * step)\n',
        'for step in range(1, 4):\n    print("#" * step)\n',
        "#\n##\n###\n####\n",
    ),
    _program(
        "shell-count",
        "i am wanting one bash file, name of it count.sh, it should echo one and then echo two. After "
        "please to run him.",
        "count.sh",
        "echo one\necho two\n",
        "echo one two\n",
        "one\ntwo\n",
        by="bash",
    ),
    _program(
        "reverse-word",
        "Can a script reverse the string 'lager'? Write flip.py that prints it backwards and tell me what you get when "
        "it runs.",
        "flip.py",
        'print("lager"[::-1])\n',
        'print("lager")\n',
        "regal\n",
        "regal",
    ),
    _program(
        "list-sum",
        "Here are my expenses: 12, 30, 8 and 15. Have expenses.py add them up and print the total, run it, what's the "
        "total?",
        "expenses.py",
        "print(sum([12, 30, 8, 15]))\n",
        "print([12, 30, 8, 15])\n",
        "65\n",
        "65",
    ),
    _program(
        "variable",
        "mk a python script city.py. first line sets city to Turin. second line prints city. run it thx",
        "city.py",
        'city = "Turin"\nprint(city)\n',
        'city = "Turin"\nprint("city")\n',
        "Turin\n",
    ),
    _program(
        "function-call",
        "Write `area.py`: a function rect(a, b) returning a * b, and below it a line printing rect(6, 4). Execute the "
        "file and report the number.",
        "area.py",
        "def rect(a, b):\n    return a * b\n\n\nprint(rect(6, 4))\n",
        "def rect(a, b):\n    return a + b\n\n\nprint(rect(6, 4))\n",
        "24\n",
        "24",
    ),
    _program(
        "upper",
        "There's this word, harvest. I want loud.py to print it in capital letters only. Run once it's saved.",
        "loud.py",
        'print("harvest".upper())\n',
        'print("harvest")\n',
        "HARVEST\n",
    ),
    _program(
        "even-numbers",
        "evens.py: loop, print 2 4 6 8, each number on a new line. Test-run please!",
        "evens.py",
        "for n in range(2, 9, 2):\n    print(n)\n",
        "print(2, 4, 6, 8)\n",
        "2\n4\n6\n8\n",
    ),
    _module(
        "module-half",
        "Our code imports half from a module named fractions2, but nobody wrote it. half(n) gives n / 2. Would you add "
        "fractions2.py?",
        "fractions2.py",
        "def half(n):\n    return n / 2\n",
        "def half(n):\n    return n * 2\n",
        "python3 -c 'import fractions2; print(fractions2.half(9))'",
        "4.5\n",
    ),
    _module(
        "module-constants",
        "need a limits.py with two constants in it, MAX_ROWS = 500 and MAX_COLS = 40. nothing to run",
        "limits.py",
        "MAX_ROWS = 500\nMAX_COLS = 40\n",
        "MAX_ROWS = 500\n",
        "python3 -c 'import limits; print(limits.MAX_ROWS, limits.MAX_COLS)'",
        "500 40\n",
    ),
    _module(
        "module-class",
        "Define a class Lamp in lamp.py. It has one method, glow(), and glow() returns the string bright.",
        "lamp.py",
        'class Lamp:\n    def glow(self):\n        return "bright"\n',
        'def glow():\n    return "bright"\n',
        "python3 -c 'import lamp; print(lamp.Lamp().glow())'",
        "bright\n",
    ),
    _module(
        "json-two",
        "Please create profile.json, a JSON object: nick is otter and level is 7 (a number).",
        "profile.json",
        '{"nick": "otter", "level": 7}\n',
        '{"nick": "otter", "level": "7"}\n',
        'python3 -c \'import json; d = json.load(open("profile.json")); print(d["nick"], d["level"] + 1)\'',
        "otter 8\n",
    ),
    _module(
        "greater",
        "Could you write bigger.py for me? One function, bigger(a, b), that hands back whichever of the two numbers is "
        "larger.",
        "bigger.py",
        "def bigger(a, b):\n    return max(a, b)\n",
        "def bigger(a, b):\n    return a\n",
        "python3 -c 'import bigger as m; print(m.bigger(3, 8), m.bigger(9, 2))'",
        "8 9\n",
    ),
    _text(
        "packing-list",
        "packing list! passport, charger, towel -- each one on a line of its own in packing.txt",
        "packing.txt",
        "passport\ncharger\ntowel\n",
        "passport, charger, towel\n",
    ),
    _text(
        "sentence",
        'Leave a note called fridge.txt which reads "there is soup for you". Don\'t add anything to it.',
        "fridge.txt",
        "there is soup for you\n",
        "Note: there is soup for you\n",
    ),
    _text(
        "csv",
        "Make stock.csv for me. Header line: item,count. Then two rows: bolts,90 and nuts,75.",
        "stock.csv",
        "item,count\nbolts,90\nnuts,75\n",
        "bolts,90\nnuts,75\n",
    ),
    _text(
        "gitignore",
        "I keep committing junk. Write a .gitignore that has the lines *.log and dist/",
        ".gitignore",
        "*.log\ndist/\n",
        "*.log\n",
    ),
    _text(
        "env",
        "create the file deploy/prod.env, content: REGION=eu-north and below it REPLICAS=4",
        "deploy/prod.env",
        "REGION=eu-north\nREPLICAS=4\n",
        "REGION=eu-north REPLICAS=4\n",
    ),
    _text(
        "markdown",
        "I'd like a Markdown file, rules.md: on top the heading House rules (a single #), an empty line, "
        "then two bullet "
        "points with dashes, no shoes and no smoking.",
        "rules.md",
        "# House rules\n\n- no shoes\n- no smoking\n",
        "# House rules\n\nno shoes\nno smoking\n",
    ),
)
