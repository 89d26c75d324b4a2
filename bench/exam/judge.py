"""The judgement on a task: by the folder, the commands, the todo list and the answer, never by the way it was done."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from bench.exam.task import Task
from localcoder.agent.events import CallFinished, CallStarted, Event, TodoChanged, TurnFinished

LIMIT_S = 20
"""For a command of the judgement."""
_TOO_LONG = 124


def judge(task: Task, folder: Path, events: list[Event]) -> list[str]:
    """What is wrong with the outcome; empty where the task is solved."""
    end = next((event for event in events if isinstance(event, TurnFinished)), None)
    if end is None or end.status != "done":
        return [f"the turn ended as {end.status if end else 'nothing'}: {end.error if end else ''}"]
    return [
        *_files(task, _snapshot(folder)),
        *_calls(task, events),
        *_todo(task, events),
        *_outputs(task, folder),
        *_answer(task, end.text),
    ]


def _snapshot(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(errors="replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def _files(task: Task, after: dict[str, str]) -> Iterator[str]:
    for name, accepted in task.files_after.items():
        right = (accepted,) if isinstance(accepted, str) else accepted
        if name not in after:
            yield f"{name} is missing"
        elif after[name].rstrip("\n") not in [content.rstrip("\n") for content in right]:
            yield f"{name} holds {after[name]!r}"
    yield from (f"{name} is still there" for name in task.gone if name in after)
    for name, content in task.files.items():
        if name not in task.files_after and name not in task.free + task.gone and after.get(name) != content:
            yield f"{name} was to stay as it was"
    if task.untouched:
        yield from (f"{name} was created" for name in after if name not in task.files)


def _calls(task: Task, events: list[Event]) -> Iterator[str]:
    started = [event for event in events if isinstance(event, CallStarted)]
    commands = [str(event.arguments.get("command", "")) for event in started if event.name == "shell"]
    for rule in task.ran:
        if not any(re.search(rule, command) for command in commands):
            yield f"no command like {rule}"
    if task.looks and not started:
        yield "no tool was called"
    if task.asks and not any(isinstance(event, CallFinished) and event.refused for event in events):
        yield "the user was not asked"


def _todo(task: Task, events: list[Event]) -> Iterator[str]:
    if not task.todo_steps:
        return
    lists = [event.items for event in events if isinstance(event, TodoChanged)]
    if max(map(len, lists), default=0) < task.todo_steps:
        yield f"no todo list of {task.todo_steps} steps"
    elif any(item.status != "done" for item in lists[-1]):
        yield "the todo list ends with steps that are not done"


def _outputs(task: Task, folder: Path) -> Iterator[str]:
    # Of two versions of a module with one size and second, Python would take the first one's bytecode.
    for cache in list(folder.rglob("__pycache__")):
        shutil.rmtree(cache)
    for command, expected in task.outputs.items():
        # What never ends, as a program may that was changed, is ended with all that it started.
        limited = ["timeout", "--kill-after=1", str(LIMIT_S), "sh", "-c", command]
        done = subprocess.run(limited, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode == _TOO_LONG:
            yield f"{command} did not end in {LIMIT_S} s"
        elif done.stdout.rstrip("\n") != expected.rstrip("\n"):
            yield f"{command} printed {done.stdout!r} {done.stderr[-200:]!r}"


def _answer(task: Task, answer: str) -> Iterator[str]:
    for words in task.answer_has:
        if not any(_contains(answer, word) for word in words):
            yield f"the answer {answer!r} has none of {words}"
    yield from (f"the answer {answer!r} has {word}" for word in task.answer_lacks if _contains(answer, word))


def _contains(answer: str, words: str) -> bool:
    plain = answer.lower().replace("’", "'")
    return re.search(rf"(?<!\w){re.escape(words.lower())}(?!\w)", plain) is not None
