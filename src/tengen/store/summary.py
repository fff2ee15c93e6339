"""A game in a list of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.errors import SessionError
from tengen.session.events import Event
from tengen.session.result import Result
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.session.words import describe_task
from tengen.store.rows import Entry


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list shows of a game."""

    game: int
    started: int
    """When, in milliseconds since 1970."""
    setup: Setup
    """What is played, and by whom; whoever has taken a seat over since is in it."""
    black: Seat | None
    """Who is Black, once that is settled."""
    moves: int
    result: Result | None
    """None while the game can be played on."""
    says: str
    """How it ended, or whose turn it is."""


def summarise(entry: Entry, events: Sequence[Event]) -> Summary:
    """Replay a game and sum it up. Raises SessionError if these events are no game."""
    state = Session.replay(events).state
    if state.task is None and state.result is None:
        raise SessionError("the last event of the game is missing")
    return Summary(
        entry.game,
        entry.started,
        state.setup,
        state.opening.black,
        len(state.board.moves),
        state.result,
        describe_task(state),
    )
