"""Machines that a test controls, at a table whose calls run when the test says so."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress

from tengen.engine.cancel_token import CancelToken
from tengen.errors import TengenError
from tengen.game.commands import Command
from tengen.game.events import Event
from tengen.game.machine_player import command_for, current_task
from tengen.game.setup import PlayerSpec
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.storage import Store
from tengen.terminal.local_table import LocalTable

LONG = 20.0
"""Seconds after which a test fails."""


class Machine:
    """Moves when the test allows it, to the first free point or with an error; can be cancelled."""

    def __init__(self, sitter: PlayerSpec) -> None:
        self.name = "Machine"
        self.sitter = sitter
        self.errors: list[TengenError] = []
        self.may_act = threading.Event()
        self.has_begun = threading.Event()
        self.likes_draws = False
        self.is_closed = False
        self.acts = 0

    def prepare(self, rules: Rules) -> None:
        pass

    def act(self, state: GameState, _now: int, cancel: CancelToken | None = None) -> Command:
        self.acts += 1
        assert cancel is not None
        with cancel.on_cancel(self.may_act.set):
            self.has_begun.set()
            assert self.may_act.wait(LONG)
        if self.errors:
            raise self.errors.pop()
        point = next(iter(state.board.empty_points()))
        return command_for(current_task(state), point)

    def wants_draw(self, _state: GameState) -> bool:
        return self.likes_draws

    def close(self) -> None:
        self.may_act.set()
        self.is_closed = True


class Watcher:
    """A table, and all its events and errors."""

    def __init__(self, store: Store | None = None) -> None:
        self._calls: queue.Queue[Callable[[], None]] = queue.Queue()
        self.events: list[Event] = []
        self.failures: list[tuple[Seat, str]] = []
        self.on_event: Callable[[Event], None] = lambda _event: None
        self.table = LocalTable(store, self, self._calls.put)

    def happened(self, events: tuple[Event, ...]) -> None:
        self.events += events
        for event in events:
            self.on_event(event)

    def failed(self, seat: Seat, error: TengenError) -> None:
        self.failures.append((seat, str(error)))

    def wait(self) -> None:
        """Wait for the next call of a machine, and run it."""
        self._calls.get(timeout=LONG)()

    def catch_up(self) -> int:
        """Run all pending calls of other threads; return their number."""
        count = 0
        with suppress(queue.Empty):
            while True:
                self._calls.get_nowait()()
                count += 1
        return count

    @property
    def moves(self) -> tuple[Point, ...]:
        """The moves of the game."""
        return self.table.state.board.moves


def threads() -> list[str]:
    """Return the names of the running threads of machines."""
    return [thread.name for thread in threading.enumerate() if thread.name == "Machine"]


def wait_for_threads() -> None:
    """Wait until no machine is working."""
    for thread in threading.enumerate():
        if thread.name == "Machine":
            thread.join(LONG)
    assert threads() == []
