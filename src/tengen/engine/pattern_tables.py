"""Pattern tables: the category of a point, and how early to try it, by its four patterns.

`has_patterns` says which games have them, and `make_position` sets up a board for the search.
"""

from __future__ import annotations

import array
import functools
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

from tengen.engine import constants
from tengen.engine.pattern_position import PatternPosition
from tengen.engine.patterns import make_patterns, reach_of
from tengen.errors import RuleError
from tengen.rules import Board, Player, Point, Rules, WinRule
from tengen.rules.rules import RENJU_K

PATTERN_ORDER = {
    constants.DEAD: 0,
    constants.ONE_CLOSED: 2,
    constants.ONE: 5,
    constants.TWO_CLOSED: 9,
    constants.TWO_NARROW: 20,
    constants.TWO_WIDE: 26,
    constants.THREE_CLOSED: 30,
    constants.THREE_NARROW: 60,
    constants.THREE_WIDE: 75,
    constants.SIMPLE_FOUR: 80,
    constants.STRAIGHT_FOUR: 400,
    constants.FIVE: 1000,
    constants.OVERLINE: 0,
    constants.TWO_FOURS: 0,
}
CATEGORY_ORDER = {
    constants.TWO_TWOS: 15,
    constants.THREE_AND_MORE: 30,
    constants.TWO_THREES: 120,
    constants.FOUR_AND_MORE: 30,
    constants.FOUR_AND_THREE: 200,
    constants.WINS_IN_THREE: 150,
}


class PatternTables:
    """The tables of one set of rules.

    `lookup` gives the patterns of both players for a window; the index of the other tables is four
    patterns of 4 bits each. `order` says how early to try a move. In renju the tables have a second
    part for the second player, which begins at `apart`, and `fouls` says which points are forbidden
    to the first.
    """

    def __init__(self, rules: Rules) -> None:
        self.reach = reach_of(rules)
        self.lookup = make_patterns(rules)
        self.category, self.order = _combinations(is_bound=False)
        self.is_strict = rules.win is WinRule.RENJU
        self.apart = 0
        self.fouls = bytes(1)
        if self.is_strict:
            category, order = _combinations(is_bound=True)
            self.apart = len(category)
            self.category, self.order = category + self.category, order + self.order
            self.fouls = _fouls()


def pattern_tables(rules: Rules) -> PatternTables:
    """Return the tables of a game; they are made once for all board sizes."""
    return _tables(Rules(1, 1, rules.k, rules.win))


@functools.cache
def _tables(rules: Rules) -> PatternTables:
    return PatternTables(rules)


@functools.cache
def _combinations(*, is_bound: bool) -> tuple[bytes, array.array[int]]:
    category = bytearray(1 << 16)
    order = array.array("h", bytes(2 << 16))
    count = constants.TWO_FOURS + 1 if is_bound else constants.FIVE + 1
    for row, starts in _rows(count):
        points = [_point(four, is_bound=is_bound) for four in row]
        categories = bytes(kind for kind, _ in points)
        orders = array.array("h", [early for _, early in points])
        for start in starts:
            category[start : start + count] = categories
            order[start : start + count] = orders
    return bytes(category), order


@functools.cache
def _point(four: tuple[int, ...], *, is_bound: bool) -> tuple[int, int]:
    """Return the category and the order of a point with these patterns."""
    verdict = _judge_foul(four) if is_bound else constants.LEGAL
    category = _categorise(four) if verdict == constants.LEGAL else _categorise_foul(four, verdict)
    order = sum(map(PATTERN_ORDER.__getitem__, four)) + CATEGORY_ORDER.get(category, 0)
    return category, 0 if verdict == constants.FOUL else order


@functools.cache
def _fouls() -> bytes:
    fouls = bytearray(1 << 16)
    count = constants.TWO_FOURS + 1
    for row, starts in _rows(count):
        verdicts = bytes(map(_judge_foul, row))
        for start in starts:
            fouls[start : start + count] = verdicts
    return bytes(fouls)


def _rows(count: int) -> Iterator[tuple[list[tuple[int, ...]], set[int]]]:
    """Yield rows of a table: each first pattern with the same three others, and where rows start.

    The order of the four patterns does not matter, so rows that differ only in the order of the
    three others come once, with all their places.
    """
    for three in combinations_with_replacement(range(count), 3):
        row = [tuple(sorted((one, *three))) for one in range(count)]
        starts = {a << 4 | b << 8 | c << 12 for a, b, c in permutations(three)}
        yield row, starts


def _judge_foul(four: tuple[int, ...]) -> int:
    """Whether renju forbids the first player a point with these patterns."""
    fours = four.count(constants.SIMPLE_FOUR) + four.count(constants.STRAIGHT_FOUR)
    if constants.FIVE in four:
        return constants.LEGAL
    if max(four) > constants.FIVE or fours > 1:
        return constants.FOUL
    return (
        constants.DOUBTFUL
        if four.count(constants.THREE_NARROW) + four.count(constants.THREE_WIDE) > 1
        else constants.LEGAL
    )


def _categorise_foul(four: tuple[int, ...], verdict: int) -> int:
    """Return the category of a forbidden or doubtful point.

    A doubtful point never counts as winning, and a forbidden one with a four still is a four.
    """
    if {constants.SIMPLE_FOUR, constants.STRAIGHT_FOUR, constants.TWO_FOURS}.isdisjoint(four):
        return constants.TWO_THREES
    return constants.FOUR_AND_THREE if verdict == constants.DOUBTFUL else constants.FOUR


def _categorise(four: tuple[int, ...]) -> int:
    straight = constants.STRAIGHT_FOUR in four
    fours = four.count(constants.SIMPLE_FOUR)
    threes = four.count(constants.THREE_NARROW) + four.count(constants.THREE_WIDE)
    twos = (
        four.count(constants.TWO_NARROW)
        + four.count(constants.TWO_WIDE)
        + four.count(constants.THREE_CLOSED)
    )
    if constants.FIVE in four:
        return constants.FIVE
    if straight or fours > 1:
        return constants.WINS_IN_THREE
    if fours:
        return (
            constants.FOUR_AND_THREE
            if threes
            else constants.FOUR_AND_MORE
            if twos
            else constants.FOUR
        )
    if threes:
        return (
            constants.TWO_THREES
            if threes > 1
            else constants.THREE_AND_MORE
            if twos
            else constants.THREE
        )
    if twos:
        return constants.TWO_TWOS if twos > 1 else constants.TWO
    return constants.QUIET if any(four) else constants.NOTHING


LARGEST_SIDE = 22
PATTERN_RULES = {WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU}
"""The rules under which a four has at most one answer and an open four none; not so in caro."""


def has_patterns(rules: Rules) -> bool:
    """Whether the pattern search plays a game."""
    longest = max(rules.width, rules.height)
    return rules.k == RENJU_K and rules.win in PATTERN_RULES and longest <= LARGEST_SIDE


def make_position(board: Board) -> PatternPosition:
    """Set up a board for the pattern search. Raises RuleError for games that it does not play."""
    rules = board.rules
    if not has_patterns(rules):
        raise RuleError(f"the pattern search does not play {rules}")
    position = PatternPosition(rules.width, rules.height, 0, pattern_tables(rules))
    for point, player in [*board.setup.items(), *_moves_with_players(board)]:
        position.turn = int(player is Player.SECOND)
        position.play(point.row, point.col)
    position.turn = int(board.turn is Player.SECOND)
    position.key = board.key
    return position


def _moves_with_players(board: Board) -> list[tuple[Point, Player]]:
    players = (board.first_turn, board.first_turn.other)
    return [(point, players[number % 2]) for number, point in enumerate(board.moves)]
