"""SPSA on functions whose optimum is known: a simulated score instead of games."""

from __future__ import annotations

from random import Random

import pytest

from tengen.arena.tuning import SpsaPlan, SpsaState, TunedParameter

OPTIMUM = {"x": 700, "y": 30, "z": 5}
PARAMETERS = (
    TunedParameter("x", 200, 0, 1000),
    TunedParameter("y", 80, 0, 100),
    TunedParameter("z", 1, 0, 9),
)
PLAN = SpsaPlan(PARAMETERS, iterations=3000, seed=7, step=0.05, rate=0.1)


def loss(values: dict[str, int]) -> float:
    """Return how bad values are: the squared distance from the optimum, in ranges."""
    spans = {one.name: one.high - one.low for one in PARAMETERS}
    return sum(((values[name] - OPTIMUM[name]) / spans[name]) ** 2 for name in values)


def simulate(plan: SpsaPlan, noise: float, state: SpsaState, until: int) -> SpsaState:
    """Continue a run with a noisy score of each pair of settings."""
    while state.iteration < until:
        pair = plan.perturb(state)
        random = Random(f"noise {state.iteration}")
        score = 5 * (loss(pair.minus) - loss(pair.plus)) + random.gauss(0, noise)
        state = plan.advance(state, max(-1, min(1, score)))
    return state


def test_the_optimum_of_a_noisy_quadratic_is_found() -> None:
    end = PLAN.rounded(simulate(PLAN, 0.3, PLAN.start(), PLAN.iterations))
    assert abs(end["x"] - OPTIMUM["x"]) <= 80
    assert abs(end["y"] - OPTIMUM["y"]) <= 8
    assert abs(end["z"] - OPTIMUM["z"]) <= 1


def test_the_worse_setting_repels_and_the_better_one_attracts() -> None:
    start = PLAN.start()
    pair = PLAN.perturb(start)
    for score, wanted in ((1, pair.plus), (-1, pair.minus)):
        after = PLAN.advance(start, score)
        for one, before, value in zip(PARAMETERS, start.values, after.values, strict=True):
            assert (value - before) * (wanted[one.name] - before) > 0


def test_a_drawn_iteration_changes_nothing_but_the_next_directions() -> None:
    states = [SpsaState(at, PLAN.start().values) for at in range(20)]
    assert PLAN.advance(states[0], 0) == states[1]
    assert len({tuple(PLAN.perturb(state).plus.items()) for state in states}) > 4


def test_a_broken_off_run_goes_on_as_if_it_had_not_been() -> None:
    whole = simulate(PLAN, 0.3, PLAN.start(), 200)
    part = simulate(PLAN, 0.3, PLAN.start(), 77)
    assert simulate(PLAN, 0.3, SpsaState(part.iteration, part.values), 200) == whole


@pytest.mark.parametrize("score", [1, -1])
def test_values_and_trials_stay_within_their_ranges(score: int) -> None:
    plan = SpsaPlan(PARAMETERS, iterations=100, seed=1, step=1.0, rate=1.0)
    state = plan.start()
    for _ in range(plan.iterations):
        pair = plan.perturb(state)
        state = plan.advance(state, score)
        for values in (pair.plus, pair.minus, plan.rounded(state)):
            assert all(one.low <= values[one.name] <= one.high for one in PARAMETERS)


def test_the_two_settings_differ_even_in_a_narrow_range_and_at_its_ends() -> None:
    narrow = TunedParameter("narrow", 1, 0, 2)
    plan = SpsaPlan((narrow,), iterations=50, seed=0, step=0.01, rate=0.1)
    for at in range(50):
        for value in (0.0, 0.5, 1.3, 2.0):
            pair = plan.perturb(SpsaState(at, (value,)))
            assert pair.plus != pair.minus


def test_perturbations_and_gains_shrink() -> None:
    first, last = SpsaState(0, PLAN.start().values), SpsaState(2999, PLAN.start().values)
    for one, value in zip(PARAMETERS[:2], PLAN.start().values, strict=False):
        moved = [abs(PLAN.perturb(state).plus[one.name] - value) for state in (first, last)]
        assert moved[0] > moved[1] == round(PLAN.step * (one.high - one.low))
    gains = [abs(PLAN.advance(state, 1).values[0] - 200) for state in (first, last)]
    assert gains[0] > gains[1] == pytest.approx(PLAN.rate * PLAN.step * 1000)


@pytest.mark.parametrize("low, start, high", [(5, 4, 9), (5, 10, 9), (5, 5, 5)])
def test_a_start_outside_its_range_is_refused(low: int, start: int, high: int) -> None:
    with pytest.raises(ValueError, match=f"cannot tune x from {low} to {high}, with {start}"):
        TunedParameter("x", start, low, high)
