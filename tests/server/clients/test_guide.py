"""What the guide tells people to copy can be read by the programs it is for, and means one server and one model."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "guide.md"
SECTION = GUIDE.read_text(encoding="utf-8").partition("### Editors and agents\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", SECTION, re.DOTALL)


def test_there_is_a_block_for_each_program() -> None:
    assert [kind for kind, _ in BLOCKS] == ["json", "yaml", "json", ""]
    assert re.findall(r"^\*\*(\w+)\*\*", SECTION, re.MULTILINE) == ["OpenCode", "Continue", "Zed", "aider"]


@pytest.mark.parametrize("block", [block for kind, block in BLOCKS if kind == "json"])
def test_json_is_json(block: str) -> None:
    assert isinstance(json.loads(block), dict)


@pytest.mark.parametrize("block", [block for _, block in BLOCKS])
def test_every_program_is_pointed_at_the_same_server_and_model(block: str) -> None:
    assert set(re.findall(r"http://[^\s\"]+", block)) == {"http://127.0.0.1:8000/v1"}
    assert "CohereLabs/North-Mini-Code-1.0" in block
