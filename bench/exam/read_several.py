"""Read several files and answer from all of them."""

from __future__ import annotations

from collections.abc import Mapping

from bench.exam import task
from bench.exam.task import Script, Task


def _several(
    name: str,
    prompt: str,
    files: Mapping[str, str],
    answer: str,
    *has: str | tuple[str, ...],
    wrong: str,
    lacks: tuple[str, ...] = (),
) -> Task:
    """`wrong`: what one answers who looked into too few files, or mixed them up."""
    calls = tuple(task.read(path) for path in files)
    return Task(
        f"several-{name}",
        "read several",
        prompt,
        Script(calls, answer),
        (Script(calls[:1], wrong),),
        files,
        untouched=True,
        answer_has=tuple((words,) if isinstance(words, str) else words for words in has),
        answer_lacks=lacks,
    )


_DOGS = {
    "dogs/bruno.txt": "Bruno\n-----\nbreed = beagle\nage = 4\n",
    "dogs/fips.txt": "Fips\n----\nbreed = whippet\nage = 9\n",
}
_STAGES = {
    "staging.yml": "--- # staging\nsite: {host: try.oak.example, pool: 3}\nlooks: [theme-sand, wide]\n",
    "live.yml": "--- # live\nsite: {host: oak.example, pool: 16}\nlooks: [theme-sand, narrow]\n",
}
_ROOMS = {
    "hall.md": "Hall (ground floor)\n  seats.. 120\n  key.... hangs at the porter's\n",
    "attic.md": "Attic (4th floor)\n  seats.. 25\n  key.... with Mrs Dahl\n",
    "cellar.md": "Cellar (-1)\n  seats.. 60\n  key.... under the mat\n",
}
_HALVES = {
    "start.py": 'from finish import LAST\n\nFIRST = "amber"\nprint(FIRST, LAST)\n',
    "finish.py": 'LAST = "cobalt"\n',
}
_HIKES = {
    "hike_mon.csv": "place;km\nlake;8\nridge;14\n",
    "hike_tue.csv": "place;km\nmill;5\ngorge;11\n",
}
_PARTS = {
    "left/part.ini": "[part]\nmaterial = brass\nlength_mm = 310\n",
    "right/part.ini": "[part]\nmaterial = steel\nlength_mm = 295\n",
}

READ_SEVERAL = (
    _several(
        "breeds",
        "What breeds are Bruno and Fips? One file each: dogs/bruno.txt, dogs/fips.txt",
        _DOGS,
        "Bruno is a beagle, Fips a whippet.",
        "beagle",
        "whippet",
        wrong="Bruno is a beagle.",
    ),
    _several(
        "older-dog",
        "Compare dogs/bruno.txt with dogs/fips.txt please. Which of the dogs is older? Only the name.",
        _DOGS,
        "Fips",
        "Fips",
        wrong="Bruno",
        lacks=("Bruno",),
    ),
    _several(
        "pools",
        "pool size on staging vs live? (staging.yml / live.yml)",
        _STAGES,
        "Staging has 3, live has 16.",
        ("3", "three"),
        ("16", "sixteen"),
        wrong="Staging has 3, live too.",
    ),
    _several(
        "hosts",
        "Give me the host names out of `staging.yml` and `live.yml`, please, both of them.",
        _STAGES,
        "try.oak.example and oak.example.",
        "try.oak.example",
        "oak.example",
        wrong="try-oak and live-oak.",
    ),
    _several(
        "same-theme",
        "staging.yml and live.yml each name a theme. Are the themes the same? Yes or no, and what theme(s).",
        _STAGES,
        "Yes, both use sand.",
        ("yes", "same", "both"),
        "sand",
        wrong="No, they differ.",
        lacks=("no",),
    ),
    _several(
        "largest-room",
        "We've 3 rooms, described in hall.md, attic.md and cellar.md. How many people fit in each?",
        _ROOMS,
        "The hall seats 120, the attic 25, the cellar 60.",
        "120",
        "25",
        "60",
        wrong="The hall seats 120 and the attic 25.",
    ),
    _several(
        "keys",
        "where are the keys for the attic and the cellar?? look it up in attic.md + cellar.md",
        {name: _ROOMS[name] for name in ("attic.md", "cellar.md")},
        "The attic's is with Mrs Dahl, the cellar's under the mat.",
        "Dahl",
        "mat",
        wrong="With Mrs Dahl.",
    ),
    _several(
        "smallest-room",
        "Look through hall.md, attic.md and cellar.md and name the room with the fewest seats. One word is enough.",
        _ROOMS,
        "Attic.",
        "attic",
        wrong="Hall.",
        lacks=("hall", "cellar"),
    ),
    _several(
        "import-value",
        "start.py takes LAST from finish.py. Read the two and say what the values of FIRST and LAST are.",
        _HALVES,
        "FIRST is amber and LAST is cobalt.",
        "amber",
        "cobalt",
        wrong="FIRST is amber and LAST is LAST.",
    ),
    _several(
        "longest-walks",
        "How far is it to the ridge (hike_mon.csv), and how far to the gorge (hike_tue.csv)?",
        _HIKES,
        "14 km to the ridge and 11 km to the gorge.",
        ("14", "14km"),
        ("11", "11km"),
        wrong="8 km and 5 km.",
    ),
    _several(
        "places",
        "I want a list of all places in hike_mon.csv and hike_tue.csv, there should be four of them",
        _HIKES,
        "lake, ridge, mill, gorge",
        "lake",
        "ridge",
        "mill",
        "gorge",
        wrong="lake, ridge",
    ),
    _several(
        "materials",
        "there is part.ini in the folder left and also in the folder right. what is material of each one?",
        _PARTS,
        "left: brass, right: steel",
        "brass",
        "steel",
        wrong="Both are brass.",
    ),
    _several(
        "longer-part",
        "left/part.ini, right/part.ini: which side's part is the longer one, left or right?",
        _PARTS,
        "The left one.",
        "left",
        wrong="The right one.",
        lacks=("right",),
    ),
    _several(
        "versions",
        "Does VERSION agree with what setup.cfg says? Tell me both version numbers.",
        {"VERSION": "2.8.1\n", "setup.cfg": "[metadata]\nname = heron\nversion = 2.7.9\n"},
        "No: VERSION has 2.8.1, setup.cfg has 2.7.9.",
        "2.8.1",
        "2.7.9",
        wrong="Both say 2.8.1.",
    ),
    _several(
        "contacts",
        "For the invite I need two addresses. Edda's is in edda.vcf, Pavel's in pavel.vcf - email, I mean.",
        {
            "edda.vcf": "BEGIN:VCARD\nFN:Edda Moen\nEMAIL:edda@moen.example\nEND:VCARD\n",
            "pavel.vcf": "BEGIN:VCARD\nFN:Pavel Ruzic\nEMAIL:ruzic@post.example\nEND:VCARD\n",
        },
        "edda@moen.example and ruzic@post.example",
        "edda@moen.example",
        "ruzic@post.example",
        wrong="edda@moen.example and pavel@moen.example",
    ),
    _several(
        "all-text-files",
        "This folder has a few .txt files, each holding a single colour. Which colours are they?",
        {"a1.txt": "violet\n", "b2.txt": "ochre\n", "c3.txt": "teal\n"},
        "violet, ochre and teal",
        "violet",
        "ochre",
        "teal",
        wrong="violet, red and blue",
    ),
)
