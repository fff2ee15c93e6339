"""Parts of a screen around a fault, and two of them side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.drawing import EMPTY, Cells
from tengen.classic.judge.expected import Kind, Step
from tengen.classic.judge.faults import Part
from tengen.printable import printable

MOST_TEXT = 2000
MOST_LINES = 40
TITLES = ("expected", "got")


def excerpt_expected(
    conventions: Conventions, steps: Sequence[Step], failed: int
) -> tuple[Part, ...]:
    """What is due from the last question before the failed step to the step after it."""
    asked = [index for index in range(failed) if steps[index].kind is Kind.ASK]
    first = asked[-1] if asked else 0
    parts: list[Part] = []
    for step in steps[first : failed + 2]:
        if step.kind is Kind.SHOW_BOARD:
            parts += [("text", step.lead), ("board", step.cells)]
        elif step.kind is not Kind.INTRODUCE:
            parts.append(("text", step.text if step.text is not None else _free(conventions, step)))
    return tuple(parts)


def excerpt_got(conventions: Conventions, text: str, start: int) -> tuple[Part, ...]:
    """What was shown from there on, as far as it matters."""
    start = text.rfind("\n", 0, start) + 1
    parts: list[Part] = []
    at = start
    for board in conventions.drawing.find(text[start : start + MOST_TEXT + 4096]):
        if len(parts) >= 4:
            break
        parts += [("text", text[at : start + board.start]), ("board", board.cells)]
        at = start + board.end
    count = 6 if parts else conventions.rows + 6
    rest = "\n".join(text[at : at + MOST_TEXT].split("\n")[:count])
    return (*parts, ("text", rest))


def _free(conventions: Conventions, step: Step) -> str:
    """What stands for words that are free."""
    if step.kind is Kind.ASK and step.player is not None:
        return f"<{conventions.called(step.player)} is asked for a move>"
    if step.kind is Kind.REFUSE:
        return "<a message: what is wrong>\n"
    if step.kind is Kind.ANNOUNCE:
        winner = "a tie" if step.player is None else f"{conventions.called(step.player)} wins"
        return f"<{winner}>\n"
    return "<a rematch is offered>\n"


def screen_lines(conventions: Conventions, parts: Sequence[Part], width: int) -> list[str]:
    """The parts as lines that are safe to show; boards that are too wide are drawn small."""
    text = ""
    is_wide = conventions.drawing.width > width
    for kind, content in parts:
        if kind != "board":
            text += content
            continue
        text = text.rstrip(" \t")
        text += "\n" if text and not text.endswith("\n") else ""
        text += _small_board(conventions, content) if is_wide else conventions.drawing.draw(content)
    lines = [printable(line.rstrip("\r")) for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    return [part for line in lines for part in _fitted(line, width)][:MOST_LINES]


def _small_board(conventions: Conventions, cells: Cells) -> str:
    """The board with one character a cell."""
    columns = conventions.columns
    header = "   " + " ".join(str(col % 10) for col in range(columns))
    rows = []
    for row in range(conventions.rows):
        codes = cells[row * columns : (row + 1) * columns]
        marks = ["." if code == EMPTY else conventions.drawing.symbol(code) for code in codes]
        rows.append(f"{row:>2} {' '.join(marks)}")
    return "".join(f"{line}\n" for line in [header, *rows])


def side_by_side(expected: list[str], got: list[str], width: int) -> list[str]:
    """Two screens in two columns, with a `!` between lines that differ."""
    column = column_width(width)
    height = max(len(expected), len(got))
    left = expected + [""] * (height - len(expected))
    right = got + [""] * (height - len(got))
    lines = [f"{TITLES[0]:<{column}}   {TITLES[1]}", f"{'-' * column}   {'-' * column}"]
    for one, other in zip(left, right, strict=True):
        sign = " " if one.split() == other.split() else "!"
        lines.append(f"{one:<{column}} {sign} {other}".rstrip())
    return lines


def column_width(width: int) -> int:
    """How wide each of two columns can be."""
    return (width - 3) // 2


def _fitted(line: str, width: int) -> list[str]:
    """A line that fits: sentences are wrapped, drawings are cut."""
    if len(line) <= width:
        return [line]
    letters = sum(map(str.isalpha, line))
    if 2 * letters < len("".join(line.split())):
        return [f"{line[: width - 1]}>"]
    return textwrap.wrap(line, width)
