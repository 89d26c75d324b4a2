"""Questions that one file answers."""

from __future__ import annotations

from functools import partial

from bench.exam.task import read
from tools.pocket.practice.question import question

_read = partial(question, "read")

READ = (
    _read(
        "practice-read-default-of-a-parameter",
        "If I call fetch() of web.py without a timeout, how long will it wait?",
        {
            "web.py": "import urllib.request\n\n\ndef fetch(url, timeout=45, tries=2):\n"
            "    return urllib.request.urlopen(url, timeout=timeout)\n",
        },
        "It waits 45 seconds.",
        "It waits 2 seconds.",
        "It waits for ever.",
        has=(("45",),),
    ),
    _read(
        "practice-read-port-of-a-server",
        "server.json - port?",
        {
            "server.json": '{\n  "host": "0.0.0.0",\n  "port": 4711,\n  "admin": {\n    "port": 4712\n  }\n}\n',
        },
        "4711 (and 4712 for the admin).",
        "It is 8080.",
        has=(("4711",),),
    ),
    _read(
        "practice-read-phone-of-a-member",
        "I need to ring Ewa Nowak. members.csv should have her number, can you look it up?",
        {
            "members.csv": "name,phone,since\nEva Novak,555-7710,2019\nEwa Nowak,555-2093,2021\n"
            "Tom Noel,555-4418,2020\n",
        },
        "Ewa Nowak's number is 555-2093.",
        "It is 555-7710.",
        "It is 555-4418.",
        has=(("555-2093",),),
        lacks=("555-7710", "555-4418"),
    ),
    _read(
        "practice-read-command-that-installs",
        "according to INSTALL.md, what do i have to type on a mac",
        {
            "INSTALL.md": "# Kestrel\n\n## Linux\n\n    apt install kestrel\n\n"
            "## macOS\n\n    brew install kestrel-cli\n",
        },
        "`brew install kestrel-cli`",
        "`apt install kestrel`",
        "You type `brew install kestrel`.",
        has=(("brew install kestrel-cli",),),
        lacks=("apt install kestrel",),
    ),
    _read(
        "practice-read-time-of-a-failure",
        "The disk must have got full during the night; at what time exactly? It's in system.log.",
        {
            "system.log": "00:12:40 backup started\n01:55:03 warning: disk 95% full\n02:31:17 error: disk full\n"
            "02:31:18 backup failed\n06:00:00 cleanup done\n",
        },
        "At 02:31:17.",
        "At 01:55:03.",
        "At 06:00:00.",
        has=(("02:31:17", "2:31:17"),),
    ),
    _read(
        "practice-read-branch-of-a-pipeline",
        "On which branch does the deploy job run? Please check .ci/pipeline.yml",
        {
            ".ci/pipeline.yml": "jobs:\n  test:\n    branches: [main, dev]\n    run: make test\n"
            "  deploy:\n    branches: [stable]\n    run: ./deploy.sh\n",
        },
        "The deploy job runs on stable.",
        "It runs on main.",
        "On main and dev.",
        has=(("stable",),),
    ),
    _read(
        "practice-read-user-of-an-image",
        "Does our container run as root? If it does not, as whom?\n\n(Dockerfile)",
        {
            "Dockerfile": "FROM debian:12\nRUN useradd --system courier\nCOPY mailer /usr/bin/mailer\n"
            'USER courier\nENTRYPOINT ["mailer"]\n',
        },
        "No, it runs as courier.",
        "Yes, it runs as root.",
        "It runs as mailer.",
        has=(("courier",),),
    ),
    _read(
        "practice-read-what-is-left-to-pack",
        "What did I not pack yet?",
        {
            "packing.md": "Packing\n\n- [x] tent\n- [ ] torch\n- [x] matches\n- [ ] blanket\n- [x] map\n",
        },
        "The torch and the blanket.",
        "The tent, the matches and the map.",
        "Only the torch.",
        has=(("torch",), ("blanket",)),
        lacks=("tent", "matches", "map"),
        calls=(("list", {}), read("packing.md")),
    ),
    _read(
        "practice-read-table-of-a-foreign-key",
        "Look at loans.sql and say to me: the column book, which table is it pointing to?",
        {
            "loans.sql": "CREATE TABLE loans (\n    id INTEGER PRIMARY KEY,\n"
            "    reader INTEGER REFERENCES people(id),\n"
            "    book INTEGER REFERENCES inventory(number)\n);\n",
        },
        "It points to the table inventory (its column number).",
        "It points to people.",
        "It points to the table books.",
        has=(("inventory",),),
        lacks=("people",),
    ),
    _read(
        "practice-read-target-of-a-link",
        "where does 'Write to us' in nav.html link to?",
        {
            "nav.html": '<ul>\n  <li><a href="/">Home</a></li>\n  <li><a href="/team.html">Who we are</a></li>\n'
            '  <li><a href="/forms/letter.html">Write to us</a></li>\n</ul>\n',
        },
        "It links to /forms/letter.html.",
        "It links to /team.html.",
        "To the contact page.",
        has=(("/forms/letter.html", "forms/letter.html"),),
    ),
    _read(
        "practice-read-folder-of-backups",
        "My colleague left, and nobody knows in which folder her script save.sh puts the copies. Find out.",
        {
            "save.sh": "#!/bin/bash\nsource=/var/lib/wiki\ntarget=/mnt/vault\n\n"
            'tar -czf "$target/wiki.tar.gz" "$source"\n',
        },
        "save.sh puts them into /mnt/vault.",
        "They are put into /var/lib/wiki.",
        "Into /tmp.",
        has=(("/mnt/vault", "mnt/vault"),),
    ),
    _read(
        "practice-read-license-of-a-crate",
        "Under which license do we publish this crate? See `Cargo.toml`.",
        {
            "Cargo.toml": '[package]\nname = "plover"\nversion = "0.4.1"\nedition = "2021"\nlicense = "MPL-2.0"\n\n'
            '[dependencies]\nserde = "1"\n',
        },
        "Under MPL-2.0.",
        "Under the MIT license.",
        "Under Apache-2.0.",
        has=(("MPL-2.0", "MPL 2.0", "Mozilla Public License"),),
    ),
    _read(
        "practice-read-who-brings-the-salad",
        "hey, quick one - party.txt, whos bringing salad again??",
        {
            "party.txt": "Saturday, 6 pm, at Noor's place!\n\nDrinks: Felix.\nBread and cheese: me.\n"
            "Salad: Giulia (no nuts please, Felix is allergic).\n",
        },
        "Giulia brings the salad.",
        "Felix does.",
        "Noor brings it.",
        has=(("Giulia",),),
    ),
    _read(
        "practice-read-longest-name-allowed",
        "Tell me the greatest length that a nickname may have. The rule is somewhere in validate.js.",
        {
            "validate.js": "export function isNickname(text) {\n  return text.length >= 3 && text.length <= 24;\n}\n\n"
            "export function isPin(text) {\n  return /^[0-9]{6}$/.test(text);\n}\n",
        },
        "A nickname may have at most 24 characters.",
        "At most 3 characters.",
        "At most 6 characters.",
        has=(("24",),),
    ),
)
