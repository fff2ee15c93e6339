"""An analysis as sentences, as lines of text, and as JSON."""

from __future__ import annotations

import json
from typing import Any

from tengen.engine import Analysis, Line
from tengen.engine.constants import DECIDED
from tengen.rules import Board, Player, Point, Termination, format_algebraic, format_moves
from tengen.rules.wording import counted

COLOUR_NAMES = {Player.FIRST: "Black", Player.SECOND: "White"}


def format_score(line: Line) -> str:
    """Return `win in 7`, `loss in 4`, or the score for the side to move, as in `+120`."""
    if line.plies:
        return f"{'win' if line.plies > 0 else 'loss'} in {abs(line.plies)}"
    if abs(line.score) > DECIDED:
        return "winning" if line.score > 0 else "losing"
    return f"{line.score:+d}" if line.score else "0"


def format_verdict(board: Board, line: Line) -> str:
    """Return a sentence that says who wins, or what to play."""
    if line.plies:
        winner = board.turn if line.plies > 0 else board.turn.other
        return f"{COLOUR_NAMES[winner]} wins in {counted(abs(line.plies), 'move')}."
    return f"Best for {COLOUR_NAMES[board.turn]}: {format_algebraic(line.moves[0], board.rules)}."


def format_turn(board: Board) -> str:
    """Return whose turn it is, and the number of the move."""
    return f"{COLOUR_NAMES[board.turn]} ({board.turn.value}) to play move {len(board.stones) + 1}"


def format_ending_text(board: Board) -> str:
    """Return a sentence that says how the game ended."""
    outcome = board.outcome
    if outcome.winner is not None:
        line = board.winning_lines()[0]
        ends = [format_algebraic(point, board.rules) for point in (line[0], line[-1])]
        return f"The game is over: {COLOUR_NAMES[outcome.winner]} has won, {ends[0]} to {ends[1]}."
    if outcome.ending is Termination.NO_LEGAL_POINT:
        return "The game is over: a tie, all empty points are forbidden."
    return "The game is over: a tie, the board is full."


def format_short(number: float) -> str:
    """Return a number in at most five characters: `999`, `12.3k`, `1.23M`."""
    for unit in ("", "k", "M", "G"):
        if number < 999.5 or unit == "G":
            break
        number /= 1000
    if not unit:
        return f"{number:.0f}"
    digits = 2 if number < 9.995 else 1 if number < 99.95 else 0
    return f"{number:.{digits}f}{unit}"


def format_analysis_text(board: Board, analysis: Analysis) -> str:
    """Return `depth 8  1  win in 7  1234 nodes  0.1 s  h8 i9 g9` for each line."""
    head = f"depth {analysis.depth:<2}"
    tail = f"{analysis.nodes:>10} nodes  {analysis.seconds:>6.2f} s"
    return "".join(
        f"{head}  {rank}  {format_score(line):<10}{tail}  {format_moves(line.moves, board.rules)}\n"
        for rank, line in enumerate(analysis.lines, 1)
    )


def format_analysis_json(board: Board, analysis: Analysis) -> str:
    """Return the analysis at one depth as a line of JSON."""
    data: dict[str, Any] = {
        "position": str(board),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "lines": [
            {
                "score": line.score,
                "plies": line.plies,
                "moves": format_moves(line.moves, board.rules),
                "points": _coordinate_pairs(line.moves),
            }
            for line in analysis.lines
        ],
    }
    return json.dumps(data) + "\n"


def format_ending_json(board: Board) -> str:
    """Return the outcome of a finished game as a line of JSON."""
    outcome = board.outcome
    assert outcome.ending is not None
    lines = board.winning_lines()
    data: dict[str, Any] = {
        "position": str(board),
        "ending": outcome.ending.value,
        "winner": outcome.winner.value if outcome.winner else None,
        "lines": [
            {"moves": format_moves(line, board.rules), "points": _coordinate_pairs(line)}
            for line in lines
        ],
    }
    return json.dumps(data) + "\n"


def _coordinate_pairs(points: tuple[Point, ...]) -> list[list[int]]:
    return [[point.row, point.col] for point in points]
