"""Generators of rules, games and positions for property tests."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from kit import reference
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

modest = settings(max_examples=60, deadline=None)
thorough = settings(max_examples=150, deadline=None)

SMALL_SIDES = st.integers(1, 6)
SIDES = SMALL_SIDES | SMALL_SIDES | SMALL_SIDES | st.integers(1, 52)
LENGTHS = st.integers(1, 6) | st.integers(1, 6) | st.integers(1, 60)
WIN_RULES = st.sampled_from(list(WinRule))
PLAYERS = st.sampled_from(list(Player))
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def some_rules(
    draw: st.DrawFn,
    sides: st.SearchStrategy[int] = SIDES,
    lengths: st.SearchStrategy[int] = LENGTHS,
    wins: st.SearchStrategy[WinRule] = WIN_RULES,
) -> Rules:
    """Rules of any size, mostly small, any length of line and any win rule."""
    width, height, k, win = draw(sides), draw(sides), draw(lengths), draw(wins)
    return Rules(width, height, 5 if win is WinRule.RENJU else k, win)


def is_winnable(rules: Rules) -> bool:
    """Whether a winning line fits on the board."""
    return rules.k <= max(rules.width, rules.height)


def crowded_rules() -> st.SearchStrategy[Rules]:
    """Rules with many long and blocked lines."""
    return some_rules(st.integers(3, 9), st.integers(3, 5))


def points_of(rules: Rules) -> st.SearchStrategy[Point]:
    """Any point of a board."""
    rows, cols = st.integers(0, rules.height - 1), st.integers(0, rules.width - 1)
    return st.builds(Point, rows, cols)


@st.composite
def rules_and_points(draw: st.DrawFn) -> tuple[Rules, Point]:
    """Rules and a point of their board."""
    rules = draw(some_rules())
    return rules, draw(points_of(rules))


@st.composite
def move_orders(draw: st.DrawFn, rules: Rules) -> list[Point]:
    """All points of a board, those near some centre first, so that stones are adjacent."""
    centre, random = draw(points_of(rules)), Random(draw(SEEDS))
    points = reference.all_points(rules)
    random.shuffle(points)
    return sorted(
        points, key=lambda point: max(abs(point.row - centre.row), abs(point.col - centre.col)) // 3
    )


@st.composite
def set_up_stones(draw: st.DrawFn, rules: Rules) -> dict[Point, Player]:
    """Some stones near each other; any player may have won, even twice."""
    count = draw(st.integers(0, min(rules.area, 40)))
    random = Random(draw(SEEDS))
    return {point: random.choice(list(Player)) for point in draw(move_orders(rules))[:count]}


@st.composite
def set_up_boards(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Board:
    """Boards with set-up stones; at most one player has won."""
    game = draw(some_rules() if rules is None else rules)
    stones = draw(set_up_stones(game))
    if len(reference.winners(game, stones)) > 1:
        stones = {point: player for point, player in stones.items() if player is Player.FIRST}
    return Board(game, stones, draw(st.none() | PLAYERS))


@st.composite
def boards(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Board:
    """Boards after any number of legal moves."""
    board = draw(set_up_boards(rules)) if draw(st.booleans()) else None
    if board is None:
        board = Board(draw(some_rules() if rules is None else rules))
    count = draw(st.integers(0, min(board.rules.area, 60)))
    for point in draw(move_orders(board.rules)):
        if len(board.moves) < count and board.is_legal(point):
            board.play(point)
    return board
