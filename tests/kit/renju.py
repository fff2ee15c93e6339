"""A slow implementation of renju's fouls, written from their definitions.

A position is a plain dict of stones. Nothing is cached. A row is the set of its places, found by
trying every segment of a line. A place that might make a straight four is judged by placing a stone
on it.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Iterator
from itertools import product

from tengen.rules.rules import Player

Place = tuple[int, int]
Row = frozenset[Place]

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
TO_THE_END = 1000


class Verdict(enum.Enum):
    """The kind of a move. `FREE` and `FIVE` are legal, and `FIVE` wins; the others are fouls."""

    FREE = "free"
    FIVE = "five"
    OVERLINE = "overline"
    DOUBLE_FOUR = "double-four"
    DOUBLE_THREE = "double-three"


class Position:
    """Stones on a board."""

    def __init__(self, height: int, width: int, stones: dict[Place, Player]) -> None:
        self.height = height
        self.width = width
        self.stones = stones

    def after(self, place: Place, player: Player = Player.FIRST) -> Position:
        return Position(self.height, self.width, {**self.stones, place: player})

    def is_first(self, place: Place) -> bool:
        return self.stones.get(place) is Player.FIRST

    def is_empty(self, place: Place) -> bool:
        return self.has(place) and place not in self.stones

    def has(self, place: Place) -> bool:
        return 0 <= place[0] < self.height and 0 <= place[1] < self.width

    def places(self) -> list[Place]:
        return [*product(range(self.height), range(self.width))]


def verdict(position: Position, place: Place, depth: int = TO_THE_END) -> Verdict:
    """Return the kind of the first player's move on an empty place.

    Places that make a straight four are judged too, `depth` moves deep: beyond that, all of them
    are taken to be allowed.
    """
    position = position.after(place)
    lengths = [length(position, place, direction) for direction in DIRECTIONS]
    if 5 in lengths:
        return Verdict.FIVE
    if max(lengths) > 5:
        return Verdict.OVERLINE
    if len(fours(position, place)) > 1:
        return Verdict.DOUBLE_FOUR
    if len(threes(position, place, depth)) > 1:
        return Verdict.DOUBLE_THREE
    return Verdict.FREE


def second_verdict(position: Position, place: Place) -> Verdict:
    """Return the kind of the second player's move, who has no fouls and wins with five or more."""
    position = position.after(place, Player.SECOND)
    longest = max(length(position, place, direction) for direction in DIRECTIONS)
    return Verdict.FIVE if longest >= 5 else Verdict.FREE


def length(position: Position, place: Place, direction: Place) -> int:
    """Return the length of the unbroken row of one player through a stone."""
    count = 1
    for forward in (1, -1):
        far = forward
        while position.stones.get(step(place, direction, far)) is position.stones[place]:
            count += 1
            far += forward
    return count


def fours(position: Position, place: Place) -> set[Row]:
    """Return the fours with a stone on `place`: four stones that one more makes exactly five."""
    return {
        stones
        for direction in DIRECTIONS
        for segment in segments(place, direction, 5)
        for stones, gap in all_but_one(position, segment)
        if makes_five(position, gap, direction)
    }


def threes(position: Position, place: Place, depth: int) -> set[Row]:
    """Return the threes with a stone on `place`, which one more stone makes a straight four."""
    return {
        stones
        for direction in DIRECTIONS
        for segment in segments(place, direction, 4)
        for stones, gap in all_but_one(position, segment)
        if is_straight_four(position.after(gap), segment, direction)
        and may_straighten(position, gap, depth)
    }


def all_but_one(position: Position, segment: list[Place]) -> Iterator[tuple[Row, Place]]:
    """Yield the first player's stones and the gap, if only one place of a segment is empty."""
    stones = frozenset(place for place in segment if position.is_first(place))
    gaps = [place for place in segment if place not in stones]
    if len(gaps) == 1 and position.is_empty(gaps[0]):
        yield stones, gaps[0]


def is_straight_four(position: Position, segment: list[Place], direction: Place) -> bool:
    """Whether four stones in a row can be made exactly five at both ends."""
    ends = [step(segment[0], direction, -1), step(segment[-1], direction, 1)]
    return all(position.is_empty(end) and makes_five(position, end, direction) for end in ends)


def may_straighten(position: Position, place: Place, depth: int) -> bool:
    """Whether the first player may play here, and makes no five by it."""
    if depth > 0:
        return verdict(position, place, depth - 1) is Verdict.FREE
    return not any(makes_five(position, place, direction) for direction in DIRECTIONS)


def makes_five(position: Position, place: Place, direction: Place) -> bool:
    """Whether a stone of the first player here would make exactly five in this direction."""
    return length(position.after(place), place, direction) == 5


def segments(place: Place, direction: Place, size: int) -> Iterator[list[Place]]:
    """Yield all segments of `size` neighbouring places that contain `place`."""
    for back in range(size):
        yield [step(place, direction, far - back) for far in range(size)]


def step(place: Place, direction: Place, far: int) -> Place:
    return place[0] + far * direction[0], place[1] + far * direction[1]


def has_winner(position: Position) -> bool:
    """Whether somebody has already won."""
    return any(
        length(position, place, direction) == 5
        or (length(position, place, direction) > 5 and player is Player.SECOND)
        for place, player in position.stones.items()
        for direction in DIRECTIONS
    )


def eight_ways(position: Position, place: Place) -> Iterator[tuple[Position, Place]]:
    """Yield all symmetric forms of a position and a place on it."""
    for _ in range(4):
        position, place = quarter_turn(position, place)
        yield position, place
        yield mirror(position, place)


def quarter_turn(position: Position, place: Place) -> tuple[Position, Place]:
    last = position.height - 1
    stones = {(col, last - row): player for (row, col), player in position.stones.items()}
    return Position(position.width, position.height, stones), (place[1], last - place[0])


def mirror(position: Position, place: Place) -> tuple[Position, Place]:
    last = position.width - 1
    stones = {(row, last - col): player for (row, col), player in position.stones.items()}
    return Position(position.height, position.width, stones), (place[0], last - place[1])


def crowded_position(rng: random.Random) -> Position:
    """Return a position without a winner in which rows of the first player cross."""
    while True:
        height, width = rng.choice([(9, 9), (11, 11), (15, 15), (7, 12), (12, 6)])
        position = Position(height, width, {})
        middle = (rng.randrange(height), rng.randrange(width))
        for _ in range(rng.randint(2, 8)):
            start = step(middle, rng.choice(DIRECTIONS), rng.randint(-4, 4))
            _scatter(position, start, rng)
        for place in rng.sample(position.places(), rng.choice([0, 3, 9])):
            position.stones.setdefault(place, Player.SECOND)
        if not has_winner(position):
            return position


def _scatter(position: Position, start: Place, rng: random.Random) -> None:
    """Place some stones on a line, most of them the first player's."""
    direction = rng.choice(DIRECTIONS)
    for far in range(-4, 5):
        place = step(start, direction, far)
        if position.has(place) and rng.random() < 0.45:
            position.stones[place] = rng.choices([*Player], [12, 1])[0]
