"""A review in a thread of its own, so that Ctrl-C is heard while it goes on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from tengen.cli.interrupts import on_interrupt
from tengen.review.review import Review
from tengen.review.reviewer import Reviewer

Event = Exception | int | None
"""How many positions are judged, what went wrong, or the end."""


class Work:
    """Goes through one game; `was_interrupted` tells whether Ctrl-C ended that early."""

    def __init__(self, reviewer: Reviewer) -> None:
        self.was_interrupted = False
        self._reviewer = reviewer
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def run(self, tell: Callable[[int], None]) -> Review:
        """What is known at the end, or when Ctrl-C is pressed; `tell` hears of each position."""
        thread = threading.Thread(target=self._judge, daemon=True)
        with on_interrupt(self._interrupt):
            thread.start()
            while (event := self._events.get()) is not None:
                if isinstance(event, Exception):
                    raise event
                tell(event)
            thread.join()
        return self._reviewer.review

    def _judge(self) -> None:
        try:
            for count, _ in enumerate(self._reviewer, 1):
                self._events.put(count)
            self._events.put(None)
        except Exception as error:  # noqa: BLE001 - raised again where it can be told
            self._events.put(error)

    def _interrupt(self) -> None:
        self.was_interrupted = True
        self._reviewer.stop()
