"""A review as what a chart shows."""

from __future__ import annotations

from tengen.core.player import Player
from tengen.notation.words import STONES, Names
from tengen.render.course import Course, Flaw, Spoilt
from tengen.review.review import Review
from tengen.review.words import describe_move

SEEN = "as the engine sees it"


def course_of(review: Review, names: Names = STONES, *, title: str = "", how: str = SEEN) -> Course:
    """The chances and the mistakes of a game; `how` says where the chances come from."""
    first, second = (names[player] for player in Player)
    spoilt = tuple(
        Spoilt(move.number, Flaw(move.judgement.value), describe_move(move, names))
        for move in review.moves
        if move.judgement.is_mistake
    )
    turn = review.turning_point
    since = "" if review.is_complete else f" from move {review.start} on"
    return Course(
        tuple(standing.chance for standing in review.standings),
        review.start,
        spoilt,
        None if turn is None else turn.number,
        title,
        f"{first}'s winning chance after every move{since}, {how}.",
        first,
        second,
    )
