"""What a thought says of a changed line is enough to change it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.pocket.change import becomes

words = st.sampled_from(
    ["port", "8080", "9090", "=", "a", "b", "  ", " ", ",", '"', "1.20", "- [ ]", "- [x]", "(", ")"]
)
lines = st.lists(words, min_size=1, max_size=9).map("".join)


@pytest.mark.parametrize(
    ("line", "new_line", "said"),
    [
        ("EXPOSE 8080", "EXPOSE 9090", "EXPOSE 8080; 8080 -> 9090"),
        ("    if age > 18:", "    if age >= 18:", "if age > 18:; > -> >="),
        ("range(1, n)", "range(1, n + 1)", "range(1, n); , n -> , n + 1"),
        ("- [ ] buy milk", "- [x] buy milk", "- [ ] buy milk; [ ] -> [x]"),
        ("tea, milk", "tea, milk, rice", "tea, milk; milk -> milk, rice"),
        ("TITLE", "title", "TITLE -> title"),
    ],
)
def test_only_what_changes_is_said_behind_the_line(line: str, new_line: str, said: str) -> None:
    assert becomes(line, new_line) == said


@given(lines, lines)
def test_putting_the_new_part_for_the_old_gives_the_new_line(line: str, new_line: str) -> None:
    said, line, new_line = becomes(line, new_line), line.strip(), new_line.strip()
    if said == f"{line} -> {new_line}":
        return
    head = f"{line}; "
    assert said.startswith(head)
    ways = [said[len(head) :].split(" -> ")]
    assert any(line.count(part) == 1 and line.replace(part, new) == new_line for part, new in ways)
