"""An assignment as data: its input, its texts, its board and how that is drawn.

`settings` reads conventions from a TOML file; the four editions are such files. This module also
has a second implementation of the rules, slow and obvious: the judge does not use
`tengen.rules.board`, so that a bug there cannot hide the same bug in a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import NamedTuple

from tengen.rules import Player

TAKEN = "taken"
"""The refusal of occupied cells, whose inputs the judge generates."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A message: its exact text, if that is fixed, and phrases that identify it."""

    exact: str | None
    loose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RefusedInputs:
    """Inputs that are refused for one reason, and the message for them."""

    name: str
    title: str
    exact: str | None
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IntroductionText:
    """The text before the first board: lines in this order, and words it must contain."""

    lines: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InputForm:
    """How a move is typed. `also` are other forms that must be accepted."""

    move: str
    also: tuple[str, ...]
    first_row: int
    first_column: int
    first_cell: int
    reads_words: bool
    crlf: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """The answers to the offer of a rematch."""

    yes: str
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultFile:
    """The file for the final board; `{board}` and `{result}` are placeholders in `content`."""

    name: str
    content: str


@dataclass(frozen=True, slots=True)
class Conventions:
    """One assignment."""

    title: str
    rows: int
    columns: int
    k: int
    longer_wins: bool
    names: dict[Player, str]
    marks: dict[Player, str]
    drawing: BoardDrawing
    first_board: str
    introduction: IntroductionText
    input: InputForm
    refusals: dict[str, RefusedInputs]
    prompt: Wording
    win: Wording
    tie: Wording
    after_move: str
    end_of_input_text: str | None
    rematch: Rematch | None
    result: ResultFile | None
    finished_status: int | None
    end_of_input_status: int | None
    ignored_lines: tuple[str, ...]

    @property
    def has_introduction(self) -> bool:
        """Whether the assignment requires a text before the first board."""
        return bool(self.introduction.lines or self.introduction.mentions)

    def fill(self, template: str, player: Player | None) -> str:
        """Fill the player's name and mark into a template."""
        if player is None:
            return template
        return template.replace("{player}", self.names[player]).replace(
            "{mark}", self.marks[player]
        )

    def display_name(self, player: Player) -> str:
        """Return the player's name for reports: `Player 1 (X)`, or `Player O` by the mark alone."""
        name, mark = self.names[player], self.marks[player]
        return f"Player {name}" if name == mark else f"Player {name} ({mark})"

    def type_move(self, point: GridCell, form: str | None = None) -> str:
        """Return a move as it is typed, without the line end."""
        entry = self.input
        fields = {
            "{row}": str(point.row + entry.first_row),
            "{column}": str(point.col + entry.first_column),
            "{row_letter}": chr(ord("A") + point.row % 26),
            "{column_letter}": chr(ord("A") + point.col % 26),
            "{cell}": str(point.row * self.columns + point.col + entry.first_cell),
        }
        text = entry.move if form is None else form
        for field, value in fields.items():
            text = text.replace(field, value)
        return text


Cells = str
"""A board as one character per cell in reading order: `.` for empty, `1` and `2` for players."""
EMPTY = "."
BLANK = r"[ \t\r]*"
LINE_END = rf"{BLANK}\n\s*"


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board found in a text, with its start and end."""

    cells: Cells
    start: int
    end: int


class BoardDrawing:
    """The lines of a drawn board, in which one character stands for a cell."""

    def __init__(self, lines: list[str], cell: str, empty: str, marks: dict[Player, str]) -> None:
        self.lines = lines
        self.width = max(map(len, lines))
        self._cell = cell
        self._parts = "".join(f"{line}\n" for line in lines).split(cell)
        self._symbols = {EMPTY: empty} | {str(who.number): mark for who, mark in marks.items()}
        self._meanings = {mark: code for code, mark in self._symbols.items()}
        self._pattern = self._make_pattern()

    def draw(self, cells: Cells) -> str:
        """Return the drawn board, with its last line end."""
        symbols = [self._symbols[code] for code in cells]
        return "".join(chain.from_iterable(zip(self._parts, [*symbols, ""], strict=True)))

    def symbol(self, code: str) -> str:
        """Return the character for an empty cell or for the mark of a player."""
        return self._symbols[code]

    def find(self, text: str) -> Iterator[FoundBoard]:
        """Yield all boards in a text, ignoring white space between their characters."""
        for match in self._pattern.finditer(text):
            found = [self._meanings.get(symbol, EMPTY) for symbol in match.groups("")]
            yield FoundBoard("".join(found), *match.span())

    def _make_pattern(self) -> re.Pattern[str]:
        lines = [BLANK.join(map(self._one, "".join(line.split()))) for line in self.lines]
        edges = (r"(?<!\w)", r"(?!\w)") if self._symbols[EMPTY].isspace() else ("", "")
        return re.compile(LINE_END.join(lines).join(edges))

    def _one(self, character: str) -> str:
        """Return the pattern of one character; a cell that may be blank may be missing."""
        if character != self._cell:
            return re.escape(character)
        symbols = "".join(map(re.escape, self._symbols.values()))
        return f"([{symbols}]?)" if self._symbols[EMPTY].isspace() else f"([{symbols}])"


DIRECTIONS = {"across": (0, 1), "down": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}
"""The four directions of a line. Diagonals go down to the right, antidiagonals to the left."""


class GridCell(NamedTuple):
    """A cell of the board, counted from 0 at the top left; faster than `rules.point`."""

    row: int
    col: int


class ReferencePosition:
    """The marks on a board of `rows` by `columns` cells on which `k` in a row win."""

    def __init__(self, rows: int, columns: int, k: int, *, longer_wins: bool = True) -> None:
        self.rows = rows
        self.columns = columns
        self.k = k
        self.longer_wins = longer_wins
        self.marks: dict[GridCell, Player] = {}

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return len(self.marks) == self.rows * self.columns

    def points(self) -> list[GridCell]:
        """Return all cells in reading order."""
        return list(_points(self.rows, self.columns))

    def free(self) -> list[GridCell]:
        """Return the empty cells in reading order."""
        return [point for point in _points(self.rows, self.columns) if point not in self.marks]

    def contains(self, point: GridCell) -> bool:
        """Return whether the point is on the board."""
        return 0 <= point.row < self.rows and 0 <= point.col < self.columns

    def run(self, point: GridCell, step: tuple[int, int]) -> int:
        """Return how many marks of one player are in a row through the point, in one direction."""
        player = self.marks[point]
        length = 1
        for sign in (1, -1):
            at = _moved(point, step, sign)
            while self.marks.get(at) is player:
                length += 1
                at = _moved(at, step, sign)
        return length

    def wins(self, point: GridCell) -> dict[str, int]:
        """Return the winning directions at the point, with the length of each line."""
        runs = {name: self.run(point, step) for name, step in DIRECTIONS.items()}
        return {
            name: length
            for name, length in runs.items()
            if length == self.k or (length > self.k and self.longer_wins)
        }

    def would_win(self, point: GridCell, player: Player) -> bool:
        """Return whether a mark of the player there would win."""
        self.marks[point] = player
        won = bool(self.wins(point))
        del self.marks[point]
        return won


@cache
def _points(rows: int, columns: int) -> tuple[GridCell, ...]:
    return tuple(GridCell(row, col) for row in range(rows) for col in range(columns))


def _moved(point: GridCell, step: tuple[int, int], times: int) -> GridCell:
    return GridCell(point.row + step[0] * times, point.col + step[1] * times)
