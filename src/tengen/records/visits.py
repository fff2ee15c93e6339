"""Going through a game tree, node after node, however deep and large it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tengen.records.node import Node


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
