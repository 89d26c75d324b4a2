"""Runs the real program in an empty home, in a process of its own or in this one."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

PROGRAM = [sys.executable, "-m", "localcoder"]
TIMEOUT_S = 60


@dataclass
class Home:
    """An empty home directory and a project folder to work in."""

    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def project(self) -> Path:
        path = self.folder / "project"
        path.mkdir(exist_ok=True)
        return path

    @property
    def environment(self) -> dict[str, str]:
        (self.folder / "run").mkdir(mode=0o700, exist_ok=True)
        kept = {
            name: os.environ[name]
            for name in ("PATH", "LANG", "SYSTEMROOT", "PYTEST_XDIST_WORKER")
            if name in os.environ
        }
        folders = {
            "HOME": self.folder,
            "XDG_CONFIG_HOME": self.folder / "config",
            "XDG_DATA_HOME": self.folder / "data",
            "XDG_CACHE_HOME": self.folder / "cache",
            "XDG_STATE_HOME": self.folder / "state",
            "XDG_RUNTIME_DIR": self.folder / "run",
        }
        return kept | {name: str(path) for name, path in folders.items()} | self.variables

    def start(self, *args: str, **options: Any) -> subprocess.Popen[bytes]:
        defaults: dict[str, Any] = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "cwd": self.project,
            "env": self.environment,
        }
        return subprocess.Popen([*PROGRAM, *args], **(defaults | options))

    def run(self, *args: str, stdin: bytes | None = None, **options: Any) -> Done:
        if stdin is not None:
            options["stdin"] = subprocess.PIPE
        process = self.start(*args, **options)
        stdout, stderr = process.communicate(stdin, timeout=TIMEOUT_S)
        return Done(process.returncode, (stdout or b"").decode(), (stderr or b"").decode())

    def call(self, *args: str) -> Done:
        """As `run` with an empty stdin, but in this process, which is much faster."""
        from localcoder.cli.main import main

        out, err = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
        logger = logging.getLogger("localcoder")
        with pytest.MonkeyPatch.context() as patch, contextlib.chdir(self.project):
            for name in os.environ:
                patch.delenv(name)
            for name, value in self.environment.items():
                patch.setenv(name, value)
            for name, stream in (("stdin", io.TextIOWrapper(io.BytesIO())), ("stdout", out), ("stderr", err)):
                patch.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as ending:
                main(args)
        for handler in tuple(logger.handlers):
            logger.removeHandler(handler)
            logging.getLogger().removeHandler(handler)
            handler.close()
        logger.propagate = True
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read())
        assert isinstance(ending.value.code, int)
        return Done(ending.value.code, *texts)

    def sessions(self) -> list[Path]:
        return sorted((self.folder / "data" / "localcoder" / "sessions").glob("*.jsonl"))


@dataclass(frozen=True)
class Done:
    code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> dict[str, Any]:
        """stdout as exactly one JSON document."""
        document = json.loads(self.stdout)
        assert isinstance(document, dict)
        return document

    @property
    def lines(self) -> list[dict[str, Any]]:
        """stdout as JSON lines, of which the last and no other is the result."""
        documents = [json.loads(line) for line in self.stdout.splitlines()]
        assert [document["type"] == "result" for document in documents] == [False] * (len(documents) - 1) + [True]
        return documents
