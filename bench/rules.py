"""Play random games through the public API, beside alternative packages.

Moves per second of CPU time with one thread. Contestants take turns, and a ratio is the median over
the rounds. The moves are shuffled before the clock starts, and are the same for all.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pyspiel
import renju
from contest import Contest

from tengen import GAMES, Board, Point

FIVE = GAMES["five"]
RENJU = GAMES["renju"]
ROUNDS = 31
GAMES_A_ROUND = 60

gomoku = pyspiel.load_game("gomoku")


def main() -> None:
    """Print a table of rates and ratios."""
    orders = [random.Random(seed).sample(range(225), 225) for seed in range(GAMES_A_ROUND)]
    points = Board(FIVE).empty_points()
    moves = [[points[action] for action in order] for order in orders]
    assert tengen_shuffled(moves) == spiel_shuffled(orders), "the rules differ"

    print(f"{'moves per CPU-second, 15x15':44} {'tengen':>10} {'other':>10} {'ratio':>6}")
    contest = Contest(
        ROUNDS,
        tengen=lambda: tengen_shuffled(moves),
        checked=lambda: tengen_checked(moves),
        other=lambda: spiel_shuffled(orders),
    )
    report("five, pre-shuffled, open_spiel gomoku", contest, "tengen")
    report("  the same with every move checked", contest, "checked")
    contest = Contest(
        ROUNDS, tengen=tengen_chosen, checked=tengen_chosen_checked, other=spiel_chosen
    )
    report("five, chosen from legal moves, open_spiel", contest, "tengen")
    report("  the same with every move checked", contest, "checked")
    contest = Contest(
        ROUNDS, tengen=lambda: tengen_renju(moves), other=lambda: package_renju(moves[:6])
    )
    report("renju, pre-shuffled, PyPI renju", contest, "tengen")


def report(what: str, contest: Contest, ours: str) -> None:
    """Print one line."""
    rates = f"{contest.median(ours):10,.0f} {contest.median('other'):10,.0f}"
    print(f"{what:44} {rates} {contest.ratio(ours, 'other'):6.2f}")


def tengen_shuffled(games: Sequence[Sequence[Point]]) -> int:
    """Play the moves in order until the game is over."""
    played = 0
    for moves in games:
        board = Board(FIVE)
        for point in moves:
            board.play_unchecked(point)
            played += 1
            if board.outcome.is_over:
                break
    return played


def tengen_checked(games: Sequence[Sequence[Point]]) -> int:
    """Do the same with `play`."""
    played = 0
    for moves in games:
        board = Board(FIVE)
        for point in moves:
            board.play(point)
            played += 1
            if board.outcome.is_over:
                break
    return played


def spiel_shuffled(games: Sequence[Sequence[int]]) -> int:
    """Do the same in open_spiel."""
    played = 0
    for actions in games:
        state = gomoku.new_initial_state()
        for action in actions:
            state.apply_action(action)
            played += 1
            if state.is_terminal():
                break
    return played


def tengen_chosen() -> int:
    """Choose each move from the list of legal ones."""
    played = 0
    choice = random.Random(0).choice
    for _ in range(GAMES_A_ROUND):
        board = Board(FIVE)
        while not board.outcome.is_over:
            board.play_unchecked(choice(board.legal_points()))
            played += 1
    return played


def tengen_chosen_checked() -> int:
    """Do the same with `play`."""
    played = 0
    choice = random.Random(0).choice
    for _ in range(GAMES_A_ROUND):
        board = Board(FIVE)
        while not board.outcome.is_over:
            board.play(choice(board.legal_points()))
            played += 1
    return played


def spiel_chosen() -> int:
    """Do the same in open_spiel."""
    played = 0
    choice = random.Random(0).choice
    for _ in range(GAMES_A_ROUND):
        state = gomoku.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            played += 1
    return played


def tengen_renju(games: Sequence[Sequence[Point]]) -> int:
    """Play the moves in order until the game is over or one is refused."""
    played = 0
    for moves in games:
        board = Board(RENJU)
        for point in moves:
            if board.refusal(point):
                break
            board.play_unchecked(point)
            played += 1
            if board.outcome.is_over:
                break
    return played


def package_renju(games: Sequence[Sequence[Point]]) -> int:
    """Do the same in the PyPI package, where a forbidden move loses."""
    played = 0
    for moves in games:
        board = renju.RenjuBoard(rule="renju")
        for point in moves:
            board.play_move(point.col, point.row)
            if board.status:
                break
            played += 1
    return played


if __name__ == "__main__":
    main()
