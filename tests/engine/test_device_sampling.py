"""Drawing in PyTorch, as on a GPU, against the CPU's sampler. CPU tensors stand for the device's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine import sampling
from localcoder.engine.device_sampling import Row, draw_on_device, draw_rows, gumbel, hashed
from localcoder.engine.request import Grammar, SamplingParams
from localcoder.engine.sampling import Draw, Sampler, SamplingFailed

VOCAB = 300
END_IDS = (7, 250)


class FakeGrammar:
    """Allows the ids of `choices`, of which a token leaves those that differ from it by a multiple of 3."""

    free = False

    def __init__(self, choices: set[int]) -> None:
        self._choices = choices

    def allowed(self) -> bytes:
        return sum(1 << token for token in self._choices).to_bytes(-(-VOCAB // 8) + 3, "little")

    def advance(self, token_id: int) -> None:
        self._choices = {i for i in self._choices if (i - token_id) % 3 == 0}


def sampler(grammar: Grammar | None = None, **params: Any) -> Sampler:
    settings = SamplingParams(**{"seed": 5, **params})
    return Sampler(settings, prompt_ids=(3, 4, 4, 9), vocab_size=VOCAB, end_ids=END_IDS, grammar=grammar)


def some_logits(source: int, rows: int = 1, spread: float = 3.0) -> torch.Tensor:
    return spread * torch.randn(rows, VOCAB, generator=torch.Generator().manual_seed(source))


def numbers(draw: Draw | SamplingFailed) -> list[float]:
    assert isinstance(draw, Draw)
    assert draw.logprobs is not None
    return [draw.logprobs.chosen.logprob, *(top.logprob for top in draw.logprobs.top)]


def ids(draw: Draw | SamplingFailed) -> list[int]:
    assert isinstance(draw, Draw)
    if draw.logprobs is None:
        return [draw.token_id]
    return [draw.token_id, draw.logprobs.chosen.token_id, *(top.token_id for top in draw.logprobs.top)]


def assert_same_draws(left: Sampler, right: Sampler, logits: torch.Tensor) -> None:
    """`left` draws from each row in turn on the CPU, `right` as on a device; both accept what they drew."""
    for position, row in enumerate(logits):
        expected = left.draw(row.numpy(), position)
        (drawn,) = draw_on_device(row[None], [Row(0, right, position)])
        assert ids(drawn) == ids(expected)
        if expected.logprobs is not None:
            assert numbers(drawn) == pytest.approx(numbers(expected), abs=1e-9)
        left.accept(expected.token_id)
        right.accept(expected.token_id)


settings = st.fixed_dictionaries(
    {
        "seed": st.integers(-(2**63), 2**64 - 1),
        "temperature": st.sampled_from([0.0, 1e-30, 0.3, 1.0, 2.5]),
        "top_p": st.one_of(st.just(1.0), st.floats(0.01, 1.0)),
        "top_k": st.one_of(st.just(0), st.integers(1, VOCAB + 50)),
        "min_p": st.one_of(st.just(0.0), st.floats(0.001, 1.0)),
        "presence_penalty": st.sampled_from([0.0, 0.7, -1.5]),
        "frequency_penalty": st.sampled_from([0.0, 0.4, -0.3]),
        "repetition_penalty": st.sampled_from([1.0, 1.3, 0.8]),
        "logit_bias": st.dictionaries(st.integers(0, VOCAB - 1), st.floats(-9, 9, width=32), max_size=4),
        "logprobs": st.sampled_from([None, 0, 5]),
        "min_tokens": st.integers(0, 3),
    }
)


@given(params=settings, source=st.integers(0, 2**32), coarse=st.booleans(), with_grammar=st.booleans())
def test_a_device_draws_the_tokens_of_the_cpu(
    params: dict[str, Any], source: int, coarse: bool, with_grammar: bool
) -> None:
    logits = some_logits(source, rows=4)
    if coarse:  # logits that a model computes in bfloat16 are often equal
        logits = (2 * logits).round() / 2
    grammars = [FakeGrammar(set(range(source % 5, VOCAB, 2))) if with_grammar else None for _ in range(2)]
    left, right = (sampler(grammar, **params) for grammar in grammars)
    assert_same_draws(left, right, logits)


@given(
    seed=st.integers(-(2**63), 2**64 - 1),
    position=st.integers(0, 2**40),
    some=st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=50),
)
def test_the_noise_comes_from_the_same_bits(seed: int, position: int, some: list[int]) -> None:
    narrow = np.array(some, np.uint32)
    key = sampling.noise_key(seed, position)
    low, high = np.uint32(key & 0xFFFFFFFF), np.uint32(key >> 32)
    expected = sampling._mix32(sampling._mix32(narrow ^ low) ^ high)
    assert hashed(seed, position, torch.tensor(some)).tolist() == expected.tolist()
    noise = gumbel(seed, position, torch.tensor(some)).numpy()
    assert noise == pytest.approx(sampling.gumbel(seed, position, narrow), rel=1e-6, abs=1e-6)


def test_the_noise_of_the_greatest_hash_is_finite(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = torch.tensor([0, 2**32 - 1])
    monkeypatch.setattr("localcoder.engine.device_sampling.hashed", lambda seed, position, ids: ids)
    assert gumbel(0, 0, ends).isfinite().all()


def test_rows_of_a_batch_draw_what_each_draws_alone() -> None:
    logits = some_logits(1, rows=6)
    wanted = [{"top_p": 0.9}, {"temperature": 0.0, "logprobs": 3}, {"repetition_penalty": 1.2}, {"min_tokens": 2}]
    wanted.append({"temperature": 0.0})
    rows = [Row(index, sampler(**params), 10 + index) for index, params in zip((4, 0, 2, 1, 5), wanted, strict=True)]
    for together, row in zip(draw_on_device(logits, rows), rows, strict=True):
        assert [together] == draw_on_device(logits[row.index][None], [Row(0, row.sampler, row.position)])
    assert [ids(draw) for draw in draw_rows(logits, rows)] == [ids(draw) for draw in draw_on_device(logits, rows)]


@pytest.mark.parametrize("draw", [draw_on_device, draw_rows])
def test_rows_fail_alone_each_with_its_reason(draw: Any) -> None:
    class BrokenGrammar(FakeGrammar):
        def allowed(self) -> bytes:
            raise RuntimeError("no state")

    logits = some_logits(2, rows=6)
    logits[1, 17] = math.nan
    logits[3, 17] = math.inf
    rows = [
        Row(0, sampler(top_p=0.9), 0),
        Row(1, sampler(top_k=5), 0),
        Row(2, sampler(FakeGrammar(set())), 0),
        Row(3, sampler(temperature=0.0, logprobs=2), 0),
        Row(4, sampler(BrokenGrammar({1})), 0),
        Row(5, sampler(logprobs=1), 0),
        Row(1, sampler(temperature=0.0), 0),
    ]
    outcomes = draw(logits, rows)
    reasons = [str(outcome) if isinstance(outcome, SamplingFailed) else None for outcome in outcomes]
    assert reasons[0] is reasons[5] is None
    assert "nan" in str(reasons[1])
    assert "nan" in str(reasons[6])
    assert "allows no token" in str(reasons[2])
    assert "inf" in str(reasons[3])
    assert "no state" in str(reasons[4])


def test_no_rows_draw_nothing() -> None:
    assert draw_on_device(some_logits(3), []) == []


def test_what_a_free_grammar_refuses_is_drawn_again_with_its_mask() -> None:
    class FreeGrammar(FakeGrammar):
        free = True

    logits = some_logits(5, rows=2)
    best, other = (int(token) for token in logits[0].argsort(descending=True)[:2])
    refusing = sampler(FreeGrammar({other}), temperature=0.0)
    taking = sampler(FreeGrammar(set(range(VOCAB))), temperature=0.0)
    assert not refusing.needs_logits
    draws = draw_rows(logits, [Row(0, refusing, 4), Row(1, taking, 4), Row(0, sampler(temperature=0.0), 4)])
    assert [ids(draw) for draw in draws] == [[other], [int(logits[1].argmax())], [best]]
    assert refusing.needs_logits
    refusing.accept(other)
    assert not refusing.needs_logits


def test_a_grammar_that_allows_the_end_alone_ends_even_before_min_tokens() -> None:
    (draw,) = draw_on_device(some_logits(4), [Row(0, sampler(FakeGrammar({END_IDS[0]}), min_tokens=9), 0)])
    assert ids(draw) == [END_IDS[0]]


def test_drawing_leaves_the_logits_alone() -> None:
    logits = some_logits(5)
    before = logits.clone()
    params = {"repetition_penalty": 1.5, "presence_penalty": 1.0, "logit_bias": {1: 2.0}, "min_tokens": 2, "min_p": 0.1}
    draw_on_device(logits, [Row(0, sampler(FakeGrammar(set(range(50))), **params), 0)])
    assert torch.equal(logits, before)
