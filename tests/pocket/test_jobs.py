"""Every job of the generator, carried out by the real tools, ends as it claims."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator

import pytest

from tools.pocket import contents_bugs as bugs
from tools.pocket import jobs_fix, jobs_obstacle, jobs_scenes, jobs_self, jobs_steps, jobs_together, jobs_vague, world
from tools.pocket.draw import Draw
from tools.pocket.task import Task, Unsuitable
from tools.pocket.words import Vocabulary

JOBS = [job for _, jobs in world.FAMILIES for _, job in jobs]


async def plays(job: object, seed: str, count: int) -> AsyncIterator[tuple[Task, world.Conversation, world.Folder]]:
    """The first conversations of a job that work out, each with its folder as it is at the end."""
    generator = world.Generator(seed, strict=True)
    made = 0
    for _ in range(60 * count):
        try:
            task = job(generator.vocabulary)
        except (Unsuitable, StopIteration, IndexError):
            continue
        folder = world.Folder(generator.environment)
        try:
            conversation = await generator.played(task, folder)
            if conversation is not None:
                made += 1
                yield task, conversation, folder
        finally:
            folder.remove()
        if made == count:
            return
    raise AssertionError(f"{made} of {count} worked out")


def text_of(folder: world.Folder, path: str) -> str | None:
    target = folder.root / path
    return target.read_text(encoding="utf-8") if target.is_file() else None


@pytest.mark.parametrize("job", JOBS, ids=lambda job: f"{job.__module__.rpartition('.')[2]}-{job.__name__}")
async def test_what_is_said_at_the_end_is_so(job: object) -> None:
    async for task, conversation, folder in plays(job, "claims", 3):
        said = conversation.messages[-1]["content"]
        assert said.strip()
        changed = {path for path, text in task.files.items() if text_of(folder, path) != text}
        for path in re.findall(r"\b(?:Created|Overwrote) (?!the folder)(\S+?)[.,;]?(?= |$)", said.split("\n")[0]):
            assert text_of(folder, path) is not None, said
        for path in re.findall(r"\bDeleted (\S+)\.(?: |$)", said):
            assert not (folder.root / path).exists(), said
        for old, new in re.findall(r"\b(?:Renamed|Moved) (\S+) to (\S+)\.(?: |$)", said):
            if old in task.files:
                assert not (folder.root / old).exists() and (folder.root / new).is_file(), said
        found = re.fullmatch(r"Changed .+ from (.+) to (.+) in (\S+)\.", said)
        if found is not None and found.group(3) in task.files:
            assert found.group(3) in changed and found.group(2).strip('"') in (text_of(folder, found.group(3)) or ""), (
                said
            )
        if not task.after and re.search(r"\bchanged nothing|does not say that|There is no|Which file|I cannot", said):
            assert not changed, said
        if re.search(r" passes now\.$", said):
            results = [message for message in conversation.messages if message["role"] == "tool"]
            assert results[-1]["content"].endswith("[exit 0]")
            # What checks in a scene may only print what it found.
            assert job is jobs_scenes.scene or "[exit 0]" not in results[0]["content"]


async def test_repairs_change_the_module_and_never_its_test() -> None:
    async for task, _, folder in plays(jobs_fix.failing_test, "tests", 5):
        test = next(path for path in task.files if task.files[path].startswith(("from ", "import unittest")))
        assert text_of(folder, test) == task.files[test]
        assert text_of(folder, (set(task.files) - {test}).pop()) != task.files[(set(task.files) - {test}).pop()]


def test_a_mistake_fails_its_test_and_the_right_line_passes_it() -> None:
    vocabulary = Vocabulary(Draw("mistakes"))
    kinds: set[str] = set()
    for _ in range(400):
        try:
            made = bugs.bug(vocabulary)
        except Unsuitable:
            continue
        kinds.add(made.kind)
        assert made.wrong != made.good
        for call, value in made.cases:
            assert bugs.outcome(made.fixed, call) == value
        assert any(bugs.differs(bugs.outcome(made.code, call), value) for call, value in made.cases)
    assert {"wrong operator", "off by one", "wrong name", "missing return", "wrong comparison"} <= kinds


async def test_what_the_agent_says_of_useless_replies_is_what_it_says_in_real_turns() -> None:
    said: set[str] = set()
    async for _, conversation, _ in plays(jobs_obstacle.useless_reply, "useless", 40):
        at = next(number for number in conversation.slips if conversation.messages[number + 1]["role"] == "user")
        said.add(conversation.messages[at + 1]["content"])
    starts = (
        "Your tool call could not be read: The call is broken: ",
        "Your reply was empty. ",
        "Your reply was cut in ",
    )
    assert all(text.startswith(starts) for text in said)
    assert all(any(text.startswith(start) for text in said) for start in starts)


@pytest.mark.parametrize("job", [jobs_steps.several, jobs_together.together])
async def test_steps_are_ticked_off_one_after_the_other(job: object) -> None:
    seen = 0
    async for _, conversation, _ in plays(job, "steps", 12):
        lists = [
            json.loads(call["arguments"])["items"]
            for message in conversation.messages
            for call in message.get("tool_calls", ())
            if call["name"] == "todo"
        ]
        if not lists:
            continue
        seen += 1
        for done, items in enumerate(lists):
            states = [item["status"] for item in items]
            waiting = len(states) - done
            assert states == (
                ["done"] * done + ["in_progress"] + ["pending"] * (waiting - 1) if waiting else ["done"] * done
            )
    assert seen >= 3


async def test_nothing_is_called_for_what_has_no_tool_and_for_talk() -> None:
    for job in (jobs_obstacle.no_tool, jobs_self.about, jobs_self.dangling, jobs_self.talk_again):
        async for _, conversation, _ in plays(job, "talk", 4):
            assert [message["role"] for message in conversation.messages] == ["user", "assistant"]


async def test_a_file_that_is_called_by_its_kind_is_looked_for_first() -> None:
    async for _, conversation, _ in plays(jobs_vague.by_kind, "kinds", 8):
        assert conversation.messages[1]["tool_calls"][0]["name"] == "list"


def test_offered_tools_hold_what_a_job_needs_and_lack_what_it_must_not_have() -> None:
    generator = world.Generator("offers")
    orders, signatures = set(), set()
    for _ in range(1800):
        offered = generator._tools({"edit", "todo"}, {"shell"}, False)
        names = [name for name, _ in offered]
        assert {"edit", "todo"} <= set(names) and "shell" not in names and len(set(names)) == len(names)
        parameters = dict(offered)["edit"]
        assert {"path", "old", "new"} <= set(parameters)
        orders.add(tuple(names))
        signatures.add(tuple(parameters))
    assert len(orders) > 100 and len(signatures) > 5
