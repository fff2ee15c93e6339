"""Questions of a form, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Values = dict[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """One line: answers to choose from as value and words, or none where text is typed."""

    name: str
    words: str
    answers: tuple[tuple[str, str], ...] = ()
    is_asked: Callable[[Values], bool] = lambda _values: True
    """Whether the other answers leave this question open."""
