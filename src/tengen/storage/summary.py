"""Summaries: a game as a list of games shows it, stored so that it need not be replayed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from tengen.errors import ParseError, SessionError, StoreError, TengenError
from tengen.game.descriptions import describe_task
from tengen.game.events import Event, GameResult
from tengen.game.serialization import decode_hook, encode_hook, parse_event
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.storage.backend import GameRow, StorageBackend, SummaryRow


@dataclass(frozen=True, slots=True)
class GameSummary:
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
    result: GameResult | None
    """None while the game can be played on."""
    says: str
    """How it ended, or whose turn it is."""


def summarise_texts(texts: Sequence[bytes]) -> str | None:
    """The summary of a game, to be kept; None if these events are no game."""
    try:
        return format_summary(summarise(GameRow(0, 0), [parse_event(text) for text in texts]))
    except TengenError:
        return None


def format_summary(summary: GameSummary) -> str:
    """One line of JSON, without what a list knows of every game."""
    kept = _SummaryData(summary.setup, summary.black, summary.moves, summary.result, summary.says)
    return _ENCODER.encode(kept).decode()


def parse_summary(entry: GameRow, text: str) -> GameSummary:
    """Read what `format_summary` prints. Raises ParseError."""
    try:
        kept = _DECODER.decode(text)
    except (msgspec.DecodeError, ValueError) as error:
        raise ParseError("summary", text, str(error)) from None
    return GameSummary(entry.game, entry.started, *msgspec.structs.astuple(kept))


class _SummaryData(msgspec.Struct, frozen=True):
    setup: Setup
    black: Seat | None
    moves: int
    result: GameResult | None
    says: str


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)
_DECODER = msgspec.json.Decoder(_SummaryData, dec_hook=decode_hook)


def summarise(entry: GameRow, events: Sequence[Event]) -> GameSummary:
    """Replay a game and sum it up. Raises SessionError if these events are no game."""
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
"""Events from which on a game is not replayed twice, though it goes on."""


class SummaryCache:
    """Takes summaries that are kept, and makes those that are not."""

    def __init__(self, ledger: StorageBackend) -> None:
        self._ledger = ledger
        self._made: list[SummaryRow] = []

    def of(self, entry: GameRow) -> GameSummary:
        """What a list shows of a game. Raises ParseError or SessionError if it is none."""
        if entry.summary is not None:
            with suppress(ParseError):
                return parse_summary(entry, entry.summary)
        events = [parse_event(text) for text in self._ledger.events(entry.game)]
        summary = summarise(entry, events)
        if summary.result is not None or len(events) >= LONG_GAME:
            self._made.append(SummaryRow(entry.game, len(events), format_summary(summary)))
        return summary

    def keep(self) -> None:
        """Keep what had to be made for the next time, if that can be done."""
        if self._made:
            with suppress(StoreError):
                self._ledger.keep_summaries(self._made)
