"""Series ask many things about files that are read once."""

from __future__ import annotations

import json
import re

import pytest

from tests.pocket.test_jobs import plays, text_of
from tools.pocket import jobs_series, jobs_sheets
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
