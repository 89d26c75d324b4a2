"""A proxy that lets nothing through and notes what it is asked for: a way out for programs that must need none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from tests.fakes.loopback import LoopbackServer


@dataclass
class RefusingProxy:
    """`environment` makes ordinary HTTP clients use it for everything but this machine."""

    url: str
    asked: list[str] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), self.url)
        return proxies | dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost")


@contextmanager
def refusing_proxy() -> Iterator[RefusingProxy]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def refuse(self) -> None:
            proxy.asked.append(f"{self.command} {self.path}")
            self.send_error(403)

        do_CONNECT = do_GET = do_POST = do_HEAD = refuse

    server = LoopbackServer(Handler)
    proxy = RefusingProxy(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
