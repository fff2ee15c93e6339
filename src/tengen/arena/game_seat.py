"""An engine at its place in a game: it is asked for moves, and they are timed and checked."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TypeGuard

from tengen import errors
from tengen.arena.game import ClockKind, EngineMove, EnginePlayer, GameConditions, ObservedEngine
from tengen.gomocup.faults import EngineFault, fault_of
from tengen.printable import in_line
from tengen.rules import Board, Player, Point, Rules, Termination

CAUSES_OF_FAULTS = {
    EngineFault.SILENCE: Termination.TIME,
    EngineFault.ILLEGAL_MOVE: Termination.ILLEGAL_MOVE,
}
"""How a game ends by a fault instead of a move; by all others it is an engine error."""


@dataclass(frozen=True, slots=True)
class EngineGameEnd:
    """How a game has ended."""

    winner: Player | None
    cause: Termination
    fault: EngineFault | None = None
    detail: str = ""


class GameSeat:
    """An engine in a game, with its clock."""

    def __init__(self, player: Player, engine: EnginePlayer, conditions: GameConditions) -> None:
        self._player = player
        self._engine = engine
        self._observed = engine if isinstance(engine, ObservedEngine) else None
        self._measured = self._observed if conditions.clock is ClockKind.CPU else None
        self._conditions = conditions
        self._left: float | None = conditions.match_ms or None

    def start(self, rules: Rules) -> EngineGameEnd | None:
        """Prepare the game, and return its result if the engine fails."""
        try:
            self._engine.new_game(rules)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an engine may raise anything
            return self._loss(Termination.ENGINE_ERROR, fault_of(error), describe_error(error))
        return None

    def play(self, board: Board) -> EngineMove | EngineGameEnd:
        """Play a move, and return what is known of it, or the result if the engine fails."""
        left = None if self._left is None else max(0, int(self._left))
        shown = board if self._observed else board.copy()
        cpu = self._measured.cpu_ms() if self._measured else 0
        start = time.perf_counter()
        try:
            answer: object = self._engine.choose(shown, time_left=left)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an engine may raise anything
            return self._loss_by_error(error, 1000 * (time.perf_counter() - start))
        took = 1000 * (time.perf_counter() - start)
        spent = max(0, self._measured.cpu_ms() - cpu) if self._measured else None
        failed = self._count(took if spent is None else spent) or self._play_answer(board, answer)
        return failed or EngineMove(
            took, spent, self._observed.evaluation() if self._observed else None
        )

    def _count(self, took: float) -> EngineGameEnd | None:
        """Count the time of a move, and return the result if it is too late."""
        limits, left = self._conditions, self._left
        if left is not None:
            self._left = left - took + limits.increment_ms
        longest = limits.turn_ms or took if left is None else min(limits.turn_ms or left, left)
        if took <= longest + limits.slack_ms:
            return None
        kind = "" if limits.clock is ClockKind.WALL else " of CPU time"
        detail = f"the move took {took:.0f} ms{kind} instead of {max(0, longest):.0f} ms"
        return self._loss(Termination.TIME, EngineFault.LATE_MOVE, detail)

    def _play_answer(self, board: Board, answer: object) -> EngineGameEnd | None:
        if not _is_point(answer):
            return self._illegal(f"a {type(answer).__name__} is not a point")
        try:
            board.play(answer)
        except errors.IllegalMove as error:
            return self._illegal(f"{error.point} {error.reason.value}")
        return None

    def _loss_by_error(self, error: BaseException, took: float) -> EngineGameEnd:
        """Return the result for an error instead of a move."""
        fault = fault_of(error)
        is_silent = fault is EngineFault.SILENCE
        detail = f"no answer after {took:.0f} ms" if is_silent else describe_error(error)
        return self._loss(CAUSES_OF_FAULTS.get(fault, Termination.ENGINE_ERROR), fault, detail)

    def _illegal(self, detail: str) -> EngineGameEnd:
        return self._loss(Termination.ILLEGAL_MOVE, EngineFault.ILLEGAL_MOVE, detail)

    def _loss(self, cause: Termination, fault: EngineFault, detail: str) -> EngineGameEnd:
        return EngineGameEnd(self._player.other, cause, fault, detail)


def _is_point(answer: object) -> TypeGuard[Point]:
    return isinstance(answer, Point) and type(answer.row) is type(answer.col) is int


def describe_error(error: BaseException) -> str:
    """Format an error as one printable line; for an engine's error, with its last output."""
    if isinstance(error, errors.EngineError):
        said = f"; it last said {errors.quote(error.lines[-1])}" if error.lines else ""
        return f"{in_line(error.what)}{said}"
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - an engine may raise anything
        text = ""
    return f"{name}: {errors.quote(text)}" if text else name
