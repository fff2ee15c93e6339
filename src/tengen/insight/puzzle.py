"""A puzzle, its text form, and collections of puzzles, such as the one that comes with Tengen.

A puzzle in one line: position, means, tempting moves, solution and source.

    15x15/5 freestyle X 15/...; fours; 2; h8 h9 g7 f6 k10; self-play game 17

The source is optional and may be any text.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

from tengen.errors import ParseError, RuleError
from tengen.insight.shapes import count_fours
from tengen.rules.board import Board
from tengen.rules.notation import format_moves, parse_moves, parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.rules.wording import STONE_NAMES, PlayerNames

GRADES = range(1, 6)
GRADE_LIMITS = (5, 7, 9, 11)
"""The greatest rating of every grade but the last."""


class Means(enum.Enum):
    """With what a puzzle is to be won."""

    FOURS = "fours"
    THREATS = "threats"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A win to be found.

    `position` is its text form, `line` the moves of both sides in turn up to the winner's move
    that cannot be answered any more. `tempting` counts the other fours and threes that the winner
    could have tried on the way; what is counted is told in docs/puzzles.md.
    """

    position: str
    means: Means
    line: tuple[Point, ...]
    tempting: int
    source: str = ""

    @property
    def board(self) -> Board:
        """The position, to be played on."""
        return parse_position(self.position)

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self.board.rules

    @property
    def identity(self) -> str:
        """A name for the position that hardly any other has."""
        return f"{self.board.key:016x}"

    @property
    def length(self) -> int:
        """How many moves of the winner the line has."""
        return (len(self.line) + 1) // 2

    def count_quiet(self) -> int:
        """How many moves of the winner on the line are no fours."""
        if self.means is Means.FOURS:
            return 0
        return self.length - count_fours(self.board, self.line)

    @property
    def rating(self) -> int:
        """How hard it is: moves, those that are no fours once more, and what tempts."""
        return self.length + self.count_quiet() + self.tempting.bit_length()

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to 5."""
        rating = self.rating
        return 1 + sum(rating > limit for limit in GRADE_LIMITS)

    def goal(self, names: PlayerNames = STONE_NAMES) -> str:
        """What is to be done, as in `Black to move and win with fours`."""
        return f"{names[self.board.turn]} to move and win with {self.means.value}"


PUZZLE_NOUN = "puzzle"
SEPARATOR = "; "
FIELD_COUNT = 5
MAX_DIGITS = 4


def format_puzzle(puzzle: Puzzle) -> str:
    """Print a puzzle in one line."""
    line = format_moves(puzzle.line, puzzle.rules)
    fields = [puzzle.position, puzzle.means.value, str(puzzle.tempting), line]
    return SEPARATOR.join([*fields, puzzle.source] if puzzle.source else fields)


def parse_puzzle(text: str) -> Puzzle:
    """Read a puzzle. Whether its solution is right is not looked at, only that it can be played.

    Raises ParseError.
    """
    fields = text.split(SEPARATOR, FIELD_COUNT - 1)
    if len(fields) < FIELD_COUNT - 1:
        why = "position, means, tempting moves and solution were expected, with '; ' between"
        raise ParseError(PUZZLE_NOUN, text, why)
    starts = [0]
    for field in fields:
        starts.append(starts[-1] + len(field) + len(SEPARATOR))
    board = _parse_board(text, fields[0])
    means = _parse_means(text, fields[1], starts[1])
    tempting = _parse_count(text, fields[2], starts[2])
    line = _parse_line(text, fields[3], starts[3], board)
    source = fields[4] if len(fields) == FIELD_COUNT else ""
    return Puzzle(str(board), means, line, tempting, _parse_source(text, source, starts[4]))


def _parse_board(text: str, field: str) -> Board:
    try:
        board = parse_position(field)
    except ParseError as error:
        raise ParseError(PUZZLE_NOUN, text, error.why, error.at) from None
    except RuleError as error:
        raise ParseError(PUZZLE_NOUN, text, str(error), 0) from None
    if board.outcome.is_over:
        raise ParseError(PUZZLE_NOUN, text, "the game is over in this position", 0)
    return board


def _parse_means(text: str, field: str, at: int) -> Means:
    known = [means.value for means in Means]
    if field not in known:
        raise ParseError(PUZZLE_NOUN, text, f"it is won with {' or '.join(known)}", at)
    return Means(field)


def _parse_count(text: str, field: str, at: int) -> int:
    is_number = field.isascii() and field.isdecimal() and len(field) <= MAX_DIGITS
    if not is_number or field != str(int(field)):
        raise ParseError(PUZZLE_NOUN, text, "a number of tempting moves was expected", at)
    return int(field)


def _parse_line(text: str, field: str, at: int, board: Board) -> tuple[Point, ...]:
    moves = _parse_moves(text, field, at, board.rules)
    if len(moves) % 2 == 0:
        raise ParseError(
            PUZZLE_NOUN, text, "a solution begins and ends with the winner's moves", at
        )
    for move in moves:
        refusal = board.refusal(move)
        if refusal is not None:
            name = format_moves([move], board.rules)
            raise ParseError(PUZZLE_NOUN, text, f"in the solution {name} {refusal.value}", at)
        board.play_unchecked(move)
    for _ in moves:
        board.undo()
    return tuple(moves)


def _parse_moves(text: str, field: str, at: int, rules: Rules) -> list[Point]:
    try:
        return parse_moves(field, rules)
    except ParseError as error:
        raise ParseError(PUZZLE_NOUN, text, error.why, at + (error.at or 0)) from None


def _parse_source(text: str, field: str, at: int) -> str:
    if not field.isprintable() or field != field.strip():
        raise ParseError(
            PUZZLE_NOUN, text, "the source must be one line, without blanks around it", at
        )
    return field


COMMENT_SIGN = "#"
STARTER_FILE = "starter.txt"


@dataclass(frozen=True, slots=True)
class PuzzleCollection:
    """What was found in a file: puzzles from the easiest on, and a line for each problem."""

    puzzles: tuple[Puzzle, ...]
    problems: tuple[str, ...] = ()


def parse_collection(lines: Iterable[str]) -> PuzzleCollection:
    """Read puzzles line by line; empty lines and lines that begin with # are passed over."""
    found: list[Puzzle] = []
    problems: list[str] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith(COMMENT_SIGN):
            try:
                found.append(parse_puzzle(text))
            except ParseError as error:
                problems.append(f"line {number}: {error}")
    found.sort(key=lambda puzzle: puzzle.rating)
    return PuzzleCollection(tuple(found), tuple(problems))


def read_collection(path: str) -> PuzzleCollection:
    """Read a file of puzzles. Raises OSError if it cannot be read."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return parse_collection(file)


def starter() -> PuzzleCollection:
    """The puzzles that come with Tengen."""
    text = files("tengen.insight").joinpath(STARTER_FILE).read_text(encoding="utf-8")
    return parse_collection(text.splitlines())
