"""Run a tuning: play the pairs of each iteration, and store its score."""

from __future__ import annotations

from collections.abc import Generator

from tengen.arena.executor import TaskExecutor
from tengen.arena.task_runner import run_tasks
from tengen.arena.tuning import SpsaPair, SpsaState
from tengen.arena.tuning_file import TuningFile
from tengen.arena.tuning_games import TuningGames, play_pair
from tengen.errors import TaskKilled


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
