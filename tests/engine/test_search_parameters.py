"""The parameters of the search: their ranges, their text form, and that each changes the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tengen.cli.bench import POSITIONS, make_board
from tengen.engine.analysis import Limits
from tengen.engine.engine import Engine
from tengen.engine.search_parameters import (
    DEFAULT_PARAMETERS,
    PARAMETERS,
    SearchParameters,
    parse_parameter,
)
from tengen.errors import ParseError

SEARCHES = [
    (POSITIONS[0], Limits(depth=9, nodes=60_000)),  # enough nodes for a search for wins by threats
    (POSITIONS[1], Limits(depth=12)),  # deep enough for null moves
]


def counts(parameters: SearchParameters) -> Iterator[list[int]]:
    """Yield the nodes after each depth of a few searches."""
    for moves, limits in SEARCHES:
        found = Engine(1, parameters=parameters).analyse(make_board(moves), limits)
        yield [analysis.nodes for analysis in found]


@cache
def default_counts() -> list[list[int]]:
    """Return the nodes of the searches with default parameters."""
    return list(counts(DEFAULT_PARAMETERS))


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_changes_the_search(name: str) -> None:
    ends = (PARAMETERS[name].low, PARAMETERS[name].high)
    tried = (counts(DEFAULT_PARAMETERS.changed({name: end})) for end in ends)
    assert any(
        nodes != expected
        for found in tried
        for nodes, expected in zip(found, default_counts(), strict=True)
    )


@pytest.mark.parametrize("end", ["low", "high"])
def test_the_search_works_with_all_parameters_at_one_end(end: str) -> None:
    values = {name: getattr(parameter, end) for name, parameter in PARAMETERS.items()}
    board = make_board(POSITIONS[3])
    move = Engine(1, parameters=SearchParameters(**values)).choose(board, Limits(nodes=20_000))
    assert board.is_legal(move)


def test_default_parameters_are_those_of_an_engine_without_any() -> None:
    moves, limits = SEARCHES[0]
    plain = Engine(1).analyse(make_board(moves), limits)
    assert [analysis.nodes for analysis in plain] == default_counts()[0]


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_value_out_of_range_is_refused(name: str) -> None:
    low, high = PARAMETERS[name].low, PARAMETERS[name].high
    for value in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"{name} must be from {low} to {high}, not {value}"):
            DEFAULT_PARAMETERS.changed({name: value})


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(ValueError, match="no parameter 'futility': did you mean futility_"):
        DEFAULT_PARAMETERS.changed({"futility": 1})


def test_a_parameter_is_parsed() -> None:
    assert parse_parameter("killer_bonus=0") == ("killer_bonus", 0)
    assert parse_parameter("vct_least_nodes=10000000") == ("vct_least_nodes", 10_000_000)


@pytest.mark.parametrize(
    "text, message",
    [
        ("killer_bonus", "not a parameter: 'killer_bonus': expected NAME=VALUE"),
        ("kiler_bonus=3", "not a parameter: 'kiler_bonus': did you mean killer_bonus?"),
        ("x=3", "not a parameter: 'x': there is none of this name"),
        ("killer_bonus=", "expected a whole number from 0 to 1000"),
        ("killer_bonus=2.5", "not a value of killer_bonus: '2.5': expected a whole number"),
        ("killer_bonus=1001", "'1001': expected a whole number from 0 to 1000"),
        ("killer_bonus=" + "9" * 5000, "expected a whole number from 0 to 1000"),
        ("killer_bonus=٣", "expected a whole number from 0 to 1000"),
    ],
)
def test_a_wrong_parameter_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_parameter(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_documentation_lists_every_parameter_as_it_is_declared() -> None:
    page = (Path(__file__).parents[2] / "docs" / "tuning.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) to (\d+) \| (.+) \|$", page, re.MULTILINE)
    assert rows == [
        (name, str(one.default), str(one.low), str(one.high), one.about)
        for name, one in PARAMETERS.items()
    ]


def test_reductions_grow_with_the_depth_and_the_number_of_the_move() -> None:
    table = DEFAULT_PARAMETERS.reductions()
    quiet, threats = table[:4096], table[4096:]
    assert all(
        quiet[64 * depth + at] <= quiet[64 * depth + at + 64]
        for depth in range(63)
        for at in range(64)
    )
    assert threats == tuple(less // 2 for less in quiet)
    assert quiet[64 * 8 + 8] == 2


def test_more_moves_are_tried_at_greater_depth_and_fewer_if_the_evaluation_got_worse() -> None:
    table = DEFAULT_PARAMETERS.move_counts()
    worse, better, worse_threats, better_threats = (table[at : at + 64] for at in range(0, 256, 64))
    assert list(better) == sorted(better)
    assert (better[0], better[1], better[8]) == (3, 4, 18)
    assert (worse[1], worse[8]) == (2, 9)
    assert all(threats >= quiet for threats, quiet in zip(better_threats, better, strict=True))
    assert all(threats >= quiet for threats, quiet in zip(worse_threats, worse, strict=True))
