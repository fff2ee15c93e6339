"""Knock-out tournaments: who loses a meeting is out.

The engines are seeded in the order in which they were given, so that the first two can meet only
in the last round. If their number is not a power of two, the highest seeds have a bye.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TypeAlias

from tengen.arena.formats import (
    MOST_HALVES,
    FormatOptions,
    OpeningPair,
    Scores,
    Stage,
    TournamentPlan,
)

MAX_TIE_BREAKS = 3
"""After so many further pairs of games, the higher seed of a tied meeting goes on."""

Couple: TypeAlias = tuple[int, int]
"""Two engines that meet, the higher seed first."""


def plan_knock_out(options: FormatOptions) -> TournamentPlan:
    """Plan one round after the other until a single engine is left."""
    bracket = [seed if seed < options.engines else None for seed in seed_order(options.engines)]
    losers: list[int] = []
    opening = 0
    while len(bracket) > 1:
        slots = list(zip(bracket[::2], bracket[1::2], strict=True))
        couples = [(min(a, b), max(a, b)) for a, b in slots if a is not None and b is not None]
        winners, opening = yield from _play_round(couples, options.pairs, opening)
        losers += sorted((sum(couple) - winner for couple, winner in winners.items()), reverse=True)
        bracket = [_next(slot, winners) for slot in slots]
    (winner,) = bracket
    assert winner is not None
    return (winner, *reversed(losers))


def seed_order(engines: int) -> list[int]:
    """Return the seeds of a full bracket: 0 meets the lowest seed, and so on."""
    order = [0]
    while len(order) < engines:
        top = 2 * len(order) - 1
        order = [seed for high in order for seed in (high, top - high)]
    return order


def _play_round(
    couples: Sequence[Couple], pairs: int, opening: int
) -> Generator[Stage, Scores, tuple[dict[Couple, int], int]]:
    """Yield the stages of a round; return who has won, and the number of the next opening."""
    lead = dict.fromkeys(couples, 0)
    tied: Sequence[Couple] = couples
    for attempt in range(1 + MAX_TIE_BREAKS):
        count = 1 if attempt else pairs
        stage = tuple(
            OpeningPair(*couple, opening + number) for number in range(count) for couple in tied
        )
        scores = yield stage
        opening += count
        for pairing, halves in zip(stage, scores, strict=True):
            lead[pairing.first, pairing.second] += 2 * halves - MOST_HALVES
        tied = [couple for couple in tied if not lead[couple]]
        if not tied:
            break
    return {couple: couple[lead[couple] < 0] for couple in couples}, opening


def _next(slot: tuple[int | None, int | None], winners: dict[Couple, int]) -> int | None:
    """Return who of two slots of the bracket goes on."""
    one, two = slot
    if one is None or two is None:
        return two if one is None else one
    return winners[min(one, two), max(one, two)]
