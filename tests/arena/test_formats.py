from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from kit.plans import ENGINES, PAIRS, chance, draw, meetings, played, stronger
from kit.strategies import SEEDS, modest

from tengen.arena.formats import FormatOptions, TournamentPlan, plan_gauntlet, plan_round_robin
from tengen.arena.knock_out import plan_knock_out
from tengen.arena.swiss import plan_swiss

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
