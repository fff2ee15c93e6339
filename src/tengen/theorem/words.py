"""What is said of a win that is certain."""

from __future__ import annotations


def describe_left(left: int) -> str:
    """As in `won in at most 13 more moves`; nothing if it is not known how many."""
    if left < 2:
        return "won with the next move" if left else ""
    return f"won in at most {left} more moves"
