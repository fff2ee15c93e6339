from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.arena.elo import Sample, Sprt, estimate
from tengen.arena.ratings import Rating
from tengen.arena.report_words import (
    format_elo,
    format_interval,
    format_rating,
    format_score,
    format_sprt,
    plain_name,
)

INF = math.inf


@pytest.mark.parametrize(
    "counts, text",
    [
        ((0, 0, 0), "unknown: no pair of games has ended"),
        ((250, 500, 250), "+0 (95 %: -15 to +15)"),
        ((100, 0, 300), "+191 (95 %: +152 to +231)"),
        ((0, 0, 10), "> +228 (95 % bound, all won)"),
        ((10, 0, 0), "< -228 (95 % bound, all lost)"),
    ],
)
def test_an_elo_difference_is_shown_with_its_interval(counts: tuple[int, ...], text: str) -> None:
    assert format_elo(estimate(Sample(counts))) == text


def test_a_score_is_shown_with_its_interval() -> None:
    assert format_score(estimate(Sample((250, 500, 250)))) == "50.0 % (95 %: 47.8 to 52.2)"
    assert format_score(estimate(Sample((0, 0, 0)))).startswith("unknown")


@pytest.mark.parametrize(
    "low, elo, high, value, interval",
    [
        (-10.4, 20.4, 60, "20", "-10 to 60"),
        (1000, 1000, 1000, "1000", ""),
        (120, INF, INF, "> 120", ""),
        (-INF, -INF, -80, "< -80", ""),
        (-INF, math.nan, INF, "?", ""),
    ],
)
def test_a_rating_is_a_number_a_bound_or_unknown(
    low: float, elo: float, high: float, value: str, interval: str
) -> None:
    rating = Rating("a", 10, 5, low, elo, high)
    assert (format_rating(rating), format_interval(rating)) == (value, interval)


def test_a_sequential_test_is_shown_with_its_bounds() -> None:
    text = format_sprt(Sprt(0, 10, 0.1, 0.1), Sample((0, 0, 0, 0, 0)))
    assert text == "+10 Elo rather than +0: undecided, ratio 0.00 (-2.20 to 2.20)"


@modest
@given(st.text())
def test_any_name_is_shown_as_one_line_of_ascii(name: str) -> None:
    plain = plain_name(name)
    assert plain.isascii()
    assert "\t" not in plain
    assert len(f"{plain}\n".splitlines()) == 1
    assert plain_name(plain) == plain
