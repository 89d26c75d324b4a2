"""Practice in creating: one new file as told, a program or a text, often run at once."""

from __future__ import annotations

from bench.exam.task import Script, Task, shell, write

_COLUMNS = (
    "python3 -c \"import sqlite3; base = sqlite3.connect(':memory:'); "
    "base.executescript(open('schema.sql').read()); "
    "print([row[1] for row in base.execute('pragma table_info(books)')])\""
)

CREATE = (
    Task(
        id="practice-create-squares",
        job="create",
        prompt="make squares.py that prints the squares of 1 to 5, each on its own line, and run it",
        outputs={"python3 squares.py": "1\n4\n9\n16\n25"},
        ran=(r"squares\.py",),
        reference=Script(
            (write("squares.py", "for n in range(1, 6):\n    print(n * n)\n"), shell("python3 squares.py")),
            "squares.py prints 1, 4, 9, 16 and 25.",
        ),
        wrong=(
            Script((write("squares.py", "for n in range(5):\n    print(n * n)\n"), shell("python3 squares.py"))),
            Script((write("squares.py", "for n in range(1, 6):\n    print(n * n)\n"),), "It prints the squares."),
        ),
    ),
    Task(
        id="practice-create-miles",
        job="create",
        prompt="I need a function km_to_miles(km) in convert.py. It should return km times 0.62.",
        outputs={
            "python3 -c 'from convert import km_to_miles; print([round(km_to_miles(100), 3)])'": "[62.0]",
        },
        reference=Script(
            (write("convert.py", "def km_to_miles(km):\n    return km * 0.62\n"),),
            "convert.py has km_to_miles(km), which returns km * 0.62.",
        ),
        wrong=(
            Script((write("convert.py", "def km_to_miles(km):\n    print(km * 0.62)\n"),)),
            Script((write("convert.py", "def km_to_miles(km):\n    return km / 0.62\n"),)),
        ),
    ),
    Task(
        id="practice-create-settings-json",
        job="create",
        prompt='settings.json please: "theme" is "dark", "font_size" is 14 and "autosave" is true',
        outputs={
            "python3 -c \"import json; print(sorted(json.load(open('settings.json')).items()))\"": (
                "[('autosave', True), ('font_size', 14), ('theme', 'dark')]"
            ),
        },
        reference=Script(
            (write("settings.json", '{\n  "theme": "dark",\n  "font_size": 14,\n  "autosave": true\n}\n'),),
            "settings.json is there with the three settings.",
        ),
        wrong=(
            Script((write("settings.json", '{"theme": "dark", "font_size": 14, "autosave": "true"}\n'),)),
            Script((write("settings.json", "theme: dark\nfont_size: 14\nautosave: true\n"),)),
        ),
    ),
    Task(
        id="practice-create-server-yaml",
        job="create",
        prompt=(
            "Our server reads its host and port from conf/server.yaml. Host is localhost, port 8080. Can you create it?"
        ),
        files_after={
            "conf/server.yaml": (
                "host: localhost\nport: 8080\n",
                'host: "localhost"\nport: 8080\n',
                "port: 8080\nhost: localhost\n",
                "---\nhost: localhost\nport: 8080\n",
            ),
        },
        reference=Script(
            (write("conf/server.yaml", "host: localhost\nport: 8080\n"),),
            "I created conf/server.yaml with host localhost and port 8080.",
        ),
        wrong=(
            Script((write("server.yaml", "host: localhost\nport: 8080\n"),)),
            Script((write("conf/server.yaml", "host = localhost\nport = 8080\n"),)),
        ),
    ),
    Task(
        id="practice-create-env",
        job="create",
        prompt="Write a .env file:\n- DB_HOST is 127.0.0.1\n- DB_PORT is 5432\n- DEBUG is false",
        files_after={".env": "DB_HOST=127.0.0.1\nDB_PORT=5432\nDEBUG=false\n"},
        reference=Script(
            (write(".env", "DB_HOST=127.0.0.1\nDB_PORT=5432\nDEBUG=false\n"),), "Wrote .env with three variables."
        ),
        wrong=(
            Script((write(".env", "- DB_HOST is 127.0.0.1\n- DB_PORT is 5432\n- DEBUG is false\n"),)),
            Script((write(".env", "DB_HOST=127.0.0.1\nDB_PORT=5432\n"),)),
        ),
    ),
    Task(
        id="practice-create-fruits-csv",
        job="create",
        prompt="a csv for my market stall pls, fruits.csv. columns name and price. apple costs 1.20, pear 0.95",
        files_after={
            "fruits.csv": (
                "name,price\napple,1.20\npear,0.95\n",
                "name,price\napple,1.2\npear,0.95\n",
                '"name","price"\n"apple","1.20"\n"pear","0.95"\n',
            )
        },
        reference=Script((write("fruits.csv", "name,price\napple,1.20\npear,0.95\n"),), "fruits.csv has both fruits."),
        wrong=(
            Script((write("fruits.csv", "apple,1.20\npear,0.95\n"),)),
            Script((write("fruits.csv", "name,price\napple,1.20\npear,1.20\n"),)),
        ),
    ),
    Task(
        id="practice-create-backup-script",
        job="create",
        prompt=(
            "Create `backup.sh`. It makes the folder `backup` and copies `diary.txt` into it. "
            "Then run it with sh, so that I have a first copy."
        ),
        files={"diary.txt": "Monday: rain.\nTuesday: planted the beans.\n"},
        files_after={"backup/diary.txt": "Monday: rain.\nTuesday: planted the beans.\n"},
        outputs={"rm -r backup && sh backup.sh >/dev/null && cat backup/diary.txt | head -1": "Monday: rain."},
        ran=(r"backup\.sh",),
        reference=Script(
            (write("backup.sh", "#!/bin/sh\nmkdir -p backup\ncp diary.txt backup/\n"), shell("sh backup.sh")),
            "backup.sh is written and ran: backup/diary.txt is there.",
        ),
        wrong=(
            Script((write("backup.sh", "cp diary.txt backup/\n"), shell("sh backup.sh"))),
            Script((write("backup.sh", "mkdir -p backup\nmv diary.txt backup/\n"), shell("sh backup.sh"))),
            Script((shell("mkdir backup && cp diary.txt backup/  # backup.sh"),)),
        ),
    ),
    Task(
        id="practice-create-makefile",
        job="create",
        prompt="There is no Makefile yet. Add one with a target `hello` which echoes hi there.",
        outputs={"make -s hello": "hi there"},
        reference=Script((write("Makefile", "hello:\n\t@echo hi there\n"),), "make hello says hi there."),
        wrong=(
            Script((write("Makefile", "hello:\n    echo hi there\n"),)),
            Script((write("Makefile", "hello:\n\t@echo hello\n"),)),
        ),
    ),
    Task(
        id="practice-create-names-loop",
        job="create",
        prompt=(
            "could you do me a little python script called roll_call.py? "
            'it goes through the list Ana, Bo, Cy and prints "Hi Ana" and so on for everyone :)'
        ),
        outputs={"python3 roll_call.py": "Hi Ana\nHi Bo\nHi Cy"},
        reference=Script(
            (
                write("roll_call.py", 'for name in ["Ana", "Bo", "Cy"]:\n    print(f"Hi {name}")\n'),
                shell("python3 roll_call.py"),
            ),
            "roll_call.py greets Ana, Bo and Cy.",
        ),
        wrong=(
            Script((write("roll_call.py", 'for name in ["Ana", "Bo", "Cy"]:\n    print("Hi Ana")\n'),)),
            Script((write("roll_call.py", 'for name in ["Ana", "Bo"]:\n    print(f"Hi {name}")\n'),)),
        ),
    ),
    Task(
        id="practice-create-page",
        job="create",
        prompt="index.html shall be a page with the title My Garden and one h1 heading: Tomatoes",
        outputs={
            "grep -ci '<title>My Garden</title>' index.html": "1",
            "grep -oi '<h1>Tomatoes</h1>' index.html | wc -l | tr -d ' '": "1",
        },
        reference=Script(
            (
                write(
                    "index.html",
                    "<!DOCTYPE html>\n<html>\n<head><title>My Garden</title></head>\n"
                    "<body>\n<h1>Tomatoes</h1>\n</body>\n</html>\n",
                ),
            ),
            "index.html has the title My Garden and the heading Tomatoes.",
        ),
        wrong=(
            Script((write("index.html", "<title>Tomatoes</title>\n<h1>My Garden</h1>\n"),)),
            Script((write("index.html", "# My Garden\n\nTomatoes\n"),)),
        ),
    ),
    Task(
        id="practice-create-readme",
        job="create",
        prompt=(
            "Start the README.md of my project: first line a heading `# Birdwatch`, an empty line, "
            "then the sentence `Counts the birds at my window.`"
        ),
        files_after={"README.md": "# Birdwatch\n\nCounts the birds at my window.\n"},
        reference=Script(
            (write("README.md", "# Birdwatch\n\nCounts the birds at my window.\n"),), "README.md is started."
        ),
        wrong=(
            Script((write("README.md", "# Birdwatch\nCounts the birds at my window.\n"),)),
            Script((write("README.md", "`# Birdwatch`\n\n`Counts the birds at my window.`\n"),)),
        ),
    ),
    Task(
        id="practice-create-schema",
        job="create",
        prompt="put a CREATE TABLE for books with id, title, author in schema.sql (id is integer, others text)",
        outputs={_COLUMNS: "['id', 'title', 'author']"},
        reference=Script(
            (write("schema.sql", "CREATE TABLE books (\n  id INTEGER,\n  title TEXT,\n  author TEXT\n);\n"),),
            "schema.sql creates the table books.",
        ),
        wrong=(
            Script((write("schema.sql", "CREATE TABLE books (id INTEGER, title TEXT);\n"),)),
            Script((write("schema.sql", "CREATE TABLE book (id INTEGER, title TEXT, author TEXT);\n"),)),
        ),
    ),
    Task(
        id="practice-create-greeting",
        job="create",
        prompt=(
            "New file morning.py printing exactly Good morning, Lisbon! Run it afterwards and tell me what came out."
        ),
        outputs={"python3 morning.py": "Good morning, Lisbon!"},
        ran=(r"morning\.py",),
        answer_has=(("Good morning, Lisbon",),),
        reference=Script(
            (write("morning.py", 'print("Good morning, Lisbon!")\n'), shell("python3 morning.py")),
            "It printed: Good morning, Lisbon!",
        ),
        wrong=(
            Script((write("morning.py", 'print("Good morning!")\n'), shell("python3 morning.py")), "Good morning!"),
            Script((write("morning.py", 'print("Good morning, Lisbon!")\n'),), "It printed: Good morning, Lisbon!"),
        ),
    ),
    Task(
        id="practice-create-shopping",
        job="create",
        prompt=(
            "I always forget what to buy... milk, bread, eggs, and batteries. "
            "Would you note it in shopping.txt, one thing per line?"
        ),
        files_after={"shopping.txt": "milk\nbread\neggs\nbatteries\n"},
        reference=Script(
            (write("shopping.txt", "milk\nbread\neggs\nbatteries\n"),), "shopping.txt lists the four things."
        ),
        wrong=(
            Script((write("shopping.txt", "milk, bread, eggs, batteries\n"),)),
            Script((write("shopping.txt", "milk\nbread\neggs\n"),)),
        ),
    ),
    Task(
        id="practice-create-toml",
        job="create",
        prompt=(
            "i want make my package installable. For this the file pyproject.toml is needed, "
            'in table [project] the name "weatherbox" and version "0.1.0". Nothing more'
        ),
        outputs={
            "python3 -c \"import tomllib; print(tomllib.load(open('pyproject.toml', 'rb')))\"": (
                "{'project': {'name': 'weatherbox', 'version': '0.1.0'}}"
            ),
        },
        reference=Script(
            (write("pyproject.toml", '[project]\nname = "weatherbox"\nversion = "0.1.0"\n'),),
            "pyproject.toml names weatherbox 0.1.0.",
        ),
        wrong=(
            Script((write("pyproject.toml", "[project]\nname = weatherbox\nversion = 0.1.0\n"),)),
            Script((write("pyproject.toml", 'name = "weatherbox"\nversion = "0.1.0"\n'),)),
        ),
    ),
    Task(
        id="practice-create-countdown",
        job="create",
        prompt=(
            "Countdown script in tools/launch.py: 3, 2, 1 on separate lines and then Liftoff. Show me that it works."
        ),
        outputs={"python3 tools/launch.py": "3\n2\n1\nLiftoff"},
        ran=(r"launch",),
        reference=Script(
            (
                write("tools/launch.py", 'for i in range(3, 0, -1):\n    print(i)\nprint("Liftoff")\n'),
                shell("python3 tools/launch.py"),
            ),
            "It works: 3, 2, 1, Liftoff.",
        ),
        wrong=(
            Script(
                (
                    write("tools/launch.py", 'for i in range(3, 0):\n    print(i)\nprint("Liftoff")\n'),
                    shell("python3 tools/launch.py"),
                )
            ),
            Script(
                (
                    write("launch.py", 'for i in range(3, 0, -1):\n    print(i)\nprint("Liftoff")\n'),
                    shell("python3 launch.py"),
                )
            ),
        ),
    ),
)
