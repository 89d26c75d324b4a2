from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from localcoder.attach.registry import Announcement, find_or_announce
from localcoder.attach.routes import attached_router
from localcoder.attach.spec import EngineSpec
from localcoder.chat.model import ChatModel
from localcoder.config import paths
from localcoder.server.app import create_app
from localcoder.server.listen import Server
from tests.fakes.spoken import write_spoken_model


@pytest.fixture
def folder() -> Path:
    """Where engines announce themselves."""
    return paths.runtime_dir()


@pytest.fixture(scope="session")
def spoken_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("models") / "spoken"
    write_spoken_model(directory, context_tokens=4096)
    return directory


@pytest.fixture
def spec(spoken_directory: Path) -> EngineSpec:
    return EngineSpec("spoken", str(spoken_directory.resolve()))


@contextmanager
def attachable(model: ChatModel, spec: EngineSpec) -> Iterator[Announcement]:
    """`model` in this process, as an engine's process offers it, announced."""
    _, announcement = find_or_announce(spec, "http://127.0.0.1:9")
    assert announcement is not None
    app = create_app(model)
    app.include_router(attached_router(model))
    ready = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []
    server = Server(app, announcement.listener, on_ready=ready.set)

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        await server.run_until_stopped()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), name="attachable")
    thread.start()
    assert ready.wait(30)
    try:
        yield announcement
    finally:
        loops[0].call_soon_threadsafe(server.stop)
        thread.join(30)
        announcement.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for what must come; fails after half a minute."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110  nobody says when it comes
            await asyncio.sleep(0.01)
