"""A tuning run: its games, its file, and how it goes on.

Two settings of the search play an opening with both colours. The engines run in the process that
plays the pair, without the protocol: that is quick with few nodes. A pair is pure data, so any
executor can play it, and it can be played again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache

from tengen.arena.executor import TaskExecutor
from tengen.arena.run_file import RunFile, RunKind, from_json, to_json
from tengen.arena.schedule import OpeningMoves, OpeningOrder
from tengen.arena.task_runner import run_tasks
from tengen.arena.tuning import SpsaPair, SpsaPlan, SpsaState
from tengen.engine.analysis import Limits
from tengen.engine.engine import Engine
from tengen.engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters
from tengen.errors import TaskKilled
from tengen.rules import Board, Player, Rules

MEGABYTES = 1.0
"""The hash table of each engine."""


@dataclass(frozen=True, slots=True)
class TuningPair:
    """Two games from one opening, which theta+ and theta- begin in turn."""

    number: int
    rules: Rules
    opening: OpeningMoves
    plus: SearchParameters
    minus: SearchParameters
    limits: Limits


def play_pair(pair: TuningPair) -> float:
    """Play both games and return the score of theta+, from -1 to 1."""
    first = _play_game(pair, pair.plus, pair.minus)
    second = _play_game(pair, pair.minus, pair.plus)
    return (first - second) / 2


def _play_game(pair: TuningPair, first: SearchParameters, second: SearchParameters) -> int:
    """Return 1 if the first player wins, -1 if the second does, 0 for a draw."""
    engines = {
        Player.FIRST: Engine(MEGABYTES, parameters=first),
        Player.SECOND: Engine(MEGABYTES, parameters=second),
    }
    board = Board(pair.rules)
    for point in pair.opening:
        board.play(point)
    while not board.outcome.is_over:
        board.play(engines[board.turn].choose(board, pair.limits))
    winner = board.outcome.winner
    return 0 if winner is None else 1 if winner is Player.FIRST else -1


@dataclass(frozen=True, slots=True)
class TuningGames:
    """How the games of a run are played, and how many pairs an iteration has."""

    rules: Rules
    openings: tuple[OpeningMoves, ...]
    limits: Limits
    pairs: int
    seed: int

    def pairs_of(self, iteration: int, tried: SpsaPair) -> Iterator[TuningPair]:
        """Yield the pairs of an iteration, which are numbered through from 0."""
        plus, minus = (DEFAULT_PARAMETERS.changed(one) for one in (tried.plus, tried.minus))
        for number in range(iteration * self.pairs, (iteration + 1) * self.pairs):
            opening = _order(self.openings, self.rules, self.seed)[number]
            yield TuningPair(number, self.rules, opening, plus, minus, self.limits)


@lru_cache(maxsize=1)
def _order(openings: tuple[OpeningMoves, ...], rules: Rules, seed: int) -> OpeningOrder:
    return OpeningOrder(openings, rules, seed)


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """What is stored before the first iteration."""

    plan: SpsaPlan
    games: TuningGames


class TuningFile(RunFile):
    """An open file: the plan, the games, and the scores of the iterations so far."""

    kind = RunKind("a tuning run", 0x54475350)
    plan: SpsaPlan
    games: TuningGames
    scores: list[float]

    def load(self, settings: str, results: dict[int, str]) -> None:
        """Read the plan, the games and the scores."""
        if list(results) != list(range(len(results))):
            raise ValueError("an iteration is missing")
        found = from_json(settings, TuningSettings)
        self.plan, self.games = found.plan, found.games
        self.scores = [from_json(text, float) for text in results.values()]

    def add(self, score: float) -> None:
        """Store the score of the next iteration. Raises RunFileError."""
        self.write(len(self.scores), to_json(score))
        self.scores.append(score)

    def states(self) -> list[SpsaState]:
        """Return the state at the start and after every iteration."""
        states = [self.plan.start()]
        for score in self.scores:
            states.append(self.plan.advance(states[-1], score))
        return states


def create_tuning_file(path: str, plan: SpsaPlan, games: TuningGames) -> TuningFile:
    """Create the file of a new run. Raises RunFileError if there is one already."""
    return TuningFile.create(path, to_json(TuningSettings(plan, games)))


def open_tuning_file(path: str) -> TuningFile:
    """Open the file of a run to go on with it. Raises RunFileError."""
    return TuningFile.open(path)


def run_tuning(file: TuningFile, executor: TaskExecutor) -> Generator[SpsaState, None, None]:
    """Play what is left of a run; yield the state after each iteration, which is then stored."""
    state = file.states()[-1]
    while state.iteration < file.plan.iterations:
        tried = file.plan.perturb(state)
        score = play_iteration(executor, file.games, state.iteration, tried)
        file.add(score)
        state = file.plan.advance(state, score)
        yield state


def play_iteration(
    executor: TaskExecutor, games: TuningGames, iteration: int, tried: SpsaPair
) -> float:
    """Play the pairs of an iteration and return the mean score of theta+, from -1 to 1."""
    total = 0.0
    for _, score in run_tasks(executor, play_pair, games.pairs_of(iteration, tried)):
        if isinstance(score, TaskKilled):
            raise score
        total += score
    return total / games.pairs
