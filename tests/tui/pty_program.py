"""The program that the terminal tests start: the real chat, agent and tools around a scripted model.

`python -m tests.tui.pty_program FOLDER [SCENARIO]`; scenario `crash` makes Ctrl+O raise inside the screen.
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

    if scenario == "crash":
        ChatScreen.action_toggle_expanded = _crash
    return run_chat(
        build=build,
        model_name="fake",
        cwd=Path(folder),
        resume_hint=lambda agent: "Resume with: -c",
        stderr_file=Path(folder) / "stderr.log",
    )


def _crash(self: ChatScreen) -> NoReturn:
    raise RuntimeError("the screen is broken")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
