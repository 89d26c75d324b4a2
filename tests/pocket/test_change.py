"""What a thought says of a changed line is enough to change it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.pocket.change import TOKEN, becomes

words = st.sampled_from(
    ["port", "8080", "9090", "=", "a", "b", "  ", " ", ",", '"', "1.20", "- [ ]", "- [x]", "(", ")"]
)
lines = st.lists(words, min_size=1, max_size=9).map("".join)


@pytest.mark.parametrize(
    ("line", "new_line", "said"),
    [
        ("EXPOSE 8080", "EXPOSE 9090", "EXPOSE 8080; 8080 -> 9090"),
        ("    if age > 18:", "    if age >= 18:", "if age > 18:; > -> >="),
        ("range(1, n)", "range(1, n + 1)", "range(1, n); n -> n + 1"),
        ("- [ ] buy milk", "- [x] buy milk", "- [ ] buy milk; [ ] -> [x]"),
        ("tea, milk", "tea, milk, rice", "tea, milk; milk -> milk, rice"),
        ("TITLE", "title", "TITLE -> title"),
        ("f(a, b)", "f(a, [b])", "f(a, b); b -> [b]"),
        ("a += b + c", "a += b * c", "a += b + c; + -> *"),
        ("        return n", "    return n", "return n; 8 -> 4 spaces in front"),
    ],
)
def test_only_what_changes_is_said_behind_the_line(line: str, new_line: str, said: str) -> None:
    assert becomes(line, new_line) == said


@given(lines, lines)
def test_putting_the_new_part_for_the_old_gives_the_new_line(line: str, new_line: str) -> None:
    said, line, new_line = becomes(line, new_line), line.strip(), new_line.strip()
    if said == f"{line} -> {new_line}" or line == new_line:
        return
    head = f"{line}; "
    assert said.startswith(head)
    part, new = said[len(head) :].split(" -> ")
    tokens, wanted = TOKEN.findall(line), TOKEN.findall(part)
    (at,) = (at for at in range(len(tokens)) if tokens[at : at + len(wanted)] == wanted)
    assert "".join([*tokens[:at], new, *tokens[at + len(wanted) :]]) == new_line
