"""Find where a name is used, or which file holds something."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam.task import Script, Task, search


def _find(
    name: str,
    prompt: str,
    files: Mapping[str, str],
    pattern: str,
    answer: str,
    *has: str | tuple[str, ...],
    wrong: str,
    lacks: tuple[str, ...] = (),
) -> Task:
    """`lacks`: files that a right answer has no cause to name."""
    return Task(
        f"find-{name}",
        "find",
        prompt,
        Script((search(pattern),), answer),
        (Script((search(pattern),), wrong), Script((), answer)),
        files,
        untouched=True,
        looks=True,
        answer_has=tuple((words,) if isinstance(words, str) else words for words in has),
        answer_lacks=lacks,
    )


_YARD = {
    "yard/gate.py": "def open_gate(code):\n    return code == 4711\n",
    "yard/truck.py": "from yard.gate import open_gate\n\n\ndef arrive():\n    open_gate(4711)\n",
    "yard/crane.py": "def lift(tons):\n    return tons < 30\n",
    "README.md": "The yard\n~~~~~~~~\n\nTrucks come (and go).\n",
}
_GAME = {
    "src/score.js": "export let bonus = 3;\nexport function addPoints(n) {\n  return n + bonus;\n}\n",
    "src/level.js": 'import { addPoints } from "./score.js";\naddPoints(10);\n',
    "src/menu.js": 'console.log("menu");\n',
    "test/level_test.js": 'import { addPoints } from "../src/score.js";\n\nif (addPoints(1) !== 4) throw 1;\n',
}
_LETTERS = {
    "letters/2027.txt": "Dear Tove,\nthe harvest was fine.\n",
    "letters/2028.txt": "Dear Milo,\nthe bridge is closed.\n",
    "letters/2029.txt": "Dear Tove,\nwe sold the mill.\n",
}
_WEB = {
    "app/main.py": "from app.mail import send_mail\n\nsend_mail('hi')\n",
    "app/mail.py": "import os\n\nHOST = os.environ['MAIL_HOST']\n\n\ndef send_mail(text):\n    print(HOST, text)\n",
    "deploy.sh": "export MAIL_HOST=mx1\npython3 -m app.main\n",
}

FIND = (
    _find(
        "gate-callers",
        "where is open_gate used? which files",
        _YARD,
        "open_gate",
        "yard/gate.py defines it and yard/truck.py uses it.",
        "truck.py",
        wrong="In yard/crane.py.",
        lacks=("crane.py",),
    ),
    _find(
        "gate-definition",
        "In which file does someone define the function `lift`? I lost track of it.",
        _YARD,
        "def lift",
        "In yard/crane.py.",
        "crane.py",
        wrong="In yard/truck.py.",
        lacks=("truck.py",),
    ),
    _find(
        "code",
        "The secret number 4711 is written somewhere in this project, would you please find every file with it?",
        _YARD,
        "4711",
        "yard/gate.py and yard/truck.py",
        "gate.py",
        "truck.py",
        wrong="yard/gate.py",
        lacks=("crane.py",),
    ),
    _find(
        "points",
        "need all files that mention addPoints (tests too)",
        _GAME,
        "addPoints",
        "src/score.js, src/level.js, test/level_test.js",
        "score.js",
        "level.js",
        "level_test.js",
        wrong="src/score.js and src/level.js",
        lacks=("menu.js",),
    ),
    _find(
        "bonus-line",
        "On which line of which file is the variable bonus exported?",
        _GAME,
        "export let bonus",
        "On line 1 of src/score.js.",
        "score.js",
        ("1", "first", "one", "line 1"),
        wrong="On line 2 of src/level.js.",
        lacks=("level.js",),
    ),
    _find(
        "menu",
        'what file prints "menu"?',
        _GAME,
        "menu",
        "src/menu.js",
        "menu.js",
        wrong="src/level.js",
        lacks=("level.js",),
    ),
    _find(
        "tove",
        "I wrote Tove more than once. Which of the letters went to her?",
        _LETTERS,
        "Tove",
        "letters/2027.txt and letters/2029.txt",
        ("2027.txt", "2027"),
        ("2029.txt", "2029"),
        wrong="letters/2027.txt and letters/2028.txt",
        lacks=("2028.txt", "2028"),
    ),
    _find(
        "bridge",
        "one letter has something about a bridge in it, find out which one it is",
        _LETTERS,
        "bridge",
        "letters/2028.txt",
        ("2028.txt", "2028"),
        wrong="letters/2029.txt",
        lacks=("2029.txt", "2029"),
    ),
    _find(
        "mail-host",
        "Who uses MAIL_HOST? Please search the repo, I count two places.",
        _WEB,
        "MAIL_HOST",
        "app/mail.py reads it and deploy.sh sets it.",
        "mail.py",
        "deploy.sh",
        wrong="app/mail.py",
        lacks=("main.py",),
    ),
    _find(
        "send-mail",
        "If I change send_mail, which file calling it do I have to look at?",
        _WEB,
        "send_mail",
        "app/main.py calls it.",
        "main.py",
        wrong="deploy.sh",
        lacks=("deploy.sh",),
    ),
    _find(
        "todo-comment",
        "hey, is there a FIXME in any of my C files? give me the filename",
        {
            "io.c": "int put(void);\n",
            "net.c": "int get(void) {\n  return 0; /* FIXME errors */\n}\n",
            "ui.c": "int x;\n",
        },
        "FIXME",
        "Yes, in net.c.",
        "net.c",
        wrong="Yes, in io.c.",
        lacks=("io.c", "ui.c"),
    ),
    _find(
        "nowhere",
        "Is old_parser still used anywhere here? I'd like to get rid of it.",
        {
            "cli.py": "from new_parser import parse\n\nparse('x')\n",
            "new_parser.py": "def parse(text):\n    return text\n",
        },
        "old_parser",
        "No, it is not used anywhere.",
        ("no", "not", "nowhere", "isn't", "never", "none"),
        wrong="Yes, cli.py uses it.",
        lacks=("yes", "rm", "failed"),
    ),
    _find(
        "class-users",
        "For the cleanup: list every python file in which the name Buoy appears.",
        {
            "sea/buoy.py": "class Buoy:\n    color = 'red'\n",
            "sea/map.py": "from sea.buoy import Buoy\n\nmarks = [Buoy(), Buoy()]\n",
            "sea/tide.py": "HIGH = 3\n",
            "tools/paint.py": "import sea.buoy\n\nsea.buoy.Buoy.color = 'green'\n",
        },
        "Buoy",
        "sea/buoy.py, sea/map.py, tools/paint.py",
        ("sea/buoy.py", "buoy.py"),
        ("sea/map.py", "map.py"),
        ("tools/paint.py", "paint.py"),
        wrong="sea/buoy.py and sea/map.py",
        lacks=("tide.py",),
    ),
    _find(
        "setting",
        "which config file has cache_dir and what is the directory?",
        {
            "etc/base.toml": "[base]\nlang = 'no'\n",
            "etc/paths.toml": "[paths]\ncache_dir = '/var/tmp/lynx'\n",
            "etc/users.toml": "[users]\nmax = 8\n",
        },
        "cache_dir",
        "etc/paths.toml; it is /var/tmp/lynx.",
        "paths.toml",
        "/var/tmp/lynx",
        wrong="etc/base.toml; it is /var/tmp/lynx.",
        lacks=("base.toml",),
    ),
)
