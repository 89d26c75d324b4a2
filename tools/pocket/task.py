"""What a job is: files, what the user says, and the script of a perfect assistant."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """One assistant message with a tool call; `plan` is its reasoning.

    A `slip` is a mistake made on purpose, to show how to get over it; it is never trained on.
    """

    plan: str
    name: str
    arguments: dict[str, Any]
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """The assistant's last message of a turn."""

    plan: str
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """What the tool answered."""

    content: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Unusable:
    """A reply that the agent cannot use, made on purpose and never trained on.

    `raw` is what stands where a call should: a broken one, or nothing. `cut`: the token limit came in its middle.
    `half`: the name of a call whose end never came.
    """

    plan: str
    raw: str = ""
    cut: bool = False
    half: str = ""


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """Files that the user, or another program, writes while the assistant does not look; None takes one away."""

    files: dict[str, str | None]


Script = Generator[Call | Unusable | Meanwhile, Result, Say]


class Unsuitable(Exception):
    """A script met a result that it was not made for; the conversation is thrown away."""


@dataclass(slots=True)
class Task:
    """One user turn. `files` lie in the folder before the conversation starts.

    `refuse` names a tool whose next call the user refuses, with the feedback given; `refusals` is how many, without end
    where 0. `needs` are the tools that must be on offer, `without` those that must not. `job` is the kind that scores
    are reported for. `ends` are the files at the end of the turn, None for one that is gone, where the job promises
    them. `alone`: no other files may lie around and no other job may go before or after. `after` are turns that come
    behind it in the same folder, with no files or tools of their own: many decisions for one reading of the files.
    """

    job: str
    prompt: str
    script: Callable[[], Script]
    files: dict[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    refuse: dict[str, str] = field(default_factory=dict)
    refusals: int = 0
    without: tuple[str, ...] = ()
    ends: Mapping[str, str | None] = field(default_factory=dict)
    alone: bool = False
    after: list[Task] = field(default_factory=list)


def read(path: str, plan: str) -> Call:
    """A call of `read`."""
    return Call(plan, "read", {"path": path})


def write(path: str, content: str, plan: str) -> Call:
    """A call of `write`."""
    return Call(plan, "write", {"path": path, "content": content})


def edit(path: str, old: str, new: str, plan: str, *, every: bool = False, slip: bool = False) -> Call:
    """A call of `edit`."""
    arguments: dict[str, Any] = {"path": path, "old": old, "new": new}
    if every:
        arguments["all"] = True
    return Call(plan, "edit", arguments, slip)


def shell(command: str, plan: str) -> Call:
    """A call of `shell`."""
    return Call(plan, "shell", {"command": command})


def todo(steps: list[str], done: int, plan: str) -> Call:
    """A call of `todo` that writes all steps, the first `done` of them done and the next one begun."""
    states = ["done"] * done + ["in_progress"] + ["pending"] * len(steps)
    items = [{"text": step, "status": state} for step, state in zip(steps, states, strict=False)]
    return Call(plan, "todo", {"items": items})


def search(pattern: str, plan: str, **arguments: str) -> Call:
    """A call of `search`."""
    return Call(plan, "search", {"pattern": pattern, **arguments})


def list_folder(plan: str, **arguments: str) -> Call:
    """A call of `list`."""
    return Call(plan, "list", arguments)


def shell_output(result: Result) -> tuple[str, int]:
    """The output and the exit code in a result of `shell`."""
    body, _, last = result.content.rpartition("\n")
    if not last.startswith("[exit ") or not last.endswith("]"):
        raise Unsuitable(result.content)
    return body.rstrip("\n"), int(last[6:-1])


def numbered(result: Result) -> list[str]:
    """The lines in a result of `read`, without their numbers."""
    if result.is_error:
        raise Unsuitable(result.content)
    return [line.partition("|")[2] for line in result.content.splitlines() if "|" in line]
