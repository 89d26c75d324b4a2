"""`!command`: runs at once and as the user, is shown like a shell result, and the model learns of it with a message."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.fake_model import FakeChatModel, says
from tests.fakes.fake_sessions import FakeSessions
from tests.tui.chatting import send, send_kept, transcript, until
from tests.tui.test_mentions import draft, ready, real_app


def idle(pilot) -> bool:
    return not pilot.app.chat._own.running and pilot.app.chat._turn is None


async def test_it_runs_at_once_and_the_next_message_alone_takes_it_along(tmp_path: Path) -> None:
    model = FakeChatModel([says("First."), says("Second.")])
    async with real_app(tmp_path, model).run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await send(pilot, "!echo '[red]x' > made; cat made; false")
        await until(pilot, lambda: "[exit 1]" in transcript(pilot) and idle(pilot))
        assert "● ! echo '[red]x' > made; cat made; false" in transcript(pilot)
        assert (tmp_path / "made").read_text() == "[red]x\n"
        assert model.asked == []
        await send(pilot, "what was that?")
        await until(pilot, lambda: "First." in transcript(pilot) and idle(pilot))
        await send(pilot, "and now?")
        await until(pilot, lambda: "Second." in transcript(pilot) and idle(pilot))
        users = [message.content for message in pilot.app.chat.agent.messages if message.role == "user"]
    command = "echo '[red]x' > made; cat made; false"
    told = f"[attached: a command that the user ran]\n$ {command}\n[red]x\n[exit 1]"
    assert users == [f"what was that?\n\n{told}", "and now?"]


@pytest.mark.parametrize("mode", ["plan", "ask"])
async def test_the_models_permissions_do_not_count_for_it(tmp_path: Path, mode: str) -> None:
    async with real_app(tmp_path, FakeChatModel()).run_test() as pilot:
        await ready(pilot)
        pilot.app.chat.set_mode(mode)
        await send(pilot, "!touch made")
        await until(pilot, lambda: "[exit 0]" in transcript(pilot) and idle(pilot))
        assert (tmp_path / "made").exists()


async def test_it_has_the_users_secrets_but_the_screen_and_the_model_do_not_see_them(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "hunter2hunter2")
    async with real_app(tmp_path, FakeChatModel([says("Seen.")])).run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await send(pilot, "!printenv MY_API_KEY | tee key")
        await until(pilot, lambda: "[exit 0]" in transcript(pilot) and idle(pilot))
        await send(pilot, "go")
        await until(pilot, lambda: "Seen." in transcript(pilot))
        assert (tmp_path / "key").read_text() == "hunter2hunter2\n"
        assert "hunter2" not in transcript(pilot) + pilot.app.chat.agent.messages[0].content


async def test_a_mark_alone_is_an_error_and_stays_in_the_draft(tmp_path: Path) -> None:
    async with real_app(tmp_path, FakeChatModel()).run_test() as pilot:
        await ready(pilot)
        await send_kept(pilot, "! ")
        await until(pilot, lambda: "Type a command after the !" in transcript(pilot))
        assert draft(pilot).text == "!"
        assert idle(pilot)


async def test_escape_ends_it_with_all_it_started_and_what_it_said_is_kept(tmp_path: Path) -> None:
    model = FakeChatModel([says("Seen.")])
    async with real_app(tmp_path, model).run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await send(pilot, "!echo begun; sleep 600 & sleep 600; touch never")
        await until(pilot, lambda: "\nbegun" in transcript(pilot))
        await send_kept(pilot, "!echo other")
        await until(pilot, lambda: "A command of yours is running" in transcript(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: idle(pilot) and "interrupted" in transcript(pilot))
        assert not (tmp_path / "never").exists()
        draft(pilot).clear_draft()
        await send(pilot, "go")
        await until(pilot, lambda: "Seen." in transcript(pilot))
        assert pilot.app.chat.agent.messages[0].content.endswith("\nbegun\n[interrupted by the user]")


async def test_a_silent_one_shows_what_runs_and_how_it_is_ended_beside_a_turn_too(tmp_path: Path) -> None:
    async with real_app(tmp_path, FakeChatModel()).run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        chat = pilot.app.chat
        chat._activity.begin("Thinking", "esc interrupts")
        await send(pilot, "!sleep 600")
        await until(pilot, lambda: chat._own_activity.display)
        assert "! sleep 600 · esc ends it" in str(chat._own_activity.render())
        await pilot.press("escape")
        await until(pilot, lambda: not chat._own.running and not chat._own_activity.display)
        assert chat._activity.display and chat._activity.what == "Thinking"


async def test_a_message_waits_for_the_command_that_it_takes_along(tmp_path: Path) -> None:
    model = FakeChatModel([says("Seen.")])
    async with real_app(tmp_path, model).run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        await send(pilot, "!while [ ! -e go ]; do sleep 0.01; done; echo over")
        await until(pilot, lambda: pilot.app.chat._own.running)
        await send(pilot, "what now?")
        await until(pilot, lambda: pilot.app.chat.status.queued == 1)
        assert model.asked == []
        (tmp_path / "go").touch()
        await until(pilot, lambda: "Seen." in transcript(pilot))
        assert "over\n[exit 0]" in pilot.app.chat.agent.messages[0].content


async def test_several_share_the_room_of_one_result_and_keep_how_they_ended(tmp_path: Path) -> None:
    model = FakeChatModel([says("Seen.")])
    async with real_app(tmp_path, model).run_test(size=(120, 40)) as pilot:
        await ready(pilot)
        room = pilot.app.chat.agent.context.result_characters
        for number in range(4):
            await send(pilot, f"!echo begin {number}; seq 1000000; (exit {number})")
            await until(pilot, lambda number=number: f"[exit {number}]" in transcript(pilot) and idle(pilot))
        await send(pilot, "go")
        await until(pilot, lambda: "Seen." in transcript(pilot))
        message = pilot.app.chat.agent.messages[0].content
        assert room / 2 < len(message) < room * 1.5
        for number in range(4):
            assert f"\nbegin {number}\n" in message
            assert f"\n1000000\n[exit {number}]" in message


async def test_another_conversation_begins_only_when_it_has_ended(tmp_path: Path) -> None:
    async with real_app(tmp_path, FakeChatModel()).run_test(size=(120, 40)) as pilot:
        pilot.app.chat.options = replace(pilot.app.chat.options, sessions=FakeSessions())
        await ready(pilot)
        await send(pilot, "!echo kept; sleep 600")
        await until(pilot, lambda: "\nkept" in transcript(pilot))
        await send_kept(pilot, "/new")
        await until(pilot, lambda: "A command of yours is running" in transcript(pilot))
        assert "! echo kept" in transcript(pilot)


async def test_leaving_ends_a_running_command(tmp_path: Path) -> None:
    app = real_app(tmp_path, FakeChatModel())
    async with app.run_test() as pilot:
        await ready(pilot)
        await send(pilot, "!echo $$ > pid; sleep 600")
        await until(pilot, lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text() != "")
    await app.chat.shut_down()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
