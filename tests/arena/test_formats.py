from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.plans import ENGINES, PAIRS, chance, draw, meetings, played, stronger
from kit.strategies import SEEDS, modest

from tengen.arena.formats import (
    MAX_TIE_BREAKS,
    FormatOptions,
    OpeningPair,
    TournamentPlan,
    default_rounds,
    plan_gauntlet,
    plan_knock_out,
    plan_round_robin,
    plan_swiss,
    seed_order,
)

PLANNERS = [plan_gauntlet, plan_round_robin, plan_swiss, plan_knock_out]


@modest
@given(ENGINES, PAIRS)
def test_in_a_round_robin_all_engines_meet_equally_often(engines: int, pairs: int) -> None:
    stages, _ = played(plan_round_robin(FormatOptions(engines, pairs)), draw)
    met = meetings(stages)
    assert len(met) == engines * (engines - 1) // 2
    assert set(met.values()) == {pairs}


@modest
@given(ENGINES, PAIRS)
def test_a_gauntlet_is_the_hero_against_each_other_engine(engines: int, pairs: int) -> None:
    hero = engines - 1
    (stage,), _ = played(plan_gauntlet(FormatOptions(engines, pairs, hero=hero)), draw)
    assert {pairing.first for pairing in stage} == {hero}
    assert Counter(each.second for each in stage) == dict.fromkeys(range(hero), pairs)


@modest
@given(ENGINES, PAIRS)
def test_every_meeting_has_the_same_openings(engines: int, pairs: int) -> None:
    for planner in (plan_gauntlet, plan_round_robin):
        (stage,), _ = played(planner(FormatOptions(engines, pairs)), draw)
        wanted = {(each.first, each.second, number) for each in stage for number in range(pairs)}
        assert {(each.first, each.second, each.opening) for each in stage} == wanted


@pytest.mark.parametrize("planner", PLANNERS)
def test_the_ranking_names_every_engine_once_and_the_strongest_first(
    planner: Callable[[FormatOptions], TournamentPlan],
) -> None:
    for engines in range(2, 12):
        _, ranking = played(planner(FormatOptions(engines, 1)), stronger)
        assert sorted(ranking) == list(range(engines))
        assert ranking[0] == 0


@pytest.mark.parametrize("planner", PLANNERS)
@modest
@given(engines=ENGINES, pairs=PAIRS, seed=SEEDS)
def test_equal_scores_give_the_same_schedule(
    planner: Callable[[FormatOptions], TournamentPlan], engines: int, pairs: int, seed: int
) -> None:
    options = FormatOptions(engines, pairs, seed=seed)
    assert played(planner(options), chance(seed)) == played(planner(options), chance(seed))


@pytest.mark.parametrize(
    "engines, pairs, hero, why",
    [(1, 1, 0, "needs two engines"), (2, 0, 0, "needs a pair"), (2, 1, 2, "no engine 2")],
)
def test_a_tournament_that_cannot_be_played_is_refused(
    engines: int, pairs: int, hero: int, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        FormatOptions(engines, pairs, hero=hero)


@modest
@given(ENGINES, PAIRS, SEEDS)
def test_a_knock_out_has_one_winner_and_a_loser_in_each_other_meeting(
    engines: int, pairs: int, seed: int
) -> None:
    stages, ranking = played(plan_knock_out(FormatOptions(engines, pairs)), chance(seed))
    assert len(meetings(stages)) == engines - 1
    assert sorted(ranking) == list(range(engines))
    last = stages[-1][-1]
    assert ranking[0] in (last.first, last.second)


def test_the_first_seeds_meet_last_and_have_the_byes() -> None:
    stages, ranking = played(plan_knock_out(FormatOptions(6, 1)), stronger)
    assert [{(each.first, each.second) for each in stage} for stage in stages] == [
        {(2, 5), (3, 4)},
        {(0, 3), (1, 2)},
        {(0, 1)},
    ]
    assert ranking == (0, 1, 2, 3, 4, 5)


def test_a_tied_meeting_has_more_pairs_of_games_until_the_higher_seed_goes_on() -> None:
    stages, ranking = played(plan_knock_out(FormatOptions(2, 2)), draw)
    assert [len(stage) for stage in stages] == [2] + [1] * MAX_TIE_BREAKS
    openings = [each.opening for stage in stages for each in stage]
    assert openings == list(range(2 + MAX_TIE_BREAKS))
    assert ranking == (0, 1)


def test_only_tied_meetings_have_more_pairs() -> None:
    def judge(pairing: OpeningPair) -> int:
        return 2 if (pairing.first, pairing.opening) == (0, 0) else 0

    stages, ranking = played(plan_knock_out(FormatOptions(4, 1)), judge)
    assert [[(each.first, each.second) for each in stage] for stage in stages] == [
        [(0, 3), (1, 2)],
        [(0, 3)],
        [(2, 3)],
    ]
    assert ranking == (3, 2, 0, 1)


def test_a_bracket_lets_each_seed_meet_its_counterpart() -> None:
    assert seed_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert seed_order(5) == seed_order(8)
    assert seed_order(1) == [0]


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
