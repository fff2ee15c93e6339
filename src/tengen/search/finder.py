"""Wins by fours and threes, searched for on a board and handed out as trees."""

from __future__ import annotations

import array
from dataclasses import dataclass

from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.search.start import make_position
from tengen.search.threats import Threats
from tengen.search.ways import make_ways
from tengen.search.wins import Win

NODES = 1_000_000
NODES_FOR_TREES = 1_000_000
"""To make a tree of a win, most of which is remembered."""
ENTRIES = 1 << 18
"""More than the 17 bits that are not kept of a key, so that an entry's place tells them."""
OPEN, WON, LOST, STOPPED = range(4)
DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Finding:
    """A win, if one was found. `is_final` is false where the search was stopped: nobody knows.

    No win in a final finding means that there is none by fours and threes alone. In renju none is
    final without a win: chains of fours over doubtful points are left out.
    """

    win: Win | None
    is_final: bool
    nodes: int


def find_win(board: Board, nodes: int = NODES) -> Win | None:
    """A win of the side to move by fours and threes, or None if none is found.

    Raises RuleError if the game is over or not one that the search plays.
    """
    return Finder(board).run(nodes).win


class Finder:
    """Looks for wins of the side to move of a board; knows more every time it is run."""

    def __init__(self, board: Board) -> None:
        if board.outcome.is_over:
            raise RuleError(f"the game is over: {board}")
        self._position = make_position(board)
        self._position.blind = 1
        self._threats = Threats(self._position, make_memory(), make_memory(), make_ways())
        self._attacker = self._position.turn
        self._limit = 0
        self._built: dict[int, Win] = {}

    def run(self, nodes: int = NODES) -> Finding:
        """Look at so many more positions, or fewer."""
        start = self._threats.nodes()
        self._limit = start + nodes
        result = self._deepen()
        self._limit += nodes + NODES_FOR_TREES
        win = self._win() if result == WON else None
        is_final = win is not None or (result == LOST and not self._position.strict)
        return Finding(win, is_final, self._threats.nodes() - start)

    def stop(self) -> None:
        """End the search that is going on, from another thread."""
        self._threats.stop()

    def _deepen(self) -> int:
        for depth in range(DEEPEST):
            result: int = self._threats.run(depth, self._limit)
            if result != OPEN:
                return result
        return STOPPED

    # A tree, from what the search remembers. It is made of what is seen on the board, so that
    # nothing wrong in that memory can get into it: then there is no tree.

    def _win(self) -> Win | None:
        """How the attacker, whose move it is, wins."""
        key = self._position.key
        if key not in self._built:
            chain = self._threats.short_chain(self._limit)
            win = self._along(chain) if chain else self._by_threat()
            if win is None:
                return None
            self._built[key] = win
        return self._built[key]

    def _along(self, chain: list[int]) -> Win:
        """The win that is a chain of fours."""
        move = chain[0]
        if move in self._fives():
            return self._five(move)
        self._threats.play(move)
        fives = self._fives()
        if len(chain) > 1:
            self._threats.play(chain[1])
            replies = {chain[1]: self._along(chain[2:])}
            self._threats.undo()
        else:
            replies = dict.fromkeys(fives, self._five(fives[0]))
            replies[fives[0]] = self._five(fives[1])
        self._threats.undo()
        return self._make(move, replies, self._five(fives[0]))

    def _by_threat(self) -> Win | None:
        if self._deepen() != WON:
            return None
        move = self._threats.winner()
        self._threats.play(move)
        win = self._four(move) if self._fives() else self._three(move)
        self._threats.undo()
        return win

    def _four(self, move: int) -> Win | None:
        """The tree after a four with one answer, or none if that is forbidden."""
        fives = self._fives()
        is_answered = not self._threats.forbids(fives[0])
        replies = self._replies(fives) if is_answered else {}
        if is_answered and not replies:
            return None
        return self._make(move, replies, self._five(fives[0]))

    def _three(self, move: int) -> Win | None:
        """The tree after a three: every answer in the zone of what it threatens."""
        self._threats.hand_over()
        chain = self._threats.chain(self._limit)
        zone = self._threats.zone() if chain else []
        otherwise = self._along(chain) if chain else None
        self._threats.hand_over()
        replies = self._replies(zone)
        return self._make(move, replies, otherwise) if replies else None

    def _replies(self, cells: list[int]) -> dict[int, Win]:
        """What wins after these answers; nothing if there is one that nothing wins after."""
        replies: dict[int, Win] = {}
        for cell in cells:
            self._threats.play(cell)
            win = self._win()
            self._threats.undo()
            if win is None:
                return {}
            replies[cell] = win
        return replies

    def _fives(self) -> list[int]:
        fives: list[int] = self._threats.fives(self._attacker)
        return fives

    def _five(self, cell: int) -> Win:
        return Win(self._position.point(cell))

    def _make(self, move: int, replies: dict[int, Win], otherwise: Win | None) -> Win:
        point = self._position.point
        return Win(point(move), {point(cell): win for cell, win in replies.items()}, otherwise)


def make_memory() -> array.array[int]:
    """What a search remembers: nothing yet."""
    return array.array("Q", bytes(8 * ENTRIES))
