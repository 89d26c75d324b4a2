"""The engine's own process: it loads the model, serves it on a socket that it is given, and says how it is.

It is started by `supervisor.py` with two sockets: the link, on which both sides send JSON lines, and a listening Unix
socket. When the link ends, the process ends: nobody would stop it otherwise.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any, NoReturn

from localcoder.attach.spec import EngineSpec, ModelFacts, Say
from localcoder.chat.local import LocalChatModel
from localcoder.errors import LocalcoderError

logger = logging.getLogger(__name__)

Load = Callable[[EngineSpec, Say, Say], LocalChatModel]
"""Loads what is asked for; is given where to say how far it is, and what the user should know."""

BEAT_S = 0.5
"""How often the process says how it is."""

END_S = 10.0
"""How long it may take to end; then it ends anyway."""

MESSAGE_CHARACTERS = 4000


class Link:
    """The connection to the supervisor. Any thread may send."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._lines = link.makefile("rb")
        self._lock = threading.Lock()

    def send(self, kind: str, **values: Any) -> None:
        """One message; lost where nobody reads any more."""
        line = json.dumps({"is": kind, **values}).encode() + b"\n"
        with self._lock, suppress(OSError):
            self._link.sendall(line)

    def read(self) -> dict[str, Any] | None:
        """The next message; None at the end."""
        with suppress(OSError, ValueError):
            line = self._lines.readline()
            if line:
                message: dict[str, Any] = json.loads(line)
                return message
        return None


def run_engine(link_descriptor: int, listener_descriptor: int, load: Load = EngineSpec.load) -> NoReturn:
    """Everything that the process does; never returns. The exit code is 0 where it was told to end."""
    os.set_inheritable(link_descriptor, False)
    os.set_inheritable(listener_descriptor, False)
    link = Link(socket.socket(fileno=link_descriptor))
    listener = socket.socket(fileno=listener_descriptor)
    asked = link.read()
    if asked is None:
        os._exit(0)
    ending = threading.Event()
    threading.Thread(target=_wait_for_end, args=(link, ending), name="localcoder-link", daemon=True).start()
    spec = EngineSpec(**asked)
    model = _load(spec, link, load)
    code = 1
    try:
        asyncio.run(_serve(model, spec, listener, link, ending))
        code = 0
    except Exception:
        logger.exception("the engine's process failed")
    finally:
        logging.shutdown()
        os._exit(code)


def _wait_for_end(link: Link, ending: threading.Event) -> None:
    """Set `ending` when the link ends. While the model loads nobody looks at it, and nothing would be lost."""
    while link.read() is not None:
        pass
    if not _loaded.is_set():
        os._exit(0)
    ending.set()
    # Whatever keeps it: the GPU's memory has to be free for the next one.
    threading.Timer(END_S, os._exit, args=(1,)).start()


_loaded = threading.Event()


def _load(spec: EngineSpec, link: Link, load: Load) -> LocalChatModel:
    """The model; a failure is reported and ends the process."""
    try:
        model = load(
            spec,
            lambda line: link.send("progress", text=line[:MESSAGE_CHARACTERS]),
            lambda line: link.send("notice", text=line[:MESSAGE_CHARACTERS]),
        )
        model.prepare_grammars()
    except LocalcoderError as error:
        link.send("refused", message=str(error)[:MESSAGE_CHARACTERS], exit_code=error.exit_code)
    except BaseException as error:
        logger.exception("the model could not be loaded")
        message = f"{type(error).__name__}: {error}"[:MESSAGE_CHARACTERS]
        link.send("broken", message=message)
    else:
        _loaded.set()
        return model
    logging.shutdown()
    os._exit(1)


async def _serve(
    model: LocalChatModel, spec: EngineSpec, listener: socket.socket, link: Link, ending: threading.Event
) -> None:
    """Answer requests until the link ends."""
    from localcoder.attach.routes import attached_router
    from localcoder.server.app import create_app
    from localcoder.server.listen import Server
    from localcoder.server.overload import MAX_QUEUE

    app = create_app(model, max_queue=MAX_QUEUE if spec.max_queue is None else spec.max_queue)
    app.include_router(attached_router(model))
    loop = asyncio.get_running_loop()

    def ready() -> None:
        facts = ModelFacts(model.name, model.context_tokens, model.prompt_profile)
        link.send("ready", facts=asdict(facts))
        threading.Thread(target=report, name="localcoder-report", daemon=True).start()

    def report() -> None:
        """How the engine is, until the end. A thread of its own: requests must not keep it from speaking."""
        while not ending.wait(BEAT_S):
            stats = model.engine.stats()
            if stats.failure is not None:
                link.send("failed", reason=stats.failure[:MESSAGE_CHARACTERS])
            else:
                link.send("beat", busy=bool(stats.running or stats.waiting), steps=stats.steps)
        with suppress(RuntimeError):  # the loop is closed
            # Who would read the answers has gone, so there is nothing to wait for.
            loop.call_soon_threadsafe(server.stop)
            loop.call_soon_threadsafe(server.stop)

    server = Server(app, listener, on_ready=ready)
    try:
        await server.run_until_stopped()
    finally:
        await model.close()
