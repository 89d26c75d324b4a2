"""Series ask many things about files that are read once."""

from __future__ import annotations

import json
import re

import pytest

from tests.pocket.test_jobs import plays, text_of
from tools.pocket import jobs_series, jobs_sheets, world
from tools.pocket.task import Say, Script, Task, shell
from tools.pocket.words import Vocabulary
from tools.pocket.world import Conversation


def calls(conversation: Conversation) -> list[tuple[str, dict[str, str]]]:
    made = [call for message in conversation.messages for call in message.get("tool_calls", ())]
    return [(call["name"], json.loads(call["arguments"])) for call in made]


@pytest.mark.parametrize("job", [jobs_series.series, jobs_sheets.series], ids=["scenes", "sheets"])
async def test_no_file_is_read_twice(job: object) -> None:
    longest = 0
    async for task, conversation, folder in plays(job, "read once", 12):
        read = [arguments["path"] for name, arguments in calls(conversation) if name == "read"]
        assert sorted(read) == sorted(set(read))
        turns = [task, *task.after]
        assert len(conversation.jobs) == len(turns)
        for path, text in turns[-1].ends.items():
            assert text_of(folder, path) == text
        longest = max(longest, len(turns))
    assert longest > 3


async def test_a_sheet_is_quoted_as_it_is_at_that_turn() -> None:
    edited = unsaid = 0
    async for task, conversation, _ in plays(jobs_sheets.series, "sheets", 30):
        ((path, text),) = task.files.items()
        lines = text.splitlines()
        for message in conversation.messages:
            if message["role"] != "assistant":
                continue
            for call in message.get("tool_calls", ()):
                if call["name"] == "edit":
                    change = json.loads(call["arguments"])
                    text = "\n".join(lines)
                    assert text.count(change["old"]) == 1
                    lines = text.replace(change["old"], change["new"]).split("\n")
                    edited += 1
            told = re.fullmatch(r"(.+) \(line (\d+): (.+)\)", message["content"])
            if told is not None:
                assert lines[int(told[2]) - 1].strip() == told[3]
                assert told[1] in told[3].replace('\\"', '"') or json.dumps(told[1])[1:-1] in told[3]
            unsaid += message["content"] == f"{path} does not say that."
    assert edited > 20 and unsaid > 5


async def test_what_a_seed_does_not_decide_or_a_faulty_job_makes_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn: list[str] = []

    def printing(v: Vocabulary) -> Task:
        text = "print(object())" if len(drawn) == 1 else "print(1)"
        drawn.append(text)
        if len(drawn) == 1:
            raise TypeError("a faulty job")

        def script() -> Script:
            yield shell("python3 a.py", "run python3 a.py")
            return Say("exit 0; report it", "done")

        return Task("command", "run a.py", script, {"a.py": text}, alone=True)

    monkeypatch.setattr(world, "FAMILIES", [(1, [(1, printing)])])
    conversation = await world.Generator("faults").conversation()
    assert len(drawn) >= 3 and "1\n[exit 0]" in [message["content"] for message in conversation.messages]
    assert not any(" at 0x" in message["content"] for message in conversation.messages)
    assert "TypeError: a faulty job" in capsys.readouterr().err
    drawn.clear()
    with pytest.raises(TypeError, match="a faulty job"):
        await world.Generator("faults", strict=True).conversation()
