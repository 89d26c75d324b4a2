"""Unified diffs: what `patch` makes of one is exactly the file afterwards."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.tools import _diff
from localcoder.tools._diff import unified_diff

TEXTS = st.lists(st.sampled_from(["a\n", "b\n", "c\r\n", "\n", "d\x0ce\n", " x\n", "-y\n"]), max_size=30).map("".join)
ENDINGS = st.sampled_from(["", "end", "\n"])


def patched(before: str, diff: str) -> str:
    """Apply a unified diff, checking every line and number in it."""
    old = re.findall(r"[^\n]*\n|[^\n]+", before)
    out: list[str] = []
    position = 0
    for hunk in re.split(r"^(?=@@)", diff, flags=re.MULTILINE)[1:]:
        header, _, body = hunk.partition("\n")
        match = re.fullmatch(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", header)
        assert match
        old_start, old_count, new_start, new_count = (1 if group is None else int(group) for group in match.groups())
        first = old_start - (old_count > 0)
        out += old[position:first]
        assert len(out) == new_start - (new_count > 0)
        position = first
        rows = re.findall(r"[^\n]*\n(?:\\ No newline at end of file\n)?", body)
        for row in rows:
            sign, line = row[0], row[1:].replace("\n\\ No newline at end of file\n", "")
            if sign in " -":
                assert old[position] == line
                position += 1
            if sign in " +":
                out.append(line)
        assert sum(row[0] in " -" for row in rows) == old_count
        assert sum(row[0] in " +" for row in rows) == new_count
    return "".join(out + old[position:])


@pytest.mark.parametrize("limit", [_diff._MAX_COMPARED, 0])
def test_a_diff_leads_from_one_text_to_the_other(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_diff, "_MAX_COMPARED", limit)

    @given(start=TEXTS, old=TEXTS, new=TEXTS, end=TEXTS, ending_old=ENDINGS, ending_new=ENDINGS)
    def leads(start: str, old: str, new: str, end: str, ending_old: str, ending_new: str) -> None:
        before, after = start + old + end + ending_old, start + new + end + ending_new
        assert patched(before, unified_diff("f", before, after)) == after

    leads()


def test_no_change_is_no_diff() -> None:
    assert unified_diff("f", "a", "a") == ""


def test_a_new_file_comes_from_nowhere() -> None:
    assert unified_diff("f", "", "a\n", created=True) == "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n"
    assert unified_diff("f", "", "", created=True) == "--- /dev/null\n+++ b/f\n"


def test_a_change_in_a_huge_file_shows_its_surroundings_alone() -> None:
    lines = [f"{number}\n" for number in range(200_000)]
    changed = [*lines[:100_000], "new\n", *lines[100_001:]]
    diff = unified_diff("f", "".join(lines), "".join(changed))
    assert diff.split("\n")[2] == "@@ -99998,7 +99998,7 @@"
    assert diff.count("\n") == 11


def test_a_huge_rewrite_is_shown_as_replaced_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_search(*arguments: object) -> None:
        raise AssertionError("it searched")

    monkeypatch.setattr(_diff.difflib, "SequenceMatcher", no_search)
    before, after = "".join(f"{n}\n" for n in range(9_000)), "".join(f"x{n}\n" for n in range(9_000))
    assert unified_diff("f", before, after).count("\n") == 18_003


def test_foreign_bytes_are_visible() -> None:
    assert "-a\\xff\n" in unified_diff("f", "a\udcff\n", "b\n")
