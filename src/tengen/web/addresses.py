"""Who asks: a browser, and the network that it is in."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection

from tengen.web.visitors import digest_of
from tengen.workers import Asker

IPV6_SITE = 64
"""Bits of an IPv6 address that one customer of a provider cannot change."""


def asker_of(connection: HTTPConnection) -> Asker:
    """The browser and the network of a request; without a cookie, the network is all we know."""
    network, digest = network_of(connection), digest_of(connection)
    return Asker(network if digest is None else digest.hex(), network)


def network_of(connection: HTTPConnection) -> str:
    """The address that somebody asks from; of an IPv6 address, the part that stays the same."""
    return "" if connection.client is None else network_in(connection.client.host)


def network_in(host: str) -> str:
    """An IPv4 address as it is, an IPv6 address by its first 64 bits."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        prefix = int(address) >> (128 - IPV6_SITE) << (128 - IPV6_SITE)
        return f"{IPv6Address(prefix)}/{IPV6_SITE}"
    return str(address)
