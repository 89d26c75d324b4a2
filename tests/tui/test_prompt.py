import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser

from localcoder.tui.pastes import FOLD_CHARACTERS, FOLD_LINES, FoldedPastes
from localcoder.tui.widgets.messages import SHOWN_CHARACTERS, UserMessage
from localcoder.tui.widgets.prompt import PASTE_S, Prompt
from tests.fakes.fake_agent import FakeAgent
from tests.tui.chatting import chat_app, send, type_text, until

LONG = "\n".join(f"line {number}" for number in range(2_000))


def draft(pilot):
    return pilot.app.chat._prompt


def arrive(pilot, sent):
    """What a terminal sends, all in one read."""
    for event in XTermParser().feed(sent):
        pilot.app.post_message(event)


def paste(pilot, text):
    arrive(pilot, f"\x1b[200~{text}\x1b[201~")


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


async def test_a_ctrl_c_that_clears_the_draft_says_that_the_next_one_quits(monkeypatch):
    monkeypatch.setattr("localcoder.tui.screens.chat.QUIT_S", 60.0)
    async with chat_app(FakeAgent()).run_test() as pilot:
        await type_text(pilot, "a long thought")
        await pilot.press("ctrl+c")
        await pilot.pause()
        below = pilot.app.chat._completions
        assert below.display
        assert str(below.render()) == "ctrl+c again quits"


async def test_ctrl_c_twice_quits():
    app = chat_app(FakeAgent())
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c", "ctrl+c")
        await until(pilot, lambda: app._exit)
    assert app.return_code == 0


async def test_ctrl_q_which_some_press_after_ctrl_s_does_not_quit():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await type_text(pilot, "draft")
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not pilot.app._exit
        assert draft(pilot).text == "draft"


async def test_a_ctrl_c_after_something_was_written_or_sent_is_a_first_one():
    app = chat_app(FakeAgent())
    async with app.run_test() as pilot:
        await pilot.press("ctrl+c", "x", "ctrl+c")
        await until(pilot, lambda: draft(pilot).text == "")
        await pilot.press("y", "enter")
        await until(pilot, lambda: app.chat.agent.prompts == ["y"])
        await pilot.press("ctrl+c")
        assert not app._exit
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app._exit)


async def test_ctrl_d_quits_only_with_an_empty_draft():
    app = chat_app(FakeAgent())
    async with app.run_test() as pilot:
        await type_text(pilot, "x")
        await pilot.press("home", "ctrl+d")
        assert draft(pilot).text == ""
        assert not app._exit
        await pilot.press("ctrl+d")
        await until(pilot, lambda: app._exit)


@pytest.mark.parametrize(
    ("sent", "left"),
    [
        ("\x15go", "go"),
        ("\x17go", "two go"),
        ("\x01go", "gotwo words"),
        ("\x1b[Hgo\x1b[Fon", "gotwo wordson"),
        ("\x1b[1;5Dgo", "two gowords"),
        ("\x1b[D\x1b[D\x0bgo", "two worgo"),
        ("\x7fgo", "two wordgo"),
        ("\x1b[D\x04go", "two wordgo"),
        ("go\x7fon", "two wordsgon"),
        ("\x03go", "go"),
        ("go\ngo", "two wordsgo\ngo"),
        ("go\x1b[13;2ugo", "two wordsgo\ngo"),
        ("go\x1b[27;2;13~go", "two wordsgo\ngo"),
        ("go\\\r", "two wordsgo\n"),
    ],
)
async def test_keys_in_one_read_do_what_they_do_one_by_one(sent, left):
    async with chat_app(FakeAgent()).run_test() as pilot:
        draft(pilot).set_draft("two words")
        arrive(pilot, sent)
        await until(pilot, lambda: draft(pilot).text == left)


async def test_what_stands_behind_ctrl_u_is_sent():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        draft(pilot).set_draft("old words")
        arrive(pilot, "\x15go\r")
        await until(pilot, lambda: agent.prompts == ["go"] and draft(pilot).text == "")


async def test_ctrl_c_clears_what_was_typed_before_it_in_one_read():
    async with chat_app(FakeAgent()).run_test() as pilot:
        arrive(pilot, "wrong\x03right")
        await until(pilot, lambda: draft(pilot).text == "right")
        assert draft(pilot).prompts.newest_first == ("wrong",)


async def test_what_is_typed_right_after_ctrl_r_searches():
    async with chat_app(FakeAgent()).run_test() as pilot:
        draft(pilot).prompts.add("first")
        draft(pilot).prompts.add("second")
        arrive(pilot, "\x12fir\r")
        await until(pilot, lambda: draft(pilot).text == "first")


async def test_an_unmarked_paste_of_many_lines_is_one_draft_though_the_screen_is_busy():
    agent = FakeAgent()
    pasted = "\r".join(f"line {number}" for number in range(12))
    async with chat_app(agent).run_test() as pilot:
        for event in [*XTermParser().feed(pasted)]:
            pilot.app.post_message(event)
            if event.key == "enter":
                pilot.app.call_later(asyncio.sleep, PASTE_S * 3)
        await until(pilot, lambda: agent.prompts or draft(pilot).text == pasted.replace("\r", "\n"))
        assert agent.prompts == []


async def test_undo_takes_back_a_paste_that_filled_the_draft():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await type_text(pilot, "see ")
        paste(pilot, "\r".join("x" * 90))
        await until(pilot, lambda: draft(pilot).document.line_count == 90)
        await pilot.press("ctrl+underscore")
        assert draft(pilot).text == "see "
        await pilot.press("ctrl+shift+z", "ctrl+shift+z")
        assert draft(pilot).text == ""
        assert draft(pilot).cursor_location == (0, 0)


async def test_a_long_paste_is_folded_between_the_words_around_it_and_sent_in_full():
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await type_text(pilot, "see ")
        paste(pilot, LONG.replace("\n", "\r"))
        await until(pilot, lambda: "pasted" in draft(pilot).text)
        await type_text(pilot, " end")
        assert draft(pilot).text == "see [pasted text 1: 2,000 lines, ctrl+o shows it] end"
        await pilot.press("enter")
        await until(pilot, lambda: agent.prompts == [f"see {LONG} end"])
        assert draft(pilot).prompts.newest_first == (f"see {LONG} end",)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("\n".join(map(str, range(200))), "0\n1\n2\n3\n4\n… 192 more lines (ctrl+o shows all)\n197\n198\n199"),
        ("ab" * 6_000, "ab" * 200 + "… 11,600 more characters\n… (ctrl+o shows all)"),
        ("\n".join(map(str, range(100))), "\n".join(map(str, range(100)))),
    ],
)
async def test_a_long_message_is_folded_in_the_conversation_too_and_ctrl_o_shows_it(text, folded):
    agent = FakeAgent()
    async with chat_app(agent).run_test() as pilot:
        await send(pilot, text)
        await until(pilot, lambda: agent.prompts == [text])
        shown = pilot.app.chat.query_one(UserMessage)
        assert str(shown.render()) == folded
        await pilot.press("ctrl+o")
        assert str(shown.render()) == text
        await pilot.press("ctrl+o")
        assert str(shown.render()) == folded


async def test_of_a_very_long_prompt_the_transcript_shows_the_beginning():
    agent = FakeAgent()
    long = "\n".join(f"row {n} " + "x" * 80 for n in range(2_000))
    async with chat_app(agent).run_test() as pilot:
        paste(pilot, f"{long}\nlast")
        await until(pilot, lambda: "pasted" in draft(pilot).text)
        await pilot.press("enter")
        await until(pilot, lambda: agent.prompts == [f"{long}\nlast"])
        shown = next(entry for entry in pilot.app.chat._transcript.entries if isinstance(entry, UserMessage))
        assert "(ctrl+o shows more)" in str(shown.render())
        await pilot.press("ctrl+o")
        text, _, note = str(shown.render()).rpartition("\n")
        assert f"{long}\nlast".startswith(text)
        assert SHOWN_CHARACTERS / 2 < len(text) <= SHOWN_CHARACTERS
        assert note == f"… {len(long) + 5 - len(text):,} more characters, not shown here"


async def test_ctrl_o_shows_a_folded_paste_in_the_draft_and_undo_folds_it_again():
    async with chat_app(FakeAgent()).run_test() as pilot:
        paste(pilot, LONG)
        arrive(pilot, " end\x0f")
        await until(pilot, lambda: draft(pilot).text == f"{LONG} end")
        await pilot.press("ctrl+underscore")
        assert draft(pilot).text.startswith("[pasted text 1")
        assert draft(pilot).full_text == f"{LONG} end"


async def test_a_mark_is_taken_out_as_a_whole():
    async with chat_app(FakeAgent()).run_test() as pilot:
        await type_text(pilot, "a b")
        await pilot.press("left")
        paste(pilot, LONG)
        await until(pilot, lambda: "pasted" in draft(pilot).text)
        await pilot.press("backspace")
        assert draft(pilot).text == "a b"


@pytest.mark.parametrize("folded", [False, True])
async def test_every_editing_key_can_be_pressed_anywhere(folded):
    async with chat_app(FakeAgent()).run_test() as pilot:
        await until(pilot, lambda: draft(pilot).has_focus)
        for text in ("", "one", "one\ntwo\n"):
            for row in range(text.count("\n") + 1):
                for key in Prompt.ACTIONS:
                    draft(pilot)._empty()
                    if folded:
                        await draft(pilot)._on_paste(events.Paste(LONG))
                    draft(pilot).insert(text)
                    draft(pilot).move_cursor((row, 0))
                    await draft(pilot)._act(key)
        assert pilot.app._exception is None


async def test_no_edit_leaves_a_part_of_a_mark():
    drawn = random.Random(5)
    async with chat_app(FakeAgent()).run_test() as pilot:
        prompt = draft(pilot)
        for _ in range(60):
            prompt.set_draft("ab\ncd")
            prompt.move_cursor((0, 1))
            await prompt._on_paste(events.Paste(LONG))
            for _ in range(3):
                line = drawn.randrange(prompt.document.line_count)
                start, end = sorted(drawn.randint(0, len(prompt.document.get_line(line))) for _ in range(2))
                prompt.replace(drawn.choice(["x", "", "\n"]), (line, start), (line, drawn.choice([start, end])))
            assert (LONG in prompt.full_text) == ("pasted" in prompt.text)
            assert "ctrl+o" not in prompt.full_text
            assert "[pasted" not in prompt.full_text


@given(st.lists(st.tuples(st.text("ab[]1: ,\n", max_size=5), st.booleans()), max_size=5))
def test_folding_is_undone_exactly(pieces):
    pastes, written, meant = FoldedPastes(), "", ""
    for number, (text, is_long) in enumerate(pieces):
        said = text + ("\n" * (FOLD_LINES + 1) if number % 2 else "x" * FOLD_CHARACTERS + "y") if is_long else text
        written, meant = written + pastes.fold(said), meant + said
    assert pastes.unfold(written) == meant
    assert written.count("ctrl+o") == sum(is_long for _, is_long in pieces)


WIDE = "日本語\u3000e\u0301 👩\u200d💻 ＡＢ עברית 🏳️\u200d🌈 \u0e01\u0e33"


async def test_wide_and_combining_characters_are_kept_and_fit_the_screen():
    agent = FakeAgent()
    async with chat_app(agent).run_test(size=(40, 12)) as pilot:
        arrive(pilot, f"{WIDE} {WIDE}\x1b[D\x1b[D\x7f")
        await until(pilot, lambda: draft(pilot).text == f"{WIDE} {WIDE[:-3]}{WIDE[-2:]}")
        for strip in pilot.app.screen._compositor.render_strips():
            assert strip.cell_length == 40
        arrive(pilot, "\x1b[F 日本\r")
        await until(pilot, lambda: agent.prompts == [f"{WIDE} {WIDE[:-3]}{WIDE[-2:]} 日本"])


async def test_what_reorders_a_line_is_shown_by_number_when_typed_too():
    async with chat_app(FakeAgent()).run_test() as pilot:
        arrive(pilot, "a\u202eb\u00a0c")
        await until(pilot, lambda: draft(pilot).text == "a‹U+202E›b\u00a0c")


async def test_resizing_while_typing_keeps_the_draft_and_the_cursor():
    words = " ".join(f"word{number}" for number in range(12))
    async with chat_app(FakeAgent()).run_test(size=(80, 24)) as pilot:
        for size in ((30, 10), (12, 6), (200, 50), (1, 1), (80, 24)):
            arrive(pilot, words[:20])
            await pilot.resize_terminal(*size)
            arrive(pilot, words[20:] + "\n")
            await until(pilot, lambda: draft(pilot).text == f"{words}\n")
            assert draft(pilot).cursor_location == (1, 0)
            await pilot.press("ctrl+c")
            pilot.app.chat._cancelled_at = float("-inf")  # each a first one
