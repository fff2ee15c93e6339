"""Puzzles, their text form, and collections of puzzles.

A puzzle is one line: position, means, tempting moves, solution and source.

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
from tengen.rules import Board, Point, Rules, format_moves, parse_moves, parse_position
from tengen.rules.wording import STONE_NAMES, PlayerNames

GRADES = range(1, 6)
GRADE_LIMITS = (5, 7, 9, 11)
"""The highest rating of each grade except the last."""


class Means(enum.Enum):
    """The kind of moves that win a puzzle."""

    FOURS = "fours"
    THREATS = "threats"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one winning line to find.

    `position` is the text form of the position. `line` has the moves of both sides in turn, up to
    the winner's move that has no defence. `tempting` is the number of other fours and threes that
    the winner could have tried on the way; docs/puzzles.md defines it.
    """

    position: str
    means: Means
    line: tuple[Point, ...]
    tempting: int
    source: str = ""

    @property
    def board(self) -> Board:
        """A new board with the position."""
        return parse_position(self.position)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.board.rules

    @property
    def identity(self) -> str:
        """An identifier of the position: its hash as 16 hexadecimal digits."""
        return f"{self.board.key:016x}"

    @property
    def length(self) -> int:
        """The number of moves of the winner in the solution."""
        return (len(self.line) + 1) // 2

    def count_quiet(self) -> int:
        """Return the number of the winner's moves that are not fours."""
        if self.means is Means.FOURS:
            return 0
        return self.length - count_fours(self.board, self.line)

    @property
    def rating(self) -> int:
        """The difficulty: moves, plus moves that are not fours, plus the bits of `tempting`."""
        return self.length + self.count_quiet() + self.tempting.bit_length()

    @property
    def grade(self) -> int:
        """The difficulty from 1 to 5."""
        rating = self.rating
        return 1 + sum(rating > limit for limit in GRADE_LIMITS)

    def goal(self, names: PlayerNames = STONE_NAMES) -> str:
        """Return the task, such as `Black to move and win with fours`."""
        return f"{names[self.board.turn]} to move and win with {self.means.value}"


PUZZLE_NOUN = "puzzle"
SEPARATOR = "; "
FIELD_COUNT = 5
MAX_DIGITS = 4


def format_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of text."""
    line = format_moves(puzzle.line, puzzle.rules)
    fields = [puzzle.position, puzzle.means.value, str(puzzle.tempting), line]
    return SEPARATOR.join([*fields, puzzle.source] if puzzle.source else fields)


def parse_puzzle(text: str) -> Puzzle:
    """Parse a puzzle. Its solution must be playable, but is not checked to be right.

    Raises ParseError.
    """
    fields = text.split(SEPARATOR, FIELD_COUNT - 1)
    if len(fields) < FIELD_COUNT - 1:
        why = "expected position, means, tempting moves and solution, separated by '; '"
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
        raise ParseError(PUZZLE_NOUN, text, f"the means must be {' or '.join(known)}", at)
    return Means(field)


def _parse_count(text: str, field: str, at: int) -> int:
    is_number = field.isascii() and field.isdecimal() and len(field) <= MAX_DIGITS
    if not is_number or field != str(int(field)):
        raise ParseError(PUZZLE_NOUN, text, "expected the number of tempting moves", at)
    return int(field)


def _parse_line(text: str, field: str, at: int, board: Board) -> tuple[Point, ...]:
    moves = _parse_moves(text, field, at, board.rules)
    if len(moves) % 2 == 0:
        raise ParseError(
            PUZZLE_NOUN, text, "a solution must begin and end with a move of the winner", at
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
            PUZZLE_NOUN, text, "the source must be one line without spaces around it", at
        )
    return field


COMMENT_SIGN = "#"
STARTER_FILE = "starter.txt"


@dataclass(frozen=True, slots=True)
class PuzzleCollection:
    """The puzzles of a file, the easiest first, and a message for each line that is not one."""

    puzzles: tuple[Puzzle, ...]
    problems: tuple[str, ...] = ()


def parse_collection(lines: Iterable[str]) -> PuzzleCollection:
    """Parse puzzles line by line; empty lines and lines that begin with # are skipped."""
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
    """Return the puzzles that come with Tengen."""
    text = files("tengen.insight").joinpath(STARTER_FILE).read_text(encoding="utf-8")
    return parse_collection(text.splitlines())
