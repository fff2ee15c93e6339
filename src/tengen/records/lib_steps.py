"""A walk as a library can hold it: moves and passes in turn, and leaves that are no moves.

A library tells the players apart by the number of moves before. So a pass is put before a move
out of turn. What a node without a move says becomes a leaf, and what follows it, siblings of the
leaf. A set-up is left out with all that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tengen.core.player import Player
from tengen.errors import RecordError
from tengen.records.node import Node
from tengen.records.visits import Visit

PLAYERS = (Player.SECOND, Player.FIRST)
"""Who moves, by whether the depth is odd."""
SET_UP = "a RenLib library begins with an empty board, and stones have been set up here"

Step = tuple[int, Node, bool, bool]
"""Depth and node; whether a sibling follows later; whether a child follows."""


class Bend(NamedTuple):
    """A node from which on the depths in the walk and in the library differ."""

    depth: int
    shift: int = 0
    more: bool = False
    """Whether something follows the last of its children, which have become its siblings."""
    is_cut: bool = False


STRAIGHT = Bend(-1)


def steps(walk: Iterable[Visit]) -> Iterator[Step]:
    """The nodes of a library, the root first; what one says would follow may have been left out.

    Raises RecordError if stones are set up at the root.
    """
    bends: list[Bend] = []
    for visit, has_child in _with_children(walk):
        depth, node, more = visit
        while bends and bends[-1].depth >= depth:
            bends.pop()
        if not bends and depth and node.player is PLAYERS[depth & 1] and not node.stones:
            yield depth, node, more, has_child
        else:
            yield from _odd_steps(visit, bends, has_child=has_child)


def _odd_steps(visit: Visit, bends: list[Bend], *, has_child: bool) -> Iterator[Step]:
    """What becomes of a node that is no move in turn, or comes after one."""
    depth, node, more = visit
    bend = bends[-1] if bends else STRAIGHT
    if bend.is_cut:
        return
    more = more or (bend.more and bend.depth == depth - 1)
    at = depth + bend.shift
    if node.stones:
        if not depth:
            raise RecordError(SET_UP)
        bends.append(Bend(depth, is_cut=True))
    elif not depth or node.player is PLAYERS[at & 1]:
        yield at, node, more, has_child
    elif node.player is None:
        if node != Node(children=node.children):
            yield at, node, more or has_child, False
        bends.append(Bend(depth, bend.shift - 1, more))
    else:
        yield at, Node(node.player.other), more, True
        yield at + 1, node, False, has_child
        bends.append(Bend(depth, bend.shift + 1))


def _with_children(walk: Iterable[Visit]) -> Iterator[tuple[Visit, bool]]:
    """Each visit, and whether the next one is of a child."""
    held: Visit | None = None
    for visit in walk:
        if held is not None:
            yield held, visit[0] > held[0]
        held = visit
    if held is not None:
        yield held, False
