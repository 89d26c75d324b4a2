import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.agent.attached import ATTACHED, own_words
from localcoder.agent.events import TextAdded
from localcoder.tui import commands
from localcoder.tui.attachments import with_attachments
from localcoder.tui.screens.conversation import MAX_OFFERED
from tests.fakes.fake_agent import FakeAgent
from tests.fakes.fake_sessions import FakeSessions
from tests.tui.chatting import chat_app, send, send_kept, steps, transcript, type_text, until


async def ready(pilot):
    await until(pilot, lambda: pilot.app.chat.agent is not None)


@pytest.mark.parametrize(
    ("draft", "parsed"),
    [
        ("/help", ("help", "")),
        ("/permissions accept-edits", ("permissions", "accept-edits")),
        ("/unknown", ("unknown", "")),
        ("/etc/hosts", None),
        ("/etc/hosts is wrong", None),
        ("/tmp", None),
        ("/Plan", ("plan", "")),
        ("/Copy Code", ("copy", "Code")),
        ("/Nonsense", ("Nonsense", "")),
        ("/Nonsense/of/a/path", None),
        ("/diff.py", None),
        ("what is /help", None),
        ("/", None),
        ("/2", None),
    ],
)
def test_a_path_is_not_a_command(draft, parsed):
    assert commands.parse(draft) == parsed


@given(st.text("/ab-cA. \n1", max_size=12))
def test_only_a_slash_and_one_word_is_a_command(draft):
    parsed = commands.parse(draft)
    first = (draft.split() or [""])[0]
    assert parsed is None or re.fullmatch("/[A-Za-z][A-Za-z-]*", first)
    if parsed is not None:
        assert parsed[0] == first[1:]
        assert parsed[1] == draft.strip()[len(first) :].strip()


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_users_own_words_are_told_from_what_is_attached(prompt, output):
    message = with_attachments(prompt, [("make", output)], [])
    assert own_words(message) == own_words(prompt)
    assert own_words(prompt) == prompt or ATTACHED in prompt


PEOPLE_KNOW = """
    help new clear resume rename fork compact undo redo rewind diff model theme permissions plan init status context
    copy export agents tasks mcp quit
"""


@pytest.mark.parametrize("name", PEOPLE_KNOW.split())
def test_each_command_that_people_know_is_there_and_is_completed(name):
    assert commands.parse(f"/{name} x") == (name, "x")
    assert commands.COMMANDS[name].help
    for length in range(1, len(name) + 1):
        assert commands.COMMANDS[name] in commands.completions(f"/{name[:length]}")


def test_exit_is_known_too():
    assert commands.COMMANDS["exit"].run is commands.COMMANDS["quit"].run


async def test_help_lists_every_command_that_there_is():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await send(pilot, "/help")
        await until(pilot, lambda: "Commands" in transcript(pilot))
        for command in commands.COMMANDS.values():
            assert command.hidden or f"/{command.name}" in transcript(pilot)


async def test_an_unknown_command_is_an_error_that_names_the_nearest_and_keeps_the_draft():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await type_text(pilot, "/permision full")
        await pilot.press("enter")
        await until(pilot, lambda: "Did you mean /permissions?" in transcript(pilot))
        assert pilot.app.chat._prompt.text == "/permision full"
        assert agent.prompts == []


@pytest.mark.parametrize("refused", ["/compact", "/new", "/rewind", "/copy", "/diff"])
async def test_a_command_that_cannot_be_carried_out_now_is_not_glued_to_what_is_typed_next(refused):
    agent = FakeAgent([steps(asyncio.Event())])
    async with chat_app(agent, sessions=FakeSessions()).run_test() as pilot:
        await send(pilot, "work")
        await until(pilot, lambda: agent.prompts == ["work"])
        await send_kept(pilot, refused)
        await until(pilot, lambda: "✗" in transcript(pilot))
        assert pilot.app.chat._prompt.text == ""
        await type_text(pilot, "/tasks")
        await pilot.press("enter")
        await until(pilot, lambda: "There are no subagents and no background commands." in transcript(pilot))
        assert not pilot.app.chat._queued


@pytest.mark.parametrize("wrong", ["/theme purple", "/permissions everything", "/copy everything", "/rename"])
async def test_a_command_whose_text_is_wrong_stays_in_the_draft(wrong, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    agent = FakeAgent([steps(TextAdded("An answer."))])
    async with chat_app(agent, sessions=FakeSessions()).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat.last_answer == "An answer.")
        await send_kept(pilot, wrong)
        await until(pilot, lambda: "✗" in transcript(pilot))
        assert pilot.app.chat._prompt.text == wrong


async def test_a_path_is_sent_to_the_model():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "/etc/hosts is odd")
        await until(pilot, lambda: agent.prompts == ["/etc/hosts is odd"])


async def test_permissions_sets_the_mode_and_refuses_an_unknown_one():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await ready(pilot)
        await send(pilot, "/permissions full")
        await until(pilot, lambda: agent.policy.mode == "full")
        await send(pilot, "/plan")
        await until(pilot, lambda: agent.policy.mode == "plan")
        await type_text(pilot, "/permissions yolo")
        await pilot.press("enter")
        await until(pilot, lambda: "Unknown mode yolo" in transcript(pilot))
        assert agent.policy.mode == "plan"


async def test_new_starts_an_empty_conversation_with_the_same_model():
    first, second = FakeAgent([steps(TextAdded("ancient"))]), FakeAgent()
    async with chat_app(first, sessions=FakeSessions(next=second)).run_test() as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "ancient" in transcript(pilot) and pilot.app.chat._turn is None)
        await send(pilot, "/new")
        await until(pilot, lambda: "ancient" not in transcript(pilot))
        await send(pilot, "hello")
        await until(pilot, lambda: second.prompts == ["hello"])


async def test_copy_sends_the_last_answer_as_the_model_wrote_it():
    app = chat_app(FakeAgent([steps(TextAdded("**bold** \ttext"))]))
    async with app.run_test() as pilot:
        await ready(pilot)
        await type_text(pilot, "/copy")
        await pilot.press("enter")
        await until(pilot, lambda: "no answer to copy" in transcript(pilot))
        pilot.app.chat._prompt.text = ""
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat._presenter.last_status == "done")
        await send(pilot, "/copy")
        await until(pilot, lambda: app.clipboard == "**bold** \ttext")


async def test_tab_completes_a_command():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await type_text(pilot, "/per")
        assert "/permissions" in str(pilot.app.chat._completions.render())
        await pilot.press("tab")
        assert pilot.app.chat._prompt.text == "/permissions "


async def test_theme_changes_to_light_and_back():
    app = chat_app(FakeAgent())
    async with app.run_test() as pilot:
        await send(pilot, "/theme")
        await until(pilot, lambda: not app.current_theme.dark)
        await send(pilot, "/theme dark")
        await until(pilot, lambda: app.current_theme.dark)


async def test_status_says_why_there_is_no_sandbox():
    agent = FakeAgent()
    agent.context.sandbox.works = False
    agent.context.sandbox.reason = "bwrap is missing"
    async with chat_app(agent).run_test() as pilot:
        await ready(pilot)
        await send(pilot, "/status")
        await until(pilot, lambda: "off: bwrap is missing" in transcript(pilot))
        assert "no sandbox" in str(pilot.app.chat._bar.render())


async def test_a_slash_offers_the_first_commands_and_says_how_many_more_there_are():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await type_text(pilot, "/")
        offered = str(pilot.app.chat._completions.render())
        shown = [command for command in commands.COMMANDS.values() if not command.hidden]
        assert f"… {len(shown) - MAX_OFFERED} more" in offered
        assert offered.count("\n") == MAX_OFFERED


async def test_copy_code_takes_the_last_block_of_code_alone():
    answer = "First:\n```py\none = 1\n```\nthen\n````md\n```\ntwo\n```\n````\nand `three`."
    app = chat_app(FakeAgent([steps(TextAdded(answer)), steps(TextAdded("No code."))]))
    async with app.run_test() as pilot:
        await ready(pilot)
        await send(pilot, "go")
        await until(pilot, lambda: pilot.app.chat._presenter.last_status == "done")
        await send(pilot, "/copy code")
        await until(pilot, lambda: app.clipboard == "```\ntwo\n```\n")
        await send_kept(pilot, "/copy everything")
        await until(pilot, lambda: "Use /copy for" in transcript(pilot))
        await send(pilot, "go on")
        await until(pilot, lambda: "No code." in transcript(pilot) and pilot.app.chat._turn is None)
        await send_kept(pilot, "/copy code")
        await until(pilot, lambda: "has no code block" in transcript(pilot))
