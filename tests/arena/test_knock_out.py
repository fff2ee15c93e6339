from __future__ import annotations

from hypothesis import given
from kit.plans import ENGINES, PAIRS, chance, draw, meetings, played, stronger
from kit.strategies import SEEDS, modest

from tengen.arena.formats import FormatOptions, OpeningPair
from tengen.arena.knock_out import MAX_TIE_BREAKS, plan_knock_out, seed_order


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
