"""Conversations as the agent makes them: the jobs' scripts, answered by localcoder's own tools in temporary folders."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from localcoder.agent.approval import Answer
from localcoder.agent.calls import CallRunner
from localcoder.agent.events import ApprovalRequested, Event
from localcoder.chat.messages import ToolCall
from localcoder.config.settings import Settings
from localcoder.permissions.policy import Policy
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import ToolContext
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots
from tools.pocket import jobs_chat, jobs_create, jobs_edit, jobs_follow, jobs_read, jobs_recover, jobs_shell
from tools.pocket.contents import clear, distractors
from tools.pocket.draw import Draw
from tools.pocket.quick import quick_shell
from tools.pocket.task import Result, Say, Script, Task, Unsuitable
from tools.pocket.words import FIRST_NAMES, Vocabulary

FAMILIES: list[tuple[float, list[tuple[float, Callable[[Vocabulary], Task]]]]] = [
    (30, jobs_create.JOBS),
    (29, jobs_read.JOBS),
    (31, jobs_edit.JOBS),
    (16, jobs_shell.JOBS),
    (8, jobs_chat.JOBS),
    (7, jobs_recover.JOBS),
]
UNKNOWN_TOOLS = {
    "todo": ["items"],
    "task": ["tasks"],
    "jobs": ["action", "id?"],
    "fetch": ["url"],
    "web_search": ["query", "limit?"],
    "browser": ["url", "action"],
    "sql": ["query", "database?"],
    "screenshot": [],
    "remember": ["text"],
    "translate": ["text", "language"],
    "calendar": ["date?"],
    "send_mail": ["to", "subject", "body"],
    "diagnostics": ["path?"],
    "git_log": ["limit?"],
    "open_issue": ["title", "body"],
    "format": ["path"],
    "ask": ["question"],
}


@dataclass(slots=True)
class Conversation:
    """One finished conversation; `messages` are the fields of `localcoder.chat.messages.Message`.

    `tools` are names with their parameters (`limit?` is optional), as the template shows them. `slips` are the numbers
    of assistant messages that must not be learnt.
    """

    tools: list[tuple[str, list[str]]]
    system: str
    messages: list[dict[str, Any]] = field(default_factory=list)
    slips: list[int] = field(default_factory=list)
    jobs: list[str] = field(default_factory=list)


def compact_prompt() -> str:
    """The system prompt that the pocket model gets from the agent."""
    return package_files("localcoder.agent").joinpath("prompts", "compact.md").read_text(encoding="utf-8").strip()


@cache
def builtin_signatures() -> tuple[tuple[str, list[str]], ...]:
    """The built-in tools as the template shows them."""
    specs = [tool.spec() for tool in builtin_tools(Settings())]
    return tuple(
        (
            spec.name,
            [name if name in spec.parameters["required"] else name + "?" for name in spec.parameters["properties"]],
        )
        for spec in specs
    )


class _Approver:
    """Refuses the tools that a job names; everything else is allowed."""

    def __init__(self) -> None:
        self.refuse: dict[str, str] = {}

    async def approve(self, request: ApprovalRequested) -> Answer:
        name = request.name
        if name in self.refuse:
            return Answer("unavailable") if self.refuse.get("*") == "nobody" else Answer("no", self.refuse[name])
        return Answer("once")


class Folder:
    """A temporary working folder with the real tools over it."""

    def __init__(self, environment: dict[str, str]) -> None:
        base = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
        self.root = Path(tempfile.mkdtemp(prefix="pocket-", dir=base)).resolve()
        roots = Roots(self.root, ())
        self.context = ToolContext(roots, ReadRegistry(), Sandbox.detect(False, roots), environment)
        self.tools = builtin_tools(Settings())
        self.approver = _Approver()
        self.policy = Policy("full", Settings().permissions, roots)

    def add(self, files: dict[str, str]) -> None:
        """Put files there."""
        for path, text in files.items():
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")

    async def call(self, call: ToolCall) -> Result:
        """Run one call through the agent's own runner: validated, permitted, executed."""
        if call.name == "shell" and not self.approver.refuse:
            quick = quick_shell(json.loads(call.arguments)["command"], self.root)
            if quick is not None:
                return Result(quick)
        self.policy.mode = "ask" if self.approver.refuse else "full"

        async def emit(event: Event) -> None:
            pass

        runner = CallRunner(self.tools, self.tools, self.policy, self.context, self.approver, emit, lambda event: None)
        await runner.run([call])
        result = runner.results[call.id]
        return Result(result.content, result.is_error)

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.root, ignore_errors=True)


class Generator:
    """Makes conversations, one after the other, from one seed."""

    def __init__(self, seed: str) -> None:
        self.draw = Draw(seed)
        self.vocabulary = Vocabulary(self.draw)
        self.prompt = compact_prompt()
        python_home = str(Path(os.sys.base_prefix) / "bin")  # type: ignore[attr-defined]
        self.environment = {
            "PATH": f"{python_home}:{os.environ['PATH']}",
            "HOME": "/tmp",
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C.UTF-8",
        }
        self.rejected = 0

    def task(self) -> Task:
        """A job from any family."""
        for _ in range(2000):
            try:
                return self.draw.weighted(self.draw.weighted(FAMILIES))(self.vocabulary)
            except (Unsuitable, StopIteration, IndexError):
                self.rejected += 1
        raise Unsuitable("no job works out")

    async def conversation(self) -> Conversation:
        """The next conversation; drafts that do not work out are thrown away."""
        for _ in range(2000):
            try:
                conversation = await self._draft()
            except RuntimeError:  # a job's `next` found nothing; inside a coroutine that is no StopIteration any more
                conversation = None
            if conversation is not None:
                return conversation
            self.rejected += 1
        raise Unsuitable("no conversation works out")

    async def _draft(self) -> Conversation | None:
        draw = self.draw
        tasks: list[Task] = []
        taken: dict[str, str] = {}
        for _ in range(draw.weighted([(56, 1), (24, 2), (12, 3), (8, 4)])):
            task = self.task()
            if all(clear(path, set(taken)) for path in task.files):
                tasks.append(task)
                taken |= task.files
        follow = [draw.chance(0.27) for _ in tasks]
        made = Conversation(self._tools({need for task in tasks for need in task.needs}, any(follow)), self._system())
        folder = Folder(self.environment)
        try:
            folder.add(taken)
            folder.add(distractors(draw, self.vocabulary, set(taken)))
            for task, followed in zip(tasks, follow, strict=True):
                if not await self._turn(folder, made, task):
                    return made if made.jobs else None
                for _ in range(draw.pick([1, 1, 2]) if followed else 0):
                    next_task = self._follow(folder, made)
                    if next_task is None or not await self._turn(folder, made, next_task):
                        break
        finally:
            folder.remove()
        return made

    def _follow(self, folder: Folder, made: Conversation) -> Task | None:
        subject = None
        for message in reversed(made.messages):
            if message["role"] == "user":
                break
            for call in message.get("tool_calls", ()):
                arguments = json.loads(call["arguments"])
                subject = (
                    subject
                    or arguments.get("path")
                    or (
                        arguments.get("command", "").removeprefix("python3 ")
                        if arguments.get("command", "").startswith("python3 ") and "-c" not in arguments["command"]
                        else None
                    )
                )
        if not subject:
            return None
        for _ in range(6):
            try:
                return self.draw.weighted(jobs_follow.JOBS)(self.vocabulary, subject, folder.root)
            except (Unsuitable, IndexError, StopIteration):
                continue
        return None

    async def _turn(self, folder: Folder, made: Conversation, task: Task) -> bool:
        """Play one turn; False, and nothing kept of it, where it does not work out."""
        messages: list[dict[str, Any]] = [{"role": "user", "content": task.prompt}]
        slips: list[int] = []
        folder.approver.refuse = task.refuse
        script: Script = task.script()
        result: Result | None = None
        try:
            while True:
                call = next(script) if result is None else script.send(result)
                call_id = f"call_{len(made.messages) + len(messages)}"
                arguments = json.dumps(call.arguments, ensure_ascii=False)
                if call.slip:
                    slips.append(len(made.messages) + len(messages))
                messages.append(
                    {
                        "role": "assistant",
                        "content": "",
                        "reasoning": call.plan,
                        "tool_calls": [{"id": call_id, "name": call.name, "arguments": arguments}],
                    }
                )
                result = await folder.call(ToolCall(call_id, call.name, arguments))
                if str(folder.root) in result.content:
                    result = Result(result.content.replace(str(folder.root), self._home()), result.is_error)
                if len(result.content) > 1800 or len(messages) > 12:
                    return False
                messages.append(
                    {"role": "tool", "content": result.content, "tool_call_id": call_id, "is_error": result.is_error}
                )
        except StopIteration as end:
            say: Say = end.value
        except (Unsuitable, IndexError, ValueError, KeyError, RuntimeError):
            return False
        messages.append({"role": "assistant", "content": say.text, "reasoning": say.plan})
        made.messages += messages
        made.slips += slips
        made.jobs.append(task.job)
        return True

    def _home(self) -> str:
        return "/home/user/project"

    def _tools(self, needs: set[str], follows: bool) -> list[tuple[str, list[str]]]:
        """The tools on offer: mostly the six in their order, else shuffled, fewer, or with unknown ones."""
        draw = self.draw
        known = list(builtin_signatures())
        if draw.chance(0.6):
            return known
        if draw.chance(0.35) and not follows:
            known = [tool for tool in known if tool[0] in needs or draw.chance(0.6)]
        if draw.chance(0.6):
            known += [(name, UNKNOWN_TOOLS[name]) for name in draw.some(list(UNKNOWN_TOOLS), 1, 4)]
        if draw.chance(0.7):
            draw.shuffle(known)
        return known

    def _system(self) -> str:
        """The system prompt, sometimes with an AGENTS.md, rarely changed, so that drift does no harm."""
        draw, v = self.draw, self.vocabulary
        text = self.prompt
        if draw.chance(0.1):
            head, *bullets = text.split("\n- ")
            draw.shuffle(bullets)
            text = "\n- ".join([head, *bullets[: draw.randint(2, len(bullets))]])
        if draw.chance(0.15):
            where = draw.pick(
                [
                    f"/home/{draw.pick(FIRST_NAMES[:90]).lower()}/{v.word()}/AGENTS.md",
                    f"/projects/{v.word()}/AGENTS.md",
                    f"/Users/{v.nonsense()}/code/{v.stem()}/AGENTS.md",
                ]
            )
            lines = [
                draw.pick(
                    [
                        f"- {v.sentence()}",
                        v.sentence(),
                        f"Use {v.word()} for {v.word()}.",
                        f"- Run `{v.word()} {v.word()}` before you commit.",
                        f"## {v.words(1, 2)}",
                        f"- {v.word()}: {v.words(2, 5)}",
                        "- Write short commit messages.",
                        "- Tests lie in tests/.",
                    ]
                )
                for _ in range(draw.randint(1, 6))
            ]
            text += f"\n\n# Instructions from {where}\n\n" + "\n".join(lines)
        return text + "\n"


def record(conversation: Conversation) -> str:
    """One line of JSON."""
    return json.dumps(
        {
            "tools": conversation.tools,
            "system": conversation.system,
            "messages": conversation.messages,
            "slips": conversation.slips,
            "jobs": conversation.jobs,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


async def generate(
    seed: int, start: int, count: int, path: Path, *, at_once: int = 4, report: Callable[[str], None] = print
) -> None:
    """Write conversations `start` to `start + count` of `seed` to a file of JSON lines, in order.

    Every conversation has a generator of its own, so that the result does not depend on how many are made at once.
    """
    gate = asyncio.Semaphore(at_once)

    async def one(number: int) -> str:
        async with gate:
            return record(await Generator(f"{seed}/{number}").conversation())

    with path.open("w", encoding="utf-8") as out:
        for first in range(start, start + count, 200):
            numbers = range(first, min(first + 200, start + count))
            for line in await asyncio.gather(*map(one, numbers)):
                out.write(line + "\n")
            out.flush()
            report(f"{path.name}: {numbers[-1] + 1 - start} of {count}")


def main() -> None:
    """`python -m tools.pocket.world SEED START COUNT FILE`."""
    seed, start, count, path = os.sys.argv[1:]  # type: ignore[attr-defined]
    asyncio.run(generate(int(seed), int(start), int(count), Path(path)))


if __name__ == "__main__":
    main()
