from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest, some_rules, thorough

from tengen.errors import ParseError
from tengen.rules.notation import parse_rules
from tengen.rules.rules import GAMES, Rules, WinRule

NUMBERS = st.sampled_from(["3", "5", "15", "05", "0", "53", "", "\u0663"])
WINS = st.sampled_from(["freestyle", "renju", "caro-long", "Caro", ""])
ALMOST_RULES = st.builds("{}x{}/{} {}".format, NUMBERS, NUMBERS, NUMBERS, WINS)


@modest
@given(some_rules())
def test_printed_rules_are_read_as_the_same_rules(rules: Rules) -> None:
    assert parse_rules(str(rules)) == rules


@pytest.mark.parametrize("k", [60, 2704, 10**8, 10**9, 10**20])
def test_rules_for_lines_of_any_length_are_read_as_printed(k: int) -> None:
    rules = Rules(3, 3, k)
    assert parse_rules(str(rules)) == rules


@pytest.mark.parametrize("name", GAMES)
def test_the_name_of_a_game_is_read_as_its_rules(name: str) -> None:
    assert parse_rules(name) == GAMES[name]
    with pytest.raises(ParseError):
        parse_rules(name.upper())


@thorough
@given(st.text() | ALMOST_RULES)
def test_any_other_text_is_a_parse_error(text: str) -> None:
    found = read(text)
    if isinstance(found, ParseError):
        assert (found.what, found.text) == ("set of rules", text)
        assert found.at is None or 0 <= found.at < len(text)
    else:
        assert text in GAMES or text == str(found)


def read(text: str) -> Rules | ParseError:
    """Parse a text, and return the value or the error."""
    try:
        return parse_rules(text)
    except ParseError as error:
        return error


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "3x3",
            "3x3/3",
            "3x3/3 ",
            "3x3/3  freestyle",
            " 3x3/3 freestyle",
            "3 x 3/3 caro",
        ),
        *("3x3/3 freestyle\n", "3X3/3 freestyle", "3x3/3 Freestyle", "-3x3/3 caro", "+3x3/3 caro"),
        *(
            "٣x3/3 freestyle",
            "3x٣/3 freestyle",
            "3x3/٣ freestyle",
            "²x3/3 freestyle",
            "3\u00d73/3 caro",
        ),
        *("3x3/3 caro_long", "3x3/3 carol", "3x3/3 caro x", "3.0x3/3 caro", "1_0x3/3 caro"),
        *("03x3/3 freestyle", "3x03/3 freestyle", "3x3/03 freestyle", "five ", "rénju", "\x00"),
    ],
)
def test_rules_are_read_in_one_exact_form_only(text: str) -> None:
    with pytest.raises(ParseError):
        parse_rules(text)


@pytest.mark.parametrize(
    "text, why",
    [
        ("0x3/3 freestyle", "width 0 is not between 1 and 52"),
        ("3x53/3 freestyle", "height 53 is not between 1 and 52"),
        ("3x3/0 freestyle", "k must be at least 1, not 0"),
        ("15x15/4 renju", "renju is played for 5 in a row, not 4"),
    ],
)
def test_impossible_rules_are_a_parse_error(text: str, why: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_rules(text)
    assert (caught.value.text, caught.value.why) == (text, why)


def test_an_unknown_win_rule_is_reported_with_its_place_and_the_known_ones() -> None:
    with pytest.raises(ParseError) as caught:
        parse_rules("15x15/5 pente")
    assert caught.value.at == 8
    assert all(win.value in caught.value.why for win in WinRule)


def test_a_huge_text_gives_a_short_message_in_one_line() -> None:
    for text in ("9" * 100_000, "3x3/" + "3" * 100_000 + " caro", "3x3/3 " + "a" * 100_000):
        with pytest.raises(ParseError) as caught:
            parse_rules(text)
        assert len(str(caught.value)) < 300
        assert "\n" not in str(caught.value)
