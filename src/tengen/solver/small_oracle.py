"""Who wins a small position, as the general search sees it: where to look for a proof.

What it says is a hint. A proof is made of what is on the board, and a wrong hint could only make
it fail.
"""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.search.general import GeneralSearcher
from tengen.search.general_pairs import Pairs
from tengen.search.general_position import GeneralPosition
from tengen.solver.small_memory import Memory
from tengen.solver.small_meter import Meter, Stopped

TRIES = 40
LOW, HIGH = 1, 2
PROVEN = 29000


class Oracle:
    """One position, to be played on, and what the search remembers of all that it saw.

    Players are 0 and 1, the first and the second. As nobody need move in turn here, there are
    two memories: one for each of the players who could be to move with the stones there are.
    """

    def __init__(self, board: Board, meter: Meter, memory: Memory | None = None) -> None:
        self._position = GeneralPosition(board)
        self._pairs = Pairs(self._position)
        tables = (memory or Memory()).tables
        self._searchers = [GeneralSearcher(self._position, table) for table in tables]
        self._meter = meter
        self._players: list[int] = []
        meter.join(self._count, self._stop)

    def put(self, who: int, cell: int) -> None:
        """Give a player a stone."""
        self._position.turn = who
        self._position.play(*divmod(cell, self._position.width))
        self._players.append(who)

    def take(self) -> None:
        """Take the last stone back."""
        self._position.turn = 1 - self._players.pop()
        self._position.undo()

    def winning(self, who: int) -> int | None:
        """A move with which a player, to move, wins; None if there is none. Raises Stopped."""
        return self._decide(who, 0)

    def holding(self, who: int) -> int | None:
        """A move after which a player cannot lose; None if there is none. Raises Stopped."""
        return self._decide(who, -1)

    def has_pairs(self, who: int) -> bool:
        """Whether pairs keep a player from winning, as far as a short look tells."""
        return self._pairs.holds(who, TRIES)

    def _decide(self, who: int, alpha: int) -> int | None:
        """A move that is worth more than alpha to the player to move."""
        self._position.turn = who
        searcher = self._searchers[(who + self._position.count) % 2]
        score = alpha
        for depth in range(1, self._position.area - self._position.count + 1):
            score = self._search(searcher, depth, alpha)
            if score > alpha and (score > PROVEN or searcher.sure & LOW):
                break
            if score <= alpha and (score < -PROVEN or searcher.sure & HIGH):
                break
        return int(searcher.best) if score > alpha else None

    def _search(self, searcher: GeneralSearcher, depth: int, alpha: int) -> int:
        left = self._meter.nodes_left
        searcher.limit = searcher.all_nodes() + left if left is not None else 0
        searcher.stop = 0
        self._meter.check()
        score: int = searcher.run(depth, alpha, alpha + 1)
        if searcher.stop:
            raise Stopped
        return score

    def _count(self) -> int:
        return sum(searcher.all_nodes() for searcher in self._searchers)

    def _stop(self) -> None:
        for searcher in self._searchers:
            searcher.stop = 1
