"""Why the first player wins a position: what the theorem says, found for people to read.

How every answer is met, and the openings with the number of lines after each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from random import Random

from tengen.engine.win_finder import Finding, Win, zone
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_parts import canonical_form, distinct_replies, stones_of, theorem_symmetries
from tengen.prove.theorem_book import CELLS, THEOREM_RULES, Book, BookEntry, stone_cells
from tengen.prove.theorem_zone import find_canonical_win
from tengen.rules.board import Board
from tengen.rules.point import Point, point_of
from tengen.rules.rules import Player

NODES = 5_000_000
"""Positions to look at for one win by threats, where it is known that there is one,"""
NODES_ELSEWHERE = 1_000_000
"""and where it is not."""
NODES_OF_ONE = 60_000
NODES_OF_ALL = 900_000
"""For one answer and for all of them, where somebody waits for the list."""

ReportProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TheoremAnswer:
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
class TheoremReplies:
    """What the second player can answer, and how that is met.

    `plan` is what wins if the second player passes. Where an answer is not in the `zone` of that,
    it changes nothing. Without a plan, the zone is every point, or one of those that are the same
    by symmetry.
    """

    plan: Win | None
    zone: list[Point]
    lines: dict[Point, TheoremAnswer] = field(default_factory=dict)
    """Met by other lines of the theorem,"""
    threats: dict[Point, TheoremAnswer] = field(default_factory=dict)
    """or by threats."""
    unmet: list[Point] = field(default_factory=list)
    """Nothing was found within the limit."""


class Explainer:
    """Knows the lines of a book, and looks for wins by threats."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def line(self, board: Board) -> TheoremAnswer | None:
        """What a line of the theorem says, with the first player to move."""
        entry = self._book.find(board)
        return None if entry is None else TheoremAnswer(entry.move, entry.plies)

    def threat(self, board: Board, nodes: int = NODES) -> TheoremAnswer | None:
        """A win by threats of the side to move, if one is found."""
        return _to_answer(find_canonical_win(board, nodes))

    def line_before(self, board: Board) -> BookEntry | None:
        """The line of the theorem whose move has led to a board with the second player to move."""
        form = canonical_form(_cells(board))
        for point, player in board.stones.items():
            if player is Player.FIRST:
                entry = self._book.find(_board_without(board, point))
                if entry is not None and canonical_form(_cells(_board_after_entry(entry))) == form:
                    return entry
        return None

    def plan(self, board: Board) -> Win | None:
        """What wins for the first player if the second, who is to move, passes."""
        found = self.threat(Board(THEOREM_RULES, board.stones, Player.FIRST), self.patience(board))
        return None if found is None else found.win

    def patience(self, board: Board) -> int:
        """How long to look for wins after a move of the first player, if the theorem knows it."""
        return NODES_ELSEWHERE if self.line_before(board) is None else NODES

    def replies(
        self, board: Board, plan: Win | None, report: ReportProgress, *, patiently: bool = False
    ) -> TheoremReplies:
        """How the first player meets whatever the second, who is to move, may answer."""
        found = TheoremReplies(plan, zone_of(board, plan))
        for point in found.zone:
            answer = self.line(board_after(board, point))
            if answer is not None:
                found.lines[point] = answer
        left = [point for point in found.zone if point not in found.lines]
        purse = NodeBudget(None if patiently else NODES_OF_ALL)
        for number, point in enumerate(left):
            report(number, len(left))
            answer = purse.threat(board_after(board, point))
            if answer is None:
                found.unmet.append(point)
            else:
                found.threats[point] = answer
        return found

    def last_known(self, board: Board) -> tuple[Board, TheoremAnswer]:
        """The last position of a game, before its end, in which the first player knows a move."""
        before = board.copy()
        longest: tuple[Board, TheoremAnswer] | None = None
        while before.moves:
            before.undo()
            if before.turn is Player.FIRST:
                answer = self.line(before)
                if answer is not None:
                    return longest or (before, answer)
                answer = None if longest else self.threat(before, NODES_OF_ONE)
                longest = None if answer is None else (before.copy(), answer)
        raise ValueError("the theorem has no first move")


class NodeBudget:
    """Positions that may be looked at, for many searches together."""

    def __init__(self, nodes: int | None) -> None:
        """Without a number, every search has all that it may want."""
        self._nodes = nodes

    def threat(self, board: Board) -> TheoremAnswer | None:
        """A win by threats of the side to move, if that is not too dear."""
        if self._nodes is None:
            return _to_answer(find_canonical_win(board, NODES))
        finding = find_canonical_win(board, min(self._nodes, NODES_OF_ONE))
        self._nodes = max(1, self._nodes - finding.nodes)
        return _to_answer(finding)


def zone_of(board: Board, plan: Win | None) -> list[Point]:
    """Where an answer of the second player might change anything, in reading order."""
    if plan is None:
        return [point_of(cell, THEOREM_RULES) for cell in distinct_replies(_cells(board))]
    return sorted(zone(Board(THEOREM_RULES, board.stones, Player.FIRST), plan, 1))


def _to_answer(finding: Finding) -> TheoremAnswer | None:
    win = finding.win
    return None if win is None else TheoremAnswer(win.move, win.plies, win)


def _cells(board: Board) -> tuple[frozenset[int], frozenset[int]]:
    own, other = stone_cells(board)
    return frozenset(own), frozenset(other)


def board_after(board: Board, point: Point) -> Board:
    """The board after a move more."""
    after = board.copy()
    after.play_unchecked(point)
    return after


def _board_after_entry(entry: BookEntry) -> Board:
    return board_after(entry.board(), entry.move)


def _board_without(board: Board, point: Point) -> Board:
    stones = {other: player for other, player in board.stones.items() if other != point}
    return Board(THEOREM_RULES, stones, Player.FIRST)


TWO_SIDES = 2
BITS = 64


@dataclass(frozen=True, slots=True)
class TheoremOpening:
    """A second move, the first player's answer to it, and the lines that come of that."""

    reply: Point
    entry: BookEntry
    lines: int


def list_openings(entries: Iterable[BookEntry]) -> list[TheoremOpening]:
    """Every answer to the first move, up to symmetry, from the centre outwards."""
    tree = BookTree(list(entries))
    found = [
        TheoremOpening(entry.stones[1], entry, tree.count_after(number))
        for number, entry in enumerate(tree.entries)
        if len(entry.stones) == TWO_SIDES
    ]
    return sorted(found, key=lambda opening: _distance(opening.entry))


class BookTree:
    """Which line leads to which others: by its move, and an answer to that.

    Positions are told apart by sums of random numbers, so that one without two of its stones is
    found without writing it down.
    """

    def __init__(self, entries: list[BookEntry]) -> None:
        self.entries = entries
        random = Random(THEOREM_RULES.area)  # noqa: S311 - no secret
        self._signs = [
            [random.getrandbits(BITS) for _ in range(THEOREM_RULES.area)] for _ in range(TWO_SIDES)
        ]
        self._turned = [
            [[signs[cell] for cell in way] for signs in self._signs] for way in theorem_symmetries()
        ]
        stones = [stones_of(entry.stones) for entry in entries]
        self._places: dict[int, tuple[int, set[int]]] = {}
        for number, entry in enumerate(entries):
            self._add(number, stones[number], CELLS[entry.move])
        self._next: list[list[int]] = [[] for _ in entries]
        for number in range(len(entries)):
            for before in self._before(stones[number]):
                self._next[before].append(number)

    def count_after(self, number: int) -> int:
        """How many lines may come after one."""
        seen, left = {number}, [number]
        while left:
            new = [after for after in self._next[left.pop()] if after not in seen]
            seen.update(new)
            left += new
        return len(seen) - 1

    def _add(self, number: int, stones: Stones, move: int) -> None:
        """Know a line whichever way the board is turned, with its move there."""
        for way, signs in zip(theorem_symmetries(), self._turned, strict=True):
            self._places.setdefault(_signature(stones, signs), (number, set()))[1].add(way[move])

    def _before(self, stones: Stones) -> set[int]:
        """The lines that lead to a position."""
        whole = _signature(stones, self._signs)
        found = set()
        for move in stones[0]:
            rest = whole ^ self._signs[0][move]
            for reply in stones[1]:
                number, moves = self._places.get(rest ^ self._signs[1][reply], (-1, ()))
                if move in moves:
                    found.add(number)
        return found


def _signature(stones: Stones, signs: list[list[int]]) -> int:
    return reduce(
        xor, [table[cell] for cells, table in zip(stones, signs, strict=True) for cell in cells], 0
    )


def _distance(entry: BookEntry) -> tuple[int, int]:
    """How far the second player's stone is from the first."""
    first, second = entry.stones[:TWO_SIDES]
    down, right = abs(second.row - first.row), abs(second.col - first.col)
    return max(down, right), down + right
