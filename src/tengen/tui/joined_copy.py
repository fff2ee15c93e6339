"""A copy of a game that is played elsewhere, made from its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from tengen.core.outcome import Ending
from tengen.errors import SessionError
from tengen.online.news import EventsNews
from tengen.printable import printable
from tengen.session.events import Event, GameEnded, GameStarted, SitterChanged
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.sitters import Computer, Sitter
from tengen.session.state import State
from tengen.session.wire import parse_event

Batch = tuple[Event, ...]


class Copy:
    """The same session as the server's, a moment later."""

    def __init__(self, session: Session) -> None:
        """Until there are events, another session stands for it."""
        self.session = session
        self.has_begun = False

    def fits(self, news: EventsNews) -> bool:
        """Whether these events follow on those that are here, or begin with the first."""
        return news.first == 0 or (self.has_begun and news.first == len(self.session.events))

    def follow(self, news: EventsNews) -> Iterator[Batch]:
        """Let happen what was not known, and tell each thing as soon as it has happened.

        Of another game, its start and the last thing are told. Raises ParseError or SessionError
        if the events make no sense.
        """
        events = [_cleaned(parse_event(bytes(raw))) for raw in news.events]
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


def _check_end(state: State) -> None:
    """Raise SessionError if what is told of the end of the game is not what the board shows."""
    outcome, result = state.board.outcome, state.result
    if result is None:
        if outcome.is_over:
            raise SessionError("the game is over on the board, and goes on")
        return
    is_on_board = result.cause.value in {ending.value for ending in Ending}
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


def _named(sitter: Sitter) -> Sitter:
    if isinstance(sitter, Computer):
        return sitter
    return msgspec.structs.replace(sitter, name=printable(sitter.name))


def _batches(events: Iterable[Event]) -> list[Batch]:
    """Events one by one, but an end with the move that has made it."""
    found: list[Batch] = []
    for event in events:
        if isinstance(event, GameEnded) and found:
            found[-1] = (*found[-1], event)
        else:
            found.append((event,))
    return found


def _last(batches: list[Batch]) -> Batch:
    return batches[-1] if batches else ()
