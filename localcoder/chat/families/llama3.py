"""Llama 3: a call is a bare JSON object at the reply's start, or whatever follows `<|python_tag|>`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from localcoder.chat.json_calls import WHITESPACE, CallKeys, JsonCallBody, JsonCallReader
from localcoder.chat.json_stream import JsonError
from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ChatEvent, TextDelta
from localcoder.chat.parsing import MarkerParser, NewId, random_call_id

PYTHON_TAG = "<|python_tag|>"
ENDS = (
    "<|eom_id|>",
    "<|eot_id|>",
    "<|end_of_text|>",
    "<|begin_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
)
"""What can only stand behind a reply's end."""

_CALL_KEYS = CallKeys(name=("name",), arguments=("parameters", "arguments"))
_OTHER_KEYS = ("", "type", "id", "function")


class Llama3Parser(MarkerParser):
    """Parses one reply.

    An object at the very start is held back until it is known to be a call: it names an offered tool, or it has
    arguments behind a name. Everything else, JSON in prose and in fences included, is text.
    """

    def __init__(
        self,
        *,
        in_reasoning: bool = False,
        tools: Sequence[ToolSpec] = (),
        controls: Iterable[str] = (),
        new_id: NewId = random_call_id,
        continues: bool = False,
    ) -> None:
        """`in_reasoning` is there for the other families' sake: these models do not reason.

        `continues`: the prompt has begun the text already.
        """
        controls = tuple(controls)
        super().__init__({PYTHON_TAG, *ENDS, *controls}, controls)
        self._tools = {tool.name for tool in tools}
        self._new_id = new_id
        self._part: Literal["start", "text", "call", "ended"] = "text"
        if tools and not continues:
            self._part = "start"
        self._held = ""
        self._guess: JsonCallReader | None = None
        self._body: JsonCallBody | None = None
        self._calls = 0

    def _take_marker(self, marker: str, events: list[ChatEvent]) -> None:
        if self._part == "ended":
            return
        if marker in ENDS:
            self._end(events, truncated=False)
        elif marker == PYTHON_TAG:
            self._close(events, truncated=False)
            self._open_body()

    def _take_text(self, text: str, events: list[ChatEvent]) -> None:
        match self._part:
            case "start":
                self._held += text
                self._guess_from(text, events)
            case "text":
                events.append(TextDelta(text))
            case "call" if self._body is not None:
                self._body.feed(text, events)
            case _:
                pass

    def _guess_from(self, text: str, events: list[ChatEvent]) -> None:
        """Decide between call and text, if what is held tells."""
        if self._guess is None:
            text = self._held.lstrip(WHITESPACE + "[")
            if not text:
                return
            if text[0] != "{":
                self._release(events)
                return
            self._guess = JsonCallReader(_CALL_KEYS, self._calls, "")
        for character in text:
            verdict = self._verdict(self._guess, character)
            if verdict == "call":
                held, self._held = self._held, ""
                self._open_body()
                self._take_text(held, events)
                return
            if verdict == "text":
                self._release(events)
                return

    def _verdict(self, guess: JsonCallReader, character: str) -> Literal["call", "text", "open"]:
        try:
            guess.feed(character, 0, [])
        except JsonError:
            return "text"
        if guess.name in self._tools or (guess.name is not None and guess.key in _CALL_KEYS.arguments):
            return "call"
        possible = guess.key in (*_OTHER_KEYS, *_CALL_KEYS.name, *_CALL_KEYS.arguments)
        return "open" if possible and not guess.done else "text"

    def _release(self, events: list[ChatEvent]) -> None:
        held, self._held = self._held, ""
        self._part = "text"
        if held:
            events.append(TextDelta(held))

    def _open_body(self) -> None:
        self._part = "call"
        self._body = JsonCallBody(_CALL_KEYS, self._calls, self._new_id, prose_may_follow=True)

    def _close(self, events: list[ChatEvent], *, truncated: bool) -> None:
        if self._part == "start":
            self._release(events)
        if self._body is not None:
            self._body.finish(events, truncated=truncated)
            self._calls = self._body.calls
            self._body = None

    def _end(self, events: list[ChatEvent], *, truncated: bool) -> None:
        self._close(events, truncated=truncated)
        self._part = "ended"
