"""What a bash command line would run, as far as it can be told without running it.

The tree comes from tree-sitter-bash. Only constructs on a list of known ones count as understood; a command line with
anything else has a reason in `unclear`, and then has to be asked about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from tree_sitter import Language, Node, Parser
from tree_sitter_bash import language

from localcoder.permissions.effects import effects
from localcoder.permissions.reading import is_misread
from localcoder.permissions.runners import (
    inner_commands,
    is_transparent,
    placeholder,
    possible_commands,
    why_unclear,
)
from localcoder.permissions.scripts import script_of
from localcoder.permissions.words import Word, evaluate, names, text_of

MAX_CHARACTERS = 20_000
MAX_DEPTH = 60
_DEPTH_OF_SCRIPT = 10
MAX_WORDS = 1000
"""Of all commands together; each word may have to be looked up on the disk."""


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """A program or builtin with its arguments. `assignments` are the names set for it, as in `A=1 make`.

    `repeats`: it stands in a loop, so what comes before it may run again after it.
    """

    words: tuple[Word, ...]
    assignments: tuple[str, ...] = ()
    repeats: bool = False

    @property
    def texts(self) -> list[str]:
        """The words' texts."""
        return [word.text for word in self.words]


@dataclass(frozen=True, slots=True)
class Redirect:
    """A file that the shell itself opens."""

    kind: Literal["read", "write"]
    target: Word


@dataclass(frozen=True, slots=True)
class Assignment:
    """A variable of the shell that is set for all that follows."""

    name: str


Part = SimpleCommand | Redirect | Assignment


@dataclass(slots=True)
class CommandLine:
    """All parts in the order of the source. `unclear` says why it is not fully understood; empty if it is.

    `background`: something is started with `&`. `runs_later`: it has functions or traps, whose parts may run after any
    other. `possible`: words of commands that may be run, besides the parts; none may be allowed because of them.
    """

    source: str
    parts: list[Part] = field(default_factory=list)
    unclear: str = ""
    background: bool = False
    runs_later: bool = False
    possible: list[list[str]] = field(default_factory=list)

    @property
    def commands(self) -> list[SimpleCommand]:
        """The simple commands alone."""
        return [part for part in self.parts if isinstance(part, SimpleCommand)]


def parse(source: str) -> CommandLine:
    """The parts of `source`. Never raises: what cannot be parsed is unclear."""
    return _parse(source, 0)


def _parse(source: str, depth: int, *, repeats: bool = False) -> CommandLine:
    line = CommandLine(source)
    if len(source) > MAX_CHARACTERS:
        line.unclear = "the command is very long"
        return line
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udc7f\udd00-\udfff]|\\\r", source):
        line.unclear = "it holds control characters"
        return line
    # The grammar looks these up, as digits, beyond the end of a table, which may end the process.
    if re.search(r"\{[\d.]*[^\x00-\xff]", source):
        line.unclear = "a brace stands before a character that the grammar cannot read there"
        return line
    # bash joins what stands on both sides; this grammar takes it for a blank.
    if re.search(r"(?:\S|\\.)\\\n\S", source):
        line.unclear = "a backslash at the end of a line joins two halves of a word"
        return line
    data = source.encode("utf-8", "surrogateescape")
    root = Parser(_bash()).parse(data).root_node
    if root.has_error:
        line.unclear = "it is not valid bash as far as can be told"
        return line
    _Walk(line, data, repeats=repeats).visit(root, depth)
    if not line.parts and not line.unclear:
        line.unclear = "there is no command in it"
    return line


@cache
def _bash() -> Language:
    return Language(language())


_STRUCTURE = names(
    "program list pipeline subshell compound_statement negated_command if_statement elif_clause "
    "else_clause while_statement do_group case_statement case_item for_statement redirected_statement "
    "function_definition test_command unary_expression binary_expression parenthesized_expression "
    "command_substitution process_substitution heredoc_body herestring_redirect"
)
_WORDS = names(
    "word string raw_string ansi_c_string translated_string concatenation number simple_expansion "
    "expansion arithmetic_expansion variable_name command_name special_variable_name extglob_pattern "
    "regex test_operator string_content heredoc_start heredoc_end heredoc_content file_descriptor comment"
)
_READS = frozenset({"<"})
_WRITES = frozenset({">", ">>", ">|", "&>", "&>>", "<>"})
_DUPLICATES = frozenset({">&", "<&", ">&-", "<&-"})
_RESERVED = names("! { } if then else elif fi for select while until do done case esac function [[ ]]")
"""What stands for a command only where the grammar did not expect it, as in `time ! rm a`."""
_COMPUTES = names("arithmetic_expansion test_command expansion compound_statement for_statement")
"""What may set variables or run text besides the commands in it."""


_LOOPS = names("while_statement for_statement")
_SUBSHELLS = names("subshell command_substitution process_substitution")
"""Where a `cd` ends with the parentheses."""


@dataclass(frozen=True, slots=True)
class _Runs:
    """By what a command is run. `place`: what its words hold where something is put that is read.

    `fed`: what is read is added to its words. `seen`: its possible commands are noted already.
    """

    place: str = ""
    fed: bool = False
    seen: bool = False


class _Walk:
    """Collects the parts of one tree."""

    def __init__(self, line: CommandLine, source: bytes, *, repeats: bool) -> None:
        self._line = line
        self._source = source
        self._words = 0
        self._repeats = repeats

    def visit(self, node: Node, depth: int) -> None:
        """Add the parts below `node`."""
        if is_misread(node, self._source):
            self._give_up("bash may read it otherwise than it looks")
        if depth > MAX_DEPTH:
            self._give_up("it is nested very deeply")
        elif node.type == "command":
            self._command(node, depth)
        elif node.type in ("declaration_command", "unset_command"):
            self._declaration(node, depth)
        elif node.type == "variable_assignment":
            self._append(Assignment(_name_of(node)))
            self._children(node, depth)
        elif node.type == "variable_assignments":
            self._children(node, depth)
        elif node.type == "file_redirect":
            self._redirect(node, depth)
        elif node.type == "heredoc_redirect" or node.type in _STRUCTURE or node.type in _WORDS:
            if node.type in _COMPUTES:
                self._effects(node)
            self._line.runs_later |= node.type == "function_definition"
            outside = self._repeats
            self._repeats = node.type in _LOOPS or (outside and node.type not in _SUBSHELLS)
            self._children(node, depth)
            self._repeats = outside
        else:
            self._give_up(f"it uses {node.type.replace('_', ' ')}, which is not looked into")

    def _children(self, node: Node, depth: int) -> None:
        for child in node.children:
            if child.is_named:
                self.visit(child, depth + 1)
            elif child.type == "&":
                self._line.background = True

    def _effects(self, node: Node) -> None:
        for part in effects(node):
            if isinstance(part, str):
                self._give_up(part)
            else:
                self._append(Assignment(part.name))

    def _append(self, *parts: Part) -> None:
        for part in parts:
            self._words += len(part.words) if isinstance(part, SimpleCommand) else 1
            if self._words > MAX_WORDS:
                self._give_up("it has very many words")
                return
            self._line.parts.append(part)

    def _give_up(self, reason: str) -> None:
        self._line.unclear = self._line.unclear or reason

    def _command(self, node: Node, depth: int) -> None:
        words: list[Word] = []
        assignments: list[str] = []
        for child in node.named_children:
            if child.type == "variable_assignment":
                assignments.append(_name_of(child))
                self._children(child, depth)
            elif child.type in ("file_redirect", "herestring_redirect", "heredoc_redirect"):
                self.visit(child, depth + 1)
            else:
                words.append(evaluate(child.named_children[0] if child.type == "command_name" else child))
                self.visit(child, depth + 1)
        self._add(words, tuple(assignments), depth)

    def _declaration(self, node: Node, depth: int) -> None:
        keyword = Word(text_of(node.children[0]))
        self._append(SimpleCommand((keyword, *(evaluate(child) for child in node.named_children))))
        for child in node.named_children:
            self._children(child, depth + 1)

    def _redirect(self, node: Node, depth: int) -> None:
        operator = next((child.type for child in node.children if not child.is_named), "")
        targets = [child for child in node.named_children if child.type != "file_descriptor"]
        for target in targets:
            self.visit(target, depth + 1)
        if operator in _DUPLICATES and len(targets) <= 1 and all(re.fullmatch(r"\d+-?|-", text_of(t)) for t in targets):
            return
        # `cmd > a b` is one redirect and one more argument; the grammar gives both to the redirect.
        if len(targets) != 1 or operator not in _READS | _WRITES | _DUPLICATES:
            self._give_up("it has a redirect that is not understood")
            return
        word = evaluate(targets[0])
        self._append(Redirect("read" if operator in _READS else "write", word))

    def _add(self, words: list[Word], assignments: tuple[str, ...], depth: int, by: _Runs = _Runs()) -> None:
        """Add one command, and the commands that it is told to run."""
        if not words:
            self._append(*map(Assignment, assignments))
            return
        if depth > MAX_DEPTH:
            self._give_up("it is nested very deeply")
            return
        self._check_name(words[0], by)
        if any(re.fullmatch(r"\{\w+\}", word.text) for word in words):
            self._give_up("it gives a variable the number of a file")
        if not is_transparent(words):
            self._append(SimpleCommand(tuple(words), assignments, self._repeats))
        if reason := why_unclear(words, fed=by.fed):
            self._give_up(reason)
        possible = [] if by.seen else possible_commands(words)
        self._note_possible(possible, depth)
        for inner in inner_commands(words):
            place = placeholder(words) or by.place
            fed = by.fed or words[0].text.endswith("xargs")
            self._add(inner, assignments, depth + 1, _Runs(place, fed, by.seen or bool(possible)))
        if script := script_of(words):
            self._add_script(words[0].text, script, depth, by)

    def _check_name(self, word: Word, by: _Runs) -> None:
        """Only a word that is known, and looks like a program, may stand where the command should be."""
        is_odd = not word.known or word.glob or word.text in _RESERVED or re.search(r"[={]", word.text)
        if is_odd or (by.place and by.place in word.text):
            self._give_up(f"{word.text} stands where the command should be")

    def _add_script(self, name: str, script: Word, depth: int, by: _Runs) -> None:
        """Add the parts of a text that the command `name` hands to a shell."""
        if not script.known or (by.place and by.place in script.text):
            self._give_up(f"{name} runs text that is not known before")
            return
        nested = _parse(script.text, depth + _DEPTH_OF_SCRIPT, repeats=self._repeats)
        self._append(*nested.parts)
        self._line.background |= nested.background
        self._line.runs_later |= nested.runs_later or name == "trap"
        self._line.possible += nested.possible
        if nested.unclear:
            self._give_up(nested.unclear)

    def _note_possible(self, commands: list[list[Word]], depth: int) -> None:
        """Note what may be run; a word of several may be a text for a shell."""
        for words in commands:
            self._line.possible.append([word.text for word in words])
            if re.search(r"[\s;&|]", words[0].text) and depth <= MAX_DEPTH:
                nested = _parse(words[0].text, depth + _DEPTH_OF_SCRIPT)
                self._line.possible += [command.texts for command in nested.commands] + nested.possible


def _name_of(node: Node) -> str:
    name = node.child_by_field_name("name")
    return text_of(name) if name is not None else text_of(node)
