"""Jobs of several small errands, kept on a list of todos, and what is said of the list in the turns behind them.

A todo has the user's own words for that errand, without a request before them, up to the first mark or "and".
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace

from tools.pocket import phrases_errands as phrases
from tools.pocket.draw import Draw
from tools.pocket.errands import ERRANDS
from tools.pocket.errands_asked import request, say, typed, upper, which, worded
from tools.pocket.errands_desk import Desk, Step
from tools.pocket.errands_sheet import on_sheet
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable
from tools.pocket.words import Vocabulary

_MOST_CALLS = 12
"""In one turn."""
_UNASKED = 4
"""So many errands are written down even where nobody asks for it."""
_TOOLS = ("edit", "read", "shell", "write")


def _steps(desk: Desk, wanted: int, room: int) -> list[Step]:
    """Errands that can be done one after the other with so many calls."""
    steps: list[Step] = []
    for _ in range(30):
        seen, now, told, before = {*desk.seen}, {**desk.now}, {**desk.told}, {**desk.before}
        try:
            more = desk.draw.weighted(ERRANDS)(desk)
            texts = [step.text for step in (*steps, *more)]
            calls = sum(len(step.calls) for step in (*steps, *more))
            if len(texts) > wanted or len({*texts}) < len(texts) or calls > room:
                raise Unsuitable("too much")
        except (Unsuitable, IndexError, ValueError):
            desk.seen, desk.now, desk.told, desk.before = seen, now, told, before
            continue
        for step in more:
            step.alone = len(more) == 1
        steps += more
        if len(steps) == wanted:
            return steps
    raise Unsuitable("errands")


class _Work:
    """The errands as the list has them, and which of them are done."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.texts = [step.text for step in steps]
        self.done: set[int] = set()

    @property
    def open(self) -> list[int]:
        """Those that are not done."""
        return [at for at in range(len(self.texts)) if at not in self.done]

    def turn(self, prompt: str, these: list[int], opening: str) -> Task:
        """The turn in which these are done; the list tells of each."""
        states = [set(self.done)]
        for at in these:
            states.append(states[-1] | ({at} if not self.steps[at].failed else set()))
        self.done = states[-1]
        texts, steps = list(self.texts), [self.steps[at] for at in these]
        last = f"{len(texts) - len(self.done)} left" if self.open else "all done"

        def script() -> Script:
            yield _list(texts, states[0], opening, these[0])
            for step, state, following in zip(steps, states[1:], [*these[1:], None], strict=True):
                yield from _done(step)
                rest = f"next: {texts[following]}" if following is not None else last
                plan = f"{step.thought}; {step.text} {'failed' if step.failed else 'is done'}; {rest}"
                yield _list(texts, state, plan, following)
            return Say(f"{last.replace('all', 'all steps')}; report", "\n".join(step.told for step in steps))

        ends = {path: text for step in steps for path, text in step.ends.items()}
        return Task("todo", prompt, script, ends=ends)

    def question(self, draw: Draw) -> Task:
        """How many are done, or what is left."""
        count, done = len(self.texts), len(self.done)
        if draw.chance(0.5):
            table, text = phrases.HOW_MANY_DONE, f"{done} of {count} {'is' if done == 1 else 'are'} done."
            text = f"All {count} are done." if done == count else text
        else:
            left = "; ".join(self.texts[at] for at in self.open)
            table, text = phrases.WHAT_IS_LEFT, f"Left: {left}." if left else "Nothing is left."
        boxes = [f"[{'x' if at in self.done else ' '}] {one}" for at, one in enumerate(self.texts)]
        plan = f"{'; '.join(boxes)}; so {done} of {count} done"
        return Task("todo", typed(draw, say(draw, table)), lambda: _answer(plan, text))

    def add(self, step: Step) -> int:
        """Put one more at the end; its place."""
        if step.text in self.texts:
            raise Unsuitable("twice")
        self.steps.append(step)
        self.texts.append(step.text)
        return len(self.texts) - 1

    def later(self, prompt: str) -> Task:
        """The turn in which the last one comes on the list, and is not done yet."""
        texts, done = list(self.texts), set(self.done)

        def script() -> Script:
            yield _list(texts, done, "one more step; write it down")
            return Say("written down; do nothing yet", f"Added: {texts[-1]}.")

        return Task("todo", prompt, script)

    def without(self, prompt: str, these: list[int]) -> Task:
        """The turn in which these go from the list."""
        left = "; ".join(self.texts[at] for at in these)
        kept = [at for at in range(len(self.texts)) if at not in these]
        texts, done = [self.texts[at] for at in kept], {kept.index(at) for at in self.done}
        self.steps, self.texts, self.done = [self.steps[at] for at in kept], texts, done

        def script() -> Script:
            yield _list(texts, done, f"leave out {left}")
            return Say("left out; done", f"Left out: {left}.")

        return Task("todo", prompt, script)


def _list(texts: list[str], done: set[int], plan: str, begun: int | None = None) -> Call:
    """The call that writes the list."""
    states = {**dict.fromkeys(done, "done"), **({} if begun is None else {begun: "in_progress"})}
    items = [{"text": text, "status": states.get(at, "pending")} for at, text in enumerate(texts)]
    return Call(plan, "todo", {"items": items})


def _done(step: Step, ahead: str = "") -> Generator[Call, Result, None]:
    """The calls of an errand."""
    for call in step.calls:
        result = yield replace(call, plan=ahead + call.plan)
        ahead = ""
        if result.is_error or (step.expects and call is step.calls[-1] and result.content != step.expects):
            raise Unsuitable(result.content)


def _conversation(first: Task, after: list[Task], desk: Desk) -> Task:
    return replace(first, files=dict(desk.before), needs=(*_TOOLS, "todo"), after=after)


def _answer(plan: str, text: str) -> Script:
    return Say(plan, text)
    yield  # type: ignore[unreachable]  # it is a script all the same


def all_at_once(v: Vocabulary) -> Task:
    """All are done in the first turn; then the user asks about them, or has one more."""
    draw, desk = v.draw, Desk(v)
    wanted = draw.weighted([(3, 2), (5, 3), (4, 4), (1.5, 5)])
    about = ""
    if draw.chance(0.12):
        desk.subject = "it"
        steps = on_sheet(desk)
        about, desk.subject, wanted = next(iter(desk.before)), "", len(steps)
        many = wanted + 1 + sum(len(step.calls) for step in steps) > _MOST_CALLS
        if many or len({step.text for step in steps}) < wanted:
            raise Unsuitable("too much")
    else:
        steps = _steps(desk, wanted, _MOST_CALLS - wanted - 1)
    asked = draw.chance(0.85)
    prompt = request(draw, steps, phrases.LISTS if asked else [], about)
    if not asked and wanted < _UNASKED:
        ends = {path: text for step in steps for path, text in step.ends.items()}
        return Task("todo", prompt, lambda: _unlisted(steps), dict(desk.before), _TOOLS, ends=ends)
    work = _Work(steps)
    first = work.turn(prompt, work.open, f"{wanted} steps; write them down")
    after: list[Task] = []
    for _ in range(draw.weighted([(4, 0), (4, 1), (3, 2), (2, 3)])):
        if draw.chance(0.45):
            after.append(work.question(draw))
            continue
        [step] = _steps(desk, 1, 4)
        at, prompt = work.add(step), say(draw, phrases.MORE, step=worded(draw, step))
        prompt = upper(prompt) if draw.chance(0.5) else prompt
        after.append(work.turn(prompt, [at], "one more step; write it down"))
    return _conversation(first, after, desk)


def _unlisted(steps: list[Step]) -> Script:
    """Few errands, done without a list."""
    for number, step in enumerate(steps, 1):
        yield from _done(step, f"step {number} of {len(steps)}: ")
    return Say("all steps done; report", "\n".join(step.told for step in steps))


def bit_by_bit(v: Vocabulary) -> Task:
    """The list comes first, with the first errand or without; then the user has this or that done, or left out."""
    draw, desk = v.draw, Desk(v)
    count = draw.weighted([(4, 3), (4, 4), (2, 5)])
    steps = _steps(desk, count, _MOST_CALLS - count - 1)
    if any(step.failed for step in steps):
        raise Unsuitable("whether what is left means that one too")
    work, opening, after = _Work(steps), f"{count} steps; write them down", list[Task]()
    begins = draw.chance(0.5)
    table = phrases.LEAVE_OPEN if begins else phrases.ONLY_PLAN
    prompt = request(draw, steps, phrases.LISTS_FIRST, behind=say(draw, table))
    texts = list(work.texts)
    first = work.turn(prompt, [0], opening) if begins else Task("todo", prompt, lambda: _planned(texts, opening))
    while work.open:
        if draw.chance(0.3) and (not after or after[-1].ends):
            after.append(work.question(draw))
        left = work.open
        free = [at for at in left if work.steps[at].alone]
        single = 3.0 if free and len(left) > 1 else 0
        in_turn = len(left) > 1 and left[0] == len(work.done)  # else "the next one" might be one behind the last done
        ways = [(3, "all"), (3 if in_turn else 0, "next"), (single, "pick"), (single, "drop")]
        room = 1.0 if len(work.texts) < 5 else 0
        way = draw.weighted([*ways, (room, "later"), (2 if work.done else 0, "skip")])
        if way == "skip":
            after.append(work.without(typed(draw, say(draw, phrases.SKIP)), left))
        elif way == "later":
            [step] = _steps(desk, 1, 3)
            if step.failed:
                raise Unsuitable("whether what is left means that one too")
            work.add(step)
            prompt = say(draw, phrases.LATER, step=worded(draw, step))
            after.append(work.later(upper(prompt) if draw.chance(0.5) else prompt))
        elif way == "drop":
            at = draw.pick(free)
            prompt = say(draw, phrases.DROP, which=which(draw, work.steps, at))
            after.append(work.without(_sent(draw, prompt), [at]))
        elif way == "pick":
            at = draw.pick(free)
            prompt = say(draw, phrases.PICK, which=which(draw, work.steps, at))
            after.append(work.turn(_sent(draw, prompt), [at], f"next: {work.texts[at]}"))
        else:
            table = phrases.GO_NEXT if way == "next" else phrases.GO_REST if work.done else phrases.GO_ALL
            these = left[:1] if way == "next" else left
            after.append(work.turn(typed(draw, say(draw, table)), these, f"next: {work.texts[left[0]]}"))
    if draw.chance(0.4):
        after.append(work.question(draw))
    return _conversation(first, after, desk)


def _sent(draw: Draw, prompt: str) -> str:
    """What names a file, with or without a capital and a full stop."""
    prompt = upper(prompt) if draw.chance(0.5) else prompt
    return prompt + "." if prompt[-1] not in ".?!" and draw.chance(0.4) else prompt


def _planned(texts: list[str], opening: str) -> Script:
    yield _list(texts, set(), opening)
    return Say("written down; do nothing yet", f"Wrote down {len(texts)} steps.")


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(6, all_at_once), (4, bit_by_bit)]
