"""Three files each, every one of which names what is to be looked up in the next."""

from __future__ import annotations

from dataclasses import dataclass

from tools.pocket.contents_joint import Form


@dataclass(frozen=True, slots=True)
class Chain:
    """Three files: names, kinds of `x`, `c`, `d` and `y`, forms, and how people call these and ask for `d` and `y`."""

    stems: tuple[str, str, str]
    kinds: dict[str, str]
    forms: tuple[list[Form], list[Form], list[Form]]
    called: dict[str, list[str]]
    asked: dict[str, list[str]]


def _plain(one: str, other: str, link: str = "is") -> list[Form]:
    """Notations of two values that suit anything."""
    return [
        ("csv", f"{one},{other}", "{0},{1}"), ("txt", "", "{0}: {1}"), ("ini", f"[{one}]", "{0} = {1}"), ("yaml", "", "{0}: {1}"),
        ("md", f"| {one} | {other} |\n| --- | --- |", "| {0} | {1} |"), ("txt", "", f"{{0}} {link} {{1}}"), ("txt", "", "{1} <- {0}"),
        ("jsonl", "", f'{{{{"{one}": "{{0}}", "{other}": "{{1}}"}}}}'), ("md", "", f"* {other} {{1}}, {one} {{0}}"),
    ]  # fmt: skip


CHAINS = [
    Chain(
        ("orders sales bought", "customers clients accounts", "drivers tours vans"),
        {"x": "{int 1000 9899}", "c": "K-{int 10 99}", "d": "city", "y": "name"},
        (_plain("order", "customer", "is for"), _plain("customer", "city", "lives in"), _plain("city", "driver", "is driven to by")),
        {"X": ["order {x}", "number {x}"], "C": ["customer {c}"], "D": ["city", "town"], "Y": ["driver"]},
        {"d": ["to which city goes order {x}"], "y": ["who drives order {x}", "who brings {x} to its customer", "which driver has {x} on board"]},
    ),
    Chain(
        ("pupils children kids", "groups classes lessons", "phones numbers contacts"),
        {"x": "name", "c": "{=a|b|c|d|e}{int 1 9}", "d": "fullname", "y": "{int 200 899}"},
        (_plain("child", "group", "goes to"), _plain("group", "teacher", "is led by"), _plain("teacher", "phone", "has the number")),
        {"X": ["{x}"], "C": ["group {c}"], "D": ["teacher"], "Y": ["phone", "teacher's phone number"]},
        {"d": ["who teaches {x}", "who leads the group of {x}"], "y": ["which number do I dial for the teacher of {x}", "how do I reach the one who teaches {x}"]},
    ),
    Chain(
        ("errors app worker", "access requests gateway", "routes handlers paths"),
        {"x": "{=mail|disk|login|upload|search|cache|export} {=timeout|refused|failed|broken|denied|missing}", "c": "req-{int 100 989}", "d": "/{word}", "y": "{=show|list|save|drop|open|send}_{word}"},
        (_plain("error", "request", "came with"), _plain("request", "path", "asked for"), _plain("path", "function", "is handled by")),
        {"X": ['"{x}"', "the error {x}"], "C": ["request {c}"], "D": ["path", "url"], "Y": ["function", "handler"]},
        {"d": ["which path was asked for when it said {x}"], "y": ["which function handled the request with {x}", "what function is to blame for {x}"]},
    ),
    Chain(
        ("targets makefile commands", "scripts package jobs", "owners authors people"),
        {"x": "target", "c": "run-{nonsense}", "d": "{word}.{=py|js|rb|sh}", "y": "name"},
        (_plain("target", "script", "starts"), _plain("script", "file", "calls"), _plain("file", "owner", "was written by")),
        {"X": ["{x}", "the target {x}"], "C": ["the script {c}"], "D": ["program", "file"], "Y": ["owner of the program", "author"]},
        {"d": ["which file runs when I type {x}", "what program does {x} start in the end"], "y": ["who wrote the program behind {x}", "whom do I ask when {x} breaks"]},
    ),
    Chain(
        ("parts stock spares", "drawers shelves store", "keys keyring doors"),
        {"x": "{=BX|EM|DL|CR|QT}-{int 10 99}", "c": "{=A|B|C|D|E}{int 1 9}", "d": "{=north hall|annex|cellar|attic|garage|south hall|yard|shed}", "y": "name"},
        (_plain("part", "drawer", "lies in"), _plain("drawer", "hall", "stands in the"), _plain("hall", "key", "is opened by")),
        {"X": ["part {x}", "{x}"], "C": ["drawer {c}"], "D": ["building", "hall"], "Y": ["holder of the key", "key holder"]},
        {"d": ["in which hall is {x}", "what building must I go to for {x}"], "y": ["who has the key to where {x} is", "whose key do I need to get {x}"]},
    ),
    Chain(
        ("index page home", "style theme look", "colours palette vars"),
        {"x": "heading", "c": "cssclass", "d": "{=main|dark|light|soft|warm|cold|loud}-{=ink|tone|paint}", "y": "colour"},
        (
            [("html", "<body>", '  <h2 class="{1}">{0}</h2><br>'), ("html", "<main>", '<p id="{1}-p" class="{1}">{0}</p>')],
            [("css", "", ".{0} {{ margin: 0; color: var(--{1}); }}"), ("scss", "", ".{0} {{ color: ${1}; }}")],
            [("css", ":root {", "  --{0}: {1};"), ("txt", "", "{0} = {1}"), ("scss", "", "${0}: {1};")],
        ),
        {"X": ['"{x}"', "the text {x}"], "C": ["class {c}"], "D": ["colour variable", "name of the colour variable"], "Y": ["actual colour", "real colour"]},
        {"d": ["which variable gives {x} its colour"], "y": ["in what colour is {x} really shown", "how is {x} painted at last"]},
    ),
    Chain(
        ("passengers travellers bookings", "flights departures gates", "weather forecast outlook"),
        {"x": "name", "c": "{=LH|BA|AF|KL}{int 100 989}", "d": "city", "y": "{=sun|rain|fog|snow|storm|wind|hail|clouds}"},
        (_plain("name", "flight", "takes"), _plain("flight", "to", "flies to"), _plain("city", "weather", "will have")),
        {"X": ["{x}"], "C": ["flight {c}"], "D": ["destination"], "Y": ["weather", "forecast"]},
        {"d": ["where does {x} fly to"], "y": ["what weather awaits {x}", "what weather will {x} land in", "what should {x} dress for, which weather"]},
    ),
]  # fmt: skip
