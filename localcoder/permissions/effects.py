"""What parts of bash do besides running the commands in them: set variables, and run text that is in variables.

Arithmetic is the worst: a variable's value is an expression again, and `a[$(command)]` is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from localcoder.permissions.words import text_of

_NUMBERS_ALONE = re.compile(r"(\$\(\(|\$\[|\(\()[\d\s+\-*/%()<>=!&|^~?:,]*(\)\)|\])")
_NAME = r"(?P<name>[A-Za-z_]\w*|\d+|[@*#?$!-])"
_PLAIN_EXPANSION = re.compile(
    rf"\$\{{#?{_NAME}(\}}|:?[-+?]|[#%/^,]|:\s*-?\d+(:\s*-?\d+)?\s*\}}|(?P<sets>:?=))", re.DOTALL
)
_COUNTS = re.compile(r"-?\d+|\$[?#!$]|\$\{#\w+\}")
"""What is a number, whatever the values of variables are."""
_UNQUOTED = frozenset({"simple_expansion", "expansion", "command_substitution", "concatenation"})


@dataclass(frozen=True, slots=True)
class SetsVariable:
    """A variable that is set, as a side effect."""

    name: str


def effects(node: Node) -> Iterator[SetsVariable | str]:
    """The variables that `node` itself sets, not what is in it; a text says why that cannot be told."""
    source = text_of(node)
    match node.type:
        case "for_statement" if source.startswith("select"):
            yield "it uses select, which is not looked into"
        case "for_statement":
            name = node.child_by_field_name("variable")
            yield SetsVariable("" if name is None else text_of(name))
        case "arithmetic_expansion" | "compound_statement":
            computes = node.type == "arithmetic_expansion" or source.startswith("((")
            if computes and not _NUMBERS_ALONE.fullmatch(source):
                yield "it computes with names, whose values bash may run"
        case "expansion":
            plain = _PLAIN_EXPANSION.match(source)
            if plain is None:
                yield f"it uses {source[:40]}, which is not looked into"
            elif plain["sets"]:
                yield SetsVariable(plain["name"])
        case "test_command":
            yield from _of_test(node, is_double=source.startswith("[["))
        case _:
            return


def _of_test(node: Node, *, is_double: bool) -> Iterator[str]:
    for child in node.named_children:
        operator = next((text_of(part) for part in child.named_children if part.type == "test_operator"), "")
        operands = [part for part in child.named_children if part.type != "test_operator"]
        if operator in ("-v", "-R") and not all(re.fullmatch(r"[A-Za-z_]\w*", text_of(part)) for part in operands):
            yield f"{operator} runs what is in a subscript"
        compares = is_double and operator in ("-eq", "-ne", "-lt", "-le", "-gt", "-ge")
        if compares and not all(_COUNTS.fullmatch(text_of(part).strip("\"'")) for part in operands):
            yield "it computes with names, whose values bash may run"
        splits = not is_double and child.type in _UNQUOTED
        if splits and not _COUNTS.fullmatch(text_of(child)):
            yield f"{text_of(child)[:40]} may become several words of a test"
        if child.type.endswith("_expression"):
            yield from _of_test(child, is_double=is_double)
