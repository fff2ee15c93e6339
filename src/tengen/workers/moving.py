"""Computers that play in games."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.errors import SessionError
from tengen.players.halt import Halt
from tengen.players.maker import make_player
from tengen.players.player import Player, task_of
from tengen.session.commands import Decline, OfferDraw
from tengen.session.events import Event
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.session.sitters import Computer
from tengen.session.state import State
from tengen.workers.jobs import Move, Moved, Reply
from tengen.workers.kept import Kept

MOST_PLAYERS = 4


class Moving:
    """Keeps the computers of a few games: they know their plans, and what they saw before."""

    def __init__(self) -> None:
        self._players: Kept[tuple[str, Seat, Computer], Player] = Kept(MOST_PLAYERS)

    def move(self, job: Move, halt: Halt) -> Moved:
        """What the computer does whose turn it is."""
        state = _state_of(job.events)
        player = self._player(job.key, task_of(state).seat, state.setup)
        return Moved(player.act(state, job.now, halt))

    def reply(self, job: Reply) -> Moved:
        """What a computer says to a draw."""
        state = _state_of(job.events)
        agrees = self._player(job.key, job.seat, state.setup).wants_draw(state)
        return Moved(OfferDraw(job.seat) if agrees else Decline(job.seat))

    def _player(self, key: str, seat: Seat, setup: Setup) -> Player:
        sitter = setup.sitter(seat)
        if not isinstance(sitter, Computer):
            raise SessionError(f"no computer sits in seat {seat.value}")
        return self._players.get((key, seat, sitter), lambda: make_player(sitter))


def _state_of(events: Sequence[Event]) -> State:
    return Session.replay(events).state
