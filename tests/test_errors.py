from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.errors import (
    ClusterError,
    IllegalMove,
    ParseError,
    Refusal,
    RuleError,
    RunFileError,
    SettingsError,
    TaskKilled,
    TengenError,
    UsageError,
    quote,
)

ERRORS = [
    ParseError("point", "h٨", "a letter and a number were expected", 1),
    ParseError("point", "", "nothing there"),
    RuleError("no"),
    IllegalMove("7,7", Refusal.TAKEN, "15x15/5 freestyle X 15"),
    SettingsError("four.toml", "game.rows", "write a number"),
    TaskKilled("game 7", 3),
    ClusterError("tcp://10.0.0.1:8786", "there are no workers"),
    RunFileError("tune.db", "does not exist"),
    UsageError("say which game"),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_every_error_is_a_tengen_error(error: TengenError) -> None:
    assert isinstance(error, TengenError)
    others = (ClusterError, RunFileError, TaskKilled, UsageError)
    assert isinstance(error, ValueError) == (not isinstance(error, others))


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_an_error_survives_pickling_with_all_its_attributes(error: TengenError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


def test_an_illegal_move_is_a_rule_error_and_a_parse_error_is_not() -> None:
    assert issubclass(IllegalMove, RuleError)
    assert not issubclass(ParseError, RuleError)
    assert not issubclass(RuleError, ParseError)


def test_a_parse_error_counts_characters_from_one() -> None:
    error = ParseError("point", "h99", "too far down", 1)
    assert str(error) == "not a point: 'h99' at character 2: too far down"
    assert (error.what, error.text, error.why, error.at) == ("point", "h99", "too far down", 1)
    assert str(ParseError("point", "", "empty")) == "not a point: '': empty"


def test_the_message_of_an_illegal_move_has_its_attributes() -> None:
    error = IllegalMove("1,1", Refusal.TAKEN, "3x3/3 freestyle O 3/1X1/3")
    assert (error.point, error.reason) == ("1,1", Refusal.TAKEN)
    assert error.position == "3x3/3 freestyle O 3/1X1/3"
    assert str(error) == "illegal move: 1,1 is taken: 3x3/3 freestyle O 3/1X1/3"


def test_all_refusals_have_different_texts() -> None:
    assert len({refusal.value for refusal in Refusal}) == len(Refusal) == 6
    assert all(refusal.value.split()[0] in {"comes", "is", "makes"} for refusal in Refusal)


@modest
@given(st.text(st.characters(codec=None), max_size=200))
def test_a_quote_is_one_short_line_of_ascii(text: str) -> None:
    quoted = quote(text)
    assert quoted.isascii()
    assert quoted.isprintable()
    assert len(quoted) <= 700


@pytest.mark.parametrize("length", [0, 1, 59, 60])
def test_a_short_text_is_quoted_completely(length: int) -> None:
    assert quote("x" * length) == "'" + "x" * length + "'"


@pytest.mark.parametrize("length", [61, 1_000_000])
def test_a_long_text_is_cut_and_marked(length: int) -> None:
    assert quote("x" * length) == "'" + "x" * 60 + "...'"


def test_a_quote_shows_line_ends_and_other_scripts_as_escapes() -> None:
    assert quote("a\nb\r\x00") == r"'a\nb\r\x00'"
    assert quote("٣²") == r"'\u0663\xb2'"
