"""A whole game in two or three sentences."""

from __future__ import annotations

from tengen.review.review import Review, leader_of
from tengen.review.words import SO_FAR, describe_win, list_points
from tengen.rules.rules import Player
from tengen.rules.wording import (
    STONE_NAMES,
    PlayerNames,
    capitalised,
    number_word,
    plural,
    point_name,
)


def describe_game(review: Review, names: PlayerNames = STONE_NAMES) -> str:
    """How the game went, where it was lost, and who made mistakes."""
    if not review.standings:
        return "Nothing has been looked at."
    parts = [_describe_end(review, names), _describe_turn(review, names)]
    if review.moves:
        parts.append(_describe_mistakes(review, names))
    return " ".join(part for part in parts if part)


def _describe_end(review: Review, names: PlayerNames) -> str:
    count = review.start + len(review.moves)
    after = f"after {_count(count, 'move')}" if count else "before the first move"
    last = review.standings[-1]
    if review.outcome.is_over:
        winner = review.outcome.winner
        return f"{names[winner]} won {after}." if winner else f"A tie {after}."
    if last.winner is not None:
        return f"{capitalised(after)}, {describe_win(last, review.rules, names)}."
    if last.is_proven:
        return f"{capitalised(after)}, the game is a tie if nobody errs."
    leader = leader_of(last)
    stands = f"{names[leader]} is ahead" if leader else "the game is even"
    return f"{capitalised(after)}, {stands}."


def _describe_turn(review: Review, names: PlayerNames) -> str:
    """Where it was lost; who was ahead last, if it was not."""
    loser = review.loser
    if loser is None:
        return ""
    move = review.turning_point
    if move is not None:
        played = point_name(move.point, review.rules)
        instead = f"{list_points(move.better, review.rules)} instead of {played}"
        doubt = "" if move.before.is_proven and move.after.is_proven else SO_FAR
        done = "won" if move.before.winner is loser else "held"
        return f"{names[loser]} could still have {done} at move {move.number}: {instead}{doubt}."
    first = review.standings[0]
    if not review.is_complete:
        return f"{names[loser]} was lost at move {review.start + 1}, if not before."
    return f"{names[loser]} was lost from the start{'' if first.is_proven else SO_FAR}."


def _describe_mistakes(review: Review, names: PlayerNames) -> str:
    counts = {player: len(review.mistakes(player)) for player in Player}
    if not any(counts.values()):
        return "Neither side made a mistake."
    first, second = counts.values()
    if first == second:
        return f"Both sides made {_count(first, 'mistake')}."
    one, other = (names[player] for player in Player)
    rest = number_word(second) if second else "none"
    return f"{one} made {_count(first, 'mistake')}, {other} {rest}."


def _count(number: int, noun: str) -> str:
    return f"{number_word(number)} {plural(number, noun)}"
