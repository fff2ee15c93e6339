"""The interface between a game and the two user interfaces of the terminal.

`GameTable` is the game: `local_table` plays on this machine, `remote_table` on a server. The full
screen and the plain game each implement `TerminalFace`, and get their table from a `TableFactory`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from tengen.engine import CallFromThread
from tengen.errors import TengenError
from tengen.game import Command, Event, GameState, Seat, Session, Setup

Callback = Callable[[], None]


class TableListener(Protocol):
    """Receives the events of a table."""

    def happened(self, events: tuple[Event, ...]) -> None:
        """Handle events, which are already stored."""

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Handle a machine that cannot move, or whose move cannot be stored. The game waits."""


class TerminalFace(TableListener, Protocol):
    """A user interface of the terminal, which also shows notices."""

    def noticed(self, text: str, *, alarm: bool = False) -> None:
        """Show a notice that is not an event: a sentence without its full stop."""


class GameTable(Protocol):
    """A game, and what a person at this keyboard can do in it."""

    is_online: bool
    """Whether the game is on a server. Then no other game can be played here."""

    @property
    def session(self) -> Session:
        """The game."""

    @property
    def state(self) -> GameState:
        """The state of the game."""

    @property
    def away(self) -> Collection[Seat]:
        """The seats whose people are away."""

    @property
    def not_our_turn(self) -> str:
        """The error message if the seat to move is not played from this keyboard."""

    @property
    def not_our_game(self) -> str:
        """The error message if no seat is played from this keyboard."""

    @property
    def allows_help(self) -> bool:
        """Whether the engine may help now."""

    @property
    def is_thinking(self) -> bool:
        """Whether the game waits for a player who is not at this keyboard."""

    @property
    def awaited(self) -> Seat | None:
        """The seat whose machine is to answer, if any."""

    def now(self) -> int:
        """Return the time of the game's clock in milliseconds."""

    def join(self) -> bool:
        """Join the game that this table is for. Return False if it has no such game."""

    def start(self, setup: Setup) -> None:
        """Leave the current game and start another."""

    def resume(self, number: int) -> None:
        """Leave the current game and resume a stored one."""

    def play_again(self) -> None:
        """Start the rematch that both agreed to."""

    def leave(self) -> None:
        """Leave the game, which stays stored."""

    def do(self, command: Command) -> None:
        """Carry out a command. Raises TengenError if it is refused."""

    def tick(self) -> None:
        """Check the clocks."""

    def try_again(self) -> None:
        """Ask a machine that failed again, if there is one."""

    def person(self) -> Seat:
        """Return the seat that this keyboard plays for now."""

    def is_person(self, seat: Seat) -> bool:
        """Whether a seat is played from this keyboard."""


TableFactory = Callable[[TerminalFace, CallFromThread], GameTable]
"""Makes the table of a user interface."""
