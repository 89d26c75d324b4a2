"""Writing the grammar of a reply in llguidance's dialect of Lark."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

JSON_SPACE = "( |\\n {0,24}|\\n\\t{0,8})?"
"""What may stand between the parts of JSON: a space, or a line's end and an indentation; no endless stretch of it."""


class Lark:
    """Collects the rules of one grammar. What its methods return stands for a piece on a rule's right-hand side."""

    def __init__(self, control_ids: Mapping[str, int]) -> None:
        """`control_ids`: the control tokens, which match no text; a grammar can only ask for one of them by its id."""
        self._control_ids = control_ids
        self._rules: list[str] = []

    def marker(self, text: str) -> str:
        """A control token, or the text itself where the vocabulary has no such token."""
        token_id = self._control_ids.get(text)
        return self.literal(text) if token_id is None else f"<[{token_id}]>"

    @staticmethod
    def literal(text: str) -> str:
        """Exactly this text."""
        return json.dumps(text, ensure_ascii=False)

    def json(self, schema: Mapping[str, Any]) -> str:
        """A JSON text that fits `schema`."""
        return self.rule(f"%json {json.dumps(with_layout(schema))}")

    def rule(self, body: str) -> str:
        """A rule of its own for `body`."""
        name = f"r{len(self._rules)}"
        self._rules.append(f"{name}: {body}")
        return name

    def token(self, body: str) -> str:
        """A terminal of its own: one regular expression, or several that `&` and `~` combine."""
        name = f"T{len(self._rules)}"
        self._rules.append(f"{name}: {body}")
        return name

    def text(self, never: Iterable[str] = (), *, first: str = "") -> str:
        """Any text, perhaps none; `first`: a regular expression of how it begins.

        None of `never` occurs in it. Those that are control tokens need no rule: text that spells them is only text.
        """
        body = f"/{first}(?s:.*)/" if first else "/(?s:.+)/"
        spelled = "|".join(re.escape(text).replace("/", "\\/") for text in never if text not in self._control_ids)
        return self.token(f"{body} & ~/(?s:.*)({spelled})(?s:.*)/" if spelled else body) + "?"

    def text_until(self, end: str, least: int = 0, most: int | None = None) -> str:
        """A text of `least` to `most` characters up to the first `end`, which is part of it."""
        count = "*" if not least and most is None else f"{{{least},{'' if most is None else most}}}"
        name = f"r{len(self._rules)}"
        self._rules.append(f"{name}[suffix={self.literal(end)}]: /(?s:.){count}/")
        return name

    def source(self, start: str) -> str:
        """The whole grammar."""
        return "\n".join([f"start: {start}", *self._rules, ""])


def one_of(pieces: Iterable[str]) -> str:
    """Alternatives."""
    return f"({' | '.join(pieces)})"


def in_order(*pieces: str) -> str:
    """One piece behind the other."""
    return " ".join(piece for piece in pieces if piece)


def with_layout(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` with how its JSON may be laid out, which no request decides."""
    layout = {"whitespace_pattern": JSON_SPACE, "json_allow_general_unicode_escapes": True}
    return {**schema, "x-guidance": layout}
