"""The decision on a shell command: every part of it must be allowed, and what is not understood is asked about."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from localcoder.permissions import git
from localcoder.permissions.bash import Assignment, CommandLine, Redirect, SimpleCommand, parse
from localcoder.permissions.globs import Globs, TooManyNames
from localcoder.permissions.readonly import destroys_uncommitted_work, is_read_only, reads_folders
from localcoder.permissions.rules import Rule, escape, normal_form
from localcoder.permissions.verdict import ALLOW, Verdict
from localcoder.permissions.words import Word, names
from localcoder.workspace.roots import real_path

if TYPE_CHECKING:
    from localcoder.permissions.policy import Policy

_HARMLESS_FILES = frozenset({"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/zero", "/dev/urandom"})
_OWN_VIEW = re.compile(r"/+(proc|dev/fd)(/|$)")
"""What lies there depends on the process that looks."""
_NO_PATHS = frozenset({"echo", "printf", "true", "false", ":", "test", "[", "sleep", "seq", "date", "which", "type"})
"""Programs whose arguments are no files, or are only asked whether they exist; wildcards among them show names."""
_RUN_BY_BASH = re.compile(r"BASH_ENV|ENV|PS\d|PROMPT_COMMAND")
"""Variables whose values are commands for bash."""
_MAX_FOLDERS = 64
_MAX_LOOKUPS = 2_000
"""Words times the folders that they may be meant in. Half a millisecond each."""
_MAX_SUGGESTED_CHARACTERS = 200


_BY_SUBCOMMAND = names("git npm pnpm yarn cargo go uv pip pip3 docker kubectl poetry dotnet bun deno gh")
_BY_NAME = names("pytest ruff mypy make tsc eslint jest vitest ctest black prettier")
_SAFE_VARIABLE = re.compile(r"(?!.*_proxy$)[a-z_][a-z0-9_]*")
"""Lower case by custom: variables of the script itself, not ones that change what programs do."""


@dataclass(frozen=True, slots=True)
class _Finding:
    """One thing about a command that keeps it from just running.

    `place`: because of a path, not of what it does. `unknown`: because it cannot be told which path that is.
    """

    verdict: Verdict
    place: bool = False
    unknown: bool = False


def check_command(source: str, policy: Policy) -> Verdict:
    """The verdict on the shell command `source` in the policy's mode."""
    return _Check(source, policy).verdict()


def only_reads(source: str) -> bool:
    """Whether the shell command `source` provably changes nothing."""
    line = parse(source)
    return not (line.unclear or line.background) and all(map(_part_only_reads, line.parts))


def _part_only_reads(part: SimpleCommand | Redirect | Assignment) -> bool:
    match part:
        case SimpleCommand():
            return _reads_only(part)
        case Redirect(kind, target):
            return kind == "read" or target.text in _HARMLESS_FILES
        case Assignment(name):
            return _SAFE_VARIABLE.fullmatch(name) is not None


class _Check:
    def __init__(self, source: str, policy: Policy) -> None:
        self.policy = policy
        self.line: CommandLine = parse(source)
        self.rules = policy.rules
        # Folders that a part may run in: a `cd` may fail, so the earlier ones stay possible.
        self.folders: list[Path] = [policy.roots.cwd]
        self.globs = Globs()
        self.lookups = 0

    def verdict(self) -> Verdict:
        """Deny, then ask, then allow."""
        if rule := self._first_match(self.rules.deny):
            return Verdict("deny", f"the rule {rule} denies it")
        findings = list(self._findings())
        denied = next((f.verdict for f in findings if f.verdict.decision == "deny"), None)
        if denied is not None:
            return denied
        if self.policy.mode == "plan":
            return self._in_plan_mode(findings)
        if rule := self._first_match(self.rules.ask):
            return Verdict("ask", f"the rule {rule} asks about it")
        if rule := self._first_possible((*self.rules.deny, *self.rules.ask)):
            return Verdict("ask", f"it may run what the rule {rule} is about")
        if any(rule.tool == "shell" and rule.is_exactly(self.line.source) for rule in self.rules.allow):
            return ALLOW
        if self.policy.mode == "full":
            return self._in_full_mode(findings)
        if self.line.unclear:
            return Verdict("ask", f"it cannot be checked: {self.line.unclear}", self._exact_rule())
        if not findings:
            return ALLOW
        first = findings[0].verdict
        return Verdict("ask", first.reason, self._suggestion(findings))

    def _in_plan_mode(self, findings: list[_Finding]) -> Verdict:
        if self.line.unclear:
            return Verdict(
                "deny", f"plan mode only runs commands that read; this cannot be checked: {self.line.unclear}"
            )
        if self.line.background:
            return Verdict("deny", "plan mode runs nothing in the background")
        for part in self.line.parts:
            if isinstance(part, SimpleCommand) and not _reads_only(part):
                return Verdict("deny", f"plan mode only runs commands that read; {_shown(part)} may do more")
            if isinstance(part, Redirect) and part.kind == "write" and part.target.text not in _HARMLESS_FILES:
                return Verdict("deny", f"plan mode writes nothing, and this writes {part.target.text}")
            if isinstance(part, Assignment) and not _SAFE_VARIABLE.fullmatch(part.name):
                return Verdict("deny", f"plan mode only runs commands that read; setting {part.name} may do more")
        return findings[0].verdict if findings else ALLOW

    def _in_full_mode(self, findings: list[_Finding]) -> Verdict:
        """What no rule is about runs; what cannot be held against the rules is asked about."""
        limits = [rule for rule in (*self.rules.deny, *self.rules.ask) if rule.tool in ("shell", "read", "edit")]
        if limits and self.line.unclear:
            return Verdict("ask", f"the rule {limits[0]} counts, and this cannot be checked: {self.line.unclear}")
        if any(rule.tool == "shell" for rule in limits) and (reason := self._runs_unseen()):
            return Verdict("ask", f"rules are about commands, and {reason}")
        on_paths = any(rule.tool != "shell" for rule in limits)
        for finding in findings:
            if finding.verdict.by_rule or (finding.unknown and on_paths):
                return finding.verdict
        for part in self.line.parts:
            if isinstance(part, Redirect) and part.kind == "write" and part.target.known:
                for finding in self._about_path(part.target, "write"):
                    if not self._is_scratch(part.target):
                        return finding.verdict
        return ALLOW

    def _runs_unseen(self) -> str:
        """Why the line runs commands that are not among its parts, although it is understood; empty if it does not."""
        for part in self.line.parts:
            names_set: tuple[str, ...] = (part.name,) if isinstance(part, Assignment) else ()
            if isinstance(part, SimpleCommand):
                names_set = part.assignments
                words = part.texts
                if words[0].rpartition("/")[2] == "git" and git.runs_something_else(words[1:]):
                    return f"{_shown(part)} makes Git run something else"
            if name := next(filter(_RUN_BY_BASH.fullmatch, names_set), None):
                return f"bash runs the value of {name}"
        return ""

    def _is_scratch(self, word: Word) -> bool:
        """Whether a word names a file in /tmp, which is private in the sandbox and nobody's home without it."""
        path = real_path(self.policy.roots.cwd / word.text)
        return word.text.startswith("/tmp/") and path.is_relative_to("/tmp")

    def _findings(self) -> Iterator[_Finding]:
        """All that keeps the parts from running, in order."""
        for part in self.line.parts:
            match part:
                case SimpleCommand():
                    yield from self._about_command(part)
                    self._follow_cd(part)
                case Redirect():
                    yield from self._about_redirect(part)
                case Assignment(name) if not _SAFE_VARIABLE.fullmatch(name):
                    yield _Finding(Verdict("ask", f"it sets {name}"))

    def _about_command(self, command: SimpleCommand) -> Iterator[_Finding]:
        words = command.texts
        exact = any(
            rule.tool == "shell" and rule.is_exactly(normal_form(words)) and not command.assignments
            for rule in self.rules.allow
        )
        if exact:
            return
        if destroys_uncommitted_work(words, self.folders):
            yield _Finding(
                Verdict("ask", f"{_shown(command)} can destroy work that is not committed, or run a program")
            )
        elif not _reads_only(command) and not self._allowed_by_rule(command):
            yield _Finding(Verdict("ask", f"no rule allows {_shown(command)}"))
        yield from self._about_arguments(command)
        yield from self._about_folders(command)

    def _allowed_by_rule(self, command: SimpleCommand) -> bool:
        if command.assignments:
            return False
        return any(rule.tool == "shell" and rule.matches_words(command.texts) for rule in self.rules.allow)

    def _about_arguments(self, command: SimpleCommand) -> Iterator[_Finding]:
        """Paths among the arguments that lie outside the workspace, or that a rule speaks of."""
        name = command.words[0].text
        if name == "cd" and len(command.words) == 1:
            yield _Finding(Verdict("ask", "it leaves the workspace for the home folder"), place=True)
        reads = _reads_only(command)
        texts = command.texts
        end_of_options = texts.index("--") if "--" in texts else len(texts)
        for index, word in enumerate(command.words[1:], start=1):
            if name in _NO_PATHS and not word.glob:
                continue
            if word.may_be_option and self._becomes_option(word):
                yield _Finding(Verdict("ask", f"{word.text} becomes a name that looks like an option"), place=True)
            if not word.known:
                yield _unknown_place(f"where {word.text} leads is only known when it runs")
                continue
            is_name = index > end_of_options or self._is_there(word)
            for candidate in (*([word] if is_name else []), *_path_candidates(word, reads)):
                yield from self._about_path(candidate, "read" if reads else "write", inside_as_read=True)

    def _about_folders(self, command: SimpleCommand) -> Iterator[_Finding]:
        """Files that are read although no argument names them."""
        words = command.words
        arguments = (folder / word.text for word in words[1:] if self._may_look() for folder in self.folders)
        if words[0].text == "diff" and (any(word.glob for word in words) or any(map(os.path.isdir, arguments))):
            yield _unknown_place("links in the folders that it compares may lead elsewhere")
        elif reads_folders(command.texts) and (rule := self.policy.read_rule_below([*self.folders, *arguments])):
            reason = f"it reads more than it names, and the rule {rule} is about files there"
            yield _Finding(Verdict("ask", reason, by_rule=True), place=True)

    def _is_there(self, word: Word) -> bool:
        """Whether a word that looks like an option is the name of a file."""
        if not word.text.startswith("-") or not self._may_look():
            return False
        return any(os.path.lexists(folder / word.text) for folder in self.folders)

    def _becomes_option(self, word: Word) -> bool:
        """Whether there is a file by whose name the program takes a word with wildcards for an option."""
        if not self._may_look():
            return False
        try:
            return any(
                path.relative_to(folder).parts[0].startswith("-")
                for folder in self.folders
                for path in self.globs.paths(word.text, folder)
            )
        except TooManyNames:
            return True

    def _about_redirect(self, redirect: Redirect) -> Iterator[_Finding]:
        if not redirect.target.known:
            yield _unknown_place(f"where {redirect.target.text} leads is only known when it runs")
            return
        yield from self._about_path(redirect.target, redirect.kind)

    def _about_path(self, word: Word, kind: str, *, inside_as_read: bool = False) -> Iterator[_Finding]:
        """What keeps the files that a word can mean from being used, in every folder that it may be run in.

        `inside_as_read`: what is allowed to run may write in the workspace, so inside only rules that deny it or ask
        about it count.
        """
        if word.text in _HARMLESS_FILES or re.fullmatch(r"/dev/fd/\d+", word.text):
            return
        if not self._may_look():
            return
        for folder in self.folders:
            if _OWN_VIEW.match(os.path.normpath(folder / word.text)) or _OWN_VIEW.match(word.text):
                yield _unknown_place(f"where {word.text} leads depends on the process that looks")
            try:
                paths = [folder / word.text, *(self.globs.paths(word.text, folder) if word.glob else ())]
            except TooManyNames:
                yield _unknown_place(f"{word.text} may be more names than can be looked at")
                continue
            for path in paths:
                inside = inside_as_read and self.policy.roots.contains(path)
                verdicts = [self.policy.check_path("shell", "read" if inside or kind == "read" else "write", path)]
                if inside and kind == "write":
                    verdicts += filter(
                        None,
                        (says("shell", "write", real_path(path)) for says in (self.policy.denied, self.policy.asked)),
                    )
                yield from (_Finding(verdict, place=True) for verdict in verdicts if verdict.decision != "allow")

    def _may_look(self) -> bool:
        """Whether the disk may be asked about one more word; if not, the line cannot be checked."""
        self.lookups += len(self.folders)
        if self.lookups > _MAX_LOOKUPS:
            self.line.unclear = self.line.unclear or "it names very many files in very many folders"
        return self.lookups <= _MAX_LOOKUPS

    def _follow_cd(self, command: SimpleCommand) -> None:
        if command.words[0].text in ("pushd", "popd"):
            self.line.unclear = self.line.unclear or f"{command.words[0].text} changes the folder"
        if command.words[0].text != "cd":
            return
        if command.repeats or self.line.runs_later:
            self.line.unclear = self.line.unclear or "cd changes the folder for what stands before it"
            return
        targets = [word for word in command.words[1:] if word.text == "-" or not word.text.startswith("-")]
        if len(targets) != 1 or not targets[0].known or targets[0].glob or targets[0].text == "-":
            self.line.unclear = self.line.unclear or "where cd leads is only known when it runs"
            return
        # bash follows `..` by the names in the path, most programs by what lies above the folder.
        reached = [folder / targets[0].text for folder in self.folders]
        normal = [Path(os.path.normpath(folder)) for folder in reached]
        self.folders = list(dict.fromkeys([*self.folders, *map(real_path, reached), *normal]))
        if len(self.folders) > _MAX_FOLDERS:
            self.line.unclear = self.line.unclear or "it changes the folder very often"
            del self.folders[_MAX_FOLDERS:]

    def _first_match(self, rules: tuple[Rule, ...]) -> Rule | None:
        """The first rule that denies or asks about any command in the line, whatever path it is called by."""
        for rule in rules:
            if rule.tool != "shell":
                continue
            if any(_is_about(rule, command.texts) for command in self.line.commands):
                return rule
            if rule.is_exactly(self.line.source):
                return rule
        return None

    def _first_possible(self, rules: tuple[Rule, ...]) -> Rule | None:
        """The first rule on commands that is about one which may be run besides the parts."""
        return next(
            (
                rule
                for rule in rules
                if rule.tool == "shell"
                and rule.pattern is not None
                and any(_is_about(rule, words) for words in self.line.possible)
            ),
            None,
        )

    def _suggestion(self, findings: list[_Finding]) -> str | None:
        commands = self.line.commands
        if any(destroys_uncommitted_work(command.texts, self.folders) for command in commands):
            return None
        if len(self.line.parts) == 1 and len(commands) == 1 and not any(finding.place for finding in findings):
            words = commands[0].texts
            if not commands[0].assignments:
                if words[0] in _BY_SUBCOMMAND and len(words) > 1 and re.fullmatch(r"[a-z][a-z0-9-]*", words[1]):
                    return f"shell({words[0]} {words[1]} *)"
                if words[0] in _BY_NAME:
                    return f"shell({words[0]} *)"
        return self._exact_rule()

    def _exact_rule(self) -> str | None:
        source = self.line.source.strip()
        if len(source) > _MAX_SUGGESTED_CHARACTERS or "\n" in source:
            return None
        return f"shell({escape(source)})"


def _reads_only(command: SimpleCommand) -> bool:
    return not command.assignments and is_read_only(command.words)


def _is_about(rule: Rule, words: list[str]) -> bool:
    """Whether a rule speaks of the command, whatever path its program is called by."""
    return rule.matches_words(words) or rule.matches_words([words[0].rpartition("/")[2], *words[1:]])


def _unknown_place(reason: str) -> _Finding:
    return _Finding(Verdict("ask", reason), place=True, unknown=True)


def _shown(command: SimpleCommand) -> str:
    text = normal_form([*(f"{name}=..." for name in command.assignments), *command.texts])
    return text if len(text) <= 80 else f"{text[:79]}…"


def _path_candidates(word: Word, reads: bool) -> Iterator[Word]:
    """What of an argument may be a path: all of it, the value of an option, the end of `-I/usr` or `of=/dev/sda`."""
    text = word.text
    if not text.startswith("-"):
        yield word
        if not reads and (match := re.match(r"[a-z_-]+=|@", text)):
            yield Word(text[match.end() :], word.known, word.glob)
    elif "=" in text:
        yield Word(text.partition("=")[2], word.known, word.glob)
    elif not text.startswith("--") and len(text) > 2:
        yield Word(text[2:], word.known, word.glob)
        if match := re.search(r"(\.\.)?/", text):
            yield Word(text[match.start() :], word.known, word.glob)
