"""A review as JSON, one object in one line."""

from __future__ import annotations

import json
from typing import Any

from tengen.records.record import Record, judged
from tengen.review.judgement import JudgedMove
from tengen.review.review import Review
from tengen.review.standing import Standing
from tengen.review.summary import describe_game
from tengen.review.words import describe_move
from tengen.rules.notation import format_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules


def format_review(record: Record, review: Review, number: int) -> str:
    """All that is known of a game."""
    result, turn = judged(record), review.turning_point
    found: dict[str, Any] = {
        "game": number,
        "rules": str(review.rules),
        "players": [record.first, record.second],
        "result": result.score.value,
        "reason": result.reason.value,
        "words": describe_game(review),
        "start": review.start,
        "turning_point": None if turn is None else turn.number,
        "positions": [
            _standing(standing, ply, review.rules)
            for ply, standing in enumerate(review.standings, review.start)
        ],
        "moves": [_move(move) for move in review.moves],
    }
    return json.dumps(found) + "\n"


def _standing(standing: Standing, ply: int, rules: Rules) -> dict[str, Any]:
    winner = standing.winner
    return {
        "ply": ply,
        "turn": standing.turn.value,
        "chance": round(standing.chance, 4),
        "score": standing.score,
        "certainty": standing.certainty.value,
        "winner": winner.value if winner else None,
        "plies": standing.plies,
        "line": format_moves(standing.line, rules),
    }


def _move(move: JudgedMove) -> dict[str, Any]:
    def name(*points: Point) -> str:
        return format_moves(points, move.rules)

    return {
        "number": move.number,
        "player": move.player.value,
        "move": name(move.point),
        "judgement": move.judgement.value,
        "loss": round(move.loss, 4),
        "made": move.effect.made.name.lower(),
        "stopped": [shape.name.lower() for shape in move.effect.stopped],
        "better": [name(point) for point in move.better],
        "words": describe_move(move),
    }
