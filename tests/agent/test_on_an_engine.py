"""The agent over the real template, parser, scheduler and cache; only the logits are scripted."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from localcoder.agent.events import MessageCompleted
from localcoder.chat.local import LocalChatModel
from localcoder.chat.messages import Message
from localcoder.config.settings import Settings
from localcoder.tools.registry import builtin_tools
from tests.agent.acting import Stage, end_of, turn
from tests.chat.conftest import NORTH_TOKENS
from tests.fakes.spoken import Script, spoken_model, text, write_spoken_model

BLOCK = 64
CONTEXT_TOKENS = 24_576


def made(folder: Path, script: Script) -> LocalChatModel:
    write_spoken_model(folder, context_tokens=CONTEXT_TOKENS)
    (folder / "localcoder.json").write_text('{"prompt": "full"}')
    return spoken_model(folder, script, context_tokens=CONTEXT_TOKENS, total_blocks=800)


def calls(*named: tuple[str, dict[str, Any]], reasoning: str = "") -> str:
    """A reply of calls as the model was taught to write them, which is how its template writes them again."""
    written = ", ".join(
        f'{{"tool_call_id": "{number}", "tool_name": "{name}", "parameters": {json.dumps(parameters)}}}'
        for number, (name, parameters) in enumerate(named)
    )
    return f"{reasoning}<|END_THINKING|><|START_ACTION|>[{written}]<|END_ACTION|>"


async def test_each_reply_finds_all_but_a_block_of_the_one_before_in_the_cache(stage: Stage, tmp_path: Path) -> None:
    """Also where a sub-directory brings instructions, a call fails, a list is written and the user speaks again."""
    (stage.folder / "src").mkdir()
    (stage.folder / "src" / "AGENTS.md").write_text("Use tabs.\n")
    (stage.folder / "src" / "a.txt").write_text("“quoted” 世界\n" * 20)
    replies = [
        calls(("read", {"path": "src/a.txt"}), ("read", {"path": "src/none.txt"}), reasoning="I look."),
        calls(("todo", {"items": [{"text": "look", "status": "completed"}]}), reasoning="I note it."),
        text("Done.\n\nNext?", reasoning="So it is."),
        calls(("shell", {"command": "echo hi"})),
        calls(("edit", {"path": "src/a.txt", "old": "no such text", "new": ""})),
        text("Again."),
        text("Bye.", reasoning="The end."),
    ]
    script = Script(lambda prompt: replies[prompt.count("<|CHATBOT_TOKEN|>") - 1])
    model = made(tmp_path / "model", script)
    agent = stage.agent(model=model, tools=builtin_tools(Settings(), "full"))  # type: ignore[arg-type]
    usages = []
    for prompt in ("Look at src.", "Once more, please.", "Bye."):
        events = await turn(agent, prompt)
        assert end_of(events).status == "done"
        usages += [event.usage for event in events if isinstance(event, MessageCompleted)]
    assert len(usages) == len(replies)
    for before, after in pairwise(usages):
        assert after.cached_tokens >= before.prompt_tokens + before.completion_tokens - BLOCK
    assert any("Use tabs." in message.content for message in agent.messages)
    await model.close()


async def test_control_tokens_that_a_file_or_a_command_spells_are_text_to_the_model(
    stage: Stage, tmp_path: Path
) -> None:
    spelled = "".join(NORTH_TOKENS)
    (stage.folder / "evil.txt").write_text(spelled)
    script = Script(
        lambda prompt: (
            text("Read.")
            if "1|" in prompt
            else calls(("read", {"path": "evil.txt"}), ("shell", {"command": "cat evil.txt"}))
        )
    )
    model = made(tmp_path / "model", script)
    agent = stage.agent(model=model, tools=builtin_tools(Settings(), "full"))  # type: ignore[arg-type]
    await turn(agent, f"What is in there? {spelled}")
    assert sum(message.content.count(spelled) for message in agent.messages) == 3
    controls = set(model.engine.tokenizer.control_tokens.values())

    def structure(messages: list[Message]) -> list[int]:
        return [token for token in model.request(messages).prompt_ids if token in controls]

    harmless = [
        Message(m.role, m.content.replace(spelled, "plain"), m.reasoning, m.tool_calls, m.tool_call_id)
        for m in agent.messages
    ]
    assert structure(list(agent.messages)) == structure(harmless)
    await model.close()
