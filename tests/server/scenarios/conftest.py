from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from tests.fakes.spoken import Says, Script, spoken_model, write_spoken_model
from tests.server.conftest import Running, running

Speaking = Callable[..., Running]


@pytest.fixture(scope="package")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Speaking]:
    """Starts servers whose model says what it is told: `speaking(text("hello"))`.

    One that runs already with the same options is told what to say now, which takes no time.
    """
    open_servers: dict[str, tuple[Script, Running]] = {}
    with ExitStack() as stack:

        def start(says: Says | str, *, cuts: Mapping[str, Sequence[int]] | None = None, **options: Any) -> Running:
            says = says if callable(says) else _always(says)
            key = repr((cuts, options))
            if key in open_servers:
                open_servers[key][0].change(says)
            else:
                folder = tmp_path_factory.mktemp("model")
                write_spoken_model(folder, cuts=cuts)
                script = Script(says)
                model = spoken_model(folder, script, **options)
                stack.callback(model.engine.close)
                open_servers[key] = script, stack.enter_context(running(model))
            return open_servers[key][1]

        yield start


def _always(reply: str) -> Says:
    return lambda _prompt: reply


@pytest.fixture(params=[False, True], ids=["plain", "stream"])
def stream(request: pytest.FixtureRequest) -> bool:
    """Once for a plain answer, once for a stream."""
    return bool(request.param)
