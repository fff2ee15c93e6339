"""Measure the time to the first prompt, as a multiple of the start and end of Python itself.

Usage: startup.py [PYTHON]

The scripts run in a bare clone, without an environment and compiled files. `python3` is PYTHON, by
default the one that runs this benchmark. A Python with many packages starts slowly by itself, so
the Python of the operating system is the stricter measure.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS = 31
EDITIONS = ("five", "outline", "gomoku", "tictactoe")
BASE = "python3 -c pass"
NOT_IN_A_CLONE = shutil.ignore_patterns("__pycache__", "*.so", "*.c")


def main(python: str = sys.executable) -> None:
    """Print the CPU time and ratio of each; with empty input, the first prompt is the last."""
    with tempfile.TemporaryDirectory() as directory:
        clone = make_clone(Path(directory), python)
        starts = {
            BASE: ["python3", "-c", "pass"],
            "./tengen, in a bare clone": [str(clone / "tengen")],
            **{f"./tengen {name}": [str(clone / "tengen"), name] for name in EDITIONS},
            **{
                f"installed: tengen {name}": [sys.executable, "-I", "-m", "tengen", name]
                for name in EDITIONS
            },
        }
        times = measure(starts)
    base = statistics.median(times[BASE])
    print(f"{'CPU time to the first prompt':44} {'ms':>10} {'ratio':>6}")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:44} {1000 * median:10.1f} {median / base:6.2f}")


def make_clone(place: Path, python: str) -> Path:
    """Make a clone, and put this Python on the PATH as `python3`."""
    clone = place / "clone"
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, clone / name, ignore=NOT_IN_A_CLONE)
    shutil.copy2(ROOT / "tengen", clone)
    (place / "bin").mkdir()
    (place / "bin" / "python3").symlink_to(Path(python).resolve())
    os.environ["PATH"] = f"{place / 'bin'}:{os.environ['PATH']}"
    return clone


def measure(starts: dict[str, list[str]]) -> dict[str, list[float]]:
    """Return the CPU times of each start, measured in turns."""
    times: dict[str, list[float]] = {name: [] for name in starts}
    for _ in range(ROUNDS):
        for name, command in starts.items():
            times[name].append(cpu_time(command))
    return times


def cpu_time(command: list[str]) -> float:
    """Return the CPU seconds of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:])
