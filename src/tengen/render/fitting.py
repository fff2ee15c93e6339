"""Words cut, made smaller or broken into lines so that they fit a picture.

How wide a text is depends on the reader's font. It is estimated here, on the safe side, so that
every picture of a view has the same lines.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from tengen.printable import in_line, printable

TITLE_SIZE = 0.56
CAPTION_SIZE = 0.42
LEAST_TITLE = 0.6
"""A long title is made smaller, down to so much of its size, and then cut."""
MOST_LINES = 3
LEADING = 1.4
MORE = "…"
ROOM = 0.94
"""How much of the picture's width a text may take."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of text of one size, and the height that they take."""

    lines: tuple[str, ...]
    size: float
    height: int


def fit_title(text: str, cell: int, width: int) -> Fitted:
    """One line, smaller if it must be."""
    words = in_line(text)
    if not words:
        return Fitted((), 0, 0)
    size = TITLE_SIZE * cell
    size *= max(LEAST_TITLE, min(1, ROOM * width / (size * text_width(words))))
    return Fitted((cut(words, ROOM * width / size),), size, round(1.1 * cell))


def fit_caption(text: str, cell: int, width: int) -> Fitted:
    """As many lines as it needs, up to three."""
    size = CAPTION_SIZE * cell
    lines = tuple(wrap(printable(text), ROOM * width / size))
    height = round(len(lines) * LEADING * size + 0.2 * cell) if lines else 0
    return Fitted(lines, size, height)


def wrap(text: str, room: float) -> list[str]:
    """Lines of whole words; what does not fit into the last one is cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (text_width(longer) <= room or len(lines) == MOST_LINES):
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, room) for line in lines]


def cut(text: str, room: float) -> str:
    """As much of a text as there is room for, with a sign that there is more."""
    if text_width(text) <= room:
        return text
    while text and text_width(text + MORE) > room:
        text = text[:-1]
    return text.rstrip() + MORE


def text_width(text: str) -> float:
    """About how wide a text is, as a multiple of its size."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    columns = _columns(letter)
    if columns == 1:
        return 0.7 if letter.isupper() or letter in "mw@%…—" else 0.55
    return columns / 2


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(map(_columns, text))


def _columns(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
