"""The time for a move never exceeds the grant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import thorough

from tengen.engine.analysis import (
    DEFAULT_SECONDS,
    FASTEST,
    LAG,
    LONGEST,
    TimeAllowance,
    TimeGrant,
    allot_time,
)

SECONDS = st.one_of(
    st.sampled_from([-1e15, -5.0, -0.001, 0.0, 0.001, LAG, 2 * LAG, 1e15]),
    st.floats(0, 1),
    st.floats(-10, 100_000),
)
MAYBE = st.none() | SECONDS
MOVES = st.integers(-1, 300)
GRANTS = st.builds(TimeGrant, MAYBE, MAYBE, MAYBE, MOVES)


@thorough
@given(GRANTS)
def test_the_soft_limit_is_at_most_the_hard_one_and_both_are_within_a_day(grant: TimeGrant) -> None:
    allowance = allot_time(grant)
    assert 0 <= allowance.soft <= allowance.hard <= LONGEST


@thorough
@given(GRANTS, st.floats(0.001, 1e6))
def test_the_hard_limit_leaves_time_for_lag_within_the_turn(grant: TimeGrant, turn: float) -> None:
    hard = allot_time(TimeGrant(turn, grant.match, grant.left, grant.moves)).hard
    assert hard <= turn - min(LAG, turn / 2)


@thorough
@given(GRANTS, SECONDS)
def test_one_move_never_uses_all_the_time_left(grant: TimeGrant, left: float) -> None:
    hard = allot_time(TimeGrant(grant.turn, grant.match, left, grant.moves)).hard
    assert hard < left or hard == 0


@thorough
@given(MAYBE, st.floats(0.01, 1e6), st.sets(st.integers(0, 249), max_size=250))
def test_all_moves_of_a_game_fit_into_the_match(
    turn: float | None, match: float, hard_ones: set[int]
) -> None:
    left = match
    for moves in range(250):
        allowance = allot_time(TimeGrant(turn, match, left, moves))
        left -= allowance.hard if moves in hard_ones else allowance.soft
    assert left >= 0


@thorough
@given(MAYBE, st.floats(0.01, 1e6))
def test_all_moves_fit_even_if_the_time_left_is_not_known(turn: float | None, match: float) -> None:
    spent = sum(allot_time(TimeGrant(turn, match, None, moves)).hard for moves in range(250))
    assert spent <= match * (1 + 1e-9)


@thorough
@given(st.floats(5, 1e6), st.integers(0, 100))
def test_every_move_leaves_time_for_lag_if_there_is_enough(left: float, moves: int) -> None:
    allowance = allot_time(TimeGrant(left=left, moves=moves))
    assert allowance.hard + LAG <= left / 4 + 1e-9


@pytest.mark.parametrize(
    "grant, allowance",
    [
        (TimeGrant(), TimeAllowance(DEFAULT_SECONDS, DEFAULT_SECONDS)),
        (TimeGrant(turn=0.0), TimeAllowance(FASTEST, FASTEST)),
        (TimeGrant(turn=-3.0), TimeAllowance(FASTEST, FASTEST)),
        (TimeGrant(turn=1.0), TimeAllowance(0.97, 0.97)),
        (TimeGrant(turn=0.02), TimeAllowance(0.01, 0.01)),
        (TimeGrant(turn=1e15), TimeAllowance(LONGEST, LONGEST)),
        (TimeGrant(left=0.0), TimeAllowance(0, 0)),
        (TimeGrant(left=-7.0, turn=5.0), TimeAllowance(0, 0)),
        (TimeGrant(turn=30.0, left=180.0), TimeAllowance(7.17, 28.68)),
        (TimeGrant(turn=5.0, left=180.0, moves=5), TimeAllowance(4.97, 4.97)),
        (TimeGrant(turn=0.0, left=180.0), TimeAllowance(FASTEST, FASTEST)),
        (TimeGrant(match=25.0), TimeAllowance(0.97, 0.97)),
        (TimeGrant(match=25.0, left=50.0), TimeAllowance(1.97, 7.88)),
    ],
)
def test_the_allowance_follows_from_the_grant(grant: TimeGrant, allowance: TimeAllowance) -> None:
    found = allot_time(grant)
    assert found.soft == pytest.approx(allowance.soft)
    assert found.hard == pytest.approx(allowance.hard)


def test_late_moves_of_a_long_game_get_less_time_but_always_some() -> None:
    times = [allot_time(TimeGrant(left=100.0, moves=moves)).soft for moves in (0, 10, 15, 200)]
    assert times == sorted(times)
    assert allot_time(TimeGrant(left=1.0, moves=200)).soft > 0
