"""Solve freestyle k in a row on a small board: a win of either side, or a draw.

The proof is a tree, which is sent to a listener event by event.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Protocol

from tengen.prove.draw_strategy import DrawProver, DrawStrategy
from tengen.prove.oracle import Oracle
from tengen.prove.proof_listener import ProofListener
from tengen.prove.solver_state import Meter, SolverMemory, SolverStopped
from tengen.prove.win_strategy import AttackTree, Continuation, WinProver
from tengen.prove.windows import Pair, find_pairs, make_windows
from tengen.rules import Board, Player, cell_of

WINNER_STAGE = "finding the winner"


@dataclass(frozen=True, slots=True)
class WonGame:
    """A win of a player, with its proof."""

    winner: Player
    attack: AttackTree


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A draw: how each player holds; None is a stolen strategy."""

    holds: dict[Player, DrawStrategy | None]


def solve_small_board(
    board: Board, meter: Meter, memory: SolverMemory | None = None
) -> WonGame | DrawnGame:
    """Return the result with its proof. Raises SolverStopped."""
    return _SmallSolver(board, meter, memory).run()


class _SmallSolver:
    def __init__(self, board: Board, meter: Meter, memory: SolverMemory | None) -> None:
        rules = board.rules
        self._windows = make_windows(rules.width, rules.height, rules.k)
        self._meter = meter
        self._oracle = Oracle(board, meter, memory)
        self._turn = board.turn
        self._stones = {player: player_cells(board, player) for player in Player}

    def run(self) -> WonGame | DrawnGame:
        mover, other = self._turn, self._turn.other
        self._meter.enter(WINNER_STAGE)
        attack = (
            None if self._has_pairs(other) else self._win_prover(mover).win(*self._sides(mover))
        )
        if attack is not None:
            return WonGame(mover, attack)
        if not any(self._stones.values()):
            return DrawnGame({mover: None, other: self._hold(other)})
        if self._has_pairs(mover) or self._oracle.holding_move(_player_number(mover)) is not None:
            return DrawnGame({player: self._hold(player) for player in (other, mover)})
        attack = self._win_prover(other).win_after(*self._sides(other))
        if attack is None:
            raise SolverStopped
        return WonGame(other, attack)

    def _has_pairs(self, holder: Player) -> bool:
        return find_pairs(self._windows, *self._sides(holder)) is not None

    def _sides(self, player: Player) -> tuple[int, int]:
        """Return the cells of a player and of the opponent."""
        return self._stones[player], self._stones[player.other]

    def _win_prover(self, player: Player) -> WinProver:
        return WinProver(self._windows, self._oracle, self._meter, _player_number(player))

    def _hold(self, player: Player) -> DrawStrategy:
        holder = DrawProver(self._windows, self._oracle, self._meter, _player_number(player))
        is_mover = player is self._turn
        hold = (holder.hold if is_mover else holder.hold_after)(*self._sides(player))
        if hold is None:
            raise SolverStopped
        return hold


def player_cells(board: Board, player: Player) -> int:
    """Return the cells of a player's stones as a bit set."""
    return sum(
        1 << cell_of(point, board.rules) for point, owner in board.stones.items() if owner is player
    )


def _player_number(player: Player) -> int:
    return int(player is Player.SECOND)


class DrawListener(Protocol):
    """Receives the events of a proof that a player holds; see docs/solve.md."""

    def move(self, cell: int) -> None:
        """The holder plays a cell."""

    def reply(self, cell: int) -> None:
        """The opponent plays a cell; its tree follows."""

    def end(self) -> None:
        """There are no more replies."""

    def pairs(self, pairs: list[Pair]) -> None:
        """From here the holder answers in the other cell of a pair."""

    def keep(self) -> None:
        """The next tree is kept. When it is complete, it gets the next number, from 0."""

    def again(self, number: int, symmetry: int) -> None:
        """The kept tree of this number is repeated under a symmetry."""


def emit_attack(attack: AttackTree, listener: ProofListener) -> None:
    """Send a win to a listener."""
    _AttackEmitter(attack, listener).emit(attack)


def emit_draw(hold: DrawStrategy, listener: DrawListener) -> None:
    """Send how a player holds to a listener."""
    _DrawEmitter(hold, listener).emit(hold, 0)


class _AttackEmitter:
    def __init__(self, root: AttackTree, listener: ProofListener) -> None:
        self._listener = listener
        self._uses = _count_uses(root)
        self._numbers: dict[int, int] = {}

    def emit(self, attack: AttackTree) -> None:
        if id(attack) in self._numbers:
            self._listener.again(self._numbers[id(attack)])
            return
        is_kept = self._uses[id(attack)] > 1 and attack.rest is not Continuation.NOTHING
        if is_kept:
            self._listener.keep()
        if attack.move is not None:
            self._listener.move(attack.move)
        self._rest(attack)
        if is_kept:
            self._numbers[id(attack)] = len(self._numbers)

    def _rest(self, attack: AttackTree) -> None:
        if attack.rest is Continuation.FORCED:
            self.emit(attack.replies[0][1])
        if attack.rest not in {Continuation.ZONE, Continuation.EVERY}:
            return
        if attack.otherwise is not None:
            self.emit(attack.otherwise)
        else:
            self._listener.every()
        for cell, after in attack.replies:
            self._listener.reply(cell)
            self.emit(after)
        self._listener.end()


class _DrawEmitter:
    def __init__(self, root: DrawStrategy, listener: DrawListener) -> None:
        self._listener = listener
        self._uses = _count_uses(root)
        self._numbers: dict[int, int] = {}

    def emit(self, hold: DrawStrategy, symmetry: int) -> None:
        if id(hold) in self._numbers:
            self._listener.again(self._numbers[id(hold)], symmetry)
            return
        is_kept = self._uses[id(hold)] > 1
        if is_kept:
            self._listener.keep()
        if hold.move is not None:
            self._listener.move(hold.move)
        self._rest(hold)
        if is_kept:
            self._numbers[id(hold)] = len(self._numbers)

    def _rest(self, hold: DrawStrategy) -> None:
        if hold.pairs is not None:
            self._listener.pairs(hold.pairs)
        elif hold.is_forced:
            self.emit(*hold.replies[0][1:])
        elif hold.replies:
            for cell, after, symmetry in hold.replies:
                self._listener.reply(cell)
                self.emit(after, symmetry)
            self._listener.end()


def _count_uses(root: AttackTree | DrawStrategy) -> Counter[int]:
    """Return how often each subtree is used, by identity."""
    uses: Counter[int] = Counter()
    left = [root]
    while left:
        tree = left.pop()
        uses[id(tree)] += 1
        if uses[id(tree)] == 1:
            left += tree.children()
    return uses
