"""A server in this process, around an engine's process of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from localcoder.attach.background import Background
from localcoder.attach.serving import Serving
from localcoder.attach.spec import EngineSpec
from localcoder.attach.supervisor import Patience
from localcoder.server.sockets import bind, url_of
from tests.attach.engines import ENTRY, SLOW

LONG = f"{SLOW} {' '.join(map(str, range(600)))}"
"""A reply that is not complete before something else happens, and does not go in circles."""
QUICK = Patience(tick_s=0.2, silent_ticks=15, stuck_reports=3, quick_s=0, flush_s=0.2)


@dataclass
class Server:
    """A server in a thread, around an engine's process of its own."""

    spec: EngineSpec
    patience: Patience = QUICK
    notices: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    failed: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.listener = bind("127.0.0.1", 0)
        self.url = url_of(self.listener)
        # Without certificates, which take long to read.
        self.client = httpx.Client(base_url=self.url, verify=False, trust_env=False, timeout=60)
        self.background = Background(self._make, self._fail)

    def start(self) -> Server:
        self.serving = self.background.start()
        return self

    def stop(self) -> None:
        self.background.stop()
        self.client.close()
        self.listener.close()

    @property
    def directory(self) -> Path:
        """The model's."""
        return Path(self.spec.directory)

    @contextmanager
    def faults_happen(self) -> Iterator[None]:
        """Within, replies that name a fault have it."""
        go = self.directory / "go.log"
        go.touch()
        yield
        go.unlink()

    @property
    def pid(self) -> int:
        """The engine's process."""
        supervisor = self.serving.source._supervisor
        assert supervisor is not None and supervisor.process is not None
        return supervisor.process.pid

    def post(self, words: str, **fields: Any) -> httpx.Response:
        body = {"messages": [{"role": "user", "content": words}], **fields}
        return self.client.post("/v1/chat/completions", json=body)

    def get_ready(self) -> None:
        """Wait until the engine takes requests; whatever it answers before that is the refusal it has to be."""
        while True:
            response = self.post("hi")
            if response.status_code == 200:
                assert response.json()["choices"][0]["message"]["content"] == "hi"
                return
            assert response.status_code == 503
            assert 1 <= int(response.headers["retry-after"]) <= 60
            assert response.json()["error"]["code"] in ("engine_restarting", "engine_failed")
            time.sleep(0.05)  # leaves the processor to the process that starts

    def _make(self, ready: Any) -> Serving:
        return Serving(
            self.spec,
            ENTRY,
            self.listener,
            api_key=None,
            attach=True,
            progress=lambda line: None,
            notice=self.notices.append,
            on_ready=ready,
            patience=self.patience,
        )

    def _fail(self, reason: str) -> None:
        self.failures.append(reason)
        self.failed.set()
