"""Measure the search: compiled or not, one thread or two, the time to stop, and its memory."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import tengen
from tengen.cli.bench import POSITIONS, make_board
from tengen.engine import CancelToken, Engine, Limits

PACKAGE = Path(tengen.__file__).parent
DEPTH_UNCOMPILED = 6
DEPTH_OF_THREADS = 14
STOPS = 40
QUIET = 4
"""Moves of a bench position after which nothing is decided yet."""
MEGABYTE = 1 << 20
MEMORY = (50, 100, 350)
SIGNATURE = re.compile(r"nodes +([\d,]+)\nnodes a second +([\d,]+)")


def main() -> None:
    """Print all tables."""
    compare_uncompiled()
    compare_threads()
    measure_stops()
    measure_memory()


def compare_uncompiled() -> None:
    """Run the same short bench with and without the compiled modules."""
    print(
        f"{'bench to depth ' + str(DEPTH_UNCOMPILED):44} {'nodes':>10} {'nodes/s':>10} {'ratio':>6}"
    )
    compiled = run_bench(PACKAGE.parent)
    with tempfile.TemporaryDirectory() as folder:
        ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(PACKAGE, Path(folder) / "tengen", ignore=ignored)
        plain = run_bench(Path(folder))
    for name, (nodes, speed) in (("compiled", compiled), ("not compiled", plain)):
        print(f"{name:44} {nodes:10,} {speed:10,} {speed / plain[1]:6.1f}")
    if compiled[0] != plain[0]:
        sys.exit("the signatures differ")


def run_bench(folder: Path) -> tuple[int, int]:
    """Return the nodes, and the nodes per second."""
    command = [sys.executable, "-m", "tengen", "bench", str(DEPTH_UNCOMPILED)]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found = SIGNATURE.search(ran.stdout)
    assert found is not None
    nodes, speed = (int(number.replace(",", "")) for number in found.groups())
    return nodes, speed


def compare_threads() -> None:
    """Print the wall-clock time to a depth with one thread and with two."""
    print(f"\n{'time to depth ' + str(DEPTH_OF_THREADS):44} {'s':>10} {'ratio':>6}")
    times = {1: 0.0, 2: 0.0}
    for moves in POSITIONS:
        for threads in times:
            start = time.monotonic()
            for _ in Engine(64, threads).analyse(make_board(moves), Limits(depth=DEPTH_OF_THREADS)):
                pass
            times[threads] += time.monotonic() - start
    for threads, seconds in times.items():
        print(f"{'threads: ' + str(threads):44} {seconds:10.1f} {times[1] / seconds:6.2f}")


def measure_stops() -> None:
    """Print the time from a stop to the answer, and to the wake-up of a waiting thread."""
    print(f"\n{'ms from stop to answer':44} {'median':>10} {'most':>6}")
    searches = [1000 * time_to_stop(number) for number in range(STOPS)]
    searches = [value for value in searches if value >= 0]
    waits = [1000 * time_to_wake() for _ in range(STOPS)]
    for name, values in ((f"{len(searches)} searches", searches), ("a thread that waits", waits)):
        print(f"{name:44} {statistics.median(values):10.2f} {max(values):6.1f}")


def time_to_stop(number: int) -> float:
    """Return how long a search runs after a stop; negative if it had ended before."""
    moves = POSITIONS[number % len(POSITIONS)].split()[:QUIET]
    engine, board = Engine(16), make_board(" ".join(moves))
    cancel = CancelToken()
    ended: list[float] = []

    def search() -> None:
        for _ in engine.analyse(board, Limits(seconds=60), cancel=cancel):
            pass
        ended.append(time.monotonic())

    thread = threading.Thread(target=search)
    thread.start()
    time.sleep(0.1 + number / 200)
    start = time.monotonic()
    cancel.cancel()
    thread.join()
    return ended[0] - start


def time_to_wake() -> float:
    """Return how long a thread takes to notice an event."""
    event = threading.Event()
    ended: list[float] = []
    thread = threading.Thread(target=lambda: ended.append(time.monotonic() if event.wait() else 0))
    thread.start()
    time.sleep(0.1)
    start = time.monotonic()
    event.set()
    thread.join()
    return ended[0] - start


def measure_memory() -> None:
    """Print the peak memory of a brain after a second of thinking, beside its limit."""
    print(f"\n{'megabytes allowed':44} {'taken':>10} {'ratio':>6}")
    for allowed in MEMORY:
        for threads in (1, 2):
            taken = memory_of_brain(allowed, threads)
            name = f"{allowed}, threads: {threads}"
            print(f"{name:44} {taken:10.1f} {taken / allowed:6.2f}")


def memory_of_brain(allowed: int, threads: int) -> float:
    """Return the peak memory of a brain, in megabytes."""
    brain = subprocess.Popen(
        [sys.executable, "-m", "tengen", "brain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert brain.stdin is not None
    assert brain.stdout is not None
    settings = f"INFO max_memory {allowed * MEGABYTE}\nINFO thread_num {threads}\n"
    brain.stdin.write(f"START 15\n{settings}INFO timeout_turn 1000\nTURN 7,7\n")
    while "," not in (line := brain.stdout.readline()):
        assert line, "the brain has ended"
    status = Path(f"/proc/{brain.pid}/status").read_text()
    brain.stdin.write("END\n")
    brain.communicate()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


if __name__ == "__main__":
    main()
