"""Pattern tables: the category and the value of a point by its four patterns.

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

PATTERN_WORTH = {
    constants.DEAD: (0, -1),
    constants.ONE_CLOSED: (1, -1),
    constants.ONE: (2, 1),
    constants.TWO_CLOSED: (6, 6),
    constants.TWO_NARROW: (70, 70),
    constants.TWO_WIDE: (6, 7),
    constants.THREE_CLOSED: (33, 30),
    constants.THREE_NARROW: (114, 116),
    constants.THREE_WIDE: (97, 82),
    constants.SIMPLE_FOUR: (218, 208),
    constants.STRAIGHT_FOUR: (404, 404),
    constants.FIVE: (0, 0),
    constants.OVERLINE: (0, 0),
    constants.TWO_FOURS: (0, 0),
}
PAIR_WORTH = {
    (constants.TWO_CLOSED, constants.TWO_CLOSED): (-1, 7),
    (constants.TWO_WIDE, constants.TWO_CLOSED): (3, -3),
    (constants.TWO_WIDE, constants.TWO_WIDE): (50, 45),
    (constants.THREE_CLOSED, constants.TWO_CLOSED): (-3, 4),
    (constants.THREE_CLOSED, constants.TWO_WIDE): (49, 39),
    (constants.THREE_CLOSED, constants.THREE_CLOSED): (34, 37),
    (constants.THREE_NARROW, constants.TWO_CLOSED): (7, 11),
    (constants.THREE_NARROW, constants.TWO_WIDE): (3, 33),
    (constants.THREE_NARROW, constants.THREE_CLOSED): (-30, 10),
    (constants.THREE_NARROW, constants.THREE_NARROW): (37, 104),
    (constants.THREE_WIDE, constants.TWO_CLOSED): (20, 34),
    (constants.THREE_WIDE, constants.TWO_WIDE): (39, 82),
    (constants.THREE_WIDE, constants.THREE_CLOSED): (9, 72),
    (constants.THREE_WIDE, constants.THREE_NARROW): (4, 41),
    (constants.THREE_WIDE, constants.THREE_WIDE): (-23, -32),
    (constants.SIMPLE_FOUR, constants.TWO_CLOSED): (-9, 4),
    (constants.SIMPLE_FOUR, constants.TWO_WIDE): (125, 110),
    (constants.SIMPLE_FOUR, constants.THREE_CLOSED): (19, 85),
    (constants.SIMPLE_FOUR, constants.THREE_NARROW): (1, 193),
    (constants.SIMPLE_FOUR, constants.THREE_WIDE): (-1, 3),
    (constants.SIMPLE_FOUR, constants.SIMPLE_FOUR): (0, -6),
    (constants.STRAIGHT_FOUR, constants.TWO_CLOSED): (0, 62),
    (constants.STRAIGHT_FOUR, constants.TWO_WIDE): (0, 148),
    (constants.STRAIGHT_FOUR, constants.THREE_CLOSED): (0, -10),
    (constants.STRAIGHT_FOUR, constants.THREE_NARROW): (0, -10),
    (constants.STRAIGHT_FOUR, constants.THREE_WIDE): (0, -26),
    (constants.STRAIGHT_FOUR, constants.SIMPLE_FOUR): (0, -1),
    (constants.STRAIGHT_FOUR, constants.STRAIGHT_FOUR): (0, -1),
}
"""The value of a pattern for the side to move and for the opponent, and what the two greatest
patterns of a point add together. They were fitted to games that the engine played against itself;
about 900 mean odds of e to one.
"""

COUNT_BONUS = {
    constants.TWO: ((-2, -3, 7), (2, 3, 5)),
    constants.TWO_TWOS: ((100, 206, 321), (66, 168, 259)),
    constants.THREE: ((54, 22, 86), (1, 7, 26)),
    constants.THREE_AND_MORE: ((268, 472, 569), (183, 309, 390)),
    constants.TWO_THREES: ((13, 21, 18), (88, 108, 112)),
    constants.FOUR: ((45, 59, 60), (-6, 20, 42)),
    constants.FOUR_AND_MORE: ((73, 128, 137), (22, 95, 173)),
    constants.FOUR_AND_THREE: ((0, 1, 1), (189, 198, 196)),
    constants.WINS_IN_THREE: ((0, 0, 0), (335, 340, 335)),
}
"""What the first one, two and three points of a category add to that, for the side to move and for
the opponent."""


class PatternTables:
    """The tables of one set of rules.

    `lookup` gives the patterns of both players for a window; the index of the other tables is four
    patterns of 4 bits each. `order` says how early to try a move. `worth` has two values for each
    index: for the side to move and for the opponent. `steps` has what 0 to 3 points of a category
    add, for both roles in turn. In renju the tables have a second part for the second player,
    which begins at `apart`, and `fouls` says which points are forbidden to the first.
    """

    def __init__(self, rules: Rules) -> None:
        self.reach = reach_of(rules)
        self.lookup = make_patterns(rules)
        self.category, self.order, self.worth = _combinations(is_bound=False)
        self.steps = _steps()
        self.is_strict = rules.win is WinRule.RENJU
        self.apart = 0
        self.fouls = bytes(1)
        if self.is_strict:
            category, order, worth = _combinations(is_bound=True)
            self.apart = len(category)
            self.category, self.order = category + self.category, order + self.order
            self.worth = worth + self.worth
            self.fouls = _fouls()


def pattern_tables(rules: Rules) -> PatternTables:
    """Return the tables of a game; they are made once for all board sizes."""
    return _tables(Rules(1, 1, rules.k, rules.win))


@functools.cache
def _tables(rules: Rules) -> PatternTables:
    return PatternTables(rules)


@functools.cache
def _combinations(*, is_bound: bool) -> tuple[bytes, array.array[int], array.array[int]]:
    category = bytearray(1 << 16)
    order = array.array("h", bytes(2 << 16))
    worth = array.array("h", bytes(4 << 16))
    count = constants.TWO_FOURS + 1 if is_bound else constants.FIVE + 1
    for row, starts in _rows(count):
        points = [_point(four, is_bound=is_bound) for four in row]
        categories = bytes(kind for kind, _, _ in points)
        orders = array.array("h", [early for _, early, _ in points])
        worths = array.array("h", [part for _, _, parts in points for part in parts])
        for start in starts:
            category[start : start + count] = categories
            order[start : start + count] = orders
            worth[2 * start : 2 * (start + count)] = worths
    return bytes(category), order, worth


@functools.cache
def _point(four: tuple[int, ...], *, is_bound: bool) -> tuple[int, int, tuple[int, int]]:
    """Return the category, the order and the value of a point with these patterns."""
    verdict = _judge_foul(four) if is_bound else constants.LEGAL
    category = _categorise(four) if verdict == constants.LEGAL else _categorise_foul(four, verdict)
    order = sum(map(PATTERN_ORDER.__getitem__, four)) + CATEGORY_ORDER.get(category, 0)
    worth = _evaluate(four) if verdict == constants.LEGAL else (0, 0)
    return category, 0 if verdict == constants.FOUL else order, worth


@functools.cache
def _steps() -> array.array[int]:
    steps = array.array("h")
    for role in range(2):
        for category in range(constants.CATEGORIES):
            steps.extend((0, *COUNT_BONUS.get(category, ((0, 0, 0), (0, 0, 0)))[role]))
    return steps


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


def _evaluate(four: tuple[int, ...]) -> tuple[int, int]:
    """Return the value of a point with these patterns, for the side to move and the opponent."""
    *_, second, first = sorted(four)
    parts = [PATTERN_WORTH[pattern] for pattern in four] + [PAIR_WORTH.get((first, second), (0, 0))]
    return sum(mine for mine, _ in parts), sum(theirs for _, theirs in parts)


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
