"""How strong the ten levels are: each against the next two, and the ratings that follow from it.

    .venv/bin/python bench/levels.py --games 40 --keep levels.txt

plays what is missing in the file, so that a run can be broken off and continued.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from ratings import Results, rate

from tengen.engine.levels import LEVELS, Opponent
from tengen.rules.board import Board
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Player, Rules

Times = dict[int, list[float]]


def main() -> None:
    """Play, and print the table of what is known then."""
    wanted = parse()
    keep = Path(wanted.keep) if wanted.keep else None
    kept = keep.read_text().splitlines() if keep and keep.exists() else []
    results, times = read(kept)
    for low, high in pairs(wanted.levels):
        for number in range(len(results.get((low, high), [])), wanted.games):
            line = play(low, high, number, parse_rules(wanted.rules))
            kept.append(line)
            if keep:
                keep.write_text("".join(f"{one}\n" for one in kept))
        results, times = read(kept)
        scores = results[low, high]
        print(f"level {high} against {low}: {sum(scores):g} of {len(scores)}", flush=True)
    show(results, times)


def parse() -> argparse.Namespace:
    """What the user wants."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=40, help="games for each pair")
    parser.add_argument("--levels", type=int, nargs="*", default=list(LEVELS), help="which levels")
    parser.add_argument("--rules", default="15x15/5 freestyle", help="which game")
    parser.add_argument("--keep", help="a file for results, read first")
    return parser.parse_args()


def pairs(levels: list[int]) -> Iterator[tuple[int, int]]:
    """Each level with the next, then each with the next but one."""
    for apart in (1, 2):
        yield from zip(levels, levels[apart:], strict=False)


def play(low: int, high: int, number: int, rules: Rules) -> str:
    """Play a game from the empty board, and tell in one line how it went."""
    order = (low, high) if number % 2 else (high, low)
    seats = {
        player: Opponent(level, 2 * number + player.number)
        for player, level in zip(Player, order, strict=True)
    }
    board = Board(rules)
    spent = dict.fromkeys(Player, 0.0)
    while not board.outcome.is_over:
        player, start = board.turn, time.perf_counter()
        board.play(seats[player].choose(board))
        spent[player] += time.perf_counter() - start
    winner = board.outcome.winner
    score = 0.5 if winner is None else float(winner is tuple(Player)[order.index(high)])
    means = [
        1000 * spent[player] / max(1, len(board.moves[player.number - 1 :: 2])) for player in Player
    ]
    low_mean, high_mean = (means[order.index(level)] for level in (low, high))
    return f"{low} {high} {score} {low_mean:.2f} {high_mean:.2f} {len(board.moves)}"


def read(lines: list[str]) -> tuple[Results, Times]:
    """The scores of each pair, and how long each level took for a move, game by game."""
    results: Results = {}
    times: Times = {}
    for line in lines:
        low, high, score, low_mean, high_mean, _ = line.split()
        results.setdefault((int(low), int(high)), []).append(float(score))
        times.setdefault(int(low), []).append(float(low_mean))
        times.setdefault(int(high), []).append(float(high_mean))
    return results, times


def show(results: Results, times: Times) -> None:
    """Print a table for the document."""
    print("| level | Elo | against the one below | ms a move |\n|---|---|---|---|")
    for level, (elo, error) in rate(results).items():
        scores = results.get((level - 1, level), [])
        below = f"{sum(scores):g} of {len(scores)}" if scores else "-"
        mean = sum(times[level]) / len(times[level])
        print(f"| {level} | {elo:.0f} ± {error:.0f} | {below} | {mean:.0f} |")


if __name__ == "__main__":
    main()
