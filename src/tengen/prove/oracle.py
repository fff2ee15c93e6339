"""The value of a position according to the engine's searches, without a proof.

On small boards the value is a hint where to find a proof. A wrong hint can only make a proof fail,
because proofs are made from the board. Under rules without certificates the value is all there is.
"""

from __future__ import annotations

from functools import partial

from tengen.engine import Engine, Finder, Limits, has_patterns
from tengen.engine.constants import HIGH, LOW, PROVEN
from tengen.engine.engine import centre_of, stop_search
from tengen.engine.general_pairing import GeneralPairing
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.prove.solver_state import Meter, SearchExhausted, SolverMemory, SolverStopped
from tengen.rules import Board, Player, Point, WinRule, point_of

PAIRING_TRIES = 40


class Oracle:
    """A position on which moves can be played, and a search for its value.

    Players are 0 and 1, the first and the second. They need not move in turn, so there are two
    transposition tables: one for each player who could be to move with the same stones.
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
        """Play a stone of a player."""
        self._position.turn = who
        self._position.play(*divmod(cell, self._position.width))
        self._players.append(who)

    def take(self) -> None:
        """Take back the last stone."""
        self._position.turn = 1 - self._players.pop()
        self._position.undo()

    def winning_move(self, who: int) -> int | None:
        """Return a move that wins for a player to move, or None. Raises SolverStopped."""
        return self._decide(who, 0)

    def holding_move(self, who: int) -> int | None:
        """Return a move that does not lose for a player to move, or None. Raises SolverStopped."""
        return self._decide(who, -1)

    def has_pairs(self, who: int) -> bool:
        """Return whether a short search finds pairs that keep a player from winning."""
        return self._pairs.holds(who, PAIRING_TRIES)

    def _decide(self, who: int, alpha: int) -> int | None:
        """Return a move that is worth more than alpha to the player to move, or None."""
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
"""The limit of the search for a win by threats, before the engine searches all moves."""

UnprovedValue = tuple[Player | None, int, Point | None]
"""The winner, or None for a draw; the plies to the win, 0 if unknown; the move to play."""


def value_without_proof(board: Board, meter: Meter, memory: SolverMemory | None) -> UnprovedValue:
    """Return the value that a search finds.

    Raises SolverStopped, SearchExhausted and RuleError.
    """
    if board.rules.win is WinRule.RENJU or board.rules.area > SMALL_AREA:
        return value_by_engine(board, meter)
    oracle = Oracle(board, meter, memory)
    mover = int(board.turn is Player.SECOND)
    move = oracle.winning_move(mover)
    if move is not None:
        return board.turn, 0, point_of(move, board.rules)
    move = oracle.holding_move(mover)
    return (board.turn.other, 0, None) if move is None else (None, 0, point_of(move, board.rules))


def value_by_engine(board: Board, meter: Meter) -> UnprovedValue:
    """Return a win or loss that the engine proves; it never proves a draw.

    On an empty board, only a win that begins in the centre can be proved. Raises SolverStopped,
    SearchExhausted and RuleError.
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
    """Return a win of the side to move by fours and threes, or None."""
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
