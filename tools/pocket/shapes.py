"""Files that say what a few things are, in many notations: for each thing a line of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tools.pocket.draw import Draw


@dataclass(frozen=True, slots=True)
class Thing:
    """A value with its name as a key and in plain words."""

    key: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A notation: the ending of the file's name, the lines around, and the line of a thing.

    `between` is what all such lines but the last end with. `mark` parts cells, so that no value may have it.
    """

    ending: str
    head: Sequence[str]
    line: Callable[[Thing], str]
    tail: Sequence[str] = ()
    between: str = ""
    mark: str = "\n"

    def lines(self, things: Sequence[Thing]) -> tuple[list[str], list[str]]:
        """The file's lines, and those of the things alone."""
        own = [self.line(thing) + self.between for thing in things]
        own[-1] = own[-1].removesuffix(self.between) if self.between else own[-1]
        return [*self.head, *own, *self.tail], own


def literal(value: str) -> str:
    """`value` as code has it: numbers and booleans bare, all else in quotes."""
    return value if re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?|true|false", value) else json.dumps(value, ensure_ascii=False)


def _upper(thing: Thing) -> str:
    return thing.key.upper()


def _camel(thing: Thing) -> str:
    first, *rest = thing.key.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _kebab(thing: Thing) -> str:
    return thing.key.replace("_", "-")


def _python(value: str) -> str:
    return {"true": "True", "false": "False"}.get(value, literal(value))


def settings(draw: Draw, title: str) -> Shape:
    """A notation for a few settings or facts of `title`."""
    part = re.sub(r"\W+", "_", title)
    say = title.capitalize()
    return draw.pick(
        [
            Shape("ini", [f"; {title}", f"[{part}]"], lambda t: f"{t.key} = {t.value}"),
            Shape("ini", [], lambda t: f"{t.key} = {t.value}"),
            Shape("conf", [], lambda t: f"{t.key}={t.value}"),
            Shape("conf", [f"# {title}"], lambda t: f"{_kebab(t)} {t.value}"),
            Shape("cfg", [f"[{part}]"], lambda t: f"{t.key}: {t.value}"),
            Shape("env", [], lambda t: f"{_upper(t)}={t.value}"),
            Shape("properties", [], lambda t: f"{part}.{_kebab(t)}={t.value}"),
            Shape("json", ["{"], lambda t: f"  {json.dumps(t.key)}: {literal(t.value)}", ["}"], ","),
            Shape("json", ["{"], lambda t: f"  {json.dumps(_camel(t))}: {literal(t.value)}", ["}"], ","),
            Shape(
                "json",
                ["{", f"  {json.dumps(part)}: {{"],
                lambda t: f"    {json.dumps(t.key)}: {literal(t.value)}",
                ["  }", "}"],
                ",",
            ),
            Shape("yaml", [], lambda t: f"{t.key}: {t.value}"),
            Shape("yml", [f"{part}:"], lambda t: f"  {_kebab(t)}: {t.value}"),
            Shape("toml", [f"[{part}]"], lambda t: f"{t.key} = {literal(t.value)}"),
            Shape("py", [], lambda t: f"{_upper(t)} = {_python(t.value)}"),
            Shape("py", [f"{part.upper()} = {{"], lambda t: f'    "{t.key}": {_python(t.value)},', ["}"]),
            Shape("js", ["export default {"], lambda t: f"  {_camel(t)}: {literal(t.value)},", ["};"]),
            Shape("ts", [], lambda t: f"export const {_upper(t)} = {literal(t.value)};"),
            Shape("sh", ["#!/bin/sh"], lambda t: f"{_upper(t)}={literal(t.value)}"),
            Shape("xml", [f"<{part}>"], lambda t: f"  <{t.key}>{t.value}</{t.key}>", [f"</{part}>"]),
            Shape("txt", [], lambda t: f"{t.label.capitalize()}: {t.value}"),
            Shape("txt", [say, ""], lambda t: f"{t.label} - {t.value}"),
            Shape("md", [f"# {say}", ""], lambda t: f"- {t.label.capitalize()}: {t.value}"),
            Shape("md", [f"## {say}", ""], lambda t: f"* **{t.label}**: {t.value}"),
            Shape("md", [f"# {say}", "", "| what | value |", "| --- | --- |"], lambda t: f"| {t.label} | {t.value} |"),
            Shape("csv", ["name,value"], lambda t: f"{t.label},{t.value}", mark=","),
            Shape("html", ["<dl>"], lambda t: f"  <dt>{t.label}</dt><dd>{t.value}</dd>", ["</dl>"]),
            Shape("html", ["<ul>"], lambda t: f"  <li>{t.label.capitalize()}: {t.value}</li>", ["</ul>"]),
        ]
    )


@dataclass(frozen=True, slots=True)
class Table:
    """A notation for rows: the file's ending, its lines for a header and for cells, and the lines around."""

    ending: str
    header: Callable[[Sequence[str]], list[str]]
    row: Callable[[Sequence[str], Sequence[str]], str]
    tail: Sequence[str] = ()
    between: str = ""
    mark: str = "\n"


def table(draw: Draw) -> Table:
    """A notation for a table."""

    def joined(mark: str) -> Table:
        return Table(
            draw.pick(["csv", "csv", "txt"]) if mark == "," else draw.pick(["csv", "tsv", "txt"]),
            lambda names: [mark.join(names)],
            lambda names, cells: mark.join(cells),
            mark=mark,
        )

    def piped(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    return draw.pick(
        [
            joined(","),
            joined(","),
            joined(","),
            joined(";"),
            joined("\t"),
            Table("md", lambda names: [piped(names), piped(["---"] * len(names))], lambda names, cells: piped(cells)),
            Table(
                "json",
                lambda names: ["["],
                lambda names, cells: f"  {_object(names, cells)}",
                ["]"],
                ",",
            ),
            Table("jsonl", lambda names: [], _object),
            Table("yaml", lambda names: [], lambda names, cells: f"- {_flow(names, cells)}"),
            Table(
                "html",
                lambda names: ["<table>", f"  <tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>"],
                lambda names, cells: f"  <tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>",
                ["</table>"],
            ),
            Table("txt", lambda names: [], lambda names, cells: _sentence(names, cells)),
        ]
    )


def _object(names: Sequence[str], cells: Sequence[str]) -> str:
    pairs = (f"{json.dumps(name)}: {literal(cell)}" for name, cell in zip(names, cells, strict=True))
    return "{" + ", ".join(pairs) + "}"


def _flow(names: Sequence[str], cells: Sequence[str]) -> str:
    return "{" + ", ".join(f"{name}: {cell}" for name, cell in zip(names, cells, strict=True)) + "}"


def _sentence(names: Sequence[str], cells: Sequence[str]) -> str:
    facts = (f"{name} {cell}" for name, cell in zip(names[1:], cells[1:], strict=True))
    return f"{cells[0]}: {', '.join(facts)}"
