"""A review that goes on beside the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tengen.core.board import Board
from tengen.errors import EngineError, TengenError
from tengen.players.manners import let_others_go_first
from tengen.review import Review, Reviewer
from tengen.tui.jobs import Call

Tell = Callable[[Review | TengenError], None]


class Reviewing:
    """Reviews a game in a thread of its own, and tells after every position what is known."""

    def __init__(self, board: Board, call: Call, tell: Tell) -> None:
        """`call` brings what the thread has to say to the caller's own."""
        self._call = call
        self._tell = tell
        self._reviewer = Reviewer(board)
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, daemon=True, name="review")
        self._thread.start()

    def stop(self) -> None:
        """End it at once; nothing more is told."""
        self._is_stopped = True
        self._reviewer.stop()

    def _run(self) -> None:
        let_others_go_first()
        try:
            for _judged in self._reviewer:
                self._pass_on(self._reviewer.review)
        except TengenError as error:
            self._pass_on(error)
        except Exception as error:  # noqa: BLE001 - whoever waits must be told
            self._pass_on(EngineError("review", f"failed: {error!r}"))

    def _pass_on(self, news: Review | TengenError) -> None:
        def tell() -> None:
            if not self._is_stopped:
                self._tell(news)

        self._call(tell)
