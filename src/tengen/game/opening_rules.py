"""Opening rules (swap2, pro, taraguchi-10 and others) and the progress of a game in its opening.

Each rule is a script, a generator: it yields tasks, is sent the answers, and returns the seat that
plays Black.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Generator

from tengen.errors import RuleError
from tengen.game import tasks
from tengen.rules import Board, Point, Rules, WinRule, symmetries

OpeningScript = Generator[tasks.Task, tasks.TaskAnswer, tasks.Seat]
Colours = tuple[tasks.Seat, tasks.Seat]
"""The seats that are Black and White so far."""


class OpeningRule(enum.Enum):
    """How a game begins."""

    FREE = "free"
    """No rule: Black begins anywhere."""
    PRO = "pro"
    """Black's first stone is on the centre, the second outside the central 5x5."""
    LONG_PRO = "long pro"
    """Like pro, with 7x7."""
    SWAP = "swap"
    """One player places three stones, the other chooses a colour."""
    SWAP2 = "swap2"
    """Like swap, but the other player may add two stones and let the first choose."""
    SOOSYRV = "soosyrv-8"
    """Three stones near the centre, swap, a fourth, swap, one of up to eight fifth moves."""
    TARAGUCHI = "taraguchi-10"
    """Four stones in growing squares with a swap after each, then one fifth move of one or ten."""


def check_opening(opening: OpeningRule, rules: Rules) -> None:
    """Raise RuleError if a game with these rules cannot begin with this opening."""
    least = MIN_BOARD_SIDE[opening]
    if min(rules.width, rules.height) < least:
        raise RuleError(
            f"the {opening.value} opening needs a board of at least {least}x{least},"
            f" not {rules.width}x{rules.height}"
        )
    if opening in RENJU_OPENINGS and rules.win is not WinRule.RENJU:
        raise RuleError(f"the {opening.value} opening is for renju, not {rules.win.value}")
    if rules.k < MIN_K[opening]:
        raise RuleError(
            f"the {opening.value} opening needs {MIN_K[opening]} or more in a row,"
            f" not {rules.k}: a player could win before colours are chosen"
        )


def make_script(opening: OpeningRule) -> OpeningScript:
    """Return a new script of an opening."""
    return OPENING_SCRIPTS[opening]()


def _free() -> OpeningScript:
    yield from ()
    return tasks.Seat.ONE


def _pro(area: tasks.Area) -> Callable[[], OpeningScript]:
    def script() -> OpeningScript:
        yield tasks.PlaceStone(tasks.Seat.ONE, tasks.Area(1))
        yield tasks.PlaceStone(tasks.Seat.TWO)
        yield tasks.PlaceStone(tasks.Seat.ONE, area)
        return tasks.Seat.ONE

    return script


def _swap() -> OpeningScript:
    yield from _place_stones(tasks.Seat.ONE, 3)
    return (yield from _choose_colour(tasks.Seat.TWO))


def _swap2() -> OpeningScript:
    yield from _place_stones(tasks.Seat.ONE, 3)
    choice = yield tasks.ChooseOption(
        tasks.Seat.TWO, (tasks.Choice.BLACK, tasks.Choice.WHITE, tasks.Choice.ADD_TWO)
    )
    if choice is not tasks.Choice.ADD_TWO:
        return _black_after(choice, tasks.Seat.TWO)
    yield from _place_stones(tasks.Seat.TWO, 2)
    return (yield from _choose_colour(tasks.Seat.ONE))


def _soosyrv() -> OpeningScript:
    for side in (1, 3, 5):
        yield tasks.PlaceStone(tasks.Seat.ONE, tasks.Area(side))
    black, white = yield from _offer_swap((tasks.Seat.ONE, tasks.Seat.TWO), tasks.Seat.TWO)
    yield tasks.PlaceStone(white)
    count = yield tasks.DeclareCount(white, 8)
    assert isinstance(count, int)
    black, white = yield from _offer_swap((black, white), black)
    yield from _propose_fifths((black, white), count)
    return black


def _taraguchi() -> OpeningScript:
    colours = (tasks.Seat.ONE, tasks.Seat.TWO)
    for number, side in enumerate((1, 3, 5)):
        mover = colours[number % 2]
        yield tasks.PlaceStone(mover, tasks.Area(side))
        colours = yield from _offer_swap(colours, mover.other)
    black, white = colours
    yield tasks.PlaceStone(white, tasks.Area(7))
    choice = yield tasks.ChooseOption(
        black, (tasks.Choice.STAY, tasks.Choice.SWAP, tasks.Choice.OFFER_TEN), black
    )
    if choice is tasks.Choice.OFFER_TEN:
        yield from _propose_fifths(colours, 10)
        return black
    if choice is tasks.Choice.SWAP:
        black, white = white, black
    yield tasks.PlaceStone(black, tasks.Area(9))
    black, _ = yield from _offer_swap((black, white), white)
    return black


def _place_stones(seat: tasks.Seat, count: int) -> Generator[tasks.Task, tasks.TaskAnswer]:
    for _ in range(count):
        yield tasks.PlaceStone(seat)


def _choose_colour(seat: tasks.Seat) -> OpeningScript:
    choice = yield tasks.ChooseOption(seat, (tasks.Choice.BLACK, tasks.Choice.WHITE))
    return _black_after(choice, seat)


def _black_after(choice: tasks.TaskAnswer, seat: tasks.Seat) -> tasks.Seat:
    return seat if choice is tasks.Choice.BLACK else seat.other


def _offer_swap(
    colours: Colours, seat: tasks.Seat
) -> Generator[tasks.Task, tasks.TaskAnswer, Colours]:
    black, white = colours
    choice = yield tasks.ChooseOption(seat, (tasks.Choice.STAY, tasks.Choice.SWAP), black)
    return (white, black) if choice is tasks.Choice.SWAP else colours


def _propose_fifths(colours: Colours, count: int) -> Generator[tasks.Task, tasks.TaskAnswer]:
    black, white = colours
    points: tuple[Point, ...] = ()
    while len(points) < count:
        point = yield tasks.ProposeMove(black, count, points)
        assert isinstance(point, Point)
        points += (point,)
    yield tasks.PickMove(white, points)


OPENING_SCRIPTS: dict[OpeningRule, Callable[[], OpeningScript]] = {
    OpeningRule.FREE: _free,
    OpeningRule.PRO: _pro(tasks.Area(5, outside=True)),
    OpeningRule.LONG_PRO: _pro(tasks.Area(7, outside=True)),
    OpeningRule.SWAP: _swap,
    OpeningRule.SWAP2: _swap2,
    OpeningRule.SOOSYRV: _soosyrv,
    OpeningRule.TARAGUCHI: _taraguchi,
}
FIXED_COLOUR_OPENINGS = {OpeningRule.FREE, OpeningRule.PRO, OpeningRule.LONG_PRO}
"""Openings in which seat one is Black from the start."""
MIN_BOARD_SIDE = {
    OpeningRule.FREE: 1,
    OpeningRule.PRO: 7,
    OpeningRule.LONG_PRO: 9,
    OpeningRule.SWAP: 5,
    OpeningRule.SWAP2: 5,
    OpeningRule.SOOSYRV: 9,
    OpeningRule.TARAGUCHI: 9,
}
"""The shortest side of a board for each opening."""
MIN_K = {
    OpeningRule.FREE: 1,
    OpeningRule.PRO: 1,
    OpeningRule.LONG_PRO: 1,
    OpeningRule.SWAP: 3,
    OpeningRule.SWAP2: 4,
    OpeningRule.SOOSYRV: 4,
    OpeningRule.TARAGUCHI: 4,
}
"""The shortest winning row for each opening, so that nobody wins before colours are chosen."""
RENJU_OPENINGS = (OpeningRule.SOOSYRV, OpeningRule.TARAGUCHI)
"""Openings that need forbidden points."""


class OpeningProgress:
    """The progress of a game in its opening."""

    def __init__(self, rule: OpeningRule) -> None:
        self.task: tasks.Task | None = None
        """The current task; None when the opening is over."""
        self.black = tasks.Seat.ONE if rule in FIXED_COLOUR_OPENINGS else None
        """The seat that is Black; None until that is settled."""
        self._script = make_script(rule)
        self._advance(None)

    def answer(self, answer: tasks.TaskAnswer) -> None:
        """Answer the current task."""
        self._advance(answer)

    def _advance(self, answer: tasks.TaskAnswer | None) -> None:
        try:
            self.task = next(self._script) if answer is None else self._script.send(answer)
        except StopIteration as end:
            self.task, self.black = None, end.value


def symmetric_points(board: Board, point: Point) -> set[Point]:
    """Return the point and all points that a symmetry of the position maps it to."""
    stones = board.stones
    rules = board.rules
    found = {point}
    for symmetry in symmetries(rules):
        image = {symmetry.apply(stone, rules): player for stone, player in stones.items()}
        if image == stones:
            found.add(symmetry.apply(point, rules))
    return found
