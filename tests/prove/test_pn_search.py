from random import Random

import pytest

from tengen.prove.pn_search import PnExpander, PnSearch
from tengen.prove.proof_listener import Stones

Tree = dict[int, list[tuple[int, list[int]]]]
"""For each position its moves, and the answers to each; a position without moves is a leaf."""


def make_tree(luck: Random, size: int) -> tuple[Tree, set[int]]:
    """Positions lead to later ones only, some by several ways; some leaves are won."""
    tree: Tree = {}
    for at in range(size):
        later = range(at + 1, size)
        moves = [
            (move, luck.sample(later, min(len(later), luck.randint(0, 3))))
            for move in range(luck.randint(0, 3))
        ]
        tree[at] = [(move, answers) for move, answers in moves if answers]
    return tree, {at for at in tree if not tree[at] and luck.random() < 0.6}


def stones(at: int) -> Stones:
    return frozenset([at]), frozenset()


def search(tree: Tree, won: set[int]) -> PnSearch:
    def moves(place: Stones) -> list[tuple[int, int]]:
        return [(move, len(answers)) for move, answers in tree[min(place[0])]]

    def answers(place: Stones, wanted: int) -> list[Stones]:
        found = next(answers for move, answers in tree[min(place[0])] if move == wanted)
        return [stones(at) for at in found]

    return PnSearch(stones(0), PnExpander(lambda place: min(place[0]) in won, moves, answers))


def is_won(tree: Tree, won: set[int], at: int) -> bool:
    """By going through everything."""
    lines = (all(is_won(tree, won, to) for to in answers) for _, answers in tree[at])
    return at in won or any(lines)


@pytest.mark.parametrize("seed", range(200))
def test_a_quest_finds_what_going_through_everything_finds(seed: int) -> None:
    tree, won = make_tree(Random(seed), 14)
    quest = search(tree, won)
    while not quest.is_over:
        quest.step()
    assert quest.is_won == is_won(tree, won, 0)


@pytest.mark.parametrize("seed", range(200))
def test_the_moves_of_a_win_lead_to_wins_after_every_answer(seed: int) -> None:
    tree, won = make_tree(Random(seed), 14)
    quest = search(tree, won)
    while not quest.is_over:
        quest.step()
    lines = quest.winning_moves()
    for place, best in lines.items():
        answers = next(answers for move, answers in tree[min(place[0])] if move == best)
        assert all(at in won or stones(at) in lines for at in answers)
    assert bool(lines) == (quest.is_won and 0 not in won)


def test_a_move_that_threatens_nothing_is_given_up() -> None:
    nothing = PnExpander(
        lambda _stones: False, lambda _stones: [(7, 1)], lambda _stones, _move: None
    )
    quest = PnSearch(stones(0), nothing)
    quest.step()
    assert not quest.is_over
    quest.step()
    assert quest.is_over
    assert not quest.is_won
