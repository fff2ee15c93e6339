"""`tengen play --join`: sitting down at a game on a server."""

from __future__ import annotations

import argparse
from functools import partial

from tengen.errors import ParseError, UsageError, quote
from tengen.store import Store
from tengen.terminal.table import TableFactory

LONGEST = 40
"""How many letters a name may have."""
ABOUT_GAMES = {
    "game": "--game",
    "opening": "--opening",
    "black": "--black",
    "white": "--white",
    "clock": "--clock",
    "fouls_lose": "--fouls-lose",
    "open": "--open",
    "move": "--move",
    "game_number": "--game-number",
    "from_name": "--from",
    "row_one": "--row-one",
}
"""What was agreed before somebody joins."""


def check_joining(found: argparse.Namespace) -> None:
    """Raise UsageError if the options about joining do not go together with the others."""
    if found.join is None:
        if found.name is not None:
            raise UsageError("--name goes with --join LINK; otherwise say --black person:NAME.")
        return
    for key, option in ABOUT_GAMES.items():
        value = getattr(found, key)
        if value is not None and value is not False:
            raise UsageError(f"{option} does not go with --join: the game there is agreed already.")
    name = found.name or ""
    if len(name) > LONGEST or not name.isprintable():
        raise UsageError(f"--name can have up to {LONGEST} letters, unlike {quote(name)}.")


def joined(found: argparse.Namespace, store: Store) -> TableFactory:
    """Sit down, or watch; how the table is made at which that is.

    Raises UsageError for what is no link, OnlineError if the game cannot be got at.
    """
    from tengen.terminal.remote_connection import parse_link, take_seat  # noqa: PLC0415 - likewise
    from tengen.terminal.remote_table import RemoteTable  # noqa: PLC0415 - other games need no network

    try:
        link = parse_link(found.join)
    except ParseError as error:
        raise UsageError(f"{error}; `tengen play --help` tells more.") from None
    return partial(RemoteTable, take_seat(link, (found.name or "").strip(), store))
