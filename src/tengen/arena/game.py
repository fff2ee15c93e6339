"""A game between two engines. An engine that fails loses."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Protocol, TypeGuard

from tengen import errors
from tengen.arena.schedule import OpeningMoves
from tengen.rules import Board, Player, Point, Rules, Termination
from tengen.rules.outcome import BOARD_TERMINATIONS


class EnginePlayer(Protocol):
    """An engine, in this process or another."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    def new_game(self, rules: Rules) -> None:
        """Prepare a game of these rules, from an empty board."""

    def choose(self, board: Board) -> Point:
        """Return a legal move for the player to move, and do not change the board."""

    def close(self) -> None:
        """Stop the engine; may be called twice."""


FAILURES = (Termination.ILLEGAL_MOVE, Termination.ENGINE_ERROR, Termination.TIME)
"""Causes that are failures of the loser's program."""
MATCH_TERMINATIONS = BOARD_TERMINATIONS.union(FAILURES)


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds per move, and how much later an answer is still accepted."""

    turn: float = math.inf
    slack: float = 0.2

    def is_late(self, took: float) -> bool:
        """Return whether a move that took this many seconds loses."""
        return took > self.turn + self.slack


@dataclass(frozen=True, slots=True)
class EngineGame:
    """A finished game: who won and why, details of a failure, seconds of each move."""

    board: Board
    winner: Player | None
    cause: Termination
    detail: str
    seconds: dict[Player, tuple[float, ...]]

    def __post_init__(self) -> None:
        if self.cause not in MATCH_TERMINATIONS:
            raise errors.RuleError(f"a game of two engines cannot end by {self.cause.value!r}")


@dataclass(frozen=True, slots=True)
class _Loss:
    loser: Player
    cause: Termination
    detail: str


def play_game(
    first: EnginePlayer,
    second: EnginePlayer,
    rules: Rules,
    opening: OpeningMoves,
    clock: Clock | None = None,
) -> EngineGame:
    """Play a game from an opening, whose moves must be legal. An engine that fails loses.

    Raises EngineRefusedGame if an engine does not support the rules.
    """
    game = _GameRun({Player.FIRST: first, Player.SECOND: second}, Board(rules), clock or Clock())
    for point in opening:
        game.board.play(point)
    return game.play()


class _GameRun:
    def __init__(self, seats: dict[Player, EnginePlayer], board: Board, clock: Clock) -> None:
        self.board = board
        self._seats = seats
        self._clock = clock
        self._seconds: dict[Player, list[float]] = {player: [] for player in Player}

    def play(self) -> EngineGame:
        loss = self._start(Player.FIRST) or self._start(Player.SECOND)
        while loss is None and not self.board.outcome.is_over:
            loss = self._move(self.board.turn)
        return self._record(loss)

    def _start(self, player: Player) -> _Loss | None:
        try:
            self._seats[player].new_game(self.board.rules)
        except errors.EngineRefusedGame:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an engine may raise anything
            return _Loss(player, Termination.ENGINE_ERROR, describe_error(error))
        return None

    def _move(self, player: Player) -> _Loss | None:
        start = time.perf_counter()
        try:
            answer: object = self._seats[player].choose(self.board.copy())
        except errors.EngineRefusedGame:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an engine may raise anything
            answer = error
        took = time.perf_counter() - start
        self._seconds[player].append(took)
        if isinstance(answer, BaseException):
            return _loss_by_error(player, answer, took)
        if self._clock.is_late(took):
            return _Loss(player, Termination.TIME, f"the move took {1000 * took:.0f} ms")
        return self._play(player, answer)

    def _play(self, player: Player, answer: object) -> _Loss | None:
        if not _is_point(answer):
            return _Loss(
                player, Termination.ILLEGAL_MOVE, f"a {type(answer).__name__} is not a point"
            )
        try:
            self.board.play(answer)
        except errors.IllegalMove as error:
            return _Loss(player, Termination.ILLEGAL_MOVE, f"{error.point} {error.reason.value}")
        return None

    def _record(self, loss: _Loss | None) -> EngineGame:
        seconds = {player: tuple(times) for player, times in self._seconds.items()}
        if loss:
            return EngineGame(self.board, loss.loser.other, loss.cause, loss.detail, seconds)
        outcome = self.board.outcome
        assert outcome.ending is not None
        return EngineGame(self.board, outcome.winner, outcome.ending, "", seconds)


def _loss_by_error(player: Player, error: BaseException, took: float) -> _Loss:
    """Return the loss for an error instead of a move: by time, by an illegal move, or other."""
    if isinstance(error, errors.EngineTimedOut):
        return _Loss(player, Termination.TIME, f"no answer after {1000 * took:.0f} ms")
    is_illegal = isinstance(error, errors.EngineMovedIllegally)
    return _Loss(
        player,
        Termination.ILLEGAL_MOVE if is_illegal else Termination.ENGINE_ERROR,
        describe_error(error),
    )


def _is_point(answer: object) -> TypeGuard[Point]:
    return isinstance(answer, Point) and type(answer.row) is type(answer.col) is int


def describe_error(error: BaseException) -> str:
    """Format an error as one printable line; for an engine's error, with its last output."""
    name = type(error).__name__
    if isinstance(error, errors.EngineError):
        said = f"; it last said {errors.quote(error.lines[-1])}" if error.lines else ""
        return f"{name}: {errors.quote(error.what)}{said}"
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - an engine may raise anything
        text = ""
    return f"{name}: {errors.quote(text)}" if text else name
