"""Any freestyle k in a row on a small board, to the end: a win of either side, or a draw.

The proof is a tree, and is told to a listener event by event.
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
from tengen.rules.board import Board
from tengen.rules.point import cell_of
from tengen.rules.rules import Player

WHO_WINS_STAGE = "who wins"


@dataclass(frozen=True, slots=True)
class WonGame:
    """A player wins, like this."""

    winner: Player
    attack: AttackTree


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """Nobody wins: how either player holds, or None for who steals the other's strategy."""

    holds: dict[Player, DrawStrategy | None]


def solve_small_board(
    board: Board, meter: Meter, memory: SolverMemory | None = None
) -> WonGame | DrawnGame:
    """Who wins, with proof. Raises Stopped."""
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
        self._meter.enter(WHO_WINS_STAGE)
        attack = None if self._has_pairs(other) else self._winner(mover).win(*self._sides(mover))
        if attack is not None:
            return WonGame(mover, attack)
        if not any(self._stones.values()):
            return DrawnGame({mover: None, other: self._hold(other)})
        if self._has_pairs(mover) or self._oracle.holding(_player_number(mover)) is not None:
            return DrawnGame({player: self._hold(player) for player in (other, mover)})
        attack = self._winner(other).win_after(*self._sides(other))
        if attack is None:
            raise SolverStopped
        return WonGame(other, attack)

    def _has_pairs(self, holder: Player) -> bool:
        return find_pairs(self._windows, *self._sides(holder)) is not None

    def _sides(self, player: Player) -> tuple[int, int]:
        """The player's own cells, and the others'."""
        return self._stones[player], self._stones[player.other]

    def _winner(self, player: Player) -> WinProver:
        return WinProver(self._windows, self._oracle, self._meter, _player_number(player))

    def _hold(self, player: Player) -> DrawStrategy:
        holder = DrawProver(self._windows, self._oracle, self._meter, _player_number(player))
        is_mover = player is self._turn
        hold = (holder.hold if is_mover else holder.hold_after)(*self._sides(player))
        if hold is None:
            raise SolverStopped
        return hold


def player_cells(board: Board, player: Player) -> int:
    """The cells of a player's stones, as a set."""
    return sum(
        1 << cell_of(point, board.rules) for point, owner in board.stones.items() if owner is player
    )


def _player_number(player: Player) -> int:
    return int(player is Player.SECOND)


class DrawListener(Protocol):
    """Hears the events of a proof that somebody does not win; docs/solve.md has it all."""

    def move(self, cell: int) -> None:
        """The holder plays here."""

    def reply(self, cell: int) -> None:
        """The opponent plays here; what follows it comes next."""

    def end(self) -> None:
        """There are no more replies."""

    def pairs(self, pairs: list[Pair]) -> None:
        """The holder has but to answer in pairs from now on."""

    def keep(self) -> None:
        """What comes next gets a number when it is complete: 0, 1, 2 and so on."""

    def again(self, number: int, symmetry: int) -> None:
        """What was kept under this number, put through a symmetry."""


def tell_attack(attack: AttackTree, listener: ProofListener) -> None:
    """Tell a win from its root."""
    _AttackTeller(attack, listener).tell(attack)


def tell_draw(hold: DrawStrategy, listener: DrawListener) -> None:
    """Tell from its root how somebody holds."""
    _DrawTeller(hold, listener).tell(hold, 0)


class _AttackTeller:
    def __init__(self, root: AttackTree, listener: ProofListener) -> None:
        self._listener = listener
        self._uses = _count_uses(root)
        self._numbers: dict[int, int] = {}

    def tell(self, attack: AttackTree) -> None:
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
            self.tell(attack.replies[0][1])
        if attack.rest not in {Continuation.ZONE, Continuation.EVERY}:
            return
        if attack.otherwise is not None:
            self.tell(attack.otherwise)
        else:
            self._listener.every()
        for cell, after in attack.replies:
            self._listener.reply(cell)
            self.tell(after)
        self._listener.end()


class _DrawTeller:
    def __init__(self, root: DrawStrategy, listener: DrawListener) -> None:
        self._listener = listener
        self._uses = _count_uses(root)
        self._numbers: dict[int, int] = {}

    def tell(self, hold: DrawStrategy, symmetry: int) -> None:
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
            self.tell(*hold.replies[0][1:])
        elif hold.replies:
            for cell, after, symmetry in hold.replies:
                self._listener.reply(cell)
                self.tell(after, symmetry)
            self._listener.end()


def _count_uses(root: AttackTree | DrawStrategy) -> Counter[int]:
    """How often each subtree is used, by identity."""
    uses: Counter[int] = Counter()
    left = [root]
    while left:
        tree = left.pop()
        uses[id(tree)] += 1
        if uses[id(tree)] == 1:
            left += tree.children()
    return uses
