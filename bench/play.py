"""Measure the terminal game: the time until the board is drawn, and from a key to its effect."""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

from screen import Program, Screen

ROUNDS = 15
PRESSES = 300
PYTHON = [sys.executable, "-I"]
EMPTY = [*PYTHON, "-c", "from textual.app import App; App().run()"]
BOARD = f"└{'─┴' * 13}─┘"
"""The last row of the board."""
KEYS = ("l", "h")
"""The keys that move the cursor to the right and back."""


def main() -> None:
    """Print both tables."""
    with tempfile.TemporaryDirectory() as directory:
        game = [*PYTHON, "-m", "tengen", "play", "--white", "person", "--data", directory]
        compare_starts(game)
        print()
        compare_presses(game)


def compare_starts(game: list[str]) -> None:
    """Print the CPU time from the start of the process until something is drawn, in turns."""
    starts: dict[str, tuple[list[str], Callable[[Screen], bool]]] = {
        "an empty Textual app, its screen drawn": (EMPTY, lambda screen: screen.is_full),
        "tengen play, the board drawn": (game, lambda screen: screen.shows(BOARD)),
        "tengen play, all drawn": (game, lambda screen: screen.shows("q Quit")),
    }
    times: dict[str, list[float]] = {name: [] for name in starts}
    for _ in range(ROUNDS):
        for name, (command, is_drawn) in starts.items():
            times[name].append(cpu_time(command, is_drawn))
    base = next(iter(times.values()))
    print(f"{'CPU time, 80x24':44} {'ms':>10} {'ratio':>6}")
    for name, values in times.items():
        ratio = statistics.median(mine / its for mine, its in zip(values, base, strict=True))
        print(f"{name:44} {1000 * statistics.median(values):10.0f} {ratio:6.2f}")


def cpu_time(command: list[str], is_drawn: Callable[[Screen], bool]) -> float:
    """Return the CPU seconds of a program until something is drawn."""
    program = Program(command)
    program.wait(is_drawn)
    return program.kill()[0]


def compare_presses(game: list[str]) -> None:
    """Print the time from a key to its effect on the screen, with an idle and a busy engine."""
    heading = f"{'key to screen, ms':44} {'median':>8} {'99 %':>8} {'most':>8} {'cores':>6}"
    print(heading)
    for name, keys in (("the engine rests", ""), ("the engine looks on, with all threads", "x")):
        waits, cores = press_keys(game, keys)
        waits.sort()
        shown = (statistics.median(waits), waits[len(waits) * 99 // 100], waits[-1])
        figures = " ".join(f"{1000 * wait:8.1f}" for wait in shown)
        print(f"{name:44} {figures} {cores:6.2f}")


def press_keys(game: list[str], first: str) -> tuple[list[float], float]:
    """Return how long each key took, and how many processors the program used on average."""
    program = Program(game)
    program.wait(lambda screen: screen.shows("q Quit"))
    program.press("h8\ri9\r")
    program.wait(lambda screen: screen.shows("i9"))
    program.press(first)
    program.wait(lambda screen: not first or screen.shows("Engine: depth"))
    chance = random.Random(1)
    waits = []
    for press in range(PRESSES):
        pause(program, chance.uniform(0.005, 0.05))
        waits.append(press_key(program, KEYS[press % 2]))
    cpu, clock = program.kill()
    return waits, cpu / clock


def pause(program: Program, seconds: float) -> None:
    """Wait, and read what the program writes meanwhile."""
    end = time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        program.read(left)


def press_key(program: Program, key: str) -> float:
    """Return the seconds from a key until the cursor is at its new place."""
    before = cursor_of(program.screen)
    start = time.perf_counter()
    program.press(key)
    program.wait(lambda screen: cursor_of(screen) not in {before, None})
    return time.perf_counter() - start


def cursor_of(screen: Screen) -> tuple[int, int] | None:
    """Return the position of the cursor's brackets, or None."""
    for y, row in enumerate(screen.rows):
        x = row.find("[")
        if x >= 0 and row[x + 2 : x + 3] == "]":
            return y, x
    return None


if __name__ == "__main__":
    main()
