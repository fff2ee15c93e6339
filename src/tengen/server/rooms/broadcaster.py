"""Messages to the clients of a room: the table, and the state of the game or its events.

Forbidden points of large boards are found in the background and sent a little later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from tengen.game import Computer, Seat, Session, Setup
from tengen.rules import Board, WinRule
from tengen.server.background.background import BackgroundJobs
from tengen.server.background.jobs import ComputeFacts
from tengen.server.messages import conversion, game
from tengen.server.messages.codec import encode, encode_on_board
from tengen.server.messages.study import PositionFacts, PositionSpec
from tengen.server.problems import RequestRefused
from tengen.server.rooms.seats import Presence, RoomClient
from tengen.server.workers import Requester
from tengen.storage import KeptRoom


class Broadcaster:
    """Encodes each message once, and sends the same text to all clients."""

    def __init__(
        self, presence: Presence, forbidden: Callable[[Session], conversion.ForbiddenCells]
    ) -> None:
        self._presence = presence
        self._forbidden = forbidden

    def send_seats(self) -> None:
        """Send every client its seats."""
        for client in self._presence.clients:
            self.send_seats_to(client)

    def send_seats_to(self, client: RoomClient) -> None:
        """Send a client its seats."""
        seats = self._presence.seats_of(client)
        client.outbox.post("you", _encode(game.YourSeatsMessage(seats, counts_once=True)))

    def send_table(self, message: game.TableMessage) -> None:
        """Send the table to all clients."""
        text = _encode(message)
        for client in self._presence.clients:
            client.outbox.post("table", text)

    def send_table_to(self, client: RoomClient, message: game.TableMessage) -> None:
        """Send the table to a client."""
        client.outbox.post("table", _encode(message))

    def send_problem(self, problem: game.ProblemMessage) -> None:
        """Send a problem to all clients."""
        for client in self._presence.clients:
            client.send_problem(problem)

    def send_state(self, session: Session, new: int, now: int, *, is_resting: bool) -> None:
        """Send all clients the state of the game, or the last `new` events if they want events."""
        state = events = ""
        for client in self._presence.clients:
            if not client.wants_events:
                state = state or self.state_text(session, now, is_resting=is_resting)
                client.outbox.post("state", state)
            elif new:
                events = events or _events_text(session, new, now, is_resting=is_resting)
                client.outbox.post(f"events {len(session.events)}", events)

    def send_state_to(
        self, client: RoomClient, session: Session, now: int, *, is_resting: bool
    ) -> None:
        """Send a new client the state of the game, or all its events."""
        if client.wants_events:
            count = len(session.events)
            events = _events_text(session, count, now, is_resting=is_resting)
            client.outbox.post("events", events)
        else:
            client.outbox.post("state", self.state_text(session, now, is_resting=is_resting))

    def state_text(self, session: Session, now: int, *, is_resting: bool) -> str:
        """Return the state of a game as JSON."""
        count, forbidden = len(session.events), self._forbidden(session)
        return _encode(
            conversion.state_message(
                session.state, count, now, is_resting=is_resting, forbidden=forbidden
            )
        )


def _events_text(session: Session, new: int, now: int, *, is_resting: bool) -> str:
    first = len(session.events) - new
    width = session.state.setup.rules.width
    raw = tuple(msgspec.Raw(encode_on_board(event, width)) for event in session.events[first:])
    return _encode(game.EventsMessage(first, now, raw, is_resting))


def _encode(message: object) -> str:
    return encode(message).decode()


def table_message(
    kept: KeptRoom, session: Session | None, presence: Presence, next_link: str | None, now: int
) -> game.TableMessage:
    """Return the table: everything about a room except the state of its game."""
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
    here, gone_at = presence.is_connected(seat), presence.gone_at(seat)
    return game.SeatView("person", sitter.name, None, here, gone_at)


SMALL_AREA = 20 * 20
"""Points of the largest board whose forbidden points are found within a millisecond or two."""
SHARED_NETWORK = "games"
"""The searches of all games share the limits of one network."""


class ForbiddenPoints:
    """Finds forbidden points: at once on small boards, in the background on large ones."""

    def __init__(self, background: BackgroundJobs, link: str, on_found: Callable[[], None]) -> None:
        """`on_found` is called when a background search has found points."""
        self._background = background
        self._asker = Requester(link, SHARED_NETWORK)
        self._on_found = on_found
        self._event_count = -1  # the number of events at the last search
        self._cells: conversion.ForbiddenCells = ()
        self._task: asyncio.Task[None] | None = None

    def of(self, session: Session) -> conversion.ForbiddenCells:
        """Return the forbidden points of the player to move, as far as they are known."""
        board = session.state.board
        if board.rules.win is not WinRule.RENJU or session.state.result is not None:
            return ()
        if board.rules.area <= SMALL_AREA:
            return conversion.forbidden_cells(board)
        if self._event_count != len(session.events):
            self._event_count, self._cells = len(session.events), ()
            self.close()
            self._task = asyncio.get_running_loop().create_task(self._find(board))
        return self._cells

    def close(self) -> None:
        """Stop the search."""
        if self._task is not None:
            self._task.cancel()

    async def _find(self, board: Board) -> None:
        position = PositionSpec(board.rules, conversion.cells_of(board.moves, board.rules))
        try:
            done = await self._background.do(ComputeFacts(position), self._asker)
        except RequestRefused:
            return
        self._cells = FACTS_DECODER.decode(done.body).forbidden
        if self._cells:
            self._on_found()


FACTS_DECODER = msgspec.json.Decoder(PositionFacts)
