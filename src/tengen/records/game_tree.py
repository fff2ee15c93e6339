"""A game tree: moves, variations, comments and marks.

Trees can be deep, so nothing here is recursive: neither `==` nor copying nor pickling. `visits`
walks through a tree of any depth.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from tengen.errors import quote
from tengen.rules import Player, Point

EVALUATION = re.compile(r"[+-]?(?:[0-9]{1,9}|M[0-9]{1,4})", re.ASCII)
"""The text of an evaluation."""


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
    """A flag that the author of a tree puts on a position."""

    NOTED = "noted"
    """A position to find again."""
    START = "start"
    """The position that a viewer shows first."""


class Stone(msgspec.Struct, frozen=True, gc=False):
    """A stone that is set up, not played; without a player, the point becomes empty."""

    point: Point
    player: Player | None


class Node(msgspec.Struct, gc=False):
    """A move and its continuations, the main line first.

    The root and nodes with set-up stones have no player. A node with a player but no point is a
    pass. Nodes have no link to their parents.
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
    """Whose turn it is after this node, if the record says so."""
    evaluation: str = ""
    """How the engine that moved saw the position: a score such as `-35` or, if it has found a win
    or a loss in so many moves, `+M5` or `-M3`."""

    @property
    def is_move(self) -> bool:
        """Whether a stone was played."""
        return self.point is not None and self.player is not None

    @property
    def is_pass(self) -> bool:
        """Whether a player has passed."""
        return self.point is None and self.player is not None

    def details(self) -> tuple[Any, ...]:
        """Return all fields but the children, in their order."""
        return (
            self.player,
            self.point,
            self.comment,
            self.marks,
            self.signs,
            self.time,
            self.stones,
            self.turn,
            self.evaluation,
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
        """Flatten the tree to a list of depths and details, each node after its parent."""
        rows: list[NodeRow] = []
        waiting = [(0, self)]
        while waiting:
            depth, node = waiting.pop()
            rows.append((depth, *node.details()))
            waiting.extend((depth + 1, child) for child in reversed(node.children))
        return rebuild_tree, (rows,)

    def __repr__(self) -> str:
        """Describe the node itself, as in `<Node X 7,7, 2 children>`."""
        what = "" if self.player is None else f" {self.player.value} {self.point or 'passes'}"
        stones = f", {_count(len(self.stones), 'stone', 'stones')} set up" if self.stones else ""
        comment = f", {quote(self.comment)}" if self.comment else ""
        return f"<Node{what}{stones}{comment}, {_count(len(self.children), 'child', 'children')}>"


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


NodeRow = tuple[Any, ...]
"""The depth of a node, then its details."""


def rebuild_tree(rows: list[NodeRow]) -> Node:
    """Build a tree from the list that `Node.__reduce__` makes."""
    path: list[Node] = []
    for depth, player, point, *rest in rows:
        node = Node(player, point, [], *rest)
        del path[depth:]
        if path:
            path[-1].children.append(node)
        path.append(node)
    return path[0]


class Visit(NamedTuple):
    """A step of a walk in which children follow their parent, the main line first.

    The root has depth 0. In a walk through a file, the `children` of a node may be empty although
    visits of its children follow.
    """

    depth: int
    node: Node
    more: bool
    """Whether another child of the same parent follows later."""


def visits(root: Node) -> Iterator[Visit]:
    """Visit every node of a tree, the root first."""
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
    """Build a tree from the nodes of a walk, and return its root."""
    path: list[Node] = []
    for depth, node, _ in walk:
        del path[depth:]
        if path:
            path[-1].children.append(node)
        path.append(node)
    return path[0] if path else Node()


def main_line(root: Node) -> list[Node]:
    """Return the root, its first child, the first child of that, and so on."""
    line = [root]
    while line[-1].children:
        line.append(line[-1].children[0])
    return line


MAX_DEPTH = 10_000
"""Maximum length of a path; a board has up to 2,704 points, the rest is for passes and set-ups."""
TOO_DEEP = f"more than {MAX_DEPTH:,} nodes in one line: the rest of it was skipped"
