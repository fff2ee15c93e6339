"""Numbers on the command line, with words for those that cannot be."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from tengen.errors import quote

LONGEST = 86_400
"""Nobody waits for more seconds than a day has."""


def whole(largest: int, least: int = 1) -> Callable[[str], int]:
    """A parser of whole numbers up to the largest."""

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(largest))
        if not is_number or not least <= int(text) <= largest:
            raise argparse.ArgumentTypeError(
                f"a whole number from {least} to {largest} was expected, not {quote(text)}"
            )
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Parse a time; fractions are possible."""
    try:
        found = float(text) if text.isascii() else math.nan
    except ValueError:
        found = math.nan
    if not 0 < found <= LONGEST:
        raise argparse.ArgumentTypeError(
            f"seconds above 0 and up to {LONGEST} were expected, not {quote(text)}"
        )
    return found
