"""Summaries: what lists show of games, stored so that games need not be replayed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from tengen.errors import ParseError, SessionError, StoreError, TengenError
from tengen.game import Event, Seat, Session, Setup
from tengen.game.descriptions import describe_task
from tengen.game.events import GameResult, decode_hook, encode_hook, parse_event
from tengen.storage.backend import GameRow, StorageBackend, SummaryRow


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list shows of a game."""

    game: int
    started: int
    """When the game began, in milliseconds since 1970."""
    setup: Setup
    """The setup with the current players, and without its `moves`, which lists do not show."""
    black: Seat | None
    """The seat that is Black; None until that is settled."""
    moves: int
    result: GameResult | None
    """None while the game is not over."""
    says: str
    """How the game ended, or whose turn it is, in words."""


def summarise_texts(texts: Sequence[bytes]) -> str | None:
    """Return the summary of a game as text; None if the events are not a valid game."""
    try:
        return format_summary(summarise(GameRow(0, 0), [parse_event(text) for text in texts]))
    except TengenError:
        return None


def format_summary(summary: GameSummary) -> str:
    """Return one line of JSON, without the number of the game and when it began."""
    data = _SummaryData(summary.setup, summary.black, summary.moves, summary.result, summary.says)
    return _ENCODER.encode(data).decode()


def parse_summary(entry: GameRow, text: str) -> GameSummary:
    """Parse the output of `format_summary`. Raises ParseError."""
    try:
        data = _DECODER.decode(text)
    except (msgspec.DecodeError, ValueError) as error:
        raise ParseError("summary", text, str(error)) from None
    return GameSummary(entry.game, entry.started, *msgspec.structs.astuple(data))


class _SummaryData(msgspec.Struct, frozen=True):
    setup: Setup
    black: Seat | None
    moves: int
    result: GameResult | None
    says: str


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_DECODER = msgspec.json.Decoder(_SummaryData, dec_hook=decode_hook)


def summarise(entry: GameRow, events: Sequence[Event]) -> GameSummary:
    """Replay a game and summarise it. Raises SessionError if the events are not a valid game."""
    state = Session.replay(events).state
    if state.task is None and state.result is None:
        raise SessionError("the last event of the game is missing")
    return GameSummary(
        entry.game,
        entry.started,
        msgspec.structs.replace(state.setup, moves=()),
        state.opening.black,
        len(state.board.moves),
        state.result,
        describe_task(state),
    )


LONG_GAME = 100
"""Summaries of unfinished games are stored if they have at least this many events."""


class SummaryCache:
    """Reads stored summaries, and makes those that are missing."""

    def __init__(self, backend: StorageBackend) -> None:
        self._backend = backend
        self._new: list[SummaryRow] = []

    def get(self, entry: GameRow) -> GameSummary:
        """Return the summary of a game. Raises ParseError or SessionError if it is not valid."""
        if entry.summary is not None:
            with suppress(ParseError):
                return parse_summary(entry, entry.summary)
        events = [parse_event(text) for text in self._backend.events(entry.game)]
        summary = summarise(entry, events)
        if summary.result is not None or len(events) >= LONG_GAME:
            self._new.append(SummaryRow(entry.game, len(events), format_summary(summary)))
        return summary

    def save(self) -> None:
        """Save the summaries that had to be made, if possible."""
        if self._new:
            with suppress(StoreError):
                self._backend.save_summaries(self._new)
