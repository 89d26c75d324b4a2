"""Whatever fits the OpenAPI document, or just does not, is answered, and never with a 5xx.

The engine, its tokenizer and the template are real; the model behind them says one letter.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.server.conftest import Running, running
from tests.server.gated import GatedModel, is_idle
from tests.server.test_disconnect import wait_until

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what its own dependencies deprecate
    import schemathesis
    from schemathesis.generation import GenerationMode

ROUTES = (
    "POST /v1/chat/completions",
    "POST /v1/completions",
    "POST /v1/responses",
    "POST /tokenize",
    "POST /detokenize",
    "GET /v1/models",
    "GET /v1/models/{name}",
    "GET /health",
    "GET /metrics",
)
EXAMPLES = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    model = GatedModel(tmp_path_factory.mktemp("model"), total_blocks=8)
    with running(model) as started:
        yield started
    model.end()


@pytest.fixture(scope="module")
def schema(server: Running) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/openapi.json")


def test_document_has_all_routes(server: Running) -> None:
    document = httpx.get(f"{server.url}/openapi.json", verify=False).json()
    found = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    assert found == set(ROUTES)
    for path in (route.removeprefix("POST ") for route in ROUTES if route.startswith("POST")):
        content = document["paths"][path]["post"]["requestBody"]["content"]
        assert content["application/json"]["schema"]["properties"]


NEEDED: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"model": "gated"},
    "/v1/completions": {"model": "gated", "prompt": "Hi"},
    "/v1/responses": {"model": "gated"},
    "/tokenize": {"model": "gated"},
    "/detokenize": {"model": "gated", "tokens": [72, 105]},
}
"""What the document cannot say: the model's name, the vocabulary's size, which of two fields has to be there."""


ENOUGH: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"messages": [{"role": "user", "content": "Hi"}]},
    "/v1/responses": {"input": "Hi"},
    "/tokenize": {"prompt": "Hi"},
}
"""With what is needed, the least body that is answered."""

VALID, INVALID = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


@pytest.mark.parametrize(
    ("route", "mode"),
    [*((route, VALID) for route in ROUTES), *((route, INVALID) for route in ROUTES if route.startswith("POST"))],
    ids=lambda value: str(getattr(value, "value", value)),
)
def test_no_request_fails_the_server(server: Running, schema: Any, route: str, mode: Any) -> None:
    method, _, path = route.partition(" ")
    statuses: set[int] = set()

    def check(response: Any, body: Any) -> None:
        statuses.add(response.status_code)
        assert response.status_code < 500, (response.status_code, response.text, body)
        if response.status_code >= 400:
            assert set(response.json()["error"]) == {"message", "type", "param", "code"}

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    def answered(case: Any) -> None:
        if mode is VALID and isinstance(case.body, dict):
            case.body |= NEEDED[path]
        check(case.call(timeout=60), case.body)
        if mode is not VALID or not isinstance(case.body, dict):
            return
        # Of many fields at once one is often refused for what the document cannot say; each alone seldom is.
        for field, value in case.body.items():
            body = NEEDED[path] | ENOUGH.get(path, {}) | {field: value}
            check(client.post(path, json=body), body)

    with httpx.Client(base_url=server.url, verify=False, timeout=60) as client:
        answered()
    assert (200 in statuses) == (mode is VALID and "{" not in path), statuses
    wait_until(lambda: is_idle(server))
    assert httpx.get(f"{server.url}/health", verify=False).json() == {"status": "ok"}
