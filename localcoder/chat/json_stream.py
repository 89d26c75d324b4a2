"""Reading one JSON value out of a stream, mending what is wrong in only one possible way."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

_STRING_STOP = re.compile(r'["\\\x00-\x1f]')
_STRUCTURE = re.compile(r'["{}\[\]]')
_SCALAR_END = re.compile(r"[,}\]\s]")
_CLOSES = {"{": "}", "[": "]"}
_SIMPLE_ESCAPES = frozenset('"\\/bfnrt')
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


class JsonError(ValueError):
    """The text is no JSON value; the message says why, in words that also suit the model."""


class JsonValueReader:
    """Reads exactly one value, in pieces.

    Valid JSON comes out byte for byte. Inside strings, literal control characters become escapes, and a backslash
    before a character that needs none (`\\d`) is doubled; `\\'` could mean two things and is refused.
    """

    def __init__(self) -> None:
        self.done = False
        self.first = ""
        """The value's first character, once seen; tells its type."""
        self._open: list[str] = []
        self._in_string = False
        self._escape = ""
        self._fresh: list[str] = []
        self._taken: list[str] = []

    def feed(self, text: str, position: int) -> int:
        """Read on from `position`; returns the position behind what belongs to the value.

        Raises:
            JsonError: what follows cannot be JSON.
        """
        while position < len(text) and not self.done:
            if self._escape:
                position = self._read_escape(text, position)
            elif self._in_string:
                position = self._read_string(text, position)
            else:
                position = self._read_structure(text, position)
        return position

    def take(self) -> str:
        """What has been read since the last call of `take`."""
        piece = "".join(self._fresh)
        self._taken.append(piece)
        self._fresh.clear()
        return piece

    def text(self) -> str:
        """All that has been read."""
        self.take()
        return "".join(self._taken)

    def value(self) -> Any:
        """The decoded value of a reader that is done.

        Raises:
            JsonError: the text is no JSON.
        """
        return parse_json(self.text())

    def _read_string(self, text: str, position: int) -> int:
        stop = _STRING_STOP.search(text, position)
        if stop is None:
            self._fresh.append(text[position:])
            return len(text)
        self._fresh.append(text[position : stop.start()])
        if stop[0] == "\\":
            self._escape = "\\"
        elif stop[0] == '"':
            self._fresh.append('"')
            self._in_string = False
            self.done = not self._open
        else:
            self._fresh.append(json.dumps(stop[0])[1:-1])
        return stop.end()

    def _read_escape(self, text: str, position: int) -> int:
        """Complete the pending escape with the next character, or double its backslash and leave the character."""
        character = text[position]
        if len(self._escape) == 1 and character in _SIMPLE_ESCAPES:
            self._fresh.append(self._escape + character)
            self._escape = ""
            return position + 1
        if len(self._escape) == 1 and character == "'":
            raise JsonError("\\' is no JSON escape: write ' for an apostrophe, or \\\\' for a backslash before it")
        if (len(self._escape) == 1 and character == "u") or (len(self._escape) > 1 and character in _HEXADECIMAL):
            self._escape += character
            if len(self._escape) == 6:
                self._fresh.append(self._escape)
                self._escape = ""
            return position + 1
        self._fresh.append("\\" + self._escape)
        self._escape = ""
        return position

    def _read_structure(self, text: str, position: int) -> int:
        if not self.first:
            self.first = text[position]
        if self.first not in '"{[':
            end = _SCALAR_END.search(text, position)
            self._fresh.append(text[position : end.start() if end else len(text)])
            self.done = end is not None
            return end.start() if end else len(text)
        stop = _STRUCTURE.search(text, position)
        if stop is None:
            self._fresh.append(text[position:])
            return len(text)
        self._fresh.append(text[position : stop.end()])
        character = stop[0]
        if character == '"':
            self._in_string = True
        elif character in _CLOSES:
            self._open.append(_CLOSES[character])
        elif not self._open or self._open.pop() != character:
            raise JsonError(f"a {character} closes what was not opened")
        else:
            self.done = not self._open
        return stop.end()


def parse_json(text: str) -> Any:
    """Decode strict JSON.

    Raises:
        JsonError: the text is no JSON, or nested too deep.
    """
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise JsonError("it is nested too deep") from None
    except ValueError as error:
        raise JsonError(str(error)) from None


def _refuse_constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is no JSON number")
