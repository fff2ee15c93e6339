"""What is answered to those who look for something to look at: games, puzzles, records, formats."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tengen.online.asks import Cell
from tengen.online.news import Phase, RulesView


class GameEntry(msgspec.Struct, frozen=True):
    """A game in a list."""

    link: str
    phase: Phase
    rules: RulesView
    names: tuple[str, str]
    """Black's first, once that is settled."""
    moves: int
    says: str
    """How it ended, or whose turn it is."""
    made: int
    """When, in milliseconds since 1970."""
    can_analyse: bool
    """Whether the engine may look at it: never while people play it against each other."""


class GamePage(msgspec.Struct, frozen=True):
    """Games, the newest first."""

    games: tuple[GameEntry, ...]
    before: int | None
    """Where the next ones begin; none if these were the last."""


class GameLists(msgspec.Struct, frozen=True):
    """One's own games, and those that everybody may see."""

    own: GamePage
    listed: GamePage


class PuzzleEntry(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    number: int
    grade: int
    rules: str
    """As in `Five in a row`."""
    goal: str
    """As in `Black to move and win with fours`."""


class PuzzleView(msgspec.Struct, frozen=True):
    """A puzzle before anything was tried."""

    number: int
    grade: int
    rules: RulesView
    goal: str
    stones: tuple[tuple[int, int], ...]
    turn: int
    left: int
    """How many moves are to be found."""


class TryPuzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One's own moves, all but the last of which were right; or a wish for a hint, or for all."""

    moves: Annotated[tuple[Cell, ...], msgspec.Meta(max_length=200)] = ()
    hint: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """The first, second or third towards the next move."""
    shows: bool = False
    """Whether the solution is wanted."""


class Imported(msgspec.Struct, frozen=True):
    """What was found in a file or a text, as records in JSON, and what was wrong with it."""

    games: tuple[msgspec.Raw, ...]
    problems: tuple[str, ...]


class FormatView(msgspec.Struct, frozen=True):
    """A format, and what it would do to a record."""

    name: str
    title: str
    suffix: str
    lost: str
    """What it cannot hold, as in `3 comments, the rules`."""
    objection: str
    """Why the record cannot be written in it at all."""
