"""Conversations as the agent makes them: the jobs' scripts, answered by localcoder's own tools in temporary folders."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import shutil
import tempfile
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any

from localcoder.agent.approval import Answer
from localcoder.agent.calls import CallRunner
from localcoder.agent.events import ApprovalRequested, Event
from localcoder.agent.reply import Draft
from localcoder.chat.families.north import NorthParser
from localcoder.chat.messages import ToolCall
from localcoder.chat.model import ToolCallStarted
from localcoder.config.settings import ApprovalMode, Settings
from localcoder.permissions.policy import Policy
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools import _ripgrep
from localcoder.tools.base import ToolContext
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots
from tools.pocket import (
    jobs_across,
    jobs_chat,
    jobs_create,
    jobs_dictated,
    jobs_edit,
    jobs_errands,
    jobs_everywhere,
    jobs_fix,
    jobs_follow,
    jobs_glossary,
    jobs_hurdles,
    jobs_joint,
    jobs_lookup,
    jobs_neighbours,
    jobs_obstacle,
    jobs_precise,
    jobs_read,
    jobs_recover,
    jobs_repairs,
    jobs_reported,
    jobs_scenes,
    jobs_self,
    jobs_series,
    jobs_several,
    jobs_sheets,
    jobs_shell,
    jobs_steps,
    jobs_together,
    jobs_tried,
    jobs_vague,
    jobs_whereabouts,
)
from tools.pocket.contents import clear, distractors
from tools.pocket.draw import Draw
from tools.pocket.quick import quick_shell
from tools.pocket.task import Call, Meanwhile, Result, Say, Script, Task, Unsuitable, Unusable
from tools.pocket.words import FIRST_NAMES, Vocabulary

FAMILIES: list[tuple[float, list[tuple[float, Callable[[Vocabulary], Task]]]]] = [
    (26, jobs_create.JOBS),
    (24, jobs_read.JOBS),
    (24, jobs_edit.JOBS),
    (14, jobs_precise.JOBS),
    (18, jobs_shell.JOBS),
    (10, jobs_chat.JOBS),
    (22, jobs_self.JOBS),
    (8, jobs_recover.JOBS),
    (10, jobs_obstacle.JOBS),
    (18, jobs_fix.JOBS),
    (18, jobs_across.JOBS),
    (7, jobs_steps.JOBS),
    (10, jobs_vague.JOBS),
    (1000, jobs_scenes.JOBS),
    (130, jobs_glossary.JOBS),
    (40, jobs_several.JOBS),
    (60, jobs_repairs.JOBS),
    (40, jobs_together.JOBS),
    (40, jobs_series.JOBS),
    (25, jobs_sheets.JOBS),
    (30, jobs_lookup.JOBS),
    (40, jobs_joint.JOBS),
    (30, jobs_whereabouts.JOBS),
    (30, jobs_dictated.JOBS),
    (30, jobs_neighbours.JOBS),
    (25, jobs_everywhere.JOBS),
    (60, jobs_tried.JOBS),
    (40, jobs_reported.JOBS),
    (40, jobs_errands.JOBS),
    (25, jobs_hurdles.JOBS),
]
MOST_MESSAGES = 24
"""In one turn; a longer one is thrown away."""

_TOOK = re.compile(r"(?<=test )in 0\.\d{3}s|(?<=tests )in 0\.\d{3}s")
"""What unittest says."""

_ASSERTED = re.compile(r'^(  File ".+", line \d+, in .+\n)( +)(assert .+)\n(?: +\^+\n)?(?=AssertionError)', re.M)
"""The innermost frame of a traceback, where a test failed."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]{6}")
"""Of an object that a program printed: no seed decides it."""

# Its answers are those of the walk in Python, which needs no process.
_ripgrep.program = lambda: None  # type: ignore[assignment]

UNKNOWN_TOOLS = {
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
    "notebook_edit": ["path", "cell", "source"],
    "lsp": ["action", "path", "line?"],
    "run_tests": ["path?"],
    "commit": ["message"],
    "undo": [],
    "clipboard": ["text?"],
    "docs": ["query", "package?"],
    "deploy": ["target", "dry_run?"],
    "weather": ["city"],
    "note": ["title", "text"],
    "ticket": ["id"],
    "metrics": ["name", "since?", "until?"],
}
EXTRA_PARAMETERS = {
    "read": ["encoding", "raw"],
    "write": ["mode", "append"],
    "edit": ["count", "dry_run"],
    "shell": ["background", "cwd", "env"],
    "list": ["depth", "hidden"],
    "search": ["limit", "ignore_case", "context"],
}
"""Optional ones that the tools might get one day, so that a longer signature does no harm."""


class _Inline(ThreadPoolExecutor):
    """Runs at once what tools give to a thread: handing it over takes longer than the small files here."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - it goes to whoever waits for it
            future.set_exception(error)
        return future


_INLINE = _Inline(1)

PATIENCE_S = 20.0
"""A call that takes longer is of no use; all others take far less."""

HASTY = Path(__file__).parent / "hasty"
"""Has what makes scripts not sleep, for the path of programs and that of Python's modules."""


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
        self.left = 0

    async def approve(self, request: ApprovalRequested) -> Answer:
        name = request.name
        if name in self.refuse:
            self.left -= 1
            if self.left == 0:
                feedback, self.refuse = self.refuse[name], {}
                return Answer("no", feedback)
            return Answer("unavailable") if self.refuse.get("*") == "nobody" else Answer("no", self.refuse[name])
        return Answer("once")


class Folder:
    """A temporary working folder with the real tools over it.

    `machine` has the output of commands that tell of the machine and the day, which a seed must decide as well, as
    whether tracebacks underline (`carets`).
    """

    def __init__(self, environment: dict[str, str]) -> None:
        base = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
        self.root = Path(tempfile.mkdtemp(prefix="pocket-", dir=base)).resolve()
        roots = Roots(self.root, ())
        self.context = ToolContext(roots, ReadRegistry(), Sandbox.detect(False, roots), environment)
        self.tools = builtin_tools(Settings())
        self.approver = _Approver()
        self.policy = Policy("full", Settings().permissions, roots)
        self.offered = {tool.name for tool in self.tools}
        self.machine: dict[str, str] = {}
        self.carets = True

    def add(self, files: dict[str, str]) -> None:
        """Put files there."""
        self.change(dict(files))

    def change(self, files: dict[str, str | None]) -> None:
        """Put files there, or take them away."""
        for path, text in files.items():
            target = self.root / path
            if text is None:
                target.unlink()
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")

    def differences(self, ends: Mapping[str, str | None]) -> list[str]:
        """What is not as a job promised."""
        wrong = []
        for path, text in ends.items():
            target = self.root / path
            found = target.read_text(encoding="utf-8") if target.is_file() else None
            if found != text:
                wrong.append(f"{path} has {found!r} and not {text!r}")
        return wrong

    async def call(self, call: ToolCall) -> Result:
        """Run one call through the agent's own runner: validated, permitted, executed."""
        arguments = json.loads(call.arguments)
        if call.name == "shell" and not self.approver.refuse and isinstance(arguments.get("command"), str):
            command = arguments["command"]
            if command in self.machine:
                return Result(f"{self.machine[command]}\n[exit 0]")
            quick = quick_shell(command, self.root)
            if quick is not None:
                return Result(quick)
        return await self.run(call)

    async def run(self, call: ToolCall, mode: ApprovalMode = "full") -> Result:
        """The same, always by the tool itself; the arguments may be anything.

        Raises:
            Unsuitable: it goes on and on, as a server does.
        """
        self.policy.mode = "ask" if self.approver.refuse else mode

        async def emit(event: Event) -> None:
            pass

        tools = [tool for tool in self.tools if tool.name in self.offered]
        runner = CallRunner(tools, tools, self.policy, self.context, self.approver, emit, lambda event: None)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await runner.run([call])
        except TimeoutError:
            raise Unsuitable("it does not end") from None
        result = runner.results[call.id]
        return Result(result.content, result.is_error)

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.root, ignore_errors=True)


class Generator:
    """Makes conversations, one after the other, from one seed.

    A job whose files are not in the end as it promised is thrown away, as one that fails is, and the fault shown; where
    `strict`, both are raised.
    """

    def __init__(self, seed: str, *, strict: bool = False) -> None:
        self.strict = strict
        self.draw = Draw(seed)
        self.vocabulary = Vocabulary(self.draw)
        self.prompt = compact_prompt()
        python_home = str(Path(os.sys.base_prefix) / "bin")  # type: ignore[attr-defined]
        self.environment = {
            "PATH": f"{HASTY}:{python_home}:{os.environ['PATH']}",
            "PYTHONPATH": str(HASTY),
            "HOME": "/tmp",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "",  # with it `| head` may break the pipe of a script, or not
            "LANG": "C.UTF-8",
        }

    def task(self) -> Task:
        """A job from any family."""
        for _ in range(2000):
            try:
                return self.draw.weighted(self.draw.weighted(FAMILIES))(self.vocabulary)
            except (Unsuitable, StopIteration, IndexError, ValueError):
                continue
        raise Unsuitable("no job works out")

    async def conversation(self) -> Conversation:
        """The next conversation; drafts that do not work out are thrown away."""
        asyncio.get_running_loop().set_default_executor(_INLINE)
        for _ in range(2000):
            try:
                conversation = await self._draft()
            except RuntimeError:  # a job's `next` found nothing; inside a coroutine that is no StopIteration any more
                conversation = None
            except Exception:
                if self.strict:
                    raise
                # One fault in a hundred thousand drafts is to be seen, but must not stop a training.
                traceback.print_exc()
                conversation = None
            if conversation is not None:
                return conversation
        raise Unsuitable("no conversation works out")

    async def played(self, task: Task, folder: Folder) -> Conversation | None:
        """A conversation of this task alone, in a folder that gets its files; None where it does not work out."""
        asyncio.get_running_loop().set_default_executor(_INLINE)
        made = Conversation(self._tools(set(task.needs), set(task.without), False), self._system())
        folder.offered = {name for name, _ in made.tools}
        folder.add(task.files)
        for turn in (task, *task.after):
            if not await self._turn(folder, made, turn):
                return None
        return made

    async def _draft(self) -> Conversation | None:
        draw = self.draw
        tasks: list[Task] = []
        taken: dict[str, str] = {}
        needs: set[str] = set()
        without: set[str] = set()
        for _ in range(draw.weighted([(56, 1), (24, 2), (12, 3), (8, 4)])):
            task = self.task()
            if task.after and tasks:
                continue
            if all(clear(path, set(taken)) for path in {**task.files, **task.ends}) and not (
                needs & set(task.without) or without & set(task.needs) or (tasks and (task.alone or tasks[0].alone))
            ):
                tasks.append(task)
                taken |= task.files
                needs |= set(task.needs)
                without |= set(task.without)
            if task.after:
                break
        follow = [not without and not task.after and draw.chance(0.27) for task in tasks]
        made = Conversation(self._tools(needs, without, any(follow)), self._system())
        folder = Folder(self.environment)
        folder.offered = {name for name, _ in made.tools}
        folder.machine, folder.carets = self._machine(), draw.chance(0.5)
        try:
            folder.add(taken)
            if not tasks[0].alone:
                folder.add(
                    distractors(draw, self.vocabulary, {path for task in tasks for path in (*task.files, *task.ends)})
                )
            for task, followed in zip(tasks, follow, strict=True):
                for turn in (task, *task.after):
                    if not await self._turn(folder, made, turn):
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
        jobs = [task.job]
        folder.approver.refuse, folder.approver.left = task.refuse, task.refusals
        script: Script = task.script()
        result: Result | None = None
        try:
            while True:
                step = next(script) if result is None else script.send(result)
                at = len(made.messages) + len(messages)
                if isinstance(step, Meanwhile):
                    folder.change(step.files)
                    result = Result("")
                    continue
                if isinstance(step, Unusable):
                    slips.append(at)
                    messages += _unusable(step)
                    jobs.append(task.job)
                    result = Result("")
                    continue
                arguments = json.dumps(step.arguments, ensure_ascii=False)
                if step.slip:
                    slips.append(at)
                call = ToolCall(f"call_{at}", step.name, arguments)
                messages.append(
                    {
                        "role": "assistant",
                        "content": "",
                        "reasoning": decided(step, task.prompt),
                        "tool_calls": [{"id": call.id, "name": call.name, "arguments": arguments}],
                    }
                )
                result = await folder.call(call)
                content = steady(result.content.replace(str(folder.root), self._home()), folder.carets)
                result = Result(content, result.is_error)
                if len(result.content) > 1800 or len(messages) > MOST_MESSAGES or _ADDRESS.search(result.content):
                    return False
                messages.append(
                    {"role": "tool", "content": result.content, "tool_call_id": call.id, "is_error": result.is_error}
                )
        except StopIteration as end:
            say: Say = end.value
        except (Unsuitable, IndexError, ValueError, KeyError, RuntimeError):
            return False
        messages.append({"role": "assistant", "content": say.text, "reasoning": say.plan})
        wrong = folder.differences(task.ends)
        if wrong and self.strict:
            raise AssertionError(f"{task.prompt!r}: {wrong}")
        if wrong:
            return False
        made.messages += messages
        made.slips += slips
        made.jobs += jobs
        return True

    def _home(self) -> str:
        return "/home/user/project"

    def _machine(self) -> dict[str, str]:
        """What a machine says of itself."""
        draw, v = self.draw, self.vocabulary
        return {
            "whoami": draw.pick([draw.pick(FIRST_NAMES[:90]).lower(), v.nonsense(), "root", "user"]),
            "date +%F": f"20{draw.randint(24, 34)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}",
            "uname -s": draw.pick(["Linux", "Linux", "Darwin"]),
            "nproc": str(draw.pick([1, 2, 4, 6, 8, 10, 12, 16, 24, 32, 64])),
            "python3 --version": f"Python 3.{draw.randint(9, 15)}.{draw.randint(0, 19)}",
            "node --version": f"v{draw.randint(14, 26)}.{draw.randint(0, 22)}.{draw.randint(0, 9)}",
            "git --version": f"git version 2.{draw.randint(20, 60)}.{draw.randint(0, 9)}",
        }

    def _tools(self, needs: set[str], without: set[str], follows: bool) -> list[tuple[str, list[str]]]:
        """The tools on offer: mostly all in their order, else shuffled, fewer, with unknown ones, or a bit changed.

        A session may well be without `todo`, which only jobs of several steps need.
        """
        draw = self.draw
        offers_todo = "todo" in needs or ("todo" not in without and draw.chance(0.97))
        known = [tool for tool in builtin_signatures() if tool[0] not in without and (tool[0] != "todo" or offers_todo)]
        if draw.chance(0.9):
            return known
        if draw.chance(0.3) and not follows:
            known = [tool for tool in known if tool[0] in needs or draw.chance(0.6)]
        if draw.chance(0.35):
            known = [(name, self._drifted(name, parameters)) for name, parameters in known]
        if draw.chance(0.6):
            known += [(name, UNKNOWN_TOOLS[name]) for name in draw.some(list(UNKNOWN_TOOLS), 1, 5)]
        if draw.chance(0.7):
            draw.shuffle(known)
        return known

    def _drifted(self, name: str, parameters: list[str]) -> list[str]:
        """A signature as it might become: optional parameters gone, added, or all in another order."""
        draw = self.draw
        kept = [parameter for parameter in parameters if not parameter.endswith("?") or draw.chance(0.75)]
        if name in ("edit", "list", "search"):
            kept = parameters[:]
        if draw.chance(0.4):
            kept += [f"{extra}?" for extra in draw.some(EXTRA_PARAMETERS.get(name, ["note"]), 1, 2)]
        if draw.chance(0.5):
            draw.shuffle(kept)
        return kept

    def _system(self) -> str:
        """The system prompt, sometimes with an AGENTS.md, rarely changed, so that drift does no harm."""
        draw, v = self.draw, self.vocabulary
        text = self.prompt
        if draw.chance(0.03):
            head, *bullets = text.split("\n- ")
            draw.shuffle(bullets)
            text = "\n- ".join([head, *bullets[: draw.randint(2, len(bullets))]])
        if draw.chance(0.06):
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


_NEW = re.compile(
    r"(?:.* )?becomes? ((?:(?! becomes? ).)+?)(?: everywhere)?"
    r"|(.+) here too"
    r"|set .+? to (.+?)(?: in \S+)?"
)
"""How thoughts say what something is to become; one group has it."""


def decided(call: Call, prompt: str) -> str:
    """The thought before a call; where it looks at something or writes a new file, without what its author adds.

    What he means to find, or to write, he would say in words of his which nobody can foresee: half of the loss came
    from them. The user's words say it too, and the next thought picks it out of the result, or the file has it. What
    stays is what something is to become, in the user's own words, for the changes to copy it from.
    """
    given = call.arguments
    looks = {
        "read": f"read {given.get('path')}",
        "write": f"write {given.get('path')}",
        "search": f"search {given.get('pattern')}",
        "list": f"list {given.get('path', 'the folder')}",
        "shell": f"run {given.get('command')}",
    }
    look = looks.get(call.name, "\0")
    first = re.search(r"(?:^|; )([^;]+); read it(?: first| and show it)?$", call.plan) if call.name == "read" else None
    if first is not None:
        subject = f"it is {given['path']}; "
        before, note = subject if call.plan.startswith(subject) else "", first.group(1)
    else:
        before, found, note = call.plan.rpartition(look)
        if not found or (before and not before.endswith("; ")):
            return call.plan
    new = _NEW.fullmatch(note.removeprefix("; "))
    what = next(filter(None, new.groups()), "") if new is not None else ""
    return f"{before}{look}; it becomes {what}" if what and what in prompt else before + look


def steady(output: str, carets: bool) -> str:
    """A result without what differs from run to run, or from Python to Python.

    That is how long tests took, and the line under a failed `assert`, which 3.11 has and 3.12 has not; here `carets`
    decides.
    """
    if " in 0." in output:
        output = _TOOK.sub("in 0.000s", output)
    return _ASSERTED.sub(lambda found: found[1] + _underlined(found[2], found[3], carets), output)


def _underlined(blanks: str, statement: str, carets: bool) -> str:
    try:
        test = ast.parse(statement).body[0].test  # type: ignore[attr-defined]
    except SyntaxError:
        carets = False
    under = f"{blanks}{' ' * test.col_offset}{'^' * (test.end_col_offset - test.col_offset)}\n" if carets else ""
    return f"{blanks}{statement}\n{under}"


def _unusable(step: Unusable) -> list[dict[str, Any]]:
    """The reply as the agent keeps it, and what the agent says about it."""
    parser = NorthParser(in_reasoning=True)
    draft = Draft()
    raw = f"{step.plan}<|END_THINKING|>" + (f"<|START_ACTION|>{step.raw}" if step.raw else "")
    if step.raw and not step.cut:
        raw += "<|END_ACTION|>"
    for event in (*parser.feed(raw), *parser.finish(truncated=step.cut)):
        for _ in draft.add(event):
            pass
    if step.half:
        list(draft.add(ToolCallStarted(0, "call", step.half)))
    draft.reason = "length" if step.cut else "stop"
    feedback = draft.feedback()
    if feedback is None or draft.calls:
        raise Unsuitable("usable")
    return [
        {"role": "assistant", "content": draft.message().content, "reasoning": step.plan},
        {"role": "user", "content": feedback.to_model},
    ]


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
