"""Replies in which tags surround reasoning and tool calls: Qwen's formats and their many relatives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from localcoder.chat.json_calls import WHITESPACE, CallKeys, JsonCallBody
from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ChatEvent, MalformedToolCall, ReasoningDelta, TextDelta
from localcoder.chat.parsing import MarkerParser, NewId, random_call_id
from localcoder.chat.prose import NewlineTrimmer, Prose
from localcoder.chat.xml_calls import XmlCallBody

THINK = "<think>"
END_THINK = "</think>"
TOOL_CALL = "<tool_call>"
END_TOOL_CALL = "</tool_call>"
TAGS = (THINK, END_THINK, TOOL_CALL, END_TOOL_CALL)
ENDS = ("<|im_end|>", "<|im_start|>", "<|endoftext|>", "<tool_response>", "</tool_response>")
"""What can only stand behind a reply's end."""


_CALL_KEYS = CallKeys(name=("name",), arguments=("arguments", "parameters"))


class TaggedCallBody:
    """What stands between `<tool_call>` and `</tool_call>`: JSON, or XML-like where it begins with `<`.

    Both are read for every model, for models mix them up.
    """

    def __init__(self, tools: Sequence[ToolSpec], calls: int, new_id: NewId) -> None:
        self._tools = tools
        self._calls = calls
        self._new_id = new_id
        self._body: JsonCallBody | XmlCallBody | None = None

    @property
    def calls(self) -> int:
        """The calls of the reply so far."""
        return self._calls if self._body is None else self._body.calls

    def feed(self, text: str, events: list[ChatEvent]) -> None:
        """Take more of the body."""
        if self._body is None:
            text = text.lstrip(WHITESPACE)
            if not text:
                return
            self._body = self._new_body(xml=text[0] == "<")
        self._body.feed(text, events)

    def finish(self, events: list[ChatEvent], *, truncated: bool) -> None:
        """The body has ended."""
        body = self._body or self._new_body(xml=False)
        body.finish(events, truncated=truncated)

    def _new_body(self, *, xml: bool) -> JsonCallBody | XmlCallBody:
        if xml:
            return XmlCallBody(self._tools, self._calls, self._new_id)
        return JsonCallBody(_CALL_KEYS, self._calls, self._new_id)


class TaggedParser(MarkerParser):
    """Parses one reply.

    Tags within the reasoning, within a fenced block of the answer and directly behind a backtick are mentions: they
    stay text and nothing is run. Reasoning that is never closed but holds a call is reported.
    """

    def __init__(
        self,
        *,
        in_reasoning: bool,
        tools: Sequence[ToolSpec] = (),
        controls: Iterable[str] = (),
        bare_call: str = "",
        new_id: NewId = random_call_id,
        continues: bool = False,
    ) -> None:
        """`controls`: texts of further control tokens, left out everywhere. `bare_call`: what opens a call untagged.

        `continues`: the prompt has begun the text already.
        """
        controls = tuple(controls)
        super().__init__({*TAGS, *ENDS, *controls, *filter(None, [bare_call])}, controls)
        self._bare_call = bare_call
        self._tools = tools
        self._new_id = new_id
        self._part: Literal["reasoning", "text", "call", "ended"] = "reasoning" if in_reasoning else "text"
        self._body: TaggedCallBody | None = None
        self._calls = 0
        self._prose = Prose(blank=not continues)
        self._trimmer = NewlineTrimmer(started=continues)
        self._mention: list[str] = []

    def _take_text(self, text: str, events: list[ChatEvent]) -> None:
        match self._part:
            case "reasoning":
                if self._mention:
                    self._mention.append(text)
                shown = self._trimmer.feed(text)
                if shown:
                    events.append(ReasoningDelta(shown))
            case "text":
                self._prose.feed(text)
                shown = self._trimmer.feed(text)
                if shown:
                    events.append(TextDelta(shown))
            case "call" if self._body is not None:
                self._body.feed(text, events)
            case _:
                pass

    def _take_marker(self, marker: str, events: list[ChatEvent]) -> None:
        match self._part:
            case "ended":
                return
            case _ if marker in ENDS:
                self._end(events)
            case "reasoning":
                self._take_marker_in_reasoning(marker, events)
            case "call":
                self._take_marker_in_call(marker, events)
            case "text" if marker in (TOOL_CALL, END_TOOL_CALL, self._bare_call) and self._prose.quotes_next:
                self._take_text(marker, events)
            case "text":
                self._take_marker_in_text(marker, events)

    def _take_marker_in_reasoning(self, marker: str, events: list[ChatEvent]) -> None:
        if marker == END_THINK:
            self._start("text")
        elif marker in (TOOL_CALL, END_TOOL_CALL, self._bare_call):
            if marker != END_TOOL_CALL:
                self._mention.append("")
            self._take_text(marker, events)

    def _take_marker_in_text(self, marker: str, events: list[ChatEvent]) -> None:
        if marker == THINK and self._prose.blank:
            self._start("reasoning")
        elif marker == TOOL_CALL:
            self._open_body()
        elif marker == self._bare_call and self._prose.at_line_start:
            self._open_body()
            self._take_text(marker, events)
        elif marker == self._bare_call:
            self._take_text(marker, events)

    def _take_marker_in_call(self, marker: str, events: list[ChatEvent]) -> None:
        if marker in (TOOL_CALL, END_TOOL_CALL):
            self._close_body(events, truncated=False)
            if marker == TOOL_CALL:
                self._open_body()
            else:
                self._start("text")
        elif marker in (self._bare_call, THINK, END_THINK):
            self._take_text(marker, events)

    def _start(self, part: Literal["reasoning", "text"]) -> None:
        self._part = part
        self._trimmer = NewlineTrimmer()
        self._prose = Prose()
        self._mention.clear()

    def _open_body(self) -> None:
        self._part = "call"
        self._body = TaggedCallBody(self._tools, self._calls, self._new_id)

    def _close_body(self, events: list[ChatEvent], *, truncated: bool) -> None:
        if self._body is not None:
            self._body.finish(events, truncated=truncated)
            self._calls = self._body.calls
            self._body = None

    def _end(self, events: list[ChatEvent], *, truncated: bool = False) -> None:
        self._close_body(events, truncated=truncated)
        if self._part == "reasoning" and self._mention:
            error = f"The tool call stands inside the reasoning, so it was not run: close that with {END_THINK} first."
            events.append(MalformedToolCall("".join(self._mention), error))
        self._part = "ended"
