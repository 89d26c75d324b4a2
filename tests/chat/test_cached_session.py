"""How much of a long session an agent's turns find in the prefix cache, through template, parser and engine."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from localcoder.chat.local import LocalChatModel
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import ReplyFinished, ReplyOptions
from tests.chat.streams import calls, content, reasoning
from tests.fakes.spoken import Script, spoken_engine, write_spoken_model

TURNS = 20
CONTEXT_TOKENS = 24_576
TOOLS = [
    ToolSpec("read", "Read a file.", {"type": "object", "properties": {"path": {"type": "string"}}}),
    ToolSpec("shell", "Run a command.", {"type": "object", "properties": {"command": {"type": "string"}}}),
]


def says(prompt: str) -> str:
    """Two calls, three times out of four, with reasoning and what is awkward in JSON; else a summary."""
    turn = prompt.count("<|CHATBOT_TOKEN|>")
    thought = f"Step {turn}: I look at what is there, “quoted” and 世界."
    if turn % 4 == 0:
        return f"{thought}<|END_THINKING|><|START_TEXT|>Done with {turn}.\n\nNext?<|END_TEXT|>"
    arguments = [{"path": f"src/file_{turn}.py"}, {"command": f'grep -n "x\\\\n" {turn} | head\t&& echo "é"'}]
    written = ", ".join(
        f'{{"tool_call_id": "{number}", "tool_name": "{tool.name}", "parameters": {json.dumps(parameters)}}}'
        for number, (tool, parameters) in enumerate(zip(TOOLS, arguments, strict=True))
    )
    return f"{thought}<|END_THINKING|><|START_ACTION|>[{written}]<|END_ACTION|>"


async def session(model: LocalChatModel, name: str) -> tuple[int, int]:
    """Tokens that the cache had, and that it could have had: all of the turn before, prompt and answer."""
    messages = [Message("system", f"You are {name}, an agent. " + "Rules. " * 20), Message("user", "Fix the bug.")]
    cached = possible = before = 0
    for turn in range(TURNS):
        events = [event async for event in model.reply(messages, TOOLS, ReplyOptions())]
        last = events[-1]
        assert isinstance(last, ReplyFinished)
        assert last.usage.prompt_tokens >= before
        cached += last.usage.cached_tokens
        possible += before
        before = last.usage.prompt_tokens + last.usage.completion_tokens
        made = tuple(ToolCall(f"call_{turn}_{i}", tool, given) for i, (tool, given) in enumerate(calls(events)))
        messages.append(Message("assistant", content(events), reasoning(events), made))
        found = f"line {turn}\t\u2028\n" * 5
        messages += [Message("tool", f"{call.arguments}\n{found}", tool_call_id=call.id) for call in made]
        if not made:
            messages.append(Message("user", f"Go on with {turn}, please."))
    return cached, possible


async def test_an_agents_turns_compute_only_what_is_new_also_beside_another(tmp_path: Path) -> None:
    write_spoken_model(tmp_path, context_tokens=CONTEXT_TOKENS)
    with spoken_engine(tmp_path, Script(says), context_tokens=CONTEXT_TOKENS, total_blocks=800) as engine:
        model = LocalChatModel(engine, "spoken")
        for cached, possible in await asyncio.gather(*(session(model, f"agent {i}") for i in range(2))):
            assert possible > 30_000
            assert cached >= 0.95 * possible
