"""Finding the text that an edit means, and nothing but that text.

Everything here works on text whose line ends are LF (`Unified` maps back to the file's own). A match is exact and
unique, or unique up to the leading whitespace of whole lines; anything looser is refused.
"""

from __future__ import annotations

import bisect
import difflib
import itertools
from dataclasses import dataclass

from localcoder.workspace.files import dominant_newline

_MAX_NEAREST_LINES = 12
_MIN_LIKENESS = 50
_MAX_LINES_TRIED = 4
_MAX_PLACES_COMPARED = 20
_MAX_COMPARED_CHARACTERS = 2000
_MAX_COUNTED = 100


@dataclass(frozen=True, slots=True)
class Replacement:
    """Characters `start` to `end` of a text become `new`."""

    start: int
    end: int
    new: str


class NoMatch(Exception):
    """The text to replace was not found, or not once; the message says what to do."""


class Unified:
    """A file's text with LF line ends, and the way back to positions in the file's own text."""

    def __init__(self, original: str) -> None:
        self.newline = dominant_newline(original)
        self._crlf: list[int] = []
        if self.newline == "\r":
            self.text = original.replace("\r", "\n")
            return
        start = 0
        while (found := original.find("\r\n", start)) >= 0:
            self._crlf.append(found - len(self._crlf))
            start = found + 2
        self.text = original.replace("\r\n", "\n")

    def original_position(self, position: int) -> int:
        """Where character `position` of the unified text is in the original; before the CR for a line end."""
        return position + bisect.bisect_left(self._crlf, position)

    def with_line_ends(self, start: int, end: int, new: str) -> str:
        """`new`, which replaces characters `start` to `end`, with the file's line ends.

        In a file that mixes them, a line that stays or is changed keeps its own; added ones get the file's most common.
        """
        if not self._crlf or len(self._crlf) == self.text.count("\n"):
            return new.replace("\n", self.newline)
        old_lines, new_lines = self.text[start:end].split("\n"), new.split("\n")
        ends = [self.newline] * (len(new_lines) - 1) + [""]
        own = self._line_ends(start, old_lines)
        for _, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old_lines, new_lines, False).get_opcodes():
            for i, j in zip(range(i1, min(i2, len(own))), range(j1, min(j2, len(ends) - 1)), strict=False):
                ends[j] = own[i]
        return "".join(line + line_end for line, line_end in zip(new_lines, ends, strict=True))

    def _line_ends(self, start: int, lines: list[str]) -> list[str]:
        ends = []
        position = start
        for line in lines[:-1]:
            position += len(line)
            index = bisect.bisect_left(self._crlf, position)
            ends.append("\r\n" if self._crlf[index : index + 1] == [position] else "\n")
            position += 1
        return ends


def find_replacements(text: str, old: str, new: str, *, every: bool) -> list[Replacement]:
    """What replacing `old`, which is not empty, by `new` in `text` comes to, in order, without overlaps.

    The line end that ends the text stays, unless taking it away is all that the replacement does.

    Raises:
        NoMatch: `old` is not there, or there several times and `every` is not set.
    """
    assert old
    starts = _occurrences(text, old, every=every)
    if len(starts) == 1 or (starts and every):
        return _keep_final_newline(text, [Replacement(start, start + len(old), new) for start in starts])
    if starts:
        raise NoMatch(_ambiguous(text, starts))
    matches = _indentation_matches(text, old, every=every)
    if not matches:
        raise NoMatch(_nearest(text, old))
    return _keep_final_newline(text, [Replacement(match.start, match.end, match.reindent(new)) for match in matches])


def _occurrences(text: str, old: str, *, every: bool) -> list[int]:
    """Where `old` begins. Overlapping places count too (two ways to read an edit are one too many), up to a limit; for
    `every` one they are taken from the start on.
    """
    starts: list[int] = []
    start = text.find(old)
    while start >= 0 and (every or len(starts) < _MAX_COUNTED):
        starts.append(start)
        start = text.find(old, start + (len(old) if every else 1))
    return starts


def _keep_final_newline(text: str, replacements: list[Replacement]) -> list[Replacement]:
    last = replacements[-1]
    taken = text[last.start : last.end]
    if last.end < len(text) or not taken.endswith("\n") or last.new == taken[:-1]:
        return replacements
    done = last.start
    kept = last.new
    for previous in reversed(replacements[:-1]):
        if kept or previous.end < done:
            break
        done, kept = previous.start, previous.new
    if not kept and done:
        kept = text[done - 1]
    if not kept or kept.endswith("\n"):
        return replacements
    return [*replacements[:-1], Replacement(last.start, last.end, last.new + "\n")]


def _ambiguous(text: str, starts: list[int]) -> str:
    numbers = list(dict.fromkeys(str(text.count("\n", 0, start) + 1) for start in starts[:8]))
    more = ", ..." if len(starts) > 8 else ""
    count = f"{len(starts)} times" if len(starts) < _MAX_COUNTED else f"{_MAX_COUNTED} times or more"
    return (
        f"old is there {count} (lines {', '.join(numbers)}{more}); "
        f"add lines around it until it is unique, or set all to replace every one"
    )


def split_indentation(line: str) -> tuple[str, str]:
    """The leading spaces and tabs of `line`, and the rest."""
    rest = line.lstrip(" \t")
    return line[: len(line) - len(rest)], rest


@dataclass(frozen=True, slots=True)
class _IndentationMatch:
    """Whole lines of the text, `start` to `end`, that equal `old` but for leading whitespace.

    `indentation` maps each leading whitespace in `old` to the one in the file.
    """

    start: int
    end: int
    indentation: dict[str, str]

    def reindent(self, new: str) -> str:
        """`new` with the file's leading whitespace.

        Raises:
            NoMatch: where it cannot be told what the file's would be.
        """
        return "\n".join(self._reindent_line(line) for line in new.split("\n"))

    def _reindent_line(self, line: str) -> str:
        given, rest = split_indentation(line)
        if not rest:
            return line
        if given in self.indentation:
            return self.indentation[given] + rest
        known = [indent for indent in self.indentation if given.startswith(indent)]
        if known:
            base = max(known, key=len)
            return self.indentation[base] + self._convert(given[len(base) :]) + rest
        return self._shorter(given) + rest

    def _convert(self, extra: str) -> str:
        """Deeper levels than `old` had, written as the file writes levels."""
        if set(extra) != {" "}:
            return extra
        file_has_tabs = any("\t" in indent for indent in self.indentation.values())
        width, unit = self._level() or (4 if file_has_tabs else 1, "\t" if file_has_tabs else " ")
        levels, spaces = divmod(len(extra), width)
        return unit * levels + " " * spaces

    def _level(self) -> tuple[int, str] | None:
        """How many spaces of `old` are which whitespace of the file, from two lines that differ in depth."""
        pairs = sorted(self.indentation.items(), key=lambda pair: len(pair[0]))
        for (old_a, file_a), (old_b, file_b) in itertools.pairwise(pairs):
            width, unit = len(old_b) - len(old_a), file_b.removeprefix(file_a)
            if old_b.startswith(old_a) and file_b.startswith(file_a) and unit and width > 0:
                count = next(
                    n for n in range(len(unit), 0, -1) if width % n == 0 and unit == unit[: len(unit) // n] * n
                )
                return width // count, unit[: len(unit) // count]
        return None

    def _shorter(self, given: str) -> str:
        """A line less indented than all of `old`: take off the end of the file's as much as `old` is deeper."""
        base = min((indent for indent in self.indentation if indent.startswith(given)), key=len, default=None)
        if base is None:
            raise NoMatch("old matches but for its indentation, and that of new does not follow it; copy it exactly")
        missing = self._convert(base[len(given) :])
        target = self.indentation[base]
        if not target.endswith(missing):
            raise NoMatch("new is indented less than the file allows here; copy old and new with the exact indentation")
        return target[: len(target) - len(missing)]


def _indentation_matches(text: str, old: str, *, every: bool) -> list[_IndentationMatch]:
    """The one place that equals `old` up to leading whitespace, or `every` one; none where it is too unlike.

    Raises:
        NoMatch: there are several places, overlapping or not, and `every` is not set.
    """
    wanted = [split_indentation(line) for line in old.removesuffix("\n").split("\n")]
    if not any(rest for _, rest in wanted):
        return []
    lines = text.split("\n")
    found = [split_indentation(line) for line in lines]
    offsets = _offsets(lines)
    places = []
    matches: list[_IndentationMatch] = []
    first = wanted[0][1]
    for index in range(len(found) - len(wanted) + 1):
        if found[index][1] != first:
            continue
        window = found[index : index + len(wanted)]
        end = offsets[index + len(wanted)] - (0 if old.endswith("\n") else 1)
        if end > len(text) or any(here[1] != there[1] for here, there in zip(window, wanted, strict=True)):
            continue
        places.append(offsets[index])
        indentation = _consistent(wanted, window)
        if indentation is not None and (not matches or offsets[index] >= matches[-1].end):
            matches.append(_IndentationMatch(offsets[index], end, indentation))
    if len(places) > 1 and not every:
        raise NoMatch(_ambiguous(text, places))
    return matches


def _offsets(lines: list[str]) -> list[int]:
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line) + 1)
    return offsets


def _consistent(wanted: list[tuple[str, str]], window: list[tuple[str, str]]) -> dict[str, str] | None:
    """Which file indentation each one in `old` stands for; None if one stands for two."""
    mapping: dict[str, str] = {}
    for (old_indent, rest), (file_indent, _) in zip(wanted, window, strict=True):
        if rest and mapping.setdefault(old_indent, file_indent) != file_indent:
            return None
    return mapping


def _nearest(text: str, old: str) -> str:
    """The refusal of an `old` that is not in the file, with the lines that are most like it."""
    wanted = [line for line in old.split("\n") if line.strip()] or [old]
    hint = ""
    if all(line.partition("|")[0].strip().isdigit() for line in wanted):
        hint = " Leave off the line numbers N| that read shows."
    lines = text.split("\n")
    first = _nearest_place(lines, old.split("\n"))
    if first is None:
        return f"old is not in the file and nothing in it is similar; read the file again.{hint}"
    shown = lines[first : first + min(old.count("\n") + 1, _MAX_NEAREST_LINES)]
    rows = "\n".join(f"{first + 1 + index}|{line[:500]}" for index, line in enumerate(shown))
    return f"old is not in the file.{hint} The nearest lines are:\n{rows}"


def _nearest_place(lines: list[str], wanted: list[str]) -> int | None:
    """The index of the first of the lines that are most like `wanted`; None where nothing is similar.

    Long lines tell places apart best, so the longest one that is like any line decides which places are compared.
    """
    from rapidfuzz import fuzz, process

    stripped, sought = ([line.strip()[:_MAX_COMPARED_CHARACTERS] for line in part] for part in (lines, wanted))
    telling = sorted((index for index, line in enumerate(sought) if line), key=lambda index: -len(sought[index]))
    for index in telling[:_MAX_LINES_TRIED]:
        found = process.extract(
            sought[index], stripped, scorer=fuzz.ratio, score_cutoff=_MIN_LIKENESS, limit=_MAX_PLACES_COMPARED
        )
        if found:
            starts = sorted({max(0, place - index) for _, _, place in found})
            return max(
                starts,
                key=lambda start: sum(
                    fuzz.ratio(here, there)
                    for here, there in zip(stripped[start : start + len(sought)], sought, strict=False)
                    if there
                ),
            )
    return None
