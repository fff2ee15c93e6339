"""Trees to and from the flat lists of our JSON records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import RecordError, quote
from tengen.notation.points import LETTERS
from tengen.notation.rows import RowOne
from tengen.records.depth import DEEPEST, TOO_DEEP
from tengen.records.grid import grid
from tengen.records.json_form import (
    EMPTY,
    NO_POINT,
    PLAYERS,
    MarkForm,
    NodeForm,
    RootForm,
    StoneForm,
    Who,
)
from tengen.records.names import point_names
from tengen.records.node import Mark, Node, Stone
from tengen.records.visits import visits

NAME = re.compile(r"(a?)([a-z])([1-9][0-9]?)", re.ASCII)
NAMES: dict[Player, Who] = {Player.FIRST: "first", Player.SECOND: "second"}
Place = tuple[Node | None, Player, int]
"""A node on the way to the next one, whose turn it is there, and a bit for every taken point; None
is a node that was left out."""


class PointTable(dict[str, Point | None]):
    """Points by their names, filled as they are asked for; None for what is on no such board."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._rules = rules
        self._grid = grid(rules.width, rules.height)

    def __missing__(self, name: str) -> Point | None:
        name_parts = NAME.fullmatch(name)
        if name_parts is None:
            return None
        row = self._rules.height - int(name_parts[3])
        col = LETTERS.index(name_parts[2]) + len(name_parts[1]) * len(LETTERS)
        if not (0 <= row < self._rules.height and col < self._rules.width):
            return None
        self[name] = point = self._grid[row * self._rules.width + col]
        return point


@lru_cache(maxsize=16)
def point_table(rules: Rules) -> PointTable:
    """The table of a board, made once for many records."""
    return PointTable(rules)


class TreeReader:
    """Builds a tree from a list."""

    def __init__(self, rules: Rules, note: Callable[[str, str], None]) -> None:
        self._points = point_table(rules)
        self._width = rules.width
        self._note = note

    def read(self, first: RootForm, nodes: list[str | NodeForm]) -> Node:
        """The tree; nodes that cannot be in it are left out with all below them, and noted."""
        root = Node()
        path: list[Place] = [(root, Player.FIRST, 0)]
        try:
            path = [(root, *self._describe(root, first, Player.FIRST, 0))]
        except RecordError as error:
            self._note("root", str(error))
        for number, form in enumerate(nodes, 1):
            depth = len(path) if isinstance(form, str) else form.depth or len(path)
            if depth > len(path):
                what = f"depth {depth} is too much after the node before: {len(path)} is assumed"
                self._note(f"node {number}", what)
            del path[depth:]
            path.append(self._grow(path[-1], form, f"node {number}", len(path)))
        return root

    def _grow(self, above: Place, form: str | NodeForm, place: str, depth: int) -> Place:
        parent, due, taken = above
        if parent is None:
            return above
        if depth > DEEPEST:
            self._note(place, TOO_DEEP)
            return None, due, taken
        try:
            node, due, taken = self._make(form, due, taken)
        except RecordError as error:
            self._note(place, f"{error}; it and what follows it are left out")
            return None, due, taken
        parent.children.append(node)
        return node, due, taken

    def _make(self, form: str | NodeForm, due: Player, taken: int) -> tuple[Node, Player, int]:
        if isinstance(form, str):
            return self._move(form, due, taken)
        if form.move is None:
            node = Node()
        else:
            player = due if form.player is None else PLAYERS[form.player]
            node, due, taken = self._move(form.move, player, taken)
        node.time = form.time
        if _is_described(form):
            due, taken = self._describe(node, form, due, taken)
        return node, due, taken

    def _move(self, text: str, player: Player, taken: int) -> tuple[Node, Player, int]:
        if text == NO_POINT:
            return Node(player), player.other, taken
        point = self._points[text]
        if point is None:
            raise RecordError(f"{quote(text)} is no point of the board")
        bit = 1 << (point.row * self._width + point.col)
        if taken & bit:
            raise RecordError(f"a second stone on {text}")
        return Node(player, point), player.other, taken | bit

    def _describe(self, node: Node, form: RootForm, due: Player, taken: int) -> tuple[Player, int]:
        """Say of a node what a form says, and tell whose turn it is and what is taken."""
        node.comment, node.signs = form.comment, form.signs
        if form.marks:
            node.marks = tuple(self._mark(mark) for mark in form.marks)
        if form.stones:
            node.stones = tuple(self._stone(stone) for stone in form.stones)
            taken = self._taken_after(node, taken)
        if form.turn is not None:
            node.turn = PLAYERS[form.turn]
        return node.turn or due, taken

    def _mark(self, form: MarkForm) -> Mark:
        point = self._points[form.point]
        if point is None:
            raise RecordError(
                f"a {form.kind.value} at {quote(form.point)} is on no point of the board"
            )
        return Mark(form.kind, point, form.text)

    def _stone(self, form: StoneForm) -> Stone:
        point = self._points[form.point]
        if point is None:
            raise RecordError(f"a stone at {quote(form.point)} is on no point of the board")
        return Stone(point, None if form.player is None else PLAYERS[form.player])

    def _taken_after(self, node: Node, taken: int) -> int:
        for stone in node.stones:
            bit = 1 << (stone.point.row * self._width + stone.point.col)
            taken = taken & ~bit if stone.player is None else taken | bit
        return taken


class TreeWriter:
    """Makes the list of a tree."""

    def __init__(self, rules: Rules) -> None:
        self._names = point_names(rules.width, rules.height, RowOne.BOTTOM)
        self._width = rules.width

    def root(self, root: Node) -> RootForm | None:
        """What is said of the first position, if anything is."""
        form = RootForm()
        self._describe(form, root)
        return None if form == EMPTY else form

    def nodes(self, root: Node) -> Iterator[str | NodeForm]:
        """All nodes but the root."""
        turns = [root.turn or Player.FIRST]
        last = 0
        for depth, node, _ in islice(visits(root), 1, None):
            due = turns[depth - 1]
            del turns[depth:]
            turns.append(node.turn or (node.player.other if node.player else due))
            usual = None if depth == last + 1 else depth
            last = depth
            is_usual = usual is None and node.player is due and node.time is None
            if is_usual and not _is_described(node):
                yield self._move(node)
            else:
                yield self._form(node, due, usual)

    def _form(self, node: Node, due: Player, depth: int | None) -> NodeForm:
        form = NodeForm(depth=depth, time=node.time)
        if node.player is not None:
            form.move = self._move(node)
            form.player = None if node.player is due else NAMES[node.player]
        if _is_described(node):
            self._describe(form, node)
        return form

    def _describe(self, form: RootForm, node: Node) -> None:
        form.comment = clean(node.comment)
        form.marks = tuple(
            MarkForm(mark.kind, self._name(mark.point), clean(mark.text)) for mark in node.marks
        )
        form.signs = node.signs
        form.stones = tuple(
            StoneForm(self._name(stone.point), stone.player and NAMES[stone.player])
            for stone in node.stones
        )
        form.turn = node.turn and NAMES[node.turn]

    def _move(self, node: Node) -> str:
        return NO_POINT if node.point is None else self._name(node.point)

    def _name(self, point: Point) -> str:
        return self._names[point.row * self._width + point.col]


def _is_described(node: Node | RootForm) -> bool:
    """Whether more is said of a node than the move and its time."""
    return bool(node.comment or node.marks or node.signs or node.stones or node.turn)


def clean(text: str) -> str:
    """A text that UTF-8 can hold."""
    return text if text.isascii() else text.encode(errors="replace").decode()
