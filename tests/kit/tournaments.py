"""Tournaments for tests: games that were never played, with given strengths."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tengen.arena.elo import score_of
from tengen.arena.results import MoveTimes, TournamentFacts, TournamentGame
from tengen.rules import Player

ELOS = {"first": 0.0, "steady": 120.0, "old": 220.0, "new": 280.0}


def played(pair: int, first: str, second: str, winner: Player | None) -> TournamentGame:
    """Return a game in which the first player takes 10 ms a move and the second 20."""
    return TournamentGame(
        pair, first, second, winner, None, MoveTimes(3, 30, 15), MoveTimes(2, 40, 21)
    )


def round_robin(elos: dict[str, float], pairs: int, seed: int = 1) -> tuple[TournamentGame, ...]:
    """Return the games of a round robin with some draws."""
    random, found, pair = Random(seed), [], 0
    for one, two in combinations(elos, 2):
        for _ in range(pairs):
            pair += 1
            for first, second in ((one, two), (two, one)):
                score = score_of(elos[first] - elos[second])
                luck, winner = random.random(), None
                if abs(luck - score) > 0.1:
                    winner = Player.FIRST if luck < score else Player.SECOND
                found.append(played(pair, first, second, winner))
    return tuple(found)


def small_tournament() -> TournamentFacts:
    """Return a tournament of four engines that is half over."""
    return TournamentFacts(
        tuple(ELOS),
        round_robin(ELOS, 10),
        planned=240,
        title="Spring round robin",
        rules="15x15/5 standard",
        conditions="1000 ms a move, 350 MB",
        clock="wall time",
        openings="balanced.txt, 100 openings",
        anchor="first",
        anchor_elo=1000,
    )
