"""Faults in the output of one run, with a description and excerpts of both outputs.

Boards are compared cell by cell, the introduction line by line, and exact texts byte by byte.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from tengen.classic.judge import requirements
from tengen.classic.judge.conventions import EMPTY, Cells, Conventions, GridCell
from tengen.classic.judge.expected import ExpectedRun, ExpectedStep, StepKind, swapped
from tengen.classic.judge.tokens import Token, normalise_text
from tengen.errors import quote
from tengen.printable import printable

MAX_CELLS_NAMED = 3

ScreenPart = tuple[str, str]
"""A piece of output: `("board", cells)` or `("text", text)`."""


@dataclass(frozen=True, slots=True)
class ProgramFault:
    """A requirement that is not met, why, and the expected and the actual output."""

    requirement: str
    words: str
    typed: int
    """Entries of the script that had been typed."""
    expected: tuple[ScreenPart, ...] = ()
    got: tuple[ScreenPart, ...] = ()
    cause: str | None = None
    """The requirement to blame instead, if other games show that it is not met."""


@dataclass(slots=True)
class Findings:
    """The results of one run: its faults in order, and the requirements that were met."""

    faults: list[ProgramFault] = field(default_factory=list)
    met: set[str] = field(default_factory=set)


def board_difference(expected: Cells, got: Cells, conventions: Conventions) -> str:
    """Describe what is wrong with a board."""
    if got == swapped(expected):
        first, second = conventions.marks.values()
        return f"{first} and {second} are exchanged on the board"
    if conventions.rows == conventions.columns and got == _transposed(expected, conventions.rows):
        return "rows and columns are exchanged on the board"
    cells = [index for index, (a, b) in enumerate(zip(expected, got, strict=True)) if a != b]
    words = [
        _cell_difference(index, expected, got, conventions) for index in cells[:MAX_CELLS_NAMED]
    ]
    more = len(cells) - MAX_CELLS_NAMED
    if more > 0:
        words.append(f"{more} more cells are wrong" if more > 1 else "1 more cell is wrong")
    return "; ".join(words)


def _cell_difference(index: int, expected: Cells, got: Cells, conventions: Conventions) -> str:
    point = GridCell(*divmod(index, conventions.columns))
    wanted = _content(expected[index], conventions)
    actual = _content(got[index], conventions)
    return f"{conventions.type_move(point)} should be {wanted}, but is {actual}"


def _content(code: str, conventions: Conventions) -> str:
    return "empty" if code == "." else conventions.drawing.symbol(code)


def _transposed(cells: Cells, size: int) -> Cells:
    return "".join(cells[col * size + row] for row in range(size) for col in range(size))


def introduction_fault(
    conventions: Conventions, strictness: str, text: str, start: int
) -> ProgramFault | None:
    """Return what is missing in the introduction, which ends at `start`; None if nothing is."""
    missing = _missing_line(conventions, strictness, text[:start])
    if missing is not None:
        words = f"The introduction lacks the line {missing!r}, or has it in the wrong place"
        wanted = "\n".join(conventions.introduction.lines)
        return _make_introduction_fault(words, wanted, text[:start])
    shown = normalise_text(text[:start])
    for mention in conventions.introduction.mentions:
        if normalise_text(mention) not in shown:
            return _make_introduction_fault(
                f"The introduction does not mention {quote(mention)}", mention, text[:start]
            )
    return None


def _missing_line(conventions: Conventions, strictness: str, text: str) -> str | None:
    """Return the first line that is missing after the lines before it."""
    shown = [_normalise_line(line, strictness) for line in text.split("\n")]
    at = 0
    for line in conventions.introduction.lines:
        try:
            at = shown.index(_normalise_line(line, strictness), at) + 1
        except ValueError:
            return line
    return None


def _normalise_line(line: str, strictness: str) -> str:
    return line if strictness == requirements.EXACT else normalise_text(line)


def _make_introduction_fault(words: str, expected: str, got: str) -> ProgramFault:
    wanted: tuple[ScreenPart, ...] = (("text", expected),)
    return ProgramFault(requirements.INTRODUCTION, words, 0, wanted, (("text", got[:2000]),))


SEARCH_WINDOW = 40
EXCERPT_LENGTH = 400
QUOTED_LENGTH = 16
ERROR_MESSAGE = "<an error message>\n"
"""Stands for an error message whose wording is free."""
INEXACT_WORDS = {
    StepKind.SHOW_BOARD: (requirements.BOARD, "The board is not drawn byte for byte"),
    StepKind.ASK: (requirements.PROMPT, "The prompt is not worded byte for byte"),
    StepKind.ANNOUNCE: (requirements.VERDICT, "The result is not worded byte for byte"),
}


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The first place where the output differs, and the text expected there."""

    at: int
    expected: str
    step: ExpectedStep | None


def find_mismatch(expected: ExpectedRun, text: str) -> Mismatch | None:
    """Return the first place where the output differs; free wording matches any words on a line."""
    at = 0
    is_free = False
    for step in expected.steps:
        if step.text is None and step.kind is StepKind.REFUSE and not is_free:
            end = text.find("\n", at)
            if end <= at:
                return Mismatch(at, ERROR_MESSAGE, step)
            at = end + 1
            continue
        if step.text is None or step.is_optional:
            is_free = True
            continue
        wanted = step.lead + step.text
        found = text.find(wanted, at) if is_free else (at if text.startswith(wanted, at) else -1)
        if found < 0:
            same = 0 if is_free else _common_length(wanted, text[at:])
            return Mismatch(at + same, wanted[same:], step)
        at, is_free = found + len(wanted), False
    tail = expected.last_text
    if not is_free and tail is not None and text[at:] != tail:
        return Mismatch(at, tail, None)
    return None


def find_inexact_words(pairs: list[tuple[ExpectedStep, Token]], text: str) -> list[ProgramFault]:
    """Return the faults of the first board, prompt and result that is recognised but not exact."""
    faults: dict[str, ProgramFault] = {}
    for step, token in pairs:
        requirement, words = INEXACT_WORDS[step.kind]
        if step.text is None or requirement in faults:
            continue
        start = max(0, token.start - SEARCH_WINDOW)
        if step.text not in text[start : token.end + len(step.text) + SEARCH_WINDOW]:
            got = text[_line_start(text, token.start) : token.end + len(step.text)]
            if step.kind is not StepKind.SHOW_BOARD:
                words = f"{words}: it should be {step.text!r}"
            faults[requirement] = ProgramFault(
                requirement, words, step.typed, (("text", step.text),), (("text", got),)
            )
    return list(faults.values())


def find_output_fault(expected: ExpectedRun, text: str) -> list[ProgramFault]:
    """Return the fault that the output as a whole differs, if it does."""
    mismatch = find_mismatch(expected, text)
    if mismatch is None:
        return []
    start = _line_start(text, mismatch.at)
    before = text[start : mismatch.at]
    line = text.count("\n", 0, mismatch.at) + 1
    hint = _hint(expected, text, mismatch)
    words = f"Line {line} of the output differs at column {len(before) + 1}{hint}"
    words += (
        f". Expected {mismatch.expected[:QUOTED_LENGTH]!r},"
        f" got {text[mismatch.at :][:QUOTED_LENGTH]!r}"
    )
    typed = mismatch.step.typed if mismatch.step else len(expected.script.entries)
    wanted = (("text", before + mismatch.expected[:EXCERPT_LENGTH]),)
    return [
        ProgramFault(
            requirements.SCREEN,
            words,
            typed,
            wanted,
            (("text", text[start : mismatch.at + EXCERPT_LENGTH]),),
        )
    ]


def _hint(expected: ExpectedRun, text: str, mismatch: Mismatch) -> str:
    got, wanted = text[mismatch.at :], mismatch.expected
    if "\r\n" in text:
        return ": lines end with CR LF instead of LF"
    if wanted and not got:
        return ": the output ends here"
    if not wanted:
        return ": nothing more is expected"
    typed = mismatch.step.typed if mismatch.step else 0
    entry = expected.script.entries[typed - 1].shown if typed else ""
    if entry and got.startswith(entry):
        return f": the program repeats the input {entry!r}"
    if normalise_text(got).startswith(normalise_text(wanted)):
        return ": only white space differs (spaces, tabs or line ends)"
    return ""


def _common_length(one: str, other: str) -> int:
    """Return the length of the common beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


MAX_TEXT = 2000
MAX_LINES = 40
COLUMN_TITLES = ("expected", "got")


def excerpt_expected(
    conventions: Conventions, steps: Sequence[ExpectedStep], failed: int
) -> tuple[ScreenPart, ...]:
    """Return the expected output from the last prompt before the failed step to the step after."""
    asked = [index for index in range(failed) if steps[index].kind is StepKind.ASK]
    first = asked[-1] if asked else 0
    parts: list[ScreenPart] = []
    for step in steps[first : failed + 2]:
        if step.kind is StepKind.SHOW_BOARD:
            parts += [("text", step.lead), ("board", step.cells)]
        elif step.kind is not StepKind.INTRODUCE:
            parts.append(
                ("text", step.text if step.text is not None else _placeholder(conventions, step))
            )
    return tuple(parts)


def excerpt_got(conventions: Conventions, text: str, start: int) -> tuple[ScreenPart, ...]:
    """Return the actual output from there on, shortened."""
    start = text.rfind("\n", 0, start) + 1
    parts: list[ScreenPart] = []
    at = start
    for board in conventions.drawing.find(text[start : start + MAX_TEXT + 4096]):
        if len(parts) >= 4:
            break
        parts += [("text", text[at : start + board.start]), ("board", board.cells)]
        at = start + board.end
    count = 6 if parts else conventions.rows + 6
    rest = "\n".join(text[at : at + MAX_TEXT].split("\n")[:count])
    return (*parts, ("text", rest))


def _placeholder(conventions: Conventions, step: ExpectedStep) -> str:
    """Return a description that stands for free wording."""
    if step.kind is StepKind.ASK and step.player is not None:
        return f"<{conventions.display_name(step.player)} is asked for a move>"
    if step.kind is StepKind.REFUSE:
        return ERROR_MESSAGE
    if step.kind is StepKind.ANNOUNCE:
        winner = "a tie" if step.player is None else f"{conventions.display_name(step.player)} wins"
        return f"<{winner}>\n"
    return "<a rematch is offered>\n"


def screen_lines(conventions: Conventions, parts: Sequence[ScreenPart], width: int) -> list[str]:
    """Return the parts as printable lines; boards that are too wide are drawn small."""
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
    return [part for line in lines for part in _fit_line(line, width)][:MAX_LINES]


def _small_board(conventions: Conventions, cells: Cells) -> str:
    """Draw the board with one character per cell."""
    columns = conventions.columns
    header = "   " + " ".join(str(col % 10) for col in range(columns))
    rows = []
    for row in range(conventions.rows):
        codes = cells[row * columns : (row + 1) * columns]
        marks = ["." if code == EMPTY else conventions.drawing.symbol(code) for code in codes]
        rows.append(f"{row:>2} {' '.join(marks)}")
    return "".join(f"{line}\n" for line in [header, *rows])


def side_by_side(expected: list[str], got: list[str], width: int) -> list[str]:
    """Return both outputs in two columns, with a `!` between lines that differ."""
    column = column_width(width)
    height = max(len(expected), len(got))
    left = expected + [""] * (height - len(expected))
    right = got + [""] * (height - len(got))
    lines = [
        f"{COLUMN_TITLES[0]:<{column}}   {COLUMN_TITLES[1]}",
        f"{'-' * column}   {'-' * column}",
    ]
    for one, other in zip(left, right, strict=True):
        sign = " " if one.split() == other.split() else "!"
        lines.append(f"{one:<{column}} {sign} {other}".rstrip())
    return lines


def column_width(width: int) -> int:
    """Return the width of each of the two columns."""
    return (width - 3) // 2


def _fit_line(line: str, width: int) -> list[str]:
    """Fit a line to the width: wrap sentences, cut drawings."""
    if len(line) <= width:
        return [line]
    letters = sum(map(str.isalpha, line))
    if 2 * letters < len("".join(line.split())):
        return [f"{line[: width - 1]}>"]
    return textwrap.wrap(line, width)
