"""Any freestyle k in a row on a small board, to the end: a win of either side, or a draw."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.rules.board import Board
from tengen.rules.rules import Player
from tengen.solver.small_attack import Attack
from tengen.solver.small_holds import Hold, Holder
from tengen.solver.small_memory import Memory
from tengen.solver.small_meter import Meter, Stopped
from tengen.solver.small_oracle import Oracle
from tengen.solver.small_pairs import find_pairs
from tengen.solver.small_windows import make_windows
from tengen.solver.small_wins import Winner

STAGE = "who wins"


@dataclass(frozen=True, slots=True)
class Won:
    """A player wins, like this."""

    winner: Player
    attack: Attack


@dataclass(frozen=True, slots=True)
class Drawn:
    """Nobody wins: how either player holds, or None for who steals the other's strategy."""

    holds: dict[Player, Hold | None]


def solve_small(board: Board, meter: Meter, memory: Memory | None = None) -> Won | Drawn:
    """Who wins, with proof. Raises Stopped."""
    return _Solver(board, meter, memory).run()


class _Solver:
    def __init__(self, board: Board, meter: Meter, memory: Memory | None) -> None:
        rules = board.rules
        self._windows = make_windows(rules.width, rules.height, rules.k)
        self._meter = meter
        self._oracle = Oracle(board, meter, memory)
        self._turn = board.turn
        self._stones = {player: cells_of(board, player) for player in Player}

    def run(self) -> Won | Drawn:
        mover, other = self._turn, self._turn.other
        self._meter.enter(STAGE)
        attack = None if self._has_pairs(other) else self._winner(mover).win(*self._sides(mover))
        if attack is not None:
            return Won(mover, attack)
        if not any(self._stones.values()):
            return Drawn({mover: None, other: self._hold(other)})
        if self._has_pairs(mover) or self._oracle.holding(_number(mover)) is not None:
            return Drawn({player: self._hold(player) for player in (other, mover)})
        attack = self._winner(other).win_after(*self._sides(other))
        if attack is None:
            raise Stopped
        return Won(other, attack)

    def _has_pairs(self, holder: Player) -> bool:
        return find_pairs(self._windows, *self._sides(holder)) is not None

    def _sides(self, player: Player) -> tuple[int, int]:
        """The player's own cells, and the others'."""
        return self._stones[player], self._stones[player.other]

    def _winner(self, player: Player) -> Winner:
        return Winner(self._windows, self._oracle, self._meter, _number(player))

    def _hold(self, player: Player) -> Hold:
        holder = Holder(self._windows, self._oracle, self._meter, _number(player))
        is_mover = player is self._turn
        hold = (holder.hold if is_mover else holder.hold_after)(*self._sides(player))
        if hold is None:
            raise Stopped
        return hold


def cells_of(board: Board, player: Player) -> int:
    """The cells of a player's stones, as a set."""
    width = board.rules.width
    return sum(
        1 << point.row * width + point.col
        for point, owner in board.stones.items()
        if owner is player
    )


def _number(player: Player) -> int:
    return int(player is Player.SECOND)
