"""Several prompts and several answers to each run side by side, and each gets what it would get alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from localcoder.chat.local import LocalChatModel
from tests.server.completions.asking import complete
from tests.server.completions.scripted import ScriptedModel

BODY: dict[str, Any] = {"temperature": 1, "seed": 11, "max_tokens": 8, "ignore_eos": True}


@pytest.fixture(autouse=True)
def _forgotten(scripted: ScriptedModel) -> Iterator[None]:
    yield
    scripted.replies.clear()


def texts(client: httpx.Client, *, stream: bool = False, **body: Any) -> list[str]:
    choices = complete(client, stream=stream, **(BODY | body))["choices"]
    assert [choice["index"] for choice in choices] == list(range(len(choices)))
    return [choice["text"] for choice in choices]


@pytest.mark.parametrize("n", [1, 3])
def test_each_prompt_of_a_batch_is_answered_as_if_it_were_alone(
    random_client: httpx.Client, stream: bool, n: int
) -> None:
    prompts = [f"Story number {number}" for number in range(5)]
    alone = [text for prompt in prompts for text in texts(random_client, prompt=prompt, n=n)]
    assert texts(random_client, stream=stream, prompt=prompts, n=n) == alone
    assert len(set(alone)) > len(alone) // 2


def test_more_prompts_than_run_at_once_keep_their_places(
    scripted: ScriptedModel, scripted_client: httpx.Client, stream: bool
) -> None:
    """Long answers first, so that they end in another order than they began."""
    prompts = [f"{number:02}" for number in range(40)]
    for number, prompt in enumerate(prompts):
        scripted.replies[tuple(scripted.ids(prompt.encode()))] = scripted.ids(prompt.encode() * (40 - number))
    asked = texts(scripted_client, stream=stream, prompt=prompts, max_tokens=200, ignore_eos=False)
    assert asked == [prompt * (40 - number) for number, prompt in enumerate(prompts)]


def test_a_stream_mixes_the_answers_as_they_come(scripted: ScriptedModel, scripted_client: httpx.Client) -> None:
    for prompt in (b"1", b"2"):
        scripted.replies[tuple(scripted.ids(prompt))] = scripted.ids(prompt * 1000)
    body = {"prompt": ["1", "2"], "max_tokens": 1000, "stream": True}
    lines = scripted_client.post("/v1/completions", json=body).text.splitlines()
    indices = [int(line.partition('"index":')[2][0]) for line in lines if '"index":' in line]
    assert indices.index(1) < len(indices) - 1 - indices[::-1].index(0)
    assert indices.index(0) < len(indices) - 1 - indices[::-1].index(1)


@pytest.mark.parametrize("prompt", ["ab", ["ab"], "IDS", ["IDS"]])
def test_a_prompt_of_any_kind_is_the_same_prompt(random_client: httpx.Client, stream: bool, prompt: Any) -> None:
    ids = random_client.post("/tokenize", json={"prompt": "ab"}).json()["tokens"]
    kinds = {"IDS": ids, "['IDS']": [ids]}
    body = {"prompt": kinds.get(str(prompt), prompt), "echo": True}
    expected = "ab" + texts(random_client, prompt="ab")[0]
    assert texts(random_client, stream=stream, **body) == [expected]


def test_batch_of_token_lists_with_echo(random_client: httpx.Client, stream: bool) -> None:
    ids = [random_client.post("/tokenize", json={"prompt": text}).json()["tokens"] for text in ("é", "xyz")]
    asked = texts(random_client, stream=stream, prompt=ids, echo=True, n=2)
    assert [text[:1] for text in asked] == ["é", "é", "x", "x"]


def test_usage_counts_each_prompt_once_and_all_answers(random_client: httpx.Client, stream: bool) -> None:
    body = BODY | {"prompt": ["abc", "defgh"], "n": 3, "best_of": 3, "max_tokens": 4}
    usage = complete(random_client, stream=stream, **body)["usage"]
    assert usage["prompt_tokens"] == 3 + 5
    assert usage["completion_tokens"] == 2 * 3 * 4
    assert usage["total_tokens"] == 8 + 24


def test_answers_to_one_prompt_compute_it_once(random_client: httpx.Client, random_model: LocalChatModel) -> None:
    before = random_model.engine.stats()
    complete(random_client, stream=False, **(BODY | {"prompt": "A long beginning. " * 12, "n": 8}))
    after = random_model.engine.stats()
    assert after.cached_tokens - before.cached_tokens >= 7 * (len("A long beginning. " * 12) // 64) * 64


def test_seed_decides_and_without_one_answers_differ(random_client: httpx.Client) -> None:
    fixed = {"prompt": "ab", "max_tokens": 30}
    assert texts(random_client, **fixed) == texts(random_client, **fixed)
    assert texts(random_client, **fixed) != texts(random_client, **fixed, seed=12)
    assert texts(random_client, **fixed, seed=None) != texts(random_client, **fixed, seed=None)


def test_unseeded_answers_to_one_prompt_differ(random_client: httpx.Client) -> None:
    assert len(set(texts(random_client, prompt="ab", max_tokens=30, seed=None, n=4))) == 4


def test_fields_of_sampling_reach_the_engine(scripted: ScriptedModel, scripted_client: httpx.Client) -> None:
    """Logits are 50 for the scripted token and 0 for all others."""
    (a, b, c) = scripted.ids(b"abc")
    scripted.replies[tuple(scripted.ids(b"?"))] = [a, a, a, a]

    def said(**body: Any) -> str:
        return texts(scripted_client, prompt="?", **({"ignore_eos": False, "temperature": 0} | body))[0]

    assert said() == "aaaa"
    assert said(logit_bias={str(b): 60}, max_tokens=1) == "b"
    assert said(stop_token_ids=[a]) == ""
    assert said(stop="aaa") == ""
    assert said(min_tokens=6, logit_bias={str(c): 1}) == "aaaacc"
    assert said(ignore_eos=True, max_tokens=6).startswith("aaaa<|END_OF_TURN_TOKEN|>")
    assert texts(scripted_client, prompt="?", temperature=2, top_k=1, max_tokens=4) == ["aaaa"]
    assert texts(scripted_client, prompt="?", temperature=2, top_p=0.01, max_tokens=4) == ["aaaa"]
    assert texts(scripted_client, prompt="?", temperature=2, min_p=1, max_tokens=4) == ["aaaa"]
    scripted.replies[tuple(scripted.ids(b"?"))] = [a, a]
    assert said(logit_bias={str(b): 49}, frequency_penalty=2, max_tokens=2) == "ab"
    assert said(logit_bias={str(b): 49}, presence_penalty=2, max_tokens=2) == "ab"
    assert said(logit_bias={str(b): 30}, repetition_penalty=2, max_tokens=2) == "ab"
