"""No test sees the developer's home, configuration or working folder, or leaves anything there."""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Speed is no claim of a property, and a busy machine must not fail one.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def _refuse_all_but_loopback(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook, for the whole run: no test may need, nor the code it tests may try, to reach another machine."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[-1]
        host = address[0] if isinstance(address, tuple) else None
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    if isinstance(host, str) and host not in ("", "localhost") and not _is_loopback(host):
        raise PermissionError(f"a test reached for {host}: {event}")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


sys.addaudithook(_refuse_all_but_loopback)


@pytest.fixture(autouse=True)
def isolated_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home with its XDG folders, an empty working folder, and none of localcoder's variables."""
    base = tmp_path_factory.mktemp("isolated")
    home = base / "home"
    work = base / "work"
    home.mkdir()
    work.mkdir()
    for name in [name for name in os.environ if name.upper().startswith(("LOCALCODER_", "XDG_", "GIT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / ".local" / "share"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / ".cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / ".local" / "state"))
    runtime = base / "runtime"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.chdir(work)
    return home
