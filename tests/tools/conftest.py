"""A workspace with its tools."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from localcoder.config.settings import Settings
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import ToolContext, ToolResult
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots


class Workbench:
    """A folder in which tools are called as the model calls them."""

    def __init__(self, folder: Path, sandbox: Sandbox | None = None) -> None:
        self.folder = folder
        self.tools = {tool.name: tool for tool in builtin_tools(Settings(), "full")}
        self.streamed: list[str] = []
        self.context = ToolContext(
            Roots(folder), ReadRegistry(), sandbox or Sandbox(False, "not tested here"), on_output=self.streamed.append
        )

    async def call(self, name: str, **arguments: Any) -> ToolResult:
        tool = self.tools[name]
        return await tool.run(tool.arguments(**arguments), self.context)

    def preview_diff(self, name: str, **arguments: Any) -> str | None:
        tool = self.tools[name]
        return tool.preview(tool.arguments(**arguments), self.context).diff

    def file(self, name: str, content: bytes | str, *, known: bool = False) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        path.write_bytes(data)
        if known:
            self.context.registry.record(path.resolve(), data)
        return path


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    folder = tmp_path / "ws"
    folder.mkdir()
    return Workbench(folder)


@pytest.fixture
def confined(tmp_path: Path) -> Workbench:
    """A workspace whose commands run in the sandbox."""
    folder = tmp_path / "confined"
    folder.mkdir()
    sandbox = Sandbox.detect(True, Roots(folder))
    if sandbox.means != "bubblewrap":
        pytest.skip(f"needs a working bubblewrap: {sandbox.reason or sandbox.means}")
    return Workbench(folder, sandbox)


@pytest.fixture
def landlocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    """A workspace whose commands are confined by Landlock, for the bubblewrap on the PATH fails."""
    folder, programs = tmp_path / "landlocked", tmp_path / "programs"
    folder.mkdir()
    programs.mkdir()
    (programs / "bwrap").write_text("#!/bin/sh\nexit 1\n")
    (programs / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    sandbox = Sandbox.detect(True, Roots(folder))
    if sandbox.means != "Landlock":
        pytest.skip(f"needs Landlock: {sandbox.reason}")
    return Workbench(folder, sandbox)
