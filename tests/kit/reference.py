"""A slow and simple implementation of the win rules: it checks every line of the board.

Stones are a plain dict. Nothing is cached between moves and nothing is skipped, so it is unlikely
to have the same bugs as the board under test.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

DIRECTIONS = {"right": (0, 1), "down": (1, 0), "down right": (1, 1), "down left": (1, -1)}

Stones = Mapping[Point, Player]
Line = tuple[Point, ...]
Place = tuple[int, int]
Places = Mapping[Place, Player]


def all_points(rules: Rules) -> list[Point]:
    """Return every point of the board, in reading order."""
    return [Point(row, col) for row in range(rules.height) for col in range(rules.width)]


def winners(rules: Rules, stones: Stones) -> set[Player]:
    """Return the players who have a winning line."""
    places = {(point.row, point.col): player for point, player in stones.items()}
    return {places[line[0]] for line in _winning_lines(rules, places)}


def winning_lines(rules: Rules, stones: Stones) -> set[Line]:
    """Return the winning lines of both players, each in reading order."""
    places = {(point.row, point.col): player for point, player in stones.items()}
    return {tuple(Point(*place) for place in line) for line in _winning_lines(rules, places)}


def _winning_lines(rules: Rules, stones: Places) -> set[tuple[Place, ...]]:
    lines = set()
    for down, right in DIRECTIONS.values():
        for start in stones:
            line = _line_from(start, down, right, stones)
            if line and _line_wins(rules, line, down, right, stones):
                lines.add(line)
    return lines


def _line_from(start: Place, down: int, right: int, stones: Places) -> tuple[Place, ...]:
    """Return the longest line of equal stones that begins on a place; None if it begins earlier."""
    player, (row, col) = stones[start], start
    if stones.get((row - down, col - right)) is player:
        return ()
    line = []
    while stones.get((row, col)) is player:
        line.append((row, col))
        row, col = row + down, col + right
    return tuple(line)


def _line_wins(
    rules: Rules, line: tuple[Place, ...], down: int, right: int, stones: Places
) -> bool:
    """Whether a line that cannot be made longer wins. The edge of the board blocks nothing."""
    player, (top, left), (bottom, end) = stones[line[0]], line[0], line[-1]
    before = stones.get((top - down, left - right))
    after = stones.get((bottom + down, end + right))
    blocked = before is player.other and after is player.other
    just_right = len(line) == rules.k
    too_long = len(line) > rules.k
    return {
        WinRule.FREESTYLE: just_right or too_long,
        WinRule.STANDARD: just_right,
        WinRule.CARO: (just_right or too_long) and not blocked,
        WinRule.CARO_EXACT: just_right and not blocked,
        WinRule.CARO_LONG: (just_right and not blocked) or too_long,
        WinRule.RENJU: just_right or (too_long and player is Player.SECOND),
    }[rules.win]


def count_games(rules: Rules, depth: int) -> tuple[int, int, int, int]:
    """Return the counts of perft: unfinished, first, second, ties; without renju's fouls."""
    counts = [0, 0, 0, 0]
    _count(rules, {}, Player.FIRST, depth, counts)
    unfinished, first, second, ties = counts
    return unfinished, first, second, ties


def _count(
    rules: Rules, stones: dict[Place, Player], turn: Player, depth: int, counts: list[int]
) -> None:
    lines = _winning_lines(rules, stones)
    if lines:
        counts[1 if turn is Player.SECOND else 2] += 1
    elif len(stones) == rules.width * rules.height:
        counts[3] += 1
    elif depth == 0:
        counts[0] += 1
    else:
        for place in product(range(rules.height), range(rules.width)):
            if place not in stones:
                _count(rules, {**stones, place: turn}, turn.other, depth - 1, counts)
