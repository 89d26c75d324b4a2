"""One thing in one file is to change: a value, a word, a line, a name, a heading, the body of a function."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam.task import Call, Script, Task, edit, read


def _edit(
    id: str,
    prompt: str,
    files: Mapping[str, str],
    old: str,
    new: str,
    *slips: tuple[str, str],
    every: bool = False,
    free: bool = False,
    outputs: Mapping[str, str] | None = None,
    looking: tuple[Call, ...] = (),
) -> Task:
    """The first of `files` gets `new` for `old`; `slips` are replacements that are wrong, as is to change nothing.

    With `free`, the file may become anything that `outputs` agree with.
    """
    path, content = next(iter(files.items()))
    seen = (*looking, read(path))
    return Task(
        id=id,
        job="edit",
        prompt=prompt,
        files=files,
        reference=Script((*seen, edit(path, old, new, every=every))),
        wrong=(Script(seen), *(Script((*seen, edit(path, *slip))) for slip in slips)),
        files_after={} if free else {path: content.replace(old, new)},
        free=(path,) if free else (),
        outputs=outputs or {},
        untouched=True,
    )


EDIT = (
    _edit(
        "practice-edit-python-constant",
        "pls set RETRIES to 5 in client.py",
        {
            "client.py": "import time\n\nRETRIES = 3\nPAUSE_S = 3\n\n\ndef wait(n):\n    time.sleep(n * PAUSE_S)\n",
        },
        "RETRIES = 3",
        "RETRIES = 5",
        ("PAUSE_S = 3", "PAUSE_S = 5"),
    ),
    _edit(
        "practice-edit-json-theme-of-an-editor",
        "I can't stand the bright theme of my editor any longer, could you switch it to dark? It's in settings.json.",
        {
            "settings.json": '{\n  "font": "Hack",\n  "theme": "light",\n  "icons": "light",\n  "tabSize": 2\n}\n',
        },
        '"theme": "light"',
        '"theme": "dark"',
        ('"icons": "light"', '"icons": "dark"'),
    ),
    _edit(
        "practice-edit-yaml-replicas",
        "k8s/web.yaml: replicas 4 instead of 2",
        {
            "k8s/web.yaml": "kind: Deployment\nmetadata:\n  name: web\nspec:\n"
            "  replicas: 2\n  revisionHistoryLimit: 2\n",
        },
        "replicas: 2",
        "replicas: 4",
        ("revisionHistoryLimit: 2", "revisionHistoryLimit: 4"),
        ("replicas: 2", "replicas: 2 4"),
    ),
    _edit(
        "practice-edit-toml-required-python",
        "We dropped support for Python 3.9, so `requires-python` in pyproject.toml has to become `>=3.11`.",
        {
            "pyproject.toml": '[project]\nname = "heron"\nversion = "3.9.0"\n'
            'requires-python = ">=3.9"\ndependencies = []\n',
        },
        'requires-python = ">=3.9"',
        'requires-python = ">=3.11"',
        ('version = "3.9.0"', 'version = "3.11.0"'),
        ('">=3.9"', '"3.11"'),
    ),
    _edit(
        "practice-edit-env-log-level",
        "Make the logging more talkative, please: LOG_LEVEL should be debug. You will find it in .env",
        {
            ".env": "HOST=127.0.0.1\nLOG_LEVEL=info\nLOG_FILE=info.log\n",
            "run.sh": '. ./.env\necho "level $LOG_LEVEL"\n',
        },
        "LOG_LEVEL=info",
        "LOG_LEVEL=debug",
        ("LOG_FILE=info.log", "LOG_FILE=debug.log"),
    ),
    _edit(
        "practice-edit-csv-price-of-the-lamp",
        "The lamp costs only 17.50 from now on. Would you correct that in stock.csv?",
        {
            "stock.csv": "article,price,left\nchair,49.00,12\nlamp,19.90,7\nlampshade,19.90,3\nrug,85.00,1\n",
        },
        "lamp,19.90",
        "lamp,17.50",
        ("lampshade,19.90", "lampshade,17.50"),
        ("lamp,19.90,7", "lamp,19.90,17.50"),
    ),
    _edit(
        "practice-edit-markdown-heading",
        'rename the heading "Getting started" of README.md into "Quick start", thats all',
        {
            "README.md": "# Otter\n\nA small web server.\n\n## Getting started\n\n"
            "Run `otter .` and open the page.\n\n## License\n\nMIT\n",
        },
        "## Getting started",
        "## Quick start",
        ("## Getting started", "# Quick start"),
        ("# Otter", "# Quick start"),
    ),
    _edit(
        "practice-edit-html-title",
        "What the browser tab shows for about.html is \"Untitled\". It should show 'About us'.",
        {
            "about.html": "<!doctype html>\n<html>\n<head>\n  <title>Untitled</title>\n</head>\n<body>\n"
            '  <img src="team.jpg" alt="Untitled">\n</body>\n</html>\n',
        },
        "<title>Untitled</title>",
        "<title>About us</title>",
        ('alt="Untitled"', 'alt="About us"'),
    ),
    _edit(
        "practice-edit-css-footer-background",
        "In my stylesheet main.css the footer has the background #222, I like to have #0a5c36 there. "
        "The header must stay like it is.",
        {
            "main.css": "header {\n  background: #222;\n}\n\nfooter {\n  background: #222;\n  padding: 1em;\n}\n",
        },
        "footer {\n  background: #222;",
        "footer {\n  background: #0a5c36;",
        ("header {\n  background: #222;", "header {\n  background: #0a5c36;"),
    ),
    _edit(
        "practice-edit-shell-script-pause",
        "poll.sh waits far too long between two tries, 2 seconds are enough",
        {
            "poll.sh": "#!/bin/sh\nuntil curl -sf localhost:3000/ready; do\n  sleep 10\ndone\necho ready\n",
        },
        "sleep 10",
        "sleep 2",
        ("sleep 10", "sleep 8"),
    ),
    _edit(
        "practice-edit-makefile-optimisation",
        "Change the Makefile so that CFLAGS has -O3 and not -O0.",
        {
            "Makefile": "CC = gcc\nCFLAGS = -O0 -Wall\n\nhello: hello.c\n\t$(CC) $(CFLAGS) -o hello hello.c\n",
            "hello.c": "int main(void) {\n    return 0;\n}\n",
        },
        "-O0",
        "-O3",
        ("-O0 -Wall", "-O3"),
    ),
    _edit(
        "practice-edit-dockerfile-base-image",
        "Please bump the base image in the Dockerfile to node:22-alpine. Thank you!",
        {
            "Dockerfile": "FROM node:18-alpine\nWORKDIR /srv\nCOPY . .\nRUN npm ci\n"
            'EXPOSE 18000\nCMD ["node", "app.js"]\n',
        },
        "node:18-alpine",
        "node:22-alpine",
        ("18000", "22000"),
        ("node:18-alpine", "22-alpine"),
    ),
    _edit(
        "practice-edit-sql-length-of-email",
        "Some of our customers have very long mail addresses. In db/customers.sql, give the email column VARCHAR(120).",
        {
            "db/customers.sql": "CREATE TABLE customers (\n    id INT,\n"
            "    name VARCHAR(50),\n    email VARCHAR(50)\n);\n",
        },
        "email VARCHAR(50)",
        "email VARCHAR(120)",
        ("name VARCHAR(50)", "name VARCHAR(120)"),
    ),
    _edit(
        "practice-edit-js-greeting",
        "the function greet in hello.js says Hi, it should say Good evening instead (keep the name after it)",
        {
            "hello.js": "function greet(name) {\n  return `Hi ${name}!`;\n}\n\n"
            "function leave(name) {\n  return `Bye ${name}!`;\n}\n",
        },
        "`Hi ${name}!`",
        "`Good evening ${name}!`",
        ("`Hi ${name}!`", "`Good evening!`"),
        ("`Bye ${name}!`", "`Good evening ${name}!`"),
    ),
    _edit(
        "practice-edit-python-body-of-mean",
        "`mean` in stats.py blows up when the list is empty. I'd rather get 0 back then.",
        {
            "stats.py": "def mean(values):\n    return sum(values) / len(values)\n",
        },
        "    return sum(values) / len(values)",
        "    if not values:\n        return 0\n    return sum(values) / len(values)",
        ("return sum(values) / len(values)", "return 0"),
        free=True,
        outputs={
            "python3 -c 'from stats import mean; print(float(mean([])), mean([2, 4]))'": "0.0 3.0",
        },
    ),
    _edit(
        "practice-edit-python-rename-a-function",
        "calc is such a poor name. Call that function total_price, everywhere in cart.py",
        {
            "cart.py": "def calc(items):\n    return sum(items)\n\n\ndef show(items):\n"
            "    print(calc(items))\n\n\nshow([3, 4])\n",
        },
        "calc",
        "total_price",
        ("def calc", "def total_price"),
        ("print(calc", "print(total_price"),
        every=True,
    ),
    _edit(
        "practice-edit-notes-take-a-line-off",
        "We still have eggs, so take them off the shopping list.",
        {
            "shopping.txt": "milk\neggs\nflour\nbaking powder\n",
            "recipes.txt": "pancakes: eggs, milk, flour\n",
        },
        "eggs\n",
        "",
        ("eggs", "we still have eggs"),
        ("milk\neggs\n", ""),
        looking=(("list", {}),),
    ),
    _edit(
        "practice-edit-ts-spelling",
        "There's a typo in errors.ts - 'recieved' - can you fix it?",
        {
            "errors.ts": "export const messages = {\n  timeout: 'No answer was recieved in time',\n"
            "  denied: 'You may not do this',\n};\n",
        },
        "recieved",
        "received",
        ("recieved", "recived"),
    ),
)
