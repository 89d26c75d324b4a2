"""Several agents and one user: questions come one by one, each with its agent's name, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from localcoder.agent.approval import Answer, Questions
from localcoder.agent.events import ApprovalRequested
from localcoder.config.settings import Settings
from localcoder.tools.registry import builtin_tools
from tests.agent.acting import Stage, end_of, turn
from tests.fakes.fake_model import calls, says
from tests.fakes.fake_troupe import FakeTroupe, task_call

NAMES = ("a", "b", "c")


@dataclass
class User:
    """Answers after a moment, in which others come to ask."""

    choose: Callable[[ApprovalRequested], Answer] = lambda request: Answer("once")
    asked: list[ApprovalRequested] = field(default_factory=list)
    open: int = 0
    most_open: int = 0

    async def approve(self, request: ApprovalRequested) -> Answer:
        self.asked.append(request)
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        try:
            for _ in range(20):
                await asyncio.sleep(0)
            return self.choose(request)
        finally:
            self.open -= 1


async def ask_three(stage: Stage, user: User) -> dict[str, bool]:
    """Three subagents that want to write a file at the same time; says which of the files are there."""
    together = asyncio.Barrier(3)
    scripts = {n: [together, calls(("write", {"path": n, "content": n})), says("end")] for n in NAMES}
    model = FakeTroupe(scripts={"do it": [task_call(*NAMES), says("end")], **scripts})
    agent = stage.agent(model=model, tools=builtin_tools(Settings(), "full"), mode="ask")
    agent.approver = user
    assert end_of(await turn(agent)).status == "done"
    return {name: (stage.folder / name).exists() for name in NAMES}


async def test_three_at_once_are_asked_one_by_one_and_each_gets_its_own_answer(stage: Stage) -> None:
    user = User(lambda request: Answer("no" if request.agent == "b" else "once"))
    assert await ask_three(stage, user) == {"a": True, "b": False, "c": True}
    assert user.most_open == 1
    assert sorted((request.agent, request.summary) for request in user.asked) == [(n, f"write {n}") for n in NAMES]
    assert all(request.diff is not None for request in user.asked)


async def test_always_settles_the_questions_behind_it(stage: Stage) -> None:
    user = User(lambda request: Answer("always"))
    assert await ask_three(stage, user) == {"a": True, "b": True, "c": True}
    assert len(user.asked) == 1


async def test_a_mode_chosen_meanwhile_settles_the_questions_behind_it(stage: Stage) -> None:
    together = asyncio.Barrier(3)
    scripts = {n: [together, calls(("write", {"path": n, "content": n})), says("end")] for n in NAMES}
    model = FakeTroupe(scripts={"do it": [task_call(*NAMES), says("end")], **scripts})
    agent = stage.agent(model=model, tools=builtin_tools(Settings(), "full"), mode="ask")

    def choose(request: ApprovalRequested) -> Answer:
        agent.policy.mode = "plan"
        return Answer("no")

    agent.approver = user = User(choose)
    await turn(agent)
    assert len(user.asked) == 1
    assert list(stage.folder.iterdir()) == []


MOMENTS = st.integers(0, 12)


@given(
    st.lists(
        st.tuples(MOMENTS, st.none() | MOMENTS, st.booleans(), st.sampled_from(["once", "always", "no"])),
        min_size=1,
        max_size=10,
    )
)
def test_whatever_comes_is_cancelled_and_is_answered_when_the_order_holds(
    plans: list[tuple[int, int | None, bool, str]],
) -> None:
    """Each plan: when it asks, when it is cancelled, whether it is settled by then, and what it is answered."""
    came: list[int] = []
    prepared: list[int] = []
    user = User()

    async def one(questions: Questions, number: int) -> Answer | None:
        arrives, _, settled, _ = plans[number]
        for _ in range(arrives):
            await asyncio.sleep(0)
        came.append(number)

        async def prepare() -> ApprovalRequested | None:
            assert user.open == 0
            prepared.append(number)
            await asyncio.sleep(0)
            name = f"agent {number}"
            return None if settled else ApprovalRequested("", "x", "", "", None, None, agent=name)

        return await questions.ask(user.approve, prepare)

    async def end(task: asyncio.Task[Answer | None], after: int) -> None:
        for _ in range(after * 4):
            await asyncio.sleep(0)
        task.cancel()

    async def play() -> list[Answer | BaseException | None]:
        questions = Questions()
        user.choose = lambda request: Answer(plans[int((request.agent or "").split()[1])][3])  # type: ignore[arg-type]
        tasks = [asyncio.create_task(one(questions, number)) for number in range(len(plans))]
        enders = [end(task, plan[1]) for task, plan in zip(tasks, plans, strict=True) if plan[1] is not None]
        results = await asyncio.wait_for(asyncio.gather(*tasks, *enders, return_exceptions=True), 30)
        assert await questions.ask(user.approve, _nothing) is None  # the turn is free again
        return results[: len(tasks)]

    for number, result in enumerate(asyncio.run(play())):
        _, cancelled, settled, choice = plans[number]
        if isinstance(result, BaseException):
            assert isinstance(result, asyncio.CancelledError) and cancelled is not None
        else:
            assert result == (None if settled else Answer(choice))  # type: ignore[arg-type]
    assert user.most_open <= 1 and user.open == 0
    assert prepared == [number for number in came if number in prepared]
    assert len(set(prepared)) == len(prepared)


async def _nothing() -> None:
    return None
