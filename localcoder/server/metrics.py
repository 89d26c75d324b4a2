"""Figures for Prometheus: what the engine does, and how requests end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from localcoder import __version__
from localcoder.engine.stats import Distribution, EngineStats
from localcoder.server.errors import from_model
from localcoder.server.exchange import Exchange, Outcome, exchange

UNCOUNTED_PATHS = frozenset({"/health", "/metrics"})
"""Asked every few seconds by programs that watch, they would drown what is asked of the model."""

OTHER_ROUTE = "other"
"""Stands for every path that does not exist, of which there are any number."""


class RequestCounts:
    """How many requests are being answered, and how many ended how. Belongs to the server's event loop."""

    def __init__(self) -> None:
        self.active = 0
        self.ended: Counter[tuple[str, Outcome]] = Counter()


class Meter:
    """ASGI middleware around all others: counts every request, and answers those whose handling failed."""

    def __init__(self, app: ASGIApp, *, counts: RequestCounts) -> None:
        self.app = app
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on and note how it ends."""
        if scope["type"] != "http" or scope["path"] in UNCOUNTED_PATHS:
            await self.app(scope, receive, send)
            return
        this = Exchange()
        token = exchange.set(this)
        self.counts.active += 1

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                this.status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception as error:  # noqa: BLE001  a bug, of which only `from_model` tells
            # The web server would log its message, which may quote the request.
            answer = from_model(error)
            if this.status is None:
                await answer.response()(scope, receive, noting)
        finally:
            exchange.reset(token)
            self.counts.active -= 1
            self.counts.ended[_route_of(scope), this.outcome] += 1


def _route_of(scope: Scope) -> str:
    """The pattern that the request's path fits, for a path alone may be anything; refused ones never came that far."""
    pattern = getattr(scope.get("route"), "path_format", None)
    if isinstance(pattern, str):
        return pattern
    path: str = scope["path"]
    return path if path in scope["app"].openapi()["paths"] else OTHER_ROUTE


class Metrics(Collector):
    """Reads everything at the moment when it is asked for.

    Args:
        model: the model's name.
        counts: the requests.
        engine: what the engine reports; None where the model is another server's.
    """

    def __init__(self, model: str, counts: RequestCounts, engine: Callable[[], EngineStats | None]) -> None:
        self._model = model
        self._counts = counts
        self._engine = engine
        self.registry = CollectorRegistry()
        self.registry.register(self)

    def describe(self) -> Iterable[Metric]:
        """Nothing: names need no check against other collectors, for there is none."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """All metrics."""
        info = InfoMetricFamily("localcoder", "What is served.")
        info.add_metric([], {"model": self._model, "version": __version__})
        yield info
        yield _gauge("requests_active", "Requests that are being answered or wait for it.", self._counts.active)
        ended = CounterMetricFamily(
            "localcoder_requests", "Requests that have ended, by route and outcome.", labels=["route", "outcome"]
        )
        for labels, count in sorted(self._counts.ended.items()):
            ended.add_metric(labels, count)
        yield ended
        stats = self._engine()
        if stats is not None:
            yield from _engine_metrics(stats)


def _engine_metrics(stats: EngineStats) -> Iterator[Metric]:
    yield _gauge("engine_up", "1 while the engine takes requests, 0 once it has failed.", stats.failure is None)
    yield _gauge("rows", "The most sequences of one decode step; more share them in time.", stats.rows)
    yield _gauge("sequences_running", "Sequences that have blocks and are being computed.", stats.running)
    yield _gauge("sequences_waiting", "Sequences that wait for blocks.", stats.waiting)
    blocks = GaugeMetricFamily("localcoder_kv_blocks", "Blocks of the KV cache, by state.", labels=["state"])
    by_state = {"used": stats.blocks_used, "cached": stats.blocks_cached, "free": stats.blocks_free}
    for state, count in by_state.items():
        blocks.add_metric([state], count)
    yield blocks
    share = stats.blocks_used / max(sum(by_state.values()), 1)
    yield _gauge("kv_used_ratio", "Share of the KV cache that running sequences hold.", share)
    yield _counter("prompt_tokens", "Prompt tokens of requests that came to their first token.", stats.prompt_tokens)
    yield _counter("prefix_cached_tokens", "Those of them that the prefix cache had.", stats.cached_tokens)
    hits = stats.cached_tokens / max(stats.prompt_tokens, 1)
    yield _gauge("prefix_hit_ratio", "Cached over prompt tokens, since the start.", hits)
    yield _counter("generated_tokens", "Tokens of answers.", stats.completion_tokens)
    yield _counter("preemptions", "Times that a sequence gave its blocks to another.", stats.preemptions)
    yield _histogram("time_to_first_token_seconds", "From a request's arrival to its first token.", stats.first_token)
    yield _histogram("inter_token_seconds", "From a token of an answer to the next.", stats.next_token)


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(f"localcoder_{name}", what, value=value)


def _counter(name: str, what: str, value: float) -> Metric:
    return CounterMetricFamily(f"localcoder_{name}", what, value=value)


def _histogram(name: str, what: str, durations: Distribution) -> Metric:
    buckets: list[tuple[str, float]] = []
    count = 0
    for bound, more in zip((*map(str, durations.bounds_s), "+Inf"), durations.counts, strict=True):
        count += more
        buckets.append((bound, count))
    return HistogramMetricFamily(f"localcoder_{name}", what, buckets=buckets, sum_value=durations.total_s)
