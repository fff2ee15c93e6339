"""The search in a thread of its own, so that Ctrl-C and the clock are heard while it goes on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from tengen.cli.interrupts import on_interrupt
from tengen.engine.analysis import Analysis, Limits
from tengen.engine.engine import Engine
from tengen.rules.board import Board

Event = Analysis | Exception | None
"""What is known after a depth, what went wrong, or the end."""


class Feed:
    """An analysis as it comes; `was_interrupted` tells whether Ctrl-C ended it."""

    def __init__(self, engine: Engine, board: Board, limits: Limits, lines: int) -> None:
        self.was_interrupted = False
        self._engine = engine
        self._work = (board, limits, lines)
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def watch(self, tick: float | None = None) -> Iterator[Analysis | None]:
        """What is known after each depth, and None whenever nothing came for `tick` seconds."""
        thread = threading.Thread(target=self._search, daemon=True)
        with on_interrupt(self._interrupt):
            thread.start()
            try:
                yield from self._listen(tick)
            finally:
                self._engine.stop()
                thread.join()

    def _listen(self, tick: float | None) -> Iterator[Analysis | None]:
        while True:
            try:
                event = self._events.get(timeout=tick)
            except queue.Empty:
                yield None
                continue
            if event is None:
                return
            if isinstance(event, Exception):
                raise event
            yield event

    def _search(self) -> None:
        try:
            for analysis in self._engine.analyse(*self._work):
                self._events.put(analysis)
            self._events.put(None)
        except Exception as error:  # noqa: BLE001 - raised again where it can be told
            self._events.put(error)

    def _interrupt(self) -> None:
        self.was_interrupted = True
        self._engine.stop()
