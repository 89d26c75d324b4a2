"""Change the same thing in several files."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam import task
from bench.exam.task import Script, Task


def _across(name: str, prompt: str, files: Mapping[str, str], *changes: tuple[str, str, str]) -> Task:
    """`changes`: path, old and new; whoever makes only the first of them has not solved the task."""
    after = dict(files)
    calls = []
    for path, old, new in changes:
        assert old in after[path], (name, path)
        calls += [task.read(path), task.edit(path, old, new, every=after[path].count(old) > 1)]
        after[path] = after[path].replace(old, new)
    return Task(
        f"across-{name}",
        "edit across",
        prompt,
        Script(tuple(calls), "I changed them all."),
        (Script(tuple(calls[:2]), "I changed them all."),),
        files,
        after,
    )


_TILL = {
    "till.py": "from rates import vat_rate\n\n\ndef gross(net):\n    return net * (1 + vat_rate)\n",
    "rates.py": "vat_rate = 0.19\nshipping = 4\n",
}
_BAND = {
    "band/drums.txt": "concert: 14 May\nplayer: Ruth\n",
    "band/bass.txt": "concert: 14 May\nplayer: Amir\n",
}
_URLS = {
    "client.js": 'fetch("http://old.pine.example/list");\n',
    "worker.sh": "#!/bin/sh\ncurl -s http://old.pine.example/tick\n",
    "notes.md": "## Pine\n\nThe service is run by the trees team.\n",
}
_PRICE = {
    "menu_en.txt": "Soup ...... 6 EUR\nBread ..... 2 EUR\n",
    "menu_de.txt": "Suppe ..... 6 EUR\nBrot ...... 2 EUR\n",
}
_ZOO = {
    "zoo.py": "from keeper import feed\n\nfeed('lion')\nfeed('seal')\n",
    "keeper.py": "def feed(animal):\n    print(animal, 'was fed')\n",
}

EDIT_ACROSS = (
    _across(
        "vat",
        "vat_rate should be called tax_rate, in rates.py where it is set and in till.py where it's used",
        _TILL,
        ("rates.py", "vat_rate", "tax_rate"),
        ("till.py", "vat_rate", "tax_rate"),
    ),
    _across(
        "gross",
        "Function `gross` (till.py) and constant `shipping` (rates.py) have poor names. Make them `with_tax` and "
        "`shipping_eur`.",
        _TILL,
        ("till.py", "gross", "with_tax"),
        ("rates.py", "shipping", "shipping_eur"),
    ),
    _across(
        "concert",
        "the concert got moved to 21 May. both files in band/ still say 14 May, drums.txt and bass.txt",
        _BAND,
        ("band/drums.txt", "14 May", "21 May"),
        ("band/bass.txt", "14 May", "21 May"),
    ),
    _across(
        "players",
        "New line-up: Ruth is replaced by Odile in band/drums.txt, Amir by Jonas in band/bass.txt. Please enter it.",
        _BAND,
        ("band/drums.txt", "Ruth", "Odile"),
        ("band/bass.txt", "Amir", "Jonas"),
    ),
    _across(
        "host",
        "Our server old.pine.example is now new.pine.example. Hunt down every file that mentions it and swap it.",
        _URLS,
        ("client.js", "old.pine.example", "new.pine.example"),
        ("worker.sh", "old.pine.example", "new.pine.example"),
    ),
    _across(
        "https",
        "client.js and worker.sh use http:// for the pine server; https:// would be safer, please adapt the two.",
        _URLS,
        ("client.js", "http://", "https://"),
        ("worker.sh", "http://", "https://"),
    ),
    _across(
        "soup-price",
        "Soup costs 7 EUR from now on (was 6). There's an English and a German menu: menu_en.txt, menu_de.txt.",
        _PRICE,
        ("menu_en.txt", "6 EUR", "7 EUR"),
        ("menu_de.txt", "6 EUR", "7 EUR"),
    ),
    _across(
        "bread-price",
        "in menu_en.txt and menu_de.txt the 2 EUR must become 3 EUR",
        _PRICE,
        ("menu_en.txt", "2 EUR", "3 EUR"),
        ("menu_de.txt", "2 EUR", "3 EUR"),
    ),
    _across(
        "feed",
        "rename feed() to give_food() everywhere (zoo.py and keeper.py), script must still work!",
        _ZOO,
        ("keeper.py", "feed", "give_food"),
        ("zoo.py", "feed", "give_food"),
    ),
    _across(
        "module-value",
        "PAGE is 20 in both list.php and grid.php. I'd like 48 in each.",
        {"list.php": "<?php\n$PAGE = 20;\necho $PAGE;\n", "grid.php": "<?php\n// tiles\n$PAGE = 20;\n"},
        ("list.php", "= 20", "= 48"),
        ("grid.php", "= 20", "= 48"),
    ),
    _across(
        "version-three",
        "Release time :) The version 0.9.3 becomes 0.10.0 in these: VERSION, app/about.py, docs/index.rst",
        {
            "VERSION": "0.9.3\n",
            "app/about.py": 'TITLE = "Finch"\nRELEASE = "0.9.3"\n',
            "docs/index.rst": "Finch\n=====\n\nThis is the manual of 0.9.3.\n",
        },
        ("VERSION", "0.9.3", "0.10.0"),
        ("app/about.py", "0.9.3", "0.10.0"),
        ("docs/index.rst", "0.9.3", "0.10.0"),
    ),
    _across(
        "year",
        "The footer year is outdated in top.html and blog.html, 2029 -> 2031",
        {
            "top.html": "<h1>Top</h1>\n<footer>(c) 2029 Wren</footer>\n",
            "blog.html": "<h1>Blog</h1>\n<p>Hello</p>\n<footer>(c) 2029 Wren</footer>\n",
        },
        ("top.html", "2029", "2031"),
        ("blog.html", "2029", "2031"),
    ),
    _across(
        "timeout",
        "Two configs, east.toml and west.toml. wait_s is 5 in the one and 8 in the other. Let both have wait_s = 10.",
        {"east.toml": "[link]\nwait_s = 5\ncolor = true\n", "west.toml": "[link]\ncolor = false\nwait_s = 8\n"},
        ("east.toml", "wait_s = 5", "wait_s = 10"),
        ("west.toml", "wait_s = 8", "wait_s = 10"),
    ),
    _across(
        "class-name",
        "Dear assistant, class Robin should be named Thrush. It is defined in birds.py and it is created in nest.py. "
        "Please be so kind to change both.",
        {
            "birds.py": "class Robin:\n    def sing(self):\n        return 'tweet'\n",
            "nest.py": "import birds\n\nbird = birds.Robin()\nprint(bird.sing())\n",
        },
        ("birds.py", "Robin", "Thrush"),
        ("nest.py", "Robin", "Thrush"),
    ),
    _across(
        "owner",
        "- a/CODEOWNERS: kim -> toni\n- b/CODEOWNERS: kim -> toni\nthat's all, thank you",
        {"a/CODEOWNERS": "* @kim\n", "b/CODEOWNERS": "# since June\n*.c @kim\n"},
        ("a/CODEOWNERS", "kim", "toni"),
        ("b/CODEOWNERS", "kim", "toni"),
    ),
    _across(
        "color",
        "My brand colour #aa3300 appears in site.css and in logo.svg; exchange it for #0055cc in the two places",
        {
            "site.css": "a:hover {\n  color: #aa3300;\n  border: 0;\n}\n",
            "logo.svg": '<svg>\n  <circle r="9" fill="#aa3300"/>\n</svg>\n',
        },
        ("site.css", "#aa3300", "#0055cc"),
        ("logo.svg", "#aa3300", "#0055cc"),
    ),
)
