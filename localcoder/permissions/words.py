"""The words of a bash command line: what each one is once quotes are removed, as far as it is known."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tree_sitter import Node


def names(text: str) -> frozenset[str]:
    """The words of `text`, which lists names."""
    return frozenset(text.split())


@dataclass(frozen=True, slots=True)
class Word:
    """One word after quotes are removed. Not `known`: it holds an expansion whose value cannot be told.

    `glob`: unquoted wildcards are in it. The text of a word that is not known is its source.
    """

    text: str
    known: bool = True
    glob: bool = False

    @property
    def may_be_option(self) -> bool:
        """Whether its wildcards may make it the name of a file that begins like an option."""
        return self.glob and self.text[:1] in ("*", "?", "[", "-")


def evaluate(node: Node) -> Word:
    """The value of a word, as far as it is known before running."""
    raw = text_of(node)
    match node.type:
        case "word":
            return _bare(raw)
        case "number" | "variable_name":
            return Word(raw, known=not node.named_children)  # `10#$x` is a number with an expansion in it
        case "raw_string":
            return Word(raw[1:-1])
        case "string":
            return _quoted(node, raw)
        case "concatenation":
            return _joined(node, raw)
        case "simple_expansion" if raw == "$HOME":
            return Word(str(Path.home()))
        case _:
            return Word(raw, known=False)


def _bare(raw: str, *, first: bool = True) -> Word:
    """The value of an unquoted word, or of one part of a word; only at its beginning `~` is the home."""
    if first and (raw == "~" or raw.startswith("~/")):
        raw = str(Path.home()) + raw[1:]
    elif first and raw.startswith("~"):
        return Word(raw, known=False)
    unescaped = re.sub(r"\\.", "_", raw, flags=re.DOTALL)
    known = re.search(r"\{.*(,|\.\.)", unescaped, re.DOTALL) is None
    glob = re.search(r"[*?\[]", unescaped) is not None
    return Word(re.sub(r"\\(.)", r"\1", raw, flags=re.DOTALL), known, glob)


def _quoted(node: Node, raw: str) -> Word:
    pieces: list[str] = []
    known = True
    source = node.text or b""
    done = 1
    for child in node.named_children:
        if child.type == "string_content":
            continue
        value = evaluate(child)
        known &= value.known
        start = child.start_byte - node.start_byte
        # Blanks before an expansion belong to its token in this grammar.
        token = source[start : child.end_byte - node.start_byte].decode("utf-8", "surrogateescape")
        blanks = token[: len(token) - len(token.lstrip())]
        pieces += [_unescape(source[done:start].decode("utf-8", "surrogateescape")), blanks, value.text.lstrip()]
        done = child.end_byte - node.start_byte
    pieces.append(_unescape(source[done:-1].decode("utf-8", "surrogateescape")))
    return Word("".join(pieces), known) if known else Word(raw, known=False)


def _unescape(text: str) -> str:
    return re.sub(r'\\([$`"\\])', r"\1", text.replace("\\\n", ""))


def _joined(node: Node, raw: str) -> Word:
    parts = node.named_children
    if len(parts) != len(node.children):
        return Word(raw, known=False)
    # A quote right behind `~` keeps it from being expanded, unless a slash comes first.
    if re.match(r"~[^/]*$", text_of(parts[0])) and parts[0].type == "word":
        return Word(raw, known=False)
    words = [
        _bare(text_of(part), first=False) if part.type == "word" and index else evaluate(part)
        for index, part in enumerate(parts)
    ]
    # An unquoted brace with a comma or dots becomes several words.
    bare = "".join(text_of(child) for child in node.children if child.type in ("word", "number") or not child.is_named)
    if not all(word.known for word in words) or re.search(r"\{.*(,|\.\.)", bare, re.DOTALL):
        return Word(raw, known=False)
    return Word("".join(word.text for word in words), glob=any(word.glob for word in words))


def text_of(node: Node) -> str:
    """The source of `node`."""
    return (node.text or b"").decode("utf-8", "surrogateescape")
