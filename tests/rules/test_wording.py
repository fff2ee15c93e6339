import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tengen.rules import GAMES, Point, Rules, WinRule
from tengen.rules.wording import (
    as_sentence,
    counted,
    describe_rules,
    game_name,
    join_with_or,
    known_game_name,
    line_name,
    number_word,
    plural,
    point_name,
)

SOURCES = Path(__file__).parent.parent.parent / "src" / "tengen"
NEVER_ONE = ("expected one game or position, not ",)
"""Sentences whose number is never one."""


@pytest.mark.parametrize(
    "number, words", [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (1234, "1,234 moves")]
)
def test_a_number_agrees_with_its_noun(number: int, words: str) -> None:
    assert counted(number, "move") == words


def test_nouns_may_have_irregular_plurals() -> None:
    assert [plural(number, "try", "tries") for number in (1, 2)] == ["try", "tries"]
    assert [plural(number, "second") for number in (0.5, 1.0)] == ["seconds", "second"]


def test_counts_are_formatted_by_the_shared_functions() -> None:
    """No sentence writes a plural after a number that may be one."""
    by_hand = re.compile(r"\{[a-z_.()]*(?:len|count|done|left|start|games|moves)[^{}]*\} [a-z]+s\b")
    for room in ("terminal", "cli"):
        for path in (SOURCES / room).rglob("*.py"):
            lines = path.read_text(encoding="utf-8").splitlines()
            found = [line for line in lines if by_hand.search(line)]
            assert [line for line in found if not any(one in line for one in NEVER_ONE)] == []


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("it is your turn", "It is your turn."),
        ("h8 is taken!", "H8 is taken!"),
        ("did you mean sgf?", "Did you mean sgf?"),
        ("File too large (limit 2 MB).", "File too large (limit 2 MB)."),
    ],
)
def test_a_text_becomes_a_sentence(text: str, sentence: str) -> None:
    assert as_sentence(text) == sentence


@pytest.mark.parametrize(
    "columns, words",
    [(range(7, 12), "five from H8 to L8"), (range(7, 9), "two from H8 to I8"), ([7], "one on H8")],
)
def test_a_line_is_named_by_its_length_and_its_ends(columns: Iterable[int], words: str) -> None:
    line = [Point(7, col) for col in columns]
    assert line_name(line, GAMES["five"]) == words


def test_a_point_is_named_in_capitals() -> None:
    assert point_name(Point(7, 7), GAMES["five"]) == "H8"


def test_numbers_up_to_ten_are_words() -> None:
    assert [number_word(number) for number in (0, 1, 10, 11)] == ["no", "one", "ten", "11"]


@pytest.mark.parametrize(
    "words, text",
    [(["H8"], "H8"), (["H8", "G7"], "H8 or G7"), (["H8", "G7", "F6"], "H8, G7 or F6")],
)
def test_choices_are_joined_with_or(words: list[str], text: str) -> None:
    assert join_with_or(words) == text


def test_a_game_without_a_title_is_named_by_its_size() -> None:
    other = Rules(9, 7, 4)
    assert (game_name(GAMES["caro"]), known_game_name(GAMES["caro"])) == ("Caro", "Caro")
    assert (game_name(other), known_game_name(other)) == ("9x7, 4 in a row", "")


@pytest.mark.parametrize(
    "rules, words",
    [
        (Rules(3, 3, 3), "3x3, three or more in a row win"),
        (Rules(7, 6, 4, WinRule.STANDARD), "7x6, exactly four in a row win"),
        (GAMES["five"], "15x15, five or more in a row win"),
        (Rules(19, 19, 6), "19x19, six or more in a row win"),
        (Rules(19, 19, 7), "19x19, 7 or more in a row win"),
    ],
)
def test_rules_are_described_with_the_length_of_a_line_as_a_word(rules: Rules, words: str) -> None:
    assert describe_rules(rules) == words
