"""Browsing recorded games: the games of a file, a cursor in a game tree, the view at the cursor.

Games are read when they are first needed, so that a file of a hundred thousand games opens at once.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Iterator

from tengen.errors import RecordError, quote
from tengen.printable import in_line
from tengen.records import MarkKind, Node, Reading, Record, board_at, main_line, tree_of
from tengen.records.formats import bytes_read, format_in, open_file, report_progress
from tengen.rules import Board, Point
from tengen.terminal.canvas import BoardView, TerminalGlyphs

OnProgress = Callable[[int, int], None]
"""Called with the bytes, and the positions or games, that were read so far."""


class RecordFile:
    """The games of a file, each read when it is first needed.

    Methods that read raise RecordError if the file cannot be read or its format is unknown.
    """

    def __init__(self, path: str, reading: Reading, name: str | None = None) -> None:
        """`name` is the name of a format."""
        self.path = path
        self.problems = reading.problems
        self.known: list[Record] = []
        self.is_complete = False
        self.on_progress: OnProgress = lambda _bytes, _count: None
        self._reading = reading
        self._name = name
        self._source = self._read()

    def at(self, index: int) -> Record | None:
        """Return the game with this index, from 0, or None if there are fewer."""
        while len(self.known) <= index and self.read_one():
            pass
        return self.known[index] if 0 <= index < len(self.known) else None

    def read_one(self) -> bool:
        """Read the next game. Return whether there was one."""
        try:
            record = next(self._source, None)
        except OSError as error:
            why = error.strerror or str(error)
            raise RecordError(f"cannot read {quote(self.path)}: {why}") from None
        if record is None:
            self.is_complete = True
            return False
        self.known.append(record)
        return True

    def _read(self) -> Iterator[Record]:
        with open_file(self.path) as file:
            format_ = format_in(file, self.path, self._name)
            if format_.stream is not None:
                record, walk = format_.stream(file, self._reading)
                record.root = tree_of(
                    report_progress(walk, lambda count: self._report(file, count))
                )
                yield record
                return
            for record in format_.read(file, self._reading):
                self._report(file, len(self.known))
                yield record

    def _report(self, file: io.BufferedReader, count: int) -> None:
        self.on_progress(bytes_read(file), count)


class TreeCursor:
    """A line from the root to a leaf of the tree, and a position on it.

    Going back stays on the line; choosing another move changes it.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.line = main_line(record.root)
        self.at = 0

    @property
    def node(self) -> Node:
        """The node at the cursor."""
        return self.line[self.at]

    @property
    def path(self) -> list[Node]:
        """All nodes up to the cursor."""
        return self.line[: self.at + 1]

    @property
    def number(self) -> int:
        """The number of moves up to the cursor."""
        return _count(self.path)

    @property
    def total(self) -> int:
        """The number of moves of the line."""
        return _count(self.line)

    @property
    def siblings(self) -> list[Node]:
        """The variations at this move, including this one."""
        return self.line[self.at - 1].children if self.at else [self.node]

    def board(self) -> Board:
        """Return the position at the cursor. Raises RuleError if it is impossible."""
        return board_at(self.record, self.path)

    def numbers(self) -> dict[Point, int]:
        """Return the move number of each stone."""
        moves = [node for node in self.path if node.player is not None]
        return {node.point: at for at, node in enumerate(moves, 1) if node.point is not None}

    def step(self, by: int) -> bool:
        """Move along the line. Return whether the cursor moved."""
        before = self.at
        self.at = min(max(self.at + by, 0), len(self.line) - 1)
        return self.at != before

    def go_to(self, number: int) -> None:
        """Go to the position after `number` moves of the line, or to its end."""
        count = 0
        for at, node in enumerate(self.line):
            count += node.player is not None
            self.at = at
            if count >= number:
                return

    def turn(self, by: int) -> bool:
        """Switch to another variation. Return whether there is one."""
        siblings = self.siblings
        index = next(at for at, node in enumerate(siblings) if node is self.node) + by
        if not 0 <= index < len(siblings):
            return False
        self._follow(self.at, siblings[index])
        return True

    def enter(self, index: int) -> bool:
        """Go to one of the next moves. Return whether there is such a move."""
        children = self.node.children
        if not 0 <= index < len(children):
            return False
        if self.at + 1 >= len(self.line) or self.line[self.at + 1] is not children[index]:
            self._follow(self.at + 1, children[index])
        self.at += 1
        return True

    def _follow(self, at: int, node: Node) -> None:
        self.line[at:] = main_line(node)


def _count(nodes: list[Node]) -> int:
    return sum(node.player is not None for node in nodes)


MAX_NUMBERED = 9
"""The number of next moves that can be chosen by a digit."""
MORE_SIGN = ">"


def make_record_view(
    cursor: TreeCursor,
    board: Board,
    glyphs: TerminalGlyphs,
    hints: dict[Point, int] | None = None,
    *,
    shows_numbers: bool = False,
) -> BoardView:
    """Return the position with the marks of the record, and hints or else the next moves."""
    last = cursor.node.point if cursor.node.is_move else None
    labels = _labels(cursor, board, glyphs)
    if hints is None:
        hints, others = branches(cursor)
        labels = {**others, **labels}
        hints = {point: number for point, number in hints.items() if point not in labels}
    labels = {point: text for point, text in labels.items() if point not in hints}
    return BoardView(
        board.rules,
        board.stones,
        last=last if last is not None and board[last] is not None else None,
        line=frozenset(point for line in board.winning_lines() for point in line),
        numbers=_numbers(cursor, board) if shows_numbers else {},
        hints=hints,
        labels=labels,
    )


def branches(cursor: TreeCursor) -> tuple[dict[Point, int], dict[Point, str]]:
    """Return the points of the next moves, if there are several: numbers, and a sign for more."""
    children = cursor.node.children
    if len(children) < 2:
        return {}, {}
    points = [child.point for child in children]
    numbers = {
        point: at for at, point in reversed(list(enumerate(points[:MAX_NUMBERED], 1))) if point
    }
    return numbers, {
        point: MORE_SIGN for point in points[MAX_NUMBERED:] if point and point not in numbers
    }


def _labels(cursor: TreeCursor, board: Board, glyphs: TerminalGlyphs) -> dict[Point, str]:
    labels: dict[Point, str] = {}
    for mark in cursor.node.marks:
        row, col = mark.point.row, mark.point.col
        text = _narrow(mark.text) if mark.kind is MarkKind.LABEL else glyphs.marks[mark.kind.value]
        if text and 0 <= row < board.rules.height and 0 <= col < board.rules.width:
            labels[mark.point] = text
    return labels


def _narrow(text: str) -> str:
    """Return the text with characters of one column only."""
    kept = [one for one in in_line(text) if not unicodedata.combining(one)]
    return "".join("?" if unicodedata.east_asian_width(one) in "WF" else one for one in kept)


def _numbers(cursor: TreeCursor, board: Board) -> dict[Point, int]:
    return {point: at for point, at in cursor.numbers().items() if board[point] is not None}
