"""What an assignment asks for, as data: the game, the board, the input, the words.

`read_conventions` makes this from a TOML file; the four editions are such files.
"""

from __future__ import annotations

from dataclasses import dataclass

from tengen.classic.judge.drawing import Drawing
from tengen.classic.judge.reference import Cell
from tengen.rules.rules import Player

TAKEN = "taken"
"""The refusal whose inputs are not listed: cells that have a mark."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a message: the fixed text, if there is one, and phrases to recognise it by."""

    exact: str | None
    loose: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Inputs that are refused for one reason, and what is said then."""

    name: str
    title: str
    exact: str | None
    inputs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Introduction:
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
    drawing: Drawing
    first_board: str
    introduction: Introduction
    input: InputForm
    refusals: dict[str, Refusal]
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

    def type_move(self, point: Cell, form: str | None = None) -> str:
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
