"""Permission rules: `shell(npm test *)`, `edit(src/**)`, `read`, and what they match."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from localcoder.config.settings import RULE_FORM
from localcoder.errors import UsageError
from localcoder.permissions.access import AccessKind
from localcoder.permissions.web import BadAddress, WebAddress, web_pattern
from localcoder.workspace.globs import glob_spec

_TOOL_OF_KIND: dict[AccessKind, str] = {
    "read": "read",
    "write": "edit",
    "shell": "shell",
    "network": "fetch",
    "own": "",
}

_PLAIN = re.compile(r"[^*?\[\\!]+")
"""A part of a path pattern that only means itself."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Without a pattern it matches every call of the tool.

    `read` rules are about everything that reads a path, `edit` rules about everything that writes one. Path patterns
    are globs as in `.gitignore`, below the working folder; with a leading `/` or `~/` they are about absolute paths.
    In shell patterns `*` is any text, a trailing ` *` also none, and a backslash takes a character literally. `fetch`
    rules name a host, see `WebPattern`.
    """

    tool: str
    pattern: str | None

    @classmethod
    def parse(cls, text: str) -> Rule:
        """The rule that `text` means. UsageError where it is none."""
        match = RULE_FORM.fullmatch(text.strip())
        if match is None:
            raise UsageError(
                f"{text!r} is not a permission rule; write it like shell(git status), shell(make *) or edit(src/**)."
            )
        pattern = match["pattern"]
        if match["tool"] == "fetch" and pattern not in (None, "", "**", "*"):
            try:
                web_pattern(pattern)
            except BadAddress as error:
                raise UsageError(f"{text!r} is not a permission rule: {error}.") from None
        return cls(match["tool"], None if pattern is None or pattern in ("", "**", "*") else pattern)

    def __str__(self) -> str:
        return self.tool if self.pattern is None else f"{self.tool}({self.pattern})"

    @property
    def is_absolute(self) -> bool:
        """Whether the pattern speaks of absolute paths, so that it can reach outside the workspace."""
        return self.pattern is not None and self.pattern.startswith(("/", "~/"))

    @property
    def _absolute(self) -> str:
        """The pattern, with the home's path for its `~`."""
        pattern = self.pattern or ""
        return f"{Path.home()}{pattern[1:]}" if pattern.startswith("~/") else pattern

    def is_about(self, tool: str, kind: AccessKind) -> bool:
        """Whether this rule speaks of such an access by `tool`.

        The pattern of a `shell` rule is a command; it says nothing of the files that a command touches.
        """
        if self.tool == "shell" and kind != "shell" and self.pattern is not None:
            return False
        return self.tool in (tool, _TOOL_OF_KIND[kind])

    def matches_path(self, path: Path, cwd: Path) -> bool:
        """Whether the resolved `path` fits the pattern."""
        if self.pattern is None:
            return True
        if self.is_absolute:
            return glob_spec(self._absolute).match_file(str(path).lstrip("/"))
        if not path.is_relative_to(cwd):
            return False
        return glob_spec(self.pattern).match_file(str(path.relative_to(cwd)))

    def reaches(self, place: Path, cwd: Path) -> bool:
        """Whether a file at or below the resolved `place` may fit the pattern, as far as its beginning tells."""
        if self.pattern is None:
            return True
        # Without a slash in it, a pattern is about names in every folder.
        is_anchored = "/" in self.pattern.rstrip("/")
        parts = [part for part in self._absolute.split("/") if part] if is_anchored else []
        base = (Path("/") if self.is_absolute else cwd).joinpath(*takewhile(_PLAIN.fullmatch, parts))
        return base.is_relative_to(place) or place.is_relative_to(base)

    def matches_address(self, address: WebAddress, *, any_port: bool) -> bool:
        """Whether the URL fits the pattern; `any_port`: one without a port speaks of all ports."""
        return self.pattern is None or web_pattern(self.pattern).matches(address, any_port=any_port)

    def matches_words(self, words: list[str]) -> bool:
        """Whether a simple command fits the pattern."""
        return self.pattern is None or _matches(self.pattern, normal_form(words))

    def is_exactly(self, command: str) -> bool:
        """Whether the pattern, taken literally, is this whole command line."""
        return self.pattern is not None and self.pattern.strip() == escape(command.strip())


def normal_form(words: list[str]) -> str:
    """A simple command as rules see it: words with one blank between them, quoted only where they must be."""
    return " ".join(word if re.fullmatch(r"[^\s'\"\\]+", word) else shlex.quote(word) for word in words)


def escape(text: str) -> str:
    """`text` as a shell pattern that matches nothing else."""
    return re.sub(r"([*\\])", r"\\\1", text)


def _matches(pattern: str, text: str) -> bool:
    """Whether `text` fits the shell pattern. Takes time in proportion to the text, whatever the pattern."""
    if not pattern.endswith(" *"):
        return _fits(_literals(pattern), text)
    *before, last = _literals(pattern[:-2])
    return _fits((*before, last), text) or _fits((*before, f"{last} ", ""), text)


def _fits(literals: tuple[str, ...], text: str) -> bool:
    """Whether `text` consists of the literals, in their order, and of anything between them."""
    first, *others = literals
    if not others:
        return text == first
    last = others.pop()
    if len(text) < len(first) + len(last) or not (text.startswith(first) and text.endswith(last)):
        return False
    position, end = len(first), len(text) - len(last)
    for literal in others:
        found = text.find(literal, position, end)
        if found < 0:
            return False
        position = found + len(literal)
    return True


@lru_cache(maxsize=1024)
def _literals(pattern: str) -> tuple[str, ...]:
    """The texts between the stars of a shell pattern, without the backslashes that take characters literally."""
    literals = [""]
    for part in re.findall(r"\\.|\*|[^*\\]+|\\$", pattern, re.DOTALL):
        if part == "*":
            literals.append("")
        else:
            literals[-1] += part[1:] if part.startswith("\\") and len(part) > 1 else part
    return tuple(literals)


class RuleLists(Protocol):
    """The three lists of the configuration."""

    @property
    def allow(self) -> Iterable[str]:
        """Calls that run without asking."""

    @property
    def ask(self) -> Iterable[str]:
        """Calls that are always asked about."""

    @property
    def deny(self) -> Iterable[str]:
        """Calls that never run."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Parsed rules; deny wins, then ask, then allow."""

    allow: tuple[Rule, ...] = ()
    ask: tuple[Rule, ...] = ()
    deny: tuple[Rule, ...] = ()

    @classmethod
    def parse(cls, lists: RuleLists) -> RuleSet:
        """The rules of the configuration. UsageError for one that is none."""
        return cls(
            tuple(map(Rule.parse, lists.allow)), tuple(map(Rule.parse, lists.ask)), tuple(map(Rule.parse, lists.deny))
        )

    def with_allowed(self, rule: Rule) -> RuleSet:
        """These rules and one more that allows."""
        return RuleSet((*self.allow, rule), self.ask, self.deny)
