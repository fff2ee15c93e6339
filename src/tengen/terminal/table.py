"""A game at this terminal, as its faces see it: what can be done at it, and what it tells them.

`GameTable` is the interface; `local_table` plays here, `remote_table` on a server. Both faces, the
full screen and the plain game, are a `TerminalFace` and get their table from a `TableFactory`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from tengen.engine.search_thread import CallFromThread
from tengen.errors import TengenError
from tengen.game.commands import Command
from tengen.game.events import Event
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.game.state import GameState
from tengen.game.tasks import Seat

Callback = Callable[[], None]


class TableListener(Protocol):
    """Whoever looks at a table."""

    def happened(self, events: tuple[Event, ...]) -> None:
        """Something has happened, and is kept."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """The machine in a seat cannot move, or its move cannot be kept; the game waits."""


class TerminalFace(TableListener, Protocol):
    """Whoever looks at a table that is somewhere else."""

    def noticed(self, words: str, *, alarm: bool = False) -> None:
        """There is something to be told beside the game: a sentence without its full stop."""


class GameTable(Protocol):
    """A game, and what can be done at it from this keyboard."""

    is_online: bool
    """Whether it is played elsewhere, and this is the only game that can be played here."""

    @property
    def session(self) -> Session:
        """The game."""

    @property
    def state(self) -> GameState:
        """How the game stands."""

    @property
    def away(self) -> Collection[Seat]:
        """The seats whose people have gone."""

    @property
    def not_our_turn(self) -> str:
        """Why this keyboard cannot speak for the seat to move."""

    @property
    def not_our_game(self) -> str:
        """Why this keyboard cannot speak for anybody."""

    @property
    def allows_help(self) -> bool:
        """Whether the engine may be asked about the game while it is played."""

    @property
    def is_thinking(self) -> bool:
        """Whether somebody who is not at this keyboard is at work."""

    @property
    def awaited(self) -> Seat | None:
        """The seat whose machine owes an answer here."""

    def now(self) -> int:
        """Milliseconds on the clock of the game."""

    def sit_down(self) -> bool:
        """Begin to play the game that this table is for; whether it is for one alone."""

    def start(self, setup: Setup) -> None:
        """Leave the game that is going on and begin another."""

    def resume(self, number: int) -> None:
        """Leave the game that is going on and go on with one that was kept."""

    def play_again(self) -> None:
        """Begin the rematch that was agreed on."""

    def leave(self) -> None:
        """Let go of the game; it is kept as it is."""

    def do(self, command: Command) -> None:
        """Follow a command, or raise the error that says why not."""

    def tick(self) -> None:
        """Look at the clock."""

    def try_again(self) -> None:
        """Ask a machine that failed once more, if one has."""

    def person(self) -> Seat:
        """The seat that this keyboard speaks for now."""

    def is_person(self, seat: Seat) -> bool:
        """Whether this keyboard speaks for a seat."""


TableFactory = Callable[[TerminalFace, CallFromThread], GameTable]
"""Makes the table for whoever looks at it."""
