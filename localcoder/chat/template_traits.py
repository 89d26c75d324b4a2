"""Finding out what a chat template does, by rendering small conversations with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    """Try what a template shows of reasoning, of text beside calls, of descriptions, and of parallel calls."""

    def shown(messages: Sequence[Message], traits: TemplateTraits, tools: Sequence[ToolSpec] = (_LOOK,)) -> str:
        try:
            return render(messages, tools, traits)
        except LocalcoderError:
            return ""

    def hop(message: Message, traits: TemplateTraits) -> str:
        results = [Message("tool", "Seen.", tool_call_id=call.id) for call in message.tool_calls]
        return shown([_USER, message, *results], traits)

    keys: tuple[ReasoningKey, ...] = get_args(ReasoningKey)
    thought = Message("assistant", "", _PROBE + " thought", _CALLS[:1])
    key = next((key for key in keys if "probe thought" in hop(thought, TemplateTraits(key))), keys[0])
    beside = Message("assistant", _PROBE + " text", "", _CALLS[:1])
    return TemplateTraits(
        reasoning_key=key,
        drops_text_beside_calls="probe text" not in hop(beside, TemplateTraits(key)),
        inserts_descriptions_raw=f'": "{_PROBE}"quoted' in shown([_USER], TemplateTraits(key)),
        one_call_per_message=bool(hop(Message("assistant", "", "", _CALLS[:1]), TemplateTraits(key)))
        and not hop(Message("assistant", "", "", _CALLS), TemplateTraits(key)),
    )
