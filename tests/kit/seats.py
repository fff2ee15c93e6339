"""Engines for tests: scripted, random, failing, slow."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from tengen.errors import EngineError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules


class ScriptedSeat:
    """Plays the given moves in every game, then the first legal move."""

    def __init__(self, moves: Sequence[Point] = (), name: str = "scripted") -> None:
        self.name = name
        self.games = 0
        self.closed = 0
        self._moves = tuple(moves)
        self._left: list[Point] = []

    def new_game(self, rules: Rules) -> None:
        """Restart the script."""
        del rules
        self.games += 1
        self._left = list(self._moves)

    def choose(self, board: Board) -> Point:
        """Return the next move of the script."""
        return self._left.pop(0) if self._left else board.legal_points()[0]

    def close(self) -> None:
        """Count the calls."""
        self.closed += 1


class RandomSeat(ScriptedSeat):
    """Plays random legal moves, the same ones for the same seed."""

    def __init__(self, seed: int, name: str = "random") -> None:
        super().__init__(name=name)
        self._random = Random(seed)

    def choose(self, board: Board) -> Point:
        """Return a legal move."""
        return self._random.choice(board.legal_points())


class FailingSeat(ScriptedSeat):
    """Raises an error instead of a move, after `after` moves."""

    def __init__(self, error: BaseException | None = None, after: int = 0) -> None:
        super().__init__(name="failing")
        self._error = error or EngineError(self.name, "resigned")
        self._after = after

    def choose(self, board: Board) -> Point:
        """Return a legal move, or raise the error."""
        if self._after <= 0:
            raise self._error
        self._after -= 1
        return super().choose(board)


class DeafSeat(ScriptedSeat):
    """Cannot begin a game."""

    def new_game(self, rules: Rules) -> None:
        """Refuse."""
        raise EngineError(self.name, f"does not know {rules}")


class AnsweringSeat(ScriptedSeat):
    """Always gives the same answer, which may not even be a point."""

    def __init__(self, answer: object) -> None:
        super().__init__(name="answering")
        self._answer = answer

    def choose(self, board: Board) -> Point:
        """Return the answer."""
        del board
        return self._answer  # type: ignore[return-value] # tests use wrong types on purpose


class VandalSeat(ScriptedSeat):
    """Changes the board that it was given."""

    def choose(self, board: Board) -> Point:
        """Fill the board, and return a legal move."""
        point = board.legal_points()[0]
        while not board.outcome.is_over:
            board.play(board.legal_points()[-1])
        return point


class SlowSeat(ScriptedSeat):
    """Takes some seconds for every move."""

    def __init__(self, seconds: float, moves: Sequence[Point] = ()) -> None:
        super().__init__(moves, name="slow")
        self._seconds = seconds

    def choose(self, board: Board) -> Point:
        """Return a move after a delay."""
        time.sleep(self._seconds)
        return super().choose(board)
