from random import Random

import pytest

from tengen.prove.pn_search import PnExpander, PnSearch
from tengen.prove.proof_listener import Stones

Tree = dict[int, list[tuple[int, list[int]]]]
"""The moves of each position, and the answers to each move. A leaf has no moves."""


def make_tree(random: Random, size: int) -> tuple[Tree, set[int]]:
    """Return a random tree, in which positions lead only to later ones, and its won leaves."""
    tree: Tree = {}
    for at in range(size):
        later = range(at + 1, size)
        moves = [
            (move, random.sample(later, min(len(later), random.randint(0, 3))))
            for move in range(random.randint(0, 3))
        ]
        tree[at] = [(move, answers) for move, answers in moves if answers]
    return tree, {at for at in tree if not tree[at] and random.random() < 0.6}


def stones(at: int) -> Stones:
    return frozenset([at]), frozenset()


def make_search(tree: Tree, won: set[int]) -> PnSearch:
    def moves(position: Stones) -> list[tuple[int, int]]:
        return [(move, len(answers)) for move, answers in tree[min(position[0])]]

    def answers(position: Stones, wanted: int) -> list[Stones]:
        found = next(answers for move, answers in tree[min(position[0])] if move == wanted)
        return [stones(at) for at in found]

    def wins(position: Stones) -> bool:
        return min(position[0]) in won

    return PnSearch(stones(0), PnExpander(wins, moves, answers))


def is_won(tree: Tree, won: set[int], at: int) -> bool:
    """Return whether a position is won, by brute force."""
    lines = (all(is_won(tree, won, to) for to in answers) for _, answers in tree[at])
    return at in won or any(lines)


@pytest.mark.parametrize("seed", range(200))
def test_the_search_agrees_with_brute_force(seed: int) -> None:
    tree, won = make_tree(Random(seed), 14)
    search = make_search(tree, won)
    while not search.is_over:
        search.step()
    assert search.is_won == is_won(tree, won, 0)


@pytest.mark.parametrize("seed", range(200))
def test_winning_moves_win_after_every_answer(seed: int) -> None:
    tree, won = make_tree(Random(seed), 14)
    search = make_search(tree, won)
    while not search.is_over:
        search.step()
    lines = search.winning_moves()
    for position, best in lines.items():
        answers = next(answers for move, answers in tree[min(position[0])] if move == best)
        assert all(at in won or stones(at) in lines for at in answers)
    assert bool(lines) == (search.is_won and 0 not in won)


def test_a_move_that_threatens_nothing_is_given_up() -> None:
    nothing = PnExpander(
        lambda _stones: False, lambda _stones: [(7, 1)], lambda _stones, _move: None
    )
    search = PnSearch(stones(0), nothing)
    search.step()
    assert not search.is_over
    search.step()
    assert search.is_over
    assert not search.is_won
