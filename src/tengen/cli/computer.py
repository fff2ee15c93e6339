"""The computer as a player of an edition. It thinks in a thread, so that Ctrl-C works."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing

from tengen.cli.edition import COMPILED_LEVELS
from tengen.cli.output import print_error
from tengen.engine import CancelToken, Limits, Opponent, run_in_thread
from tengen.engine.alpha_beta import COMPILED
from tengen.prove import guide_player
from tengen.prove.theorem_zone import describe_moves_left
from tengen.rules import Board, Point

NOTICE_DELAY = 1.0
NOTICE = b"(thinking)"


class ClassicComputer:
    """Chooses moves in a search thread, so that Ctrl-C can interrupt it."""

    def __init__(self, level: int, seed: int | None) -> None:
        self._guided = guide_player(Opponent(level, seed), level)
        if not COMPILED and level in COMPILED_LEVELS:
            print_error(f"the search is not compiled, so level {level} is slow")

    def choose(self, board: Board) -> Point:
        """Return the move to play."""
        cancel = CancelToken()
        results = run_in_thread(
            lambda: [self._guided.choose(board, Limits(), cancel)], cancel, NOTICE_DELAY
        )
        with closing(results):
            answer = next(results) or _wait(results)
        if self._guided.left:
            _notify(f"({describe_moves_left(self._guided.left)}) ".encode())
        return answer


def _wait(results: Iterator[Point | None]) -> Point:
    """Wait for the move, and meanwhile show on a terminal that the computer is thinking."""
    _notify(NOTICE)
    try:
        return next(point for point in results if point is not None)
    finally:
        _notify(b"\b \b" * len(NOTICE))


def _notify(text: bytes) -> None:
    try:
        if os.isatty(2):
            os.write(2, text)
    except OSError:
        return
