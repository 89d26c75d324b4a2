"""North Mini Code and its siblings ("cmd4"): every part of a reply stands between control tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from localcoder.chat.json_calls import WHITESPACE, CallKeys, JsonCallBody
from localcoder.chat.messages import ToolSpec
from localcoder.chat.model import ChatEvent, MalformedToolCall, ReasoningDelta, TextDelta
from localcoder.chat.parsing import MarkerParser, NewId, random_call_id

START_THINKING = "<|START_THINKING|>"
END_THINKING = "<|END_THINKING|>"
START_TEXT = "<|START_TEXT|>"
END_TEXT = "<|END_TEXT|>"
START_ACTION = "<|START_ACTION|>"
END_ACTION = "<|END_ACTION|>"
START_TOOL_RESULT = "<|START_TOOL_RESULT|>"
END_TOOL_RESULT = "<|END_TOOL_RESULT|>"
START_OF_TURN = "<|START_OF_TURN_TOKEN|>"
END_OF_TURN = "<|END_OF_TURN_TOKEN|>"

PARTS = (START_THINKING, END_THINKING, START_TEXT, END_TEXT, START_ACTION, END_ACTION)
ENDS = (
    END_OF_TURN,
    START_OF_TURN,
    START_TOOL_RESULT,
    END_TOOL_RESULT,
    "<|SYSTEM_TOKEN|>",
    "<|USER_TOKEN|>",
    "<|CHATBOT_TOKEN|>",
    "<BOS_TOKEN>",
    "<EOS_TOKEN>",
    "<PAD>",
)
"""What can only stand behind a reply's end: a model that writes it has left its turn."""

_CALL_KEYS = CallKeys(name=("tool_name",), arguments=("parameters",))


class NorthParser(MarkerParser):
    """Parses one reply.

    The prompt has usually opened the reasoning already (`in_reasoning`). Reasoning that is never closed but holds an
    action is reported, for the call in it does not run. Prose outside of every part, which happens with reasoning off,
    is text.
    """

    def __init__(
        self,
        *,
        in_reasoning: bool,
        tools: Sequence[ToolSpec] = (),
        controls: Iterable[str] = (),
        new_id: NewId = random_call_id,
        continues: bool = False,
    ) -> None:
        """`controls`: texts of further control tokens, left out everywhere; `tools`: for the other families' sake.

        `continues`: the prompt has begun the text already.
        """
        controls = tuple(controls)
        super().__init__({*PARTS, *ENDS, *controls}, controls)
        self._new_id = new_id
        self._part: Literal["none", "reasoning", "text", "action", "ended"] = "none"
        if in_reasoning or continues:
            self._part = "reasoning" if in_reasoning else "text"
        self._action: JsonCallBody | None = None
        self._calls = 0
        self._action_in_reasoning = False
        self._lost_action: list[str] = []

    def _end(self, events: list[ChatEvent], *, truncated: bool) -> None:
        self._close_part(events, truncated=truncated)
        self._part = "ended"

    def _take_text(self, text: str, events: list[ChatEvent]) -> None:
        match self._part:
            case "reasoning":
                events.append(ReasoningDelta(text))
                if self._action_in_reasoning:
                    self._lost_action.append(text)
            case "text":
                events.append(TextDelta(text))
            case "action" if self._action is not None:
                self._action.feed(text, events)
            case "none":
                text = text.lstrip(WHITESPACE)
                if text:
                    self._part = "text"
                    events.append(TextDelta(text))
            case _:
                pass

    def _take_marker(self, marker: str, events: list[ChatEvent]) -> None:
        if self._part == "ended":
            return
        if marker in ENDS:
            self._close_part(events)
            self._part = "ended"
        elif self._part == "reasoning" and marker in (START_ACTION, END_ACTION):
            self._action_in_reasoning = marker == START_ACTION or self._action_in_reasoning
        elif self._part == "reasoning" and marker not in (END_THINKING, START_TEXT):
            return
        elif marker in PARTS:
            self._close_part(events, closed_reasoning=marker == END_THINKING)
            self._open_part(marker)

    def _open_part(self, marker: str) -> None:
        match marker:
            case "<|START_THINKING|>":
                self._part = "reasoning"
            case "<|START_TEXT|>":
                self._part = "text"
            case "<|START_ACTION|>":
                self._part = "action"
                self._action = JsonCallBody(_CALL_KEYS, self._calls, self._new_id)
            case _:
                self._part = "none"

    def _close_part(self, events: list[ChatEvent], *, truncated: bool = False, closed_reasoning: bool = False) -> None:
        if self._action is not None:
            self._action.finish(events, truncated=truncated)
            self._calls = self._action.calls
            self._action = None
        if self._part == "reasoning" and self._action_in_reasoning and not closed_reasoning:
            error = (
                f"The tool call stands inside the reasoning, so it was not run: close that with {END_THINKING} first."
            )
            events.append(MalformedToolCall("".join(self._lost_action), error))
        if self._part == "reasoning":
            self._action_in_reasoning = False
            self._lost_action.clear()
