"""Reviews in threads of their own, so that Ctrl-C is heard while they go on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from tengen.engine.analysis import Limits
from tengen.review.review import Review
from tengen.review.reviewer import Reviewer
from tengen.rules.board import Board

Event = Exception | int | None
"""How many positions are judged, what went wrong, or the end."""


class Work:
    """Goes through one game after the other, until it is stopped."""

    def __init__(self, limits: Limits | None, threads: int) -> None:
        self.is_stopped = False
        self._limits = limits
        self._threads = threads
        self._reviewer: Reviewer | None = None

    def review(self, board: Board, tell: Callable[[int], None]) -> Review:
        """What is known at the end, or after a stop; `tell` hears how many positions that are.

        Raises RuleError for a game that the engine does not play.
        """
        reviewer = self._reviewer = Reviewer(board, self._limits, threads=self._threads)
        if self.is_stopped:
            reviewer.stop()
        events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        threading.Thread(target=_judge, args=(reviewer, events), daemon=True).start()
        while (event := events.get()) is not None:
            if isinstance(event, Exception):
                raise event
            tell(event)
        return reviewer.review

    def stop(self) -> None:
        """Have the review end now, and no other begin."""
        self.is_stopped = True
        if self._reviewer is not None:
            self._reviewer.stop()


def _judge(reviewer: Reviewer, events: queue.SimpleQueue[Event]) -> None:
    try:
        for count, _ in enumerate(reviewer, 1):
            events.put(count)
        events.put(None)
    except Exception as error:  # noqa: BLE001 - raised again where it can be told
        events.put(error)
