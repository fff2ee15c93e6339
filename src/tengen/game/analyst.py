"""Analysis in the background: one board after the other, in a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator
from contextlib import closing

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.engine import Engine
from tengen.engine.thread_priority import lower_thread_priority
from tengen.errors import EngineError, TengenError
from tengen.rules.board import Board

AnalystNews = Analysis | TengenError | None
"""What is known after a depth, what went wrong, or None: nothing more will come."""
AnalystTask = tuple[Board, Limits]
TellNews = Callable[[Board, AnalystNews], None]
NO_LIMITS = Limits()


class Analyst:
    """Analyses one board after the other in a thread of its own. Close it in the end.

    `tell` is called in that thread, with a board and news of it. It should hand them on and
    return: the other methods wait for it. What the engine saw on one board it knows on the next.
    """

    def __init__(
        self, tell: TellNews, *, lines: int = 1, threads: int = 1, megabytes: float = 64
    ) -> None:
        self._tell = tell
        self._lines = lines
        self._engine = Engine(megabytes, threads)
        self._changed = threading.Condition(threading.RLock())
        self._work: AnalystTask | None = None
        self._is_new = False
        self._is_open = True
        self._thread = threading.Thread(target=self._run, daemon=True, name="analyst")
        self._thread.start()

    def show(self, board: Board, limits: Limits = NO_LIMITS) -> None:
        """Look at this board from now on; there will be no more news of the one before."""
        self._want((board.copy(), limits))

    def stop(self) -> None:
        """Look at nothing; there will be no more news."""
        self._want(None)

    def close(self) -> None:
        """Stop and end the thread; may be called twice."""
        with self._changed:
            self._is_open = False
            self.stop()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _want(self, work: AnalystTask | None) -> None:
        with self._changed:
            self._work, self._is_new = work, work is not None
            self._engine.stop()
            self._changed.notify_all()

    def _run(self) -> None:
        lower_thread_priority()
        while (work := self._next()) is not None:
            with closing(self._look(*work)) as found:
                for news in found:
                    if not self._report(work, news):
                        break

    def _next(self) -> AnalystTask | None:
        """What to look at, once there is something new; None when all is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_new or not self._is_open)
            self._is_new = False
            self._engine.get_ready()
            return self._work if self._is_open else None

    def _look(self, board: Board, limits: Limits) -> Generator[AnalystNews]:
        try:
            yield from self._engine.analyse(board, limits, self._lines)
        except TengenError as error:
            yield error
        except Exception as error:  # noqa: BLE001 - whoever waits must be told
            yield EngineError("analyst", f"failed: {error!r}")
        yield None

    def _report(self, work: AnalystTask, news: AnalystNews) -> bool:
        """Tell, if the news is still wanted; whether more of it is."""
        with self._changed:
            if self._work is work:
                self._tell(work[0], news)
            return self._work is work


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
