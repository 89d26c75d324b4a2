"""What a task of the exam is: a prompt, a folder, what must be true afterwards, and ways to do it right and wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Job = Literal[
    "create",
    "read",
    "read several",
    "edit",
    "edit across",
    "fix",
    "command",
    "find",
    "todo",
    "recover",
    "talk",
]
Call = tuple[str, dict[str, Any]]
"""A tool's name and its arguments."""

NOT = (
    "not",
    "no",
    "nothing",
    "never",
    "cannot",
    "can't",
    "couldn't",
    "didn't",
    "doesn't",
    "don't",
    "isn't",
    "wasn't",
    "won't",
    "unable",
)
"""Words of which an answer that owns up to something has one."""


@dataclass(frozen=True, slots=True)
class Script:
    """What an assistant does, a call a turn, and its final answer."""

    calls: tuple[Call, ...] = ()
    answer: str = "Done."


@dataclass(frozen=True, slots=True)
class Task:
    """One task and its judgement.

    `files`: the folder before. `files_after`: contents afterwards (a final newline more or less is ignored), several
    where several are right. `free`: files that may change in any way; all others of `files` must stay. `gone`: files
    that must not exist afterwards. `untouched`: nothing was changed, created or removed. `outputs`: command -> its
    expected standard output, run by the judge. `ran`: regular expressions, each found in a shell command of the turn.
    `answer_has`: each entry's alternatives, one of which the final answer must contain as whole words, ignoring case;
    `answer_lacks`: words that it must not contain. `looks`: some tool must have been called, for what is asked cannot
    be known otherwise. `todo_steps`: so many steps at least must have been on a todo list whose last state says that
    all are done.

    `asks`: permission rules for what the user is asked about, and refuses, with `feedback`; it must have come to that.
    `meanwhile`: contents that files get right after they were first read, as if somebody else had saved them;
    `unread_after` stands for `files_after` where they never were read.

    `reference` solves the task; none of `wrong` does.
    """

    id: str
    job: Job
    prompt: str
    reference: Script
    wrong: tuple[Script, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    files_after: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    free: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    untouched: bool = False
    outputs: Mapping[str, str] = field(default_factory=dict)
    ran: tuple[str, ...] = ()
    answer_has: tuple[tuple[str, ...], ...] = ()
    answer_lacks: tuple[str, ...] = ()
    looks: bool = False
    todo_steps: int = 0
    asks: tuple[str, ...] = ()
    feedback: str = ""
    meanwhile: Mapping[str, str] = field(default_factory=dict)
    unread_after: Mapping[str, str] = field(default_factory=dict)


def read(path: str) -> Call:
    return "read", {"path": path}


def write(path: str, content: str) -> Call:
    return "write", {"path": path, "content": content}


def edit(path: str, old: str, new: str, *, every: bool = False) -> Call:
    return "edit", {"path": path, "old": old, "new": new} | ({"all": True} if every else {})


def shell(command: str) -> Call:
    return "shell", {"command": command}


def search(pattern: str) -> Call:
    return "search", {"pattern": pattern}


def todo(*steps: str, done: bool) -> Call:
    return "todo", {"items": [{"text": step, "status": "done" if done else "pending"} for step in steps]}
