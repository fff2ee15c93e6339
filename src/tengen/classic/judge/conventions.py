"""What an assignment asks for, as data: the input, the words, the board and how it is drawn.

`settings` makes this from a TOML file; the four editions are such files. The rules of the game
stand here once more, slow and obvious: the judge does not use our boards, so that a bug there
cannot hide the same bug in a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import NamedTuple

from tengen.rules.rules import Player

TAKEN = "taken"
"""The refusal whose inputs are not listed: cells that have a mark."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a message: the fixed text, if there is one, and phrases to recognise it by."""

    exact: str | None
    loose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RefusedInputs:
    """Inputs that are refused for one reason, and what is said then."""

    name: str
    title: str
    exact: str | None
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IntroductionText:
    """What is shown before the first board: lines in this order, and things to mention."""

    lines: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InputForm:
    """How a move is typed. `also` are other forms that must work, too."""

    move: str
    also: tuple[str, ...]
    first_row: int
    first_column: int
    first_cell: int
    reads_words: bool
    crlf: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """The answers to the question whether to play again."""

    yes: str
    no: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultFile:
    """The file that holds the end of a game; `{board}` and `{result}` stand in its content."""

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
        """Whether anything is asked for before the first board."""
        return bool(self.introduction.lines or self.introduction.mentions)

    def fill(self, template: str, player: Player | None) -> str:
        """A text with the player's name and mark in it."""
        if player is None:
            return template
        return template.replace("{player}", self.names[player]).replace(
            "{mark}", self.marks[player]
        )

    def called(self, player: Player) -> str:
        """The player in our own sentences: `Player 1 (X)`, or `Player O` if that is the mark."""
        name, mark = self.names[player], self.marks[player]
        return f"Player {name}" if name == mark else f"Player {name} ({mark})"

    def type_move(self, point: GridCell, form: str | None = None) -> str:
        """A move as it is typed, without the end of the line."""
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
"""One character a cell in reading order: `.` empty, `1` and `2` for the players."""
EMPTY = "."
BLANK = r"[ \t\r]*"
LINE_END = rf"{BLANK}\n\s*"


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board in a text: what is on it, and where it begins and ends."""

    cells: Cells
    start: int
    end: int


class BoardDrawing:
    """The lines of a board, with one character that stands for a cell."""

    def __init__(self, lines: list[str], cell: str, empty: str, marks: dict[Player, str]) -> None:
        self.lines = lines
        self.width = max(map(len, lines))
        self._cell = cell
        self._parts = "".join(f"{line}\n" for line in lines).split(cell)
        self._symbols = {EMPTY: empty} | {str(who.number): mark for who, mark in marks.items()}
        self._meanings = {mark: code for code, mark in self._symbols.items()}
        self._pattern = self._make_pattern()

    def draw(self, cells: Cells) -> str:
        """The board with its last line end."""
        symbols = [self._symbols[code] for code in cells]
        return "".join(chain.from_iterable(zip(self._parts, [*symbols, ""], strict=True)))

    def symbol(self, code: str) -> str:
        """How a cell is drawn that holds nothing, or the mark of a player."""
        return self._symbols[code]

    def find(self, text: str) -> Iterator[FoundBoard]:
        """All boards in a text, whatever white space is between their characters."""
        for match in self._pattern.finditer(text):
            found = [self._meanings.get(symbol, EMPTY) for symbol in match.groups("")]
            yield FoundBoard("".join(found), *match.span())

    def _make_pattern(self) -> re.Pattern[str]:
        lines = [BLANK.join(map(self._one, "".join(line.split()))) for line in self.lines]
        edges = (r"(?<!\w)", r"(?!\w)") if self._symbols[EMPTY].isspace() else ("", "")
        return re.compile(LINE_END.join(lines).join(edges))

    def _one(self, character: str) -> str:
        """The pattern of a character of the drawing; a cell that may be blank may be missing."""
        if character != self._cell:
            return re.escape(character)
        symbols = "".join(map(re.escape, self._symbols.values()))
        return f"([{symbols}]?)" if self._symbols[EMPTY].isspace() else f"([{symbols}])"


DIRECTIONS = {"across": (0, 1), "down": (1, 0), "diagonal": (1, 1), "antidiagonal": (1, -1)}
"""The four directions of a line; the diagonals go down to the right and down to the left."""


class GridCell(NamedTuple):
    """A place on the board, counted from 0 at the top left; quicker than `rules.point`."""

    row: int
    col: int


class ReferencePosition:
    """Marks on a board of `rows` and `columns`, where `k` in a row win."""

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
        """All cells in reading order."""
        return list(_points(self.rows, self.columns))

    def free(self) -> list[GridCell]:
        """The empty cells in reading order."""
        return [point for point in _points(self.rows, self.columns) if point not in self.marks]

    def contains(self, point: GridCell) -> bool:
        """Whether the point is on the board."""
        return 0 <= point.row < self.rows and 0 <= point.col < self.columns

    def run(self, point: GridCell, step: tuple[int, int]) -> int:
        """How many marks of one player stand in a row through the point, in one direction."""
        player = self.marks[point]
        length = 1
        for sign in (1, -1):
            at = _moved(point, step, sign)
            while self.marks.get(at) is player:
                length += 1
                at = _moved(at, step, sign)
        return length

    def wins(self, point: GridCell) -> dict[str, int]:
        """The directions in which the mark at the point has won, with the length of each line."""
        runs = {name: self.run(point, step) for name, step in DIRECTIONS.items()}
        return {
            name: length
            for name, length in runs.items()
            if length == self.k or (length > self.k and self.longer_wins)
        }

    def would_win(self, point: GridCell, player: Player) -> bool:
        """Whether a mark of the player there would win."""
        self.marks[point] = player
        won = bool(self.wins(point))
        del self.marks[point]
        return won


@cache
def _points(rows: int, columns: int) -> tuple[GridCell, ...]:
    return tuple(GridCell(row, col) for row in range(rows) for col in range(columns))


def _moved(point: GridCell, step: tuple[int, int], times: int) -> GridCell:
    return GridCell(point.row + step[0] * times, point.col + step[1] * times)
