"""`python -m bench.serve` and `bench.load`, as on a machine that has only what the engine imports."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import bench.load
import bench.serve
from tests.fakes.spoken import write_spoken_model


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "httpx", None)
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)


def run(monkeypatch: pytest.MonkeyPatch, main, *options: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench", *options])
    return main()


def test_a_closed_loop_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ["--clients", "2", "--prompt-tokens", "70", "--answer-tokens", "5", "--requests", "1"]
    assert run(monkeypatch, bench.serve.main, "--random-weights", *sizes, "--commit", "abc") == 0
    assert "output tok/s" in capsys.readouterr().out
    document = json.loads(Path("serve-pocket.json").read_text())
    assert (document["commit"], document["rows"][0]["output_tokens"]) == ("abc", 10)
    assert document["command"].startswith("python -m bench.serve --random-weights --clients 2")


def test_both_loads_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    write_spoken_model(tmp_path / "tiny")
    sizes = ["--long-tokens", "130", "--long-clients", "1", "--stream-tokens", "70", "--streams", "1"]
    assert run(monkeypatch, bench.load.main, "--model", "tiny", *sizes, "--seconds", "2", "--output", "out.json") == 0
    said = capsys.readouterr().out
    assert "a stream beside 1 clients" in said and "200-token requests beside 1 streams" in said
    stream, newcomer = json.loads(Path("out.json").read_text())["rows"]
    assert stream["tokens_per_s"] > 0 and newcomer["requests"] > 0
    assert isinstance(stream["met"], bool) and isinstance(newcomer["met"], bool)


@pytest.mark.parametrize(
    ("main", "options", "said"),
    [
        (bench.serve.main, ["--clients", "99"], "--clients 99: must be between"),
        (bench.load.main, [], "--long-tokens 20000: .* at most 8176 fit the 8192 tokens"),
        (bench.load.main, ["--seconds", "0"], "--seconds 0: must be between"),
    ],
)
def test_what_cannot_be_measured_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], main, options: list[str], said: str
) -> None:
    assert run(monkeypatch, main, *options) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert re.search(said, line)


def test_a_server_needs_httpx(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, bench.serve.main, "--endpoint", "http://127.0.0.1:9") == 2
    assert "needs the package httpx" in capsys.readouterr().err
