"""The program that the terminal tests start: the real chat, agent and tools around a scripted model.

`python -m tests.tui.pty_program FOLDER [SCENARIO]`; the scenarios that begin with `crash` make Ctrl+O raise: in the
screen itself, in a worker, in a callback, or when a timer ends.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import NoReturn

from localcoder.agent.approval import Approver
from localcoder.cli.common import Options, build_agent, open_workplace
from localcoder.tui.app import run_chat
from localcoder.tui.contract import ChatAgent, Progress
from localcoder.tui.screens.chat import ChatScreen
from tests.fakes.fake_model import FakeChatModel, calls, says

SCRIPT = [
    calls(("write", {"path": "hello.py", "content": 'print("hello")\n'}), text="I write it."),
    says("There it is."),
]


def main(folder: str, scenario: str = "task") -> int:
    workplace = open_workplace(Options(cd=Path(folder), no_sandbox=True))

    async def build(approver: Approver, progress: Progress) -> ChatAgent:
        progress("Reading weights")
        os.write(2, b"NOISE of a native library\n")
        await asyncio.sleep(0)
        return build_agent(workplace, FakeChatModel(SCRIPT), approver)

    if scenario in CRASHES:
        ChatScreen.action_toggle_expanded = CRASHES[scenario]
    return run_chat(
        build=build,
        model_name="fake",
        cwd=Path(folder),
        resume_hint=lambda agent: "Resume with: -c",
        stderr_file=Path(folder) / "stderr.log",
        mouse=workplace.settings.mouse,
    )


def _crash(self: ChatScreen) -> NoReturn:
    raise RuntimeError("the screen is broken")


async def _crash_later() -> NoReturn:
    raise RuntimeError("the screen is broken")


CRASHES = {
    "crash": _crash,
    "crash in a worker": lambda self: self.run_worker(_crash_later()),
    "crash in a callback": lambda self: self.call_after_refresh(_crash_later),
    "crash in a timer": lambda self: self.set_timer(0.001, _crash_later),
}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
