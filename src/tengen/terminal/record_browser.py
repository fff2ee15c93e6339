"""Browsing recorded games: the games of a file, a place in a game tree, what is seen there.

Games are read when they are first asked for: a file of a hundred thousand games opens at once.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Iterator

from tengen.errors import RecordError, quote
from tengen.printable import in_line
from tengen.records.formats import bytes_read, format_in, open_file, report_progress
from tengen.records.game_tree import MarkKind, Node, main_line, tree_of
from tengen.records.reading import Reading
from tengen.records.record import Record, board_at
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.terminal.canvas import BoardView, TerminalGlyphs

OnProgress = Callable[[int, int], None]
"""Told of bytes read, and of positions or games so far."""


class RecordFile:
    """Keeps what it has read: a file of a hundred thousand games is open at once.

    What reads raises RecordError if the file cannot be read, or is in no known format.
    """

    def __init__(self, path: str, reading: Reading, name: str | None = None) -> None:
        """`name` is that of a format."""
        self.path = path
        self.problems = reading.problems
        self.known: list[Record] = []
        self.is_complete = False
        self.on_progress: OnProgress = lambda _bytes, _count: None
        self._reading = reading
        self._name = name
        self._source = self._read()

    def at(self, index: int) -> Record | None:
        """The game with this index, from 0; None if there are not so many."""
        while len(self.known) <= index and self.read_one():
            pass
        return self.known[index] if 0 <= index < len(self.known) else None

    def read_one(self) -> bool:
        """Read on; whether there was another game."""
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
                record.root = tree_of(report_progress(walk, lambda count: self._tell(file, count)))
                yield record
                return
            for record in format_.read(file, self._reading):
                self._tell(file, len(self.known))
                yield record

    def _tell(self, file: io.BufferedReader, count: int) -> None:
        self.on_progress(bytes_read(file), count)


class TreeCursor:
    """A line from the root to an end of the tree, and a place on it.

    Going back does not leave the line; another move in the place of one does.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.line = main_line(record.root)
        self.at = 0

    @property
    def node(self) -> Node:
        """Where we are."""
        return self.line[self.at]

    @property
    def path(self) -> list[Node]:
        """All nodes up to here."""
        return self.line[: self.at + 1]

    @property
    def number(self) -> int:
        """How many moves have been played here."""
        return _count(self.path)

    @property
    def total(self) -> int:
        """How many moves the line has."""
        return _count(self.line)

    @property
    def siblings(self) -> list[Node]:
        """All nodes that may stand in the place of this one, itself among them."""
        return self.line[self.at - 1].children if self.at else [self.node]

    def board(self) -> Board:
        """The position here. Raises RuleError if there is no such position."""
        return board_at(self.record, self.path)

    def numbers(self) -> dict[Point, int]:
        """The number of the move that put a stone."""
        moves = [node for node in self.path if node.player is not None]
        return {node.point: at for at, node in enumerate(moves, 1) if node.point is not None}

    def step(self, by: int) -> bool:
        """Go along the line; whether there was somewhere to go."""
        before = self.at
        self.at = min(max(self.at + by, 0), len(self.line) - 1)
        return self.at != before

    def go_to(self, number: int) -> None:
        """Go to the position after so many moves of the line, or to its end."""
        count = 0
        for at, node in enumerate(self.line):
            count += node.player is not None
            self.at = at
            if count >= number:
                return

    def turn(self, by: int) -> bool:
        """Take the next of the other moves instead; whether there is one."""
        siblings = self.siblings
        index = next(at for at, node in enumerate(siblings) if node is self.node) + by
        if not 0 <= index < len(siblings):
            return False
        self._follow(self.at, siblings[index])
        return True

    def enter(self, index: int) -> bool:
        """Go on with one of the moves that follow; whether there is such a one."""
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
"""So many moves that follow can be chosen by a figure."""
MORE_SIGN = ">"


def make_record_view(
    trail: TreeCursor,
    board: Board,
    glyphs: TerminalGlyphs,
    hints: dict[Point, int] | None = None,
    *,
    shows_numbers: bool = False,
) -> BoardView:
    """The position with all that the record has drawn on it; without hints, moves that follow."""
    last = trail.node.point if trail.node.is_move else None
    labels = _labels(trail, board, glyphs)
    if hints is None:
        hints, others = branches(trail)
        labels = {**others, **labels}
        hints = {point: number for point, number in hints.items() if point not in labels}
    labels = {point: text for point, text in labels.items() if point not in hints}
    return BoardView(
        board.rules,
        board.stones,
        last=last if last is not None and board[last] is not None else None,
        line=frozenset(point for line in board.winning_lines() for point in line),
        numbers=_numbers(trail, board) if shows_numbers else {},
        hints=hints,
        labels=labels,
    )


def branches(trail: TreeCursor) -> tuple[dict[Point, int], dict[Point, str]]:
    """Where the moves that follow go, if there are several: numbers, and a sign for more."""
    children = trail.node.children
    if len(children) < 2:
        return {}, {}
    points = [child.point for child in children]
    numbers = {
        point: at for at, point in reversed(list(enumerate(points[:MAX_NUMBERED], 1))) if point
    }
    return numbers, {
        point: MORE_SIGN for point in points[MAX_NUMBERED:] if point and point not in numbers
    }


def _labels(trail: TreeCursor, board: Board, glyphs: TerminalGlyphs) -> dict[Point, str]:
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


def _numbers(trail: TreeCursor, board: Board) -> dict[Point, int]:
    return {point: at for point, at in trail.numbers().items() if board[point] is not None}
