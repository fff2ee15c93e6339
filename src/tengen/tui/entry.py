"""What is typed: points such as `h8` and `7,7`, and numbers."""

from __future__ import annotations

import string

from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import ParseError, UsageError, quote
from tengen.notation.points import parse_algebraic, parse_pair

ALLOWED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,")
LONGEST = 6


class Entry:
    """What was typed so far."""

    def __init__(self, rules: Rules, text: str = "") -> None:
        self._rules = rules
        self.text = text

    def type(self, character: str) -> bool:
        """Add a character; whether it can belong to a point."""
        if character not in ALLOWED or len(self.text) >= LONGEST:
            return False
        if character == ",":  # then a letter before was a step of the cursor
            self.text = self.text.lstrip(string.ascii_letters)
        self.text += character
        return True

    def rub_out(self) -> None:
        """Take the last character away."""
        self.text = self.text[:-1]

    def point(self) -> Point:
        """The point. Raises ParseError."""
        return parse_point(self.text, self._rules)

    def point_so_far(self) -> Point | None:
        """The point, if what was typed is one already."""
        try:
            return self.point()
        except ParseError:
            return None


def parse_point(text: str, rules: Rules) -> Point:
    """Read `h8`, or `7,7` as row and column from 0 at the top left."""
    return parse_pair(text, rules) if "," in text else parse_algebraic(text, rules)


def parse_number(text: str, low: int, high: int, what: str) -> int:
    """Read a number in plain digits. Raises UsageError, which says `what` and its bounds."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(high))
    if not is_number or not low <= int(text) <= high:
        bounds = f"{low} to {high}" if low < high else str(low)
        raise UsageError(f"{what} can be {bounds}, not {quote(text)}")
    return int(text)
