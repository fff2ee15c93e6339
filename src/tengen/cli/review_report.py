"""A review as text for the terminal, and as a line of JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import Any

from tengen.insight import (
    JudgedMove,
    Judgement,
    Review,
    Standing,
    describe_fault,
    describe_game,
    describe_move,
)
from tengen.insight.review_text import list_points
from tengen.records import Record, Score, judged
from tengen.render import BOXES, DOTS, format_text, view_of
from tengen.render.charts import ChanceCurve, draw_bars
from tengen.rules import Board, Player, Point, Rules, Termination, format_moves
from tengen.rules.wording import STONE_NAMES, counted, point_name
from tengen.terminal.record_text import players_of

COUNTED_JUDGEMENTS = (
    Judgement.BLUNDER,
    Judgement.MISTAKE,
    Judgement.MISSED_WIN,
    Judgement.INACCURACY,
)
PLURALS = {Judgement.INACCURACY: "inaccuracies"}


def format_header(record: Record) -> str:
    """Return the players and the result: `Anna (Black) - Bert (White), 1-0 (resigned)`."""
    players = " - ".join(players_of(record).values())
    result = judged(record)
    if result.score is Score.UNKNOWN:
        return players
    known = result.reason not in {Termination.UNKNOWN, Termination.LINE}
    why = f" ({result.reason.value})" if known else ""
    return f"{players}, {result.score.value}{why}"


class ReviewSummary:
    """The review of one game as text."""

    def __init__(self, record: Record, board: Board, review: Review, course: ChanceCurve) -> None:
        self._record = record
        self._board = board
        self._review = review
        self._course = course

    def lines(self, width: int, *, ascii_only: bool) -> Iterator[str]:
        """Yield the lines, none longer than the width, except those of a wider board."""
        yield format_header(self._record)
        yield f"{self._record.rules}, {counted(len(self._board.moves), 'move')}"
        yield ""
        yield from _wrap(describe_game(self._review), width)
        if self._course.chances:
            yield ""
            marks = " Mistakes are marked with !." if self._course.spoilt else ""
            yield from _wrap(self._course.caption + marks, width)
            yield from draw_bars(self._course, width, ascii_only=ascii_only)
        yield from self._mistakes(width)
        turn = self._review.turning_point
        if turn is not None:
            yield ""
            yield from self._turning_point(turn, width, ascii_only=ascii_only)

    def _mistakes(self, width: int) -> Iterator[str]:
        if not self._review.moves:
            return
        yield ""
        for player, name in STONE_NAMES.items():
            yield f"{name}: {self._counts(player)}"
        mistakes = [move for move in self._review.moves if move.judgement.is_mistake]
        if mistakes:
            yield ""
        for move in mistakes:
            yield from _format_mistake(move, width)

    def _counts(self, player: Player) -> str:
        counts = {kind: self._review.count(player, kind) for kind in COUNTED_JUDGEMENTS}
        texts = [
            counted(count, kind.value, PLURALS.get(kind, ""))
            for kind, count in counts.items()
            if count
        ]
        return ", ".join(texts) or "no mistakes"

    def _turning_point(self, move: JudgedMove, width: int, *, ascii_only: bool) -> Iterator[str]:
        """Yield the position in which the loser could still have held."""
        board = self._board.copy()
        while len(board.moves) >= move.number:
            board.undo()
        result = "won" if move.before.winner is move.player else "held"
        played = point_name(move.point, board.rules)
        better = list_points(move.better, board.rules)
        yield from _wrap(
            f"The last chance, {STONE_NAMES[move.player]} to play move {move.number}: "
            f"{better} would have {result}, {played} was played.",
            width,
        )
        yield ""
        view = view_of(board, hints=move.better)
        yield from format_text(view, DOTS if ascii_only else BOXES).splitlines()


def _format_mistake(move: JudgedMove, width: int) -> list[str]:
    """Return lines such as `6  White I9  blunder  makes an open three, but ...`, indented."""
    point = point_name(move.point, move.rules)
    head = f"{move.number:>4}  {STONE_NAMES[move.player]} {point:<4} {move.judgement.value:<11} "
    return _wrap(describe_fault(move), width, head)


def _wrap(text: str, width: int, head: str = "") -> list[str]:
    """Wrap a text after its head, with a hanging indent; a number and its % stay together."""
    indent = " " * len(head)
    lines = textwrap.wrap(
        text.replace(" %", "\xa0%"), width, initial_indent=head, subsequent_indent=indent
    )
    return [line.replace("\xa0%", " %") for line in lines]


def format_review_json(record: Record, review: Review, number: int) -> str:
    """Return the review of a game as a line of JSON."""
    result, turn = judged(record), review.turning_point
    data: dict[str, Any] = {
        "game": number,
        "rules": str(review.rules),
        "players": [record.first, record.second],
        "result": result.score.value,
        "reason": result.reason.value,
        "words": describe_game(review),
        "start": review.start,
        "turning_point": None if turn is None else turn.number,
        "positions": [
            _standing_data(standing, ply, review.rules)
            for ply, standing in enumerate(review.standings, review.start)
        ],
        "moves": [_move_data(move) for move in review.moves],
    }
    return json.dumps(data) + "\n"


def _standing_data(standing: Standing, ply: int, rules: Rules) -> dict[str, Any]:
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


def _move_data(move: JudgedMove) -> dict[str, Any]:
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
