"""The moves of a record as lines of text: numbered, with comments and variations indented.

1. h8      2. i9      3. g9
       A comment on the third move.
   or   3. g7      4. g8
4. j9
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from tengen.printable import printable
from tengen.records.game_tree import Node
from tengen.records.record import Record
from tengen.terminal.record_text import node_name

CELL = 10
INDENT = 4
DEEPEST = 6
"""Variations of variations are not indented any further."""
OR = "or"


class Step(NamedTuple):
    """A node in the order of reading: after a move come those in its place, then what follows."""

    node: Node
    number: int
    """Of the move, or of the one before."""
    level: int
    """0 in the main line, 1 in its variations, and so on."""
    is_first: bool
    """Whether a variation begins with it."""


def steps(root: Node) -> Iterator[Step]:
    """Every node but the root, however deep the tree is."""
    waiting = [Step(root, 0, 0, is_first=False)]
    while waiting:
        step = waiting.pop()
        if step.is_first:
            yield step
        children = step.node.children
        if not children:
            continue
        main = _next(step, children[0], step.level, is_first=False)
        others = [_next(step, child, step.level + 1, is_first=True) for child in children[1:]]
        yield main
        waiting.append(main)
        waiting.extend(reversed(others))


def _next(step: Step, node: Node, level: int, *, is_first: bool) -> Step:
    return Step(node, step.number + (node.player is not None), level, is_first)


def move_lines(record: Record, width: int = 79) -> Iterator[str]:
    """The moves as lines, one after the other."""
    yield from _comment(record.root, 0, width)
    row, level, room = "", 0, width // CELL * CELL
    for step in steps(record.root):
        name = node_name(step.node, record)
        if row and (step.is_first or step.level != level or len(row) + CELL > room):
            yield row.rstrip()
            row = ""
        level = step.level
        if name:
            row = row or _margin(step)
            row += f"{step.number:>3}. {name}".ljust(CELL)
        if step.node.comment.strip():
            if row:
                yield row.rstrip()
                row = ""
            yield from _comment(step.node, step.level, width)
    if row:
        yield row.rstrip()


def _margin(step: Step) -> str:
    blank = " " * (INDENT * min(step.level, DEEPEST))
    return blank[:-3] + OR + " " if step.is_first else blank


def _comment(node: Node, level: int, width: int) -> Iterator[str]:
    """A comment, broken into lines."""
    margin = " " * (INDENT * min(level, DEEPEST) + 5)
    for paragraph in printable(node.comment, keep="\n").strip().splitlines():
        yield from textwrap.wrap(
            paragraph, width, initial_indent=margin, subsequent_indent=margin
        ) or [""]
