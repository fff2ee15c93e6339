"""A pattern position updated move by move equals one computed from the whole board."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import threats
from kit.strategies import SEEDS, boards, modest, some_rules

from tengen.engine import constants as c
from tengen.engine import pattern_tables as t
from tengen.engine.pattern_position import PatternPosition
from tengen.engine.pattern_tables import make_position
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

PLAYED = [win for win in WinRule if win is not WinRule.RENJU]
RENJU = some_rules(st.integers(5, 15), st.just(5), st.just(WinRule.RENJU))
GAMES = some_rules(st.integers(5, 9) | st.integers(5, 22), st.just(5), st.sampled_from(PLAYED))
FREESTYLE = st.sampled_from([Rules(*sides, 5) for sides in ((7, 7), (22, 22), (5, 9), (3, 2))])
PLAYERS = tuple(Player)
SECOND_HALF = 1024

Facts = tuple[list[int], int, list[int], list[int]]


def position_of(rules: Rules, stones: threats.Stones) -> PatternPosition:
    """Return a position with these stones, played in the order of the dict."""
    position = PatternPosition(rules.width, rules.height, 0, t.pattern_tables(rules))
    for (row, col), player in stones.items():
        position.turn = PLAYERS.index(player)
        position.play(row, col)
    return position


def facts_of(position: PatternPosition, rules: Rules, stones: threats.Stones) -> Facts:
    """Return the facts of a position, with the categories of the empty points only."""
    tally, key, kinds = position.facts()
    cells = [position.cell(*place) for place in threats.empties(rules, stones)]
    first, second = ([kinds[half + cell] for cell in cells] for half in (0, SECOND_HALF))
    return tally, key, first, second


def wander(rules: Rules, seed: int) -> tuple[PatternPosition, threats.Stones]:
    """Return a position after random moves and undos in one of two corners."""
    random, position, stones = Random(seed), position_of(rules, {}), threats.Stones()
    points = threats.empties(rules, {})
    points = sorted(points, key=max, reverse=bool(seed % 2))[:49]
    for _ in range(random.randrange(60)):
        free = [place for place in points if place not in stones]
        if stones and (random.random() < 0.4 or not free):
            position.turn = 1 - PLAYERS.index(stones.popitem()[1])
            position.undo()
        else:
            place, who = random.choice(free), random.randrange(2)
            stones[place], position.turn = PLAYERS[who], who
            position.play(*place)
    return position, stones


@modest
@given(GAMES, SEEDS)
def test_after_any_play_and_undo_the_position_equals_a_new_one(rules: Rules, seed: int) -> None:
    position, stones = wander(rules, seed)
    order = list(stones.items())
    Random(seed).shuffle(order)
    fresh = position_of(rules, dict(order))
    assert facts_of(position, rules, stones) == facts_of(fresh, rules, stones)


@modest
@given(GAMES, SEEDS)
def test_tallies_count_the_categories_of_the_empty_points(rules: Rules, seed: int) -> None:
    position, stones = wander(rules, seed)
    tally, _, first, second = facts_of(position, rules, stones)
    assert tally[: c.CATEGORIES] == [first.count(kind) for kind in range(c.CATEGORIES)]
    assert tally[c.CATEGORIES :] == [second.count(kind) for kind in range(c.CATEGORIES)]


@modest
@given(GAMES, SEEDS)
def test_symmetric_boards_have_the_same_tallies(rules: Rules, seed: int) -> None:
    position, stones = wander(rules, seed)
    turned = {
        (rules.height - 1 - row, rules.width - 1 - col): player
        for (row, col), player in stones.items()
    }
    assert position_of(rules, turned).facts()[0] == position.facts()[0]


@modest
@given(boards(GAMES))
def test_a_point_has_the_category_five_exactly_if_playing_there_wins(board: Board) -> None:
    stones = threats.places(board)
    facts = facts_of(position_of(board.rules, stones), board.rules, stones)
    if board.outcome.is_over:
        return
    for player, kinds in zip(Player, facts[2:], strict=True):
        twin = Board(board.rules, board.stones, player)
        for point, kind in zip(board.empty_points(), kinds, strict=True):
            twin.play(point)
            assert (kind == c.FIVE) == (twin.outcome.winner is player), (point, str(twin))
            twin.undo()


@modest
@given(boards(GAMES), st.sampled_from(Player))
def test_a_four_leaves_one_winning_point_and_a_win_in_three_leaves_more(
    board: Board, player: Player
) -> None:
    rules, stones = board.rules, threats.places(board)
    if board.outcome.is_over or threats.winning_places(rules, stones, player):
        return
    _, _, *both = facts_of(position_of(rules, stones), rules, stones)
    kinds = both[PLAYERS.index(player)]
    for place, kind in zip(threats.empties(rules, stones), kinds, strict=True):
        ways = threats.ways_after(rules, stones, place, player)
        assert (c.FOUR <= kind < c.WINS_IN_THREE) == (ways == 1), (place, str(board))
        assert (kind == c.WINS_IN_THREE) == (ways > 1), (place, str(board))


@modest
@given(RENJU, SEEDS, st.floats(0.1, 0.5), st.floats(0.4, 0.9))
def test_forbidden_points_of_renju_are_found(
    rules: Rules, seed: int, density: float, bias: float
) -> None:
    random = Random(seed)
    places = [place for place in threats.empties(rules, {}) if random.random() < density]
    setup = {Point(*place): PLAYERS[random.random() > bias] for place in places}
    try:
        board = Board(rules, setup, Player.FIRST)
    except RuleError:  # both have a winning line
        return
    if board.outcome.is_over:
        return
    position = make_position(board)
    before = position.facts()
    for point in board.empty_points():
        position.turn = 0
        forbidden = position.forbids(point.row, point.col)
        assert forbidden != board.is_legal(point), (point, str(board))
        position.turn = 1
        assert not position.forbids(point.row, point.col)
    assert position.facts() == before


@modest
@given(RENJU, SEEDS)
def test_a_renju_position_equals_a_new_one_after_moves(rules: Rules, seed: int) -> None:
    position, stones = wander(rules, seed)
    fresh = position_of(rules, stones)
    assert facts_of(position, rules, stones) == facts_of(fresh, rules, stones)


@modest
@given(boards(RENJU))
def test_a_win_in_three_in_renju_is_legal_and_leaves_two_winning_points(
    board: Board,
) -> None:
    rules, stones = board.rules, threats.places(board)
    if board.outcome.is_over or threats.winning_places(rules, stones, board.turn):
        return
    _, _, *both = facts_of(position_of(rules, stones), rules, stones)
    kinds = both[PLAYERS.index(board.turn)]
    for place, kind in zip(threats.empties(rules, stones), kinds, strict=True):
        ways = threats.ways_after(rules, stones, place, board.turn)
        if kind == c.WINS_IN_THREE:
            assert ways > 1, (place, str(board))
            assert board.is_legal(Point(*place)), (place, str(board))
        assert (kind >= c.FOUR) == (ways > 0), (place, str(board))


@modest
@given(FREESTYLE, SEEDS)
def test_the_key_equals_the_key_of_the_board_throughout_a_game(rules: Rules, seed: int) -> None:
    board, random = Board(rules), Random(seed)
    for _ in range(random.randrange(1 + min(rules.area, 30))):
        if not board.outcome.is_over:
            board.play(random.choice(board.legal_points()))
    assert make_position(board).key == board.key


@modest
@given(boards(FREESTYLE))
def test_the_key_depends_on_the_side_to_move(board: Board) -> None:
    other = Board(board.rules, board.stones, board.turn.other)
    assert make_position(board).key != make_position(other).key


@modest
@given(boards(FREESTYLE))
def test_a_board_becomes_a_position_with_the_same_stones_and_turn(board: Board) -> None:
    rules, stones = board.rules, threats.places(board)
    position = make_position(board)
    assert (position.width, position.height) == (rules.width, rules.height)
    assert position.count == len(stones)
    assert PLAYERS[position.turn] is board.turn
    made, fresh = (facts_of(one, rules, stones) for one in (position, position_of(rules, stones)))
    assert (made[0], *made[2:]) == (fresh[0], *fresh[2:])


@pytest.mark.parametrize("width, height", [(1, 1), (5, 5), (15, 15), (22, 22), (22, 6), (3, 22)])
def test_every_point_has_its_own_cell(width: int, height: int) -> None:
    rules = Rules(width, height, 5)
    position = make_position(Board(rules))
    cells = {position.cell(*place): place for place in threats.empties(rules, {})}
    assert len(cells) == rules.area
    for cell, place in cells.items():
        assert position.point(cell) == Point(*place)


def test_lines_do_not_wrap_around_the_edges() -> None:
    rules = Rules(22, 22, 5)
    for edge in ([(row, 21) for row in range(4)], [(21, col) for col in range(18, 22)]):
        stones = dict.fromkeys(edge, Player.FIRST)
        facts = facts_of(position_of(rules, stones), rules, stones)
        kinds = dict(zip(threats.empties(rules, stones), facts[2], strict=True))
        fives = [place for place, kind in kinds.items() if kind == c.FIVE]
        assert fives == threats.winning_places(rules, stones, Player.FIRST)
        assert len(fives) == 1


@pytest.mark.parametrize(
    "moves, quiet",
    [
        ("h8 i9", True),
        ("h8 a1 i8 c1 j8 e1", False),  # an open three to move: a win in three
        ("h8 a1 i8 c1 j8", True),  # the opponent's open three
        ("h8 a1 i8 c1 j8 e1 k8", False),  # the opponent makes a five
    ],
)
def test_a_position_is_quiet_without_fives_and_wins_in_three(moves: str, *, quiet: bool) -> None:
    rules = Rules(15, 15, 5)
    position = make_position(Board(rules))
    for point in parse_moves(moves, rules):
        position.play(point.row, point.col)
    assert position.is_quiet() is quiet
