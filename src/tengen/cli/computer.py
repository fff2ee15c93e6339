"""The computer as a player of an edition, in a thread, so that Ctrl-C works while it thinks."""

from __future__ import annotations

import os
import queue
import threading

from tengen.cli.edition import COMPILED_LEVELS
from tengen.cli.output import print_error
from tengen.engine.alpha_beta import COMPILED
from tengen.engine.analysis import Limits
from tengen.engine.levels import Opponent
from tengen.prove.theorem_player import guide_player
from tengen.prove.theorem_zone import describe_moves_left
from tengen.rules.board import Board
from tengen.rules.point import Point

NOTICE_DELAY = 1.0
NOTICE = b"(thinking)"

MoveOrError = Point | BaseException
AnswerQueue = queue.SimpleQueue[MoveOrError]


class ClassicComputer:
    """Chooses moves in a thread of its own, so that waiting for one can be broken off."""

    def __init__(self, level: int, seed: int | None) -> None:
        self._guided = guide_player(Opponent(level, seed), level)
        if not COMPILED and level in COMPILED_LEVELS:
            print_error(f"the search is not compiled, so level {level} is slow")

    def choose(self, board: Board) -> Point:
        """The move to play."""
        answers: AnswerQueue = queue.SimpleQueue()
        try:
            threading.Thread(target=self._think, args=(board, answers), daemon=True).start()
            answer = _wait(answers)
        except KeyboardInterrupt:
            self._guided.stop()
            raise
        if isinstance(answer, BaseException):
            raise answer
        if self._guided.left:
            _notify(f"({describe_moves_left(self._guided.left)}) ".encode())
        return answer

    def _think(self, board: Board, answers: AnswerQueue) -> None:
        try:
            answers.put(self._guided.choose(board, Limits()))
        except BaseException as error:  # noqa: BLE001 - whatever it is, who waits must be told
            answers.put(error)


def _wait(answers: AnswerQueue) -> MoveOrError:
    """The answer; whoever waits long at a terminal is told why."""
    try:
        return answers.get(timeout=NOTICE_DELAY)
    except queue.Empty:
        _notify(NOTICE)
    try:
        return answers.get()
    finally:
        _notify(b"\b \b" * len(NOTICE))


def _notify(text: bytes) -> None:
    try:
        if os.isatty(2):
            os.write(2, text)
    except OSError:
        return
