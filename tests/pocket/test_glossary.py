"""What is written about things becomes files, questions and orders that end as they say."""

from __future__ import annotations

import pytest

from tools.pocket.glossary import Theme, parse, themes
from tools.pocket.jobs_glossary import glossary
from tools.pocket.task import Unsuitable
from tools.pocket.world import Folder, Generator

CLIENT = """# how it fetches
== client; client, http
timeout, max_wait; waiting time; int 2 90
? how long does it wait
! wait {new} seconds, not {old}
retries; number of attempts; int 1 9
? how often does it try
proxy; proxy; host
? through what does it go
"""
CREW = """== crew; crew; name
phone; phone number; phone
? how do I reach {row}
age; age; int 20 60
? how old is {row}
city; home; city
? where does {row} live
"""


def test_a_theme_has_files_entries_and_what_is_said_of_them() -> None:
    (theme,) = parse(CLIENT, "x")
    assert (theme.title, theme.stems, theme.rows) == ("client", ["client", "http"], "")
    assert theme.entries[0].keys == ["timeout", "max_wait"]
    assert (theme.entries[0].label, theme.entries[0].kind) == ("waiting time", "int 2 90")
    assert theme.entries[0].questions == ["how long does it wait"]
    assert theme.entries[0].orders == ["wait {new} seconds, not {old}"]
    assert parse(CREW, "x")[0].rows == "name"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a; b; c", "x:1: not in a theme: a; b; c"),
        ("== a", "x:1: a theme needs a title and names of files: == a"),
        ("== a; b\n? hm", "x:2: of what is it said[?] [?] hm"),
        ("== a; b\nc; d; int 1 2\n! make it so", "x:3: it needs {new}: ! make it so"),
        ("== a; b; name\nc; d; int 1 2\n? what is it", "x:3: it needs {row}: [?] what is it"),
        ("== a; b\nc; d; int 1 2\n? what is it", "x:1: a theme needs three entries, each with a question"),
        ("== a; b\nc", "x:2: not understood: c"),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        parse(text, "x")


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.place)
async def test_what_is_said_ends_as_it_says(theme: Theme) -> None:
    generator = Generator(theme.place, strict=True)
    played = 0
    for _ in range(60):
        if played == 3:
            return
        try:
            task = glossary(generator.vocabulary, theme)
        except Unsuitable:  # nothing to change, or no other value
            continue
        folder = Folder(generator.environment)
        try:
            played += await generator.played(task, folder) is not None
        finally:
            folder.remove()
    raise AssertionError(f"{played} of 3 worked out")
