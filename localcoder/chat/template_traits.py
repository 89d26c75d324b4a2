"""Finding out what a chat template does, by rendering small conversations with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import get_args

from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.template_messages import ReasoningKey, TemplateTraits
from localcoder.errors import LocalcoderError

Render = Callable[[Sequence[Message], Sequence[ToolSpec], TemplateTraits], str]

_PROBE = "localcoder probe"
_CALLS = (ToolCall("1", "look", "{}"), ToolCall("2", "look", "{}"))
_LOOK = ToolSpec("look", f'{_PROBE}"quoted', {})
_USER = Message("user", "Look.")


def find_traits(render: Render) -> TemplateTraits:
    """Try what a template shows of reasoning, text beside calls and descriptions, and what it refuses."""

    def shown(messages: Sequence[Message], traits: TemplateTraits, tools: Sequence[ToolSpec] = (_LOOK,)) -> str:
        try:
            return render(messages, tools, traits)
        except LocalcoderError:
            return ""

    def hop(message: Message, traits: TemplateTraits) -> str:
        results = [Message("tool", "Seen.", tool_call_id=call.id) for call in message.tool_calls]
        return shown([_USER, message, *results], traits)

    keys: tuple[ReasoningKey, ...] = get_args(ReasoningKey)
    thought = _PROBE + " thought"
    hop_thought = Message("assistant", "", thought, _CALLS[:1])
    hop_key = next(
        (key for key in keys if thought in hop(hop_thought, TemplateTraits(call_reasoning_key=key))), keys[0]
    )
    answer = [_USER, Message("assistant", "Seen.", thought)]
    answer_key = next(
        (key for key in keys if thought in shown(answer, TemplateTraits(answer_reasoning_key=key))), hop_key
    )
    traits = TemplateTraits(hop_key, answer_key)
    beside = Message("assistant", _PROBE + " text", "", _CALLS[:1])
    return replace(
        traits,
        drops_text_beside_calls="probe text" not in hop(beside, traits),
        inserts_descriptions_raw=f'": "{_PROBE}"quoted' in shown([_USER], traits),
        one_call_per_message=bool(hop(Message("assistant", "", "", _CALLS[:1]), traits))
        and not hop(Message("assistant", "", "", _CALLS), traits),
        one_user_message=bool(shown([_USER], traits)) and not shown([_USER, _USER], traits),
    )
