"""Addresses of databases in messages."""

from __future__ import annotations

import pytest

from tengen.errors import StoreError
from tengen.storage.address import is_address, public_address
from tengen.storage.postgresql_database import PostgresqlDatabase


def test_addresses_have_the_scheme_of_postgresql() -> None:
    assert is_address("postgresql://host/games")
    assert is_address("postgres://host/games")
    assert not is_address("/srv/postgresql")
    assert not is_address("mysql://host/games")


@pytest.mark.parametrize(
    "address, public",
    [
        ("postgresql://host/games", "host/games"),
        ("postgres://ann:secret@host:5432/games", "host:5432/games"),
        ("postgresql://ann@one:1,two:2/games?password=secret", "one:1,two:2/games"),
        ("postgresql:///games?host=/tmp&password=secret", "/games"),
        ("postgresql://ann:sec/ret@host/games", "host/games"),
        ("postgresql://ann:sec#ret@host/games", "host/games"),
        ("postgresql://ann:sec@ret@host/games", "host/games"),
        ("postgresql://ann:sec?ret@host/games", ""),
        ("postgresql://host/games?user=a@b&password=secret", ""),
    ],
)
def test_messages_have_no_password(address: str, public: str) -> None:
    assert public_address(address) == f"postgresql://{public}"


@pytest.mark.parametrize("password", ["se cret", "se%zzcret", "se/cret", "1/cret", "se/c?ret"])
def test_an_address_with_unescaped_characters_is_refused_without_its_password(
    password: str,
) -> None:
    with pytest.raises(StoreError) as raised:
        PostgresqlDatabase(f"postgresql://ann:{password}@localhost/games")
    assert "this is not a valid address; write it as postgresql://" in str(raised.value)
    assert "cret" not in str(raised.value)
