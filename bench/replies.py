"""Measure the CPU time of every move of the theorem in games against many kinds of defenders.

    PYTHONPATH=tests .venv/bin/python bench/replies.py --games 60

plays 60 games against each of them, with fixed seeds, and shows the slowest reply.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from kit.second_players import DEFENDERS, Defender

from tengen.engine.analysis import Limits
from tengen.prove.theorem_book import THEOREM_RULES
from tengen.prove.theorem_player import TheoremPlayer
from tengen.rules.board import Board
from tengen.rules.notation import format_moves
from tengen.rules.rules import Player

Reply = tuple[float, int, str]
"""Seconds, positions searched, and the moves before the reply."""


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20, help="games against each defender")
    games = parser.parse_args().games
    TheoremPlayer().learn(THEOREM_RULES)
    print(f"{'':10} {'replies':>8} {'median':>10} {'99 %':>10} {'most':>10}")
    everything: list[Reply] = []
    for name, defender in DEFENDERS.items():
        replies = [reply for seed in range(games) for reply in play(defender, Random(seed))]
        show(name, replies)
        everything += replies
    show("all", everything)
    seconds, nodes, moves = max(everything)
    print(f"\nthe slowest, {seconds:.2f} s for {nodes:,} positions: {moves}")


def play(defender: Defender, random: Random) -> list[Reply]:
    """Play a game, which the theorem must win; return the times of its moves."""
    winner, board = TheoremPlayer(), Board(THEOREM_RULES)
    found: list[Reply] = []
    while not board.outcome.is_over:
        start = time.process_time()
        step = winner.choose(board, Limits())
        taken = time.process_time() - start
        assert step is not None, format_moves(board.moves, THEOREM_RULES)
        found.append((taken, winner.nodes, format_moves(board.moves, THEOREM_RULES)))
        board.play(step.move)
        if not board.outcome.is_over:
            board.play(defender(board, random))
    assert board.outcome.winner is Player.FIRST
    return found


def show(name: str, replies: list[Reply]) -> None:
    """Print a row of the table, in milliseconds."""
    times = sorted(1000 * seconds for seconds, _, _ in replies)
    median, late, most = (times[int(part * (len(times) - 1))] for part in (0.5, 0.99, 1))
    print(f"{name:10} {len(times):8,} {median:7.1f} ms {late:7.1f} ms {most:7.1f} ms", flush=True)


if __name__ == "__main__":
    main()
