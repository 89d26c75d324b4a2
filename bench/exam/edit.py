"""Change one file as told."""

from __future__ import annotations

from bench.exam import task
from bench.exam.task import Script, Task

_INN = "[inn]\nrooms = 14\nbreakfast_from = 06:45\n\n[bar]\nrooms = 1\nmotto = stay awhile\n"
_ROUTE = (
    "import math\n\nSPEED_KMH = 52\n\n\ndef hours(km):\n    return km / SPEED_KMH\n\n\ndef rounded(km):\n"
    "    return math.ceil(hours(km))\n"
)
_NAV = '<nav>\n  <a href="/shop">Shop</a>\n  <a href="/about">About us</a>\n</nav>\n'
_CREW = "crew:\n  - name: Ilse\n    role: cook\n  - name: Bram\n    role: pilot\nshift_hours: 9\n"
_TSCONFIG = '{\n  "strict": false,\n  "target": "es2019",\n  "include": ["web"]\n}\n'
_GARDEN = "Bed A: carrots, watered Mon\nBed B: leek, watered Thu\nBed C: empty\n"
_DOCKER = "FROM python:3.11-slim\nWORKDIR /srv\nCOPY . .\nEXPOSE 5000\nCMD python serve.py\n"
_RUST = 'fn main() {\n    let limit = 64;\n    println!("limit is {limit}");\n}\n'


def _edit(
    name: str, prompt: str, path: str, content: str, old: str, new: str, *, wrong: tuple[str, str], every: bool = False
) -> Task:
    """`wrong`: another replacement, which somebody careless would make."""
    assert content.count(old) == 1 or every, name
    assert content.count(wrong[0]) == 1, name
    return Task(
        f"edit-{name}",
        "edit",
        prompt,
        Script((task.read(path), task.edit(path, old, new, every=every)), f"I changed {path}."),
        (Script((task.read(path), task.edit(path, *wrong)), f"I changed {path}."),),
        {path: content},
        {path: content.replace(old, new)},
    )


EDIT = (
    _edit(
        "breakfast",
        "inn.ini: breakfast starts half past six now, so put 06:30 there",
        "inn.ini",
        _INN,
        "06:45",
        "06:30",
        wrong=("06:45", "06:50"),
    ),
    _edit(
        "rooms",
        "Two rooms were added upstairs. Would you update [inn] in `inn.ini` from 14 rooms to 16?",
        "inn.ini",
        _INN,
        "rooms = 14",
        "rooms = 16",
        wrong=("rooms = 1\n", "rooms = 16\n"),
    ),
    _edit(
        "motto",
        "The bar has a new motto: come as you are. Replace the one in inn.ini.",
        "inn.ini",
        _INN,
        "stay awhile",
        "come as you are",
        wrong=("stay awhile", "stay as you are"),
    ),
    _edit(
        "speed",
        "pls set SPEED_KMH to 60 in route.py",
        "route.py",
        _ROUTE,
        "SPEED_KMH = 52",
        "SPEED_KMH = 60",
        wrong=("SPEED_KMH = 52", "SPEED_KMH = 56"),
    ),
    _edit(
        "floor",
        "rounded() in route.py rounds up with math.ceil. I would rather round down, with math.floor.",
        "route.py",
        _ROUTE,
        "math.ceil",
        "math.floor",
        wrong=("math.ceil", "math.round"),
    ),
    _edit(
        "rename-function",
        "In route.py please rename the function hours to travel_time, its one call as well.",
        "route.py",
        _ROUTE,
        "hours(km)",
        "travel_time(km)",
        wrong=("def hours(km)", "def travel_time(km)"),
        every=True,
    ),
    _edit(
        "link-text",
        "the link that reads About us in nav.html shall read Our story",
        "nav.html",
        _NAV,
        "About us",
        "Our story",
        wrong=("/about", "/our-story"),
    ),
    _edit(
        "link-target",
        "nav.html's shop link leads to /shop. Point it to /store please, keep the text Shop!",
        "nav.html",
        _NAV,
        '"/shop"',
        '"/store"',
        wrong=(">Shop<", ">Store<"),
    ),
    _edit(
        "role",
        "Bram isn't the pilot anymore, he is a deckhand. Correct crew.yaml",
        "crew.yaml",
        _CREW,
        "role: pilot",
        "role: deckhand",
        wrong=("role: cook", "role: deckhand"),
    ),
    _edit(
        "crew-name",
        "typo in crew.yaml, the cook is called Else and not Ilse",
        "crew.yaml",
        _CREW,
        "Ilse",
        "Else",
        wrong=("Bram", "Else"),
    ),
    _edit(
        "shift",
        "Shifts are too long. crew.yaml, shift_hours, down to 7.",
        "crew.yaml",
        _CREW,
        "shift_hours: 9",
        "shift_hours: 7",
        wrong=("shift_hours: 9", "shift_hours: 8"),
    ),
    _edit(
        "strict",
        "Could strict be switched on in tsconfig.json? It's false at present.",
        "tsconfig.json",
        _TSCONFIG,
        '"strict": false',
        '"strict": true',
        wrong=('"strict": false', '"strict": "true"'),
    ),
    _edit(
        "target",
        "Bump target to es2022 (file: tsconfig.json).",
        "tsconfig.json",
        _TSCONFIG,
        "es2019",
        "es2022",
        wrong=("es2019", "es2020"),
    ),
    _edit(
        "add-include",
        'In tsconfig.json the include list has only "web". Add "lib" behind it, like this: ["web", "lib"]',
        "tsconfig.json",
        _TSCONFIG,
        '["web"]',
        '["web", "lib"]',
        wrong=('["web"]', '["lib"]'),
    ),
    _edit(
        "bed",
        "I planted beans in bed C today: garden.txt says it's empty, put beans instead of empty",
        "garden.txt",
        _GARDEN,
        "empty",
        "beans",
        wrong=("leek", "beans"),
    ),
    _edit(
        "watering-day",
        "bed b gets its water on friday (Fri) instead of Thu, garden.txt needs that change",
        "garden.txt",
        _GARDEN,
        "watered Thu",
        "watered Fri",
        wrong=("watered Mon", "watered Fri"),
    ),
    _edit(
        "base-image",
        "Move our Dockerfile from python:3.11-slim to python:3.13-slim, would you?",
        "Dockerfile",
        _DOCKER,
        "3.11-slim",
        "3.13-slim",
        wrong=("3.11-slim", "3.13"),
    ),
    _edit(
        "expose",
        "Dockerfile exposes 5000, that port is taken. Take 5050.",
        "Dockerfile",
        _DOCKER,
        "EXPOSE 5000",
        "EXPOSE 5050",
        wrong=("EXPOSE 5000", "EXPOSE 5001"),
    ),
    _edit(
        "rust-limit",
        "let limit be 128 in src/main.rs",
        "src/main.rs",
        _RUST,
        "limit = 64",
        "limit = 128",
        wrong=("limit is", "limit = 128 is"),
    ),
    _edit(
        "delete-line",
        "Drop the line with Bed C from garden.txt, the others remain.",
        "garden.txt",
        _GARDEN,
        "Bed C: empty\n",
        "",
        wrong=("Bed B: leek, watered Thu\n", ""),
    ),
    _edit(
        "append-line",
        "Put one more line at the end of garden.txt: Bed D: onions",
        "garden.txt",
        _GARDEN,
        "Bed C: empty\n",
        "Bed C: empty\nBed D: onions\n",
        wrong=("Bed C: empty\n", "Bed D: onions\n"),
    ),
    _edit(
        "printed-text",
        "When I start src/main.rs it says limit is ..., I want it to say the maximum is ... (only the words, not the "
        "number in the braces)",
        "src/main.rs",
        _RUST,
        "limit is",
        "the maximum is",
        wrong=("limit is {limit}", "the maximum is {maximum}"),
    ),
)
