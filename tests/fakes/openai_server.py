"""A small OpenAI-compatible server on loopback that plays a script: the model of end-to-end tests."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.fakes.loopback import LoopbackServer


@dataclass(frozen=True)
class Answer:
    """One reply: text in pieces, then calls as `(name, arguments)`.

    `status` other than 200 is an error instead. With `hangs` the reply stops after its text until the server ends;
    with `breaks` the connection is dropped there.
    """

    text: str = ""
    calls: Sequence[tuple[str, Any]] = ()
    status: int = 200
    hangs: bool = False
    breaks: bool = False

    def deltas(self) -> Iterator[dict[str, Any]]:
        yield {"role": "assistant", "content": ""}
        for start in range(0, len(self.text), 5):
            yield {"content": self.text[start : start + 5]}
        for index, (name, arguments) in enumerate(self.calls):
            raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
            function = {"name": name, "arguments": raw[:3]}
            yield {"tool_calls": [{"index": index, "id": f"call_{index}", "type": "function", "function": function}]}
            yield {"tool_calls": [{"index": index, "function": {"arguments": raw[3:]}}]}


@dataclass
class FakeOpenAIServer:
    """`url` is what `--endpoint` takes; `requests` holds the bodies of the chat requests so far."""

    script: Iterable[Answer]
    model: str = "scripted"
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)
    reached_hang: threading.Event = field(default_factory=threading.Event)
    stopping: threading.Event = field(default_factory=threading.Event)
    url: str = ""

    def __post_init__(self) -> None:
        self._answers = iter(self.script)
        self._lock = threading.Lock()

    def next_answer(self, body: dict[str, Any], authorization: str | None) -> Answer:
        with self._lock:
            self.requests.append(body)
            self.authorizations.append(authorization)
            return next(self._answers, Answer("(end of script)"))


@contextmanager
def serving(*script: Answer) -> Iterator[FakeOpenAIServer]:
    """A running server that gives the answers of `script`, one for each chat request."""
    fake = FakeOpenAIServer(script)

    class Handler(_Handler):
        server_state = fake

    server = LoopbackServer(Handler)
    fake.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        fake.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join(10)


class _Handler(BaseHTTPRequestHandler):
    server_state: FakeOpenAIServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path.rstrip("/").endswith("/models"):
            model = {"id": self.server_state.model, "object": "model", "created": 0, "owned_by": "test"}
            self._json(200, {"object": "list", "data": [model | {"max_model_len": 32_768}]})
        else:
            self._json(404, {"error": {"message": f"no such path: {self.path}"}})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.path.endswith("/chat/completions"):
            self._json(404, {"error": {"message": f"no such path: {self.path}"}})
            return
        answer = self.server_state.next_answer(body, self.headers.get("Authorization"))
        if answer.status != 200:
            self._json(answer.status, {"error": {"message": answer.text, "type": "scripted", "code": None}})
            return
        try:
            self._stream(answer)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _stream(self, answer: Answer) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for delta in answer.deltas():
            self._event({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        if answer.hangs or answer.breaks:
            self.server_state.reached_hang.set()
            if answer.hangs:
                self.server_state.stopping.wait(60)
            self.close_connection = True
            return
        reason = "tool_calls" if answer.calls else "stop"
        self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        self._event({"choices": [], "usage": usage})
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _event(self, document: dict[str, Any]) -> None:
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": self.server_state.model}
        self._chunk(b"data: " + json.dumps(head | document).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):X}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _json(self, status: int, document: dict[str, Any]) -> None:
        data = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
