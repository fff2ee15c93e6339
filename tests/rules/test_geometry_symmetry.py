from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.reference import all_points
from kit.strategies import SIDES, boards, modest, some_rules

from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry, symmetries
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

SQUARE = Rules(5, 5, 4)
OBLONG = Rules(5, 3, 3)
TRANSPOSING = [
    Symmetry.TRANSPOSE,
    Symmetry.ANTITRANSPOSE,
    Symmetry.QUARTER_TURN,
    Symmetry.THREE_QUARTER_TURN,
]


def picture(symmetry: Symmetry, rules: Rules) -> tuple[Point, ...]:
    """Return the images of all points."""
    return tuple(symmetry.apply(point, rules) for point in all_points(rules))


@pytest.mark.parametrize(
    "symmetry, expected",
    [
        (Symmetry.IDENTITY, (0, 1)),
        (Symmetry.QUARTER_TURN, (1, 4)),
        (Symmetry.HALF_TURN, (4, 3)),
        (Symmetry.THREE_QUARTER_TURN, (3, 0)),
        (Symmetry.FLIP_ROWS, (4, 1)),
        (Symmetry.FLIP_COLUMNS, (0, 3)),
        (Symmetry.TRANSPOSE, (1, 0)),
        (Symmetry.ANTITRANSPOSE, (3, 4)),
    ],
)
def test_each_symmetry_does_what_its_name_says(
    symmetry: Symmetry, expected: tuple[int, int]
) -> None:
    assert symmetry.apply(Point(0, 1), SQUARE) == Point(*expected)


def test_a_square_board_has_eight_symmetries_and_an_oblong_one_four() -> None:
    assert len({picture(symmetry, SQUARE) for symmetry in symmetries(SQUARE)}) == 8
    assert len({picture(symmetry, OBLONG) for symmetry in symmetries(OBLONG)}) == 4
    assert not set(symmetries(OBLONG)) & set(TRANSPOSING)


@modest
@given(some_rules())
def test_every_symmetry_maps_the_board_onto_itself(rules: Rules) -> None:
    for symmetry in symmetries(rules):
        assert sorted(picture(symmetry, rules)) == all_points(rules)


@pytest.mark.parametrize("rules", [SQUARE, OBLONG, Rules(1, 1, 1), Rules(1, 6, 2)], ids=str)
def test_the_inverse_undoes_a_symmetry(rules: Rules) -> None:
    for symmetry in symmetries(rules):
        assert symmetry.inverse in symmetries(rules)
        for point in all_points(rules):
            assert symmetry.inverse.apply(symmetry.apply(point, rules), rules) == point


@pytest.mark.parametrize("rules", [SQUARE, OBLONG], ids=str)
def test_two_symmetries_combine_to_a_symmetry(rules: Rules) -> None:
    pictures = {picture(symmetry, rules) for symmetry in symmetries(rules)}
    for one, two in product(symmetries(rules), repeat=2):
        both = tuple(two.apply(point, rules) for point in picture(one, rules))
        assert both in pictures


@pytest.mark.parametrize("symmetry", TRANSPOSING)
def test_an_oblong_board_cannot_be_transposed(symmetry: Symmetry) -> None:
    board = Board(OBLONG)
    with pytest.raises(RuleError, match=f"{symmetry.name} changes the shape") as caught:
        board.transformed(symmetry)
    assert "\n" not in str(caught.value)


@modest
@given(boards(), st.data())
def test_a_transformed_game_is_the_same_game(board: Board, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(symmetries(board.rules)))
    twin = board.transformed(symmetry)
    there = {point: symmetry.apply(point, board.rules) for point in all_points(board.rules)}
    assert twin.outcome == board.outcome
    assert twin.turn == board.turn
    assert twin.moves == tuple(there[move] for move in board.moves)
    assert twin.setup == {there[point]: player for point, player in board.setup.items()}
    assert twin.stones == {there[point]: player for point, player in board.stones.items()}
    assert {*twin.legal_points()} == {there[point] for point in board.legal_points()}
    assert twin.transformed(symmetry.inverse) == board


@modest
@given(boards())
def test_all_images_of_a_board_have_the_same_canonical_form(board: Board) -> None:
    canonical = board.canonical()
    assert canonical == board.transformed(board.canonical_symmetry())
    for symmetry in symmetries(board.rules):
        twin = board.transformed(symmetry)
        assert twin.canonical() == canonical
        assert twin.canonical().key == canonical.key


@modest
@given(some_rules(SIDES.filter(lambda side: side > 3)))
def test_the_images_of_an_asymmetric_position_are_all_different(rules: Rules) -> None:
    stones = {Point(0, 0): Player.FIRST, Point(0, 1): Player.SECOND, Point(0, 2): Player.FIRST}
    if rules.k < 2:
        del stones[Point(0, 1)]
    board = Board(rules, stones)
    images = {board.transformed(symmetry).key for symmetry in symmetries(rules)}
    assert len(images) == len(symmetries(rules))
    assert board.canonical().key in images


def test_boards_that_are_not_symmetric_have_different_canonical_forms() -> None:
    rules = Rules(3, 3, 3)
    one, two, three = Board(rules), Board(rules), Board(rules)
    one.play(Point(0, 0))
    two.play(Point(0, 1))
    three.play(Point(2, 2))
    assert one.canonical() != two.canonical()
    assert one.canonical() == three.canonical()


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(5, 3, 3)])
def test_the_canonical_form_has_a_stone_as_near_to_the_top_left_as_possible(rules: Rules) -> None:
    for row, col in product((0, rules.height - 1), (0, rules.width - 1)):
        board = Board(rules, {Point(row, col): Player.FIRST})
        assert list(board.canonical().stones) == [Point(0, 0)]
