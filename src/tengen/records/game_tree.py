"""A game tree: moves, variations, and all that can be said about a position.

Games are long, so nothing here goes down a tree by recursion: not `==`, not copying or pickling.
`visits` goes through a tree node after node, however deep and large it is.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from tengen.errors import quote
from tengen.rules.point import Point
from tengen.rules.rules import Player


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

    def details(self) -> tuple[Any, ...]:
        """All that it has but its children, in the order of the fields."""
        return (
            self.player,
            self.point,
            self.comment,
            self.marks,
            self.signs,
            self.time,
            self.stones,
            self.turn,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        pairs = [(self, other)]
        while pairs:
            one, two = pairs.pop()
            if one.details() != two.details() or len(one.children) != len(two.children):
                return False
            pairs.extend(zip(one.children, two.children, strict=True))
        return True

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        twin = rebuild_tree(self.__reduce__()[1][0])
        memo[id(self)] = twin
        return twin

    def __reduce__(self) -> tuple[Any, tuple[list[NodeRow]]]:
        """The tree as a flat list, each node after its parent: depths and what nodes have."""
        rows: list[NodeRow] = []
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            rows.append((depth, *node.details()))
            waiting.extend((depth + 1, child) for child in reversed(node.children))
        return rebuild_tree, (rows,)

    def __repr__(self) -> str:
        """What the node itself is, as in `<Node X 7,7, 2 children>`."""
        what = "" if self.player is None else f" {self.player.value} {self.point or 'passes'}"
        stones = f", {_count(len(self.stones), 'stone', 'stones')} set up" if self.stones else ""
        comment = f", {quote(self.comment)}" if self.comment else ""
        return f"<Node{what}{stones}{comment}, {_count(len(self.children), 'child', 'children')}>"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


NodeRow = tuple[Any, ...]
"""A depth, and what a node of that depth has."""


def rebuild_tree(rows: list[NodeRow]) -> Node:
    """The tree of a flat list."""
    path: list[Node] = []
    for depth, player, point, *rest in rows:
        node = Node(player, point, [], *rest)
        del path[depth:]
        if path:
            path[-1].children.append(node)
        path.append(node)
    return path[0]


class Visit(NamedTuple):
    """A node on a walk in which children follow their parent, the main line first.

    The first node has depth 0. In a walk through a file, the node's `children` may be empty though
    visits of its children follow.
    """

    depth: int
    node: Node
    more: bool
    """Whether another child of the same parent follows later."""


def visits(root: Node) -> Iterator[Visit]:
    """Every node of a tree, the root first."""
    waiting: list[Visit] = []
    visit = Visit(0, root, more=False)
    while True:
        yield visit
        depth, children = visit.depth + 1, visit.node.children
        last = len(children) - 1
        if last > 0:
            waiting.extend(Visit(depth, children[at], at < last) for at in range(last, 0, -1))
        if children:
            visit = Visit(depth, children[0], last > 0)
        elif waiting:
            visit = waiting.pop()
        else:
            return


def tree_of(walk: Iterable[Visit]) -> Node:
    """The tree that a walk goes through; its nodes become part of it."""
    path: list[Node] = []
    for depth, node, _ in walk:
        del path[depth:]
        if path:
            path[-1].children.append(node)
        path.append(node)
    return path[0] if path else Node()


def main_line(root: Node) -> list[Node]:
    """The root and the first child of every node from there on."""
    line = [root]
    while line[-1].children:
        line.append(line[-1].children[0])
    return line


MAX_DEPTH = 10_000
"""Nodes on a path; a board has 2,704 points, and the rest is for passes and set-ups."""
TOO_DEEP = f"more than {MAX_DEPTH:,} nodes follow each other: what comes after them is left out"
