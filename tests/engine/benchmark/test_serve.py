"""The load generator, over an engine in this process and over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from localcoder.chat.local import LocalChatModel
from localcoder.engine.benchmark.serve import measure_serve
from localcoder.engine.benchmark.serve_clients import (
    EngineTarget,
    Prompts,
    Timed,
    closed_loop,
    endpoint_target,
    percentiles_ms,
)
from localcoder.engine.benchmark.serve_loads import newcomers_beside_streams, stream_beside_long_prompts
from localcoder.engine.benchmark.serve_options import (
    LoadOptions,
    ServeOptions,
    SubjectOptions,
    check_fits,
    default_output,
)
from localcoder.engine.benchmark.serve_report import load_lines, serve_lines
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.loop import EngineLoop
from localcoder.engine.request import EngineFailed, SamplingParams
from localcoder.engine.scheduler import Scheduler
from localcoder.engine.shapes import find_shape
from localcoder.errors import UsageError
from tests.engine.fake_backend import FakeBackend, FakeLaunchingBackend
from tests.fakes.loopback import LoopbackServer
from tests.fakes.spoken import Script, spoken_engine, text, write_spoken_model
from tests.server.conftest import Running, running

GREEDY = SamplingParams(temperature=0.0, ignore_eos=True)


@pytest.fixture(params=[FakeBackend, FakeLaunchingBackend])
def loop(request: pytest.FixtureRequest) -> Iterator[EngineLoop]:
    loop = EngineLoop(request.param(total_blocks=400), Scheduler(BlockManager(400), step_tokens=8192))
    yield loop
    loop.close()


async def idle(loop: EngineLoop) -> None:
    for _ in range(2000):
        stats = loop.stats()
        if not (stats.running or stats.waiting or stats.blocks_used):
            return
        await asyncio.sleep(0.005)
    raise AssertionError("requests are left")


def test_prompts_are_the_same_for_the_same_seed_and_never_begin_alike() -> None:
    prompts = Prompts(400, 7)
    found = [prompts.next(40) for _ in range(50)]
    again = Prompts(400, 7)
    assert found == [again.next(40) for _ in range(50)]
    assert len({prompt[:8] for prompt in found}) == 50
    assert all(0 <= token < 400 for prompt in found for token in prompt)
    for other in (Prompts(400, 8), Prompts(400, 7, "case 1")):
        assert not {prompt[:8] for prompt in found} & {other.next(40)[:8] for _ in range(50)}


def test_percentiles_are_values_that_were_measured() -> None:
    values = [number / 1000 for number in range(1, 201)]
    assert percentiles_ms(values) == {"p50": 100.0, "p90": 180.0, "p99": 198.0, "max": 200.0}
    assert percentiles_ms([0.5]) == dict.fromkeys(("p50", "p90", "p99", "max"), 500.0)
    with pytest.raises(EngineFailed, match="Nothing came"):
        percentiles_ms([])


async def test_a_client_of_the_engine_asks_one_after_the_other_and_notes_every_token(loop: EngineLoop) -> None:
    target = EngineTarget(loop, 400, GREEDY)
    prompts = Prompts(400, 0)
    found = await closed_loop(target, [prompts.next(100), prompts.next(70)], 20, 0)
    assert [timed.prompt_tokens for timed in found] == [100, 70]
    for timed in found:
        assert timed.answer_tokens == len(timed.times_s) == 20
        assert timed.times_s == sorted(timed.times_s)
        assert timed.first_token_s > 0 and len(timed.gaps_s) == 19
    assert found[0].times_s[-1] <= found[1].sent_s


async def test_a_cancelled_client_leaves_nothing_in_the_engine(loop: EngineLoop) -> None:
    timed = Timed(10)
    asking = asyncio.ensure_future(EngineTarget(loop, 400, GREEDY).ask((1,) * 10, 10_000, 0, timed))
    for _ in range(2000):
        await asyncio.sleep(0.001)
        if timed.times_s:
            break
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled() and timed.times_s
    await idle(loop)


LOADS = LoadOptions(SubjectOptions(), seconds=1, long_tokens=700, long_clients=2, stream_tokens=80, streams=3)


async def test_the_loads_say_what_a_stream_and_a_newcomer_get_and_leave_nothing(loop: EngineLoop) -> None:
    target = EngineTarget(loop, 400, GREEDY)
    stream = await stream_beside_long_prompts(target, LOADS, 20_000)
    await idle(loop)
    assert stream["tokens_per_s"] > 0 and stream["long_prompts"] > 0
    assert 0 <= stream["gap_ms"]["p50"] <= stream["gap_ms"]["p99"] <= stream["gap_ms"]["max"]
    newcomer = await newcomers_beside_streams(target, LOADS, 20_000)
    await idle(loop)
    assert newcomer["requests"] >= 1 and newcomer["first_token_ms"]["max"] > 0
    assert 0 < newcomer["slowest_stream_tokens_per_s"] <= newcomer["streams_tokens_per_s"] / 3 + 0.1
    about = {"model": "fake", "backend": "fake", "routing": "model", "sampling": "greedy", "endpoint": None}
    said = load_lines({"gpu": None, "cpu": "a CPU", "rows": [about | stream, about | newcomer]})
    assert "2 clients with 700-token prompts" in said and "beside 3 streams behind 80 tokens" in said


async def test_a_stream_that_ends_while_it_is_looked_at_is_no_measurement(loop: EngineLoop) -> None:
    with pytest.raises(EngineFailed, match="ended while it was looked at"):
        await newcomers_beside_streams(EngineTarget(loop, 400, GREEDY), LOADS, 17)
    await idle(loop)


# Over HTTP


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("spoken")
    write_spoken_model(folder)
    script = Script(lambda prompt: text("hello"))
    with spoken_engine(folder, script) as engine, running(LocalChatModel(engine, "spoken")) as started:
        yield started


def test_a_server_is_measured_as_an_engine_is(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    # The model's vocabulary is smaller than that of models that people serve.
    monkeypatch.setattr("localcoder.engine.benchmark.serve_clients.EndpointTarget.vocab_size", 250)
    options = ServeOptions(
        SubjectOptions(endpoint=server.url), clients=(1, 3), prompt_tokens=90, answer_tokens=12, requests=2
    )
    document = measure_serve(options, command="the command", say=lambda line: None)
    json.dumps(document)
    assert [(row["clients"], row["requests"], row["output_tokens"]) for row in document["rows"]] == [
        (1, 2, 24),
        (3, 6, 72),
    ]
    for row in document["rows"]:
        assert row["endpoint"] == server.url and row["output_tokens_per_s"] > 0
        assert row["first_token_ms"]["p50"] > 0
    assert document["cpu"] and document["command"] == "the command"
    assert f"at {server.url}" in serve_lines(document)


class Refusing(BaseHTTPRequestHandler):
    """Knows a model and refuses to continue anything."""

    def do_GET(self) -> None:
        self._answer(200, {"data": [{"id": "m"}]})

    def do_POST(self) -> None:
        self._answer(429, {"error": {"message": "The queue is full."}})

    def _answer(self, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments: Any) -> None:
        pass


async def test_what_a_server_refuses_is_told_in_its_words() -> None:
    with LoopbackServer(Refusing) as refusing:
        serving = asyncio.get_running_loop().run_in_executor(None, refusing.serve_forever)
        try:
            url = f"http://127.0.0.1:{refusing.server_port}/v1"
            async with endpoint_target(url, None, GREEDY) as target:
                with pytest.raises(EngineFailed, match=r"status 429: .*The queue is full"):
                    await target.ask((1, 2), 3, 0, Timed(2))
        finally:
            refusing.shutdown()
            await serving


async def test_a_server_that_is_not_there_is_named() -> None:
    with LoopbackServer(Refusing) as closed:
        url = f"http://127.0.0.1:{closed.server_port}"
    with pytest.raises(EngineFailed, match=rf"{url}/v1 cannot be asked: "):
        async with endpoint_target(url, None, GREEDY):
            raise AssertionError("there is no server")


# Options


@pytest.mark.parametrize(
    ("subject", "changes", "said"),
    [
        ({}, {"clients": (0,)}, "--clients 0: must be between 1 and 64"),
        ({}, {"clients": (8, 65)}, "--clients 65"),
        ({}, {"prompt_tokens": 0}, "--prompt-tokens 0: must be between 1 and"),
        ({}, {"answer_tokens": 1}, "--answer-tokens 1: must be between 2 and"),
        ({}, {"requests": 0}, "--requests 0"),
        ({"seed": -1}, {}, "--seed -1: must be between 0"),
        ({"routing": "random"}, {}, "--routing random: must be one of uniform"),
        ({"sampling": "beam"}, {}, "--sampling beam: must be one of greedy"),
        ({"endpoint": "localhost:8000"}, {}, "--endpoint localhost:8000: must begin with http"),
        ({"endpoint": "http://x", "random_weights": True}, {}, "--endpoint: --random-weights"),
        ({"endpoint": "http://x", "backend": "torch"}, {}, "--endpoint: .*--backend are for an engine"),
    ],
)
def test_a_value_without_meaning_is_refused(subject: dict[str, Any], changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        ServeOptions(SubjectOptions(**subject), **changes).check()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seconds": 0.5}, "--seconds 0.5: must be between 1 and 600"),
        ({"seconds": float("nan")}, "--seconds nan"),
        ({"long_clients": 0}, "--long-clients 0"),
        ({"streams": 33}, "--streams 33"),
        ({"long_tokens": 0}, "--long-tokens 0"),
        ({"stream_tokens": -5}, "--stream-tokens -5"),
    ],
)
def test_a_load_without_meaning_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        LoadOptions(SubjectOptions(), **changes).check()


def test_what_does_not_fit_the_model_is_refused_with_the_numbers() -> None:
    pocket = find_shape("pocket")
    check_fits(pocket, 7692, 500, "--prompt-tokens")
    with pytest.raises(UsageError, match=r"--prompt-tokens 7693: with 500 .* at most 7692 fit the 8192"):
        ServeOptions(SubjectOptions(), prompt_tokens=7693).check_for(pocket)
    with pytest.raises(UsageError, match=r"--long-tokens 20000: "):
        LoadOptions(SubjectOptions()).check_for(pocket)
    LoadOptions(SubjectOptions()).check_for(find_shape("north-mini-code"))


def test_the_result_goes_to_the_benchmarks_folder_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert default_output("serve", SubjectOptions("org/model")) == Path("serve-model.json")
    assert default_output("load", SubjectOptions(endpoint="http://x")) == Path("load-endpoint.json")
    (tmp_path / "bench/results").mkdir(parents=True)
    assert default_output("serve", SubjectOptions()) == Path("bench/results/serve-pocket.json")
