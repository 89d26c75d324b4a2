"""What `/metrics` and `/health` tell, while requests run and after they ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
import torch

from localcoder import __version__
from localcoder.chat.model import TextDelta
from localcoder.engine.backend import Chunk
from localcoder.engine.request import EngineFailed, PromptTooLong
from localcoder.errors import LocalcoderError
from tests.fakes.fake_model import FakeChatModel
from tests.server.conftest import Running
from tests.server.gated import GatedBackend, GatedModel, is_idle, metrics_of
from tests.server.test_disconnect import EndlessModel, send_request, wait_until

Serving = Callable[..., Running]
ASK: dict[str, Any] = {"messages": [{"role": "user", "content": "hi"}]}


@pytest.fixture
def gated(tmp_path: Path) -> Iterator[GatedModel]:
    model = GatedModel(tmp_path)
    yield model
    model.end()


def ended(server: Running) -> dict[str, float]:
    """How many chat completions ended how."""
    labelled = re.compile(r'requests_total{outcome="(.*)",route="/v1/chat/completions"}')
    return {found[1]: n for name, n in metrics_of(server).items() if (found := labelled.fullmatch(name))}


def test_running_stream_is_seen_while_it_runs_and_counted_once_it_ended(serving: Serving, gated: GatedModel) -> None:
    server = serving(gated)
    assert is_idle(server)
    gated.backend.hold_at = 10
    body = ASK | {"stream": True, "max_tokens": 50}
    with httpx.stream("POST", f"{server.url}/v1/chat/completions", json=body) as got:
        wait_until(lambda: gated.held)
        during = metrics_of(server)
        gated.backend.gate.set()
        assert b"[DONE]" in got.read()
    assert (during["requests_active"], during["sequences_running"], during["sequences_waiting"]) == (1, 1, 0)
    assert during['kv_blocks{state="used"}'] > 0
    assert during["kv_used_ratio"] == during['kv_blocks{state="used"}'] / 64
    assert during["generated_tokens_total"] == 9
    assert (during["time_to_first_token_seconds_count"], during["inter_token_seconds_count"]) == (1, 8)
    assert not [name for name in during if name.startswith("requests_total")]
    wait_until(lambda: is_idle(server))
    after = metrics_of(server)
    assert after["generated_tokens_total"] == 50
    assert after["time_to_first_token_seconds_count"] == 1
    assert after["inter_token_seconds_count"] == 49
    assert ended(server) == {"ok": 1}


def test_blocks_are_used_cached_or_free_and_prefix_hits_are_counted(serving: Serving, gated: GatedModel) -> None:
    server = serving(gated)
    body = {"messages": [{"role": "user", "content": "word " * 60}], "max_tokens": 2}
    used = [server.post(body).json()["usage"] for _ in range(2)]
    wait_until(lambda: is_idle(server))
    now = metrics_of(server)
    assert [now[f'kv_blocks{{state="{state}"}}'] for state in ("used", "cached", "free")] == [
        0,
        used[0]["prompt_tokens"] // 64,
        64 - used[0]["prompt_tokens"] // 64,
    ]
    cached = used[1]["prompt_tokens_details"]["cached_tokens"]
    assert cached > 0
    assert now["prompt_tokens_total"] == 2 * used[0]["prompt_tokens"]
    assert now["prefix_cached_tokens_total"] == cached
    assert now["prefix_hit_ratio"] == pytest.approx(cached / now["prompt_tokens_total"])


def test_histograms_are_cumulative_and_end_in_the_count(serving: Serving, gated: GatedModel) -> None:
    server = serving(gated)
    server.post(ASK | {"max_tokens": 20})
    now = metrics_of(server)
    for name in ("time_to_first_token_seconds", "inter_token_seconds"):
        buckets = [value for key, value in now.items() if key.startswith(f"{name}_bucket")]
        assert buckets == sorted(buckets)
        assert buckets[-1] == now[f'{name}_bucket{{le="+Inf"}}'] == now[f"{name}_count"] > 0
        assert now[f"{name}_sum"] > 0


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ([PromptTooLong(9, 8)], "refused"),
        ([EngineFailed("Gone.")], "failed"),
        ([LocalcoderError("No.")], "failed"),
        ([ZeroDivisionError()], "failed"),
        ([TextDelta("half"), EngineFailed("Gone.")], "failed"),
        ([TextDelta("half")], "failed"),
        (None, "ok"),
    ],
)
def test_outcome_is_what_the_client_saw(serving: Serving, stream: bool, reply: Any, outcome: str) -> None:
    server = serving(FakeChatModel([] if reply is None else [reply]))
    server.post(ASK | {"stream": stream})
    wait_until(lambda: metrics_of(server)["requests_active"] == 0)
    assert ended(server) == {outcome: 1}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("words", [0, 3])
def test_client_that_left_is_an_outcome_of_its_own(serving: Serving, stream: bool, words: int) -> None:
    model = EndlessModel(words=words, pause_s=0.001)
    server = serving(model)
    connection = send_request(server, stream=stream)
    wait_until(lambda: model.active == 1 and model.said >= words)
    connection.close()
    wait_until(lambda: metrics_of(server)["requests_active"] == 0)
    assert ended(server) == {"left": 1}


def test_client_that_leaves_in_the_middle_of_its_body_is_counted(serving: Serving) -> None:
    server = serving(FakeChatModel())
    connection = send_request(server, stream=False, missing_bytes=5)
    wait_until(lambda: metrics_of(server)["requests_active"] == 1)
    connection.close()
    wait_until(lambda: metrics_of(server)["requests_active"] == 0)
    assert ended(server) == {"left": 1}


def test_made_up_paths_share_one_label_and_watching_is_not_counted(serving: Serving) -> None:
    server = serving(FakeChatModel())
    for path in ("/a", "/b?c=d", "/v1/models", "/v1/models/fake", "/v1/models/other", "/health", "/metrics"):
        httpx.get(server.url + path)
    server.post([])
    server.post(ASK, Host="evil.example")
    counts = {name: value for name, value in metrics_of(server).items() if name.startswith("requests_total")}
    assert counts == {
        'requests_total{outcome="refused",route="other"}': 2,
        'requests_total{outcome="ok",route="/v1/models"}': 1,
        'requests_total{outcome="ok",route="/v1/models/{name}"}': 1,
        'requests_total{outcome="refused",route="/v1/models/{name}"}': 1,
        'requests_total{outcome="refused",route="/v1/chat/completions"}': 2,
    }


def test_metrics_are_guarded_like_everything_else(serving: Serving) -> None:
    locked, open_here = serving(FakeChatModel(), api_key="sk-1"), serving(FakeChatModel())
    assert httpx.get(f"{locked.url}/metrics").status_code == 401
    assert httpx.get(f"{open_here.url}/metrics", headers={"Host": "evil.example"}).status_code == 403
    assert httpx.get(f"{open_here.url}/metrics", headers={"Origin": "https://evil.example"}).status_code == 403
    assert metrics_of(locked, Authorization="Bearer sk-1")["requests_active"] == 0


def test_model_of_another_server_has_no_engine_to_tell_of(serving: Serving) -> None:
    now = metrics_of(serving(FakeChatModel()))
    assert now == {f'info{{model="fake",version="{__version__}"}}': 1, "requests_active": 0}


class FailingBackend(GatedBackend):
    """Dies with the step in which it is told to."""

    dead = False

    def _compute(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        if self.dead:
            raise EngineFailed("The GPU fell off the bus.")
        return super()._compute(chunks)


@pytest.mark.parametrize("stream", [False, True])
def test_failed_engine_is_told_to_probes_and_clients_are_sent_away_for_a_while(
    serving: Serving, tmp_path: Path, stream: bool
) -> None:
    backend = FailingBackend(vocab_size=300, total_blocks=16)
    model = GatedModel(tmp_path, backend)
    server = serving(model)
    assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
    assert metrics_of(server)["engine_up"] == 1
    backend.dead = True
    for _ in range(2):
        refused = server.post(ASK | {"stream": stream})
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "engine_failed"
        assert "fell off the bus" in refused.json()["error"]["message"]
        assert int(refused.headers["retry-after"]) > 0
    health = httpx.get(f"{server.url}/health")
    assert health.status_code == 503
    assert health.json()["status"] == "failed"
    assert "fell off the bus" in health.json()["error"]["message"]
    assert int(health.headers["retry-after"]) > 0
    assert metrics_of(server)["engine_up"] == 0
    model.end()
