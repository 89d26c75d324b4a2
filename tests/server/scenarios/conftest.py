from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.spoken import Says, spoken_model, write_spoken_model
from tests.server.conftest import Running, running

Speaking = Callable[..., Running]


@pytest.fixture
def speaking(tmp_path: Path) -> Iterator[Speaking]:
    """Starts servers whose model says what it is told: `speaking(lambda prompt: text("hello"))`."""
    with ExitStack() as stack:

        def start(says: Says | str, *, cuts: Mapping[str, Sequence[int]] | None = None, **options: Any) -> Running:
            folder = tmp_path / f"model-{len(list(tmp_path.iterdir()))}"
            write_spoken_model(folder, cuts=cuts)
            model = spoken_model(folder, says if callable(says) else lambda _prompt: says, **options)
            stack.callback(model.engine.close)
            return stack.enter_context(running(model))

        yield start


@pytest.fixture(params=[False, True], ids=["plain", "stream"])
def stream(request: pytest.FixtureRequest) -> bool:
    """Once for a plain answer, once for a stream."""
    return bool(request.param)
