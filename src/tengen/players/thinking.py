"""An act in a thread of its own, so that nobody has to wait for it."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable

from tengen.engine.thread_priority import lower_thread_priority
from tengen.errors import EngineError, TengenError
from tengen.players.halt import Halt
from tengen.players.player import Actor
from tengen.session.commands import Command
from tengen.session.state import State

Outcome = Command | TengenError


class Thinking:
    """Has a player act, once, and tells what comes of it.

    `tell` is called in another thread. It should hand on what it is told and return: `cancel`
    waits for it. The game may go on meanwhile: what was there when this was made is what counts.
    """

    def __init__(
        self, player: Actor, state: State, now: int, tell: Callable[[Outcome], None]
    ) -> None:
        self._player = player
        self._question = (picture(state), now)
        self._tell = tell
        self._halt = Halt()
        self._is_cancelled = False
        self._lock = threading.RLock()
        self._thread = threading.Thread(target=self._think, daemon=True, name=player.name)
        self._thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether the thread is there, as it is for a moment after the end."""
        return self._thread.is_alive()

    def cancel(self) -> None:
        """Have the player stop. `tell` is not called any more once this returns."""
        with self._lock:
            self._is_cancelled = True
            self._halt.set()

    def _think(self) -> None:
        lower_thread_priority()
        outcome = self._act()
        with self._lock:
            if not self._is_cancelled:
                self._tell(outcome)

    def _act(self) -> Outcome:
        try:
            return self._player.act(*self._question, self._halt)
        except TengenError as error:
            return error
        except Exception as error:  # noqa: BLE001 - whoever waits must be told
            return EngineError(self._player.name, f"failed: {error!r}")


def picture(state: State) -> State:
    """A state that stays as it is when the game goes on. Only to be read."""
    still = copy.copy(state)
    still.board = state.board.copy()
    still.clocks = copy.deepcopy(state.clocks)
    still.opening = copy.copy(state.opening)
    still.steps, still.undone = list(state.steps), list(state.undone)
    still.offers = dict(state.offers)
    return still
