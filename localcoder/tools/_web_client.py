"""One GET that can only reach the public internet: every address is resolved, checked and then connected to itself."""

from __future__ import annotations

import asyncio
import socket
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING

from localcoder import __version__
from localcoder.errors import LocalcoderError
from localcoder.permissions.web import BadAddress, WebAddress
from localcoder.tools._public_address import IPAddress, why_refused

if TYPE_CHECKING:
    import ssl

    import httpx

MAX_REDIRECTS = 5
MAX_BODY_BYTES = 2 * 1024 * 1024
TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 10.0
_REDIRECTS = (301, 302, 303, 307, 308)


class FetchFailed(LocalcoderError):
    """Nothing was fetched; the message says why."""


@dataclass(frozen=True, slots=True)
class Page:
    """An answer. `moved_to` is a redirect to another host, which was not followed: it needs a permission of its own."""

    address: WebAddress
    status: int
    content_type: str
    body: bytes = b""
    is_cut: bool = False
    moved_to: WebAddress | None = None


async def resolve(host: str, port: int) -> Sequence[IPAddress]:
    """The addresses of `host`. OSError where there are none."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ip_address(entry[4][0]) for entry in found]


@dataclass(frozen=True, slots=True)
class WebClient:
    """`resolver` and `refuses` are what a test puts its own servers in with; `tls` trusts the system's authorities.

    Proxies from the environment are not used: behind one, nobody here could know which address is connected to.
    """

    resolver: Callable[[str, int], Awaitable[Sequence[IPAddress]]] = resolve
    refuses: Callable[[IPAddress], str | None] = why_refused
    tls: ssl.SSLContext | None = None
    timeout_s: float = TIMEOUT_S
    max_body_bytes: int = MAX_BODY_BYTES

    async def get(self, address: WebAddress) -> Page:
        """Fetch `address`; redirects are followed on the same host alone.

        Raises:
            FetchFailed: an address is refused, there are too many redirects, or no whole answer came in time.
        """
        import httpx

        try:
            async with asyncio.timeout(self.timeout_s):
                return await self._follow(address)
        except TimeoutError:
            raise FetchFailed(f"{address.place} gave no whole answer within {self.timeout_s:g} s.") from None
        except httpx.TimeoutException:
            raise FetchFailed(f"{address.place} does not answer.") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise FetchFailed(f"{address.place}: {str(error) or type(error).__name__}.") from None

    async def _follow(self, address: WebAddress) -> Page:
        for _ in range(MAX_REDIRECTS + 1):
            target = await self._checked(address)
            async with self._answer(address, target) as response:
                location = response.headers.get("location") if response.status_code in _REDIRECTS else None
                if location is None:
                    return await self._page(address, response)
            try:
                following = address.join(location)
            except BadAddress as error:
                raise FetchFailed(f"{address} redirects to something that cannot be fetched: {error}.") from None
            if not _is_same_place(address, following):
                self._check_literal(following)
                return Page(address, response.status_code, "", moved_to=following)
            address = following
        raise FetchFailed(f"{address.place} redirects more than {MAX_REDIRECTS} times.")

    async def _checked(self, address: WebAddress) -> IPAddress:
        """The address to connect to. One that is refused spoils the others: no honest host has both kinds."""
        try:
            found = await self.resolver(address.host, address.port)
        except (OSError, UnicodeError) as error:
            raise FetchFailed(f"{address.host} cannot be found: {getattr(error, 'strerror', None) or error}.") from None
        if not found:
            raise FetchFailed(f"{address.host} has no address.")
        for one in found:
            self._check(address, one)
        return found[0]

    def _check(self, address: WebAddress, found: IPAddress) -> None:
        reason = self.refuses(found)
        if reason is not None:
            raise FetchFailed(f"{address.host} is refused: its address {found} is not public but {reason}.")

    def _check_literal(self, address: WebAddress) -> None:
        try:
            literal = ip_address(address.host)
        except ValueError:
            return
        self._check(address, literal)

    @asynccontextmanager
    async def _answer(self, address: WebAddress, target: IPAddress) -> AsyncGenerator[httpx.Response]:
        import httpx

        secure = address.scheme == "https"
        tls = self.tls
        if secure and tls is None:
            tls = await asyncio.to_thread(httpx.create_ssl_context)
        url = httpx.URL(
            scheme=address.scheme, host=str(target), port=address.port, raw_path=address.target.encode("ascii")
        )
        headers = {
            "Host": address.place,
            "User-Agent": f"localcoder/{__version__}",
            "Accept": "text/html, text/plain, application/json, */*;q=0.5",
            "Accept-Encoding": "gzip, deflate",
        }
        async with (
            httpx.AsyncClient(
                verify=tls if tls is not None else False,
                trust_env=False,
                timeout=httpx.Timeout(self.timeout_s, connect=CONNECT_TIMEOUT_S),
                follow_redirects=False,
            ) as client,
            # The certificate is checked against the name, though the address is connected to.
            client.stream("GET", url, headers=headers, extensions={"sni_hostname": address.host}) as response,
        ):
            yield response

    async def _page(self, address: WebAddress, response: httpx.Response) -> Page:
        body = _Body(response.headers.get("content-encoding", "identity").strip().lower(), self.max_body_bytes)
        async for chunk in response.aiter_raw():
            if not body.add(chunk):
                break
        content_type = response.headers.get("content-type", "")
        return Page(address, response.status_code, content_type, bytes(body.data), body.is_cut)


class _Body:
    """Unpacks an answer's body, neither reading nor unpacking more than `limit` bytes."""

    def __init__(self, encoding: str, limit: int) -> None:
        if encoding not in ("identity", "gzip", "x-gzip", "deflate"):
            raise FetchFailed(f"the answer is packed in a way that was not asked for ({encoding[:40]!r}).")
        self._unpacker = None if encoding == "identity" else zlib.decompressobj(wbits=47)  # gzip or zlib
        self._limit = limit
        self._taken = 0
        self.data = bytearray()
        self.is_cut = False

    def add(self, chunk: bytes) -> bool:
        """Take the next bytes; whether more are wanted."""
        self._taken += len(chunk)
        if self._unpacker is not None:
            try:
                chunk = self._unpacker.decompress(chunk, self._limit + 1 - len(self.data))
            except zlib.error as error:
                raise FetchFailed(f"the answer cannot be unpacked: {error}.") from None
        self.data += chunk
        self.is_cut = max(len(self.data), self._taken) > self._limit
        del self.data[self._limit :]
        return not self.is_cut and not (self._unpacker is not None and self._unpacker.eof)


def _is_same_place(here: WebAddress, there: WebAddress) -> bool:
    """Whether a permission for `here` covers `there`; never from https back to http."""
    if here.scheme == "https" and there.scheme == "http":
        return False
    return here.place == there.place
