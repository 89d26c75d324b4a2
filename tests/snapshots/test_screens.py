"""The main screens as pictures: a change of one is a decision, taken with `pytest --snapshot-update`."""

import asyncio
from pathlib import Path

import pytest

from localcoder.agent.attached import ATTACHED
from localcoder.agent.events import (
    CallDrafted,
    CallFinished,
    CallOutput,
    CallStarted,
    MessageCompleted,
    Notice,
    ReasoningAdded,
    ReplyStarted,
    TextAdded,
)
from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import ReplyUsage
from localcoder.cli.chat import POCKET_NOTE
from localcoder.config.brought import Brought
from localcoder.config.settings import Permissions, SourcedRule
from localcoder.permissions.rules import RuleSet
from localcoder.tui.contract import ModelChoice
from localcoder.tui.models import offer
from localcoder.tui.trusting import question
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import DIFF, chat_app, request, send, steps, type_text, until
from tests.tui.test_status import MeasuredModel

SIZES = [(80, 24), (200, 50)]
BROUGHT = {
    Path(".mcp.json"): b'{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-server"]}}}',
    Path(".localcoder/config.toml"): b"""approval_mode = "accept-edits"

[permissions]
allow = ["shell(make *)", "edit(src/[b]x[/b])"]

[[hooks]]
event = "after"
tool = "write|edit"
command = ".localcoder/format"
""",
    Path(".localcoder/format"): b'#!/bin/sh\nruff format -q "$HOOK_PATH"\n',
}
NOTICE = "What this folder brings is not used; /trust asks about it."
USAGE = ReplyUsage(prompt_tokens=1_850, completion_tokens=212, cached_tokens=1_600, prefill_s=0.1, decode_s=1.9)
ANSWER = """It greets whoever is named on the command line.

## What changed
- `hello.py` takes **one** argument, *optional*
- without it the greeting stays `world`

```python
def greet(name: str) -> str:
    return f"hello {name}"  # [not markup]
```

| call | prints |
|---|---|
| `hello.py` | hello world |
| `hello.py Ada` | hello Ada |
"""
OUTPUT = "".join(f"tests/test_{number}.py . [bold]\x1b[32m{number}\x1b[0m\n" for number in range(14)) + "[exit 0]"

TURN = steps(
    ReplyStarted(1),
    ReasoningAdded("The user wants a greeting by name. I read the file first."),
    TextAdded("I'll read the file first."),
    MessageCompleted("", "", USAGE),
    CallStarted("1", "read", {}, "read hello.py"),
    CallFinished("1", "read", "1|import sys\n2|print(1)", False, False, None, 0.01),
    CallStarted("2", "edit", {}, "edit hello.py"),
    CallFinished("2", "edit", "Edited hello.py (1 replacement).", False, False, DIFF, 0.02),
    CallStarted("3", "shell", {}, "shell pytest -q"),
    CallFinished("3", "shell", OUTPUT, False, False, None, 2.34),
    CallStarted("4", "shell", {}, "shell rm -rf /"),
    CallFinished("4", "shell", "The user refused this call.", True, True, None, 0.0),
    CallStarted("5", "read", {}, "read missing.txt"),
    CallFinished("5", "read", "Error: missing.txt does not exist.", True, False, None, 0.0),
    Notice("warning", "A call of the model could not be read; it was told so."),
)
ENDING = steps(ReplyStarted(2), TextAdded(ANSWER), MessageCompleted(ANSWER, "", USAGE))


def done(app):
    return lambda: app.chat.agent is not None and app.chat._turn is None and not app.chat._queued


def shows(app, text):
    return lambda: text in str(app.chat._activity.render())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_first_screen(snap_compare, size, theme):
    app = chat_app(FakeAgent(), theme=theme, notice=NOTICE, model_note=POCKET_NOTE)
    assert snap_compare(app, terminal_size=size, run_before=lambda pilot: until(pilot, done(app)))


def test_the_screen_while_the_model_loads(snap_compare):
    app = chat_app(FakeAgent(), loaded=asyncio.Event(), notice=NOTICE, first_prompt="greet by name")

    async def before(pilot):
        await until(pilot, shows(app, "Reading weights"))
        await type_text(pilot, "/pl")

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_what_a_folder_brings_is_asked_about(snap_compare, size):
    asked = question(Brought.of(Path("/project"), BROUGHT))
    app = chat_app(FakeAgent())

    async def before(pilot):
        await until(pilot, done(app))
        app.chat.run_worker(app.chat.questions.ask(asked))
        await type_text(pilot, "add a test")
        await until(pilot, lambda: app.chat._question.display)

    assert snap_compare(app, terminal_size=size, run_before=before)


def test_all_that_a_folder_brings(snap_compare):
    asked = question(Brought.of(Path("/project"), BROUGHT))
    app = chat_app(FakeAgent(), theme="light")

    async def before(pilot):
        await until(pilot, done(app))
        app.chat.run_worker(app.chat.questions.ask(asked))
        await until(pilot, lambda: app.chat._question.display)
        await pilot.press("tab", "m")
        await until(pilot, lambda: "ruff format" in str(app.chat._question._text.render()))

    assert snap_compare(app, terminal_size=(100, 80), run_before=before)


def test_a_larger_model_is_offered_and_got(snap_compare):
    choice = ModelChoice("CohereLabs/North-Mini-Code-1.0", False, "61.0 GB to get")
    app = chat_app(FakeAgent())

    async def before(pilot):
        await until(pilot, done(app))
        app.chat.run_worker(app.chat.questions.ask(offer(choice)))
        app.chat.transfer.begin(choice.name)
        app.chat.transfer.show_progress(22_000_000_000, 61_000_000_000)
        await until(pilot, lambda: app.chat._question.display and app.chat.transfer.display)

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_the_engines_last_minute(snap_compare, size):
    app = chat_app(FakeAgent(model=MeasuredModel(context_tokens=8_192)))

    async def before(pilot):
        await until(pilot, done(app))
        await send(pilot, "/status")
        await until(pilot, lambda: len(app.query("EngineReport")) == 1)

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_turn_with_calls(snap_compare, size, theme):
    app = chat_app(FakeAgent([TURN]), theme=theme)

    async def before(pilot):
        await send(pilot, "greet by name, [bold]please[/bold]\nand run the tests")
        await until(pilot, lambda: done(app)() and app.chat._presenter.last_status == "done")

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_an_answer_in_markdown(snap_compare, theme):
    app = chat_app(FakeAgent([ENDING]), theme=theme)

    async def before(pilot):
        await send(pilot, "what did you do?")
        await until(pilot, lambda: done(app)() and app.chat._presenter.last_status == "done")

    assert snap_compare(app, terminal_size=(80, 36), run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_an_approval_with_a_diff(snap_compare, size):
    app = chat_app(FakeAgent([[*TURN[:6], request(summary="edit hello.py", diff=DIFF)]]))

    async def before(pilot):
        await send(pilot, "greet by name")
        await until(pilot, lambda: app.chat._panel.display)

    assert snap_compare(app, terminal_size=size, run_before=before)


def test_an_approval_beside_a_draft_and_a_queue(snap_compare):
    app = chat_app(FakeAgent([[request()]]), mode="accept-edits")

    async def before(pilot):
        await send(pilot, "clean up")
        await send(pilot, "then run the tests")
        await until(pilot, lambda: app.chat._panel.display)
        app.chat._prompt.set_draft("no, wait")
        await pilot.pause()

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


def test_a_turn_that_is_going_on(snap_compare):
    draft = CallDrafted("2", "write", 1_234)
    turn = steps(
        CallStarted("1", "shell", {}, "shell make"), CallOutput("1", "cc a.c\ncc b.c\n"), draft, asyncio.Event()
    )
    app = chat_app(FakeAgent([turn]), mode="plan")

    async def before(pilot):
        await send(pilot, "build it")
        await until(pilot, shows(app, "write"))
        await until(pilot, lambda: "1,234" in str(app.query("ToolCallBlock").last().query_one(".call-header").render()))

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


def test_help_and_status(snap_compare):
    app = chat_app(FakeAgent(), mode="full")

    async def before(pilot):
        await until(pilot, done(app))
        await send(pilot, "/help")
        await send(pilot, "/status")
        await until(pilot, lambda: len(app.query("Facts")) == 4)

    assert snap_compare(app, terminal_size=(100, 66), run_before=before)


def test_a_tiny_terminal(snap_compare):
    app = chat_app(FakeAgent([TURN[:6]]))

    async def before(pilot):
        await send(pilot, "greet")
        await until(pilot, lambda: done(app)() and app.chat._presenter.last_status == "done")

    assert snap_compare(app, terminal_size=(30, 10), run_before=before)


TALK = (
    Message("user", "greet by name"),
    Message("assistant", "It does now."),
    Message("user", f"now in [bold]German[/bold], as @notes.md says{ATTACHED}notes.md]\n" + "Hallo! " * 900),
    Message("assistant", "", tool_calls=(ToolCall("1", "read", '{"path": "hello.py"}'),)),
    Message("tool", "1|import sys\n" * 300, tool_call_id="1"),
    Message("assistant", "Sie grüßt. " * 60),
)


@pytest.mark.parametrize("size", SIZES)
def test_choosing_a_message_to_go_back_to(snap_compare, size):
    app = chat_app(FakeAgent(messages=TALK))

    async def before(pilot):
        await until(pilot, lambda: app.chat._ready)
        await send(pilot, "/rewind")
        await until(pilot, lambda: app.chat._chooser.is_open)
        await type_text(pilot, "ger")

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_what_fills_the_context(snap_compare, size):
    app = chat_app(FakeAgent(messages=TALK))

    async def before(pilot):
        await until(pilot, lambda: app.chat._ready)
        await send(pilot, "/context")
        await until(pilot, lambda: len(app.query("ContextReport")) == 1)

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_modes_and_rules(snap_compare, size):
    agent = FakeAgent()
    agent.policy.rules = RuleSet.parse(
        Permissions(deny=("read(secrets/**)",), allow=("shell(npm test *)", "edit(src/**)"))
    )
    rules = (
        SourcedRule("deny", "read(secrets/**)", "~/.config/localcoder/config.toml"),
        SourcedRule("allow", "shell(npm test *)", "/project/.localcoder/config.toml"),
    )
    app = chat_app(agent, rules=lambda: rules)

    async def before(pilot):
        await until(pilot, done(app))
        await send(pilot, "/permissions")
        await until(pilot, lambda: len(app.query("Facts")) == 3)

    assert snap_compare(app, terminal_size=size, run_before=before)
