"""Engines for tests: they play what they are told to, badly or not at all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from tengen.errors import EngineError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules


class ScriptedSeat:
    """Plays the given moves in every game, then whatever is legal and comes first."""

    def __init__(self, moves: Sequence[Point] = (), name: str = "scripted") -> None:
        self.name = name
        self.games = 0
        self.closed = 0
        self._moves = tuple(moves)
        self._left: list[Point] = []

    def new_game(self, rules: Rules) -> None:
        """Begin the script again, whatever the rules."""
        del rules
        self.games += 1
        self._left = list(self._moves)

    def choose(self, board: Board) -> Point:
        """The next move of the script."""
        return self._left.pop(0) if self._left else board.legal_points()[0]

    def close(self) -> None:
        """Count how often that happens."""
        self.closed += 1


class RandomSeat(ScriptedSeat):
    """Plays any legal move; the same ones for the same seed."""

    def __init__(self, seed: int, name: str = "random") -> None:
        super().__init__(name=name)
        self._random = Random(seed)

    def choose(self, board: Board) -> Point:
        """One of the legal moves."""
        return self._random.choice(board.legal_points())


class FailingSeat(ScriptedSeat):
    """Raises an error instead of its first move, or of the move after so many."""

    def __init__(self, error: BaseException | None = None, after: int = 0) -> None:
        super().__init__(name="failing")
        self._error = error or EngineError(self.name, "resigned")
        self._after = after

    def choose(self, board: Board) -> Point:
        """A legal move, or the error."""
        if self._after <= 0:
            raise self._error
        self._after -= 1
        return super().choose(board)


class DeafSeat(ScriptedSeat):
    """Cannot even begin a game."""

    def new_game(self, rules: Rules) -> None:
        """Refuse."""
        raise EngineError(self.name, f"does not know {rules}")


class AnsweringSeat(ScriptedSeat):
    """Gives one and the same answer, which need not even be a point."""

    def __init__(self, answer: object) -> None:
        super().__init__(name="answering")
        self._answer = answer

    def choose(self, board: Board) -> Point:
        """The answer, whatever the board."""
        del board
        return self._answer  # type: ignore[return-value] # that is the test


class VandalSeat(ScriptedSeat):
    """Plays on the board that it was only shown."""

    def choose(self, board: Board) -> Point:
        """A legal move, after filling the board."""
        point = board.legal_points()[0]
        while not board.outcome.is_over:
            board.play(board.legal_points()[-1])
        return point


class SlowSeat(ScriptedSeat):
    """Takes so many seconds for every move."""

    def __init__(self, seconds: float, moves: Sequence[Point] = ()) -> None:
        super().__init__(moves, name="slow")
        self._seconds = seconds

    def choose(self, board: Board) -> Point:
        """A move, later."""
        time.sleep(self._seconds)
        return super().choose(board)
