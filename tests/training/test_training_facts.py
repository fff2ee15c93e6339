"""The figures of a training as text."""

from __future__ import annotations

from kit.trained import FACTS

from tengen.training.training_facts import format_figure, format_origin


def test_the_origin_is_one_line_of_ascii() -> None:
    assert format_origin(FACTS) == (
        "tengen 1.2.3 train: rules 9x9/5 freestyle, seed 1; 4321 positions; "
        "held out: 123 positions, log loss 0.6000, AUC 0.7500, of the search -"
    )


def test_a_figure_that_is_not_known_is_a_dash() -> None:
    assert [format_figure(value) for value in (0.12345, None)] == ["0.1235", "-"]
