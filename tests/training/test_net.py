"""The parameters of a net."""

from __future__ import annotations

import numpy as np
from kit.trained import SMALL

from tengen.engine.constants import COLUMNS
from tengen.engine.line_windows import exchanged_rows, pattern_of_rows, row_count
from tengen.engine.weights import quantise
from tengen.training.net import Net


def test_a_row_of_the_table_is_the_sum_of_its_pattern_and_its_window() -> None:
    net = Net(SMALL.rules)
    net.randomise(1)
    net.parts["window"][5 * COLUMNS : 6 * COLUMNS] = 2
    pattern = net.parts["pattern"].reshape(-1, COLUMNS)[pattern_of_rows(SMALL.rules)[5]]
    assert np.allclose(net.table()[5], pattern + 2)


def test_the_joined_table_has_the_views_of_both_players() -> None:
    net = Net(SMALL.rules)
    net.randomise(1)
    net.parts["bias"][:] = range(COLUMNS)
    net.join()
    joined, other = net.joined_table.reshape(-1, 2, COLUMNS), exchanged_rows()[5]
    assert joined[5].tolist() == [net.table()[5].tolist(), net.table()[other].tolist()]
    assert net.joined_bias.tolist() == 2 * list(range(COLUMNS))


def test_gradients_are_given_to_all_parts() -> None:
    net = Net(SMALL.rules)
    views = net.joined_table.reshape(-1, 2, COLUMNS)
    views[:, 0], views[5, 1], net.joined_bias[:] = 1, 2, 3
    net.divide()
    patterns = net.parts["pattern"].reshape(-1, COLUMNS)[:, 0]
    windows = net.parts["window"].reshape(-1, COLUMNS)[:, 0]
    counts = np.bincount(pattern_of_rows(SMALL.rules), minlength=len(patterns))
    counts[pattern_of_rows(SMALL.rules)[exchanged_rows()[5]]] += 2
    assert patterns.tolist() == counts.tolist()
    assert [row for row, slope in enumerate(windows) if slope == 3] == [exchanged_rows()[5]]
    assert net.parts["bias"].tolist() == [6] * COLUMNS
    assert not net.joined_table.any()
    assert not net.joined_bias.any()


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
