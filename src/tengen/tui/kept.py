"""What is kept beside the games, and a kept game in one line."""

from __future__ import annotations

import time

from tengen.errors import ParseError
from tengen.notation.words import counted
from tengen.session.seat import Seat
from tengen.session.setup import Setup
from tengen.session.sitters import Computer, Sitter
from tengen.session.wire import format_setup, parse_setup
from tengen.store import Store, Summary
from tengen.tui.choices import FIRST_SETUP

LAST_SETUP = "tui/setup"


def last_setup(store: Store | None) -> Setup:
    """What was last chosen to be played."""
    kept = store.recall(LAST_SETUP) if store is not None else None
    try:
        return parse_setup(kept) if kept else FIRST_SETUP
    except ParseError:
        return FIRST_SETUP


def remember_setup(store: Store | None, setup: Setup) -> None:
    """Offer this the next time."""
    if store is not None:
        store.remember(LAST_SETUP, format_setup(setup))


def last_broken_off(store: Store | None) -> Summary | None:
    """The newest game that can be gone on with, and is not being played now."""
    games = store.unfinished(limit=1) if store is not None else []
    return games[0] if games else None


def describe_summary(summary: Summary) -> str:
    """As in `16 Nov 06:17, Anna v Computer 3, 12 moves: White to move`."""
    when = time.strftime("%d %b %H:%M", time.localtime(summary.started / 1000))
    black = summary.black or Seat.ONE
    players = [sitter_name(summary.setup.sitter(seat)) for seat in (black, black.other)]
    moves = counted(summary.moves, "move")
    return f"{when}, {players[0]} v {players[1]}, {moves}: {summary.says}"


def sitter_name(sitter: Sitter) -> str:
    """What to call somebody whose colour does not matter."""
    if isinstance(sitter, Computer):
        return f"Computer {sitter.level}"
    return sitter.name or "a person"
