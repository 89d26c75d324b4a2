"""Practice in editing across files: a name or a value that stands in two or three of them."""

from __future__ import annotations

from bench.exam.task import Script, Task, edit, read, search, shell, write

ACROSS = (
    Task(
        id="practice-across-function",
        job="edit across",
        prompt=(
            "Rename the function load to load_rows, "
            "in store.py and in main.py where it is called. main.py must still run."
        ),
        files={
            "store.py": """\
import csv


def load(path):
    with open(path) as file:
        return list(csv.reader(file))
""",
            "main.py": """\
import store

rows = store.load("stock.csv")
print(len(rows), "rows")
""",
            "stock.csv": "nails,400\nscrews,250\nhooks,30\n",
        },
        files_after={
            "store.py": """\
import csv


def load_rows(path):
    with open(path) as file:
        return list(csv.reader(file))
""",
            "main.py": """\
import store

rows = store.load_rows("stock.csv")
print(len(rows), "rows")
""",
        },
        outputs={"python3 main.py": "3 rows"},
        reference=Script(
            (
                read("store.py"),
                read("main.py"),
                edit("store.py", "def load(", "def load_rows("),
                edit("main.py", "store.load(", "store.load_rows("),
                shell("python3 main.py"),
            ),
            "load is load_rows in both files, and main.py prints 3 rows.",
        ),
        wrong=(
            Script((read("store.py"), edit("store.py", "def load(", "def load_rows("))),
            Script(
                (
                    read("store.py"),
                    read("main.py"),
                    edit("store.py", "def load(", "def load_row("),
                    edit("main.py", "store.load(", "store.load_row("),
                ),
            ),
        ),
    ),
    Task(
        id="practice-across-port",
        job="edit across",
        prompt="the app should listen on 9090 not 8080, its in the Dockerfile and server.js",
        files={
            "Dockerfile": """\
FROM node:20-alpine
WORKDIR /srv
COPY server.js .
EXPOSE 8080
CMD ["node", "server.js"]
""",
            "server.js": """\
const http = require("http");

http
  .createServer((request, response) => response.end("hello"))
  .listen(8080);
""",
        },
        files_after={
            "Dockerfile": """\
FROM node:20-alpine
WORKDIR /srv
COPY server.js .
EXPOSE 9090
CMD ["node", "server.js"]
""",
            "server.js": """\
const http = require("http");

http
  .createServer((request, response) => response.end("hello"))
  .listen(9090);
""",
        },
        reference=Script(
            (
                read("Dockerfile"),
                edit("Dockerfile", "EXPOSE 8080", "EXPOSE 9090"),
                read("server.js"),
                edit("server.js", ".listen(8080)", ".listen(9090)"),
            ),
            "Both files use 9090 now.",
        ),
        wrong=(
            Script((read("Dockerfile"), edit("Dockerfile", "8080", "9090")), "Both files use 9090 now."),
            Script((shell("sed -i 's/8080/9000/' Dockerfile server.js"),)),
        ),
    ),
    Task(
        id="practice-across-bakery",
        job="edit across",
        prompt=(
            "We changed our name from Corner Bakery to Mill Bakery. Would you please update the website (index.html) "
            "and the flyer (flyer.md)?"
        ),
        files={
            "index.html": """\
<html>
  <head><title>Corner Bakery</title></head>
  <body>
    <h1>Corner Bakery</h1>
    <p>Fresh bread from six.</p>
  </body>
</html>
""",
            "flyer.md": """\
# Open day

Come to Corner Bakery on Sunday!
""",
        },
        files_after={
            "index.html": """\
<html>
  <head><title>Mill Bakery</title></head>
  <body>
    <h1>Mill Bakery</h1>
    <p>Fresh bread from six.</p>
  </body>
</html>
""",
            "flyer.md": """\
# Open day

Come to Mill Bakery on Sunday!
""",
        },
        reference=Script(
            (
                read("index.html"),
                edit("index.html", "Corner Bakery", "Mill Bakery", every=True),
                read("flyer.md"),
                edit("flyer.md", "Corner Bakery", "Mill Bakery"),
            ),
            "The website and the flyer say Mill Bakery now.",
        ),
        wrong=(
            Script(
                (
                    read("index.html"),
                    edit("index.html", "<h1>Corner Bakery", "<h1>Mill Bakery"),
                    read("flyer.md"),
                    edit("flyer.md", "Corner Bakery", "Mill Bakery"),
                )
            ),
            Script((read("index.html"), edit("index.html", "Corner Bakery", "Mill Bakery", every=True))),
        ),
    ),
    Task(
        id="practice-across-version",
        job="edit across",
        prompt="Release 1.5.0: set the version in pyproject.toml and heron/__init__.py (both say 1.4.0)",
        files={
            "pyproject.toml": """\
[project]
name = "heron"
version = "1.4.0"
dependencies = ["httpx"]
""",
            "heron/__init__.py": '"""Watches a river gauge."""\n\n__version__ = "1.4.0"\n',
            "CHANGES": "1.4.0  gauge names with spaces\n1.3.2  fewer requests\n",
        },
        files_after={
            "pyproject.toml": """\
[project]
name = "heron"
version = "1.5.0"
dependencies = ["httpx"]
""",
            "heron/__init__.py": '"""Watches a river gauge."""\n\n__version__ = "1.5.0"\n',
        },
        reference=Script(
            (
                read("pyproject.toml"),
                read("heron/__init__.py"),
                edit("pyproject.toml", "1.4.0", "1.5.0"),
                edit("heron/__init__.py", "1.4.0", "1.5.0"),
            ),
            "The version is 1.5.0 in both files.",
        ),
        wrong=(
            Script((shell("sed -i 's/1.4.0/1.5.0/' pyproject.toml heron/__init__.py CHANGES"),)),
            Script((read("pyproject.toml"), edit("pyproject.toml", "1.4.0", "1.5.0"))),
        ),
    ),
    Task(
        id="practice-across-variable",
        job="edit across",
        prompt="API_URL is a bad name. Everywhere in this folder it should be called FORECAST_URL instead.",
        files={
            ".env": "API_URL=http://localhost:3000\nCACHE_MINUTES=10\n",
            "forecast.sh": """\
#!/bin/sh
. ./.env
curl --silent "$API_URL/today"
""",
            "NOTES.txt": "Set API_URL before the first start.\n",
        },
        files_after={
            ".env": "FORECAST_URL=http://localhost:3000\nCACHE_MINUTES=10\n",
            "forecast.sh": """\
#!/bin/sh
. ./.env
curl --silent "$FORECAST_URL/today"
""",
            "NOTES.txt": "Set FORECAST_URL before the first start.\n",
        },
        reference=Script(
            (
                shell("grep -rl API_URL ."),
                read(".env"),
                edit(".env", "API_URL", "FORECAST_URL"),
                read("forecast.sh"),
                edit("forecast.sh", "API_URL", "FORECAST_URL"),
                read("NOTES.txt"),
                edit("NOTES.txt", "API_URL", "FORECAST_URL"),
            ),
            "I renamed it in .env, forecast.sh and NOTES.txt.",
        ),
        wrong=(
            Script(
                (
                    read("forecast.sh"),
                    edit("forecast.sh", "API_URL", "FORECAST_URL"),
                    read("NOTES.txt"),
                    edit("NOTES.txt", "API_URL", "FORECAST_URL"),
                )
            ),
            Script((search("API_URL"),), "API_URL is in three files."),
        ),
    ),
    Task(
        id="practice-across-css-class",
        job="edit across",
        prompt="can we call the css class card instead of box? it's used in style.css and in page.html",
        files={
            "style.css": """\
body {
  margin: 2rem;
}

.box {
  border: 1px solid gray;
}
""",
            "page.html": """\
<link rel="stylesheet" href="style.css">
<div class="box">
  <p>Opening hours: 9 to 5</p>
</div>
""",
        },
        files_after={
            "style.css": """\
body {
  margin: 2rem;
}

.card {
  border: 1px solid gray;
}
""",
            "page.html": """\
<link rel="stylesheet" href="style.css">
<div class="card">
  <p>Opening hours: 9 to 5</p>
</div>
""",
        },
        reference=Script(
            (
                read("style.css"),
                read("page.html"),
                edit("style.css", ".box {", ".card {"),
                edit("page.html", 'class="box"', 'class="card"'),
            ),
            "The class is card in both files now.",
        ),
        wrong=(
            Script(
                (
                    read("style.css"),
                    read("page.html"),
                    edit("style.css", ".box {", "card {"),
                    edit("page.html", 'class="box"', 'class="card"'),
                )
            ),
            Script((read("page.html"), edit("page.html", 'class="box"', 'class="card"'))),
        ),
    ),
    Task(
        id="practice-across-table",
        job="edit across",
        prompt="""\
Table `users` becomes `members`:
* db/create.sql
* db/report.sql
Leave the rest of the SQL alone.""",
        files={
            "db/create.sql": """\
CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    joined DATE
);
""",
            "db/report.sql": "SELECT count(*)\nFROM users\nWHERE joined > '2024-01-01';\n",
        },
        files_after={
            "db/create.sql": """\
CREATE TABLE members (
    id INTEGER PRIMARY KEY,
    joined DATE
);
""",
            "db/report.sql": "SELECT count(*)\nFROM members\nWHERE joined > '2024-01-01';\n",
        },
        reference=Script(
            (
                read("db/create.sql"),
                edit("db/create.sql", "TABLE users", "TABLE members"),
                read("db/report.sql"),
                edit("db/report.sql", "FROM users", "FROM members"),
            ),
            "Both SQL files use members.",
        ),
        wrong=(
            Script((read("db/create.sql"), edit("db/create.sql", "TABLE users", "TABLE members"))),
            Script(
                (
                    read("db/create.sql"),
                    edit("db/create.sql", "TABLE users", "TABLE members"),
                    read("db/report.sql"),
                    write("db/report.sql", "SELECT count(*) FROM members;\n"),
                )
            ),
        ),
    ),
    Task(
        id="practice-across-timeout",
        job="edit across",
        prompt=(
            "The timeout of 30 seconds is too short for our slow line, so change it to 90 both in client.ini "
            "and in limits.json"
        ),
        files={
            "client.ini": """\
[network]
timeout = 30
retries = 3

[screen]
width = 30
""",
            "limits.json": '{\n  "timeout": 30,\n  "max_size": 2048\n}\n',
        },
        files_after={
            "client.ini": """\
[network]
timeout = 90
retries = 3

[screen]
width = 30
""",
            "limits.json": '{\n  "timeout": 90,\n  "max_size": 2048\n}\n',
        },
        reference=Script(
            (
                read("client.ini"),
                edit("client.ini", "timeout = 30", "timeout = 90"),
                read("limits.json"),
                edit("limits.json", '"timeout": 30', '"timeout": 90'),
            ),
            "The timeout is 90 seconds in client.ini and limits.json.",
        ),
        wrong=(
            Script((shell("sed -i 's/30/90/' client.ini limits.json"),)),
            Script((read("client.ini"), edit("client.ini", "timeout = 30", "timeout = 90"))),
        ),
    ),
    Task(
        id="practice-across-phone",
        job="edit across",
        prompt=(
            "Joana has new phone number: 555-0188. "
            "Old one (555-0142) is in contacts.csv and team.yml, please to replace."
        ),
        files={
            "contacts.csv": "name,phone\nPedro,555-0117\nJoana,555-0142\nRui,555-0163\n",
            "team.yml": """\
lead:
  name: Joana
  phone: 555-0142
deputy:
  name: Rui
  phone: 555-0163
""",
        },
        files_after={
            "contacts.csv": "name,phone\nPedro,555-0117\nJoana,555-0188\nRui,555-0163\n",
            "team.yml": """\
lead:
  name: Joana
  phone: 555-0188
deputy:
  name: Rui
  phone: 555-0163
""",
        },
        reference=Script(
            (
                read("contacts.csv"),
                read("team.yml"),
                edit("contacts.csv", "555-0142", "555-0188"),
                edit("team.yml", "555-0142", "555-0188"),
            ),
            "Joana's number is 555-0188 in both files.",
        ),
        wrong=(
            Script((read("contacts.csv"), edit("contacts.csv", "555-0142", "555-0188")), "Replaced in both files."),
            Script((shell("sed -i 's/555-0163/555-0188/' contacts.csv team.yml"),)),
        ),
    ),
    Task(
        id="practice-across-type",
        job="edit across",
        prompt="In the TypeScript files, Item is too vague: make it Parcel.",
        files={
            "types.ts": """\
export interface Item {
  weight: number;
  address: string;
}
""",
            "scale.ts": """\
import { Item } from "./types";

export function isHeavy(item: Item): boolean {
  return item.weight > 20;
}
""",
        },
        files_after={
            "types.ts": """\
export interface Parcel {
  weight: number;
  address: string;
}
""",
            "scale.ts": (
                """\
import { Parcel } from "./types";

export function isHeavy(item: Parcel): boolean {
  return item.weight > 20;
}
""",
                """\
import { Parcel } from "./types";

export function isHeavy(parcel: Parcel): boolean {
  return parcel.weight > 20;
}
""",
            ),
        },
        reference=Script(
            (
                search("Item"),
                read("types.ts"),
                edit("types.ts", "interface Item", "interface Parcel"),
                read("scale.ts"),
                edit("scale.ts", "Item", "Parcel", every=True),
            ),
            "Item is Parcel now in types.ts and scale.ts.",
        ),
        wrong=(
            Script(
                (
                    read("types.ts"),
                    edit("types.ts", "interface Item", "interface Parcel"),
                    read("scale.ts"),
                    edit("scale.ts", "{ Item }", "{ Parcel }"),
                )
            ),
            Script((read("types.ts"), edit("types.ts", "interface Item", "interface Parcel"))),
        ),
    ),
)
