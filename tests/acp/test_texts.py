from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from localcoder.acp.diffs import hunks
from localcoder.acp.texts import escaped, fenced, sendable
from localcoder.tools._diff import unified_diff

FILES = st.text(alphabet="ab-+@ \\\n", max_size=60)


def patched(before: str, diff: str) -> str:
    """`before` with the hunks of `diff` put in place, each at its line of the new file."""
    lines = before.split("\n")
    rest, after = before, ""
    for hunk in hunks(diff):
        while len(after.split("\n")) < hunk.line:
            line, newline, rest = rest.partition("\n")
            after += line + newline
        assert rest.startswith(hunk.old or ""), (lines, hunk)
        rest = rest[len(hunk.old or "") :]
        after += hunk.new
    return after + rest


@given(FILES, FILES)
def test_the_hunks_of_a_diff_turn_the_old_file_into_the_new_one(before: str, after: str) -> None:
    assert patched(before, unified_diff("f", before, after)) == after


@given(FILES)
def test_a_new_file_has_no_old_text(after: str) -> None:
    shown = list(hunks(unified_diff("f", "", after, created=True)))
    assert [(hunk.old, hunk.new) for hunk in shown] == ([(None, after)] if after else [])


def test_far_places_of_a_file_are_hunks_of_their_own_and_know_their_lines() -> None:
    before = "".join(f"{number}\n" for number in range(1, 41))
    after = before.replace("\n5\n", "\nfive\n").replace("\n35\n", "\nthirty-five\n")
    first, second = hunks(unified_diff("f", before, after))
    assert (first.line, second.line) == (2, 32)
    assert first.old == "2\n3\n4\n5\n6\n7\n8\n"
    assert second.new == "32\n33\n34\nthirty-five\n36\n37\n38\n"


@given(st.text(alphabet="`ab\n ", max_size=80))
def test_nothing_in_a_fenced_text_ends_its_fence(text: str) -> None:
    fence, *lines = fenced(text).split("\n")
    assert lines.pop() == fence
    assert re.fullmatch("`{3,}", fence)
    assert all(fence not in line for line in lines)
    assert "\n".join(lines) == text.removesuffix("\n")


def test_a_line_of_markup_is_plain() -> None:
    assert escaped("[link](x) <b> `c` a_b\n# head") == r"\[link\](x) \<b\> \`c\` a\_b \# head"


JSON = st.recursive(
    st.text() | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)
HALVES = st.text(alphabet=st.characters(min_codepoint=0xD7F0, max_codepoint=0xE010, exclude_categories=()))


@given(JSON)
def test_what_can_be_sent_is_sent_unchanged(value: object) -> None:
    assert sendable(value) == value


@given(HALVES)
def test_half_characters_never_stop_a_message(text: str) -> None:
    sent = json.dumps(sendable({"a": [text]}), ensure_ascii=False).encode("utf-8")
    assert len(json.loads(sent)["a"][0]) <= len(text)
