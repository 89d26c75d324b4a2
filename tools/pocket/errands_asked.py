"""How people ask for several errands in one message."""

from __future__ import annotations

import re

from tools.pocket import phrases_errands as phrases
from tools.pocket.draw import Draw
from tools.pocket.errands_desk import Step
from tools.pocket.phrases_shell import plain
from tools.pocket.words import FIRST_NAMES, WEEKDAYS, Vocabulary

NUMBERS = ("", "one", "two", "three", "four", "five", "six")
_POINTS_BACK = re.compile(r"\b(same|there|its?|this)\b")
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth")


def say(draw: Draw, table: list[str], count: int = 2, **slots: str) -> str:
    """A sentence of a table, with people and places in it."""
    number = draw.pick([NUMBERS[count], str(count)])
    slots |= {"person": draw.pick(FIRST_NAMES[:90]), "day": draw.pick(WEEKDAYS), "place": Vocabulary(draw).city()}
    return draw.choices_of(draw.pick(table)).format(count=number, **slots)


def typed(draw: Draw, text: str) -> str:
    """A turn without any errand in it, as somebody types it."""
    text = plain(draw, text)
    return text[0].upper() + text[1:] if draw.chance(0.3) else text


def upper(text: str) -> str:
    """With a capital, where it does not begin with a value."""
    return text[0].upper() + text[1:] if re.match(r"[a-z]+ ", text) else text


def worded(draw: Draw, step: Step, *, bare: bool = False) -> str:
    """An errand with what may stand around it."""
    lead = f"{say(draw, phrases.LEADS)} " if step.order and not bare and draw.chance(0.25) else ""
    reason = say(draw, phrases.REASONS) if not step.tail and not bare and draw.chance(0.22) else ""
    apart = "" if reason[:1] in ("", ",") else " "
    return f"{lead}{step.said}{step.tail}{apart}{reason}"


def _sentence(text: str) -> str:
    return upper(text) + ("" if text[-1] in ".?!" else ".")


def _rows(draw: Draw, said: list[str]) -> str:
    """A line for each."""
    if draw.chance(0.35):
        said = [upper(one) for one in said]
    end = draw.pick(["", "", "", ".", ";"])
    mark = draw.pick(
        ["{}. ", "{}. ", "{}) ", "({}) ", "- ", "- ", "* ", "- [ ] ", "[ ] ", "", "step {}: ", "#{} ", "-> "]
    )
    return "\n".join(mark.format(number) + one + end for number, one in enumerate(said, 1)).rstrip(";")


def _line(draw: Draw, steps: list[Step]) -> str:
    """All in one or a few sentences."""
    said = [worded(draw, step) for step in steps]
    form = draw.randrange(7)
    orders = all(step.order for step in steps)
    turns = orders and len(steps) < 4 and not any(step.tail or _POINTS_BACK.search(step.said) for step in steps)
    if turns and draw.chance(0.3):  # the list has the order of the work
        first, second, *others = (worded(draw, step, bare=True) for step in steps)
        turned = f"{second}{draw.pick([', but before that ', ', but first ', '. Before that, '])}{first}"
        more = [f"{draw.pick(['After that', 'And then', 'Then'])} {one}." for one in others]
        return " ".join([_sentence(turned), *more])
    if form == 0:
        middle = [draw.pick(["Then", "After that", "Next", "Then"]) for _ in said[2:]]
        heads = ["First", *middle, draw.pick(["Finally", "Last", "At the end", "Then"])]
        mark = draw.pick([" ", ", "]) if orders else ": "
        return " ".join(_sentence(head + mark + one) for head, one in zip(heads, said, strict=True))
    if form == 5:
        joints = [draw.pick(phrases.JOINTS if step.order else phrases.POINTS) for step in steps[1:]]
        return " ".join([_sentence(said[0]), *(_sentence(f"{a} {b}") for a, b in zip(joints, said[1:], strict=True))])
    if form == 1:
        return " ".join(_sentence(one) for one in said)
    if form == 2:
        return " ".join(f"({number}) {_sentence(one)}" for number, one in enumerate(said, 1))
    if form == 3:
        return "; ".join(said) + draw.pick(["", "."])
    if form == 4:
        return draw.pick([" -> ", " / ", " >> ", " | "]).join(worded(draw, step, bare=True) for step in steps)
    said = [worded(draw, step, bare=True) for step in steps]
    if any(re.search("[,:;]", one) for one in said):
        rest = [f"{draw.pick(['Then ', 'And ', 'Also: '])}{one}." for one in said[1:]]
        return " ".join([_sentence(said[0]), *rest])
    last = draw.pick([" and then ", " and after that ", " and finally ", ", then ", " and "])
    return draw.pick(["", "please ", "I want you to ", ""] if orders else [""]) + ", ".join(said[:-1]) + last + said[-1]


def request(draw: Draw, steps: list[Step], lists: list[str], about: str = "", behind: str = "") -> str:
    """The message with all the errands, a wish for a list where there are `lists`, and a story around."""
    count = len(steps)
    rows = draw.chance(0.55)
    body = _rows(draw, [worded(draw, step) for step in steps]) if rows else _line(draw, steps)
    before = bool(lists) and (bool(behind) or draw.chance(0.6))
    intro = say(draw, lists, count) if before else say(draw, phrases.INTROS, count) if draw.chance(0.6) else ""
    intro = plain(draw, intro) if intro else ""
    if about:
        intro = (
            f"{intro.rstrip('.')}, all in {about}"
            if intro
            else draw.pick(["all of this in ", "it's about ", "", "in "]) + about
        )
    if intro:
        intro = (upper(intro) if draw.chance(0.6) else intro).rstrip(".")
        body = f"{intro}:{chr(10) if rows else ' '}{body}"
    elif draw.chance(0.5):
        body = upper(body)
    if draw.chance(0.22):
        context = plain(draw, say(draw, phrases.CONTEXTS))
        body = f"{context}{chr(10) if rows and draw.chance(0.5) else ' ' if context[-1] in '.?!' else '. '}{body}"
    ends = [say(draw, phrases.LISTS_BEHIND, count)] if lists and not before else []
    ends += [behind] if behind else []
    for end in ends:
        body = f"{body}{chr(10) if rows else ' ' if body[-1] in '.?!' else '. '}{end}"
    return body


def which(draw: Draw, steps: list[Step], at: int) -> str:
    """One of the errands, by its number or by its file."""
    file = steps[at].file
    if file and draw.chance(0.5) and sum(file in step.said + step.tail for step in steps) == 1:
        return say(draw, phrases.WHICH_FILE, file=file)
    if at + 1 == len(steps) and draw.chance(0.3):
        return draw.pick(["the last", "the last one", "the last step", "the one at the end"])
    return say(draw, phrases.WHICH, n=str(at + 1), nth=_NTH[at])
