"""The course of a game as bars of text: one for every position, or for several."""

from __future__ import annotations

from tengen.render.course import Course
from tengen.render.fitting import columns_of

BLOCKS = " ▁▂▃▄▅▆▇█"
ASCII_BLOCKS = "     ####"
LINE, ASCII_LINE = "▁", "_"
ROWS = 4
MIDDLE = ROWS // 2
"""The row, counted from below, at whose foot both chances are even."""
EVEN = "even"
APART = 10
"""The columns between two numbers of moves."""


def draw_bars(course: Course, width: int, *, ascii_only: bool) -> list[str]:
    """Rows of bars with words at the left, then mistakes as `!`, then numbers of moves.

    A line shows where both chances are even.
    """
    words = [f"{course.first} wins", EVEN, "", f"{course.second} wins"]
    margin = max(map(columns_of, words))
    columns = _columns(course, max(APART, width - margin - 2))
    blocks = ASCII_BLOCKS if ascii_only else BLOCKS
    edge = "|" if ascii_only else "│"
    rows = [
        " " * (margin - columns_of(word)) + f"{word} {edge}" + _bars(course, columns, row, blocks)
        for row, word in zip(reversed(range(ROWS)), words, strict=True)
    ]
    indent = " " * (margin + 2)
    rows += [indent + text for text in (_marks(course, columns), _numbers(columns))]
    return [row.rstrip() for row in rows if row.strip()]


def _columns(course: Course, room: int) -> list[range]:
    """The positions of every column."""
    step = max(1, -(-(course.last + 1) // room))
    return [range(at, min(at + step, course.last + 1)) for at in range(0, course.last + 1, step)]


def _bars(course: Course, columns: list[range], row: int, blocks: str) -> str:
    """One row of all bars; nothing where nothing is known."""
    known = [column[-1] if column[-1] >= course.start else None for column in columns]
    chances = [0.0 if move is None else course.chance_after(move) for move in known]
    bars = "".join(block(chance, row, blocks) for chance in chances)
    line = ASCII_LINE if blocks is ASCII_BLOCKS else LINE
    return bars.replace(" ", line) if row == MIDDLE else bars


def block(chance: float, row: int, blocks: str) -> str:
    """What stands for a chance in one of its rows, counted from below."""
    filled = round(8 * (ROWS * chance - row))
    return blocks[min(8, max(0, filled))]


def _marks(course: Course, columns: list[range]) -> str:
    spoilt = [one.move for one in course.spoilt]
    return "".join("!" if any(move in column for move in spoilt) else " " for column in columns)


def _numbers(columns: list[range]) -> str:
    return "".join(str(column[0]).ljust(APART) for column in columns[::APART])
