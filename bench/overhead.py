"""What managing a game costs: 100 games of a brain that answers at once, 11,000 moves in all.

    .venv/bin/python bench/overhead.py
    .venv/bin/python bench/overhead.py --other "c-gomoku-cli -each tc=0/30 -boardsize 15
        -engine name=a 'cmd={brain}' -engine name=b 'cmd={brain}' -games 100 -drawafter 110"

`{brain}` stands for the brain's command. The brains report their own CPU time, so the manager's is
what is left of the time of all processes. Needs a C compiler, `cc`.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tengen.arena.game import GameConditions
from tengen.arena.game_run import play_game
from tengen.gomocup.engine_process import EngineProcess
from tengen.rules.rules import Rules

SOURCE = Path(__file__).parent / "tiny_brain.c"
RULES = Rules(15, 15, 5)
GAMES, MOVES = 100, 110
ROUNDS = 5
OPTIONS = (
    *("--games", str(GAMES), "--time", "30000", "--draw-after", str(MOVES)),
    *("--openings", "empty"),
)
"""The brain fills an empty board: a stone of an opening would be in its way."""


@dataclass(frozen=True, slots=True)
class ManagerCost:
    """What 100 games took, in seconds."""

    wall: float
    manager: float
    brains: float


def main() -> None:
    """Play the games, or measure the managers that play them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--other", metavar="CMD", help="another manager, with {brain} in it")
    parser.add_argument("--play", metavar="BRAIN", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.play:
        play(shlex.split(args.play))
    else:
        compare(args.other)


def play(brain: list[str]) -> None:
    """Play the games, as the arena plays them."""
    conditions = GameConditions(30_000, draw_after=MOVES)
    limits = conditions.limits()
    with EngineProcess(brain, limits=limits) as one, EngineProcess(brain, limits=limits) as two:
        for number in range(GAMES):
            first, second = (two, one) if number % 2 else (one, two)
            game = play_game(first, second, RULES, (), conditions)
            assert len(game.moves) == MOVES, game.detail


def compare(other: str | None) -> None:
    """Let the managers play in turns, and print the medians of their costs."""
    with tempfile.TemporaryDirectory() as folder:
        brain, used = Path(folder, "brain"), Path(folder, "used")
        subprocess.run(["cc", "-O2", "-o", brain, SOURCE], check=True)
        command = f"{brain} {used}"
        managers = {
            "play_game": [sys.executable, __file__, "--play", command],
            "tengen match": [sys.executable, "-m", "tengen", "match", command, command, *OPTIONS],
        }
        if other:
            managers["other"] = [word.replace("{brain}", command) for word in shlex.split(other)]
        costs: dict[str, list[ManagerCost]] = {name: [] for name in managers}
        for _ in range(ROUNDS):
            for name, argv in managers.items():
                costs[name].append(cost_of(argv, used))
    print(f"{GAMES} games, {GAMES * MOVES:,} moves; medians of {ROUNDS} rounds, seconds")
    print("manager        wall  CPU of manager  of brains")
    for name, found in costs.items():
        wall, manager, brains = (
            statistics.median(getattr(cost, field) for cost in found)
            for field in ManagerCost.__slots__
        )
        print(f"{name:<12} {wall:6.2f} {manager:15.2f} {brains:10.2f}")


def cost_of(argv: list[str], used: Path) -> ManagerCost:
    """Run a manager until it ends. Its own CPU time includes its start."""
    used.write_text("")
    started = time.perf_counter()
    silent = subprocess.DEVNULL
    process = subprocess.Popen(argv, stdout=silent, stderr=silent, cwd=used.parent)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = status
    brains = sum(map(int, used.read_text().split())) / 1e6
    if status:
        sys.exit(f"{argv[0]} failed with status {status}")
    return ManagerCost(wall, usage.ru_utime + usage.ru_stime - brains, brains)


if __name__ == "__main__":
    main()
