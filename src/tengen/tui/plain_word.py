"""A word that can be said to the line-by-line game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.tui.plain import Plain


@dataclass(frozen=True, slots=True)
class Word:
    """What follows the word in the help, what it does, how, and whether there must be a game."""

    argument: str
    words: str
    do: Callable[[Plain, str], None]
    needs_game: bool = True
