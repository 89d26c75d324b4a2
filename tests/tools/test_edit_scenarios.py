"""Every folder of tests/scenarios/edit is one edit and what must come of it; its README says how they are written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.tools.conftest import Workbench

FOLDER = Path(__file__).parent.parent / "scenarios" / "edit"
SCENARIOS = sorted(path for path in FOLDER.iterdir() if path.is_dir())
SETUP_KEYS = {"read", "change_after_read", "link", "mode"}


def setup_of(scenario: Path) -> dict[str, Any]:
    path = scenario / "setup.json"
    return json.loads(path.read_text()) if path.exists() else {}


def test_scenarios_are_numbered_without_gaps_and_nothing_else_is_here() -> None:
    assert [path.name for path in sorted(FOLDER.iterdir()) if path not in SCENARIOS] == [".gitattributes", "README.md"]
    assert [int(path.name[:3]) for path in SCENARIOS] == list(range(1, len(SCENARIOS) + 1))
    assert all(re.fullmatch(r"\d{3}(_[a-z0-9]+)+", path.name) for path in SCENARIOS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.name)
def test_a_scenario_is_whole_and_has_nothing_unknown(scenario: Path) -> None:
    files = {path.name for path in scenario.iterdir()}
    assert files - {"setup.json"} in ({"input", "call.json", "expected"}, {"input", "call.json", "error.txt"})
    call = json.loads((scenario / "call.json").read_text())
    assert {"old", "new"} <= set(call) <= {"old", "new", "all"}
    assert set(setup_of(scenario)) <= SETUP_KEYS
    if "error.txt" in files:
        assert (scenario / "error.txt").read_text().strip()
    else:
        assert (scenario / "expected").read_bytes() != (scenario / "input").read_bytes()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.name)
async def test_scenario(bench: Workbench, scenario: Path) -> None:
    setup = setup_of(scenario)
    file = bench.file("file", (scenario / "input").read_bytes(), known=setup.get("read", True))
    file.chmod(int(setup.get("mode", "644"), 8))
    file.write_bytes(file.read_bytes() + setup.get("change_after_read", "").encode())
    before = file.read_bytes()
    name = setup.get("link", "file")
    if name != "file":
        (bench.folder / name).symlink_to("file")
    there = sorted(bench.folder.iterdir())
    call = json.loads((scenario / "call.json").read_text())

    shown = bench.preview_diff("edit", path=name, **call)
    result = await bench.call("edit", path=name, **call)

    assert sorted(bench.folder.iterdir()) == there
    assert (bench.folder / name).is_symlink() == (name != "file")
    assert file.stat().st_mode & 0o777 == int(setup.get("mode", "644"), 8)
    if (scenario / "error.txt").exists():
        assert result.is_error
        assert result.content.startswith("Error: ")
        assert (scenario / "error.txt").read_text().rstrip("\n") in result.content
        assert file.read_bytes() == before
        assert shown is None
    else:
        assert not result.is_error, result.content
        assert result.content.startswith(f"Edited {name} (")
        assert file.read_bytes() == (scenario / "expected").read_bytes()
        assert shown == result.diff
