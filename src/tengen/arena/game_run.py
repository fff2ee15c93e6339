"""Play a game between two engines. An engine that fails loses."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard

from tengen import errors
from tengen.arena.game import (
    ClockKind,
    DialogueLine,
    EngineGame,
    EngineMove,
    EnginePlayer,
    GameConditions,
    ObservedEngine,
)
from tengen.arena.schedule import OpeningMoves
from tengen.gomocup.connection import LineSource, TimedLine
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.gomocup.faults import EngineFault, fault_of
from tengen.gomocup.process_family import CAN_LIST_PROCESSES
from tengen.printable import in_line
from tengen.rules import Board, Player, Point, Rules, Termination


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The result of a game that is broken off: the winner, or None for a draw, and why."""

    winner: Player | None
    reason: str


class Adjudicator:
    """Follows a game move by move; limits of 0 are never reached."""

    def __init__(self, draw_after: int, win_score: int, win_moves: int) -> None:
        self._draw_after = draw_after
        self._win_score = win_score
        self._win_moves = win_moves
        self._leader: Player | None = None
        self._agreed = 0

    def see(
        self, player: Player, evaluation: EngineEvaluation | None, played: int
    ) -> Adjudication | None:
        """Return the result after a move of this player, the game's last of `played` so far."""
        if self._win_score:
            self._follow(_leader(player, evaluation, self._win_score))
            if self._agreed >= 2 * self._win_moves:
                what = f"both engines saw {self._win_score} or more in {self._win_moves} moves"
                return Adjudication(self._leader, what)
        if self._draw_after and played >= self._draw_after:
            return Adjudication(None, f"no winner after {played} moves")
        return None

    def _follow(self, leader: Player | None) -> None:
        """Count how many moves in a row the same player has been ahead."""
        self._agreed = self._agreed + 1 if leader is self._leader else 1
        self._leader = leader
        if leader is None:
            self._agreed = 0


def _leader(player: Player, evaluation: EngineEvaluation | None, score: int) -> Player | None:
    sign = 0 if evaluation is None else evaluation.favours(score)
    return {1: player, -1: player.other}.get(sign)


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


DEFAULT_CONDITIONS = GameConditions()
MAX_LOGGED = 10_000
"""How many lines of a dialogue are kept from its beginning, and as many from its end."""


def play_game(
    first: EnginePlayer,
    second: EnginePlayer,
    rules: Rules,
    opening: OpeningMoves,
    conditions: GameConditions = DEFAULT_CONDITIONS,
) -> EngineGame:
    """Play a game from an opening, whose moves must be legal. An engine that fails loses.

    Engines in processes must have been started with `conditions.limits()`. An engine that has
    failed should be closed before its next game. Raises UsageError if something cannot be measured.
    """
    engines = {Player.FIRST: first, Player.SECOND: second}
    check_measurable(engines.values(), conditions)
    board = Board(rules)
    for point in opening:
        board.play(point)
    log = DialogueLog()
    with log.listening(engines) if conditions.is_logged else contextlib.nullcontext():
        opening_length, moves = len(opening), list[EngineMove]()
        seats = [GameSeat(player, engines[player], conditions) for player in Player]
        result = _play(board, seats, moves, _adjudicator(conditions))
    return EngineGame(
        *(board, opening_length, result.winner, result.cause, result.fault, result.detail),
        *(tuple(moves), log.lines, log.omitted),
    )


def check_measurable(engines: Iterable[EnginePlayer], conditions: GameConditions) -> None:
    """Raise UsageError if the CPU time or the memory of these engines cannot be measured here."""
    is_cpu = conditions.clock is ClockKind.CPU
    if not CAN_LIST_PROCESSES and (is_cpu or conditions.memory_mb):
        what = "CPU time" if is_cpu else "memory"
        raise errors.UsageError(f"the {what} of an engine is measured in /proc: use Linux")
    for engine in engines:
        if is_cpu and not isinstance(engine, ObservedEngine):
            name = errors.quote(engine.name)
            raise errors.UsageError(f"{name} has no process of its own: use the wall clock")


def _adjudicator(conditions: GameConditions) -> Adjudicator:
    return Adjudicator(conditions.draw_after, conditions.win_score, conditions.win_moves)


def _play(
    board: Board, seats: list[GameSeat], moves: list[EngineMove], adjudicator: Adjudicator
) -> EngineGameEnd:
    """Play until the game is over; the moves are added to `moves`."""
    for seat in seats:
        failed = seat.start(board.rules)
        if failed is not None:
            return failed
    ply = len(board.moves)
    while not board.outcome.is_over:
        player = Player.SECOND if ply % 2 else Player.FIRST
        played = seats[ply % 2].play(board)
        if isinstance(played, EngineGameEnd):
            return played
        moves.append(played)
        ply += 1
        decided = adjudicator.see(player, played.evaluation, ply)
        if decided is not None and not board.outcome.is_over:
            return EngineGameEnd(decided.winner, Termination.ADJUDICATED, None, decided.reason)
    assert board.outcome.ending is not None
    return EngineGameEnd(board.outcome.winner, board.outcome.ending)


class DialogueLog:
    """The lines to and from two engines: all of them, or the first and the last of very many."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._first: list[DialogueLine] = []
        self._last: deque[DialogueLine] = deque(maxlen=MAX_LOGGED)
        self._count = 0

    @property
    def lines(self) -> tuple[DialogueLine, ...]:
        """The lines that are kept."""
        return (*self._first, *self._last)

    @property
    def omitted(self) -> int:
        """How many lines between the first and the last are not kept."""
        return self._count - len(self._first) - len(self._last)

    def add(self, player: Player, source: LineSource, text: str) -> None:
        """Add a line to or from the engine of this player."""
        self._keep(DialogueLine(self._now(), player, source, text))

    def _now(self) -> int:
        return round(1000 * (time.monotonic() - self._start))

    def _keep(self, line: DialogueLine) -> None:
        kept = self._first if len(self._first) < MAX_LOGGED else self._last
        kept.append(line)
        self._count += 1

    def _add_start(self, player: Player, line: TimedLine) -> None:
        """Add a line with which an engine was started before."""
        milliseconds = min(-1, round(1000 * (line.seconds - self._start)))
        self._keep(DialogueLine(milliseconds, player, line.source, line.text))

    @contextlib.contextmanager
    def listening(self, engines: Mapping[Player, EnginePlayer]) -> Iterator[None]:
        """Log how their processes were started, and all lines meanwhile."""
        observed = {
            player: engine
            for player, engine in engines.items()
            if isinstance(engine, ObservedEngine)
        }
        earlier = [
            (player, line) for player, engine in observed.items() for line in engine.start_lines()
        ]
        for player, line in sorted(earlier, key=lambda each: each[1].seconds):
            self._add_start(player, line)
        for player, engine in observed.items():
            engine.listen(partial(self.add, player))
        try:
            yield
        finally:
            for engine in observed.values():
                engine.listen(None)
