"""The machines that sit at a table."""

from __future__ import annotations

from tengen.players import Halt, Player, make_player
from tengen.session.commands import Command, Decline, OfferDraw
from tengen.session.seat import Seat
from tengen.session.setup import Setup
from tengen.session.sitters import Person, Sitter
from tengen.session.state import State


class Machines:
    """Made when they are first asked for, and closed when somebody else takes their seat."""

    def __init__(self) -> None:
        self._seated: dict[Seat, tuple[Sitter, Player]] = {}

    def at(self, seat: Seat, setup: Setup) -> Player:
        """The machine in a seat. Raises TengenError if there can be none like that."""
        if seat not in self._seated:
            sitter = setup.sitter(seat)
            assert not isinstance(sitter, Person)
            self._seated[seat] = (sitter, make_player(sitter))
        return self._seated[seat][1]

    def follow(self, setup: Setup) -> None:
        """Send away those who sit here no longer."""
        for seat, (sitter, machine) in list(self._seated.items()):
            if setup.sitter(seat) != sitter:
                del self._seated[seat]
                machine.close()

    def close(self) -> None:
        """Send everybody away, and leave no process behind."""
        while self._seated:
            _, (_, machine) = self._seated.popitem()
            machine.close()


class Reply:
    """A machine that is asked about a draw instead of a move."""

    def __init__(self, machine: Player, seat: Seat) -> None:
        self.name = machine.name
        self._machine = machine
        self._seat = seat

    def act(self, state: State, _now: int, _halt: Halt | None = None) -> Command:
        """Agree, or decline."""
        agrees = self._machine.wants_draw(state)
        return OfferDraw(self._seat) if agrees else Decline(self._seat)
