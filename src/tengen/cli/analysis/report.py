"""An analysis as plain lines, one for each line of play, or as JSON, one object for each depth."""

from __future__ import annotations

import json
from typing import Any

from tengen.cli.analysis.words import score_of
from tengen.engine.analysis import Analysis
from tengen.rules.board import Board
from tengen.rules.notation import format_moves
from tengen.rules.point import Point


def format_plain(board: Board, analysis: Analysis) -> str:
    """`depth 8  1  win in 7  1234 nodes  0.1 s  h8 i9 g9`, for each line."""
    head = f"depth {analysis.depth:<2}"
    tail = f"{analysis.nodes:>10} nodes  {analysis.seconds:>6.2f} s"
    return "".join(
        f"{head}  {rank}  {score_of(line):<10}{tail}  {format_moves(line.moves, board.rules)}\n"
        for rank, line in enumerate(analysis.lines, 1)
    )


def format_json(board: Board, analysis: Analysis) -> str:
    """All that is known after a depth, in one line."""
    found: dict[str, Any] = {
        "position": str(board),
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "lines": [
            {
                "score": line.score,
                "plies": line.plies,
                "moves": format_moves(line.moves, board.rules),
                "points": _pairs(line.moves),
            }
            for line in analysis.lines
        ],
    }
    return json.dumps(found) + "\n"


def format_ending(board: Board) -> str:
    """The one JSON object about a game that is over."""
    outcome = board.outcome
    assert outcome.ending is not None
    lines = board.winning_lines()
    found: dict[str, Any] = {
        "position": str(board),
        "ending": outcome.ending.value,
        "winner": outcome.winner.value if outcome.winner else None,
        "lines": [
            {"moves": format_moves(line, board.rules), "points": _pairs(line)} for line in lines
        ],
    }
    return json.dumps(found) + "\n"


def _pairs(points: tuple[Point, ...]) -> list[list[int]]:
    return [[point.row, point.col] for point in points]
