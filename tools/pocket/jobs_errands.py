"""Jobs of several small errands, kept on a list of todos, and what is said of the list in the turns behind them.

A todo has the user's own words for that errand, without a request before them, up to the first mark or "and".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

from tools.pocket import phrases_errands as phrases
from tools.pocket.draw import Draw
from tools.pocket.errands import ERRANDS
from tools.pocket.errands_desk import Desk, Step
from tools.pocket.errands_sheet import on_sheet
from tools.pocket.phrases_shell import plain
from tools.pocket.task import Call, Result, Say, Script, Task, Unsuitable
from tools.pocket.words import FIRST_NAMES, WEEKDAYS, Vocabulary

_MOST_CALLS = 12
"""In one turn."""
_UNASKED = 4
"""So many errands are written down even where nobody asks for it."""
_NUMBERS = ("", "one", "two", "three", "four", "five", "six")
_TOOLS = ("edit", "read", "shell", "write")


def _steps(desk: Desk, wanted: int, room: int) -> list[Step]:
    """Errands that can be done one after the other with so many calls."""
    steps: list[Step] = []
    for _ in range(30):
        seen, now, before = {*desk.seen}, {**desk.now}, {**desk.before}
        try:
            more = desk.draw.weighted(ERRANDS)(desk)
            texts = [step.text for step in (*steps, *more)]
            calls = sum(len(step.calls) for step in (*steps, *more))
            if len(texts) > wanted or len({*texts}) < len(texts) or calls > room:
                raise Unsuitable("too much")
        except (Unsuitable, IndexError, ValueError):
            desk.seen, desk.now, desk.before = seen, now, before
            continue
        steps += more
        if len(steps) == wanted:
            return steps
    raise Unsuitable("errands")


class _Work:
    """The errands as the list has them."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = list(steps)
        self.texts = [step.text for step in steps]

    def list(self, done: set[int], begun: int | None, plan: str) -> Call:
        """The call that writes the list."""
        states = {**{at: "done" for at in done}, **({begun: "in_progress"} if begun is not None else {})}
        items = [{"text": text, "status": states.get(at, "pending")} for at, text in enumerate(self.texts)]
        return Call(plan, "todo", {"items": items})

    def board(self, done: set[int]) -> str:
        """The list as a thought quotes it, and how much of it is done."""
        boxes = [f"[{'x' if at in done else ' '}] {text}" for at, text in enumerate(self.texts)]
        return f"{'; '.join(boxes)}; so {len(done)} of {len(boxes)} done"

    def after(self, done: set[int], which: range) -> set[int]:
        """What is done when these have been tried."""
        return done | {at for at in which if not self.steps[at].failed}

    def doing(self, which: range, done: set[int], opening: str) -> Generator[Call, Result, Say]:
        """Do some of them; the list tells of each."""
        yield self.list(done, which[0], opening)
        for at in which:
            step = self.steps[at]
            yield from _done(step)
            done = self.after(done, range(at, at + 1))
            goes_on = at + 1 in which
            left = len(self.texts) - len(done)
            rest = f"next: {self.texts[at + 1]}" if goes_on else f"{left} left" if left else "all done"
            told = f"{step.thought}; {step.text} {'failed' if step.failed else 'is done'}; {rest}"
            yield self.list(done, at + 1 if goes_on else None, told)
        plan = (
            "all steps done; report" if len(done) == len(self.texts) else f"{len(self.texts) - len(done)} left; report"
        )
        return Say(plan, "\n".join(self.steps[at].told for at in which))

    def turn(self, prompt: str, which: range, done: set[int], opening: str) -> Task:
        """The turn in which these are done."""
        return Task("todo", prompt, lambda: self.doing(which, done, opening), ends=self.steps[which[-1]].ends)


def _done(step: Step, ahead: str = "") -> Generator[Call, Result, None]:
    """The calls of an errand."""
    for call in step.calls:
        result = yield replace(call, plan=ahead + call.plan)
        ahead = ""
        if result.is_error or (step.expects and call is step.calls[-1] and result.content != step.expects):
            raise Unsuitable(result.content)


# what the user says -------------------------------------------------------------------------------------------------


def _say(draw: Draw, table: list[str], count: int = 2, **slots: str) -> str:
    """A sentence of a table, with people and places in it."""
    person = draw.pick(FIRST_NAMES[:90])
    slots |= {"person": person, "day": draw.pick(WEEKDAYS), "place": Vocabulary(draw).city(), "count": draw.pick([_NUMBERS[count], str(count)])}  # fmt: skip
    return draw.choices_of(draw.pick(table)).format(**slots)


def _typed(draw: Draw, text: str) -> str:
    """A turn without any errand in it, as somebody types it."""
    text = plain(draw, text)
    return text[0].upper() + text[1:] if draw.chance(0.3) else text


def _upper(text: str) -> str:
    return text[0].upper() + text[1:] if re.match(r"[a-z]+ ", text) else text


def _worded(draw: Draw, step: Step, *, bare: bool = False) -> str:
    """An errand with what may stand around it."""
    lead = f"{_say(draw, phrases.LEADS)} " if step.order and not bare and draw.chance(0.25) else ""
    reason = _say(draw, phrases.REASONS) if not step.tail and not bare and draw.chance(0.22) else ""
    apart = "" if reason[:1] in ("", ",") else " "
    return f"{lead}{step.said}{step.tail}{apart}{reason}"


def _sentence(text: str) -> str:
    return _upper(text) + ("" if text[-1] in ".?!" else ".")


def _rows(draw: Draw, said: list[str]) -> str:
    """A line for each."""
    if draw.chance(0.35):
        said = [_upper(one) for one in said]
    end = draw.pick(["", "", "", ".", ";"])
    mark = draw.pick(
        ["{}. ", "{}. ", "{}) ", "({}) ", "- ", "- ", "* ", "- [ ] ", "[ ] ", "", "step {}: ", "#{} ", "-> "]
    )
    return "\n".join(mark.format(number) + one + end for number, one in enumerate(said, 1)).rstrip(";")


def _line(draw: Draw, steps: list[Step]) -> str:
    """All in one or a few sentences."""
    said = [_worded(draw, step) for step in steps]
    form = draw.randrange(7)
    orders = all(step.order for step in steps)
    if form == 0:
        heads = ["First", *(draw.pick(["Then", "After that", "Next", "Second" if at == 1 else "Then"]) for at in range(1, len(said) - 1)), draw.pick(["Finally", "Last", "At the end", "Then"])]  # fmt: skip
        mark = draw.pick([" ", ", "]) if orders else ": "
        return " ".join(_sentence(head + mark + one) for head, one in zip(heads, said, strict=True))
    if form == 1:
        return " ".join(_sentence(one) for one in said)
    if form == 2:
        return " ".join(f"({number}) {_sentence(one)}" for number, one in enumerate(said, 1))
    if form == 3:
        return "; ".join(said) + draw.pick(["", "."])
    if form == 4:
        return draw.pick([" -> ", " / ", " + ", " >> ", " | "]).join(_worded(draw, step, bare=True) for step in steps)
    if form == 5 and orders and len(steps) < 4 and not any(step.tail for step in steps):
        first, second, *others = (_worded(draw, step, bare=True) for step in steps)
        turned = f"{second}{draw.pick([', but before that ', ', but first ', '. Before that, '])}{first}"
        return _sentence(" ".join([_sentence(turned), *(f"{draw.pick(['After that', 'And then', 'Then'])} {one}." for one in others)]))  # fmt: skip
    said = [_worded(draw, step, bare=True) for step in steps]
    if any(re.search("[,:;]", one) for one in said):
        return " ".join(f"{draw.pick(['Then ', 'And ', 'Also: '])}{one}." if at else _sentence(one) for at, one in enumerate(said))  # fmt: skip
    last = draw.pick([" and then ", " and after that ", " and finally ", ", then ", " and "])
    return draw.pick(["", "please ", "I want you to ", ""] if orders else [""]) + ", ".join(said[:-1]) + last + said[-1]


def _request(draw: Draw, steps: list[Step], asked: bool, about: str, behind: str = "") -> str:
    """The message with all the errands, the wish for a list, and a story around."""
    count = len(steps)
    rows = draw.chance(0.55)
    body = _rows(draw, [_worded(draw, step) for step in steps]) if rows else _line(draw, steps)
    before = asked and draw.chance(0.6)
    intro = (
        _say(draw, phrases.LISTS, count) if before else _say(draw, phrases.INTROS, count) if draw.chance(0.6) else ""
    )
    intro = plain(draw, intro) if intro else ""
    if about:
        intro = (
            f"{intro.rstrip('.')}, all in {about}"
            if intro
            else draw.pick(["all of this in ", "it's about ", "", "in "]) + about
        )
    if intro:
        intro = (_upper(intro) if draw.chance(0.6) else intro).rstrip(".")
        body = f"{intro}:{chr(10) if rows else ' '}{body}"
    elif draw.chance(0.5):
        body = _upper(body)
    if draw.chance(0.22):
        context = plain(draw, _say(draw, phrases.CONTEXTS))
        body = f"{context}{chr(10) if rows and draw.chance(0.5) else ' ' if context[-1] in '.?!' else '. '}{body}"
    ends = [_say(draw, phrases.LISTS_BEHIND, count)] if asked and not before else []
    ends += [behind] if behind else []
    for end in ends:
        body = f"{body}{chr(10) if rows else ' ' if body[-1] in '.?!' else '. '}{end}"
    return body


# the jobs -----------------------------------------------------------------------------------------------------------


def _conversation(first: Task, after: list[Task], desk: Desk) -> Task:
    return replace(first, files=dict(desk.before), needs=(*_TOOLS, "todo"), after=after)


def _asks(draw: Draw, work: _Work, done: set[int]) -> Task:
    """How many are done, or what is left."""
    count = len(work.texts)
    if draw.chance(0.5):
        table, text = phrases.HOW_MANY_DONE, f"All {count} are done." if len(done) == count else f"{len(done)} of {count} {'is' if len(done) == 1 else 'are'} done."  # fmt: skip
    else:
        left = [one for at, one in enumerate(work.texts) if at not in done]
        table, text = phrases.WHAT_IS_LEFT, f"Left: {'; '.join(left)}." if left else "Nothing is left."
    board = work.board(done)
    return Task("todo", _typed(draw, _say(draw, table)), lambda: _answer(board, text))


def _answer(plan: str, text: str) -> Script:
    return Say(plan, text)
    yield  # type: ignore[unreachable]  # it is a script all the same


def all_at_once(v: Vocabulary) -> Task:
    """All are done in the first turn; then the user asks about them, or has one more."""
    draw, desk = v.draw, Desk(v)
    wanted = draw.weighted([(3, 2), (5, 3), (4, 4), (1.5, 5)])
    asked = draw.chance(0.85)
    about = ""
    if draw.chance(0.12):
        desk.subject = "it"
        steps = on_sheet(desk)
        about, desk.subject = next(iter(desk.before)), ""
        wanted = len(steps)
        if (
            len({step.text for step in steps}) < wanted
            or wanted + 1 + sum(len(step.calls) for step in steps) > _MOST_CALLS
        ):
            raise Unsuitable("too much")
    else:
        steps = _steps(desk, wanted, _MOST_CALLS - wanted - 1)
    work, every = _Work(steps), range(wanted)
    prompt = _request(draw, steps, asked, about)
    if not asked and wanted < _UNASKED:
        return Task("todo", prompt, lambda: _unlisted(steps), dict(desk.before), _TOOLS, ends=steps[-1].ends)
    first = work.turn(prompt, every, set(), f"{wanted} steps; write them down")
    done, after = work.after(set(), every), []
    for _ in range(draw.weighted([(4, 0), (4, 1), (3, 2), (2, 3)])):
        if draw.chance(0.45):
            after.append(_asks(draw, work, done))
            continue
        [step] = _steps(desk, 1, 4)
        number = len(work.steps)
        work = _Work([*work.steps, step])
        prompt = _say(draw, phrases.MORE, step=_worded(draw, step))
        after.append(work.turn(_upper(prompt) if draw.chance(0.5) else prompt, range(number, number + 1), done, "one more step; write it down"))  # fmt: skip
        done = work.after(done, range(number, number + 1))
    return _conversation(first, after, desk)


def _unlisted(steps: list[Step]) -> Script:
    """Few errands, done without a list."""
    for number, step in enumerate(steps, 1):
        yield from _done(step, f"step {number} of {len(steps)}: ")
    return Say("all steps done; report", "\n".join(step.told for step in steps))


def bit_by_bit(v: Vocabulary) -> Task:
    """The list comes first, with the first errand or without; then the user has some of it done, or gives it up."""
    draw, desk = v.draw, Desk(v)
    count = draw.weighted([(4, 3), (4, 4), (1.5, 5)])
    steps = _steps(desk, count, _MOST_CALLS - count - 1)
    if any(step.failed for step in steps[:-1]):
        raise Unsuitable("whether what is left means that one too")
    work, at, done = _Work(steps), 0, set[int]()
    opening = f"{count} steps; write them down"
    if draw.chance(0.55):
        prompt = _request(draw, steps, True, "", _say(draw, phrases.LEAVE_OPEN))
        first, at = work.turn(prompt, range(1), done, opening), 1
        done = work.after(done, range(1))
    else:
        prompt = _request(draw, steps, True, "", _say(draw, phrases.ONLY_PLAN))
        first = Task("todo", prompt, lambda: _planned(work, opening))
    after: list[Task] = []
    while at < count:
        if draw.chance(0.3) and (not after or after[-1].ends):
            after.append(_asks(draw, work, done))
        way = draw.weighted([(4, "all"), (4 if at + 1 < count else 0, "next"), (3 if done else 0, "skip")])
        if way == "skip":
            after.append(_skipped(draw, work, done))
            return _conversation(first, after, desk)
        which = range(at, at + 1 if way == "next" else count)
        table = phrases.GO_NEXT if way == "next" else phrases.GO_REST if at else phrases.GO_ALL
        plan = f"next: {work.texts[at]}"
        after.append(work.turn(_typed(draw, _say(draw, table)), which, done, plan))
        at, done = which[-1] + 1, work.after(done, which)
    if draw.chance(0.5):
        after.append(_asks(draw, work, done))
    return _conversation(first, after, desk)


def _planned(work: _Work, opening: str) -> Script:
    yield work.list(set(), None, opening)
    return Say("written down; do nothing yet", f"Wrote down {len(work.texts)} steps.")


def _skipped(draw: Draw, work: _Work, done: set[int]) -> Task:
    """What is not done goes from the list."""
    left = "; ".join(text for at, text in enumerate(work.texts) if at not in done)
    kept = _Work([work.steps[at] for at in sorted(done)])

    def script() -> Script:
        yield kept.list(set(range(len(kept.texts))), None, f"leave out {left}")
        return Say("left out; done", f"Left out: {left}.")

    return Task("todo", _typed(draw, _say(draw, phrases.SKIP)), script)


JOBS: list[tuple[float, Callable[[Vocabulary], Task]]] = [(6, all_at_once), (4, bit_by_bit)]
