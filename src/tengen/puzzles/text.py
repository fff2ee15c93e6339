"""A puzzle in one line: position, means, tempting moves, solution and source.

    15x15/5 freestyle X 15/...; fours; 2; h8 h9 g7 f6 k10; self-play game 17

The source is optional and may be any text.
"""

from __future__ import annotations

from tengen.errors import ParseError, RuleError
from tengen.puzzles.puzzle import Means, Puzzle
from tengen.rules.board import Board
from tengen.rules.notation import format_moves, parse_moves, parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Rules

WHAT = "puzzle"
BETWEEN = "; "
FIELDS = 5
MOST_FIGURES = 4


def format_puzzle(puzzle: Puzzle) -> str:
    """Print a puzzle in one line."""
    line = format_moves(puzzle.line, puzzle.rules)
    fields = [puzzle.position, puzzle.means.value, str(puzzle.tempting), line]
    return BETWEEN.join([*fields, puzzle.source] if puzzle.source else fields)


def parse_puzzle(text: str) -> Puzzle:
    """Read a puzzle. Whether its solution is right is not looked at, only that it can be played.

    Raises ParseError.
    """
    fields = text.split(BETWEEN, FIELDS - 1)
    if len(fields) < FIELDS - 1:
        why = "position, means, tempting moves and solution were expected, with '; ' between"
        raise ParseError(WHAT, text, why)
    starts = [0]
    for field in fields:
        starts.append(starts[-1] + len(field) + len(BETWEEN))
    board = _parse_board(text, fields[0])
    means = _parse_means(text, fields[1], starts[1])
    tempting = _parse_count(text, fields[2], starts[2])
    line = _parse_line(text, fields[3], starts[3], board)
    source = fields[4] if len(fields) == FIELDS else ""
    return Puzzle(str(board), means, line, tempting, _parse_source(text, source, starts[4]))


def _parse_board(text: str, field: str) -> Board:
    try:
        board = parse_position(field)
    except ParseError as error:
        raise ParseError(WHAT, text, error.why, error.at) from None
    except RuleError as error:
        raise ParseError(WHAT, text, str(error), 0) from None
    if board.outcome.is_over:
        raise ParseError(WHAT, text, "the game is over in this position", 0)
    return board


def _parse_means(text: str, field: str, at: int) -> Means:
    known = [means.value for means in Means]
    if field not in known:
        raise ParseError(WHAT, text, f"it is won with {' or '.join(known)}", at)
    return Means(field)


def _parse_count(text: str, field: str, at: int) -> int:
    is_number = field.isascii() and field.isdecimal() and len(field) <= MOST_FIGURES
    if not is_number or field != str(int(field)):
        raise ParseError(WHAT, text, "a number of tempting moves was expected", at)
    return int(field)


def _parse_line(text: str, field: str, at: int, board: Board) -> tuple[Point, ...]:
    moves = _parse_moves(text, field, at, board.rules)
    if len(moves) % 2 == 0:
        raise ParseError(WHAT, text, "a solution begins and ends with the winner's moves", at)
    for move in moves:
        refusal = board.refusal(move)
        if refusal is not None:
            name = format_moves([move], board.rules)
            raise ParseError(WHAT, text, f"in the solution {name} {refusal.value}", at)
        board.play_unchecked(move)
    for _ in moves:
        board.undo()
    return tuple(moves)


def _parse_moves(text: str, field: str, at: int, rules: Rules) -> list[Point]:
    try:
        return parse_moves(field, rules)
    except ParseError as error:
        raise ParseError(WHAT, text, error.why, at + (error.at or 0)) from None


def _parse_source(text: str, field: str, at: int) -> str:
    if not field.isprintable() or field != field.strip():
        raise ParseError(WHAT, text, "the source must be one line, without blanks around it", at)
    return field
