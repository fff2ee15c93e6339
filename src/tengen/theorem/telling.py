"""Why the first player wins a position: what the theorem says, found for people to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.search.finder import Finding
from tengen.search.wins import Win
from tengen.search.zones import zone
from tengen.theorem.book import Book, cells_of
from tengen.theorem.canonical_finder import CanonicalFinder
from tengen.theorem.entry import RULES, Entry
from tengen.theorem.plan import answers, form_of

NODES = 5_000_000
"""Positions to look at for one win by threats, where it is known that there is one,"""
NODES_ELSEWHERE = 1_000_000
"""and where it is not."""
NODES_OF_ONE = 60_000
NODES_OF_ALL = 900_000
"""For one answer and for all of them, where somebody waits for the list."""

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the first player plays: a line of the theorem, or the beginning of a win by threats."""

    move: Point
    plies: int
    """The most until the win, this move counted; 0 where nobody has counted."""
    win: Win | None = None

    @property
    def moves(self) -> int:
        """The most moves of the first player until the win; 0 where nobody has counted."""
        return (self.plies + 1) // 2


@dataclass(slots=True)
class Replies:
    """What the second player can answer, and how that is met.

    `plan` is what wins if the second player passes. Where an answer is not in the `zone` of that,
    it changes nothing. Without a plan, the zone is every point, or one of those that are the same
    by symmetry.
    """

    plan: Win | None
    zone: list[Point]
    lines: dict[Point, Answer] = field(default_factory=dict)
    """Met by other lines of the theorem,"""
    threats: dict[Point, Answer] = field(default_factory=dict)
    """or by threats."""
    unmet: list[Point] = field(default_factory=list)
    """Nothing was found within the limit."""


class Teller:
    """Knows the lines of a book, and looks for wins by threats."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def line(self, board: Board) -> Answer | None:
        """What a line of the theorem says, with the first player to move."""
        entry = self._book.find(board)
        return None if entry is None else Answer(entry.move, entry.plies)

    def threat(self, board: Board, nodes: int = NODES) -> Answer | None:
        """A win by threats of the side to move, if one is found."""
        return _answer(CanonicalFinder(board).run(nodes))

    def line_before(self, board: Board) -> Entry | None:
        """The line of the theorem whose move has led to a board with the second player to move."""
        form = form_of(_cells(board))
        for point, player in board.stones.items():
            if player is Player.FIRST:
                entry = self._book.find(_without(board, point))
                if entry is not None and form_of(_cells(_after(entry))) == form:
                    return entry
        return None

    def plan(self, board: Board) -> Win | None:
        """What wins for the first player if the second, who is to move, passes."""
        found = self.threat(Board(RULES, board.stones, Player.FIRST), self.patience(board))
        return None if found is None else found.win

    def patience(self, board: Board) -> int:
        """How long to look for wins after a move of the first player, if the theorem knows it."""
        return NODES_ELSEWHERE if self.line_before(board) is None else NODES

    def replies(
        self, board: Board, plan: Win | None, report: Report, *, patiently: bool = False
    ) -> Replies:
        """How the first player meets whatever the second, who is to move, may answer."""
        found = Replies(plan, zone_of(board, plan))
        for point in found.zone:
            answer = self.line(then(board, point))
            if answer is not None:
                found.lines[point] = answer
        left = [point for point in found.zone if point not in found.lines]
        purse = Purse(None if patiently else NODES_OF_ALL)
        for number, point in enumerate(left):
            report(number, len(left))
            answer = purse.threat(then(board, point))
            if answer is None:
                found.unmet.append(point)
            else:
                found.threats[point] = answer
        return found

    def last_known(self, board: Board) -> tuple[Board, Answer]:
        """The last position of a game, before its end, in which the first player knows a move."""
        before = board.copy()
        longest: tuple[Board, Answer] | None = None
        while before.moves:
            before.undo()
            if before.turn is Player.FIRST:
                answer = self.line(before)
                if answer is not None:
                    return longest or (before, answer)
                answer = None if longest else self.threat(before, NODES_OF_ONE)
                longest = None if answer is None else (before.copy(), answer)
        raise ValueError("the theorem has no first move")


class Purse:
    """Positions that may be looked at, for many searches together."""

    def __init__(self, nodes: int | None) -> None:
        """Without a number, every search has all that it may want."""
        self._nodes = nodes

    def threat(self, board: Board) -> Answer | None:
        """A win by threats of the side to move, if that is not too dear."""
        if self._nodes is None:
            return _answer(CanonicalFinder(board).run(NODES))
        finding = CanonicalFinder(board).run(min(self._nodes, NODES_OF_ONE))
        self._nodes = max(1, self._nodes - finding.nodes)
        return _answer(finding)


def zone_of(board: Board, plan: Win | None) -> list[Point]:
    """Where an answer of the second player might change anything, in reading order."""
    if plan is None:
        return [Point(*divmod(cell, RULES.width)) for cell in answers(_cells(board))]
    return sorted(zone(Board(RULES, board.stones, Player.FIRST), plan, 1))


def _answer(finding: Finding) -> Answer | None:
    win = finding.win
    return None if win is None else Answer(win.move, win.plies, win)


def _cells(board: Board) -> tuple[frozenset[int], frozenset[int]]:
    own, other = cells_of(board)
    return frozenset(own), frozenset(other)


def then(board: Board, point: Point) -> Board:
    """The board after a move more."""
    after = board.copy()
    after.play_unchecked(point)
    return after


def _after(entry: Entry) -> Board:
    return then(entry.board(), entry.move)


def _without(board: Board, point: Point) -> Board:
    stones = {other: player for other, player in board.stones.items() if other != point}
    return Board(RULES, stones, Player.FIRST)
