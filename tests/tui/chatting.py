"""What the tests of the screen share: an app around a scripted agent, and waiting for what must come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from textual.pilot import Pilot

from localcoder.agent.approval import Approver
from localcoder.agent.events import ApprovalRequested
from localcoder.tui.app import ChatApp
from localcoder.tui.approvals import KeyGate
from localcoder.tui.contract import ChatAgent, ChatOptions, Progress
from tests.fakes.fake_agent import FakeAgent, Step

DIFF = """--- a/hello.py
+++ b/hello.py
@@ -1,3 +1,4 @@
 import sys
-print("hello")
+name = sys.argv[1]
+print(f"hello {name}")
 # [bold]end[/bold]
"""


def request(call_id: str = "c1", summary: str = "shell rm -rf build", diff: str | None = None) -> ApprovalRequested:
    return ApprovalRequested(call_id, summary.split()[0], summary, "runs a command", diff, "shell(rm *)")


def chat_app(
    agent: FakeAgent,
    *,
    loaded: asyncio.Event | None = None,
    gate: KeyGate | None = None,
    **options: object,
) -> ChatApp:
    """The app around `agent`, which is there once `loaded` is set (at once without it)."""

    async def build(approver: Approver, progress: Progress) -> ChatAgent:
        progress("Reading weights")
        if loaded is not None:
            await loaded.wait()
        agent.approver = approver
        return agent

    given = {"model_name": "fake", "cwd": Path("/project"), "theme": "dark", **options}
    return ChatApp(build, ChatOptions(**given), gate=gate or KeyGate(quiet_s=0.0, hold_s=0.05), clock=lambda: 0.0)


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Let the app go on until `condition` holds; fails after forty seconds or more."""
    for _ in range(4_000):
        if condition():
            await pilot.pause()
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to that")


async def type_text(pilot: Pilot[None], text: str) -> None:
    names = {" ": "space", "\n": "ctrl+j", "/": "slash", "\\": "backslash", ".": "full_stop"}
    await pilot.press(*(names.get(character, character) for character in text))


async def send(pilot: Pilot[None], text: str) -> None:
    """Send `text` with Enter, and wait until it left the draft."""
    await until(pilot, lambda: pilot.app.chat._prompt.has_focus)
    pilot.app.chat._prompt.set_draft(text)
    await pilot.press("enter")
    await until(pilot, lambda: pilot.app.chat._prompt.text != text)


async def send_kept(pilot: Pilot[None], text: str) -> None:
    """Send what will stand in the draft again, since it is refused."""
    await until(pilot, lambda: pilot.app.chat._prompt.has_focus)
    pilot.app.chat._prompt.set_draft(text)
    await pilot.press("enter")


def transcript(pilot: Pilot[None]) -> str:
    """All that the transcript shows, as text."""
    entries = pilot.app.chat._transcript.entries
    texts = [text for entry in entries for text in (entry.walk_children() if entry.children else [entry])]
    return "\n".join(str(text.render()) for text in texts if text.display or text in entries)


def steps(*given: Step) -> Sequence[Step]:
    return given


async def answer(pilot: Pilot[None], key: str) -> None:
    """Answer the question of localcoder's own that comes, as its panel says."""
    question = pilot.app.chat._question
    await until(pilot, lambda: question.display)
    await pilot.press("tab")
    await until(pilot, lambda: question.has_focus)
    await pilot.press(key)
    await until(pilot, lambda: not question.display)
