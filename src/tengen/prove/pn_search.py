"""Proof-number search for quiet moves that win against every answer.

An OR node is a position with the attacker to move; its children are the moves worth trying. An AND
node is such a move; its children are the answers that threats do not meet. The proof number of a
node is the least number of unexpanded positions that must be won to prove it. The search expands
the position on the path where this number is least. If no move is worth trying, a position counts
as lost, which does not disprove it.

In five in a row the engine chooses the moves to try, so "no win found" never means that there is
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tengen.engine import Engine, Limits
from tengen.prove.five_solver import FiveSolver
from tengen.prove.proof_listener import Cells, Stones
from tengen.prove.prover import make_board
from tengen.prove.solver_state import Meter
from tengen.rules import Rules, cell_of

INFINITE = 1 << 40
"""The proof number of a lost node and the disproof number of a won one."""


@dataclass(slots=True, eq=False)
class OrNode:
    """A position with the attacker to move."""

    stones: Stones
    proof: int = 1
    disproof: int = 1
    moves: list[AndNode] | None = None
    parents: list[AndNode] = field(default_factory=list)

    def numbers(self) -> tuple[int, int]:
        """Return the proof and disproof numbers from those of the moves: one must win."""
        moves = self.moves or []
        disproof = sum(move.disproof for move in moves)
        return min((move.proof for move in moves), default=INFINITE), min(disproof, INFINITE)


@dataclass(slots=True, eq=False)
class AndNode:
    """A quiet move. `answers` are those that threats do not meet, None before they are known."""

    parent: OrNode
    move: int
    proof: int
    disproof: int = 1
    answers: list[OrNode] | None = None

    def numbers(self) -> tuple[int, int]:
        """Return the proof and disproof numbers from those of the answers: all must be won."""
        answers = self.answers or []
        proof = sum(answer.proof for answer in answers)
        return min(proof, INFINITE), min((answer.disproof for answer in answers), default=INFINITE)


@dataclass(frozen=True, slots=True)
class PnExpander:
    """Expands nodes for the search. Each function may raise to stop the search.

    `wins` returns whether threats win a position. `moves` returns the moves worth trying, each with
    an estimate of the answers to prove. `answers` returns the positions after answers that threats
    do not meet, or None if the move threatens nothing.
    """

    wins: Callable[[Stones], bool]
    moves: Callable[[Stones], Iterable[tuple[int, int]]]
    answers: Callable[[Stones, int], Iterable[Stones] | None]


class PnSearch:
    """The search from one position, run step by step."""

    def __init__(self, stones: Stones, expander: PnExpander) -> None:
        self._expander = expander
        self._positions: dict[Stones, OrNode] = {}
        self.root = self._position(stones)

    @property
    def is_won(self) -> bool:
        """Whether the attacker wins."""
        return self.root.proof == 0

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to expand."""
        return self.root.proof == 0 or self.root.disproof == 0

    def step(self) -> None:
        """Expand one more position or move."""
        node: OrNode | AndNode = self.root
        while True:
            below: list[OrNode] | list[AndNode] | None
            if isinstance(node, OrNode):
                below = node.moves
                if below is None:
                    self._expand_position(node)
                    break
                node = next(move for move in below if move.proof == node.proof)
            else:
                below = node.answers
                if below is None:
                    self._expand_move(node)
                    break
                node = next(answer for answer in below if answer.disproof == node.disproof)
        self._update(node)

    def winning_moves(self) -> dict[Stones, int]:
        """Return the winning quiet move for every position of the proof that needs one."""
        won: dict[Stones, int] = {}
        left = [self.root] if self.is_won else []
        while left:
            position = left.pop()
            if position.stones not in won and position.moves:
                best = next(move for move in position.moves if move.proof == 0)
                won[position.stones] = best.move
                left += best.answers or []
        return won

    def __len__(self) -> int:
        return len(self._positions)

    def _position(self, stones: Stones) -> OrNode:
        if stones not in self._positions:
            position = self._positions[stones] = OrNode(stones)
            if self._expander.wins(stones):
                position.proof, position.disproof = 0, INFINITE
        return self._positions[stones]

    def _expand_position(self, position: OrNode) -> None:
        found = self._expander.moves(position.stones)
        position.moves = [AndNode(position, move, max(1, answers)) for move, answers in found]

    def _expand_move(self, move: AndNode) -> None:
        found = self._expander.answers(move.parent.stones, move.move)
        if found is None:
            move.proof, move.disproof, move.answers = INFINITE, 0, []
            return
        move.answers = [self._position(stones) for stones in found]
        for answer in move.answers:
            answer.parents.append(move)

    def _update(self, start: OrNode | AndNode) -> None:
        """Update the numbers of a node, and of its ancestors as far as they change."""
        left = [start]
        while left:
            node = left.pop()
            is_lost = isinstance(node, AndNode) and node.disproof == 0
            numbers = (node.proof, node.disproof) if is_lost else node.numbers()
            if numbers != (node.proof, node.disproof) or node is start:
                node.proof, node.disproof = numbers
                left += [node.parent] if isinstance(node, AndNode) else node.parents


NODES = 30_000
MOVES = 8
MEGABYTES = 16
QUIET_STAGE = "searching for quiet moves"


class MoveAdviser:
    """Returns the best moves of the engine."""

    def __init__(self, rules: Rules, meter: Meter) -> None:
        self._rules = rules
        self._meter = meter
        self._engine = Engine(MEGABYTES)

    def moves(self, stones: Stones) -> Iterable[tuple[int, int]]:
        """Return the best moves, each with an estimate of the work to prove it: its rank."""
        last = None
        board = make_board(self._rules, *stones)
        limits, cancel = Limits(nodes=NODES), self._meter.cancel
        for analysis in self._engine.analyse(board, limits, MOVES, cancel=cancel):
            last = analysis
        self._meter.count(last.nodes if last else 0)
        points = [line.moves[0] for line in last.lines] if last else []
        cells = [cell_of(point, self._rules) for point in points]
        return [(cell, 1 + rank) for rank, cell in enumerate(cells)]


class PnSearchGroup:
    """Searches for all positions that the attacker, to move, must win."""

    def __init__(self, solver: FiveSolver, adviser: MoveAdviser, positions: list[Stones]) -> None:
        def answers(stones: Stones, move: int) -> list[Stones] | None:
            attacker, defender = stones
            return solver.gaps(attacker | {move}, defender)

        expander = PnExpander(solver.wins, adviser.moves, answers)
        self._searches = [PnSearch(stones, expander) for stones in positions]

    @property
    def is_won(self) -> bool:
        """Whether all positions are won."""
        return all(search.is_won for search in self._searches)

    @property
    def is_over(self) -> bool:
        """Whether all positions are won, or one of them cannot be won."""
        return self.is_won or any(search.is_over and not search.is_won for search in self._searches)

    def step(self) -> None:
        """Expand one more position or move."""
        next(search for search in self._searches if not search.is_over).step()

    def winning_moves(self) -> dict[Stones, int]:
        """Return the winning quiet moves by position."""
        return {
            stones: move
            for search in self._searches
            for stones, move in search.winning_moves().items()
        }


def start_pn_search(
    solver: FiveSolver, adviser: MoveAdviser, stones: tuple[Cells, Cells], *, is_mover: bool
) -> PnSearchGroup | None:
    """Return searches for what the attacker must win, or None if nothing threatens to win."""
    positions = [stones] if is_mover else solver.gaps(*stones)
    return None if positions is None else PnSearchGroup(solver, adviser, positions)
