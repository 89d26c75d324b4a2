from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from localcoder.engine.request import RequestRefused, SamplingParams
from localcoder.engine.sampling import (
    Sampler,
    SamplingFailed,
    check_params,
    greedy,
    gumbel,
    sampling_defaults,
)
from localcoder.errors import UsageError

VOCAB = 8
LOGITS = np.array([2.0, 1.0, 0.0, -1.0, 3.0, -np.inf, 0.5, 1.5], np.float32)


def sampler(prompt_ids: tuple[int, ...] = (), end_ids: tuple[int, ...] = (), **params: object) -> Sampler:
    return Sampler(SamplingParams(**params), prompt_ids=prompt_ids, vocab_size=VOCAB, end_ids=end_ids)  # type: ignore[arg-type]


def draws(count: int = 4000, logits: np.ndarray = LOGITS, **params: object) -> Counter[int]:
    """How often each token is drawn over many positions."""
    source = sampler(seed=1, **params)
    return Counter(source.draw(logits, position).token_id for position in range(count))


def softmax(logits: np.ndarray) -> np.ndarray:
    weights = np.exp(logits - logits.max())
    return weights / weights.sum()


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_tokens_are_drawn_as_often_as_their_probability_says(temperature: float) -> None:
    count = 5_000
    seen = draws(count, temperature=temperature)
    for token, probability in enumerate(softmax(LOGITS / temperature)):
        spread = 5 * math.sqrt(count * probability * (1 - probability)) + 1e-9
        assert abs(seen[token] - count * probability) <= spread


def test_seeds_are_as_good_as_positions_for_drawing() -> None:
    count = 5_000
    seen = Counter(sampler(seed=seed).draw(LOGITS, 7).token_id for seed in range(count))
    for token, probability in enumerate(softmax(LOGITS)):
        assert abs(seen[token] - count * probability) <= 5 * math.sqrt(count * probability * (1 - probability)) + 1e-9


@given(seed=st.integers(-(2**63), 2**64), position=st.integers(0, 2**20))
def test_the_noise_of_a_token_depends_on_seed_position_and_id_alone(seed: int, position: int) -> None:
    ids = np.arange(100, dtype=np.uint32)
    noise = gumbel(seed, position, ids)
    assert np.isfinite(noise).all()
    some = np.array([3, 99, 42], np.uint32)
    assert (gumbel(seed, position, some) == noise[some]).all()


def test_the_noise_is_what_the_documentation_says() -> None:
    mask = (1 << 64) - 1

    def splitmix(x: int) -> int:
        x = (x + 0x9E3779B97F4A7C15) & mask
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)

    def mix(x: int) -> int:
        x ^= x >> 16
        x = (x * 0x7FEB352D) & 0xFFFFFFFF
        x ^= x >> 15
        x = (x * 0x846CA68B) & 0xFFFFFFFF
        return x ^ (x >> 16)

    key = splitmix(splitmix(11) ^ 5)
    bits = mix(mix(77 ^ (key & 0xFFFFFFFF)) ^ (key >> 32))
    expected = -math.log(-math.log1p(-(bits + 0.5) / 2**32))
    assert gumbel(11, 5, np.array([77], np.uint32))[0] == pytest.approx(expected, rel=1e-5)


def test_the_noise_stays_finite_at_both_ends_of_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localcoder.engine.sampling._mix32", lambda value: value)
    monkeypatch.setattr("localcoder.engine.sampling._splitmix64", lambda value: 0)
    ends = gumbel(0, 0, np.array([0, 2**32 - 1], np.uint32))
    assert np.isfinite(ends).all()
    assert ends[0] > 22
    assert ends[1] < -2


def test_equal_seeds_draw_alike_and_others_do_not() -> None:
    flat = np.zeros(VOCAB, np.float32)
    runs = [[sampler(seed=seed).draw(flat, i).token_id for i in range(50)] for seed in (1, 1, 2, None, None)]
    assert runs[0] == runs[1]
    assert len({tuple(run) for run in runs}) == 4


def test_temperature_zero_is_greedy_and_a_tiny_one_nearly() -> None:
    assert draws(50, temperature=0.0) == {4: 50}
    assert draws(50, temperature=1e-30) == {4: 50}


def test_top_k_keeps_the_k_most_likely() -> None:
    assert set(draws(top_k=3)) == {4, 0, 7}
    assert set(draws(top_k=1)) == {4}
    assert set(draws(top_k=100)) == {0, 1, 2, 3, 4, 6, 7}


def test_top_p_keeps_the_fewest_tokens_that_reach_it() -> None:
    probabilities = np.sort(softmax(LOGITS))[::-1]
    assert set(draws(top_p=float(probabilities[0]) - 0.01)) == {4}
    assert set(draws(top_p=float(probabilities[0]) + 0.01)) == {4, 0}
    assert set(draws(top_p=float(probabilities[:2].sum()) + 0.01)) == {4, 0, 7}
    assert set(draws(top_p=1e-9)) == {4}


def test_min_p_keeps_what_is_likely_compared_with_the_best() -> None:
    assert set(draws(min_p=math.exp(-1.1))) == {4, 0}
    assert set(draws(min_p=1.0)) == {4}


@given(
    source=st.integers(0, 2**32),
    size=st.integers(1, 700),
    spread=st.sampled_from([0.01, 1.0, 6.0]),
    top_p=st.floats(0.01, 1),
    top_k=st.integers(0, 600),
    min_p=st.floats(0, 1),
)
def test_filters_agree_with_a_full_sort(
    source: int, size: int, spread: float, top_p: float, top_k: int, min_p: float
) -> None:
    raw = spread * np.random.default_rng(source).standard_normal(size, np.float32)
    params = SamplingParams(top_p=top_p, top_k=top_k, min_p=min_p, seed=5)
    drawn = Sampler(params, prompt_ids=(), vocab_size=size, end_ids=()).draw(raw, 3).token_id
    values = raw.astype(np.float64) - raw.max()
    order = np.argsort(-values, kind="stable")
    if min_p > 0:
        order = order[values[order] >= math.log(min_p) - 1e-4]
    if top_k:
        order = order[:top_k]
    shares = np.exp(values[order])
    before = np.cumsum(shares) - shares
    least = values[order][before <= top_p * shares.sum() * (1 + 1e-4)].min()
    assert values[drawn] >= least - 1e-5


def test_repetition_penalty_counts_prompt_and_answer() -> None:
    source = sampler(prompt_ids=(4,), temperature=0.0, repetition_penalty=2.0)
    assert source.draw(LOGITS, 0).token_id == 0
    source.accept(0)
    assert source.draw(LOGITS, 1).token_id == 4
    negative = np.array([-1.0, -1.5] + [-9.0] * 6, np.float32)
    assert sampler(prompt_ids=(0,), temperature=0.0, repetition_penalty=2.0).draw(negative, 0).token_id == 1


def test_presence_and_frequency_penalties_count_the_answer_alone() -> None:
    source = sampler(prompt_ids=(4, 4, 4), temperature=0.0, presence_penalty=0.6, frequency_penalty=0.3)
    chosen = []
    for position in range(4):
        chosen.append(source.draw(LOGITS, position).token_id)
        source.accept(chosen[-1])
    # 3.0, then 3 - 0.9 = 2.1, then 3 - 1.2 = 1.8 against 2.0, then against 2 - 0.9
    assert chosen == [4, 4, 0, 4]


def test_logit_bias_moves_a_token() -> None:
    assert draws(20, temperature=0.0, logit_bias={2: 10.0}) == {2: 20}
    assert 4 not in draws(500, logit_bias={4: -100.0})


def test_no_end_token_before_min_tokens() -> None:
    source = sampler(end_ids=(4, 0), temperature=0.0, min_tokens=2)
    chosen = []
    for position in range(3):
        chosen.append(source.draw(LOGITS, position).token_id)
        source.accept(chosen[-1])
    assert chosen == [7, 7, 4]


class FakeGrammar:
    free = False

    def __init__(self, allowed: list[set[int]], error: bool = False) -> None:
        self._allowed = allowed
        self.taken: list[int] = []
        self._error = error

    def allowed(self) -> bytes:
        return sum(1 << token for token in self._allowed[len(self.taken)]).to_bytes(1, "little")

    def advance(self, token_id: int) -> None:
        if self._error:
            raise RuntimeError("no such token")
        self.taken.append(token_id)


def constrained(
    grammar: FakeGrammar, end_ids: tuple[int, ...] = (), vocab_size: int = VOCAB, **params: object
) -> Sampler:
    settings = SamplingParams(**params)  # type: ignore[arg-type]
    return Sampler(settings, prompt_ids=(), vocab_size=vocab_size, end_ids=end_ids, grammar=grammar)


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_grammar_allows_its_tokens_only_and_follows_them(temperature: float) -> None:
    grammar = FakeGrammar([{3}, {0, 2}, {1}])
    source = constrained(grammar, temperature=temperature, seed=1)
    for position in range(3):
        source.accept(source.draw(LOGITS, position).token_id)
    assert grammar.taken[0] == 3
    assert grammar.taken[1] in {0, 2}
    assert grammar.taken[2] == 1


def test_a_complete_grammar_ends_even_before_min_tokens() -> None:
    assert constrained(FakeGrammar([{4}]), end_ids=(4,), min_tokens=9).draw(LOGITS, 0).token_id == 4


@pytest.mark.parametrize(
    ("grammar", "vocab_size", "says"),
    [
        (FakeGrammar([{5}]), 8, "allows no token"),
        (FakeGrammar([set()]), 8, "no token"),
        (FakeGrammar([{1}]), 9, "8 of 9"),
    ],
)
def test_a_grammar_without_a_way_on_fails_the_request(grammar: FakeGrammar, vocab_size: int, says: str) -> None:
    logits = np.resize(LOGITS, vocab_size)
    with pytest.raises(SamplingFailed, match=says):
        constrained(grammar, vocab_size=vocab_size).draw(logits, 0)


def test_a_grammar_that_raises_fails_the_request_with_its_words() -> None:
    source = constrained(FakeGrammar([{1}], error=True))
    with pytest.raises(SamplingFailed, match="no such token"):
        source.accept(source.draw(LOGITS, 0).token_id)
    with pytest.raises(SamplingFailed, match="grammar failed"):
        constrained(FakeGrammar([])).draw(LOGITS, 0)


def test_logprobs_are_of_the_models_own_distribution_best_first() -> None:
    draw = sampler(temperature=0.0, logit_bias={3: 50.0}, logprobs=3).draw(LOGITS, 0)
    expected = np.log(np.maximum(softmax(LOGITS), 1e-30))
    assert draw.logprobs is not None
    assert draw.token_id == draw.logprobs.chosen.token_id == 3
    assert draw.logprobs.chosen.logprob == pytest.approx(expected[3], abs=1e-5)
    assert [top.token_id for top in draw.logprobs.top] == [4, 0, 7]
    assert [top.logprob for top in draw.logprobs.top] == pytest.approx(expected[[4, 0, 7]].tolist(), abs=1e-5)


def test_zero_logprobs_report_the_chosen_token_alone() -> None:
    draw = sampler(temperature=0.0, logprobs=0).draw(LOGITS, 0)
    assert draw.logprobs is not None
    assert draw.logprobs.top == ()


@pytest.mark.parametrize("value", [math.nan, math.inf])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_logits_that_are_no_numbers_fail_the_request(value: float, temperature: float) -> None:
    broken = LOGITS.copy()
    broken[2] = value
    with pytest.raises(SamplingFailed, match="greatest logit"):
        sampler(temperature=temperature).draw(broken, 0)


def test_greedy_shows_a_nan_wherever_it_is() -> None:
    rows = torch.tensor([[1.0, 3.0, 2.0], [1.0, math.nan, 5.0]])
    (first, value), (_, broken) = greedy(rows)
    assert (first, value) == (1, 3.0)
    assert math.isnan(broken)


@pytest.mark.parametrize(
    "params",
    [
        {"temperature": -1.0},
        {"temperature": math.nan},
        {"temperature": 1e9},
        {"top_p": 0.0},
        {"top_p": 2.0},
        {"top_k": -1},
        {"min_p": 1.5},
        {"repetition_penalty": 0.0},
        {"presence_penalty": math.inf},
        {"max_tokens": 0},
        {"min_tokens": -1},
        {"logprobs": 1000},
        {"logit_bias": {8: 1.0}},
        {"logit_bias": {-1: 1.0}},
        {"logit_bias": {1: math.nan}},
    ],
)
def test_values_out_of_range_are_refused_by_name(params: dict[str, object]) -> None:
    with pytest.raises(RequestRefused, match=next(iter(params))):
        check_params(SamplingParams(**params), VOCAB)  # type: ignore[arg-type]


def test_defaults_come_from_the_generation_settings(tmp_path: Path) -> None:
    assert sampling_defaults(tmp_path) == SamplingParams()
    path = tmp_path / "generation_config.json"
    path.write_text(json.dumps({"temperature": 0.7, "top_p": 0.8, "top_k": 20, "eos_token_id": 2}), encoding="utf-8")
    assert sampling_defaults(tmp_path) == SamplingParams(temperature=0.7, top_p=0.8, top_k=20)
    path.write_text(json.dumps({"do_sample": False, "temperature": 0.7}), encoding="utf-8")
    assert sampling_defaults(tmp_path).temperature == 0


@pytest.mark.parametrize("content", ["{", "[]", "[" * 100_000, '{"top_k": "many"}', '{"temperature": -3}'])
def test_broken_generation_settings_are_one_line_that_names_the_file(tmp_path: Path, content: str) -> None:
    path = tmp_path / "generation_config.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=r"generation_config\.json"):
        sampling_defaults(tmp_path)
