"""A game session: commands in, events out, time handed in as a number."""

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
"""Commands that could be given for ever; all others bring the game to its end."""


def max_events(rules: Rules) -> int:
    """How many events a game may have before such commands are refused."""
    return 1000 + 2 * rules.width * rules.height


class Session:
    """Commands are checked here, and what comes of them is told as events.

    The same events, replayed, are the same game. Nothing here prints, sleeps or reads a clock.
    """

    def __init__(self, start: GameStarted) -> None:
        self.state = GameState(start)
        self.events: list[Event] = [start]
        self._is_interrupted = False

    @classmethod
    def start(cls, setup: Setup, now: int) -> Self:
        """Begin a game; the clock of whoever begins runs from now."""
        return cls(GameStarted(now, setup))

    @classmethod
    def replay(cls, events: Sequence[Event]) -> Self:
        """The game that these events are."""
        if not events or not isinstance(events[0], GameStarted):
            raise SessionError("the events of a game begin with its start")
        session = cls(events[0])
        for event in events[1:]:
            session.apply(event)
        session._is_interrupted = True
        return session

    def handle(self, command: commands.Command, now: int) -> tuple[Event, ...]:
        """Do what a command asks for, and tell what has happened.

        Raises SessionError, and changes nothing, if it cannot be done now. When somebody's time
        is up by now, that is all that happens. A game that was broken off and replayed can be
        resumed first, though it was not paused; the time in between is nobody's.
        """
        events = self.decide(command, now)
        self.apply_decided(events)
        return events

    def decide(self, command: commands.Command, now: int) -> tuple[Event, ...]:
        """What would come of a command; nothing has happened before that is applied."""
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
                f"the game has {count} events, too many for that: play on, resign, or begin another"
            )

    def apply_decided(self, events: tuple[Event, ...]) -> None:
        """Let happen what `decide` gave, if nothing else has happened since."""
        for event in events:
            self.state.apply_unchecked(event)
        self.events += events
        self._is_interrupted = False

    def apply(self, event: Event) -> None:
        """Let something have happened, as told by another; SessionError if it cannot have."""
        self.state.apply(event)
        self.events.append(event)
        self._is_interrupted = False
