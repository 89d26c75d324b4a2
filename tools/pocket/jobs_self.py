"""Talk about localcoder and its limits, remarks, words that point at nothing, and talk around a request."""

from __future__ import annotations

from collections.abc import Callable

from tools.pocket import jobs_chat, jobs_create, jobs_edit, jobs_read, jobs_shell
from tools.pocket import phrases_self as phrases
from tools.pocket.draw import Draw
from tools.pocket.phrases_asking import SMALL_TALK
from tools.pocket.phrasing import small_talk
from tools.pocket.task import Call, Say, Script, Task, Unsuitable
from tools.pocket.tell import tell
from tools.pocket.words import Vocabulary


def _talk(plan: str, text: str) -> Callable[[], Script]:
    def script() -> Script:
        return Say(plan, text)
        yield Call("", "", {})  # makes this a generator

    return script


def about(v: Vocabulary) -> Task:
    """A question about the chat or the model, or a remark."""
    draw = v.draw
    plan, text, questions = draw.weighted(
        [(1.6 if row[0] == "a remark; no tool" else 1.0, row) for row in phrases.TOPICS]
    )
    slots = {"mood": draw.pick(phrases.MOODS), "name": v.proper(), "city": v.city()}
    if plan == "not understood; say so" or draw.chance(0.2):
        prompt = draw.phrase([draw.pick(questions).removeprefix("=")], None, **slots)
        if plan == "not understood; say so" and draw.chance(0.25):
            prompt = draw.pick([v.nonsense(), f"{v.nonsense()} {v.nonsense()}", f"{v.nonsense()} {v.word()}"])
    else:
        prompt = tell(draw, questions, **slots)
    if plan.startswith("about") and draw.chance(0.12):
        prompt = f"{_warm(draw, v, phrases.WARM)} {prompt}"
    return Task("chat", prompt, _talk(plan, text))


def _warm(draw: Draw, v: Vocabulary, table: list[str]) -> str:
    return draw.pick(table).replace("{name}", v.first_name()).replace("{mood}", draw.pick(phrases.MOODS))


def dangling(v: Vocabulary) -> Task:
    """The first words speak of "it", and nothing was said before: ask what is meant."""
    draw = v.draw
    prompt = tell(draw, phrases.DANGLING)
    return Task("chat", prompt, _talk("it? nothing was said before; ask", "Which file do you mean?"), alone=True)


def talk_again(v: Vocabulary) -> Task:
    """What `jobs_chat` answers, with a sentence before or after that changes nothing."""
    draw = v.draw
    task = draw.weighted([(2, jobs_chat.talk), (1, jobs_chat.refuse)])(v)
    end = task.script()
    try:
        next(end)
    except StopIteration as said:
        if said.value.plan in (
            "a greeting; greet back",
            "thanks; no tool",
            "a goodbye; no tool",
            "small talk; no tool",
            "nothing to do; no tool",
            "nothing is open; ask",
            "a complaint; ask what to do",
        ):
            raise Unsuitable("no question") from None
    task.prompt = f"{_warm(draw, v, phrases.WARM) if draw.chance(0.7) else small_talk(draw, SMALL_TALK)} {task.prompt}"
    return task


_WORK: list[Callable[[Vocabulary], Task]] = [
    jobs_create.create_program,
    jobs_create.create_line,
    jobs_edit.set_value,
    jobs_edit.set_spot,
    jobs_read.read_value,
    jobs_read.read_sheet,
    jobs_read.list_files,
    jobs_read.run_script,
    jobs_shell.run_command,
    jobs_shell.manage,
    jobs_read.search_name,
]


def warm_request(v: Vocabulary) -> Task:
    """A request among greetings, thanks and remarks: do what is asked."""
    draw = v.draw
    task = draw.pick(_WORK)(v)
    before, after = draw.pick([(True, False), (True, False), (True, True), (False, True)])
    if "\n" in task.prompt:
        after = False
    prompt = task.prompt
    if after and prompt[-1] in ".?!":
        prompt = f"{prompt} {_warm(draw, v, phrases.COOL)}"
    if before:
        joint = draw.pick([" ", " ", " ", "\n"])
        prompt = f"{_warm(draw, v, phrases.WARM)}{joint}{prompt}"
        if draw.chance(0.2):
            prompt = f"{_warm(draw, v, phrases.WARM)} {prompt}"
    task.prompt = prompt
    return task


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [
    (5, about),
    (1.5, dangling),
    (1.2, talk_again),
    (4, warm_request),
]
