"""Where the grammar may have read a command line otherwise than bash does.

The grammar takes some characters for blanks that bash takes for letters (`\\ ` and blanks of other scripts), loses what
follows some redirects, splits some words, and does not look into here-documents. So what it calls words, and what it
leaves between them, is compared with what bash's own rules say of those bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from localcoder.permissions.words import names, text_of

_BLANKS = re.compile(rb"(?:[ \t]|\\\n)*")
_BLANKS_AND_LINES = re.compile(rb"(?:[ \t\n]|\\\n)*")
_BARE = re.compile(r"(?!#)(?:[^\s'\"\\`$;&|<>()]|\\.)+", re.DOTALL)
"""A word without quotes and expansions."""

_ONE_WORD = frozenset({"concatenation", "variable_assignment", "simple_expansion", "command_name"})
_WORDS = names(
    "word string raw_string ansi_c_string translated_string concatenation number simple_expansion expansion "
    "arithmetic_expansion command_substitution process_substitution variable_assignment command_name regex "
    "extglob_pattern"
)
_ON_ONE_LINE = frozenset({"command", "declaration_command", "unset_command", "file_redirect", "herestring_redirect"})
_OF_LINES = names(
    "program list pipeline subshell compound_statement negated_command if_statement elif_clause else_clause "
    "while_statement do_group case_statement case_item for_statement redirected_statement function_definition "
    "test_command unary_expression binary_expression parenthesized_expression command_substitution "
    "process_substitution variable_assignments"
)
_PLAIN_IN_BRACES = re.compile(
    r"""\$\{(?:[^'"\\$`{}<>]|[<>](?!\()|\\[^$`\n]|\$\w+|\$'(?:[\w .,:;/-]|\\[abefnrtv])*'"""
    r"""|'[^'"\\$`{}<>]*'|"[^'"\\$`{}<>]*")*\}"""
)
"""An expansion in which the grammar cannot have overlooked anything: names, escapes, and quotes around plain text.

It takes a pattern for one text, and single quotes for quotes where bash does not. Of bash's own escapes only those for
blanks and the like are plain: `$'\\x24'` becomes a dollar that counts.
"""
_ESCAPED_IN_BACKQUOTES = re.compile(r"\\[$`\\\"]")
"""Bash removes these backslashes before it reads the command; the grammar does not."""
_LOOKED_INTO = names("simple_expansion expansion arithmetic_expansion command_substitution process_substitution")
_EXPANDED_IN_DOCUMENTS = re.compile(r"`|\$[({\[]")


def is_misread(node: Node, source: bytes) -> bool:
    """Whether `node` itself, not what is in it, may be something else for bash."""
    if node.type in _ON_ONE_LINE | _OF_LINES and any(map(_is_more_than_it_says, node.children)):
        return True
    match node.type:
        case "word":
            return _BARE.fullmatch(text_of(node)) is None
        case "expansion":
            return _PLAIN_IN_BRACES.fullmatch(_own_text(node)) is None
        case "command_substitution" if text_of(node).startswith("`"):
            return _ESCAPED_IN_BACKQUOTES.search(text_of(node)) is not None
        case "heredoc_redirect":
            return _is_document_misread(node, source)
        case "file_redirect" if _is_redirect_misread(node, source):
            return True
        case "command" | "declaration_command" if any(not child.is_named for child in node.children[1:]):
            return True
    if node.type in _ONE_WORD:
        return any(_gaps(node, source))
    if node.type in _ON_ONE_LINE:
        return not all(map(_BLANKS.fullmatch, _gaps(node, source))) or _has_joined_words(node)
    if node.type in _OF_LINES:
        return not all(map(_BLANKS_AND_LINES.fullmatch, _gaps(node, source))) or _has_joined_words(node)
    return False


def _own_text(node: Node) -> str:
    """The text of an expansion, with a blank for each of those in it that are nodes of their own."""
    pieces: list[bytes] = []
    source = node.text or b""
    done = 0
    for child in _nested(node):
        pieces += [source[done : child.start_byte - node.start_byte], b" "]
        done = child.end_byte - node.start_byte
    return b"".join([*pieces, source[done:]]).decode("utf-8", "surrogateescape")


def _nested(node: Node) -> Iterator[Node]:
    for child in node.children:
        if child.type in _LOOKED_INTO:
            yield child
        else:
            yield from _nested(child)


def _gaps(node: Node, source: bytes) -> list[bytes]:
    """What lies between the children of `node`."""
    return [
        source[one.end_byte : other.start_byte] for one, other in zip(node.children, node.children[1:], strict=False)
    ]


def _is_more_than_it_says(child: Node) -> bool:
    """Whether an operator holds other text; the grammar takes the blanks, or the word, before it along."""
    return not child.is_named and text_of(child).strip() != child.type.strip()


def _has_joined_words(node: Node) -> bool:
    """Whether two children that count as words of their own stand side by side."""
    return any(
        one.type in _WORDS and other.type in _WORDS and one.end_byte == other.start_byte
        for one, other in zip(node.children, node.children[1:], strict=False)
    )


def _is_redirect_misread(node: Node, source: bytes) -> bool:
    """For bash a number before a redirect is its descriptor if it is a word of its own; the target is a whole word."""
    first = node.children[0]
    if first.type == "file_descriptor":
        before = source[: node.start_byte]
        if not text_of(first).isdigit() or re.search(rb"(?:^|(?<!\\)[ \t\n;&|()<>`])$", before) is None:
            return True
    target = text_of(node.children[-1])
    if any(child.type in (">&-", "<&-") for child in node.children[:-1]):
        return True  # what follows is a word of the command
    if re.match(r"-.", target):
        return True  # for bash the hyphen alone is the target
    if any(child.type in (">&", "<&") for child in node.children) and re.search(r"['\"\\]", target):
        return True  # bash removes quotes from it twice
    return re.match(rb"$|[ \t\n;&|()<>`]|\\\n", source[node.end_byte :]) is None


def _is_document_misread(node: Node, source: bytes) -> bool:
    """Whether a here-document ends elsewhere than it looks, or holds commands: the grammar does not see them all.

    One with a quoted mark has none.
    """
    if any(map(_is_more_than_it_says, node.children)):
        return True
    mark = next((text_of(child) for child in node.children if child.type == "heredoc_start"), "")
    end = next((child for child in node.children if child.type == "heredoc_end"), None)
    rest = source[node.start_byte :].decode("utf-8", "surrogateescape")
    if not re.search(r"['\"\\]", mark) and _EXPANDED_IN_DOCUMENTS.search(rest):
        return True
    plain = re.fullmatch(r"(['\"]?)(\w+)\1", mark)
    first_line, _, document = rest.partition("\n")
    if end is None or plain is None or first_line.count("<<") > 1 or text_of(end) != plain[2]:
        return True
    tabs = "\t*" if any(child.type == "<<-" for child in node.children) else ""
    before = source[node.start_byte : end.start_byte].decode("utf-8", "surrogateescape").partition("\n")[2]
    found = re.search(rf"^{tabs}{plain[2]}$", document, re.MULTILINE)
    return found is None or found.start() + len(found[0]) != len(before) + len(plain[2])
