"""A game in a list of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tengen.errors import ParseError, SessionError, TengenError
from tengen.session.events import Event
from tengen.session.result import Result
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.session.wire import from_text, parse_event, to_text
from tengen.session.words import describe_task
from tengen.store.rows import Entry


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list shows of a game."""

    game: int
    started: int
    """When, in milliseconds since 1970."""
    setup: Setup
    """What is played, and by whom; who has taken a seat over since is in it.

    Stones that lay there from the beginning are left out: a list does not show them.
    """
    black: Seat | None
    """Who is Black, once that is settled."""
    moves: int
    result: Result | None
    """None while the game can be played on."""
    says: str
    """How it ended, or whose turn it is."""


def sum_up(texts: Sequence[bytes]) -> str | None:
    """The summary of a game, to be kept; None if these events are no game."""
    try:
        return format_summary(summarise(Entry(0, 0), [parse_event(text) for text in texts]))
    except TengenError:
        return None


def format_summary(summary: Summary) -> str:
    """One line of JSON, without what a list knows of every game."""
    kept = _Kept(summary.setup, summary.black, summary.moves, summary.result, summary.says)
    return _ENCODER.encode(kept).decode()


def parse_summary(entry: Entry, text: str) -> Summary:
    """Read what `format_summary` prints. Raises ParseError."""
    try:
        kept = _DECODER.decode(text)
    except (msgspec.DecodeError, ValueError) as error:
        raise ParseError("summary", text, str(error)) from None
    return Summary(entry.game, entry.started, *msgspec.structs.astuple(kept))


class _Kept(msgspec.Struct, frozen=True):
    setup: Setup
    black: Seat | None
    moves: int
    result: Result | None
    says: str


_ENCODER = msgspec.json.Encoder(enc_hook=to_text)
_DECODER = msgspec.json.Decoder(_Kept, dec_hook=from_text)


def summarise(entry: Entry, events: Sequence[Event]) -> Summary:
    """Replay a game and sum it up. Raises SessionError if these events are no game."""
    state = Session.replay(events).state
    if state.task is None and state.result is None:
        raise SessionError("the last event of the game is missing")
    return Summary(
        entry.game,
        entry.started,
        msgspec.structs.replace(state.setup, moves=()),
        state.opening.black,
        len(state.board.moves),
        state.result,
        describe_task(state),
    )
