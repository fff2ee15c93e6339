"""Computers that play in games."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.engine.cancel_token import CancelToken
from tengen.errors import SessionError
from tengen.game.commands import Decline, OfferDraw
from tengen.game.computer_player import make_player
from tengen.game.events import Event
from tengen.game.machine_player import MachinePlayer, current_task
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.state import GameState
from tengen.workers.jobs import Move, Moved, Reply
from tengen.workers.kept import Kept

MOST_PLAYERS = 4


class Moving:
    """Keeps the computers of a few games: they know their plans, and what they saw before."""

    def __init__(self) -> None:
        self._players: Kept[tuple[str, Seat, Computer], MachinePlayer] = Kept(MOST_PLAYERS)

    def move(self, job: Move, halt: CancelToken) -> Moved:
        """What the computer does whose turn it is."""
        state = _state_of(job.events)
        player = self._player(job.key, current_task(state).seat, state.setup)
        return Moved(player.act(state, job.now, halt))

    def reply(self, job: Reply) -> Moved:
        """What a computer says to a draw."""
        state = _state_of(job.events)
        agrees = self._player(job.key, job.seat, state.setup).wants_draw(state)
        return Moved(OfferDraw(job.seat) if agrees else Decline(job.seat))

    def _player(self, key: str, seat: Seat, setup: Setup) -> MachinePlayer:
        sitter = setup.sitter(seat)
        if not isinstance(sitter, Computer):
            raise SessionError(f"no computer sits in seat {seat.value}")
        return self._players.get((key, seat, sitter), lambda: make_player(sitter))


def _state_of(events: Sequence[Event]) -> GameState:
    return Session.replay(events).state
