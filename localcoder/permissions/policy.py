"""The decision on every call: mode, rules, and where the workspace ends."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from localcoder.config.paths import outputs_dir
from localcoder.config.settings import ApprovalMode
from localcoder.permissions.access import Access, AccessKind
from localcoder.permissions.rules import Rule, RuleLists, RuleSet
from localcoder.permissions.sandbox import HIDDEN_IN_HOME
from localcoder.permissions.verdict import ALLOW, Verdict, strictest
from localcoder.permissions.web import BadAddress, WebAddress
from localcoder.workspace.roots import Roots, real_path

__all__ = ["Policy", "Verdict"]

_PROTECTED_NAMES = frozenset({".git", ".localcoder", ".mcp.json"})
"""What Git or localcoder itself would run or obey, outside any sandbox."""


class OfferedTool(Protocol):
    """As much of a tool as the policy needs."""

    @property
    def writes(self) -> bool:
        """Whether it exists to change files or other things; plan mode does not offer it."""


ToolT = TypeVar("ToolT", bound=OfferedTool)


class Policy:
    """Decides on calls. `mode` may be set at any time and counts from the next call on.

    ask: reading in the workspace runs, also commands that provably only read there; all else is asked about.
    accept-edits: files in the workspace may be written too. plan: nothing is written, whatever the rules allow.
    full: everything runs but writing outside the workspace. A rule that denies counts in every mode. `commands` are
    those that localcoder runs by itself: writing a file that one of them names is asked about.
    """

    def __init__(self, mode: ApprovalMode, rules: RuleLists, roots: Roots, commands: Iterable[str] = ()) -> None:
        self.mode: ApprovalMode = mode
        self.rules = RuleSet.parse(rules)
        self.roots = roots
        self._programs = _files_of(commands, roots)
        self._session_rules: list[Rule] = []

    def add_session_rule(self, rule: str) -> None:
        """Allow what `rule` matches until localcoder ends. UsageError if it is no rule."""
        self._session_rules.append(Rule.parse(rule))
        self.rules = self.rules.with_allowed(self._session_rules[-1])

    def configure(self, rules: RuleLists, commands: Iterable[str] = ()) -> None:
        """Go by other rules from the next call on; what was allowed until localcoder ends stays allowed."""
        self.rules = RuleSet.parse(rules)
        self._programs = _files_of(commands, self.roots)
        for rule in self._session_rules:
            self.rules = self.rules.with_allowed(rule)

    def tools_offered(self, tools: Iterable[ToolT]) -> tuple[ToolT, ...]:
        """The tools that the model is shown in this mode."""
        return tuple(tool for tool in tools if not (self.mode == "plan" and tool.writes))

    def check(self, tool_name: str, accesses: Sequence[Access]) -> Verdict:
        """The strictest verdict on anything that the call touches. A call that touches nothing is asked about."""
        if not accesses:
            return self._unknown(tool_name)
        return strictest([self._check_one(tool_name, access) for access in accesses])

    def _check_one(self, tool_name: str, access: Access) -> Verdict:
        # Imported here: parsing bash is only needed once there is a command.
        from localcoder.permissions.commands import check_command

        match access.kind:
            case "shell":
                return check_command(access.target, self)
            case "network":
                return self._check_network(tool_name, access.target)
            case "own":
                return self._by_name(tool_name) or ALLOW
            case kind:
                return self.check_path(tool_name, kind, Path(access.target))

    def check_path(self, tool_name: str, kind: AccessKind, target: Path) -> Verdict:
        """The verdict on reading or writing one file or folder."""
        path = real_path(target)
        if denied := self.denied(tool_name, kind, path):
            return denied
        if self.mode == "plan" and kind == "write":
            return Verdict("deny", "plan mode writes nothing")
        if asked := self.asked(tool_name, kind, path):
            return asked
        # A search leaves out what a rule denies; what one asks about it would show.
        if tool_name == "search" and (rule := self._reaching(self.rules.ask, [path])):
            return Verdict("ask", f"the rule {rule} asks about files in it")
        return self._by_place(tool_name, kind, path)

    def read_rule_below(self, places: Iterable[Path]) -> Rule | None:
        """A rule that denies reading files at or below one of `places`, or asks about it, if there is one."""
        return self._reaching((*self.rules.deny, *self.rules.ask), places)

    def _reaching(self, rules: Iterable[Rule], places: Iterable[Path]) -> Rule | None:
        about = [rule for rule in rules if rule.tool == "read"]
        if not about:
            return None
        resolved = set(map(real_path, places))
        return next((rule for rule in about if any(rule.reaches(place, self.roots.cwd) for place in resolved)), None)

    def denied(self, tool_name: str, kind: AccessKind, path: Path) -> Verdict | None:
        """The verdict of a rule that denies reading or writing the resolved `path`, if there is one."""
        rule = self._matching(self.rules.deny, tool_name, kind, path)
        return Verdict("deny", f"the rule {rule} denies it", by_rule=True) if rule else None

    def asked(self, tool_name: str, kind: AccessKind, path: Path) -> Verdict | None:
        """The verdict of a rule that asks about reading or writing the resolved `path`, if there is one."""
        rule = self._matching(self.rules.ask, tool_name, kind, path)
        return Verdict("ask", f"the rule {rule} asks about it", by_rule=True) if rule else None

    def may_show(self, path: Path) -> bool:
        """Whether a walk through an allowed folder may show this file: no rule denies reading it."""
        return not self.rules.deny or self.denied("read", "read", real_path(path)) is None

    def _by_place(self, tool_name: str, kind: AccessKind, path: Path) -> Verdict:
        inside = self.roots.contains(path)
        shown = self.roots.display(path)
        allowed = self._matching(self.rules.allow, tool_name, kind, path)
        if kind == "write" and inside and self._is_protected(path):
            if allowed and allowed.pattern is not None:
                return ALLOW
            return Verdict("ask", f"{shown} can make Git or localcoder run something", f"edit({shown})")
        if allowed and (inside or allowed.is_absolute):
            return ALLOW
        if not inside:
            if kind == "read" and self._may_be_read(path):
                return ALLOW
            folder = path if os.path.isdir(path) else path.parent
            rule = f"read({folder}/**)" if kind == "read" else f"edit({path})"
            return Verdict("ask", f"{path} is outside the workspace", rule)
        if kind == "read" or self.mode in ("accept-edits", "full"):
            return ALLOW
        return Verdict("ask", f"it changes {shown}", "edit(**)")

    def _may_be_read(self, path: Path) -> bool:
        """Outputs that were too long are kept outside the workspace; `full` reads all but the home's secrets."""
        if path.is_relative_to(real_path(outputs_dir())):
            return True
        home = Path.home()
        secret = any(path.is_relative_to(real_path(home / name)) for name in HIDDEN_IN_HOME)
        return self.mode == "full" and not secret

    def _is_protected(self, path: Path) -> bool:
        if path in self._programs:
            return True
        folders = [folder for folder in self.roots.folders if path.is_relative_to(folder)]
        # Some file systems do not tell `.GIT` from `.git`.
        return any(part.casefold() in _PROTECTED_NAMES for folder in folders for part in path.relative_to(folder).parts)

    def _matching(self, rules: Iterable[Rule], tool_name: str, kind: AccessKind, path: Path) -> Rule | None:
        about = (rule for rule in rules if rule.is_about(tool_name, kind))
        return next((rule for rule in about if rule.matches_path(path, self.roots.cwd)), None)

    def _check_network(self, tool_name: str, url: str) -> Verdict:
        try:
            address = WebAddress.parse(url)
        except BadAddress as error:
            return Verdict("deny", str(error))
        for rules, decision in ((self.rules.deny, "deny"), (self.rules.ask, "ask"), (self.rules.allow, "allow")):
            for rule in rules:
                about = rule.tool == "fetch" or (rule.tool == tool_name and rule.pattern is None)
                if not about or (decision == "allow" and self.mode == "plan"):
                    continue
                if rule.matches_address(address, any_port=decision != "allow"):
                    return _by_rule(rule, decision)
        if self.mode == "full":
            return ALLOW
        return Verdict("ask", f"it uses the network: {address}", f"fetch({address.place})")

    def _unknown(self, tool_name: str) -> Verdict:
        """A tool that cannot say what it touches."""
        if verdict := self._by_name(tool_name):
            return verdict
        if self.mode == "plan":
            return Verdict("deny", f"plan mode changes nothing, and what {tool_name} does is not known")
        if self.mode == "full":
            return ALLOW
        return Verdict("ask", f"what {tool_name} does is not known", tool_name)

    def _by_name(self, tool_name: str) -> Verdict | None:
        """The verdict of a rule that names the tool, if there is one."""
        for rules, decision in ((self.rules.deny, "deny"), (self.rules.ask, "ask"), (self.rules.allow, "allow")):
            for rule in rules:
                named = rule.tool == tool_name or _is_server(rule.tool, tool_name)
                if not named or (decision == "allow" and (rule.pattern is not None or self.mode == "plan")):
                    continue
                return _by_rule(rule, decision)
        return None


def _files_of(commands: Iterable[str], roots: Roots) -> frozenset[Path]:
    """What the words of `commands` are if they are files; most are not."""
    words = {word for command in commands for word in (*_bare_words(command), *_words(command)) if word}
    return frozenset(map(roots.resolve, words))


def _bare_words(command: str) -> list[str]:
    """Also those within a quoted script."""
    return re.split(r"[\s;&|()<>'\"`=\0]+", command)


def _words(command: str) -> list[str]:
    """As the shell takes them, where a quoted one has blanks."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _is_server(rule_tool: str, tool_name: str) -> bool:
    """Whether a rule such as `mcp__files` is about the tool: it names the server."""
    return rule_tool.startswith("mcp__") and rule_tool.count("__") == 1 and tool_name.startswith(f"{rule_tool}__")


def _by_rule(rule: Rule, decision: str) -> Verdict:
    if decision == "deny":
        return Verdict("deny", f"the rule {rule} denies it")
    return Verdict("ask", f"the rule {rule} asks about it") if decision == "ask" else ALLOW
