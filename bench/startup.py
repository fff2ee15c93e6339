"""Time to the first prompt, as a multiple of what Python itself needs to start and stop."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS = 31
PYTHON = [sys.executable, "-I"]
STARTS = {
    "python -c pass": [*PYTHON, "-c", "pass"],
    "tengen five": [*PYTHON, "-m", "tengen"],
    "tengen outline": [*PYTHON, "-m", "tengen", "outline"],
    "tengen gomoku": [*PYTHON, "-m", "tengen", "gomoku"],
    "tengen tictactoe": [*PYTHON, "-m", "tengen", "tictactoe"],
    "./tengen, the script": [str(ROOT / "tengen")],
}


def main() -> None:
    """Print CPU time and ratio of each; with an empty input, the first prompt is the last."""
    times: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(ROUNDS):
        for name, command in STARTS.items():
            times[name].append(cpu_time(command))
    base = statistics.median(times["python -c pass"])
    print(f"{'CPU time to the first prompt':44} {'ms':>10} {'ratio':>6}")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:44} {1000 * median:10.1f} {median / base:6.2f}")


def cpu_time(command: list[str]) -> float:
    """What a command and its children use, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
