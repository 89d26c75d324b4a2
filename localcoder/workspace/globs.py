"""Globs with the meaning that they have in `.gitignore`, matched in a time that no pattern makes long."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import AnyStr, cast

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

_STAR = "[^/]*"
_ATOMS = re.compile(r"\\.|\[\^?\]?[^\]]*\]", re.DOTALL)
_BRACES = re.compile(r"(?<!\\)\{([^{}]*,[^{}]*)\}")


class _Pattern(GitIgnoreSpecPattern):
    """A line of a `.gitignore` whose expression never goes back on a `*` that another one follows in its segment."""

    @classmethod
    def pattern_to_regex(cls, pattern: AnyStr) -> tuple[AnyStr | None, bool | None]:
        regex, include = super().pattern_to_regex(pattern)
        return cast("AnyStr | None", without_returns(regex) if isinstance(regex, str) else regex), include


def git_spec(lines: Iterable[str]) -> GitIgnoreSpec:
    """What the lines of a `.gitignore` say."""
    return GitIgnoreSpec.from_lines(lines, _Pattern)


def glob_spec(pattern: str) -> GitIgnoreSpec:
    """A glob with the meaning that it has in `.gitignore`, and with `{a,b}`: without a slash it matches at any depth.

    It never negates and is never a comment, whatever it begins with.
    """
    alternatives = _expand_braces(pattern.removeprefix("./"))
    return git_spec([f"\\{text}" if text.startswith(("!", "#")) else text for text in alternatives])


def alternatives(pattern: str) -> int:
    """At least as many as the globs without braces that `pattern` stands for."""
    count = 1
    for part in pattern.split("{"):
        count *= part.count(",") + 1
    return count


def without_returns(regex: str) -> str:
    """The expression of a glob, which takes for each `*` but a segment's last one the first place where it can go on.

    What stands between two stars has a fixed length, so if any place leads to a match, the first one does; tried one
    by one, the places of `*a*a*a*a*b` in a long name would take years. A set in brackets never matches a slash.
    """
    first, *parts = regex.split(_STAR)
    result = [_sets(first)]
    for number, part in enumerate(parts):
        is_last = number == len(parts) - 1 or not set("/(").isdisjoint(_ATOMS.sub("", part))
        if is_last:
            result.append(f"{_STAR}{_sets(part)}")
        elif part:  # two stars in a row are one
            result.append(f"(?>{_STAR}?{_sets(part)})")
    return "".join(result)


def _sets(part: str) -> str:
    return _ATOMS.sub(lambda match: f"(?!/){match[0]}" if match[0].startswith("[") else match[0], part)


def _expand_braces(pattern: str) -> list[str]:
    match = _BRACES.search(pattern)
    if match is None:
        return [pattern]
    before, after = pattern[: match.start()], pattern[match.end() :]
    expanded = [_expand_braces(f"{before}{choice}{after}") for choice in match[1].split(",")]
    return [text for texts in expanded for text in texts]
