"""Compiled modules cannot share C numbers, so that some stand in several files."""

import re
from pathlib import Path

from tengen.engine import analysis, pattern_tables, patterns, win_finder
from tengen.rules.rules import Rules, WinRule

FOLDER = Path(analysis.__file__).parent
NAMES = tuple(path.stem for path in FOLDER.glob("*.pxd"))
DECLARED = re.compile(r"^([A-Z_]+) = cython\.declare\(cython\.int, (\d+)\)", re.MULTILINE)


def declared(name: str) -> dict[str, int]:
    text = (FOLDER / f"{name}.py").read_text()
    return {word: int(value) for word, value in DECLARED.findall(text)}


def test_numbers_of_one_name_are_one_number() -> None:
    known: dict[str, int] = {}
    for name in NAMES:
        numbers = declared(name)
        assert numbers
        assert {word: known.get(word, value) for word, value in numbers.items()} == numbers
        known |= numbers


def test_the_numbers_are_those_of_the_tables_and_of_the_engine() -> None:
    numbers = {word: number for name in NAMES for word, number in declared(name).items()}
    for word in ("CATEGORIES", "THREE", "FOUR", "WINS_IN_THREE", "FIVE"):
        assert numbers[word] == getattr(pattern_tables, word)
    for word in ("WIN", "PROVEN", "DECIDED"):
        assert numbers[word] == getattr(analysis, word)
    assert numbers["MARGIN"] == patterns.reach_of(Rules(15, 15, 5, WinRule.STANDARD))


def test_the_numbers_of_the_position_are_those_of_the_patterns() -> None:
    numbers = declared("pattern_position")
    assert numbers["LEAST_THREE"] == patterns.THREE
    assert numbers["GREATEST_THREE"] == patterns.THREE_WIDE
    assert numbers["STRAIGHT_FOUR"] == patterns.STRAIGHT_FOUR
    assert numbers["TWO_THREES"] == pattern_tables.TWO_THREES
    assert (numbers["LEGAL"], numbers["DOUBTFUL"]) == (
        pattern_tables.LEGAL,
        pattern_tables.DOUBTFUL,
    )


def test_the_numbers_of_threats_are_those_of_the_patterns_and_of_the_finder() -> None:
    numbers = declared("vcf_exhaustive") | declared("vct_moves") | declared("vct")
    assert numbers["FOUR_AND_THREE"] == pattern_tables.FOUR_AND_THREE
    for word in ("TWO_CLOSED", "THREE_CLOSED"):
        assert numbers[word] == getattr(patterns, word)
    for word in ("OPEN", "WON", "LOST", "STOPPED"):
        assert numbers[word] == getattr(win_finder, word)
