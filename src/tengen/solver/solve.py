"""Who wins, found out and proved: one door for every game and position.

Five in a row on large boards goes to threats and quiet moves, every other freestyle game to the
search that goes to the end. For other rules there is a value, where it can be found, and no proof.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, WinRule
from tengen.search.start import has_patterns
from tengen.solver.listener import Cells, Listener, Stones
from tengen.solver.silence import Silence
from tengen.solver.small import Drawn, Won, cells_of, solve_small
from tengen.solver.small_memory import Memory
from tengen.solver.small_meter import Meter, NothingLeft, Stopped
from tengen.solver.small_told import HoldListener, tell_attack, tell_hold
from tengen.solver.small_values import Worth, value_by_engine, value_without_proof
from tengen.solver.small_windows import bits
from tengen.solver.solve_five import FiveSolver, Suggest
from tengen.solver.solve_parts import FivePart
from tengen.solver.solve_quest import STAGE, Adviser, explore

SMALL = 64
"""Up to so many points, five in a row is played to the end, too."""
WITHOUT_PROOF = "the engine"


class Ending(enum.Enum):
    """What is known."""

    WIN = "win"
    DRAW = "draw"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Part:
    """A position that is proved to be won, and the listener that was told how."""

    attacker: Cells
    defender: Cells
    story: Listener
    is_attackers_turn: bool = True


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth. Wins come with parts, draws with what both players were told.

    `plies` is how long a win takes at most, 0 if that is not known; `move` is what the side to
    move should play, if it is known. A hold of None is a stolen strategy. Of an unknown value,
    `has_tried_all` says that no limit ended the search.
    """

    ending: Ending
    winner: Player | None = None
    plies: int = 0
    move: Point | None = None
    parts: list[Part] = field(default_factory=list)
    holds: dict[Player, HoldListener | None] = field(default_factory=dict)
    has_tried_all: bool = False

    @property
    def is_proved(self) -> bool:
        """Whether there is something for a certificate."""
        return bool(self.parts or self.holds)


UNKNOWN = Value(Ending.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who is told proofs: a new listener for each part of a win, and for each who holds."""

    wins: Callable[[], Listener]
    holds: Callable[[], HoldListener]


def know_nothing(_board: Board) -> Point | None:
    """No move is known to win."""
    return None


def solve(
    board: Board,
    listeners: Listeners | None = None,
    meter: Meter | None = None,
    memory: Memory | None = None,
    suggest: Suggest = know_nothing,
) -> Value:
    """What the position is worth, as far as the meter's limits allow.

    Without listeners the proof is not kept, and the value has nothing for a certificate;
    `make_listeners(board)` keeps it. Without a meter the search may take for ever.

    `suggest` may know moves that win five in a row for the first player, who is to move; they are
    tried first, and proved like all others. Raises RuleError if the game is over or not one that
    can be searched.
    """
    if board.outcome.is_over:
        raise RuleError(f"the game is over: {board}")
    with meter or Meter() as running:
        try:
            told = listeners or Listeners(Silence, Silence)
            value = _solve(board, told, running, memory or Memory(), suggest)
        except Stopped:
            return UNKNOWN
        except NothingLeft:
            return replace(UNKNOWN, has_tried_all=True)
    return value if listeners else replace(value, parts=[], holds={})


def _solve(
    board: Board, listeners: Listeners, meter: Meter, memory: Memory, suggest: Suggest
) -> Value:
    rules = board.rules
    if rules.win is not WinRule.FREESTYLE:
        return _unproved(value_without_proof(board, meter, memory))
    if has_patterns(rules) and rules.area > SMALL:
        return _solve_five(board, listeners, meter, memory, suggest)
    return _proved(board, solve_small(board, meter, memory), listeners)


def _unproved(worth: Worth) -> Value:
    winner, plies, move = worth
    return Value(Ending.DRAW if winner is None else Ending.WIN, winner, plies, move)


def _proved(board: Board, found: Won | Drawn, listeners: Listeners) -> Value:
    if isinstance(found, Drawn):
        return _drawn(board, found, listeners)
    story = listeners.wins()
    tell_attack(found.attack, story)
    part = Part(*_sides(board, found.winner), story, found.winner is board.turn)
    move = _point(board, found.attack.move)
    return Value(Ending.WIN, found.winner, found.attack.plies, move, [part])


def _drawn(board: Board, found: Drawn, listeners: Listeners) -> Value:
    told: dict[Player, HoldListener | None] = {}
    for player, hold in found.holds.items():
        told[player] = None if hold is None else listeners.holds()
        listener = told[player]
        if hold is not None and listener is not None:
            tell_hold(hold, listener)
    mine = found.holds[board.turn]
    return Value(Ending.DRAW, move=_point(board, mine.move if mine else None), holds=told)


def _solve_five(
    board: Board, listeners: Listeners, meter: Meter, memory: Memory, suggest: Suggest
) -> Value:
    """Either player may win: by threats, by what is known, or by quiet moves that are found.

    Where none is found, the engine looks on, without a proof that could be handed on.
    """
    tools = meter, listeners.wins, memory.moves, suggest
    solvers = {player: FiveSolver(board.rules, *tools) for player in Player}
    for player in (board.turn, board.turn.other):
        value = _try_five(board, player, solvers[player])
        if value is not None:
            return value
    meter.enter(STAGE)
    found = _explore(board, solvers, meter)
    if found is None:
        meter.enter(WITHOUT_PROOF)
        return _unproved(value_by_engine(board, meter))
    winner, moves = found
    memory.moves.update(moves)
    return _try_five(board, winner, solvers[winner]) or UNKNOWN


def _explore(
    board: Board, solvers: dict[Player, FiveSolver], meter: Meter
) -> tuple[Player, dict[Stones, int]] | None:
    """Who wins by quiet moves, and by which; None if no more are to be tried. Raises Stopped."""
    adviser = Adviser(board.rules, meter)
    found = {
        player: explore(solver, adviser, _sides(board, player), is_mover=player is board.turn)
        for player, solver in solvers.items()
    }
    ways = {player: way for player, way in found.items() if way is not None}
    while any(not way.is_over for way in ways.values()):
        for player, way in ways.items():
            if not way.is_over:
                way.step()
            if way.is_won:
                return player, way.winning_moves()
    return None


def _try_five(board: Board, winner: Player, solver: FiveSolver) -> Value | None:
    """The value, if threats and known moves win for a player."""
    is_mover = winner is board.turn
    part = (solver.win if is_mover else solver.win_after)(*_sides(board, winner))
    return None if part is None else _five_value(board, winner, solver.used(part))


def _five_value(board: Board, winner: Player, proved: list[FivePart]) -> Value:
    last = proved[-1]
    is_mover = winner is board.turn
    parts = [Part(part.attacker, part.defender, part.story) for part in proved[:-1]]
    parts.append(Part(last.attacker, last.defender, last.story, is_mover))
    move = _point(board, last.move) if is_mover else None
    return Value(Ending.WIN, winner, last.plies, move, parts)


def _sides(board: Board, player: Player) -> tuple[Cells, Cells]:
    """The cells of a player, and of the other."""
    mine, theirs = (frozenset(bits(cells_of(board, who))) for who in (player, player.other))
    return mine, theirs


def _point(board: Board, cell: int | None) -> Point | None:
    return None if cell is None else Point(*divmod(cell, board.rules.width))
