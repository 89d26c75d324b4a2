"""Qwen3-Coder: calls as `<tool_call><function=name><parameter=key>value</parameter></function></tool_call>`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from localcoder.chat.families.tagged import TaggedParser
from localcoder.chat.messages import ToolSpec
from localcoder.chat.parsing import NewId, random_call_id
from localcoder.chat.xml_calls import FUNCTION


class Qwen3CoderParser(TaggedParser):
    """Parses one reply; a function at a line's start is a call even where the model forgets `<tool_call>`."""

    def __init__(
        self,
        *,
        in_reasoning: bool,
        tools: Sequence[ToolSpec] = (),
        controls: Iterable[str] = (),
        new_id: NewId = random_call_id,
        continues: bool = False,
    ) -> None:
        super().__init__(
            in_reasoning=in_reasoning,
            tools=tools,
            controls=controls,
            bare_call=FUNCTION if tools else "",
            new_id=new_id,
            continues=continues,
        )
