from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.tools._public_address import why_refused


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "169.254.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "192.0.0.192",
        "198.18.0.1",
        "224.0.0.1",
        "239.255.255.255",
        "255.255.255.255",
        "168.63.129.16",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "fc00::1",
        "fd00:ec2::254",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2001::1",
        "2001:db8::1",
        "5f00::1",
        "4000::1",
    ],
)
def test_no_address_of_this_machine_its_network_or_its_provider_is_public(address: str) -> None:
    assert why_refused(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "8.8.8.8",
        "93.184.215.14",
        "172.15.0.1",
        "172.32.0.1",
        "100.63.0.1",
        "100.128.0.1",
        "168.63.129.17",
        "2606:4700::1111",
        "2a00:1450:4001::200e",
        "64:ff9b::808:808",
        "::ffff:8.8.8.8",
    ],
)
def test_addresses_of_the_internet_are_public(address: str) -> None:
    assert why_refused(ip_address(address)) is None


@given(st.ip_addresses(v=4))
def test_what_python_does_not_call_global_is_refused(address: IPv4Address) -> None:
    if not address.is_global or address.is_multicast:
        assert why_refused(address)


@given(st.ip_addresses(v=6))
def test_what_python_does_not_call_global_is_refused_in_ipv6(address: IPv6Address) -> None:
    embedded = address.ipv4_mapped or address.sixtofour or address.teredo
    if embedded is None and (not address.is_global or address.is_multicast or address.is_site_local):
        assert why_refused(address)


@given(st.ip_addresses(v=4))
def test_an_address_in_disguise_is_judged_as_what_it_is(address: IPv4Address) -> None:
    plain = why_refused(address)
    assert why_refused(IPv6Address(f"::ffff:{address}")) == plain
    assert why_refused(IPv6Address(int(IPv6Address("64:ff9b::")) + int(address))) == plain
    assert why_refused(IPv6Address(int(address)))
    assert why_refused(IPv6Address((0x2002 << 112) + (int(address) << 80)))
