"""Tasks of several steps with a todo list that is kept: written down, and at the end done."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam.task import Call, Script, Task, edit, read, shell, todo, write


def _todo(
    name: str,
    prompt: str,
    steps: tuple[str, ...],
    *work: Call,
    files: Mapping[str, str] | None = None,
    after: Mapping[str, str] | None = None,
    outputs: Mapping[str, str] | None = None,
    free: tuple[str, ...] = (),
    ran: tuple[str, ...] = (),
    tell: tuple[str, ...] = (),
) -> Task:
    """A list may sum up two of the `steps` in one. Neither a list without the work will do, nor the work without."""
    answer = f"All steps are done. {' '.join(tell)}"
    begun, ended = todo(*steps, done=False), todo(*steps, done=True)
    return Task(
        f"todo-{name}",
        "todo",
        prompt,
        Script((begun, *work, ended), answer),
        (Script(work, answer), Script((begun, ended), answer), Script((begun, *work), answer)),
        files or {},
        after or {},
        free=free,
        outputs=outputs or {},
        ran=ran,
        answer_has=tuple((word,) for word in tell),
        todo_steps=max(2, len(steps) - 1),
    )


_SHOP = "name: Corner Shop\nopens: 9:00\ncloses: 18:00\n"

TODO = (
    _todo(
        "three-notes",
        "Please note down your steps as a todo list and tick them off: make mon.txt with the word swim, "
        "tue.txt with the "
        "word run, wed.txt with the word rest.",
        ("write mon.txt", "write tue.txt", "write wed.txt"),
        write("mon.txt", "swim\n"),
        write("tue.txt", "run\n"),
        write("wed.txt", "rest\n"),
        after={"mon.txt": "swim\n", "tue.txt": "run\n", "wed.txt": "rest\n"},
    ),
    _todo(
        "shop-hours",
        "keep a todo list for this pls:\n- shop.yml: opens becomes 8:30\n- shop.yml: closes becomes 20:00\n"
        "- new file changed.txt with the word yes",
        ("opens 8:30", "closes 20:00", "changed.txt"),
        read("shop.yml"),
        edit("shop.yml", "9:00", "8:30"),
        edit("shop.yml", "18:00", "20:00"),
        write("changed.txt", "yes\n"),
        files={"shop.yml": _SHOP},
        after={"shop.yml": _SHOP.replace("9:00", "8:30").replace("18:00", "20:00"), "changed.txt": "yes\n"},
    ),
    _todo(
        "module-and-run",
        "I want to follow your progress, so use your todo list. First cube.py with cube(n) returning n ** 3, then "
        "show.py that imports it and prints cube(4), then run show.py and tell me the number.",
        ("write cube.py", "write show.py", "run show.py"),
        write("cube.py", "def cube(n):\n    return n**3\n"),
        write("show.py", "from cube import cube\n\nprint(cube(4))\n"),
        shell("python3 show.py"),
        outputs={"python3 show.py": "64\n", "python3 -c 'import cube; print(cube.cube(5))'": "125\n"},
        ran=(r"show\.py",),
        tell=("64",),
    ),
    _todo(
        "rename-in-three",
        "The team Falcons is called Herons now. Files: fixtures.txt, table.txt, banner.txt. Plan it with todo, then go "
        "through them one by one.",
        ("fixtures.txt", "table.txt", "banner.txt"),
        read("fixtures.txt"),
        edit("fixtures.txt", "Falcons", "Herons"),
        read("table.txt"),
        edit("table.txt", "Falcons", "Herons"),
        read("banner.txt"),
        edit("banner.txt", "Falcons", "Herons"),
        files={
            "fixtures.txt": "Sat: Falcons - Rovers\n",
            "table.txt": "1. Rovers 9\n2. Falcons 7\n",
            "banner.txt": "Go Falcons go\n",
        },
        after={
            "fixtures.txt": "Sat: Herons - Rovers\n",
            "table.txt": "1. Rovers 9\n2. Herons 7\n",
            "banner.txt": "Go Herons go\n",
        },
    ),
    _todo(
        "fix-and-note",
        "Several things, track them in a todo list: (1) python3 test_half.py fails, fix half.py. (2) when it passes, "
        "create done.txt saying fixed. (3) delete scrap.txt.",
        ("fix half.py", "write done.txt", "delete scrap.txt"),
        shell("python3 test_half.py"),
        read("half.py"),
        edit("half.py", "n * 2", "n / 2"),
        shell("python3 test_half.py"),
        write("done.txt", "fixed\n"),
        shell("rm scrap.txt"),
        files={
            "half.py": "def half(n):\n    return n * 2\n",
            "test_half.py": "from half import half\n\nassert half(10) == 5, half(10)\n",
            "scrap.txt": "bin me\n",
        },
        free=("half.py", "scrap.txt"),
        outputs={
            "python3 test_half.py 2>&1 && echo passed": "passed\n",
            "cat done.txt": "fixed\n",
            "ls scrap.txt 2>/dev/null": "",
        },
    ),
    _todo(
        "folders",
        "we set up a project. write todos! steps: folder src with app.py printing ready / folder docs with index.md "
        "holding the line Welcome / run src/app.py",
        ("src/app.py", "docs/index.md", "run src/app.py"),
        write("src/app.py", 'print("ready")\n'),
        write("docs/index.md", "Welcome\n"),
        shell("python3 src/app.py"),
        after={"docs/index.md": "Welcome\n"},
        outputs={"python3 src/app.py": "ready\n"},
        ran=(r"src/app\.py",),
    ),
    _todo(
        "three-commands",
        "Make yourself a checklist with the todo tool and work it off: python3 p1.py, python3 p2.py, python3 p3.py. "
        "I need the three words they print.",
        ("run p1.py", "run p2.py", "run p3.py"),
        shell("python3 p1.py"),
        shell("python3 p2.py"),
        shell("python3 p3.py"),
        files={
            "p1.py": "print('mul' + 'ti')\n",
            "p2.py": "print('ver' + 'so')\n",
            "p3.py": "print('rec' + 'to')\n",
        },
        ran=(r"p1\.py", r"p2\.py", r"p3\.py"),
        tell=("multi", "verso", "recto"),
    ),
    _todo(
        "settings",
        "Go step by step, with a list that I can watch (todo). In game.cfg: lives to 5, level to hard, sound to off.",
        ("lives", "level", "sound"),
        read("game.cfg"),
        edit("game.cfg", "lives=3", "lives=5"),
        edit("game.cfg", "level=easy", "level=hard"),
        edit("game.cfg", "sound=on", "sound=off"),
        files={"game.cfg": "# game\nlives=3\nlevel=easy\nsound=on\nfps=60\n"},
        after={"game.cfg": "# game\nlives=5\nlevel=hard\nsound=off\nfps=60\n"},
    ),
    _todo(
        "read-and-write",
        "todo list first, please. Task: look up the captain in ship.txt, look up the port in trip.txt, then write both "
        "into sum.txt, the captain on line one, the port on line two.",
        ("read ship.txt", "read trip.txt", "write sum.txt"),
        read("ship.txt"),
        read("trip.txt"),
        write("sum.txt", "Aune\nBergen\n"),
        files={"ship.txt": "Ship Lumi, captain: Aune\n", "trip.txt": "Day 2, port: Bergen\n"},
        after={"sum.txt": "Aune\nBergen\n"},
    ),
    _todo(
        "four-steps",
        "A longer job, so keep track of it with todos.\n1) create bag.txt with the line tent\n2) create "
        "pot.txt with the "
        "line rice\n3) create map.txt with the line north\n4) run ls and tell me the names you see",
        ("bag.txt", "pot.txt", "map.txt", "run ls"),
        write("bag.txt", "tent\n"),
        write("pot.txt", "rice\n"),
        write("map.txt", "north\n"),
        shell("ls"),
        after={"bag.txt": "tent\n", "pot.txt": "rice\n", "map.txt": "north\n"},
        ran=(r"\bls\b",),
        tell=("bag.txt", "pot.txt", "map.txt"),
    ),
    _todo(
        "script-change",
        "please you make todo for the work: change WORD in say.py from hello to ciao, then execute say.py, then create "
        "log.txt with word ok",
        ("change say.py", "run say.py", "write log.txt"),
        read("say.py"),
        edit("say.py", '"hello"', '"ciao"'),
        shell("python3 say.py"),
        write("log.txt", "ok\n"),
        files={"say.py": 'WORD = "hello"  # to all\n\n\nif WORD:\n    print(WORD)\n'},
        after={"say.py": 'WORD = "ciao"  # to all\n\n\nif WORD:\n    print(WORD)\n', "log.txt": "ok\n"},
        ran=(r"say\.py",),
    ),
    _todo(
        "move-files",
        "Tidying up! Write the plan into your todo list and mark what's done. Move a.png.txt to pics/a.png.txt, move "
        "b.mp3.txt to tunes/b.mp3.txt.",
        ("move a.png.txt", "move b.mp3.txt"),
        shell("mkdir -p pics tunes && mv a.png.txt pics/ && mv b.mp3.txt tunes/"),
        files={"a.png.txt": "picture\n", "b.mp3.txt": "tune\n"},
        after={"pics/a.png.txt": "picture\n", "tunes/b.mp3.txt": "tune\n"},
        free=("a.png.txt", "b.mp3.txt"),
        outputs={"ls a.png.txt b.mp3.txt 2>/dev/null": ""},
    ),
    _todo(
        "test-first",
        "Organise yourself with todos: write test_add.py (it imports add from adding and asserts add(2, "
        "3) == 5), write "
        "adding.py with add(a, b), run python3 test_add.py.",
        ("write test_add.py", "write adding.py", "run the test"),
        write("test_add.py", "from adding import add\n\nassert add(2, 3) == 5\n"),
        write("adding.py", "def add(a, b):\n    return a + b\n"),
        shell("python3 test_add.py"),
        outputs={
            "python3 test_add.py 2>&1 && echo passed": "passed\n",
            "python3 -c 'import adding; print(adding.add(20, 4))'": "24\n",
            "grep -c add test_add.py | sed 's/[1-9][0-9]*/some/'": "some\n",
        },
        ran=(r"test_add\.py",),
    ),
    _todo(
        "versions",
        "Release checklist (as a todo list, I like seeing the ticks): VERSION from 1.4 to 1.5; on top of NEWS the line "
        "1.5 is out instead of 1.4 is out; finally python3 release.py, which must print ready for 1.5.",
        ("VERSION", "NEWS", "run release.py"),
        read("VERSION"),
        edit("VERSION", "1.4", "1.5"),
        read("NEWS"),
        edit("NEWS", "1.4 is out", "1.5 is out"),
        shell("python3 release.py"),
        files={
            "VERSION": "1.4\n",
            "NEWS": "1.4 is out\nwe moved\n",
            "release.py": "print('ready for ' + open('VERSION').read().strip())\n",
        },
        after={"VERSION": "1.5\n", "NEWS": "1.5 is out\nwe moved\n"},
        ran=(r"release\.py",),
    ),
)
