"""A match between engines of this process, and the tally of the games of any match.

Results are those of engine 1 unless noted otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import ParamSpec, TypeVar

from tengen.arena.elo import Sample
from tengen.arena.engine_pool import EnginePool
from tengen.arena.executor import TaskExecutor
from tengen.arena.formats import OpeningPair
from tengen.arena.game import EngineGame, GameConditions
from tengen.arena.game_run import DEFAULT_CONDITIONS
from tengen.arena.pair_task import EngineMaker, PairResult, PairTask
from tengen.arena.schedule import NO_OPENING, OpeningMoves, OpeningOrder, ScheduledGame, Side
from tengen.arena.task_runner import run_tasks
from tengen.rules import Board, Player, Rules, Termination, cell_of, point_of, symmetries

P = ParamSpec("P")
R = TypeVar("R")


class ThreadExecutor(TaskExecutor):
    """Runs tasks in threads, for engines that cannot be sent to another process."""

    def __init__(self, threads: int) -> None:
        self.pool = EnginePool()
        """The engines, which are interrupted when the executor is stopped."""
        self._threads = threads
        self._executor = ThreadPoolExecutor(threads, "pairs")

    @property
    def ahead(self) -> int:
        """As many tasks as there are threads."""
        return self._threads

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Queue a task and return its future."""
        return self._executor.submit(fn, *args, **kwargs)

    def stop(self) -> None:
        """Break off the games that are being played, and end the threads."""
        self.pool.stop()
        self._executor.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class MatchSchedule:
    """Which games a match has, and how many are played at once."""

    pairs: int
    """The number of pairs of games, each from one opening with colours swapped."""
    openings: Sequence[OpeningMoves] = (NO_OPENING,)
    seed: int = 0
    """Of the random order of the openings."""
    tables: int = 1
    """How many pairs are played at once, each with engines of its own."""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of the schedule and its result."""

    planned: ScheduledGame
    record: EngineGame

    @property
    def winner(self) -> Side | None:
        """The engine that won; None for a draw."""
        winner = self.record.winner
        return None if winner is None else self.planned.seat_of(winner)

    @property
    def halves(self) -> int:
        """The half points of engine 1: 2 for a win, 1 for a draw, 0 for a loss."""
        return 1 if self.winner is None else 2 * (self.winner is Side.ONE)


class Tally:
    """The finished games of a match."""

    def __init__(self) -> None:
        self.played: list[MatchGame] = []
        self._games = Sample((0,) * 3)
        self._pairs = Sample((0,) * 5)
        self._halves: dict[int, int] = {}  # of the first game of each pair that is not finished

    def add(self, game: MatchGame) -> None:
        """Add a finished game."""
        self.played.append(game)
        pair, halves = game.planned.pair, game.halves
        self._games = self._games.plus(halves)
        if pair in self._halves:
            self._pairs = self._pairs.plus(self._halves.pop(pair) + halves)
        else:
            self._halves[pair] = halves

    def games(self) -> Sample:
        """Count the games that were lost, drawn and won."""
        return self._games

    def pairs(self) -> Sample:
        """Count the finished pairs of games with 0, 1/2, 1, 3/2 and 2 points."""
        return self._pairs

    def wins(self, side: Side, player: Player) -> int:
        """Count the games that an engine won as the first or the second player."""
        return sum(
            game.winner is side and game.planned.player_of(side) is player for game in self.played
        )

    def draws(self) -> int:
        """Count the draws."""
        return sum(game.winner is None for game in self.played)

    def lost_by(self, side: Side, cause: Termination) -> int:
        """Count the games that an engine lost for a cause."""
        return sum(game.winner is side.other and game.record.cause is cause for game in self.played)

    def milliseconds(self, side: Side) -> list[float]:
        """Return the time of each move of an engine, by the clock of the match."""
        found: list[float] = []
        for game in self.played:
            moves = game.record.moves_of(game.planned.player_of(side))
            found += [move.milliseconds if move.cpu_ms is None else move.cpu_ms for move in moves]
        return found

    def repeated(self) -> int:
        """Count the games that repeat another one, perhaps turned or flipped."""
        kinds = {(game.planned.first, canonical_moves(game.record.board)) for game in self.played}
        return len(self.played) - len(kinds)


def canonical_moves(board: Board) -> tuple[int, ...]:
    """Return the same cells for all turned or flipped forms of a game."""
    rules = board.rules
    moves = [cell_of(point, rules) for point in board.moves]
    return min(tuple([cells[cell] for cell in moves]) for cells in _cells(rules))


@lru_cache(maxsize=4)
def _cells(rules: Rules) -> list[list[int]]:
    """Return, for each symmetry, the cell that each cell of the board becomes."""
    points = [point_of(cell, rules) for cell in range(rules.area)]
    return [
        [cell_of(symmetry.apply(point, rules), rules) for point in points]
        for symmetry in symmetries(rules)
    ]


def match_games(result: PairResult) -> tuple[MatchGame, MatchGame]:
    """Return both games of a pair of a match."""
    one, two = result.seats()
    return _match_game(result, 1, *one), _match_game(result, 2, *two)


def _match_game(
    result: PairResult, nth: int, game: EngineGame, seats: dict[Player, int]
) -> MatchGame:
    first = Side.ONE if seats[Player.FIRST] == result.pairing.first else Side.TWO
    opening = game.board.moves[: game.opening_length]
    number = 2 * (result.number - 1) + nth
    return MatchGame(ScheduledGame(number, result.number, opening, first), game)


def play_match(
    engines: tuple[EngineMaker, EngineMaker],
    rules: Rules,
    schedule: MatchSchedule,
    conditions: GameConditions = DEFAULT_CONDITIONS,
) -> Generator[PairResult, None, None]:
    """Play pairs of games between engines of this process, and yield each when it ends.

    An engine that failed is made anew. If one cannot be made, the match ends with its error. Close
    the iterator to stop the match and close the engines.
    """
    order = OpeningOrder(schedule.openings, rules, schedule.seed)
    tasks = (
        PairTask(number + 1, OpeningPair(0, 1, number), engines, rules, order[number], conditions)
        for number in range(schedule.pairs)
    )
    executor = ThreadExecutor(schedule.tables)
    try:
        for _, result in run_tasks(executor, executor.pool.play_pair, tasks):
            assert isinstance(result, PairResult)  # threads do not die
            yield result
    finally:
        executor.stop()
