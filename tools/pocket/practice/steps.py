"""Practice in work of several steps that is kept on the todo list."""

from __future__ import annotations

from bench.exam.task import Script, Task, edit, read, shell, todo, write

STEPS = (
    Task(
        id="practice-steps-two-files",
        job="todo",
        prompt=(
            "Keep a todo list while you do this: create red.txt with the word rose, then blue.txt with the word sky."
        ),
        files_after={"red.txt": "rose\n", "blue.txt": "sky\n"},
        todo_steps=2,
        reference=Script(
            (
                todo("Create red.txt", "Create blue.txt", done=False),
                write("red.txt", "rose\n"),
                write("blue.txt", "sky\n"),
                todo("Create red.txt", "Create blue.txt", done=True),
            ),
            "red.txt and blue.txt are there.",
        ),
        wrong=(
            Script((write("red.txt", "rose\n"), write("blue.txt", "sky\n"))),
            Script(
                (
                    todo("Create red.txt", "Create blue.txt", done=False),
                    write("red.txt", "rose\n"),
                    todo("Create red.txt", "Create blue.txt", done=True),
                )
            ),
        ),
    ),
    Task(
        id="practice-steps-numbered",
        job="todo",
        prompt="""\
plan it with the todo tool pls
1. in app.ini set level to debug
2. delete old.log
3. run python3 app.py""",
        files={
            "app.ini": "[log]\nlevel = warning\nfile = app.log\n",
            "app.py": """\
import configparser

config = configparser.ConfigParser()
config.read("app.ini")
print("log level:", config["log"]["level"])
""",
            "old.log": "08:01 started\n08:02 stopped\n",
        },
        files_after={"app.ini": "[log]\nlevel = debug\nfile = app.log\n"},
        gone=("old.log",),
        ran=(r"app\.py",),
        todo_steps=3,
        reference=Script(
            (
                todo("Set level to debug", "Delete old.log", "Run app.py", done=False),
                read("app.ini"),
                edit("app.ini", "level = warning", "level = debug"),
                shell("rm old.log"),
                shell("python3 app.py"),
                todo("Set level to debug", "Delete old.log", "Run app.py", done=True),
            ),
            "All three are done; app.py prints log level: debug.",
        ),
        wrong=(
            Script(
                (
                    todo("Set level to debug", "Delete old.log", "Run app.py", done=False),
                    read("app.ini"),
                    edit("app.ini", "level = warning", "level = debug"),
                    shell("rm old.log"),
                    shell("python3 app.py"),
                )
            ),
            Script(
                (
                    todo("Set level to debug", "Delete old.log", "Run app.py", done=False),
                    read("app.ini"),
                    edit("app.ini", "level = warning", "level = debug"),
                    shell("python3 app.py"),
                    todo("Set level to debug", "Delete old.log", "Run app.py", done=True),
                )
            ),
        ),
    ),
    Task(
        id="practice-steps-package",
        job="todo",
        prompt=(
            "I'd like a small package `zoo`: an empty zoo/__init__.py, and zoo/animals.py with the line "
            '`NAMES = ["lion", "otter"]`. Write the steps on your list first and tick them off.'
        ),
        files_after={"zoo/__init__.py": "", "zoo/animals.py": 'NAMES = ["lion", "otter"]\n'},
        todo_steps=2,
        reference=Script(
            (
                todo("Create zoo/__init__.py", "Create zoo/animals.py", done=False),
                write("zoo/__init__.py", ""),
                write("zoo/animals.py", 'NAMES = ["lion", "otter"]\n'),
                todo("Create zoo/__init__.py", "Create zoo/animals.py", done=True),
            ),
            "The package zoo is there, with animals.py.",
        ),
        wrong=(
            Script(
                (
                    todo("Create zoo/__init__.py", "Create zoo/animals.py", done=False),
                    write("zoo/animals.py", 'NAMES = ["lion", "otter"]\n'),
                    todo("Create zoo/__init__.py", "Create zoo/animals.py", done=True),
                )
            ),
            Script((todo("Create the package", done=True), write("zoo/__init__.py", ""))),
        ),
    ),
    Task(
        id="practice-steps-fix-and-test",
        job="todo",
        prompt=(
            "discount.py takes 10 percent off, but it should be 20. Make todos for: change it, run test_discount.py, "
            "note `20 percent` in CHANGES.md. And then do them all!"
        ),
        files={
            "discount.py": "def discounted(price):\n    return price * 90 // 100\n",
            "test_discount.py": """\
from discount import discounted

assert discounted(50) == 40
print("test passed")
""",
            "CHANGES.md": "# Changes\n\n- the shop opened\n",
        },
        files_after={
            "CHANGES.md": (
                "# Changes\n\n- the shop opened\n- 20 percent\n",
                "# Changes\n\n- the shop opened\n20 percent\n",
                "# Changes\n\n- the shop opened\n\n20 percent\n",
                "# Changes\n\n- 20 percent\n- the shop opened\n",
            ),
        },
        free=("discount.py",),
        outputs={"python3 test_discount.py": "test passed"},
        ran=(r"test_discount",),
        todo_steps=3,
        reference=Script(
            (
                todo("Change the discount", "Run the test", "Note it in CHANGES.md", done=False),
                read("discount.py"),
                edit("discount.py", "price * 90", "price * 80"),
                shell("python3 test_discount.py"),
                read("CHANGES.md"),
                edit("CHANGES.md", "- the shop opened\n", "- the shop opened\n- 20 percent\n"),
                todo("Change the discount", "Run the test", "Note it in CHANGES.md", done=True),
            ),
            "The discount is 20 percent, the test passes and CHANGES.md says so.",
        ),
        wrong=(
            Script(
                (
                    todo("Change the discount", "Run the test", "Note it in CHANGES.md", done=False),
                    read("discount.py"),
                    edit("discount.py", "price * 90", "price * 20"),
                    shell("python3 test_discount.py"),
                    read("CHANGES.md"),
                    edit("CHANGES.md", "- the shop opened\n", "- the shop opened\n- 20 percent\n"),
                    todo("Change the discount", "Run the test", "Note it in CHANGES.md", done=True),
                )
            ),
            Script(
                (
                    todo("Change the discount", "Run the test", "Note it in CHANGES.md", done=False),
                    read("discount.py"),
                    edit("discount.py", "price * 90", "price * 80"),
                    todo("Change the discount", "Run the test", "Note it in CHANGES.md", done=True),
                )
            ),
        ),
    ),
    Task(
        id="practice-steps-move-notes",
        job="todo",
        prompt="make a folder notes, move monday.md and friday.md there. two todo items, one for each file",
        files={"monday.md": "# Monday\n\nDentist at nine\n", "friday.md": "# Friday\n\nCinema\n"},
        files_after={
            "notes/monday.md": "# Monday\n\nDentist at nine\n",
            "notes/friday.md": "# Friday\n\nCinema\n",
        },
        gone=("monday.md", "friday.md"),
        todo_steps=2,
        reference=Script(
            (
                todo("Move monday.md", "Move friday.md", done=False),
                shell("mkdir notes && mv monday.md notes/"),
                shell("mv friday.md notes/"),
                todo("Move monday.md", "Move friday.md", done=True),
            ),
            "Both files are in notes now.",
        ),
        wrong=(
            Script(
                (
                    todo("Move monday.md", "Move friday.md", done=False),
                    shell("mkdir notes && cp monday.md friday.md notes/"),
                    todo("Move monday.md", "Move friday.md", done=True),
                )
            ),
            Script((shell("mkdir notes && mv monday.md friday.md notes/"),)),
        ),
    ),
    Task(
        id="practice-steps-site",
        job="todo",
        prompt=(
            "Two things about my site: the paragraph in home.html must say Closed on Mondays, and the color of h1 "
            "in look.css must be green. You can use your list of todos so nothing is forgotten, right? Go ahead."
        ),
        files={
            "home.html": "<h1>Bike repair</h1>\n<p>Open every day</p>\n",
            "look.css": "h1 {\n  color: navy;\n}\n\np {\n  color: black;\n}\n",
        },
        files_after={
            "home.html": "<h1>Bike repair</h1>\n<p>Closed on Mondays</p>\n",
            "look.css": "h1 {\n  color: green;\n}\n\np {\n  color: black;\n}\n",
        },
        todo_steps=2,
        reference=Script(
            (
                todo("Change the paragraph in home.html", "Make h1 green in look.css", done=False),
                read("home.html"),
                edit("home.html", "Open every day", "Closed on Mondays"),
                read("look.css"),
                edit("look.css", "color: navy", "color: green"),
                todo("Change the paragraph in home.html", "Make h1 green in look.css", done=True),
            ),
            "The paragraph and the colour are changed.",
        ),
        wrong=(
            Script(
                (
                    todo("Change the paragraph in home.html", "Make h1 green in look.css", done=False),
                    read("home.html"),
                    edit("home.html", "Open every day", "Closed on Mondays"),
                    read("look.css"),
                    edit("look.css", "color: black", "color: green"),
                    todo("Change the paragraph in home.html", "Make h1 green in look.css", done=True),
                )
            ),
            Script(
                (
                    read("home.html"),
                    edit("home.html", "Open every day", "Closed on Mondays"),
                    read("look.css"),
                    edit("look.css", "color: navy", "color: green"),
                )
            ),
        ),
    ),
    Task(
        id="practice-steps-tasks-file",
        job="todo",
        prompt="Work through TASKS.md step by step, with a todo for every line of it.",
        files={
            "TASKS.md": """\
- write the word done into status.txt
- change 2023 to 2024 in footer.txt
- remove draft.txt
""",
            "footer.txt": "(c) 2023 The Reading Club\n",
            "draft.txt": "Dear readers,\n",
        },
        files_after={"status.txt": "done\n", "footer.txt": "(c) 2024 The Reading Club\n"},
        gone=("draft.txt",),
        todo_steps=3,
        reference=Script(
            (
                read("TASKS.md"),
                todo("Write done into status.txt", "Change 2023 to 2024 in footer.txt", "Remove draft.txt", done=False),
                write("status.txt", "done\n"),
                read("footer.txt"),
                edit("footer.txt", "2023", "2024"),
                shell("rm draft.txt"),
                todo("Write done into status.txt", "Change 2023 to 2024 in footer.txt", "Remove draft.txt", done=True),
            ),
            "All three lines of TASKS.md are done.",
        ),
        wrong=(
            Script((read("TASKS.md"), todo("Write status.txt", "Change footer.txt", "Remove draft.txt", done=True))),
            Script(
                (
                    read("TASKS.md"),
                    todo("Work through TASKS.md", done=False),
                    write("status.txt", "done\n"),
                    read("footer.txt"),
                    edit("footer.txt", "2023", "2024"),
                    shell("rm draft.txt"),
                    todo("Work through TASKS.md", done=True),
                )
            ),
        ),
    ),
    Task(
        id="practice-steps-script-and-output",
        job="todo",
        prompt=(
            "First you write list of what is to do, then: a script twice.py which prints tick two times, "
            "and run of it with the output going to out.txt. Thanks"
        ),
        files_after={"out.txt": "tick\ntick\n"},
        outputs={"python3 twice.py": "tick\ntick"},
        ran=(r"twice\.py",),
        todo_steps=2,
        reference=Script(
            (
                todo("Write twice.py", "Run it into out.txt", done=False),
                write("twice.py", 'for _ in range(2):\n    print("tick")\n'),
                shell("python3 twice.py > out.txt"),
                todo("Write twice.py", "Run it into out.txt", done=True),
            ),
            "twice.py is written, and out.txt has its output.",
        ),
        wrong=(
            Script(
                (
                    todo("Write twice.py", "Run it into out.txt", done=False),
                    write("twice.py", 'for _ in range(2):\n    print("tick")\n'),
                    shell("python3 twice.py"),
                    todo("Write twice.py", "Run it into out.txt", done=True),
                )
            ),
            Script(
                (
                    todo("Write twice.py", "Run it into out.txt", done=False),
                    write("twice.py", 'print("tick")\n'),
                    shell("python3 twice.py > out.txt"),
                    todo("Write twice.py", "Run it into out.txt", done=True),
                )
            ),
        ),
    ),
)
