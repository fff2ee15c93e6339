"""The value of a position as the searches of the engine see it, without a proof.

For small boards it is where to look for a proof: a hint. A proof is made of what is on the board,
and a wrong hint could only make it fail. Under rules that have no certificates it is all there is.
"""

from __future__ import annotations

from functools import partial

from tengen.engine.analysis import Limits
from tengen.engine.constants import HIGH, LOW, PROVEN
from tengen.engine.engine import Engine, centre_of, stop_search
from tengen.engine.general_pairing import GeneralPairing
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.engine.pattern_tables import has_patterns
from tengen.engine.win_finder import Finder
from tengen.prove.solver_state import Meter, SearchExhausted, SolverMemory, SolverStopped
from tengen.rules.board import Board
from tengen.rules.point import Point, point_of
from tengen.rules.rules import Player, WinRule

PAIRING_TRIES = 40


class Oracle:
    """One position, to be played on, and what the search remembers of all that it saw.

    Players are 0 and 1, the first and the second. As nobody need move in turn here, there are
    two memories: one for each of the players who could be to move with the stones there are.
    """

    def __init__(self, board: Board, meter: Meter, memory: SolverMemory | None = None) -> None:
        self._position = GeneralPosition(board)
        self._pairs = GeneralPairing(self._position)
        tables = (memory or SolverMemory()).tables
        self._searchers = [GeneralSearch(self._position, table) for table in tables]
        self._meter = meter
        self._players: list[int] = []
        meter.add_count(self._count)

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
        return self._pairs.holds(who, PAIRING_TRIES)

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

    def _search(self, searcher: GeneralSearch, depth: int, alpha: int) -> int:
        left = self._meter.nodes_left
        searcher.limit = searcher.all_nodes() + left if left is not None else 0
        searcher.stop = 0
        self._meter.check()
        with self._meter.cancel.on_cancel(partial(stop_search, searcher)):
            score: int = searcher.run(depth, alpha, alpha + 1)
        if searcher.stop:
            raise SolverStopped
        return score

    def _count(self) -> int:
        return sum(searcher.all_nodes() for searcher in self._searchers)


SMALL_AREA = 64
NODES_FOR_THREATS = 10_000_000
"""Positions to look at for a win by threats, before all moves are tried to a depth."""

UnprovedValue = tuple[Player | None, int, Point | None]
"""The winner, or None for a draw; in how many plies, 0 if that is not known; a move to play."""


def value_without_proof(board: Board, meter: Meter, memory: SolverMemory | None) -> UnprovedValue:
    """The value of a position as the search sees it. Raises Stopped, NothingLeft, RuleError."""
    if board.rules.win is WinRule.RENJU or board.rules.area > SMALL_AREA:
        return value_by_engine(board, meter)
    oracle = Oracle(board, meter, memory)
    mover = int(board.turn is Player.SECOND)
    move = oracle.winning(mover)
    if move is not None:
        return board.turn, 0, point_of(move, board.rules)
    move = oracle.holding(mover)
    return (board.turn.other, 0, None) if move is None else (None, 0, point_of(move, board.rules))


def value_by_engine(board: Board, meter: Meter) -> UnprovedValue:
    """A win or loss that the engine proves; it never proves a draw.

    On an empty board only a win by the centre can be. Raises Stopped, NothingLeft and RuleError.
    """
    if board.stones:
        return _by_threats(board, meter) or _by_depth(board, meter)
    after = board.copy()
    after.play(centre_of(board))
    winner, plies, _ = _by_depth(after, meter)
    if winner is board.turn:
        return winner, plies + 1, centre_of(board)
    raise SearchExhausted


def _by_threats(board: Board, meter: Meter) -> UnprovedValue | None:
    """A win of the side to move by fours and threes."""
    if not has_patterns(board.rules):
        return None
    finder = Finder(board)
    meter.check()
    left = meter.nodes_left
    nodes = NODES_FOR_THREATS if left is None else min(NODES_FOR_THREATS, left)
    finding = finder.run(nodes, meter.cancel)
    meter.count(finding.nodes)
    win = finding.win
    return None if win is None else (board.turn, win.plies, win.move)


def _by_depth(board: Board, meter: Meter) -> UnprovedValue:
    engine = Engine()
    nodes = [0]
    meter.add_count(lambda: nodes[0])
    meter.check()
    limits = Limits(nodes=meter.nodes_left)
    for analysis in engine.analyse(board, limits, until_proved=True, cancel=meter.cancel):
        nodes[0] = analysis.nodes
        if analysis.plies:
            winner = board.turn if analysis.plies > 0 else board.turn.other
            return winner, abs(analysis.plies), analysis.move if analysis.plies > 0 else None
        meter.check()
    raise SearchExhausted
