"""Opening rules: each is a script that asks for one thing after the other.

A script yields tasks, is sent their answers, and returns the seat that is to be Black.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Generator

from tengen.errors import RuleError
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule
from tengen.session.seat import Seat
from tengen.session.tasks import (
    Answer,
    Area,
    Choice,
    Choose,
    Declare,
    Pick,
    Place,
    Propose,
    Task,
)

Script = Generator[Task, Answer, Seat]
Colours = tuple[Seat, Seat]
"""Who is Black and who is White for now."""


class OpeningRule(enum.Enum):
    """How a game begins."""

    FREE = "free"
    """No rule: Black begins anywhere."""
    PRO = "pro"
    """Black's first stone on the centre, the second outside the central 5x5."""
    LONG_PRO = "long pro"
    """The same with 7x7."""
    SWAP = "swap"
    """One player puts three stones, the other chooses a colour."""
    SWAP2 = "swap2"
    """As swap, but the other may add two stones and leave the choice to the first."""
    SOOSYRV = "soosyrv-8"
    """Three stones near the centre, swap, a fourth and up to eight fifths, swap, one is picked."""
    TARAGUCHI = "taraguchi-10"
    """Four stones in growing squares with a swap after each, then one fifth or ten to pick from."""


def check_opening(opening: OpeningRule, rules: Rules) -> None:
    """Raise RuleError if a game cannot begin in this way."""
    least = LEAST_SIDE[opening]
    if min(rules.width, rules.height) < least:
        raise RuleError(
            f"the {opening.value} opening needs a board of at least {least}x{least},"
            f" not {rules.width}x{rules.height}"
        )
    if opening in RENJU_OPENINGS and rules.win is not WinRule.RENJU:
        raise RuleError(f"the {opening.value} opening is for renju, not {rules.win.value}")
    if rules.k < LEAST_K[opening]:
        raise RuleError(
            f"the {opening.value} opening needs {LEAST_K[opening]} or more in a row,"
            f" not {rules.k}: somebody could win before colours are chosen"
        )


def make_script(opening: OpeningRule) -> Script:
    """The script of an opening, at its beginning."""
    return SCRIPTS[opening]()


def _free() -> Script:
    yield from ()
    return Seat.ONE


def _pro(area: Area) -> Callable[[], Script]:
    def script() -> Script:
        yield Place(Seat.ONE, Area(1))
        yield Place(Seat.TWO)
        yield Place(Seat.ONE, area)
        return Seat.ONE

    return script


def _swap() -> Script:
    yield from _place(Seat.ONE, 3)
    return (yield from _colour(Seat.TWO))


def _swap2() -> Script:
    yield from _place(Seat.ONE, 3)
    choice = yield Choose(Seat.TWO, (Choice.BLACK, Choice.WHITE, Choice.ADD_TWO))
    if choice is not Choice.ADD_TWO:
        return _black_after(choice, Seat.TWO)
    yield from _place(Seat.TWO, 2)
    return (yield from _colour(Seat.ONE))


def _soosyrv() -> Script:
    for side in (1, 3, 5):
        yield Place(Seat.ONE, Area(side))
    black, white = yield from _swap_right((Seat.ONE, Seat.TWO), Seat.TWO)
    yield Place(white)
    count = yield Declare(white, 8)
    assert isinstance(count, int)
    black, white = yield from _swap_right((black, white), black)
    yield from _fifths((black, white), count)
    return black


def _taraguchi() -> Script:
    colours = (Seat.ONE, Seat.TWO)
    for number, side in enumerate((1, 3, 5)):
        mover = colours[number % 2]
        yield Place(mover, Area(side))
        colours = yield from _swap_right(colours, mover.other)
    black, white = colours
    yield Place(white, Area(7))
    choice = yield Choose(black, (Choice.STAY, Choice.SWAP, Choice.OFFER_TEN), black)
    if choice is Choice.OFFER_TEN:
        yield from _fifths(colours, 10)
        return black
    if choice is Choice.SWAP:
        black, white = white, black
    yield Place(black, Area(9))
    black, _ = yield from _swap_right((black, white), white)
    return black


def _place(seat: Seat, count: int) -> Generator[Task, Answer]:
    for _ in range(count):
        yield Place(seat)


def _colour(seat: Seat) -> Script:
    choice = yield Choose(seat, (Choice.BLACK, Choice.WHITE))
    return _black_after(choice, seat)


def _black_after(choice: Answer, seat: Seat) -> Seat:
    return seat if choice is Choice.BLACK else seat.other


def _swap_right(colours: Colours, seat: Seat) -> Generator[Task, Answer, Colours]:
    black, white = colours
    choice = yield Choose(seat, (Choice.STAY, Choice.SWAP), black)
    return (white, black) if choice is Choice.SWAP else colours


def _fifths(colours: Colours, count: int) -> Generator[Task, Answer]:
    black, white = colours
    points: tuple[Point, ...] = ()
    while len(points) < count:
        point = yield Propose(black, count, points)
        assert isinstance(point, Point)
        points += (point,)
    yield Pick(white, points)


SCRIPTS: dict[OpeningRule, Callable[[], Script]] = {
    OpeningRule.FREE: _free,
    OpeningRule.PRO: _pro(Area(5, outside=True)),
    OpeningRule.LONG_PRO: _pro(Area(7, outside=True)),
    OpeningRule.SWAP: _swap,
    OpeningRule.SWAP2: _swap2,
    OpeningRule.SOOSYRV: _soosyrv,
    OpeningRule.TARAGUCHI: _taraguchi,
}
SETTLED = {OpeningRule.FREE, OpeningRule.PRO, OpeningRule.LONG_PRO}
"""Where seat one is Black from the start."""
LEAST_SIDE = {
    OpeningRule.FREE: 1,
    OpeningRule.PRO: 7,
    OpeningRule.LONG_PRO: 9,
    OpeningRule.SWAP: 5,
    OpeningRule.SWAP2: 5,
    OpeningRule.SOOSYRV: 9,
    OpeningRule.TARAGUCHI: 9,
}
"""The shorter side of the smallest board on which an opening makes sense."""
LEAST_K = {
    OpeningRule.FREE: 1,
    OpeningRule.PRO: 1,
    OpeningRule.LONG_PRO: 1,
    OpeningRule.SWAP: 3,
    OpeningRule.SWAP2: 4,
    OpeningRule.SOOSYRV: 4,
    OpeningRule.TARAGUCHI: 4,
}
"""More in a row than the stones of one colour that are put before colours are chosen."""
RENJU_OPENINGS = (OpeningRule.SOOSYRV, OpeningRule.TARAGUCHI)
"""Openings that make sense with forbidden points alone."""
