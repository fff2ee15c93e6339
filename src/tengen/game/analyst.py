"""Analysis in the background: one board after the other, in a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.search_thread import CallFromThread, SearchThread, call_here
from tengen.errors import TengenError
from tengen.rules.board import Board

AnalystNews = Analysis | TengenError | None
"""What is known after a depth; what went wrong, or None: nothing more will come."""
TellNews = Callable[[Board, AnalystNews], None]
NO_LIMITS = Limits()


class Analyst:
    """Analyses one board after the other in threads of its own. Close it in the end.

    `tell` is called with a board and news of it, in such a thread or where `call` brings it. It
    should return soon: the other methods wait for it. What the engine saw on one board it knows
    on the next.
    """

    def __init__(
        self,
        tell: TellNews,
        call: CallFromThread = call_here,
        *,
        lines: int = 1,
        threads: int = 1,
        megabytes: float = 64,
    ) -> None:
        self._tell = tell
        self._call = call
        self._lines = lines
        self._engine = Engine(megabytes, threads)
        self._turn = threading.Lock()  # one search after the other
        self._search: SearchThread[Analysis | None] | None = None

    def show(self, board: Board, limits: Limits = NO_LIMITS) -> None:
        """Look at this board from now on; there will be no more news of the one before."""
        self.stop()
        board = board.copy()
        self._search = SearchThread(
            "analyst",
            lambda cancel: self._analyse(board, limits, cancel),
            lambda news: self._tell(board, news),
            self._call,
        )

    def stop(self) -> None:
        """Look at nothing; there will be no more news."""
        if self._search is not None:
            self._search.cancel()

    def close(self) -> None:
        """Stop and wait for the thread; may be called twice."""
        if self._search is not None:
            self._search.cancel()
            self._search.join()

    def _analyse(
        self, board: Board, limits: Limits, cancel: CancelToken
    ) -> Generator[Analysis | None]:
        with self._turn:
            yield from self._engine.analyse(board, limits, self._lines, cancel=cancel)
        yield None


def hint(board: Board, seconds: float = 1.0, *, lines: int = 1, threads: int = 1) -> Analysis:
    """What the engine thinks of a board after so many seconds. Waits for that.

    Raises RuleError if the game is over, or is one that the engine does not play.
    """
    heard: queue.SimpleQueue[AnalystNews] = queue.SimpleQueue()
    analyst = Analyst(lambda _board, news: heard.put(news), lines=lines, threads=threads)
    try:
        analyst.show(board, Limits(seconds))
        found = None
        while (news := heard.get()) is not None:
            if isinstance(news, TengenError):
                raise news
            found = news
    finally:
        analyst.close()
    assert found is not None
    return found
