"""Whatever prints beside the answer, stdout has the result alone."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.running import TIMEOUT_S, Done, Home
from tests.fakes.openai_server import Answer, serving

NOISY = """
import logging, os, subprocess, sys
from localcoder.cli import common, main
opened = common.open_model
def open_model(*arguments):
    print("a library prints")
    os.write(1, b"the driver prints\\n")
    subprocess.run(["echo", "a child prints"])
    logging.getLogger("a.library").error("a library logs")
    return opened(*arguments)
common.open_model = open_model
main.main(sys.argv[1:])
"""
NOISE = ["a library prints", "the driver prints", "a child prints"]


@pytest.mark.parametrize("answer", [Answer("Hi."), Answer("the GPU is on fire", status=400)])
@pytest.mark.parametrize("output_format", ["text", "json", "stream-json"])
def test_what_libraries_drivers_and_children_print_goes_to_stderr(
    home: Home, output_format: str, answer: Answer
) -> None:
    with serving(answer) as server:
        args = ["run", "hello", "--endpoint", server.url, "--output-format", output_format]
        ended = subprocess.run(
            [sys.executable, "-c", NOISY, *args],
            capture_output=True,
            text=True,
            cwd=home.project,
            env=home.environment,
            stdin=subprocess.DEVNULL,
            timeout=TIMEOUT_S,
            check=False,
        )
    done = Done(ended.returncode, ended.stdout, ended.stderr)
    assert not any(one in done.stdout for one in NOISE)
    assert all(one in done.stderr for one in NOISE)
    assert "a library logs" not in done.stderr
    assert "a library logs" in (home.folder / "state" / "localcoder" / "localcoder.log").read_text()
    if output_format == "text":
        assert (done.code, done.stdout) == ((0, "Hi.\n") if answer.status == 200 else (1, ""))
    else:
        assert done.lines[-1]["status"] == ("done" if answer.status == 200 else "failed")
