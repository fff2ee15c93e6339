"""A game tree: moves, variations, and all that can be said about a position."""

from __future__ import annotations

import enum

import msgspec

from tengen.core.player import Player
from tengen.core.point import Point


class MarkKind(enum.Enum):
    """The shape of a mark."""

    CIRCLE = "circle"
    CROSS = "cross"
    LABEL = "label"
    SQUARE = "square"
    TRIANGLE = "triangle"


class Mark(msgspec.Struct, frozen=True, gc=False):
    """Something drawn at a point; a label has a text."""

    kind: MarkKind
    point: Point
    text: str = ""


class Sign(enum.Enum):
    """What a position is to whoever keeps the tree."""

    NOTED = "noted"
    """Worth finding again."""
    START = "start"
    """Where reading begins."""


class Stone(msgspec.Struct, frozen=True, gc=False):
    """A stone that is set up, not played; without a player, the point becomes empty."""

    point: Point
    player: Player | None


class Node(msgspec.Struct, gc=False):
    """A move and what follows it, the main line first.

    The first node of a tree, and one with stones that are set up, has no player. A player without a
    point has passed. Nodes do not know their parents.
    """

    player: Player | None = None
    point: Point | None = None
    children: list[Node] = []
    comment: str = ""
    marks: tuple[Mark, ...] = ()
    signs: tuple[Sign, ...] = ()
    time: int | None = None
    """Milliseconds that the move took."""
    stones: tuple[Stone, ...] = ()
    turn: Player | None = None
    """Whose turn it is from here on, where that is said."""

    @property
    def is_move(self) -> bool:
        """Whether a stone was played."""
        return self.point is not None and self.player is not None

    @property
    def is_pass(self) -> bool:
        """Whether a player has passed."""
        return self.point is None and self.player is not None
