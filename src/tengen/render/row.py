"""Rows of text with roles, cut to a width and then painted or not."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from itertools import groupby

Span = tuple[str, "Role"]
Row = list[Span]
CUT = ".."


class Role(enum.Enum):
    """What a piece of text is; the value is its colour."""

    PLAIN = ""
    QUIET = "2"
    FIRST = "36"
    SECOND = "33"
    FIRST_LAST = "36;7"
    SECOND_LAST = "33;7"
    HINT = "1;34"
    GOOD = "32"
    BAD = "31"


def plain(row: Iterable[Span]) -> str:
    """The text alone."""
    return "".join(text for text, _ in row)


def paint(row: Iterable[Span]) -> str:
    """The text with its colours, those of neighbours that have the same given once."""
    runs = [(role, plain(spans)) for role, spans in groupby(row, lambda span: span[1])]
    return "".join(
        f"\x1b[{role.value}m{text}\x1b[0m" if role.value else text for role, text in runs if text
    )


def cut(row: Row, width: int) -> Row:
    """As much of a row as fits into a width."""
    kept: Row = []
    for text, role in row:
        kept.append((text[:width], role))
        width -= len(text[:width])
    return kept


def pad(row: Row, width: int) -> Row:
    """A row of exactly this width."""
    cut_row = cut(row, width)
    return [*cut_row, (" " * (width - len(plain(cut_row))), Role.PLAIN)]


def fit_words(words: list[str], width: int) -> str:
    """As many whole words as fit, with a sign that there are more."""
    text = " ".join(words)
    if len(text) <= width:
        return text
    kept = list(words)
    while kept and len(" ".join([*kept, CUT])) > width:
        kept.pop()
    return " ".join([*kept, CUT])[: max(0, width)]
