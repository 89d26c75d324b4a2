"""Read one file and answer from it."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam import task
from bench.exam.task import Script, Task

_BAKERY = (
    "## Bakery, week 31\n\n* oven 1 -> rye, 220 degrees\n* oven 2 -> rolls, 240 degrees\n\nbaker on duty "
    "(Sat): Jannik\n"
    "flour left (kg): 85\n"
)
_FERRY = "Ferry | Leaves | Pier\nHekla | 07:55 | 3\nKatla | 11:20 | 5\nAskja | 18:05 | 2\n"
_GRADES = '<grades>\n  <pupil name="Nour">B</pupil>\n  <pupil name="Otis">D</pupil>\n</grades>\n'
_QUEUE = (
    "import time\n\nRETRY_AFTER = 12  # seconds\n\n\ndef drain(queue, limit=25):\n"
    '    """Take up to limit jobs."""\n    while queue and limit:\n        queue.pop(0)\n        limit -= 1\n'
)
_TICKET = "ticket: 5591\nopened by: Svea Lindholm\n\n> printer on floor 4 eats paper\n\nstatus: waiting for parts\n"
_GO = 'package main\n\nconst port = ":9341"\n\nfunc main() {\n\tserve(port, "public")\n}\n'
_SQL = "CREATE TABLE boats (\n  id INTEGER PRIMARY KEY,\n  hull TEXT NOT NULL,\n  berth INTEGER DEFAULT 17\n);\n"
_LOG = (
    "[10:02] INFO  start\n[10:04] WARN  disk at 91 percent\n"
    "[10:09] ERROR cannot reach vault.example\n[10:15] INFO  stop\n"
)
_TF = 'resource "bucket" "photos" {\n  location = "fra1"\n  versions = 14\n}\n'


def _read(
    name: str, prompt: str, files: Mapping[str, str], answer: str, *has: str | tuple[str, ...], decoy: str
) -> Task:
    """`decoy`: something else from the file, which no right answer says."""
    path = next(iter(files))
    return Task(
        f"read-{name}",
        "read",
        prompt,
        Script((task.read(path),), answer),
        (Script((task.read(path),), f"It is {decoy}."),),
        files,
        untouched=True,
        answer_has=tuple((words,) if isinstance(words, str) else words for words in has),
        answer_lacks=(decoy,),
    )


READ = (
    _read(
        "baker",
        "who's the baker on duty this saturday? see bakery.md",
        {"bakery.md": _BAKERY},
        "Jannik is on duty.",
        "Jannik",
        decoy="85",
    ),
    _read(
        "flour",
        "Please look into `bakery.md` and let me know how many kilos of flour remain.",
        {"bakery.md": _BAKERY},
        "85 kg are left.",
        ("85", "85kg"),
        decoy="240",
    ),
    _read(
        "oven",
        "bakery.md lists two ovens. How hot is the second one?",
        {"bakery.md": _BAKERY},
        "240 degrees.",
        "240",
        decoy="Jannik",
    ),
    _read(
        "pier",
        "From which pier does the Katla go? The timetable is ferry.txt",
        {"ferry.txt": _FERRY},
        "Pier 5.",
        ("5", "five"),
        decoy="18:05",
    ),
    _read(
        "last-ferry",
        "ferry.txt, what time leaves the ship Askja please?",
        {"ferry.txt": _FERRY},
        "At 18:05.",
        "18:05",
        decoy="11:20",
    ),
    _read(
        "pupil",
        "What grade did Otis get? It must be in school/grades.xml.",
        {"school/grades.xml": _GRADES},
        "Otis got a D.",
        "D",
        decoy="Nour",
    ),
    _read(
        "retry",
        "open worker.py and tell me the value of RETRY_AFTER",
        {"worker.py": _QUEUE},
        "It is 12.",
        "12",
        decoy="25",
    ),
    _read(
        "default",
        "In worker.py the function drain has a parameter limit. Its default?",
        {"worker.py": _QUEUE},
        "The default is 25.",
        "25",
        decoy="12",
    ),
    _read(
        "imports",
        "Which module gets imported at the top of `worker.py`?",
        {"worker.py": _QUEUE},
        "It imports time.",
        "time",
        decoy="25",
    ),
    _read(
        "opener",
        "Somebody opened ticket 5591 (tickets/5591.txt). Who was it?",
        {"tickets/5591.txt": _TICKET},
        "Svea Lindholm.",
        ("Svea Lindholm", "Svea", "Lindholm"),
        decoy="paper",
    ),
    _read(
        "status",
        "any news on tickets/5591.txt? i only need the status",
        {"tickets/5591.txt": _TICKET},
        "It is waiting for parts.",
        "waiting for parts",
        decoy="Svea",
    ),
    _read(
        "port",
        "what port does main.go serve on",
        {"main.go": _GO},
        "On port 9341.",
        "9341",
        decoy="public",
    ),
    _read(
        "sql-default",
        "Have a look at the table in schema.sql: a boat whose berth isn't given gets which berth number?",
        {"schema.sql": _SQL},
        "Berth 17.",
        "17",
        decoy="hull",
    ),
    _read(
        "table",
        "schema.sql creates one table; its name, please.",
        {"schema.sql": _SQL},
        "The table is boats.",
        "boats",
        decoy="hull",
    ),
    _read(
        "error",
        "Something went wrong this morning. night.log has one ERROR line. Which host could not be reached?",
        {"night.log": _LOG},
        "vault.example could not be reached.",
        "vault.example",
        decoy="91",
    ),
    _read(
        "warning",
        "how full was the disk according to night.log?",
        {"night.log": _LOG},
        "91 percent.",
        ("91", "91%"),
        decoy="10:15",
    ),
    _read(
        "bucket",
        "infra/photos.tf says where the photos bucket is located. Where is it?",
        {"infra/photos.tf": _TF},
        "It is in fra1.",
        "fra1",
        decoy="14",
    ),
    _read(
        "versions",
        "I can't remember how many versions the photos bucket keeps, could you check that in `infra/photos.tf`?",
        {"infra/photos.tf": _TF},
        "It keeps 14.",
        "14",
        decoy="fra1",
    ),
)
