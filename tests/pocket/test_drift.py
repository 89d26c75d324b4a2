"""The agent still speaks to the pocket model as it did when that was trained."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.pocket.export import ROOT, Places, Refused, digests_in, export
from tools.pocket.trained_on import digests, texts

AGAIN = """
The pocket model was trained on other texts than these. Take the change back, or train it again (docs/pocket.md):
    python -m tools.train_pocket ... --out out && python -m tools.pocket.export out
"""
MODULES = (
    *(f"tools/{name}" for name in ("read", "write", "edit", "list", "search", "shell", "_paths", "_matching")),
    *("tools/_output", "agent/calls", "agent/reply"),
)
UNHEARD = {
    # People see these.
    " from line ",
    "[the rest is not shown while it runs]",
    "The tool %s failed unexpectedly",
    "The model gave an empty reply.",
    "The model wrote a tool call that cannot be read: ",
    "The reply had more than ",
    " calls; the first ",
    "The reply ended in the middle of a call of `",
    "`, which was not run.",
    # Only models that may start jobs do.
    " is running in the background; `jobs` shows its output and stops it]",
    "shell (background) ",
    " jobs are running, which is the most there may be; stop one with `jobs`",
    "trap wait EXIT; ",
    # Only models that may start subagents do.
    " This was done before:\n\n",
    # What no call brings about by itself: broken disks and tools, races, and tools that were offered before.
    " cannot be written: ",
    "the command cannot be started: ",
    " mode does not offer it",
    "what the path leads to has changed since the call was permitted; call again.",
    "Error: the tool failed: ",
}
"""Texts in `MODULES` that are no part of any result here."""


@pytest.fixture(scope="module")
def recorded() -> str:
    return Places().record.read_text(encoding="utf-8")


async def test_prompt_tools_and_results_are_those_that_the_model_was_trained_on(recorded: str) -> None:
    now = await texts()
    assert now == recorded, AGAIN


def test_the_model_card_tells_the_digests(recorded: str) -> None:
    card = (Places().package / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert digests_in(card) == digests(recorded), AGAIN
    assert set(digests(recorded)) == {"prompt", "tools", "results"}


def _sentences(path: Path) -> Iterator[str]:
    """The texts of several words in a module that are neither documentation nor a class's own."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(id(node.value))
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.Assign | ast.AnnAssign):
                    left_out |= {id(inner) for inner in ast.walk(statement)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.value


def test_every_text_of_the_tools_is_recorded(recorded: str) -> None:
    for module in MODULES:
        for text in _sentences(ROOT / "localcoder" / f"{module}.py"):
            if " " in text.strip() and text.strip() not in recorded:
                assert text.strip() in {unheard.strip() for unheard in UNHEARD}, (module, text)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places(tmp_path / "package", tmp_path / "results.json", tmp_path / "record.txt")
    places.package.mkdir()
    shutil.copyfile(Places().package / "MODEL_CARD.md", places.package / "MODEL_CARD.md")
    return places


def _trained(folder: Path, **log: object) -> Path:
    folder.mkdir()
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_text(name)
    for number in range(11):
        (folder / f"model.part{number}").write_bytes(bytes([number]))
    (folder / "log.json").write_text(json.dumps({"finished": True, "device": "NVIDIA H200", "steps_done": 9, **log}))
    return folder


def test_export_puts_everything_in_its_place(tmp_path: Path, places: Places, recorded: str) -> None:
    now = recorded.replace("You are localcoder", "You are Localcoder")
    export(_trained(tmp_path / "out", trained_on=now), places, now)
    assert (places.package / "model.safetensors").read_bytes() == bytes(range(11))
    assert (places.package / "tokenizer.json").read_text() == "tokenizer.json"
    assert json.loads(places.results.read_text())["steps_done"] == 9
    assert places.record.read_text() == now
    told = digests_in((places.package / "MODEL_CARD.md").read_text())
    assert told == digests(now)
    assert [name for name in told if told[name] != digests(recorded)[name]] == ["prompt"]


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ({"finished": False, "paused": "after 100 steps"}, "not finished: after 100 steps"),
        ({"trained_on": "something else\n"}, r"-something else\n\+the texts of now"),
    ],
)
def test_export_refuses_what_must_not_be_shipped(
    log: dict[str, object], why: str, tmp_path: Path, places: Places
) -> None:
    with pytest.raises(Refused, match=why):
        export(_trained(tmp_path / "out", **{"trained_on": "the texts of now\n", **log}), places, "the texts of now\n")
    assert [path.name for path in places.package.iterdir()] == ["MODEL_CARD.md"]
