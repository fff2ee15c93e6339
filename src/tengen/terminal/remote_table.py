"""A game on a server as a table: what is known about it, and what is asked of it.

It is the same room that browsers play in. Commands are sent over the connection; events come back,
are applied to a replica of the session and told to the face.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import singledispatchmethod

from tengen.engine.search_thread import CallFromThread
from tengen.errors import SessionError, TengenError
from tengen.game.commands import Command
from tengen.game.events import GameStarted
from tengen.game.session import Session
from tengen.game.setup import Person, Setup
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.printable import printable
from tengen.rules.wording import capitalised
from tengen.server.messages import game
from tengen.server.messages.codec import encode_on_board
from tengen.terminal import remote_connection, remote_game
from tengen.terminal import remote_game as words
from tengen.terminal.intents import ONLY_THIS_GAME
from tengen.terminal.table import TerminalFace


class RemoteState:
    """Takes in what the line hears, and tells the guest what is new in it."""

    def __init__(
        self, guest: TerminalFace, move: Callable[[str], None], renew: Callable[[], None]
    ) -> None:
        """`move` goes on to the game with another link, `renew` has everything told anew."""
        self._guest = guest
        self._move = move
        self._renew = renew
        self._clock = remote_game.RemoteClock()
        self._is_resting = False
        self.copy = remote_game.SessionReplica(Session.start(Setup(), self._clock.now()))
        self.seats: tuple[Seat, ...] = ()
        """Those that are ours."""
        self.table: game.TableMessage | None = None
        self.is_lost = False
        """Whether there is no line to the server now."""

    def clock(self) -> int:
        """The time at the server."""
        return self._clock.now()

    def now(self) -> int:
        """The same, but the time at which clocks stand still while they do."""
        return self.copy.session.state.clocks.settled_at if self._is_resting else self.clock()

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats of others who have gone."""
        return () if self.table is None else words.away_seats(self.table, self.seats)

    def objection(self, seat: Seat | None = None) -> str:
        """Why nothing can be done here for a seat, or at all; nothing if it can."""
        if self.table is None or self.is_lost:
            return words.NOT_CONNECTED
        if not self.copy.has_begun:
            return words.NOT_BEGUN
        if not self.seats:
            return words.WATCHING
        return "" if seat in self.seats else words.NOT_YOURS

    @singledispatchmethod
    def hear(self, news: remote_connection.ConnectionEvent) -> None:
        """Take in news; those of other kinds are for browsers."""

    @hear.register
    def _(self, _news: remote_connection.ConnectionLost) -> None:
        self._clock.forget()
        if not self.is_lost:
            self.is_lost = True
            self._guest.noticed(words.LOST, alarm=True)

    @hear.register
    def _(self, news: remote_connection.ConnectionEnded) -> None:
        self.is_lost = True
        self._guest.noticed(capitalised(news.why), alarm=True)

    @hear.register
    def _(self, news: game.ProblemMessage) -> None:
        self._guest.noticed(printable(news.says).rstrip("."), alarm=True)

    @hear.register
    def _(self, news: game.YourSeatsMessage) -> None:
        self.seats = tuple(dict.fromkeys(Seat(number) for number in news.seats))
        if self.is_lost:
            self.is_lost = False
            self._guest.noticed(words.BACK)

    @hear.register
    def _(self, news: game.TableMessage) -> None:
        self._clock.hear(news.now)
        before, self.table = self.table, news
        if news.next is not None:
            self.table = None
            self._move(news.next)
        elif before is not None:
            for change in words.describe_changes(self.copy.session.state, before, news, self.seats):
                self._guest.noticed(change)
        elif news.phase is game.GamePhase.WAITING:
            self._guest.noticed(capitalised(words.NOT_BEGUN))

    @hear.register
    def _(self, news: game.EventsMessage) -> None:
        self._clock.hear(news.now)
        self._is_resting = news.is_resting
        if not self.copy.fits(news):
            self._renew()
            return
        try:
            for batch in self.copy.follow(news, self._width):
                self._tell(batch)
        except TengenError:
            self.hear(remote_connection.ConnectionEnded(remote_connection.NOT_TENGEN))

    @property
    def _width(self) -> int:
        """Of the board. The server tells the table before the first event."""
        return (
            self.copy.session.state.setup.rules.width
            if self.table is None
            else self.table.rules.width
        )

    def _tell(self, batch: remote_game.EventGroup) -> None:
        self._guest.happened(batch)
        state = self.copy.session.state
        if isinstance(batch[0], GameStarted) and self.table is not None:
            self._guest.noticed(words.greeting(state, self.table, self.seats))


CLOSE_SECONDS = 1.0
"""Seconds for the server to notice that we leave."""


class RemoteTable:
    """Has the server do what is wanted, and tells what happens there.

    All methods are for one thread, to which `call` brings what the line hears.
    """

    is_online = True
    awaited: Seat | None = None

    def __init__(
        self, visit: remote_connection.RemoteSeat, guest: TerminalFace, call: CallFromThread
    ) -> None:
        self._visit = visit
        self._guest = guest
        self._call = call
        self._line: remote_connection.RemoteConnection | None = None
        self._backoff = remote_connection.Backoff()
        self._known = RemoteState(guest, self._move, self._renew)
        self._claimable: Seat | None = None  # of whom it was told that the game can be claimed

    @property
    def session(self) -> Session:
        """The game as far as it is known here."""
        return self._known.copy.session

    @property
    def state(self) -> GameState:
        """How the game stands."""
        return self.session.state

    def now(self) -> int:
        """Milliseconds on the server's clock, at which the clocks of the game are read."""
        return self._known.now()

    # Who is who

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats of others who have gone."""
        return self._known.away

    @property
    def not_our_turn(self) -> str:
        """Why this keyboard cannot speak for the seat to move."""
        return self._known.objection()

    @property
    def not_our_game(self) -> str:
        """Why this keyboard cannot speak for anybody."""
        return self._known.objection()

    @property
    def allows_help(self) -> bool:
        """The engine says nothing of a game with a person elsewhere before its end."""
        others = [self.state.setup.sitter(seat) for seat in Seat if not self.is_person(seat)]
        is_match = any(isinstance(sitter, Person) for sitter in others)
        return self.state.result is not None or not is_match

    @property
    def is_thinking(self) -> bool:
        """Whether the game waits for somebody who is not at this keyboard."""
        actor = self.state.actor
        return actor is not None and not self.is_person(actor)

    def person(self) -> Seat:
        """The seat that this keyboard speaks for: the one to move, if it is ours."""
        actor = self.state.actor
        if actor is not None and self.is_person(actor):
            return actor
        return next(iter(self._known.seats), Seat.ONE)

    def is_person(self, seat: Seat) -> bool:
        """Whether this keyboard speaks for a seat."""
        return seat in self._known.seats

    # What is wanted

    def sit_down(self) -> bool:
        """Begin to hear what happens."""
        self._line = remote_connection.RemoteConnection(self._visit, self._heard, self._backoff)
        return True

    def leave(self) -> None:
        """Hang up; the game is the server's."""
        if self._line is not None:
            self._line.close(CLOSE_SECONDS)
            self._line = None

    def do(self, command: Command) -> None:
        """Ask the server for something. SessionError if it is clear that it would refuse."""
        if not isinstance(command, game.ClientCommand):
            raise SessionError(ONLY_THIS_GAME)
        objection = self._known.objection(command.seat)
        if objection:
            raise SessionError(objection)
        self.session.decide(command, self.now())
        text = encode_on_board(command, self.state.setup.rules.width).decode()
        if self._line is None or not self._line.send(text):
            raise SessionError(remote_game.NOT_CONNECTED)

    def tick(self) -> None:
        """Tell when somebody has been away for so long that the game can be claimed."""
        table = self._known.table
        if self._claimable not in self.away:
            self._claimable = None
        if table is None or not self._known.seats or not self._is_under_way:
            return
        for seat in self.away:
            gone_at = table.seats[seat.value - 1].gone_at
            is_long = gone_at is not None and self._known.clock() - gone_at >= game.CLAIM_AFTER
            if is_long and self._claimable is not seat:
                self._claimable = seat
                words = f"{remote_game.remote_name(self.state, seat)} has been away for a minute"
                self._guest.noticed(f"{words}: you can claim the game")

    @property
    def _is_under_way(self) -> bool:
        return self.state.result is None and bool(self.state.steps)

    def start(self, _setup: Setup) -> None:
        """Only the game that was joined is played here."""
        raise SessionError(ONLY_THIS_GAME)

    def resume(self, _number: int) -> None:
        """Likewise."""
        raise SessionError(ONLY_THIS_GAME)

    def play_again(self) -> None:
        """The server begins the rematch, and tells where."""

    def try_again(self) -> None:
        """No machine is here."""

    # The line

    def _heard(
        self, line: remote_connection.RemoteConnection, news: remote_connection.ConnectionEvent
    ) -> None:
        """In the thread of the line."""

        def hear() -> None:
            if line is self._line:
                self._known.hear(news)

        self._call(hear)

    def _renew(self) -> None:
        if self._line is not None:
            self._line.renew()

    def _move(self, text: str) -> None:
        """Go on to the rematch."""
        if self._line is not None:
            self._line.close()
        self._visit = replace(self._visit, link=replace(self._visit.link, text=text))
        self.sit_down()
