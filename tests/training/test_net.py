"""The parameters of a net."""

from __future__ import annotations

import numpy as np
from kit.trained import SMALL

from tengen.engine.constants import COLUMNS
from tengen.engine.line_windows import pattern_of_rows, row_count
from tengen.engine.weights import quantise
from tengen.training.net import Net


def test_a_row_of_the_table_is_the_sum_of_its_pattern_and_its_window() -> None:
    net = Net(SMALL.rules)
    net.randomise(1)
    net.parts["window"][5 * COLUMNS : 6 * COLUMNS] = 2
    net.fold()
    row = net.table.reshape(-1, COLUMNS)[5]
    pattern = net.parts["pattern"].reshape(-1, COLUMNS)[pattern_of_rows(SMALL.rules)[5]]
    assert np.allclose(row, pattern + 2)


def test_gradients_of_the_table_are_those_of_both_parts() -> None:
    net = Net(SMALL.rules)
    net.table[:] = 1
    net.unfold()
    patterns = net.parts["pattern"].reshape(-1, COLUMNS)[:, 0]
    counts = np.bincount(pattern_of_rows(SMALL.rules), minlength=len(patterns))
    assert patterns.tolist() == counts.tolist()
    assert net.parts["window"].min() == 1
    assert not net.table.any()


def test_the_seed_decides_the_start() -> None:
    one, same, other = (Net(SMALL.rules) for _ in range(3))
    for net, seed in ((one, 1), (same, 1), (other, 2)):
        net.randomise(seed)
    assert one.parameters() == same.parameters() != other.parameters()


def test_the_parameters_can_be_stored_as_weights() -> None:
    net = Net(SMALL.rules)
    net.randomise(1)
    weights = quantise(net.parameters(), SMALL.rules.win)
    assert len(weights.table) == COLUMNS * row_count()
