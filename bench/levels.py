"""Measure the strength of the ten levels: each plays the next two, and the results give ratings.

    .venv/bin/python bench/levels.py --games 40 --keep levels.txt

plays the games that are missing in the file, so that an interrupted run can be continued.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from tengen.arena.ratings import PairScore, rate
from tengen.engine.levels import LEVELS, Opponent
from tengen.rules.board import Board
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Player, Rules

Results = dict[tuple[int, int], list[float]]
"""For each pair of levels, the score of the second one in each game: 1, 0.5 or 0."""
Times = dict[int, list[float]]


def main() -> None:
    """Play the games, and print a table of all results."""
    args = parse()
    file = Path(args.keep) if args.keep else None
    lines = file.read_text().splitlines() if file and file.exists() else []
    results, times = read(lines)
    for low, high in pairs(args.levels):
        for number in range(len(results.get((low, high), [])), args.games):
            lines.append(play(low, high, number, parse_rules(args.rules)))
            if file:
                file.write_text("".join(f"{line}\n" for line in lines))
        results, times = read(lines)
        scores = results[low, high]
        print(f"level {high} against {low}: {sum(scores):g} of {len(scores)}", flush=True)
    show(results, times)


def parse() -> argparse.Namespace:
    """Parse the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=40, help="games for each pair")
    parser.add_argument("--levels", type=int, nargs="*", default=list(LEVELS), help="which levels")
    parser.add_argument("--rules", default="15x15/5 freestyle", help="which game")
    parser.add_argument("--keep", help="a file for results, read first")
    return parser.parse_args()


def pairs(levels: list[int]) -> Iterator[tuple[int, int]]:
    """Yield each level with the next, then each with the next but one."""
    for apart in (1, 2):
        yield from zip(levels, levels[apart:], strict=False)


def play(low: int, high: int, number: int, rules: Rules) -> str:
    """Play a game from the empty board, and return its result as a line."""
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
    """Return the scores of each pair, and the time per move of each level, game by game."""
    results: Results = {}
    times: Times = {}
    for line in lines:
        low, high, score, low_mean, high_mean, _ = line.split()
        results.setdefault((int(low), int(high)), []).append(float(score))
        times.setdefault(int(low), []).append(float(low_mean))
        times.setdefault(int(high), []).append(float(high_mean))
    return results, times


def show(results: Results, times: Times) -> None:
    """Print a table for the documentation."""
    print("| level | Elo (95 %) | against the one below | ms a move |\n|---|---|---|---|")
    lowest = min(times)
    ratings = {int(found.name): found for found in rate(pair_scores(results), str(lowest))}
    for level, found in sorted(ratings.items()):
        scores = results.get((level - 1, level), [])
        below = f"{sum(scores):g} of {len(scores)}" if scores else "-"
        mean = sum(times[level]) / len(times[level])
        elo = f"{found.elo:.0f} ({found.low:.0f} to {found.high:.0f})"
        print(f"| {level} | {elo} | {below} | {mean:.0f} |")


def pair_scores(results: Results) -> Iterator[PairScore]:
    """Yield the points of each two games with colours swapped."""
    for (low, high), scores in results.items():
        for at in range(0, len(scores), 2):
            two = scores[at : at + 2]
            yield PairScore(str(high), str(low), sum(two), len(two))


if __name__ == "__main__":
    main()
