"""Log loss and the area under the curve."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tengen.training.held_out import area_under_curve, log_loss
from tengen.training.net import Floats


def floats(*values: float) -> Floats:
    return np.array(values, np.float32)


def test_log_loss_of_no_opinion_is_that_of_a_coin() -> None:
    assert log_loss(floats(0, 0, 0), floats(0, 1, 0.5)) == pytest.approx(math.log(2))


def test_log_loss_is_low_for_who_is_right_and_high_for_who_is_wrong() -> None:
    assert log_loss(floats(1000, -1000), floats(1, 0)) == pytest.approx(0)
    assert log_loss(floats(1000), floats(0)) == pytest.approx(1000)


@pytest.mark.parametrize(
    "values, area",
    [((1, 2, 3, 4), 1), ((4, 3, 2, 1), 0), ((5, 5, 5, 5), 0.5), ((1, 3, 2, 4), 0.75)],
)
def test_the_area_counts_pairs_in_order(values: tuple[int, ...], area: float) -> None:
    assert area_under_curve(floats(*values), floats(0, 0, 1, 1)) == pytest.approx(area)


def test_draws_do_not_count_for_the_area() -> None:
    assert area_under_curve(floats(9, 1, 2), floats(0.5, 0, 1)) == 1


def test_too_few_positions_have_no_figures() -> None:
    assert log_loss(floats(), floats()) is None
    assert area_under_curve(floats(1, 2), floats(1, 0.5)) is None
