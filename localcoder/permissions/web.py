"""URLs as permissions see them: one strict reading, which the rules and the connection share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address
from typing import Literal

Scheme = Literal["http", "https"]

MAX_URL_CHARACTERS = 4_000
_DEFAULT_PORTS: dict[Scheme, int] = {"http": 80, "https": 443}
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_UNFIT = re.compile(r"[\x00-\x20\x7f\\]")
_PATTERN = re.compile(
    r"((?P<scheme>https?)://)?(?P<host>\*\.[^/:*\[\]]+|\[[0-9A-Fa-f:.]+\]|[^/:*\[\]]+)(:(?P<port>\d+|\*))?(?P<target>/.*)?",
    re.DOTALL,
)


class BadAddress(ValueError):
    """A text that is no URL of the web; the message says why."""


@dataclass(frozen=True, slots=True)
class WebAddress:
    """A URL in its one normal form.

    `host` is lower-case ASCII, without a final dot, an IPv6 address without brackets; `target` is path and query,
    percent-encoded. There is no user name and no fragment.
    """

    scheme: Scheme
    host: str
    port: int
    target: str

    @classmethod
    def parse(cls, text: str) -> WebAddress:
        """What `text` means. Raises BadAddress for all but plain http and https URLs."""
        # Imported here: nobody who fetches nothing waits for it.
        import httpx

        if len(text) > MAX_URL_CHARACTERS:
            raise BadAddress(f"the URL has {len(text)} characters; {MAX_URL_CHARACTERS} are the most")
        if _UNFIT.search(text):
            raise BadAddress("a URL must not contain blanks, control characters or backslashes")
        try:
            url = httpx.URL(text)
            host, target = url.raw_host.decode("ascii"), url.raw_path.decode("ascii")
        except (httpx.InvalidURL, ValueError) as error:
            raise BadAddress(f"this is not a URL: {error}") from None
        if url.scheme not in _DEFAULT_PORTS:
            raise BadAddress(f"only http and https URLs can be fetched, not {url.scheme or 'one without a scheme'}")
        scheme: Scheme = "https" if url.scheme == "https" else "http"
        if url.userinfo:
            raise BadAddress("a URL must not contain a user name or password")
        port = _DEFAULT_PORTS[scheme] if url.port is None else url.port
        if not 0 < port < 65536:
            raise BadAddress(f"{port} is not a port")
        return cls(scheme, _host(host), port, target or "/")

    def join(self, location: str) -> WebAddress:
        """What a redirect from here to `location` means. Raises BadAddress."""
        import httpx

        if _UNFIT.search(location):
            raise BadAddress("the redirect's URL contains blanks, control characters or backslashes")
        try:
            joined = str(httpx.URL(str(self)).join(location))
        except (httpx.InvalidURL, ValueError) as error:
            raise BadAddress(f"the redirect leads to no URL: {error}") from None
        return WebAddress.parse(joined)

    @property
    def has_default_port(self) -> bool:
        """Whether the port is the scheme's own."""
        return self.port == _DEFAULT_PORTS[self.scheme]

    @property
    def place(self) -> str:
        """Host, and the port where it is not the scheme's own: as rules name it, and the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.has_default_port else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.place}{self.target}"


def _host(text: str) -> str:
    name = text.lower().removesuffix(".")
    if ":" in name:
        try:
            address = IPv6Address(name)
        except ValueError:
            raise BadAddress(f"{text} is not an address") from None
        if address.scope_id is not None:
            raise BadAddress("an address in a URL must not name an interface")
        return str(address)
    if len(name) > 253 or not _NAME.fullmatch(name):
        raise BadAddress(f"{text!r} is not a host's name" if text else "the URL names no host")
    return name


@dataclass(frozen=True, slots=True)
class WebPattern:
    """What a rule such as `fetch(example.com)` is about.

    `*.example.com` means every name below, not the name itself. Without a port the pattern speaks of the schemes' own
    ports, `:*` of any. A path may follow, in which `*` is any text; a scheme may precede.
    """

    scheme: str | None
    host: str
    below: bool
    port: int | Literal["*"] | None
    target: str | None

    @classmethod
    def parse(cls, text: str) -> WebPattern:
        """The pattern that `text` means. Raises BadAddress where it is none."""
        match = _PATTERN.fullmatch(text.strip())
        if match is None:
            raise BadAddress("write a host, as in fetch(example.com) or fetch(*.example.com)")
        below = match["host"].startswith("*.")
        host = WebAddress.parse(f"http://{match['host'].removeprefix('*.')}/").host
        port = match["port"]
        number: int | Literal["*"] | None = "*" if port == "*" else int(port) if port else None
        return cls(match["scheme"], host, below, number, match["target"])

    def matches(self, address: WebAddress, *, any_port: bool = False) -> bool:
        """Whether `address` fits; with `any_port` a pattern without a port speaks of all ports."""
        if self.scheme not in (None, address.scheme):
            return False
        if not (address.host.endswith(f".{self.host}") if self.below else address.host == self.host):
            return False
        if self.port is None and not (any_port or address.has_default_port):
            return False
        if isinstance(self.port, int) and self.port != address.port:
            return False
        return self.target is None or _glob(self.target).fullmatch(address.target) is not None


@lru_cache(maxsize=256)
def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.DOTALL)


@lru_cache(maxsize=256)
def web_pattern(text: str) -> WebPattern:
    """`WebPattern.parse`, remembered."""
    return WebPattern.parse(text)
