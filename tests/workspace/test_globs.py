from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from localcoder.workspace.globs import alternatives, git_spec, glob_spec, without_returns

PIECES = ["*", "*", "?", "a", "b", "/", "**/", "/**", "[ab]", "[!b]", "(", ".", "\\*", "!", "#", "{", " "]
PATHS = st.lists(st.text("ab(.*#! ", min_size=1, max_size=5), min_size=1, max_size=4).map("/".join)


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join), PATHS)
@example("*a*b*a", "xaxbxbxaxxa")
@example("*(*(*b", "a(((bb")
def test_the_quick_expression_matches_what_the_plain_one_does(pattern: str, path: str) -> None:
    try:
        plain, include = GitIgnoreSpecPattern.pattern_to_regex(pattern)
    except ValueError:
        return
    if plain is None:
        return
    quick = without_returns(plain)
    # Git's sets never match a slash; those of the plain expression do.
    if "[" not in pattern:
        assert bool(re.search(quick, path)) == bool(re.search(plain, path))
    assert include is not None
    assert "[" in pattern or git_spec([pattern]).match_file(path) == GitIgnoreSpec.from_lines([pattern]).match_file(
        path
    )


def test_a_set_matches_no_slash() -> None:
    spec = git_spec(["a[!b]c", "x[+-0]y"])
    assert [spec.match_file(path) for path in ("axc", "a/c", "x+y", "x/y")] == [True, False, True, False]


@pytest.mark.parametrize("piece", ["*a", "*?a", "*[a]", "*(a", "*a*", "?*a", "*\\a"])
def test_no_row_of_stars_takes_long(piece: str) -> None:
    """Each of them took longer than anybody waits."""
    pattern, name = piece * 60 + "b", "(a" * 100
    assert not glob_spec(pattern).match_file(name)
    assert not git_spec([pattern]).match_file(f"x/{name}/y")


@given(st.text("a{},", max_size=12))
def test_the_count_of_alternatives_is_never_too_low(pattern: str) -> None:
    assert len(glob_spec(pattern).patterns) <= alternatives(pattern)
