"""An HTTP server on loopback that answers with scripted bytes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.fakes.loopback import LoopbackServer


@dataclass
class Answer:
    """Sent as it is, piece by piece; an endless iterable is cut by the client alone."""

    body: Iterable[bytes]
    status: int = 200
    content_type: str = "text/event-stream"


def events(*data: Any, end: str = "\n\n", done: bool = True) -> list[bytes]:
    """Server-sent events, one piece each; what is no text is sent as JSON."""
    texts = [item if isinstance(item, str) else json.dumps(item, ensure_ascii=False) for item in data]
    return [f"data: {text}{end}".encode() for text in [*texts, *(["[DONE]"] if done else [])]]


def chunk(delta: dict[str, Any] | None = None, finish_reason: str | None = None, **more: Any) -> dict[str, Any]:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish_reason}]
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices, **more}


@dataclass
class ScriptedServer:
    """Answers `/v1/models` with `models` and each completion with the next of `answers`."""

    models: Any = field(default_factory=lambda: {"data": [{"id": "small", "max_model_len": 4096}]})
    models_status: int = 200
    props: Any = None
    answers: list[Answer] = field(default_factory=list)
    requests: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)
    client_left: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> ScriptedServer:
        self._http = LoopbackServer(self._handler())
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.requests.append((self.path, dict(self.headers), None))
                shown = server.props if self.path == "/props" else server.models
                body = shown if isinstance(shown, str) else json.dumps(shown)
                self._send(Answer([body.encode()], server.models_status, "application/json"))

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                server.requests.append((self.path, dict(self.headers), body))
                self._send(server.answers.pop(0))

            def _send(self, answer: Answer) -> None:
                self.send_response(answer.status)
                self.send_header("content-type", answer.content_type)
                self.send_header("connection", "close")
                self.end_headers()
                try:
                    for piece in answer.body:
                        self.wfile.write(piece)
                        self.wfile.flush()
                except OSError:
                    server.client_left.set()

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler


def endless(first: list[bytes]) -> Iterator[bytes]:
    """Pieces, then comments for ever."""
    yield from first
    while True:
        time.sleep(0.01)
        yield b": still here\n\n"
