"""Score the pocket model on the held-out tasks: the real agent, the real tools, temporary folders, greedy.

`python -m bench.pocket [--job create] [--out bench/results/pocket-score.json] [--verbose]`
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import re
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench.machine import describe
from bench.pocket_tasks import TASKS, Task
from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested, CallStarted, Event, TurnFinished
from localcoder.agent.prompting import system_prompt
from localcoder.chat.local import LocalChatModel
from localcoder.chat.model import ChatModel, ReplyOptions
from localcoder.config.settings import Settings
from localcoder.engine.engine import Engine
from localcoder.engine.models import find_model
from localcoder.permissions.policy import Policy
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import ToolContext
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots


class _Nobody:
    async def approve(self, request: ApprovalRequested) -> Answer:
        return Answer("unavailable")


def build_agent(model: ChatModel, folder: Path) -> Agent:
    """An agent in `folder` that may do everything there."""
    roots = Roots(folder, ())
    context = ToolContext(roots=roots, registry=ReadRegistry(), sandbox=Sandbox.detect(True, roots))
    return Agent(
        model,
        builtin_tools(Settings()),
        Policy("full", Settings().permissions, roots),
        context,
        _Nobody(),
        system=system_prompt(model.prompt_profile, roots),
        max_turns=12,
        options=ReplyOptions(temperature=0.0, max_tokens=1024),
    )


def _snapshot(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(errors="replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def _contains(answer: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words.strip().lower())}(?!\w)", answer.lower()) is not None


def judge(task: Task, folder: Path, events: list[Event]) -> list[str]:
    """What is wrong with the outcome; empty where the task is solved."""
    wrong = []
    end = next((event for event in events if isinstance(event, TurnFinished)), None)
    if end is None or end.status != "done":
        return [f"the turn ended as {end.status if end else 'nothing'}: {end.error if end else ''}"]
    after = _snapshot(folder)
    if task.untouched and after != dict(task.files):
        wrong.append(f"files changed: {sorted(set(after.items()) ^ set(task.files.items()))}")
    for name, content in task.files_after.items():
        if name not in after:
            wrong.append(f"{name} is missing")
        elif after[name].rstrip("\n") != content.rstrip("\n"):
            wrong.append(f"{name} holds {after[name]!r}")
    commands = [str(event.arguments.get("command", "")) for event in events if isinstance(event, CallStarted)]
    wrong += [f"no command like {rule}" for rule in task.ran if not any(re.search(rule, text) for text in commands)]
    for command, expected in task.outputs.items():
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, timeout=20, check=False)
        if done.stdout.rstrip("\n") != expected.rstrip("\n"):
            wrong.append(f"{command} printed {done.stdout!r} {done.stderr[-200:]!r}")
    wrong += [
        f"the answer {end.text!r} has none of {words}"
        for words in task.answer_has
        if not any(_contains(end.text, word) for word in words)
    ]
    return wrong


async def attempt(model: ChatModel, task: Task) -> dict[str, Any]:
    """Run one task in a folder of its own; returns its verdict."""
    with tempfile.TemporaryDirectory(prefix="localcoder-task-") as name:
        folder = Path(name)
        for path, content in task.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content)
        start = time.perf_counter()
        agent = build_agent(model, folder)
        events = [event async for event in agent.run(task.prompt)]
        wrong = judge(task, folder, events)
    return {
        "id": task.id,
        "job": task.job,
        "prompt": task.prompt,
        "solved": not wrong,
        "wrong": wrong,
        "seconds": round(time.perf_counter() - start, 2),
        "transcript": [
            {"role": message.role, "content": message.content, "reasoning": message.reasoning}
            | ({"calls": [[call.name, call.arguments] for call in message.tool_calls]} if message.tool_calls else {})
            for message in agent.messages
            if message.role != "system"
        ],
    }


async def _score(model_name: str, job: str | None, verbose: bool) -> dict[str, Any]:
    entry = find_model(model_name)
    model = LocalChatModel(Engine.load(entry.directory), entry.name)
    verdicts = []
    for task in TASKS:
        if job and task.job != job:
            continue
        verdict = await attempt(model, task)
        verdicts.append(verdict)
        print(f"{'solved' if verdict['solved'] else 'FAILED'}  {task.id}  {verdict['seconds']} s", flush=True)
        if verbose and not verdict["solved"]:
            print(json.dumps(verdict, indent=1, ensure_ascii=False), flush=True)
    await model.close()
    jobs = Counter(verdict["job"] for verdict in verdicts)
    solved = Counter(verdict["job"] for verdict in verdicts if verdict["solved"])
    return {
        **describe(),
        "date": datetime.date.today().isoformat(),
        "model": entry.name,
        "tasks": len(verdicts),
        "solved": sum(solved.values()),
        "by_job": {name: f"{solved[name]}/{jobs[name]}" for name in jobs},
        "verdicts": verdicts,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Score the pocket model on the held-out tasks.")
    parser.add_argument("--model", default="pocket")
    parser.add_argument("--job", choices=sorted({task.job for task in TASKS}))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    report = asyncio.run(_score(options.model, options.job, options.verbose))
    print(f"{report['solved']} of {report['tasks']} solved; {report['by_job']}")
    if options.out:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
