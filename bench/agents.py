"""Throughput of eight subagents at once beside the same tasks one after the other, with the pocket model.

`python -m bench.agents [--rounds 3] [--out bench/results/agents-cpu-pocket.json]`

The conversation that starts the subagents is scripted, their own are the model's; each task has files of its own in
one shared folder, and what each says is compared with what it says alone.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.exam import TASKS
from bench.exam.sitting import build_agent, lay_out
from bench.exam.task import Task
from bench.machine import describe
from localcoder.agent.events import TurnFinished
from localcoder.chat.local import LocalChatModel
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import (
    ChatEvent,
    ReplyFinished,
    ReplyOptions,
    ReplyUsage,
    TextDelta,
    ToolCallFinished,
)
from localcoder.engine.engine import Engine
from localcoder.engine.models import find_model
from localcoder.sessions.journal import Journal, load
from localcoder.tools.task import TaskTool

_CHOSEN = (
    "create-kettle",
    "create-packing-list",
    "read-last-ferry",
    "edit-shift",
    "edit-breakfast",
    "edit-link-text",
    "command-word-count",
    "command-sorted-last",
)
TOGETHER: tuple[Task, ...] = tuple(task for task in TASKS if task.id in _CHOSEN)


class Asker:
    """The model for all of a conversation: a script that starts subagents, and `model` for them.

    `peak` is the most replies of theirs that were under way at once.
    """

    prompt_profile = "compact"

    def __init__(self, model: LocalChatModel, tasks: Sequence[Task]) -> None:
        self.name = model.name
        self.context_tokens = model.context_tokens
        self.peak = 0
        self._model = model
        self._active = 0
        self._tasks = [{"name": task.id, "prompt": task.prompt} for task in tasks]

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent]:
        if any(tool.name == TaskTool.name for tool in tools):
            if messages[-1].role == "user":
                yield ToolCallFinished(0, ToolCall("start", TaskTool.name, json.dumps({"tasks": self._tasks})))
            else:
                yield TextDelta("All have answered.")
            yield ReplyFinished("stop", ReplyUsage())
            return
        self._active += 1
        self.peak = max(self.peak, self._active)
        try:
            async with aclosing(self._model.reply(messages, tools, options)) as stream:
                async for event in stream:
                    yield event
        finally:
            self._active -= 1

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        return self._model.count_tokens(messages, tools)

    async def close(self) -> None:
        await self._model.close()


def without_ids(messages: Sequence[Message]) -> list[Message]:
    """`messages` with the ids of calls, which are drawn by chance, replaced by their places."""
    places = {call.id: f"call {place}" for place, call in enumerate(c for m in messages for c in m.tool_calls)}
    return [
        replace(
            message,
            tool_calls=tuple(replace(call, id=places[call.id]) for call in message.tool_calls),
            tool_call_id=places.get(message.tool_call_id or "", message.tool_call_id),
        )
        for message in messages
    ]


async def alone(model: LocalChatModel, task: Task, folder: Path) -> tuple[list[Message], TurnFinished]:
    """What is said in a conversation about `task` alone, in `folder`, and how it ends."""
    lay_out(task, folder)
    agent = build_agent(model, folder)
    ends = [event async for event in agent.run(task.prompt) if isinstance(event, TurnFinished)]
    return without_ids(agent.messages), ends[0]


async def together(asker: Asker, tasks: Sequence[Task], folder: Path, journal: Journal) -> TurnFinished:
    """How a turn ends in which a subagent does each of `tasks` in `folder`; `journal` has what they say."""
    for task in tasks:
        lay_out(task, folder)
    agent = build_agent(asker, folder)
    agent.tools = (*agent.tools, TaskTool())
    agent.journal = journal
    ends = [event async for event in agent.run("Let subagents do it.") if isinstance(event, TurnFinished)]
    return ends[0]


async def _round(model: LocalChatModel, base: Path) -> dict[str, Any]:
    """One after the other, then all at once."""
    said: dict[str, list[Message]] = {}
    tokens_alone, began_s = 0, time.monotonic()
    for task in TOGETHER:
        folder = base / task.id
        folder.mkdir()
        said[task.id], end = await alone(model, task, folder)
        tokens_alone += end.usage.completion_tokens
    alone_s = time.monotonic() - began_s
    shared = base / "together"
    shared.mkdir()
    journal = Journal.create(base / "sessions", shared, model.name)
    began_s = time.monotonic()
    end = await together(Asker(model, TOGETHER), TOGETHER, shared, journal)
    together_s = time.monotonic() - began_s
    journal.close()
    heard = {subagent.name: without_ids(subagent.messages) for subagent in load(journal.path).subagents}
    return {
        "equal": heard == said,
        "alone_s": round(alone_s, 3),
        "together_s": round(together_s, 3),
        "alone_tokens_per_s": round(tokens_alone / alone_s, 1),
        "together_tokens_per_s": round(end.usage.completion_tokens / together_s, 1),
        "answer_tokens": tokens_alone,
    }


async def measure(rounds: int) -> dict[str, Any]:
    entry = find_model("pocket")
    model = LocalChatModel(Engine.load(entry.directory), entry.name)
    try:
        done = []
        for _ in range(rounds + 1):  # the first one warms up
            with tempfile.TemporaryDirectory() as folder:
                done.append(await _round(model, Path(folder)))
    finally:
        await model.close()
    kept = done[1:]
    median = {
        key: statistics.median(one[key] for one in kept) for key in ("alone_tokens_per_s", "together_tokens_per_s")
    }
    speedup = statistics.median(one["alone_s"] / one["together_s"] for one in kept)
    return {"median": median, "speedup": round(speedup, 2), "equal": all(one["equal"] for one in done), "rounds": kept}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    result = asyncio.run(measure(arguments.rounds))
    print(f"alone     {result['median']['alone_tokens_per_s']:8.1f} answer tokens/s")
    print(
        f"together  {result['median']['together_tokens_per_s']:8.1f} answer tokens/s, {result['speedup']} times as fast"
    )
    print(f"outputs equal to those alone: {'yes' if result['equal'] else 'NO'}")
    if arguments.out is not None:
        document = {
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            **describe(),
            "tasks": [task.id for task in TOGETHER],
            **result,
        }
        arguments.out.write_text(json.dumps(document, indent=2) + "\n")
    return 0 if result["equal"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
