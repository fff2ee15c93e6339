"""Why the first player wins a position, according to the theorem.

`Explainer` finds how each answer of the second player is met. `list_openings` lists the openings
with the number of lines after each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from random import Random

from tengen.engine import Finding, Win, zone
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_parts import canonical_form, distinct_replies, stones_of, theorem_symmetries
from tengen.prove.theorem_book import CELLS, THEOREM_RULES, Book, BookEntry, stone_cells
from tengen.prove.theorem_zone import find_canonical_win
from tengen.rules import Board, Player, Point, point_of

KNOWN_WIN_NODES = 5_000_000
"""The limit of a search for a win by threats that is known to exist."""
UNKNOWN_WIN_NODES = 1_000_000
"""The limit of a search for a win by threats that may not exist."""
NODES_PER_ANSWER = 60_000
"""The limit for one answer in a list of all answers."""
NODES_FOR_ALL_ANSWERS = 900_000
"""The limit for the whole list of answers."""

ReportProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TheoremAnswer:
    """The first player's move: from a line of the theorem, or the start of a win by threats."""

    move: Point
    plies: int
    """The most plies to the win, including this move; 0 if unknown."""
    win: Win | None = None

    @property
    def moves(self) -> int:
        """The most moves of the first player to the win; 0 if unknown."""
        return (self.plies + 1) // 2


@dataclass(slots=True)
class TheoremReplies:
    """The answers of the second player, and how each is met.

    `plan` is the win if the second player passes. An answer outside its `zone` changes nothing.
    Without a plan, the zone is every empty point, up to symmetry.
    """

    plan: Win | None
    zone: list[Point]
    lines: dict[Point, TheoremAnswer] = field(default_factory=dict)
    """Answers that lead to another line of the theorem."""
    threats: dict[Point, TheoremAnswer] = field(default_factory=dict)
    """Answers after which threats win."""
    unmet: list[Point] = field(default_factory=list)
    """Answers for which nothing was found within the limit."""


class Explainer:
    """Explains positions by the lines of a book and by searching for wins by threats."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def line(self, board: Board) -> TheoremAnswer | None:
        """Return the move of a line of the theorem, with the first player to move."""
        entry = self._book.find(board)
        return None if entry is None else TheoremAnswer(entry.move, entry.plies)

    def threat(self, board: Board, nodes: int = KNOWN_WIN_NODES) -> TheoremAnswer | None:
        """Return a win by threats of the side to move, or None."""
        return _to_answer(find_canonical_win(board, nodes))

    def line_before(self, board: Board) -> BookEntry | None:
        """Return the line whose move led to this board, with the second player to move, or None."""
        form = canonical_form(_cells(board))
        for point, player in board.stones.items():
            if player is Player.FIRST:
                entry = self._book.find(_board_without(board, point))
                if entry is not None and canonical_form(_cells(_board_after_entry(entry))) == form:
                    return entry
        return None

    def plan(self, board: Board) -> Win | None:
        """Return the win of the first player if the second player, to move, passes; or None."""
        found = self.threat(
            Board(THEOREM_RULES, board.stones, Player.FIRST), self.node_limit(board)
        )
        return None if found is None else found.win

    def node_limit(self, board: Board) -> int:
        """Return the limit of a search after a move of the first player."""
        return UNKNOWN_WIN_NODES if self.line_before(board) is None else KNOWN_WIN_NODES

    def replies(
        self, board: Board, plan: Win | None, report: ReportProgress, *, unlimited: bool = False
    ) -> TheoremReplies:
        """Return how the first player meets each answer of the second player, who is to move."""
        found = TheoremReplies(plan, zone_of(board, plan))
        for point in found.zone:
            answer = self.line(board_after(board, point))
            if answer is not None:
                found.lines[point] = answer
        left = [point for point in found.zone if point not in found.lines]
        budget = NodeBudget(None if unlimited else NODES_FOR_ALL_ANSWERS)
        for number, point in enumerate(left):
            report(number, len(left))
            answer = budget.threat(board_after(board, point))
            if answer is None:
                found.unmet.append(point)
            else:
                found.threats[point] = answer
        return found

    def last_known(self, board: Board) -> tuple[Board, TheoremAnswer]:
        """Return the last position of a game with a known winning move, and that move."""
        before = board.copy()
        longest: tuple[Board, TheoremAnswer] | None = None
        while before.moves:
            before.undo()
            if before.turn is Player.FIRST:
                answer = self.line(before)
                if answer is not None:
                    return longest or (before, answer)
                answer = None if longest else self.threat(before, NODES_PER_ANSWER)
                longest = None if answer is None else (before.copy(), answer)
        raise ValueError("the theorem has no first move")


class NodeBudget:
    """A node limit that several searches share."""

    def __init__(self, nodes: int | None) -> None:
        """None means that each search has its own full limit."""
        self._nodes = nodes

    def threat(self, board: Board) -> TheoremAnswer | None:
        """Return a win by threats of the side to move, if one is found within the budget."""
        if self._nodes is None:
            return _to_answer(find_canonical_win(board, KNOWN_WIN_NODES))
        finding = find_canonical_win(board, min(self._nodes, NODES_PER_ANSWER))
        self._nodes = max(1, self._nodes - finding.nodes)
        return _to_answer(finding)


def zone_of(board: Board, plan: Win | None) -> list[Point]:
    """Return the points where an answer of the second player could disturb the plan, sorted."""
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
    """Return a copy of the board with one more move."""
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
    """A second move, the line that answers it, and the number of lines that follow."""

    reply: Point
    entry: BookEntry
    lines: int


def list_openings(entries: Iterable[BookEntry]) -> list[TheoremOpening]:
    """Return the openings for all second moves, up to symmetry, from the centre outwards."""
    tree = BookTree(list(entries))
    found = [
        TheoremOpening(entry.stones[1], entry, tree.count_after(number))
        for number, entry in enumerate(tree.entries)
        if len(entry.stones) == TWO_SIDES
    ]
    return sorted(found, key=lambda opening: _distance(opening.entry))


class BookTree:
    """Which lines lead to which others by their move and an answer to it.

    Positions are identified by Zobrist hashes, so that the hash of a position without two of its
    stones takes two XORs.
    """

    def __init__(self, entries: list[BookEntry]) -> None:
        self.entries = entries
        random = Random(THEOREM_RULES.area)  # noqa: S311 - no secret
        self._keys = [
            [random.getrandbits(BITS) for _ in range(THEOREM_RULES.area)] for _ in range(TWO_SIDES)
        ]
        self._image_keys = [
            [[keys[cell] for cell in images] for keys in self._keys]
            for images in theorem_symmetries()
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
        """Return how many lines can follow a line."""
        seen, left = {number}, [number]
        while left:
            new = [after for after in self._next[left.pop()] if after not in seen]
            seen.update(new)
            left += new
        return len(seen) - 1

    def _add(self, number: int, stones: Stones, move: int) -> None:
        """Store a line with its move in every orientation of the board."""
        for images, keys in zip(theorem_symmetries(), self._image_keys, strict=True):
            self._places.setdefault(_zobrist(stones, keys), (number, set()))[1].add(images[move])

    def _before(self, stones: Stones) -> set[int]:
        """Return the lines that lead to a position."""
        whole = _zobrist(stones, self._keys)
        found = set()
        for move in stones[0]:
            rest = whole ^ self._keys[0][move]
            for reply in stones[1]:
                number, moves = self._places.get(rest ^ self._keys[1][reply], (-1, ()))
                if move in moves:
                    found.add(number)
        return found


def _zobrist(stones: Stones, keys: list[list[int]]) -> int:
    return reduce(
        xor, [table[cell] for cells, table in zip(stones, keys, strict=True) for cell in cells], 0
    )


def _distance(entry: BookEntry) -> tuple[int, int]:
    """Return how far the second player's stone is from the first stone."""
    first, second = entry.stones[:TWO_SIDES]
    down, right = abs(second.row - first.row), abs(second.col - first.col)
    return max(down, right), down + right
