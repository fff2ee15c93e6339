"""A review as what a chart shows."""

from __future__ import annotations

from tengen.render.charts import ChanceCurve, ChartMistake, MistakeKind
from tengen.review.review import Review
from tengen.review.words import describe_move
from tengen.rules.rules import Player
from tengen.rules.wording import STONE_NAMES, PlayerNames

SEEN = "as the engine sees it"


def course_of(
    review: Review, names: PlayerNames = STONE_NAMES, *, title: str = "", how: str = SEEN
) -> ChanceCurve:
    """The chances and the mistakes of a game; `how` says where the chances come from."""
    first, second = (names[player] for player in Player)
    spoilt = tuple(
        ChartMistake(move.number, MistakeKind(move.judgement.value), describe_move(move, names))
        for move in review.moves
        if move.judgement.is_mistake
    )
    turn = review.turning_point
    since = "" if review.is_complete else f" from move {review.start} on"
    return ChanceCurve(
        tuple(standing.chance for standing in review.standings),
        review.start,
        spoilt,
        None if turn is None else turn.number,
        title,
        f"{first}'s winning chance after every move{since}, {how}.",
        first,
        second,
    )
