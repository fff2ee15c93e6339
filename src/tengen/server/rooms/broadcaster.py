"""What the clients of a room are sent: the table, the state of the game or its events.

Forbidden points of large boards are worked out in the background, and sent a little later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.tasks import Seat
from tengen.rules.board import Board
from tengen.rules.rules import WinRule
from tengen.server.background.background import BackgroundJobs
from tengen.server.background.jobs import ComputeFacts
from tengen.server.messages import conversion, game
from tengen.server.messages.codec import encode, encode_on_board
from tengen.server.messages.study import PositionFacts, PositionSpec
from tengen.server.problems import RequestRefused
from tengen.server.rooms.seats import Presence, RoomClient
from tengen.server.workers import Requester
from tengen.storage.rooms import KeptRoom


class Broadcaster:
    """Puts news into words once, and gives the same words to everybody."""

    def __init__(
        self, presence: Presence, forbidden: Callable[[Session], conversion.ForbiddenCells]
    ) -> None:
        self._presence = presence
        self._forbidden = forbidden

    def tell_seats(self) -> None:
        """Tell everybody which seats are theirs."""
        for client in self._presence.clients:
            self.tell_seats_to(client)

    def tell_seats_to(self, client: RoomClient) -> None:
        """Tell somebody which seats are theirs."""
        client.outbox.post("you", _text(game.YourSeatsMessage(self._presence.seats_of(client))))

    def tell_table(self, news: game.TableMessage) -> None:
        """Tell everybody what changes seldom."""
        text = _text(news)
        for client in self._presence.clients:
            client.outbox.post("table", text)

    def tell_table_to(self, client: RoomClient, news: game.TableMessage) -> None:
        """Tell somebody what changes seldom."""
        client.outbox.post("table", _text(news))

    def tell_problem(self, problem: game.ProblemMessage) -> None:
        """Tell everybody what went wrong."""
        for client in self._presence.clients:
            client.tell(problem)

    def tell_state(self, session: Session, new: int, now: int, *, is_resting: bool) -> None:
        """Tell everybody how the game stands, or those who keep it of the `new` events."""
        state = events = ""
        for client in self._presence.clients:
            if not client.wants_events:
                state = state or self.state_text(session, now, is_resting=is_resting)
                client.outbox.post("state", state)
            elif new:
                events = events or _events(session, new, now, is_resting=is_resting)
                client.outbox.post(f"events {len(session.events)}", events)

    def tell_state_to(
        self, client: RoomClient, session: Session, now: int, *, is_resting: bool
    ) -> None:
        """Tell somebody who has just come how the game stands, or all its events."""
        if client.wants_events:
            count = len(session.events)
            events = _events(session, count, now, is_resting=is_resting)
            client.outbox.post("events", events)
        else:
            client.outbox.post("state", self.state_text(session, now, is_resting=is_resting))

    def state_text(self, session: Session, now: int, *, is_resting: bool) -> str:
        """How a game stands, as JSON."""
        count, forbidden = len(session.events), self._forbidden(session)
        return _text(
            conversion.state_message(
                session.state, count, now, is_resting=is_resting, forbidden=forbidden
            )
        )


def _events(session: Session, new: int, now: int, *, is_resting: bool) -> str:
    first = len(session.events) - new
    width = session.state.setup.rules.width
    raw = tuple(msgspec.Raw(encode_on_board(event, width)) for event in session.events[first:])
    return _text(game.EventsMessage(first, now, raw, is_resting))


def _text(news: object) -> str:
    return encode(news).decode()


def table_message(
    kept: KeptRoom, session: Session | None, presence: Presence, next_link: str | None, now: int
) -> game.TableMessage:
    """All about a table but how the game stands."""
    setup = kept.setup if session is None else session.state.setup
    one, two = (_seat_view(seat, setup, kept, presence) for seat in Seat)
    return game.TableMessage(
        kept.link,
        _phase(session),
        conversion.rules_view(setup.rules),
        setup.opening.value,
        setup.clock,
        setup.consent,
        (one, two),
        presence.watchers,
        now,
        next_link,
    )


def _phase(session: Session | None) -> game.GamePhase:
    if session is None:
        return game.GamePhase.WAITING
    return game.GamePhase.PLAYING if session.state.result is None else game.GamePhase.OVER


def _seat_view(seat: Seat, setup: Setup, kept: KeptRoom, presence: Presence) -> game.SeatView:
    sitter = setup.sitter(seat)
    if isinstance(sitter, Computer):
        return game.SeatView("computer", "", sitter.level, True, None)  # noqa: FBT003 - a field
    if kept.is_free(seat):
        return game.SeatView("open", "", None, False, None)  # noqa: FBT003 - a field
    here, gone_at = presence.is_here(seat), presence.gone_at(seat)
    return game.SeatView("person", sitter.name, None, here, gone_at)


SMALL_AREA = 20 * 20
"""Points of a board that is looked through within a millisecond or two."""
SHARED_NETWORK = "games"
"""All games together pay as if they had one address."""


class ForbiddenPoints:
    """Those of small boards are known at once, those of large ones a little later."""

    def __init__(self, background: BackgroundJobs, link: str, tell: Callable[[], None]) -> None:
        """`tell` is called when points are found that were not known before."""
        self._background = background
        self._asker = Requester(link, SHARED_NETWORK)
        self._tell = tell
        self._number = -1  # how many events there were when they were last asked for
        self._known: conversion.ForbiddenCells = ()
        self._search: asyncio.Task[None] | None = None

    def of(self, session: Session) -> conversion.ForbiddenCells:
        """The points where the player to move may not play, as far as they are known."""
        board = session.state.board
        if board.rules.win is not WinRule.RENJU or session.state.result is not None:
            return ()
        if board.rules.area <= SMALL_AREA:
            return conversion.forbidden_cells(board)
        if self._number != len(session.events):
            self._number, self._known = len(session.events), ()
            self.close()
            self._search = asyncio.get_running_loop().create_task(self._find(board))
        return self._known

    def close(self) -> None:
        """Look for nothing any more."""
        if self._search is not None:
            self._search.cancel()

    async def _find(self, board: Board) -> None:
        position = PositionSpec(board.rules, conversion.cells_of(board.moves, board.rules))
        try:
            done = await self._background.do(ComputeFacts(position), self._asker)
        except RequestRefused:
            return
        self._known = FACTS_DECODER.decode(done.body).forbidden
        if self._known:
            self._tell()


FACTS_DECODER = msgspec.json.Decoder(PositionFacts)
