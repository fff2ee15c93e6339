"""The solver in a thread of its own, so that Ctrl-C is heard, and progress seen, while it works."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from tengen.cli.interrupts import on_interrupt
from tengen.prove.solver import GameValue, ProofListeners, solve
from tengen.prove.solver_state import Meter, SolverMemory, SolverProgress
from tengen.prove.theorem_book import the_book
from tengen.rules.board import Board
from tengen.rules.point import Point

TICK = 0.1
PAUSE_BETWEEN_SAVES = 60.0


def suggest(board: Board) -> Point | None:
    """What the theorem plays, if it is about this position."""
    entry = the_book().find(board)
    return None if entry is None else entry.move


class Work:
    """One position to be solved; `was_interrupted` tells whether Ctrl-C ended it."""

    def __init__(
        self, board: Board, listeners: ProofListeners, meter: Meter, memory: SolverMemory
    ) -> None:
        self.was_interrupted = False
        self._board = board
        self._listeners = listeners
        self._meter = meter
        self._memory = memory
        self._answers: queue.SimpleQueue[GameValue | Exception] = queue.SimpleQueue()

    def run(
        self,
        begin: Callable[[], None],
        show: Callable[[SolverProgress], None],
        save: Callable[[], None],
    ) -> GameValue:
        """Solve it, show how far it is, and save what is known once a minute.

        `begin` is for the first words: whoever has read them is heard.
        """
        thread = threading.Thread(target=self._solve, daemon=True)
        with on_interrupt(self._interrupt):
            begin()
            thread.start()
            try:
                answer = self._wait(show, save)
            finally:
                self._meter.stop()
                thread.join()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _wait(
        self, show: Callable[[SolverProgress], None], save: Callable[[], None]
    ) -> GameValue | Exception:
        next_save = time.monotonic() + PAUSE_BETWEEN_SAVES
        while True:
            try:
                return self._answers.get(timeout=TICK)
            except queue.Empty:
                show(self._meter.progress())
            if time.monotonic() >= next_save:
                save()
                next_save = time.monotonic() + PAUSE_BETWEEN_SAVES

    def _solve(self) -> None:
        try:
            asked = self._board, self._listeners, self._meter, self._memory
            self._answers.put(solve(*asked, suggest))
        except Exception as error:  # noqa: BLE001 - raised again where it can be told
            self._answers.put(error)

    def _interrupt(self) -> None:
        self.was_interrupted = True
        self._meter.stop()
