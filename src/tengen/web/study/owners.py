"""Whose work it is that the workers do: everybody gets their share of it."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from tengen.web.addresses import network_of
from tengen.web.visitors import digest_of


def owner_of(connection: HTTPConnection) -> str:
    """The browser that asks, or where it asks from."""
    digest = digest_of(connection)
    return network_of(connection) if digest is None else digest.hex()
