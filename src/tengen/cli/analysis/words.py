"""What people want to read: who is who, who is ahead, how a game ended."""

from __future__ import annotations

from tengen.engine.analysis import DECIDED, Line
from tengen.rules.board import Board
from tengen.rules.outcome import Ending
from tengen.rules.point import format_algebraic
from tengen.rules.rules import Player
from tengen.rules.wording import counted

NAMES = {Player.FIRST: "Black", Player.SECOND: "White"}


def score_of(line: Line) -> str:
    """`win in 7`, `loss in 4`, or how much the side to move is ahead, as in `+120`."""
    if line.plies:
        return f"{'win' if line.plies > 0 else 'loss'} in {abs(line.plies)}"
    if abs(line.score) > DECIDED:
        return "winning" if line.score > 0 else "losing"
    return f"{line.score:+d}" if line.score else "0"


def verdict(board: Board, line: Line) -> str:
    """Who wins, or what to play."""
    if line.plies:
        winner = board.turn if line.plies > 0 else board.turn.other
        return f"{NAMES[winner]} wins in {counted(abs(line.plies), 'move')}."
    return f"Best for {NAMES[board.turn]}: {format_algebraic(line.moves[0], board.rules)}."


def turn_of(board: Board) -> str:
    """Whose turn it is, and at which move."""
    return f"{NAMES[board.turn]} ({board.turn.value}) to play move {len(board.stones) + 1}"


def ending_of(board: Board) -> str:
    """How a game that is over ended."""
    outcome = board.outcome
    if outcome.winner is not None:
        line = board.winning_lines()[0]
        ends = [format_algebraic(point, board.rules) for point in (line[0], line[-1])]
        return f"The game is over: {NAMES[outcome.winner]} has won, {ends[0]} to {ends[1]}."
    if outcome.ending is Ending.NO_LEGAL_POINT:
        return "The game is over: a tie, all points that are left are forbidden."
    return "The game is over: a tie, the board is full."


def short(number: float) -> str:
    """A number in four or five characters: `999`, `12.3k`, `1.23M`."""
    for unit in ("", "k", "M", "G"):
        if number < 999.5 or unit == "G":
            break
        number /= 1000
    if not unit:
        return f"{number:.0f}"
    digits = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:.{digits}f}{unit}"
