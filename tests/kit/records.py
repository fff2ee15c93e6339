"""Random records with only what a format can store."""

from __future__ import annotations

import io

from hypothesis import strategies as st

from tengen.records.format import Feature, Format
from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Stone
from tengen.records.reading import Reading, Writing
from tengen.records.record import UNKNOWN_RESULT, Record, Result, Score
from tengen.rules.coordinates import grid_points
from tengen.rules.outcome import BOARD_TERMINATIONS, Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

ALL = frozenset(Feature)
RULES = [
    Rules(15, 15, 5),
    Rules(15, 15, 5, WinRule.RENJU),
    Rules(20, 20, 5),
    Rules(3, 3, 3),
    Rules(9, 7, 4, WinRule.STANDARD),
    Rules(30, 28, 5, WinRule.CARO_EXACT),
]
PLAIN = st.text("abcdefghij ABC0123456789-.", max_size=12).map(lambda text: " ".join(text.split()))
"""Texts that every format can store: letters, digits, single spaces inside."""
DRAWS = {
    Termination.FULL_BOARD,
    Termination.NO_LEGAL_POINT,
    Termination.AGREED,
    Termination.ADJUDICATED,
    Termination.ABORTED,
}


class Grower:
    """Generates a tree node by node, with no point twice on a path."""

    def __init__(self, draw: st.DrawFn, rules: Rules, holds: frozenset[Feature]) -> None:
        self._draw = draw
        self._points = grid_points(rules.width, rules.height)
        self._holds = holds
        self._texts = PLAIN.filter(bool)

    def root(self) -> Node:
        """Return a tree."""
        root = Node()
        self._add_details(root)
        taken: set[Point] = set()
        player = Player.FIRST
        only_set_up = Feature.MOVES not in self._holds
        if Feature.SETUP in self._holds and (only_set_up or self._is_chosen(4)):
            player = self._set_up(root, taken)
        if Feature.MOVES in self._holds:
            self._grow(root, player, taken, 8)
        return root

    def _grow(self, parent: Node, player: Player, taken: set[Point], most: int) -> None:
        node, branches = parent, []
        for _ in range(self._number(0, most)):
            branches.append((node, player, set(taken)))
            child = self._child(node, player, taken)
            if child is None:
                return
            node, player = child, player.other
        if Feature.VARIATIONS in self._holds:
            for start, turn, there in branches:
                if most > 1 and self._is_chosen(3):
                    used = {child.point for child in start.children if child.point}
                    self._branch(start, turn, there | used, there, most // 2)

    def _branch(
        self, parent: Node, player: Player, barred: set[Point], taken: set[Point], most: int
    ) -> None:
        child = self._child(parent, player, barred)
        if child is not None and child.point is not None:
            self._grow(child, player.other, taken | {child.point}, most)

    def _child(self, parent: Node, player: Player, taken: set[Point]) -> Node | None:
        free = [point for point in self._points if point not in taken]
        if not free:
            return None
        point = free[self._number(0, len(free) - 1)]
        taken.add(point)
        node = Node(player, point)
        if Feature.TIMES in self._holds:
            node.time = self._number(1, 100_000)
        if Feature.EVALUATIONS in self._holds and self._is_chosen(3):
            node.evaluation = ("0", "-35", "+M5", "-M3")[self._number(0, 3)]
        self._add_details(node)
        parent.children.append(node)
        return node

    def _set_up(self, root: Node, taken: set[Point]) -> Player:
        stones = []
        for number in range(self._number(1, 5)):
            free = [point for point in self._points if point not in taken]
            if len(free) > 3:
                point = free[self._number(0, len(free) - 1)]
                taken.add(point)
                stones.append(Stone(point, (Player.FIRST, Player.SECOND)[number % 2]))
        stones.sort(key=lambda stone: stone.point)
        root.stones = tuple(stones)
        root.turn = Player.FIRST if len(stones) % 2 == 0 else Player.SECOND
        return root.turn

    def _add_details(self, node: Node) -> None:
        holds = self._holds
        if Feature.COMMENTS in holds and self._is_chosen(3):
            node.comment = self._text()
        if Feature.LABELS in holds and node.point and self._is_chosen(4):
            node.marks += (Mark(MarkKind.LABEL, node.point, self._text()[:3].strip() or "a"),)
        if Feature.MARKS in holds and self._is_chosen(4):
            kinds = [kind for kind in MarkKind if kind is not MarkKind.LABEL]
            point = self._points[self._number(0, len(self._points) - 1)]
            node.marks += (Mark(kinds[self._number(0, 3)], point),)
        if Feature.SIGNS in holds and node.point and self._is_chosen(5):
            node.signs = (Sign.NOTED,)

    def _text(self) -> str:
        return self._draw(self._texts)

    def _number(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def _is_chosen(self, one_in: int) -> bool:
        return self._number(0, one_in - 1) == 0


@st.composite
def records(
    draw: st.DrawFn,
    holds: frozenset[Feature] = ALL,
    assumed: Rules = RULES[0],
    endings: frozenset[Termination] = BOARD_TERMINATIONS,
) -> Record:
    """Generate a record with only the features in `holds`."""
    rules = draw(st.sampled_from(RULES))
    if Feature.RULES not in holds:
        rules = Rules(rules.width, rules.height, assumed.k, assumed.win)
    if Feature.SIZE not in holds:
        k, win = (5, rules.win) if rules.win is WinRule.RENJU else (rules.k, rules.win)
        rules = Rules(assumed.width, assumed.height, k, win)
    record = Record(rules, Grower(draw, rules, holds).root())
    if Feature.PLAYERS in holds:
        record.first, record.second = draw(PLAIN), draw(PLAIN)
    if Feature.OPENING in holds:
        record.opening = draw(st.sampled_from(["", "pro", "swap2", "soosyrv-8"]))
    if Feature.CLOCK in holds:
        record.clock = draw(st.sampled_from(["", "10+5", "5"]))
    if Feature.TAGS in holds:
        keys = st.sampled_from(["event", "round", "date", "place"])
        record.tags = draw(st.dictionaries(keys, PLAIN.filter(bool), max_size=2))
    stated = endings - BOARD_TERMINATIONS
    if stated:
        record.result = draw(st.just(UNKNOWN_RESULT) | results(stated))
    return record


@st.composite
def results(draw: st.DrawFn, reasons: frozenset[Termination]) -> Result:
    """Generate a result with one of these terminations."""
    reason = draw(st.sampled_from(sorted(reasons, key=lambda reason: reason.value)))
    if reason in DRAWS:
        return Result(Score.DRAW, reason)
    return Result(draw(st.sampled_from([Score.FIRST, Score.SECOND])), reason)


def written(record: Record, format_: Format, writing: Writing | None = None) -> bytes:
    """Return a record as a file."""
    out = io.BytesIO()
    format_.write([record], out, writing or Writing())
    return out.getvalue()


def read_again(data: bytes, format_: Format, reading: Reading | None = None) -> list[Record]:
    """Return the records of a file."""
    return list(format_.read(io.BytesIO(data), reading or Reading()))
