import re
from pathlib import Path

import pytest

from tengen.rules.wording import as_sentence, counted, plural

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
