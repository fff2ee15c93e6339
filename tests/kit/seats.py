"""Engines for tests: scripted, random, failing, slow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
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

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return the next move of the script."""
        del time_left
        return self._left.pop(0) if self._left else board.legal_points()[0]

    def close(self) -> None:
        """Count the calls."""
        self.closed += 1


class SwappingSeat(ScriptedSeat):
    """Knows swap2: places three stones, and always plays the first player's colour."""

    def choose_swap(
        self, rules: Rules, points: Sequence[Point], *, time_left: int | None = None
    ) -> tuple[Point, ...]:
        """Return three stones for the empty board, else none."""
        del rules, time_left
        return () if points else (Point(2, 2), Point(3, 3), Point(1, 4))


class SeatMaker:
    """Makes engines and remembers them."""

    def __init__(self, make: Callable[[], ScriptedSeat] = ScriptedSeat) -> None:
        self.made: list[ScriptedSeat] = []
        self._make = make

    def __call__(self) -> ScriptedSeat:
        """Make an engine."""
        self.made.append(self._make())
        return self.made[-1]

    @property
    def closed(self) -> list[int]:
        """How often each of them was closed."""
        return [seat.closed for seat in self.made]


class RandomSeat(ScriptedSeat):
    """Plays random legal moves, the same ones for the same seed."""

    def __init__(self, seed: int, name: str = "random") -> None:
        super().__init__(name=name)
        self._random = Random(seed)

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return a legal move."""
        del time_left
        return self._random.choice(board.legal_points())


class FailingSeat(ScriptedSeat):
    """Raises an error instead of a move, after `after` moves."""

    def __init__(self, error: BaseException | None = None, after: int = 0) -> None:
        super().__init__(name="failing")
        self._error = error or EngineError(self.name, "resigned")
        self._after = after

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return a legal move, or raise the error."""
        if self._after <= 0:
            raise self._error
        self._after -= 1
        return super().choose(board, time_left=time_left)


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

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return the answer."""
        del board, time_left
        return self._answer  # type: ignore[return-value] # tests use wrong types on purpose


class VandalSeat(ScriptedSeat):
    """Changes the board that it was given."""

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Fill the board, and return a legal move."""
        del time_left
        point = board.legal_points()[0]
        while not board.outcome.is_over:
            board.play(board.legal_points()[-1])
        return point


class SlowSeat(ScriptedSeat):
    """Takes some seconds for every move."""

    def __init__(self, seconds: float, moves: Sequence[Point] = ()) -> None:
        super().__init__(moves, name="slow")
        self._seconds = seconds

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return a move after a delay."""
        time.sleep(self._seconds)
        return super().choose(board, time_left=time_left)
