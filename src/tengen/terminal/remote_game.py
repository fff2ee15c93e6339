"""A game on a server as it is known here: its clock, a replica of its session, who is there."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator

import msgspec

from tengen.errors import SessionError
from tengen.game.descriptions import seat_name
from tengen.game.events import Event, GameEnded, GameStarted, SitterChanged
from tengen.game.session import Session
from tengen.game.setup import Computer, PlayerSpec
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.printable import printable
from tengen.rules.outcome import BOARD_TERMINATIONS
from tengen.rules.wording import STONE_NAMES
from tengen.server.messages.codec import parse_event
from tengen.server.messages.game import EventsMessage, SeatView, TableMessage


class RemoteClock:
    """Goes by the news that came with the least delay."""

    def __init__(self) -> None:
        self._offset = time.time_ns() // 1_000_000 - _here()
        self._is_known = False

    def forget(self) -> None:
        """Whatever was heard, the next news count."""
        self._is_known = False

    def hear(self, now: int) -> None:
        """Somebody there says what time it is."""
        offset = now - _here()
        self._offset = max(self._offset, offset) if self._is_known else offset
        self._is_known = True

    def now(self) -> int:
        """Milliseconds there."""
        return self._offset + _here()


def _here() -> int:
    return time.monotonic_ns() // 1_000_000


EventGroup = tuple[Event, ...]


class SessionReplica:
    """The same session as the server's, a moment later."""

    def __init__(self, session: Session) -> None:
        """Until there are events, another session stands for it."""
        self.session = session
        self.has_begun = False

    def fits(self, news: EventsMessage) -> bool:
        """Whether these events follow on those that are here, or begin with the first."""
        return news.first == 0 or (self.has_begun and news.first == len(self.session.events))

    def follow(self, news: EventsMessage, width: int) -> Iterator[EventGroup]:
        """Let happen what was not known, and tell each thing as soon as it has happened.

        Of another game, its start and the last thing are told. Raises ParseError or SessionError
        if the events make no sense.
        """
        events = [_cleaned(parse_event(bytes(raw), width)) for raw in news.events]
        if news.first == 0 and not self._knows(events):
            self.session = Session.replay(events)
            _check_end(self.session.state)
            self.has_begun = True
            yield (events[0], *_last(_batches(events[1:])))
            return
        for batch in _batches(events[len(self.session.events) - news.first :]):
            for event in batch:
                self.session.apply(event)
            _check_end(self.session.state)
            yield batch

    def _knows(self, events: list[Event]) -> bool:
        """Whether these are of the game that is here."""
        known = self.session.events
        return self.has_begun and events[: len(known)] == known


def _check_end(state: GameState) -> None:
    """Raise SessionError if what is told of the end of the game is not what the board shows."""
    outcome, result = state.board.outcome, state.result
    if result is None:
        if outcome.is_over:
            raise SessionError("the game is over on the board, and goes on")
        return
    is_on_board = result.cause in BOARD_TERMINATIONS
    if is_on_board and not outcome.is_over:
        raise SessionError(f"the game ended by {result.cause.value}, which the board does not show")
    foul, rules = result.foul, state.setup.rules
    if foul and not (foul.point.row < rules.height and foul.point.col < rules.width):
        raise SessionError("the game ended by a foul outside of the board")


def _cleaned(event: Event) -> Event:
    """The same without anything in names that a terminal would obey."""
    if isinstance(event, SitterChanged):
        return msgspec.structs.replace(event, sitter=_named(event.sitter))
    if not isinstance(event, GameStarted):
        return event
    setup = event.setup
    for seat in Seat:
        setup = setup.with_sitter(seat, _named(setup.sitter(seat)))
    return GameStarted(event.at, setup)


def _named(sitter: PlayerSpec) -> PlayerSpec:
    if isinstance(sitter, Computer):
        return sitter
    return msgspec.structs.replace(sitter, name=printable(sitter.name))


def _batches(events: Iterable[Event]) -> list[EventGroup]:
    """Events one by one, but an end with the move that has made it."""
    found: list[EventGroup] = []
    for event in events:
        if isinstance(event, GameEnded) and found:
            found[-1] = (*found[-1], event)
        else:
            found.append((event,))
    return found


def _last(batches: list[EventGroup]) -> EventGroup:
    return batches[-1] if batches else ()


WATCHING = "you are watching: both seats are taken"
NOT_BEGUN = "the game begins when somebody takes the other seat"
NOT_YOURS = "it is the other player's turn"
NOT_CONNECTED = "the connection is lost; trying again"
LOST = "The connection is lost. Trying again"
BACK = "Connected again"


def greeting(state: GameState, table: TableMessage, ours: Collection[Seat]) -> str:
    """Who we are, and whether the others are here."""
    parts = [_role(state, ours)]
    for seat, view in _others(table, ours):
        if not view.is_here:
            parts.append(f"{remote_name(state, seat)} is away")
    return ". ".join(parts)


def _role(state: GameState, ours: Collection[Seat]) -> str:
    if not ours:
        return "You are watching: both seats are taken"
    if len(ours) == len(Seat):
        return "You play both sides"
    (seat,) = ours
    colour = state.colour_of(seat)
    return f"You are {STONE_NAMES[colour] if colour is not None else f'player {seat.value}'}"


def describe_changes(
    state: GameState, before: TableMessage, after: TableMessage, ours: Collection[Seat]
) -> Iterator[str]:
    """Who has come or gone."""
    was_here = {seat: view.is_here for seat, view in _others(before, ours)}
    for seat, view in _others(after, ours):
        if was_here.get(seat, view.is_here) is not view.is_here:
            yield f"{remote_name(state, seat)} is {'back' if view.is_here else 'away'}"


def away_seats(table: TableMessage, ours: Collection[Seat]) -> tuple[Seat, ...]:
    """The seats of people who are not here."""
    return tuple(seat for seat, view in _others(table, ours) if not view.is_here)


def _others(table: TableMessage, ours: Collection[Seat]) -> Iterator[tuple[Seat, SeatView]]:
    """The people who are not at this keyboard."""
    for seat, view in zip(Seat, table.seats, strict=True):
        if view.kind == "person" and seat not in ours:
            yield seat, view


def remote_name(state: GameState, seat: Seat) -> str:
    """What to call somebody who is elsewhere."""
    return printable(seat_name(state, seat))
