"""Words that sentences about games are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.notation.points import format_algebraic

Names = Mapping[Player, str]
STONES: Names = {Player.FIRST: "Black", Player.SECOND: "White"}
MARKS: Names = {Player.FIRST: "X", Player.SECOND: "O"}
"""What the two sides are called where they play with stones, and on paper."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def point_name(point: Point, rules: Rules) -> str:
    """As in `H8`."""
    return format_algebraic(point, rules).upper()


def line_name(line: Sequence[Point], rules: Rules) -> str:
    """As in `five from H8 to L8`."""
    ends = [point_name(point, rules) for point in (line[0], line[-1])]
    if len(line) == 1:
        return f"one on {ends[0]}"
    return f"{number_word(len(line))} from {ends[0]} to {ends[1]}"


def number_word(number: int) -> str:
    """As in `five`, and figures from eleven on."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def plural(number: float, noun: str, several: str = "") -> str:
    """The noun as it follows a number: `move` after 1, `moves` after any other."""
    return noun if number == 1 else several or f"{noun}s"


def counted(number: int, noun: str, several: str = "") -> str:
    """As in `1 move`, `1,234 moves`."""
    return f"{number:,} {plural(number, noun, several)}"


def either(words: Sequence[str]) -> str:
    """As in `H8, G7 or F6`."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if words[1:] else "".join(words)


def capitalised(text: str) -> str:
    """The same, with a capital."""
    return text[:1].upper() + text[1:]
