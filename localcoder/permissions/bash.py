"""What a bash command line would run, as far as it can be told without running it.

The tree comes from tree-sitter-bash. Only constructs on a list of known ones count as understood; a command line with
anything else has a reason in `unclear`, and then has to be asked about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from tree_sitter import Language, Node, Parser
from tree_sitter_bash import language

MAX_CHARACTERS = 20_000
MAX_DEPTH = 60


@dataclass(frozen=True, slots=True)
class Word:
    """One word after quotes are removed. Not `known`: it holds an expansion whose value cannot be told.

    `glob`: unquoted wildcards are in it. The text of a word that is not known is its source.
    """

    text: str
    known: bool = True
    glob: bool = False


@dataclass(frozen=True, slots=True)
class SimpleCommand:
    """A program or builtin with its arguments. `assignments` are the names set for it, as in `A=1 make`."""

    words: tuple[Word, ...]
    assignments: tuple[str, ...] = ()

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

    `background`: something is started with `&`.
    """

    source: str
    parts: list[Part] = field(default_factory=list)
    unclear: str = ""
    background: bool = False

    @property
    def commands(self) -> list[SimpleCommand]:
        """The simple commands alone."""
        return [part for part in self.parts if isinstance(part, SimpleCommand)]


def parse(source: str) -> CommandLine:
    """The parts of `source`. Never raises: what cannot be parsed is unclear."""
    line = CommandLine(source)
    if len(source) > MAX_CHARACTERS:
        line.unclear = "the command is very long"
        return line
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f]|\\\r", source):
        line.unclear = "it holds control characters"
        return line
    root = Parser(_bash()).parse(source.encode("utf-8", "surrogateescape")).root_node
    if root.has_error:
        line.unclear = "it is not valid bash as far as can be told"
        return line
    _Walk(line).visit(root, 0)
    if not line.parts and not line.unclear:
        line.unclear = "there is no command in it"
    return line


@cache
def _bash() -> Language:
    return Language(language())


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STRUCTURE = _names(
    "program list pipeline subshell compound_statement negated_command if_statement elif_clause "
    "else_clause while_statement do_group case_statement case_item for_statement redirected_statement "
    "function_definition test_command unary_expression binary_expression parenthesized_expression "
    "command_substitution process_substitution heredoc_body herestring_redirect"
)
_WORDS = _names(
    "word string raw_string ansi_c_string translated_string concatenation number simple_expansion "
    "expansion arithmetic_expansion variable_name command_name special_variable_name extglob_pattern "
    "regex test_operator string_content heredoc_start heredoc_end heredoc_content file_descriptor comment"
)
_READS = frozenset({"<"})
_WRITES = frozenset({">", ">>", ">|", "&>", "&>>", "<>"})
_DUPLICATES = frozenset({">&", "<&", ">&-", "<&-"})
_SHELLS = frozenset({"bash", "sh", "dash", "zsh"})
_TRANSPARENT = frozenset({"timeout", "nice", "nohup", "time", "stdbuf", "command", "builtin"})
"""Programs that only run another one; what counts is the other one."""


class _Walk:
    """Collects the parts of one tree."""

    def __init__(self, line: CommandLine) -> None:
        self._line = line

    def visit(self, node: Node, depth: int) -> None:
        """Add the parts below `node`."""
        if depth > MAX_DEPTH:
            self._give_up("it is nested very deeply")
        elif node.type == "command":
            self._command(node, depth)
        elif node.type in ("declaration_command", "unset_command"):
            self._declaration(node, depth)
        elif node.type == "variable_assignment":
            self._line.parts.append(Assignment(_name_of(node)))
            self._children(node, depth)
        elif node.type == "variable_assignments":
            self._children(node, depth)
        elif node.type == "file_redirect":
            self._redirect(node, depth)
        elif node.type == "heredoc_redirect" or node.type in _STRUCTURE or node.type in _WORDS:
            self._children(node, depth)
        else:
            self._give_up(f"it uses {node.type.replace('_', ' ')}, which is not looked into")

    def _children(self, node: Node, depth: int) -> None:
        for child in node.children:
            if child.is_named:
                self.visit(child, depth + 1)
            elif child.type == "&":
                self._line.background = True

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
        keyword = Word(_text(node.children[0]))
        self._line.parts.append(SimpleCommand((keyword, *(evaluate(child) for child in node.named_children))))
        for child in node.named_children:
            self._children(child, depth + 1)

    def _redirect(self, node: Node, depth: int) -> None:
        operator = next((child.type for child in node.children if not child.is_named), "")
        targets = [child for child in node.named_children if child.type != "file_descriptor"]
        for target in targets:
            self.visit(target, depth + 1)
        if operator in _DUPLICATES and (not targets or re.fullmatch(r"\d+-?|-", _text(targets[0]))):
            return
        # `cmd > a b` is one redirect and one more argument; the grammar gives both to the redirect.
        if len(targets) != 1 or operator not in _READS | _WRITES | _DUPLICATES:
            self._give_up("it has a redirect that is not understood")
            return
        word = evaluate(targets[0])
        self._line.parts.append(Redirect("read" if operator in _READS else "write", word))

    def _add(self, words: list[Word], assignments: tuple[str, ...], depth: int) -> None:
        """Add one command, and the commands that it is told to run."""
        if not words:
            self._line.parts += [Assignment(name) for name in assignments]
            return
        if not words[0].known or words[0].glob:
            self._give_up(f"{words[0].text} stands where the command should be")
        name = Path(words[0].text).name
        inner = inner_command(words)
        if not (name in _TRANSPARENT and inner):
            self._line.parts.append(SimpleCommand(tuple(words), assignments))
        if inner is not None:
            self._add(inner, assignments, depth + 1)
        script = _script_of(name, words)
        if script is None:
            return
        if not script.known or depth > MAX_DEPTH:
            self._give_up(f"{name} runs text that is not known before")
            return
        nested = parse(script.text)
        self._line.parts += nested.parts
        self._line.background |= nested.background
        if nested.unclear:
            self._give_up(nested.unclear)


def _script_of(name: str, words: list[Word]) -> Word | None:
    """The shell text that `bash -c TEXT` or `eval TEXT` runs."""
    if name == "eval" and len(words) > 1:
        return Word(" ".join(word.text for word in words[1:]), all(word.known for word in words))
    if name in _SHELLS:
        for index, word in enumerate(words[1:-1], start=1):
            if re.fullmatch(r"-[a-z]*c[a-z]*", word.text):
                return words[index + 1]
    return None


_VALUE_OPTIONS = {
    "timeout": {"-k", "-s", "--kill-after", "--signal"},
    "nice": {"-n", "--adjustment"},
    "stdbuf": {"-i", "-o", "-e"},
    "xargs": {"-I", "-n", "-P", "-L", "-d", "-s", "-E", "-a"},
    "sudo": {"-u", "-g", "-h", "-p", "-C", "-D", "-r", "-t", "-T", "-U"},
    "env": {"-u", "-C", "-S", "--unset", "--chdir"},
}
_RUNNERS = _TRANSPARENT | {"xargs", "sudo", "env", "exec", "setsid", "doas"}


def inner_command(words: list[Word]) -> list[Word] | None:
    """The command that `words` is told to run, for `timeout 5 make`, `xargs rm`, `find -exec rm {} ;`, ..."""
    name = Path(words[0].text).name
    if name == "find":
        for index, word in enumerate(words):
            if word.text in ("-exec", "-execdir", "-ok", "-okdir"):
                return words[index + 1 :] or None
        return None
    if name not in _RUNNERS:
        return None
    index = 1
    options = _VALUE_OPTIONS.get(name, set())
    while index < len(words) and (words[index].text.startswith("-") or "=" in words[index].text):
        index += 2 if words[index].text in options else 1
    if name == "timeout":
        index += 1
    return words[index:] or None


def evaluate(node: Node) -> Word:
    """The value of a word, as far as it is known before running."""
    raw = _text(node)
    match node.type:
        case "word":
            return _bare(raw)
        case "number" | "variable_name":
            return Word(raw)
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


def _bare(raw: str) -> Word:
    if raw == "~" or raw.startswith("~/"):
        raw = str(Path.home()) + raw[1:]
    elif raw.startswith("~"):
        return Word(raw, known=False)
    known = re.search(r"(?<!\\)\{[^}]*(,|\.\.)", raw) is None
    glob = re.search(r"(?<!\\)[*?\[]", raw) is not None
    return Word(re.sub(r"\\(.)", r"\1", raw.replace("\\\n", "")), known, glob)


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
    words = [evaluate(child) for child in node.named_children]
    # An unquoted brace with a comma or dots becomes several words.
    bare = "".join(_text(child) for child in node.children if child.type in ("word", "number") or not child.is_named)
    if not all(word.known for word in words) or re.search(r"\{.*(,|\.\.).*\}", bare):
        return Word(raw, known=False)
    return Word("".join(word.text for word in words), glob=any(word.glob for word in words))


def _name_of(node: Node) -> str:
    name = node.child_by_field_name("name")
    return _text(name) if name is not None else _text(node)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "surrogateescape")
