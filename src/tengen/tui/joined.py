"""A table that is somewhere else: a game on a server, in the same room as browsers."""

from __future__ import annotations

from dataclasses import replace

from tengen.errors import SessionError
from tengen.online.asks import Ask
from tengen.session.commands import Command
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.session.sitters import Person
from tengen.session.state import State
from tengen.session.wire import format_command
from tengen.tui.hands import ONLY_THIS
from tengen.tui.jobs import Call
from tengen.tui.joined_hearsay import Hearsay
from tengen.tui.joined_line import Backoff, Heard, Line
from tengen.tui.joined_visit import Visit
from tengen.tui.joined_words import NO_LINE, name_of
from tengen.tui.tables import Guest

CLAIM = 60_000
"""Milliseconds after which the server lets one claim a game from somebody who has gone."""
FAREWELL = 1.0
"""Seconds for the server to notice that we leave."""


class JoinedTable:
    """Has the server do what is wanted, and tells what happens there.

    All methods are for one thread, to which `call` brings what the line hears.
    """

    is_online = True
    awaited: Seat | None = None

    def __init__(self, visit: Visit, guest: Guest, call: Call) -> None:
        self._visit = visit
        self._guest = guest
        self._call = call
        self._line: Line | None = None
        self._backoff = Backoff()
        self._known = Hearsay(guest, self._move, self._renew)
        self._claimable: Seat | None = None  # of whom it was told that the game can be claimed

    @property
    def session(self) -> Session:
        """The game as far as it is known here."""
        return self._known.copy.session

    @property
    def state(self) -> State:
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
        self._line = Line(self._visit, self._heard, self._backoff)
        return True

    def leave(self) -> None:
        """Hang up; the game is the server's."""
        if self._line is not None:
            self._line.close(FAREWELL)
            self._line = None

    def do(self, command: Command) -> None:
        """Ask the server for something. SessionError if it is clear that it would refuse."""
        if not isinstance(command, Ask):
            raise SessionError(ONLY_THIS)
        objection = self._known.objection(command.seat)
        if objection:
            raise SessionError(objection)
        self.session.decide(command, self.now())
        if self._line is None or not self._line.send(format_command(command).decode()):
            raise SessionError(NO_LINE)

    def tick(self) -> None:
        """Tell when somebody has been away for so long that the game can be claimed."""
        table = self._known.table
        if self._claimable not in self.away:
            self._claimable = None
        if table is None or not self._known.seats or not self._is_under_way:
            return
        for seat in self.away:
            gone_at = table.seats[seat.value - 1].gone_at
            is_long = gone_at is not None and self._known.clock() - gone_at >= CLAIM
            if is_long and self._claimable is not seat:
                self._claimable = seat
                words = f"{name_of(self.state, seat)} has been away for a minute"
                self._guest.noticed(f"{words}: you can claim the game")

    @property
    def _is_under_way(self) -> bool:
        return self.state.result is None and bool(self.state.steps)

    def start(self, _setup: Setup) -> None:
        """Only the game that was joined is played here."""
        raise SessionError(ONLY_THIS)

    def resume(self, _number: int) -> None:
        """Likewise."""
        raise SessionError(ONLY_THIS)

    def play_again(self) -> None:
        """The server begins the rematch, and tells where."""

    def try_again(self) -> None:
        """No machine is here."""

    # The line

    def _heard(self, line: Line, news: Heard) -> None:
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
