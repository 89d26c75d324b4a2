from textual import events

from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, send, type_text, until


def draft(pilot):
    return pilot.app.chat._prompt


async def test_enter_sends_and_empties_the_draft():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "hello")
        await until(pilot, lambda: agent.prompts == ["hello"])
        assert draft(pilot).text == ""


async def test_a_blank_draft_is_not_sent():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await pilot.press("space", "enter")
        await pilot.pause(0.1)
        assert agent.prompts == []


async def test_ctrl_j_and_backslash_enter_make_lines():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await type_text(pilot, "one\ntwo\\")
        await pilot.press("enter")
        await type_text(pilot, "three")
        assert draft(pilot).text == "one\ntwo\nthree"
        assert agent.prompts == []


async def test_a_marked_paste_of_fifty_lines_is_one_draft_and_enter_sends_it():
    agent = FakeAgent()
    pasted = "\r".join(f"line {number}" for number in range(50))
    async with chat_app(agent).run_test() as pilot:
        await type_text(pilot, "see ")
        draft(pilot).post_message(events.Paste(pasted))
        await pilot.pause()
        await type_text(pilot, " end")
        assert draft(pilot).text == "see " + pasted.replace("\r", "\n") + " end"
        assert agent.prompts == []
        await pilot.press("enter")
        await until(pilot, lambda: len(agent.prompts) == 1)


async def test_an_unmarked_paste_is_one_draft():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        # Without marks the terminal sends the lines as keys, all in one moment.
        for character in "one\rtwo\rthree":
            key = "enter" if character == "\r" else character
            draft(pilot).post_message(events.Key(key, character))
        await pilot.pause(0.1)
        assert draft(pilot).text == "one\ntwo\nthree"
        assert agent.prompts == []


async def test_control_characters_of_a_paste_are_pictures_and_tabs_stay():
    async with chat_app(FakeAgent()).run_test() as pilot:
        draft(pilot).post_message(events.Paste("a\tb\x1b[31mc\x00"))
        await pilot.pause()
        assert draft(pilot).text == "a\tb␛[31mc␀"


async def test_up_recalls_at_the_first_line_and_down_returns_to_the_draft():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "first")
        await send(pilot, "second")
        await type_text(pilot, "half")
        await pilot.press("up")
        assert draft(pilot).text == "second"
        await pilot.press("up", "up")
        assert draft(pilot).text == "first"
        await pilot.press("down", "down")
        assert draft(pilot).text == "half"


async def test_up_inside_a_long_draft_moves_the_cursor():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, "first")
        await type_text(pilot, "one\ntwo")
        await pilot.press("up")
        assert draft(pilot).text == "one\ntwo"
        assert draft(pilot).cursor_location[0] == 0


async def test_ctrl_c_clears_the_draft_and_up_brings_it_back():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await type_text(pilot, "a long thought")
        await pilot.press("ctrl+c")
        assert draft(pilot).text == ""
        await pilot.press("up")
        assert draft(pilot).text == "a long thought"


async def test_ctrl_c_twice_quits():
    app = chat_app(FakeAgent())
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c", "ctrl+c")
        await until(pilot, lambda: app._exit)
    assert app.return_code == 0


async def test_ctrl_d_quits_only_with_an_empty_draft():
    app = chat_app(FakeAgent())
    async with app.run_test() as pilot:
        await type_text(pilot, "x")
        await pilot.press("home", "ctrl+d")
        assert draft(pilot).text == ""
        assert not app._exit
        await pilot.press("ctrl+d")
        await until(pilot, lambda: app._exit)
