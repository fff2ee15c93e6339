"""Addresses of PostgreSQL databases."""

from __future__ import annotations

SCHEMES = ("postgresql://", "postgres://")


def is_address(place: str) -> bool:
    """Whether a place is the address of a PostgreSQL database."""
    return place.startswith(SCHEMES)


def public_address(address: str) -> str:
    """Return an address without user name, password and options, for messages.

    If it is not clear where the password ends, nothing but the scheme is returned.
    """
    before, _, rest = address.partition("://")[2].rpartition("@")
    if "?" in before:
        return SCHEMES[0]
    return f"{SCHEMES[0]}{rest.partition('?')[0]}"


def has_slash_in_password(address: str) -> bool:
    """Whether an unescaped slash in the password would make the rest of it a host or a name."""
    return "@" in address.partition("://")[2].partition("?")[0].partition("/")[2]
