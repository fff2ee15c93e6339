"""A session: a running game as a state machine with commands in and events out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from tengen.errors import SessionError
from tengen.game import commands
from tengen.game.decisions import decide
from tengen.game.events import Event, GameStarted
from tengen.game.setup import Setup
from tengen.game.state import GameState
from tengen.rules.rules import Rules

REPEATABLE_COMMANDS = (
    commands.TakeBack,
    commands.Redo,
    commands.OfferDraw,
    commands.OfferRematch,
    commands.Pause,
    commands.ChangeSitter,
)
"""Commands that could be repeated for ever; all others bring the game closer to its end."""


def max_events(rules: Rules) -> int:
    """Return the number of events from which on repeatable commands are refused."""
    return 1000 + 2 * rules.width * rules.height


class Session:
    """A running game. It checks commands and turns them into events.

    Replaying the events gives the same game. A session never reads a clock: callers pass the time.
    """

    def __init__(self, start: GameStarted) -> None:
        self.state = GameState(start)
        self.events: list[Event] = [start]
        self._is_interrupted = False

    @classmethod
    def start(cls, setup: Setup, now: int) -> Self:
        """Start a game; the clock of the first seat to act runs from now."""
        return cls(GameStarted(now, setup))

    @classmethod
    def replay(cls, events: Sequence[Event]) -> Self:
        """Return the session with these events. Raises SessionError if they are not a game."""
        if not events or not isinstance(events[0], GameStarted):
            raise SessionError("the first event of a game must be GameStarted")
        session = cls(events[0])
        for event in events[1:]:
            session.apply(event)
        session._is_interrupted = True
        return session

    def handle(self, command: commands.Command, now: int) -> tuple[Event, ...]:
        """Execute a command and return its events.

        Raises SessionError and changes nothing if the command is not allowed now. If a player's
        time is up, the game ends instead. A replayed game accepts Resume as its first command even
        if it was not paused; the time in between then counts for neither player.
        """
        events = self.decide(command, now)
        self.apply_decided(events)
        return events

    def decide(self, command: commands.Command, now: int) -> tuple[Event, ...]:
        """Return the events of a command without applying them. Raises SessionError."""
        if isinstance(command, commands.Resume):
            self._check_resume()
        if isinstance(command, REPEATABLE_COMMANDS):
            self._check_length()
        return decide(self.state, command, now)

    def _check_resume(self) -> None:
        is_over = self.state.result is not None
        if not (is_over or self.state.is_paused or self._is_interrupted):
            raise SessionError("the game is not paused")

    def _check_length(self) -> None:
        count = len(self.events)
        if count >= max_events(self.state.setup.rules):
            raise SessionError(
                f"the game has {count} events, too many for that: play on, resign or start another"
            )

    def apply_decided(self, events: tuple[Event, ...]) -> None:
        """Apply the events from `decide`, if nothing has happened since."""
        for event in events:
            self.state.apply_unchecked(event)
        self.events += events
        self._is_interrupted = False

    def apply(self, event: Event) -> None:
        """Apply an event. Raises SessionError if it cannot happen now."""
        self.state.apply(event)
        self.events.append(event)
        self._is_interrupted = False
