"""What went wrong in one run, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass, field

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.drawing import Cells
from tengen.classic.judge.expected import swapped
from tengen.classic.judge.reference import Cell

MOST_CELLS = 3

Part = tuple[str, str]
"""A piece of a screen: `board` with its cells, or `text`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A requirement that is not met, why, and what the screen should have been."""

    requirement: str
    words: str
    typed: int
    """How many entries of the script had been typed."""
    expected: tuple[Part, ...] = ()
    got: tuple[Part, ...] = ()
    rather: str | None = None
    """The requirement to blame instead, if other games show that it is not met."""


@dataclass(slots=True)
class Findings:
    """What one run showed: faults in their order, and the requirements that were seen met."""

    faults: list[Fault] = field(default_factory=list)
    met: set[str] = field(default_factory=set)


def board_difference(expected: Cells, got: Cells, conventions: Conventions) -> str:
    """What is wrong with a board, in words."""
    if got == swapped(expected):
        first, second = conventions.marks.values()
        return f"{first} and {second} are exchanged on the board"
    if conventions.rows == conventions.columns and got == _transposed(expected, conventions.rows):
        return "rows and columns are exchanged on the board"
    cells = [index for index, (a, b) in enumerate(zip(expected, got, strict=True)) if a != b]
    words = [_cell_difference(index, expected, got, conventions) for index in cells[:MOST_CELLS]]
    more = len(cells) - MOST_CELLS
    if more > 0:
        words.append(f"{more} more cells are wrong" if more > 1 else "1 more cell is wrong")
    return "; ".join(words)


def _cell_difference(index: int, expected: Cells, got: Cells, conventions: Conventions) -> str:
    point = Cell(*divmod(index, conventions.columns))
    wanted = _content(expected[index], conventions)
    found = _content(got[index], conventions)
    return f"{conventions.type_move(point)} should be {wanted}, but is {found}"


def _content(code: str, conventions: Conventions) -> str:
    return "empty" if code == "." else conventions.drawing.symbol(code)


def _transposed(cells: Cells, size: int) -> Cells:
    return "".join(cells[col * size + row] for row in range(size) for col in range(size))
