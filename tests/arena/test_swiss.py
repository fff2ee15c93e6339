from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.plans import chance, draw, meetings, played, stronger
from kit.strategies import SEEDS, modest

from tengen.arena.formats import FormatOptions
from tengen.arena.swiss import default_rounds, plan_swiss


@modest
@given(st.integers(2, 12), st.integers(1, 6), SEEDS)
def test_in_a_swiss_tournament_nobody_meets_twice_before_half_have_been_met(
    engines: int, rounds: int, seed: int
) -> None:
    rounds = min(rounds, (engines + engines % 2) // 2)
    plan = plan_swiss(FormatOptions(engines, 1, rounds, seed=seed))
    stages, _ = played(plan, chance(seed))
    assert len(stages) == rounds
    assert set(meetings(stages).values()) == {1}


@modest
@given(st.integers(2, 12), st.integers(1, 14), SEEDS)
def test_in_each_swiss_round_all_play_once_but_one_of_an_odd_number(
    engines: int, rounds: int, seed: int
) -> None:
    stages, _ = played(plan_swiss(FormatOptions(engines, 2, rounds)), chance(seed))
    byes: Counter[int] = Counter()
    for stage in stages:
        seats = Counter(engine for each in stage for engine in (each.first, each.second))
        assert set(seats.values()) == {2}
        byes.update(set(range(engines)) - set(seats))
    assert sum(byes.values()) == (len(stages) if engines % 2 else 0)


def test_a_swiss_bye_counts_as_won_and_goes_to_each_engine_in_turn() -> None:
    stages, _ = played(plan_swiss(FormatOptions(3, 1, 3)), draw)
    missing = [{0, 1, 2} - {each.first, each.second} for stage in stages for each in stage]
    assert sorted(map(tuple, missing)) == [(0,), (1,), (2,)]


def test_swiss_pairs_engines_of_equal_score() -> None:
    stages, _ = played(plan_swiss(FormatOptions(8, 1, 2, seed=5)), stronger)
    winners = {min(each.first, each.second) for each in stages[0]}
    assert all((each.first in winners) == (each.second in winners) for each in stages[1])


def test_many_swiss_engines_are_paired_quickly_even_for_many_rounds() -> None:
    stages, _ = played(plan_swiss(FormatOptions(40, 1, 19)), chance(3))
    assert set(meetings(stages).values()) == {1}


@pytest.mark.parametrize("engines, rounds", [(2, 1), (3, 2), (4, 2), (5, 3), (16, 4), (17, 5)])
def test_a_swiss_tournament_has_by_default_as_many_rounds_as_a_knock_out(
    engines: int, rounds: int
) -> None:
    assert default_rounds(engines) == rounds
    assert len(played(plan_swiss(FormatOptions(engines, 1)), draw)[0]) == rounds
