"""What `docs/megakernel.md` names is there under these names."""

from __future__ import annotations

import re
from pathlib import Path

import localcoder
from localcoder.engine.megakernel.tasks import Gate, Kind

ROOT = Path(localcoder.__file__).parents[1]
ENGINE = ROOT / "localcoder" / "engine"
TEXT = (ROOT / "docs" / "megakernel.md").read_text(encoding="utf-8")
QUOTED = set(re.findall(r"`([^`\n]+)`", TEXT))
FOLDERS = (ENGINE, ENGINE / "megakernel", ROOT / "tests" / "engine" / "megakernel", ROOT / "tests" / "gpu")
SOURCES = [
    file
    for folder in FOLDERS
    for file in folder.iterdir()
    if file.suffix in (".py", ".cu", ".cuh") and "test" not in file.name
]


def found(name: str) -> bool:
    """`name` may be a file's name alone, or a path from one of the folders or the repository's root."""
    return any((folder / name).exists() for folder in (ROOT, *FOLDERS))


def test_every_file_named_exists() -> None:
    names = {name for text in QUOTED for name in re.findall(r"[\w/*]+\.(?:cuh|cu|py)\b", text) if "*" not in name}
    assert len(names) > 30
    assert [name for name in sorted(names) if not found(name)] == []


def test_every_name_quoted_is_in_the_source() -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES)
    names = {text for text in QUOTED if re.fullmatch(r"[A-Za-z_]\w*", text)}
    assert len(names) > 30
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", source)] == []


def test_every_name_quoted_with_its_file_is_in_that_file() -> None:
    pairs = [match.groups() for text in QUOTED if (match := re.fullmatch(r"(\w+\.(?:cuh|cu|py)): (\w+)", text))]
    assert len(pairs) > 5
    for name, inside in pairs:
        file = next(folder / name for folder in FOLDERS if (folder / name).exists())
        assert re.search(rf"\b{inside}\b", file.read_text(encoding="utf-8")), f"{name}: {inside}"


def test_every_kind_of_task_and_every_counter_is_explained() -> None:
    for name in [kind.name for kind in Kind] + [gate.name for gate in Gate]:
        assert re.search(rf"\b{name}\b", TEXT), name
