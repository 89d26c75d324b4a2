from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcoder.chat.messages import ToolCall
from tools.pocket.draw import Draw
from tools.pocket.quick import quick_shell
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary
from tools.pocket.world import FAMILIES, Folder, Generator, record


async def test_conversation_depends_on_its_seed_alone() -> None:
    first = record(await Generator("7/1").conversation())
    assert record(await Generator("7/1").conversation()) == first
    assert record(await Generator("7/2").conversation()) != first


async def test_every_call_has_its_result_and_every_turn_ends_in_text() -> None:
    for number in range(12):
        conversation = await Generator(f"3/{number}").conversation()
        previous = None
        for message in conversation.messages:
            if message["role"] == "tool":
                assert previous["tool_calls"][0]["id"] == message["tool_call_id"]
            if message["role"] == "user" and previous is not None:
                assert previous["role"] == "assistant" and previous["content"]
            previous = message
        assert previous["role"] == "assistant" and previous["content"]
        offered = {name for name, _ in conversation.tools}
        used = {call["name"] for message in conversation.messages for call in message.get("tool_calls", ())}
        assert used <= offered


async def test_quick_commands_say_what_the_shell_tool_says(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = Generator("0/0")
    commands = [
        "python3 a.py",
        "python3 -c 'print(6 * 7)'",
        'python3 -c "print(1); print(2)"',
        "echo one two",
        "cp a.py b.py",
        "mv b.py c.py",
        "rm c.py",
        "mkdir -p x/y",
        "python3 silent.py",
    ]
    files = {"a.py": 'for i in range(3):\n    print("line", i)\n', "silent.py": "x = 1\n"}
    quick, real = Folder(generator.environment), Folder(generator.environment)
    try:
        for folder in (quick, real):
            folder.add(files)
        answers = [quick_shell(command, quick.root) for command in commands]
        assert None not in answers
        monkeypatch.setattr("tools.pocket.world.quick_shell", lambda command, root: None)
        for command, answer in zip(commands, answers, strict=True):
            result = await real.call(ToolCall("c", "shell", json.dumps({"command": command})))
            assert result.content == answer, command
        assert sorted(p.name for p in quick.root.iterdir()) == sorted(p.name for p in real.root.iterdir())
    finally:
        quick.remove()
        real.remove()


@pytest.mark.parametrize(
    "command", ["python3 missing.py", "python3 fails.py", "python3 imports.py", "rm nothing", "echo $HOME", "ls"]
)
def test_anything_else_is_left_to_the_shell(command: str, tmp_path: Path) -> None:
    (tmp_path / "fails.py").write_text("print(1 / 0)\n")
    (tmp_path / "imports.py").write_text("import os\nprint(os.getcwd())\n")
    assert quick_shell(command, tmp_path) is None


def test_every_job_makes_prompts_without_leftover_slots() -> None:
    vocabulary = Vocabulary(Draw("jobs"))
    for _, jobs in FAMILIES:
        for _, job in jobs:
            made = 0
            for _ in range(200):
                try:
                    task = job(vocabulary)
                except (Unsuitable, StopIteration, IndexError):
                    continue
                made += 1
                assert "<create>" not in task.prompt and "{file}" not in task.prompt and "[|" not in task.prompt
                if made == 5:
                    break
            assert made == 5, job.__name__


def test_phrases_fill_slots_after_choices_so_that_values_stay_as_they_are() -> None:
    draw = Draw("p")
    for _ in range(50):
        assert draw.phrase(["[a|b] {value}"], value="x[1|2]{y}  z")[2:] == "x[1|2]{y}  z"
