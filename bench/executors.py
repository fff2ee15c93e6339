"""How many games an hour local processes and a Dask cluster play on this machine.

Tengen plays itself, with a fixed number of nodes a move. The executors take turns with the same
games, so that other work on the machine slows all of them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from kit.dask_cluster import dask_cluster
from kit.tasks import ENVIRONMENT, wait_for

from tengen.arena import GameConditions, parse_engine
from tengen.arena.engine_pool import play_pair
from tengen.arena.executor import TaskExecutor, open_executor
from tengen.arena.formats import OpeningPair
from tengen.arena.pair_task import PairTask
from tengen.arena.schedule import shipped_openings
from tengen.arena.task_runner import run_tasks
from tengen.rules import GAMES

TIME_LIMIT_MS = 60_000


def make_tasks(pairs: int, nodes: int) -> list[PairTask]:
    """Return pairs of games of Tengen against itself, from the shipped openings."""
    rules = GAMES["five"]
    info = ("thread_num=1",)
    engines = (parse_engine("tengen", "one", info), parse_engine("tengen", "two", info))
    conditions = GameConditions(TIME_LIMIT_MS, nodes=nodes)
    return [
        PairTask(number + 1, OpeningPair(0, 1, number), engines, rules, opening, conditions)
        for number, opening in enumerate(shipped_openings(rules)[:pairs])
    ]


def seconds_of(executor: TaskExecutor, tasks: Sequence[PairTask]) -> float:
    """Return how long an executor takes for these tasks."""
    start = time.perf_counter()
    done = list(run_tasks(executor, play_pair, tasks))
    assert len(done) == len(tasks)
    return time.perf_counter() - start


def compare(
    executors: dict[str, TaskExecutor], measure: Callable[[TaskExecutor], float], turns: int
) -> dict[str, list[float]]:
    """Measure all executors in turns, after one turn that is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in executors}
    for turn in range(turns + 1):
        names = list(executors)
        for name in names if turn % 2 else reversed(names):
            seconds = measure(executors[name])
            if turn:
                taken[name].append(seconds)
    return taken


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=40, help="pairs of games of a turn")
    parser.add_argument("--nodes", type=int, default=5000, help="nodes of a move")
    parser.add_argument("--turns", type=int, default=5)
    args = parser.parse_args(arguments)
    tasks = make_tasks(args.pairs, args.nodes)
    os.environ["PYTHONPATH"] = ENVIRONMENT["PYTHONPATH"]  # for the workers
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = stack.enter_context(dask_cluster(directory, 2)).address
        executors = {
            "1 process": stack.enter_context(open_executor(1)),
            "2 processes": stack.enter_context(open_executor(2)),
            "Dask, 2 workers": stack.enter_context(open_executor(1, address)),
        }
        wait_for(lambda: executors["Dask, 2 workers"].ahead == 6)
        taken = compare(executors, lambda one: seconds_of(one, tasks), args.turns)
    local = taken["2 processes"]
    for name, seconds in taken.items():
        hourly = 2 * len(tasks) * 3600 / statistics.median(seconds)
        ratio = statistics.median(here / there for here, there in zip(local, seconds, strict=True))
        print(f"{name:<16} {hourly:>8,.0f} games an hour  {ratio:.3f} of 2 processes")


if __name__ == "__main__":
    main(sys.argv[1:])
