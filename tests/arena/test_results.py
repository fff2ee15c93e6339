from __future__ import annotations

import pytest
from kit.tournaments import played

from tengen.arena.ratings import PairScore
from tengen.arena.results import MoveTimes, TournamentFacts, times_of
from tengen.rules import Player

FIRST, SECOND = Player


def test_times_are_added_up() -> None:
    both = times_of([10, 30]) + times_of([20])
    assert both == MoveTimes(3, 60, 30)
    assert (both.mean_ms, MoveTimes().mean_ms, times_of([]).longest_ms) == (20, None, 0)


def test_half_points_are_those_of_the_engine() -> None:
    won, drawn = played(1, "a", "b", SECOND), played(1, "a", "b", None)
    assert (won.halves("a"), won.halves("b")) == (0, 2)
    assert (drawn.halves("a"), drawn.halves("b")) == (1, 1)
    assert won.times("a").longest_ms == 15
    assert won.times("b").longest_ms == 21


def test_the_games_of_a_pair_count_together() -> None:
    games = (played(1, "a", "b", FIRST), played(1, "b", "a", None), played(2, "b", "a", FIRST))
    facts = TournamentFacts(("a", "b"), games)
    assert facts.pair_scores() == [PairScore("a", "b", 1.5, 2), PairScore("a", "b", 0, 1)]
    assert facts.match_sample().counts == (0, 0, 0, 1, 0)


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_a_match_is_seen_from_the_side_of_the_first_engine(names: tuple[str, str]) -> None:
    games = (played(1, "a", "b", FIRST), played(1, "b", "a", SECOND))
    counts = TournamentFacts(names, games).match_sample().counts
    assert counts == ((0, 0, 0, 0, 1) if names[0] == "a" else (1, 0, 0, 0, 0))
