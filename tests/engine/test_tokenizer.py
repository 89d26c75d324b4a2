from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.tokenizer import Tokenizer
from localcoder.errors import UsageError
from tests.fakes.tokenizers import (
    ADDED_TOKENS,
    SPECIAL_TOKENS,
    write_byte_fallback_tokenizer,
    write_byte_level_tokenizer,
)

MARKERS = (*SPECIAL_TOKENS, *ADDED_TOKENS)
_PIECES = [marker[a:b] for marker in MARKERS for a, b in ((0, None), (0, 3), (1, None), (0, -1), (-3, None))]
TEXTS = st.lists(st.one_of(st.sampled_from(_PIECES), st.sampled_from([" ", "\n", "\ufffd"]), st.text(max_size=8))).map(
    "".join
)


@pytest.fixture(scope="module", params=[False, True], ids=["merges", "ignore_merges"])
def tokenizer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    directory = tmp_path_factory.mktemp("tokenizer")
    write_byte_level_tokenizer(directory, ignore_merges=request.param)
    return Tokenizer.load(directory)


@given(text=TEXTS)
def test_text_never_becomes_a_control_token_and_comes_back(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode_text(text)
    assert not set(ids) & set(tokenizer.control_tokens.values())
    assert tokenizer.decode(ids) == text


@given(texts=st.lists(TEXTS, max_size=4), markers=st.lists(st.sampled_from(MARKERS), max_size=4))
def test_ids_that_mix_text_and_controls_decode_to_their_literal_texts(
    tokenizer: Tokenizer, texts: list[str], markers: list[str]
) -> None:
    ids: list[int] = []
    for text, marker in zip(texts, markers, strict=False):
        ids += [*tokenizer.encode_text(text), tokenizer.control_tokens[marker]]
    assert tokenizer.decode(ids) == "".join(text + marker for text, marker in zip(texts, markers, strict=False))


def test_every_marker_alone_and_doubled_is_spelled_out_in_text(tokenizer: Tokenizer) -> None:
    for marker in MARKERS:
        for text in (marker, marker * 2, f" {marker} ", marker[:-1] + marker):
            assert not set(tokenizer.encode_text(text)) & set(tokenizer.control_tokens.values())


def test_rendered_text_maps_controls_to_their_ids_and_adds_nothing(tokenizer: Tokenizer) -> None:
    controls = tokenizer.control_tokens
    ids = tokenizer.encode_with_controls("<BOS>hi<tool_call><|END|>")
    assert ids == [controls["<BOS>"], *tokenizer.encode_text("hi"), controls["<tool_call>"], controls["<|END|>"]]


def test_special_and_added_tokens_are_controls_with_the_ids_of_the_file(tokenizer: Tokenizer) -> None:
    assert set(tokenizer.control_tokens) == set(MARKERS)
    assert [tokenizer.control_tokens[text] for text in SPECIAL_TOKENS] == [0, 1, 2, 3]
    assert tokenizer.vocab_size == max(tokenizer.control_tokens.values()) + 1


def test_lone_surrogates_are_encoded_as_replacement_characters(tokenizer: Tokenizer) -> None:
    assert tokenizer.decode(tokenizer.encode_text("a\ud800b")) == "a\ufffdb"
    assert tokenizer.decode(tokenizer.encode_text("\ud83d\ude00")) == "😀"


def test_unknown_ids_stand_for_no_text(tokenizer: Tokenizer) -> None:
    assert tokenizer.decode([tokenizer.vocab_size + 5]) == ""


@given(text=st.text(alphabet="hello wörld\n😀", max_size=20))
def test_byte_fallback_tokenizer_gives_the_text_back(byte_fallback: Tokenizer, text: str) -> None:
    assert byte_fallback.decode(byte_fallback.encode_text(text)) == text


@pytest.fixture(scope="module")
def byte_fallback(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    directory = tmp_path_factory.mktemp("fallback")
    write_byte_fallback_tokenizer(directory)
    return Tokenizer.load(directory)


def test_end_ids_come_from_generation_settings_and_model_config(tmp_path: Path) -> None:
    write_byte_level_tokenizer(tmp_path, eos_ids=[2, 5])
    (tmp_path / "config.json").write_text(json.dumps({"eos_token_id": 7, "bos_token_id": 9}), encoding="utf-8")
    tokenizer = Tokenizer.load(tmp_path)
    assert tokenizer.eos_ids == (2, 5, 7)
    assert tokenizer.bos_id == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "is missing"),
        ("{", "is not valid JSON"),
        ("[]", "must hold a JSON object"),
        ("{}", "is not a tokenizer definition"),
        ('{"model": {"type": "Unigram"}}', "only 'BPE'"),
        ('{"model": {"type": "BPE", "vocab": {}, "merges": []}}', "decoder"),
        ('{"model": {"type": "BPE", "vocab": {}, "merges": [["a", "b"]]}, "decoder": {"type": "ByteLevel"}}', "loaded"),
        ('{"model": {"type": "BPE", "continuing_subword_prefix": "##"}}', "continuing_subword_prefix is set"),
        ('{"model": {"type": "BPE", "end_of_word_suffix": "</w>"}}', "end_of_word_suffix is set"),
        ('{"added_tokens": [{"content": "a", "id": 1e999}], "model": {}}', "is not a tokenizer definition"),
        ("[" * 100_000, "is not valid JSON"),
    ],
)
def test_a_broken_definition_is_one_line_that_names_the_file(tmp_path: Path, content: str | None, says: str) -> None:
    path = tmp_path / "tokenizer.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError) as raised:
        Tokenizer.load(tmp_path)
    assert str(path) in str(raised.value)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("encode", [Tokenizer.encode_text, Tokenizer.encode_with_controls])
def test_other_threads_run_while_a_long_text_is_encoded(
    tokenizer: Tokenizer, encode: Callable[[Tokenizer, str], list[int]]
) -> None:
    ticks = 0
    ended = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not ended.wait(0.001):
            ticks += 1

    other = threading.Thread(target=tick)
    other.start()
    before = ticks
    encode(tokenizer, "hello wörld " * 50_000)
    during = ticks - before
    ended.set()
    other.join()
    assert during > 10


def test_end_ids_of_the_wrong_kind_name_the_file(tmp_path: Path) -> None:
    write_byte_level_tokenizer(tmp_path)
    path = tmp_path / "generation_config.json"
    path.write_text('{"eos_token_id": "<|END|>"}', encoding="utf-8")
    with pytest.raises(UsageError, match=r"generation_config\.json: eos_token_id"):
        Tokenizer.load(tmp_path)


def test_what_stands_before_every_text_comes_from_the_post_processor(tmp_path: Path) -> None:
    write_byte_level_tokenizer(tmp_path)
    assert Tokenizer.load(tmp_path).begin_ids == ()
    definition = json.loads((tmp_path / "tokenizer.json").read_text(encoding="utf-8"))
    pieces = [
        {"SpecialToken": {"id": "<BOS>", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "<|END|>", "type_id": 0}},
    ]
    tokens = {text: {"id": text, "ids": [i], "tokens": [text]} for text, i in (("<BOS>", 1), ("<|END|>", 2))}
    processor = {"type": "TemplateProcessing", "single": pieces, "pair": pieces, "special_tokens": tokens}
    (tmp_path / "tokenizer.json").write_text(json.dumps(definition | {"post_processor": processor}), encoding="utf-8")
    assert Tokenizer.load(tmp_path).begin_ids == (1,)
