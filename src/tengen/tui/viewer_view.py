"""What there is to see at a place of a record: stones, marks, labels, the moves that follow."""

from __future__ import annotations

import unicodedata

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.printable import in_line
from tengen.records.node import MarkKind
from tengen.tui.glyphs import Glyphs
from tengen.tui.view import View
from tengen.tui.viewer_trail import Trail

NUMBERED = 9
"""So many moves that follow can be chosen by a figure."""
MORE = ">"


def make_view(
    trail: Trail,
    board: Board,
    glyphs: Glyphs,
    hints: dict[Point, int] | None = None,
    *,
    shows_numbers: bool = False,
) -> View:
    """The position with all that the record has drawn on it; without hints, moves that follow."""
    last = trail.node.point if trail.node.is_move else None
    labels = _labels(trail, board, glyphs)
    if hints is None:
        hints, others = branches(trail)
        labels = {**others, **labels}
        hints = {point: number for point, number in hints.items() if point not in labels}
    labels = {point: text for point, text in labels.items() if point not in hints}
    return View(
        board.rules,
        board.stones,
        last=last if last is not None and board[last] is not None else None,
        line=frozenset(point for line in board.winning_lines() for point in line),
        numbers=_numbers(trail, board) if shows_numbers else {},
        hints=hints,
        labels=labels,
    )


def branches(trail: Trail) -> tuple[dict[Point, int], dict[Point, str]]:
    """Where the moves that follow go, if there are several: numbers, and a sign for more."""
    children = trail.node.children
    if len(children) < 2:
        return {}, {}
    points = [child.point for child in children]
    numbers = {point: at for at, point in reversed(list(enumerate(points[:NUMBERED], 1))) if point}
    return numbers, {point: MORE for point in points[NUMBERED:] if point and point not in numbers}


def _labels(trail: Trail, board: Board, glyphs: Glyphs) -> dict[Point, str]:
    found: dict[Point, str] = {}
    for mark in trail.node.marks:
        row, col = mark.point.row, mark.point.col
        text = _narrow(mark.text) if mark.kind is MarkKind.LABEL else glyphs.marks[mark.kind.value]
        if text and 0 <= row < board.rules.height and 0 <= col < board.rules.width:
            found[mark.point] = text
    return found


def _narrow(text: str) -> str:
    """A text in which every character is one column wide."""
    kept = [one for one in in_line(text) if not unicodedata.combining(one)]
    return "".join("?" if unicodedata.east_asian_width(one) in "WF" else one for one in kept)


def _numbers(trail: Trail, board: Board) -> dict[Point, int]:
    return {point: at for point, at in trail.numbers().items() if board[point] is not None}
