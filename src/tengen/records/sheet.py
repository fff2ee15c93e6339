"""What `.psq` and `.rec` files share: moves as `x,y,ms` lines, and a number for how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.errors import quote
from tengen.records.grid import grid
from tengen.records.mainline import MainLine
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, add_moves
from tengen.records.result import ON_THE_BOARD, UNKNOWN, Reason, Result, win_for
from tengen.records.texts import encode

LARGEST = 1 << 20
LONGEST = 15
"""How many digits a time has at most."""
MOVE = re.compile(r"\s*(\d{1,4})\s*,\s*(\d{1,4})\s*(?:,\s*(-?\d{1,15}))?.*", re.ASCII)
CODE = re.compile(r"-?\d{1,9}", re.ASCII)
CODES = {
    Reason.UNKNOWN: -1,
    Reason.LINE: 0,
    Reason.FULL_BOARD: 0,
    Reason.NO_LEGAL_POINT: 0,
    Reason.TIME: 15,
    Reason.ENGINE_ERROR: -2,
}
"""What is written; -1 is a game that was saved by hand."""
LOSSES = {
    15: Reason.TIME,
    7: Reason.ILLEGAL_MOVE,
    16: Reason.ENGINE_ERROR,
    -2: Reason.ENGINE_ERROR,
}
"""What is read: why whoever was to move has lost."""
ENDINGS = ON_THE_BOARD | {Reason.TIME, Reason.ENGINE_ERROR}


class Sheet:
    """The lines of a file, read from the top."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.lines = text.splitlines()
        self.at = 0
        self._reading = reading

    def read_moves(self, record: Record, base: int) -> Result:
        """Read moves counted from `base` and the number after them; what it says is returned."""
        if not self._read_quickly(record, base):
            self._read_slowly(record, base)
        return self._read_code(record)

    def _read_slowly(self, record: Record, base: int) -> None:
        """Read moves as far as they make sense, and pass over the others."""
        line = MainLine(record, self._reading.problems)
        is_right = True
        while self.at < len(self.lines) and (move := MOVE.fullmatch(self.lines[self.at])):
            self.at += 1
            if is_right:
                col, row, time = move.groups()
                spent = max(0, int(time or 0)) or None
                is_right = line.add(int(row) - base, int(col) - base, f"line {self.at}", spent)

    def _read_quickly(self, record: Record, base: int) -> bool:
        """Read moves if all of them are in the usual form and none is there twice."""
        points = _pairs(record.rules.width, record.rules.height, base)
        found: dict[str, str] = {}
        end = self.at
        for line in islice(self.lines, self.at, None):
            pair, _, time = line.rpartition(",")
            if pair not in points or not time.isdecimal() or len(time) > LONGEST:
                break
            found[pair] = time
            end += 1
        if end - self.at != len(found) or (end < len(self.lines) and "," in self.lines[end]):
            return False
        add_moves(record.root, map(points.__getitem__, found))
        for node, time in zip(record.line(), found.values(), strict=True):
            node.time = int(time) or None
        self.at = end
        return True

    def take_last(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take the last line away if it matches, and stands below the number."""
        self._drop_blanks()
        found = pattern.fullmatch(self.lines[-1]) if self.lines[1:] else None
        if found is None or not CODE.fullmatch(self.lines[-2].strip()):
            return None
        del self.lines[-1]
        return found

    def _drop_blanks(self) -> None:
        while len(self.lines) > self.at and not self.lines[-1].strip():
            del self.lines[-1]

    def _read_code(self, record: Record) -> Result:
        self._drop_blanks()
        last = self.lines[-1].strip() if len(self.lines) > self.at else ""
        if not CODE.fullmatch(last):
            self._note("no number at the end says how the game ended")
            return UNKNOWN
        del self.lines[-1]
        code = int(last)
        return win_for(_turn(record).other, LOSSES[code]) if code in LOSSES else UNKNOWN

    def read_names(self) -> tuple[str, str]:
        """Read the two lines that name the players, if they are there."""
        names = [line.strip() for line in self.lines[self.at : self.at + 2]]
        self.at += len(names)
        return names[0] if names else "", names[1] if names[1:] else ""

    def check_end(self) -> None:
        """Note all lines that are left."""
        while self.at < len(self.lines):
            if self.lines[self.at].strip():
                self._note(f"{quote(self.lines[self.at])} stands where nothing is expected")
            self.at += 1

    def _note(self, what: str) -> None:
        self._reading.problems.add(f"line {self.at + 1}", what)


def format_sheet(record: Record, base: int) -> Iterator[str]:
    """A line for each move, counted from `base`."""
    nodes = (node for node in record.line() if node.is_move)
    for point, node in zip(record.moves(), nodes, strict=False):
        yield f"{point.col + base},{point.row + base},{node.time or 0}"


def format_code(record: Record) -> str:
    """The number that says how the game ended."""
    return str(CODES.get(record.result.reason, CODES[Reason.UNKNOWN]))


def tells_end(record: Record) -> bool:
    """Whether the board shows the end, or the number tells it: the player to move has lost."""
    result = record.result
    is_told = result.reason in ENDINGS and result.winner is _turn(record).other
    return is_told or result.reason in ON_THE_BOARD


def _turn(record: Record) -> Player:
    """Whose move it is at the end."""
    return Player.FIRST if len(record.moves()) % 2 == 0 else Player.SECOND


@cache
def _pairs(width: int, height: int, base: int) -> dict[str, Point]:
    """The points by how a line names them."""
    return {f"{point.col + base},{point.row + base}": point for point in grid(width, height)}


def format_lines(lines: list[str], writing: Writing) -> bytes:
    """The lines of a file, which end as they do in Windows."""
    return encode("\r\n".join([*lines, ""]), writing.encoding, writing.problems)
