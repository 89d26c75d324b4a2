"""Which addresses are the public internet's, and which belong to this machine, its network or its provider."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

IPAddress = IPv4Address | IPv6Address

_REFUSED_V4: tuple[tuple[IPv4Network, str], ...] = tuple(
    (IPv4Network(network), what)
    for network, what in (
        ("0.0.0.0/8", "this machine"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "private (shared by a provider)"),
        ("127.0.0.0/8", "this machine"),
        ("168.63.129.16/32", "a cloud's metadata service"),
        ("169.254.169.254/32", "a cloud's metadata service"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "reserved"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "reserved"),
        ("198.51.100.0/24", "reserved"),
        ("203.0.113.0/24", "reserved"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
"""IANA's special-purpose registry, and where clouds answer with their keys. The first that fits counts."""

_GLOBAL_V6 = IPv6Network("2000::/3")
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""NAT64, where networks without IPv4 reach it: the last 32 bits are the real address."""
_REFUSED_V6: tuple[tuple[IPv6Network, str], ...] = tuple(
    (IPv6Network(network), what)
    for network, what in (
        ("::1/128", "this machine"),
        ("::/128", "this machine"),
        ("fd00:ec2::254/128", "a cloud's metadata service"),
        ("fd20:ce::254/128", "a cloud's metadata service"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "private"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved"),
        ("2001:db8::/32", "reserved"),
        ("2002::/16", "reserved (6to4)"),
        ("3fff::/20", "reserved"),
    )
)


def why_refused(address: IPAddress) -> str | None:
    """What `address` is instead of public, in a word or two; None where it is public."""
    if isinstance(address, IPv4Address):
        return next((what for network, what in _REFUSED_V4 if address in network), None)
    embedded = address.ipv4_mapped
    if embedded is None and address in _TRANSLATED:
        embedded = IPv4Address(int(address) & 0xFFFFFFFF)
    if embedded is not None:
        return why_refused(embedded)
    bare = IPv6Address(int(address))  # without an interface's name
    known = next((what for network, what in _REFUSED_V6 if bare in network), None)
    return known or (None if bare in _GLOBAL_V6 else "reserved")
