"""How many tasks an hour local processes and a Dask cluster finish on this machine.

A task computes for a fixed number of rounds. The executors take turns with the same tasks, so that
other work on the machine slows all of them.
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
from kit.tasks import ENVIRONMENT, compute, wait_for

from tengen.arena.executor import TaskExecutor, open_executor
from tengen.arena.task_runner import run_tasks

CALIBRATION_SECONDS = 0.5


def calibrate(seconds: float) -> int:
    """Return how many rounds take so many seconds of CPU time."""
    rounds, start = 0, time.process_time()
    while time.process_time() - start < CALIBRATION_SECONDS:
        compute(10)
        rounds += 10
    return max(1, round(rounds * seconds / CALIBRATION_SECONDS))


def seconds_of(executor: TaskExecutor, rounds: int, tasks: int) -> float:
    """Return how long an executor takes for so many tasks."""
    start = time.perf_counter()
    done = list(run_tasks(executor, compute, [rounds] * tasks))
    assert len(done) == tasks
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
    parser.add_argument("--tasks", type=int, default=40, help="tasks of a turn")
    parser.add_argument("--seconds", type=float, default=0.2, help="CPU time of a task")
    parser.add_argument("--turns", type=int, default=7)
    args = parser.parse_args(arguments)
    rounds = calibrate(args.seconds)
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
        taken = compare(executors, lambda one: seconds_of(one, rounds, args.tasks), args.turns)
    local = taken["2 processes"]
    for name, seconds in taken.items():
        hourly = args.tasks * 3600 / statistics.median(seconds)
        ratio = statistics.median(here / there for here, there in zip(local, seconds, strict=True))
        print(f"{name:<16} {hourly:>8,.0f} tasks an hour  {ratio:.3f} of 2 processes")


if __name__ == "__main__":
    main(sys.argv[1:])
