"""Addresses to listen on. Imports nothing heavy: whether a port is free is known before anything is loaded."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

from localcoder.errors import UsageError


def is_loopback(host: str) -> bool:
    """Whether `host` (a name or an address, without port) can only be this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to `host`:`port` (0: any free one), not listening yet.

    Raises:
        UsageError: it cannot be had; says why.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise cannot_listen(f"{host}:{port}", error) from error
    return listener


def cannot_listen(where: str, error: OSError) -> UsageError:
    """What the user is told when `where` cannot be listened on."""
    reason = "another program listens there" if error.errno == errno.EADDRINUSE else error.strerror or str(error)
    return UsageError(f"Cannot listen on {where}: {reason}. Choose another --port or --host.")


def url_of(listener: socket.socket) -> str:
    """The base URL under which a client on this machine reaches `listener`."""
    if listener.family == socket.AF_UNIX:
        return str(listener.getsockname())
    host, port = listener.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
