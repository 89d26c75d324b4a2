"""Noticing that the model goes round in circles: repeated calls, the same error again, text without end.

All of it is pure: calls, results and text go in, a `Finding` or nothing comes out. Who is asked, and what then
happens, is the turn's business.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from localcoder.chat.messages import ToolCall
from localcoder.chat.model import ChatEvent, ReasoningDelta, TextDelta, ToolCallDelta
from localcoder.errors import LocalcoderError

Channel = Literal["text", "reasoning", "arguments"]

SAME_RESULT_ROUNDS = {1: 4, 2: 3, 3: 3}
"""By the pattern's length in calls: rounds with the same results that are a circle.

A call is often made twice, and a third time out of caution; nothing new is learned from a fourth. Longer patterns hold
the look at something else that would be the reason to call again, so three rounds (6 and 9 calls) are enough."""

CHANGING_RESULT_ROUNDS = {1: 20, 2: 10, 3: 7}
"""As `SAME_RESULT_ROUNDS`, where the results differ: about 20 calls.

Who waits for a build makes the same call many times, so it is far more; but a clock in the output must not hide a
circle until the turn's limit of 50 replies."""

STALE_CALL_LIMIT = 4
"""So often may a call give the same result while nothing new happens: circles of more calls, or in no fixed order."""

WAITING_TOOLS = frozenset({"jobs"})
"""Tools that a model calls to wait: to see no change is the use of the call, so it counts as one with a new result."""

SAME_ERROR_LIMIT = 5
"""The same error of one tool in a row, whatever the arguments. A model that can learn from an error does so in two or
three tries. (A command that ends with an exit code is no error: searches that find nothing end alike.)"""

LONGEST_PHRASE = 600
"""Characters of the longest phrase whose repetition is seen: a long paragraph."""

PHRASE_ROUNDS = 8
"""A phrase must stand so many times in a row: more than a refrain or the equal cells of a table's row."""

REPEATED_CHARACTERS = 2_000
"""A repetition must be so long: some 500 tokens; 25 equal lines of 80 characters, which no table or program needs."""

REPEATED_MARKS = 4_000
"""As `REPEATED_CHARACTERS`, for phrases without a letter: separators, blank space, rows of zeros."""

ARGUMENTS_FACTOR = 4
"""Arguments of calls are files as often as not, and data repeat themselves: all lengths above times this."""

ROUNDS_KEPT = 2
"""So many rounds of an endless phrase stay in the history; more would lead the model into the same circle again."""


class GoesInCircles(LocalcoderError):
    """The turn ends because the model repeats itself, and nobody said to go on."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What goes in circles. `text` is a sentence for people.

    For endless text, `channel` says where it stands and `keep` how many characters of it are worth keeping.
    """

    kind: Literal["calls", "error", "text"]
    text: str
    channel: Channel | None = None
    keep: int = 0


@dataclass(frozen=True, slots=True)
class Repetition:
    """The text up to here ends in `span` characters that are `phrase` again and again, from `start` on."""

    phrase: str
    start: int
    span: int


class EndlessText:
    """Watches a growing text for a phrase that is repeated without end.

    Each time an eighth of the window is new, the Z-function of the reversed window gives, for each phrase length, how
    far back the end of the text has that period; so the steps are linear in the text's length. What is found does not
    depend on how the text is cut into pieces.

    Attributes:
        steps: phrase lengths tried and characters compared so far.
    """

    def __init__(self, factor: int = 1) -> None:
        """`factor` multiplies how long a repetition must be."""
        self._factor = factor
        self._window = max(REPEATED_CHARACTERS, REPEATED_MARKS, PHRASE_ROUNDS * LONGEST_PHRASE) * factor
        self._interval = self._window // 8
        self._tail = ""
        self._new: list[str] = []
        self._missing = self._interval
        self._length = 0
        self.steps = 0

    def add(self, text: str) -> Repetition | None:
        """Take the next piece; returns a repetition if the text ends in one (what follows it in `text` is skipped)."""
        position = 0
        while len(text) - position >= self._missing:
            self._new.append(text[position : position + self._missing])
            position += self._missing
            self._tail = (self._tail + "".join(self._new))[-self._window :]
            self._length += self._interval
            self._new, self._missing = [], self._interval
            found = self._look()
            if found is not None:
                self._length += len(text) - position
                return found
        if position < len(text):
            self._new.append(text[position:])
            self._missing -= len(text) - position
        return None

    def forget(self) -> None:
        """Begin anew: only what comes from here on counts."""
        self._length += self._interval - self._missing
        self._tail, self._new, self._missing = "", [], self._interval

    def _look(self) -> Repetition | None:
        backwards = self._tail[::-1]
        size = len(backwards)
        matched = [0] * (min(LONGEST_PHRASE, size - 1) + 1)
        left = right = 0
        for period in range(1, len(matched)):
            self.steps += 1
            length = min(right - period, matched[period - left]) if period < right else 0
            if period + length >= right:
                while period + length < size:
                    self.steps += 1
                    if backwards[length] != backwards[period + length]:
                        break
                    length += 1
            matched[period] = length
            if period + length > right:
                left, right = period, period + length
            span = period + length
            if span >= PHRASE_ROUNDS * period * self._factor:
                phrase = self._tail[-period:]
                least = REPEATED_CHARACTERS if any(map(str.isalpha, phrase)) else REPEATED_MARKS
                if span >= least * self._factor:
                    return Repetition(phrase, self._length - span, span)
        return None


class LoopGuard:
    """Watches one turn: `add_result` takes each call with its result, `add_delta` each piece of a reply.

    A circle of calls is a pattern of one to three calls that repeats itself, or any calls that bring nothing new; the
    calls of one reply count one after the other. After a finding `go_on` or the end of the turn must follow.
    """

    def __init__(self) -> None:
        rounds = (*SAME_RESULT_ROUNDS.items(), *CHANGING_RESULT_ROUNDS.items())
        longest = max(period * count for period, count in rounds)
        self._calls: deque[tuple[str, str]] = deque(maxlen=longest)
        self._outcomes: deque[tuple[str, str, str]] = deque(maxlen=longest)
        self._seen: set[tuple[str, str, str]] = set()
        self._repeats: Counter[tuple[str, str, str]] = Counter()
        self._errors: dict[str, tuple[str, int]] = {}
        self._texts: dict[tuple[Channel, int], EndlessText] = {}
        self._waits = 0
        self._silent = False

    def go_on(self, *, silent: bool = False) -> None:
        """Forget the rounds so far, so that a pattern has to grow again in full; if `silent`, find nothing any more."""
        self._silent = silent
        self._calls.clear()
        self._outcomes.clear()
        self._repeats.clear()
        self._errors.clear()
        for text in self._texts.values():
            text.forget()

    def begin_reply(self) -> None:
        """Another reply begins; its texts have nothing to do with the last one's."""
        self._texts.clear()

    def add_delta(self, event: ChatEvent) -> Finding | None:
        """Take the next event of a reply: text, reasoning and arguments are watched, each for itself."""
        match event:
            case TextDelta(text):
                return self._add_text("text", 0, text)
            case ReasoningDelta(text):
                return self._add_text("reasoning", 0, text)
            case ToolCallDelta(index, text):
                return self._add_text("arguments", index, text)
        return None

    def add_result(self, call: ToolCall, result: str, *, is_error: bool = False) -> Finding | None:
        """Take the next call and its result. `is_error`: the call failed (one that the user refused did not)."""
        if self._silent:
            return None
        key = (call.name, _canonical(call.arguments))
        outcome = (*key, result)
        if call.name in WAITING_TOOLS and not is_error:
            self._waits += 1
            outcome = (*key, f"{result}\n{self._waits}")
        self._calls.append(key)
        self._outcomes.append(outcome)
        stale = self._count_stale(outcome)
        same_errors = self._count_error(call.name, result, is_error)
        return self._circle() or stale or same_errors

    def _circle(self) -> Finding | None:
        for limits, history, how in (
            (SAME_RESULT_ROUNDS, self._outcomes, "with the same result"),
            (CHANGING_RESULT_ROUNDS, self._calls, "in a row"),
        ):
            for period, limit in limits.items():
                if _rounds(history, period) < limit:
                    continue
                names = ", ".join(f"`{name}`" for name, _ in list(self._calls)[-period:])
                if period == 1:
                    return Finding("calls", f"The model made the same call of {names} {limit} times {how}.")
                many = f"{how}s" if limits is SAME_RESULT_ROUNDS else how
                return Finding("calls", f"The model made the same {period} calls ({names}) {limit} times {many}.")
        return None

    def _count_stale(self, outcome: tuple[str, str, str]) -> Finding | None:
        if outcome not in self._seen:
            self._seen.add(outcome)
            self._repeats.clear()
        self._repeats[outcome] += 1
        if self._repeats[outcome] < STALE_CALL_LIMIT:
            return None
        times = f"{self._repeats[outcome]} times with the same result and nothing new in between"
        return Finding("calls", f"The model made the same call of `{outcome[0]}` {times}.")

    def _count_error(self, name: str, result: str, is_error: bool) -> Finding | None:
        if not is_error:
            self._errors.pop(name, None)
            return None
        error, count = self._errors.get(name, (result, 0))
        count = count + 1 if error == result else 1
        self._errors[name] = (result, count)
        if count < SAME_ERROR_LIMIT:
            return None
        return Finding("error", f"Calls of `{name}` failed {count} times in a row with the same error.")

    def _add_text(self, channel: Channel, index: int, text: str) -> Finding | None:
        if self._silent:
            return None
        if (channel, index) not in self._texts:
            self._texts[channel, index] = EndlessText(ARGUMENTS_FACTOR if channel == "arguments" else 1)
        found = self._texts[channel, index].add(text)
        if found is None:
            return None
        where = {"text": "its answer", "reasoning": "its reasoning", "arguments": "the arguments of a call"}[channel]
        times = found.span // len(found.phrase)
        keep = found.start + ROUNDS_KEPT * len(found.phrase)
        return Finding("text", f"The model repeats the same words in {where}, {times} times so far.", channel, keep)


def _canonical(arguments: str) -> str:
    """The arguments in one spelling, whatever blanks and order the model chose; as they are where they are no JSON."""
    try:
        return json.dumps(json.loads(arguments), sort_keys=True)
    except (ValueError, RecursionError):
        return arguments


def _rounds(history: Sequence[Hashable], period: int) -> int:
    """How many times in a row the last `period` items of `history` stand at its end."""
    items = list(history)
    if len(items) < period:
        return 0
    equal = 0
    while equal + period < len(items) and items[-1 - equal] == items[-1 - equal - period]:
        equal += 1
    return equal // period + 1
