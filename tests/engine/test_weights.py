from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.learned import SIZES, random_weights

from tengen.engine.weights import format_weights, parse_weights, quantise
from tengen.errors import ParseError
from tengen.rules import WinRule

WEIGHTS = random_weights()
DATA = format_weights(WEIGHTS)


def test_weights_are_read_as_they_were_written() -> None:
    assert parse_weights(DATA) == WEIGHTS


def test_a_file_says_for_which_rule_it_is_and_how_it_was_made() -> None:
    weights = parse_weights(format_weights(random_weights(2, WinRule.RENJU)))
    assert (weights.win, weights.origin) == (WinRule.RENJU, "random, seed 2")


def test_a_file_is_small() -> None:
    assert len(DATA) < 400_000


@pytest.mark.parametrize(
    "data, why",
    [
        (b"", "it does not begin as such a file does"),
        (b"[]\n", "it does not begin as such a file does"),
        (b"\xff\xfe\n", "it does not begin as such a file does"),
        (DATA.replace(b'"version": 1', b'"version": 2'), "its version must be 1"),
        (DATA.replace(b"freestyle", b"chess"), "its win rule is unknown"),
        (DATA[:-9], "it is damaged: its checksum is wrong"),
    ],
)
def test_another_file_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        parse_weights(data)


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_a_damaged_byte_never_gives_other_numbers(place: int, change: int) -> None:
    damaged = bytearray(DATA)
    damaged[place] ^= change
    try:
        weights = parse_weights(bytes(damaged))
    except ParseError:
        return
    assert (weights.table, weights.inner, weights.outer) == (
        WEIGHTS.table,
        WEIGHTS.inner,
        WEIGHTS.outer,
    )


def test_too_large_parameters_are_refused() -> None:
    with pytest.raises(OverflowError):
        quantise({name: [200.0] * size for name, size in SIZES.items()}, WinRule.FREESTYLE)
