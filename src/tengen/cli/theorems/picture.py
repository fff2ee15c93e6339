"""A board with what an answer of the second player would change."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.prove.theorem_explain import TheoremReplies
from tengen.render.text import BOXES, DOTS, format_text
from tengen.render.view import MarkShape, view_of
from tengen.rules.board import Board
from tengen.rules.point import Point

LINE, THREAT = MarkShape.TRIANGLE, MarkShape.SQUARE


class Picture:
    """Draws boards as text, with plain characters alone or not."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._glyphs = DOTS if ascii_only else BOXES

    def draw(self, board: Board, marks: dict[Point, MarkShape] | None = None) -> list[str]:
        """The board, the last move in brackets, and below it what the signs mean."""
        marks = {} if marks is None else marks
        view = view_of(board, marks=marks)
        return [*format_text(view, self._glyphs).splitlines(), self._legend(set(marks.values()))]

    def _legend(self, marks: set[MarkShape]) -> str:
        first, second = self._glyphs.stones.values()
        words = [f"{first} Player 1", f"{second} Player 2"]
        if marks == {THREAT}:
            words.append(f"{self._glyphs.marks[THREAT]} the zone")
        elif marks:
            words.append(f"{self._glyphs.marks[LINE]} met by a line of the theorem")
            words.append(f"{self._glyphs.marks[THREAT]} by threats at once")
        return f"   {', '.join(words)}"


def zone_marks(points: Iterable[Point]) -> dict[Point, MarkShape]:
    """The zone alone."""
    return dict.fromkeys(points, THREAT)


def reply_marks(replies: TheoremReplies) -> dict[Point, MarkShape]:
    """The zone, by how an answer is met; none where every point is gone through."""
    if replies.plan is None:
        return {}
    return {point: LINE if point in replies.lines else THREAT for point in replies.zone}
