"""A Hugging Face Hub on loopback: the routes that a download uses, with faults on demand."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event, Thread

from tests.fakes.loopback import LoopbackServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class FakeHub:
    """Serves the files of one model directory as repository `repo_id`."""

    def __init__(self, repo_id: str, directory: Path) -> None:
        self.repo_id = repo_id
        self.directory = directory
        self.gated = False
        self.sizes: dict[str, int] = {}
        """Sizes to claim instead of the real ones."""
        self.cuts: dict[str, list[int]] = {}
        """For a file, after how many bytes its next downloads break off; a negative number refuses one."""
        self.held: dict[str, Event] = {}
        """For a file, what is waited for in the middle of sending it."""
        self.sent: list[tuple[str, int]] = []
        """File and first byte of every download that was begun."""
        self.url = ""

    def files(self) -> dict[str, bytes]:
        paths = [path for path in sorted(self.directory.rglob("*")) if path.is_file()]
        return {path.relative_to(self.directory).as_posix(): path.read_bytes() for path in paths}


@contextmanager
def serve_hub(repo_id: str, directory: Path) -> Iterator[FakeHub]:
    """Serve `directory` on a free port until the block ends."""
    hub = FakeHub(repo_id, directory)

    class Handler(_Handler):
        fake = hub

    server = LoopbackServer(Handler)
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    fake: FakeHub

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test's output clean."""

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        path = self.path.partition("?")[0]
        repo = f"/{self.fake.repo_id}"
        if not f"{path}/".removeprefix("/api/models").startswith(f"{repo}/"):
            self._error(404, "RepoNotFound")
        elif path in (f"/api/models{repo}", f"/api/models{repo}/revision/main"):
            self._json({"id": self.fake.repo_id, "sha": COMMIT, "siblings": []})
        elif path == f"/api/models{repo}/tree/{COMMIT}":
            self._json([self._entry(name, content) for name, content in self.fake.files().items()])
        elif self.fake.gated:
            self._error(403, "GatedRepo")
        elif path.startswith(f"{repo}/resolve/"):
            self._file(path.removeprefix(f"{repo}/resolve/").partition("/")[2])
        else:
            self._error(404, "EntryNotFound")

    def _entry(self, name: str, content: bytes) -> dict[str, object]:
        size = self.fake.sizes.get(name, len(content))
        return {"type": "file", "path": name, "size": size, "oid": hashlib.sha1(content).hexdigest()}

    def _file(self, name: str) -> None:
        content = self.fake.files().get(name)
        if content is None:
            self._error(404, "EntryNotFound")
            return
        first = int(self.headers["Range"].removeprefix("bytes=").rstrip("-")) if "Range" in self.headers else 0
        end = len(content)
        if self.command == "GET":
            self.fake.sent.append((name, first))
            if self.fake.cuts.get(name):
                end = self.fake.cuts[name].pop(0)
                if end < 0:
                    self._error(503, "Unavailable")
                    return
        self.send_response(206 if first else 200)
        self.send_header("ETag", f'"{hashlib.sha1(content).hexdigest()}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("Content-Length", str(self.fake.sizes.get(name, len(content)) - first))
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        if self.command == "GET":
            if name in self.fake.held:
                middle = (first + end) // 2
                self.wfile.write(content[first:middle])
                self.fake.held[name].wait(60)
                first = middle
            with suppress(ConnectionError):  # who asked may have been stopped
                self.wfile.write(content[first:end])

    def _json(self, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _error(self, status: int, code: str) -> None:
        self.send_response(status)
        self.send_header("X-Error-Code", code)
        self.send_header("X-Error-Message", code)
        self.send_header("Content-Length", "0")
        self.end_headers()
