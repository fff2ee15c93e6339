"""The course of a game as plain data: what a chart shows."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass


class Flaw(enum.Enum):
    """A kind of mistake, each with a shape of its own."""

    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed win"


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A move that was a mistake, by its number; `words` tell about it."""

    move: int
    flaw: Flaw
    words: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The first player's chances, from 0 to 1, after `start` moves and every move from there."""

    chances: tuple[float, ...]
    start: int = 0
    spoilt: tuple[Spoilt, ...] = ()
    lost_at: int | None = None
    """The last move with which the loser could still have held."""
    title: str = ""
    caption: str = ""
    first: str = "Black"
    second: str = "White"

    @property
    def last(self) -> int:
        """The number of the last move."""
        return self.start + len(self.chances) - 1

    def chance_after(self, move: int) -> float:
        """The first player's chance after so many moves."""
        return self.chances[move - self.start]


def describe_course(course: Course) -> str:
    """A chart in words, for those who do not see it: its ends and every mistake."""
    if not course.chances:
        return "Nothing is known."
    return " ".join(_sentences(course))


def _sentences(course: Course) -> Iterator[str]:
    begin, end = (f"{100 * course.chances[at]:.0f} %" for at in (0, -1))
    ends = f"{begin} after move {course.start}, {end} after move {course.last}"
    yield f"{course.first}'s winning chance: {ends}."
    for one in course.spoilt:
        yield one.words or f"Move {one.move} was a {one.flaw.value}."
    if course.caption:
        yield course.caption
