"""Characters of several tokens: never half of one, in streams and plain answers alike."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fakes.spoken import text
from tests.server.asking import ask
from tests.server.scenarios.conftest import Speaking

ASK = {"messages": [{"role": "user", "content": "hi"}]}


@pytest.mark.parametrize("widths", [(1, 1, 1, 1), (2, 2), (1, 3), (3, 1), (1, 2, 1), (4,)])
def test_emoji_of_several_tokens_arrives_whole(speaking: Speaking, stream: bool, widths: tuple[int, ...]) -> None:
    server = speaking(text("a😀b😀", reasoning="hm 😀"), cuts={"😀": widths})
    answer = ask(server, ASK, stream=stream)
    assert (answer.reasoning, answer.content) == ("hm 😀", "a😀b😀")
    assert "\ufffd" not in str(answer.chunks)


@pytest.mark.parametrize("cuts", [{"世": (2, 1), "界": (2, 1)}, {"世": (1, 2), "界": (3,)}])
def test_cjk_character_cut_between_tokens_arrives_whole(
    speaking: Speaking, stream: bool, cuts: dict[str, tuple[int, ...]]
) -> None:
    assert ask(speaking(text("世界"), cuts=cuts), ASK, stream=stream).content == "世界"


def test_replacement_character_that_the_model_wrote_passes_through(speaking: Speaking, stream: bool) -> None:
    written = "before \ufffd after, \ufffd\ufffd"
    assert ask(speaking(text(written)), ASK, stream=stream).content == written


@pytest.mark.parametrize("widths", [(1, 1, 1, 1), (2, 2), (3, 1)])
def test_wherever_max_tokens_cuts_the_partial_character_is_dropped(speaking: Speaking, widths: tuple[int, ...]) -> None:
    """And the stream adds up to the plain answer."""
    said = "x😀😀y"
    server = speaking(text(said), cuts={"😀": widths})
    # Two markers come first: the one that ends the reasoning and the one that begins the text.
    whole = 2 + 2 + 2 * len(widths)
    contents = []
    for limit in range(1, whole + 1):
        plain, streamed = (ask(server, ASK | {"max_tokens": limit}, stream=way) for way in (False, True))
        assert plain.content == streamed.content
        assert plain.finish_reason == streamed.finish_reason == "length"
        assert plain.usage == streamed.usage
        contents.append(plain.content)
    assert all(said.startswith(content) for content in contents)
    assert contents[-1] == said
    assert [len(content) for content in contents] == sorted(len(content) for content in contents)


@pytest.mark.parametrize("broken", [b"\xf0\x9f", b"\xff", b"\xe4\xb8", b"\x80\x80"])
def test_bytes_that_are_no_character_are_left_out(speaking: Speaking, stream: bool, broken: bytes) -> None:
    """In the middle and at the end: a model may end its turn within a character."""
    server = speaking(text("a{0}b{0}".format(broken.decode(errors="surrogateescape"))))
    assert ask(server, ASK, stream=stream).content == "ab"


def test_any_text_arrives_as_it_is_however_its_bytes_are_cut(speaking: Speaking) -> None:
    @settings(max_examples=40)
    @given(said=st.text(max_size=40), reasoning=st.text(max_size=20))
    def check(said: str, reasoning: str) -> None:
        server = speaking(text(said, reasoning=reasoning), cuts={"😀": (2, 2), "é": (1, 1), "日": (1, 2)})
        for way in (False, True):
            answer = ask(server, ASK, stream=way)
            assert (answer.reasoning, answer.content) == (reasoning, said)

    check()
