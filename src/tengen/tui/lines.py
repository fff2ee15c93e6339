"""What the engine thinks, in a few short lines."""

from __future__ import annotations

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.notation.points import format_algebraic
from tengen.notation.words import Names, plural
from tengen.review.chances import chance_of
from tengen.search.analysis import Analysis, Line

SHOWN_MOVES = 8


def describe_analysis(board: Board, analysis: Analysis, names: Names) -> list[str]:
    """A heading, and a line for every move that is looked at."""
    seen = f"{format_count(analysis.nodes)} {plural(analysis.nodes, 'position')}"
    heading = f"Engine: depth {analysis.depth}, {seen}"
    lines = [
        f"{at}. {describe_line(board, line, names)}" for at, line in enumerate(analysis.lines, 1)
    ]
    return [heading, *lines]


def describe_line(board: Board, line: Line, names: Names) -> str:
    """What a line is worth, and its moves: `Black 54 % h8 i9`, `Black wins in 7: h8 i9`."""
    moves = [format_algebraic(point, board.rules) for point in line.moves]
    shown = " ".join(moves[:SHOWN_MOVES]) + (" ..." if len(moves) > SHOWN_MOVES else "")
    return f"{describe_score(board, line, names)} {shown}"


def describe_score(board: Board, line: Line, names: Names) -> str:
    """How likely the first player is to win, or who does, where that is proven."""
    turn, rules = board.turn, board.rules
    if line.plies:
        winner = turn if line.plies > 0 else turn.other
        return f"{names[winner]} wins in {abs(line.plies)}:"
    score = line.score if turn is Player.FIRST else -line.score
    return f"{names[Player.FIRST]} {100 * chance_of(score, rules):.0f} %"


def format_count(count: int) -> str:
    """`950`, `12 k`, `3.4 M`."""
    if count < 10_000:
        return str(count)
    return f"{count // 1000} k" if count < 1_000_000 else f"{count / 1_000_000:.1f} M"
