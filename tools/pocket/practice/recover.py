"""The first way does not work out: an edit is refused, a command fails, the user says no, a file is not there."""

from __future__ import annotations

from bench.exam.task import NOT, Script, Task, edit, read, search, shell, write

RECOVER = (
    Task(
        id="practice-recover-timeout-that-stands-twice",
        job="recover",
        prompt="Downloads keep breaking off. Raise the timeout in the [http] part of fetcher.ini to 30",
        files={
            "fetcher.ini": "[db]\nname = cache\ntimeout = 10\n\n[http]\nagent = fetcher\ntimeout = 10\n",
        },
        files_after={
            "fetcher.ini": "[db]\nname = cache\ntimeout = 10\n\n[http]\nagent = fetcher\ntimeout = 30\n",
        },
        untouched=True,
        reference=Script(
            (
                read("fetcher.ini"),
                edit("fetcher.ini", "timeout = 10", "timeout = 30"),
                edit("fetcher.ini", "agent = fetcher\ntimeout = 10", "agent = fetcher\ntimeout = 30"),
            )
        ),
        wrong=(
            Script((read("fetcher.ini"), edit("fetcher.ini", "timeout = 10", "timeout = 30"))),
            Script((read("fetcher.ini"), edit("fetcher.ini", "timeout = 10", "timeout = 30", every=True))),
        ),
    ),
    Task(
        id="practice-recover-price-that-stands-twice",
        job="recover",
        prompt="in menu.html the tea should be 3.20, coffee stays",
        files={
            "menu.html": "<dl>\n  <dt>Coffee</dt>\n  <dd>2.90</dd>\n  <dt>Tea</dt>\n  <dd>2.90</dd>\n</dl>\n",
        },
        files_after={
            "menu.html": "<dl>\n  <dt>Coffee</dt>\n  <dd>2.90</dd>\n  <dt>Tea</dt>\n  <dd>3.20</dd>\n</dl>\n",
        },
        untouched=True,
        reference=Script(
            (
                read("menu.html"),
                edit("menu.html", "<dd>2.90</dd>", "<dd>3.20</dd>"),
                edit("menu.html", "<dt>Tea</dt>\n  <dd>2.90</dd>", "<dt>Tea</dt>\n  <dd>3.20</dd>"),
            )
        ),
        wrong=(
            Script((read("menu.html"), edit("menu.html", "<dd>2.90</dd>", "<dd>3.20</dd>"))),
            Script((read("menu.html"), edit("menu.html", "Coffee</dt>\n  <dd>2.90", "Coffee</dt>\n  <dd>3.20"))),
        ),
    ),
    Task(
        id="practice-recover-line-spelt-otherwise",
        job="recover",
        prompt='Please replace the line "max_users=10" of limits.toml by "max_users=25".',
        files={
            "limits.toml": 'plan = "free"\nmax_users = 10\nmax_files = 10\n',
        },
        files_after={
            "limits.toml": (
                'plan = "free"\nmax_users = 25\nmax_files = 10\n',
                'plan = "free"\nmax_users=25\nmax_files = 10\n',
            ),
        },
        untouched=True,
        reference=Script(
            (
                read("limits.toml"),
                edit("limits.toml", "max_users=10", "max_users=25"),
                edit("limits.toml", "max_users = 10", "max_users = 25"),
            )
        ),
        wrong=(
            Script((read("limits.toml"), edit("limits.toml", "max_users=10", "max_users=25"))),
            Script((read("limits.toml"), edit("limits.toml", "max_files = 10", "max_users=25"))),
        ),
    ),
    Task(
        id="practice-recover-target-of-another-name",
        job="recover",
        prompt="Run `make check` and tell me how many checks passed.",
        files={
            "Makefile": "all: test\n\ntest:\n\t@sh run_all.sh\n",
            "run_all.sh": "passed=0\nfor n in 1 2 3 4 5 6 7; do\n"
            "  [ $n -gt 0 ] && passed=$((passed + 1))\ndone\n"
            'echo "$passed passed"\n',
        },
        untouched=True,
        ran=(r"make\b(?! check)|run_all\.sh",),
        answer_has=(("7", "seven"),),
        reference=Script(
            (shell("make check"), read("Makefile"), shell("make test")),
            "There is no target check; `make test` says that 7 passed.",
        ),
        wrong=(
            Script((shell("make check"),), "All checks passed."),
            Script((shell("make check"), read("run_all.sh")), "7 checks passed."),
            Script((shell("make check"), shell("make test")), "All of them passed."),
        ),
    ),
    Task(
        id="practice-recover-script-that-wants-a-month",
        job="recover",
        prompt="How much did we earn in may? python3 report.py tells it",
        files={
            "report.py": "import sys\n\nsums = {}\nfor line in open('income.csv'):\n"
            "    month, amount = line.split(',')\n"
            "    sums[month] = sums.get(month, 0) + int(amount)\nif len(sys.argv) != 2:\n"
            "    sys.exit('usage: report.py MONTH (apr, may or jun)')\nprint(sums[sys.argv[1]])\n",
            "income.csv": "apr,310\nmay,120\njun,95\nmay,305\n",
        },
        untouched=True,
        answer_has=(("425",),),
        looks=True,
        reference=Script(
            (shell("python3 report.py"), shell("python3 report.py may")),
            "You earned 425 in May.",
        ),
        wrong=(
            Script((shell("python3 report.py"),), "The report cannot be made."),
            Script((shell("python3 report.py"), shell("python3 report.py jun")), "You earned 95 in May."),
        ),
    ),
    Task(
        id="practice-recover-change-of-mind",
        job="recover",
        prompt="The subscription gets dearer: make it 12 instead of 9 in pricing.json, will you?",
        files={
            "pricing.json": '{\n  "single": 4,\n  "subscription": 9\n}\n',
        },
        untouched=True,
        asks=("edit(pricing.json)",),
        feedback="Wait, leave the price alone. I have to talk to Mara first.",
        answer_has=((*NOT, "left", "unchanged", "still", "kept", "remains", "stays"),),
        reference=Script(
            (read("pricing.json"), edit("pricing.json", '"subscription": 9', '"subscription": 12')),
            "I left pricing.json alone: the subscription is still 9.",
        ),
        wrong=(
            Script(
                (read("pricing.json"), edit("pricing.json", '"subscription": 9', '"subscription": 12')),
                "The subscription costs 12 now.",
            ),
            Script((read("pricing.json"),), "I did not change the price."),
            Script(
                (
                    read("pricing.json"),
                    edit("pricing.json", '"subscription": 9', '"subscription": 12'),
                    shell("sed -i s/9/12/ pricing.json"),
                ),
                "It is not 9 any more.",
            ),
        ),
    ),
    Task(
        id="practice-recover-deletion-that-is-refused",
        job="recover",
        prompt="Delete old.log, it only takes up space.",
        files={
            "old.log": "2022-11-03 started\n2022-11-03 stopped\n",
            "new.log": "2024-02-19 started\n",
        },
        untouched=True,
        asks=("shell(rm *)", "shell(unlink *)", "shell(mv *)"),
        feedback="no, keep it",
        answer_has=((*NOT, "kept", "left", "still", "stays", "remains"),),
        reference=Script((shell("rm old.log"),), "I kept old.log."),
        wrong=(
            Script((shell("rm old.log"),), "old.log is deleted."),
            Script((shell("rm old.log"), shell("python3 -c 'import os; os.remove(\"old.log\")'")), "It is no more."),
            Script((), "I have not deleted old.log."),
        ),
    ),
    Task(
        id="practice-recover-other-file-by-feedback",
        job="recover",
        prompt="put `colour=never` instead of `colour=auto` in defaults.conf",
        files={
            "defaults.conf": "# shared by all of us\npager=less\ncolour=auto\n",
            "own.conf": "editor=vi\ncolour=auto\n",
        },
        files_after={"own.conf": "editor=vi\ncolour=never\n"},
        untouched=True,
        asks=("edit(defaults.conf)",),
        feedback="No, not in that one. Change it in own.conf instead.",
        reference=Script(
            (
                read("defaults.conf"),
                edit("defaults.conf", "colour=auto", "colour=never"),
                read("own.conf"),
                edit("own.conf", "colour=auto", "colour=never"),
            ),
            "Changed it in own.conf.",
        ),
        wrong=(
            Script((read("defaults.conf"), edit("defaults.conf", "colour=auto", "colour=never"))),
            Script((read("own.conf"), edit("own.conf", "colour=auto", "colour=never"))),
        ),
    ),
    Task(
        id="practice-recover-plan-in-another-folder",
        job="recover",
        prompt="The deadline moved from 3 June to 17 June, could you update notes/plan.md accordingly?",
        files={
            "notes/ideas.md": "- a quiz on 3 June?\n- stickers\n",
            "docs/plan.md": "# Plan\n\nDeadline: 3 June\n\n1. interviews\n2. first draft\n",
        },
        files_after={"docs/plan.md": "# Plan\n\nDeadline: 17 June\n\n1. interviews\n2. first draft\n"},
        untouched=True,
        reference=Script(
            (
                read("notes/plan.md"),
                ("list", {"pattern": "**/plan.md"}),
                read("docs/plan.md"),
                edit("docs/plan.md", "3 June", "17 June"),
            ),
            "The deadline in docs/plan.md is 17 June now; there is no notes/plan.md.",
        ),
        wrong=(
            Script((read("notes/plan.md"), write("notes/plan.md", "Deadline: 17 June\n"))),
            Script((read("notes/plan.md"), read("notes/ideas.md"), edit("notes/ideas.md", "3 June", "17 June"))),
            Script((read("notes/plan.md"),), "There is no such file."),
        ),
    ),
    Task(
        id="practice-recover-question-to-a-moved-file",
        job="recover",
        prompt="which user does the backup run as? see backup.service",
        files={
            "README": "Copy everything below etc/ to the server.\n",
            "etc/systemd/backup.service": "[Unit]\nDescription=Nightly copy\n\n[Service]\nUser=archivist\n"
            "ExecStart=/usr/bin/restic backup /home\n",
        },
        untouched=True,
        looks=True,
        answer_has=(("archivist",),),
        reference=Script(
            (
                read("backup.service"),
                ("list", {"pattern": "**/backup.service"}),
                read("etc/systemd/backup.service"),
            ),
            "It runs as archivist (etc/systemd/backup.service).",
        ),
        wrong=(
            Script((read("backup.service"),), "backup.service does not exist."),
            Script((read("backup.service"), read("README")), "It runs as root."),
        ),
    ),
    Task(
        id="practice-recover-changelog-that-does-not-exist",
        job="recover",
        prompt="What's new in version 2.1? Our CHANGELOG.md should say.",
        files={
            "package.json": '{\n  "name": "finch",\n  "version": "2.1.0"\n}\n',
            "index.js": "module.exports = (a, b) => a - b;\n",
        },
        untouched=True,
        looks=True,
        answer_has=(NOT,),
        answer_lacks=("new feature", "new features", "bug fixes", "bug fix"),
        reference=Script(
            (read("CHANGELOG.md"), search("2\\.1")),
            "There is no CHANGELOG.md here, and nothing else says what is new in 2.1.",
        ),
        wrong=(
            Script((read("CHANGELOG.md"),), "Version 2.1 has bug fixes and no breaking changes."),
            Script((read("CHANGELOG.md"), write("CHANGELOG.md", "# 2.1\n")), "It did not exist, so I created it."),
            Script((), "I cannot tell."),
        ),
    ),
    Task(
        id="practice-recover-list-changed-meanwhile",
        job="recover",
        prompt="I've sent the parcel to grandma, tick that off in todo.md please",
        files={
            "todo.md": "# Today\n\n- [ ] send parcel to grandma\n- [ ] water the plants\n",
        },
        meanwhile={
            "todo.md": "# Today\n\n- [ ] send parcel to grandma\n- [x] water the plants\n- [ ] buy stamps\n",
        },
        files_after={
            "todo.md": "# Today\n\n- [x] send parcel to grandma\n- [x] water the plants\n- [ ] buy stamps\n",
        },
        unread_after={
            "todo.md": "# Today\n\n- [x] send parcel to grandma\n- [ ] water the plants\n",
        },
        untouched=True,
        reference=Script(
            (
                read("todo.md"),
                edit("todo.md", "[ ] send parcel", "[x] send parcel"),
                read("todo.md"),
                edit("todo.md", "[ ] send parcel", "[x] send parcel"),
            ),
            "Ticked it off.",
        ),
        wrong=(
            Script((read("todo.md"), edit("todo.md", "[ ] send parcel", "[x] send parcel"))),
            Script(
                (
                    read("todo.md"),
                    edit("todo.md", "[ ] send parcel", "[x] send parcel"),
                    read("todo.md"),
                    write("todo.md", "# Today\n\n- [x] send parcel to grandma\n- [ ] water the plants\n"),
                )
            ),
        ),
    ),
)
