"""The pattern of a stone in one direction, for every window of cells around it.

A window is the cells within `reach` steps of a point. It is a number with two bits for each cell
except the middle one, from the far left to the far right: 0 is empty, 1 a stone of the player in
question, 2 an opponent's stone, 3 off the board.
"""

from __future__ import annotations

from array import array
from itertools import product

from tengen.engine import constants
from tengen.engine.pattern_grader import PatternGrader
from tengen.rules import Player, Rules, WinRule

BELOW = {
    constants.FIVE: (constants.SIMPLE_FOUR, constants.STRAIGHT_FOUR),
    constants.STRAIGHT_FOUR: (constants.THREE_NARROW, constants.THREE_WIDE),
    constants.SIMPLE_FOUR: (constants.THREE_CLOSED, constants.THREE_CLOSED),
    constants.THREE_CLOSED: (constants.TWO_CLOSED, constants.TWO_CLOSED),
    constants.THREE_NARROW: (constants.TWO_NARROW, constants.TWO_WIDE),
    constants.TWO_WIDE: (constants.ONE, constants.ONE),
    constants.TWO_NARROW: (constants.ONE, constants.ONE),
    constants.TWO_CLOSED: (constants.ONE_CLOSED, constants.ONE_CLOSED),
}
"""The pattern of a line by the best that it can become, on one place or on several."""
LONGEST = 11
SEES_ENDS = {WinRule.CARO, WinRule.CARO_EXACT, WinRule.CARO_LONG}

EMPTY, OWN, OTHER = range(3)


def reach_of(rules: Rules) -> int:
    """Return how far a window reaches: one cell more where longer lines do not win."""
    return 4 if rules.win is WinRule.FREESTYLE else 5


def make_patterns(rules: Rules) -> bytes:
    """Return, for every window, the first player's pattern plus 16 times the second player's."""
    reach = reach_of(rules)
    table = bytearray(1 << (4 * reach))
    first = _grader(rules, Player.FIRST)
    second = _grader(rules, Player.SECOND) if rules.win is WinRule.RENJU else first
    for grader, own, other, shift in ((first, OWN, OTHER, 0), (second, OTHER, OWN, 4)):
        lefts, rights = array("i"), array("i")
        for cells in _halves(reach):
            lefts.extend(_half(cells, 0, (own, EMPTY, other)))
            rights.extend(_half(cells[::-1], reach, (own, EMPTY, other)))
        grader.fill(table, lefts, rights, shift)
    return bytes(table)


def _grader(rules: Rules, player: Player) -> PatternGrader:
    wins = [
        rules.wins(length, player, blocked=blocked)
        for length in range(LONGEST + 1)
        for blocked in (False, True)
    ]
    below = [
        grade
        for best in range(constants.FIVE + 1)
        for grade in BELOW.get(best, (constants.DEAD, constants.DEAD))
    ]
    is_bound = rules.win is WinRule.RENJU and player is Player.FIRST
    sees_ends = rules.win in SEES_ENDS
    centre = reach_of(rules)
    return PatternGrader(bytes(wins), bytes(below), centre, is_bound=is_bound, sees_ends=sees_ends)


def _halves(reach: int) -> list[tuple[int, ...]]:
    """Return all possible cells to the left of a point, from the far end: walls, then anything."""
    halves = []
    for walls in range(reach + 1):
        inner = product((EMPTY, OWN, OTHER), repeat=reach - walls)
        halves += [(constants.WALL,) * walls + cells for cells in inner]
    return halves


def _half(cells: tuple[int, ...], skipped: int, kinds: tuple[int, ...]) -> list[int]:
    """Return half a window as a number, and the places of each kind of cell in the whole line."""
    number = sum(cell << (2 * at) for at, cell in enumerate(cells, skipped))
    first = skipped + 1 if skipped else 0
    places = [0] * (constants.WALL + 1)
    for place, cell in enumerate(cells, first):
        places[cell] |= 1 << place
    return [number, *(places[kind] for kind in kinds)]
