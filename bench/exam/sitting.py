"""One task sat by a model: the real agent with the real tools in a temporary folder, greedy."""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.exam.judge import judge
from bench.exam.task import Task
from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested
from localcoder.agent.prompting import system_prompt
from localcoder.chat.model import ChatModel, ReplyOptions
from localcoder.config.settings import Permissions, Settings
from localcoder.permissions.policy import Policy
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import Tool, ToolContext, ToolResult
from localcoder.tools.read import ReadArguments, ReadTool
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots

FOLDER_PREFIX = "localcoder-task-"


class _Refuser:
    """The user of the exam, who refuses whatever there is to ask about."""

    def __init__(self, feedback: str) -> None:
        self._feedback = feedback

    async def approve(self, request: ApprovalRequested) -> Answer:
        return Answer("no", self._feedback)


class _ReadThenChanged(ReadTool):
    """`read`, after which somebody else saves the file: once, and for nobody to see."""

    def __init__(self, contents: dict[Path, str]) -> None:
        self.contents = contents

    async def run(self, arguments: ReadArguments, context: ToolContext) -> ToolResult:
        result = await super().run(arguments, context)
        path = context.roots.resolve(arguments.path)
        if path in self.contents:
            path.write_text(self.contents.pop(path))
        return result


def lay_out(task: Task, folder: Path) -> None:
    """Put the files of `task` into `folder`."""
    for name, content in task.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)


def build_agent(model: ChatModel, folder: Path, task: Task | None = None) -> Agent:
    """An agent in `folder` that may do everything there but what `task` has the user refuse."""
    roots = Roots(folder, ())
    context = ToolContext(roots=roots, registry=ReadRegistry(), sandbox=Sandbox.detect(True, roots))
    tools: tuple[Tool[Any], ...] = builtin_tools(Settings())
    if task is not None and task.meanwhile:
        changing = _ReadThenChanged({roots.resolve(name): content for name, content in task.meanwhile.items()})
        tools = tuple(changing if isinstance(tool, ReadTool) else tool for tool in tools)
    return Agent(
        model,
        tools,
        Policy("full", Permissions(ask=task.asks if task else ()), roots),
        context,
        _Refuser(task.feedback if task else ""),
        system=system_prompt(model.prompt_profile, roots),
        max_turns=20,
        options=ReplyOptions(temperature=0.0, max_tokens=1024),
    )


async def attempt(model: ChatModel, task: Task) -> dict[str, Any]:
    """Let `model` do one task in a folder of its own; returns its verdict."""
    with tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX) as name:
        folder = Path(name)
        lay_out(task, folder)
        start = time.perf_counter()
        agent = build_agent(model, folder, task)
        events = [event async for event in agent.run(task.prompt)]
        seconds = time.perf_counter() - start
        unread = any(tool.contents for tool in agent.tools if isinstance(tool, _ReadThenChanged))
        wrong = judge(replace(task, files_after=task.unread_after) if unread else task, folder, events)
    return {
        "id": task.id,
        "job": task.job,
        "prompt": task.prompt,
        "solved": not wrong,
        "wrong": wrong,
        "seconds": round(seconds, 2),
        "transcript": [
            {"role": message.role, "content": message.content, "reasoning": message.reasoning}
            | ({"calls": [[call.name, call.arguments] for call in message.tool_calls]} if message.tool_calls else {})
            for message in agent.messages
            if message.role != "system"
        ],
    }
