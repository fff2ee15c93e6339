from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from kit.reference import DIRECTIONS, all_points
from kit.strategies import modest, move_orders, rules_and_points, some_rules

from tengen.rules.geometry import MARGIN, EmptyPoints, Wall, geometry, stone_key
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

BIG = Rules(52, 52, 5)


@modest
@given(some_rules())
def test_the_points_are_in_reading_order(rules: Rules) -> None:
    tables = geometry(rules)
    assert [*tables.points] == all_points(rules)
    assert [tables.point(cell) for cell in tables.cells] == all_points(rules)
    assert len(set(tables.cells)) == rules.area


@modest
@given(some_rules())
def test_all_other_cells_are_walls(rules: Rules) -> None:
    blank = geometry(rules).blank
    empty = [cell for cell, stone in enumerate(blank) if stone is None]
    assert empty == geometry(rules).cells
    assert blank.count(Wall.WALL) == len(blank) - rules.area


@modest
@given(rules_and_points())
def test_a_step_off_the_board_leads_to_a_wall(
    place: tuple[Rules, Point],
) -> None:
    rules, point = place
    tables = geometry(rules)
    for (down, right), step in zip(DIRECTIONS.values(), tables.steps, strict=True):
        for distance in range(-MARGIN, MARGIN + 1):
            row, col = point.row + distance * down, point.col + distance * right
            is_on_board = 0 <= row < rules.height and 0 <= col < rules.width
            cell = tables.cell(point) + distance * step
            assert cell >= 0
            assert (tables.blank[cell] is None) == is_on_board


def test_no_two_stones_of_the_largest_board_have_the_same_key() -> None:
    keys = {stone_key(point, player) for point in all_points(BIG) for player in Player}
    assert len(keys) == 2 * 52 * 52
    assert all(0 < key < 2**64 for key in keys)


def test_keys_are_the_published_splitmix64_sequence() -> None:
    stones = [(0, Player.FIRST), (0, Player.SECOND), (1, Player.FIRST), (1, Player.SECOND)]
    assert [stone_key(Point(0, col), player) for col, player in stones] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
    ]


def splitmix64(count: int) -> int:
    """Return the number at this place of the sequence that begins with seed 0."""
    mask = 2**64 - 1
    word = count * 0x9E3779B97F4A7C15 & mask
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        word = (word ^ word >> shift) * factor & mask
    return word ^ word >> 31


def test_each_row_has_256_places_in_the_sequence() -> None:
    assert splitmix64(1) == 0xE220A8397B1DCDAF
    assert stone_key(Point(1, 0), Player.FIRST) == splitmix64(257)
    assert stone_key(Point(51, 51), Player.SECOND) == splitmix64(51 * 256 + 51 * 2 + 2)


def test_sides_take_turns() -> None:
    tables = geometry(Rules(3, 3, 3))
    assert tables.side(Player.FIRST).next is tables.side(Player.SECOND)
    assert tables.side(Player.SECOND).next is tables.side(Player.FIRST)
    assert [tables.side(player).player for player in Player] == [*Player]


@modest
@given(some_rules(), st.data())
def test_set_up_points_are_not_empty(rules: Rules, data: st.DataObject) -> None:
    order = data.draw(move_orders(rules))
    setup = order[: data.draw(st.integers(0, len(order)))]
    free = EmptyPoints(geometry(rules), setup)
    assert free.after([]) == sorted(set(all_points(rules)) - set(setup))


@modest
@given(some_rules(), st.data())
def test_empty_points_follow_any_mixture_of_moves_and_takebacks(
    rules: Rules, data: st.DataObject
) -> None:
    free, moves, rest = EmptyPoints(geometry(rules)), [], data.draw(move_orders(rules))
    for wish in data.draw(st.lists(st.sampled_from(["play", "play", "undo", "ask"]), max_size=30)):
        if wish == "play" and rest:
            moves.append(rest.pop())
        elif wish == "undo" and moves:
            rest.insert(0, moves.pop())
            if free.seen > len(moves):
                free.put_back(rest[0])
        else:
            assert free.after(moves) == sorted(set(all_points(rules)) - set(moves))
    assert free.after(moves) == sorted(rest)


def test_changing_the_returned_list_changes_nothing_else() -> None:
    free = EmptyPoints(geometry(Rules(2, 2, 2)))
    free.after([]).clear()
    assert free.after([]) == [Point(0, 0), Point(0, 1), Point(1, 0), Point(1, 1)]
