"""Where a game is in its opening: the script, and the answers that it got so far."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.symmetry import symmetries
from tengen.session.openings import SETTLED, OpeningRule, make_script
from tengen.session.seat import Seat
from tengen.session.tasks import Answer, Task


class Opening:
    """A script that is being followed."""

    def __init__(self, rule: OpeningRule) -> None:
        self.task: Task | None = None
        """What is to be done next; None when the opening is over."""
        self.black = Seat.ONE if rule in SETTLED else None
        """Who is Black, once that is settled."""
        self._script = make_script(rule)
        self._go_on(None)

    def answer(self, answer: Answer) -> None:
        """Do what the task asks for."""
        self._go_on(answer)

    def _go_on(self, answer: Answer | None) -> None:
        try:
            self.task = next(self._script) if answer is None else self._script.send(answer)
        except StopIteration as end:
            self.task, self.black = None, end.value


def mirrors(board: Board, point: Point) -> set[Point]:
    """The point, and all others that are the same to a board that is turned or flipped."""
    stones = board.stones
    rules = board.rules
    found = {point}
    for symmetry in symmetries(rules):
        image = {symmetry.apply(stone, rules): player for stone, player in stones.items()}
        if image == stones:
            found.add(symmetry.apply(point, rules))
    return found
