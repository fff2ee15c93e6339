"""Solve a position of any game, prove the result, and write and check its certificate.

Five in a row on large boards is solved by threats and quiet moves, every other freestyle game by a
search to the end. Under other rules there is a value if one is found, and no proof. Independent
checkers check the certificates.
"""

from __future__ import annotations

import enum
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

from tengen.engine import has_patterns
from tengen.errors import RuleError
from tengen.prove import certificate_writer, check_draw, quick_check, small_boards
from tengen.prove import check as plain_check
from tengen.prove.five_solver import FivePart, FiveSolver, Suggest
from tengen.prove.oracle import UnprovedValue, value_by_engine, value_without_proof
from tengen.prove.pn_search import QUIET_STAGE, MoveAdviser, start_pn_search
from tengen.prove.proof_listener import Cells, NullListener, ProofListener, Stones
from tengen.prove.solver_state import Meter, SearchExhausted, SolverMemory, SolverStopped
from tengen.prove.windows import bits
from tengen.rules import Board, Player, Point, WinRule, cell_of, point_of

SMALL_AREA = 64
"""Up to this many points, five in a row is searched to the end too."""
ENGINE_STAGE = "searching with the engine"


class SolveStatus(enum.Enum):
    """The result of solving a position."""

    WIN = "win"
    DRAW = "draw"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class WinPart:
    """A position that is proved to be won, and the listener that received the proof."""

    attacker: Cells
    defender: Cells
    listener: ProofListener
    is_attackers_turn: bool = True


@dataclass(frozen=True, slots=True)
class GameValue:
    """The value of a position. A proved win has `parts`, a proved draw has `holds`.

    `plies` is the most plies to a win, 0 if unknown. `move` is the best move of the side to move,
    if one is known. `holds` are the listeners that received how each player holds; None is a stolen
    strategy. If the value is unknown, `has_tried_all` says that no limit ended the search.
    """

    ending: SolveStatus
    winner: Player | None = None
    plies: int = 0
    move: Point | None = None
    parts: list[WinPart] = field(default_factory=list)
    holds: dict[Player, small_boards.DrawListener | None] = field(default_factory=dict)
    has_tried_all: bool = False

    @property
    def is_proved(self) -> bool:
        """Whether the value has a proof for a certificate."""
        return bool(self.parts or self.holds)


UNKNOWN = GameValue(SolveStatus.UNKNOWN)


@dataclass(frozen=True, slots=True)
class ProofListeners:
    """Makes a new listener for each part of a win, and for each player who holds."""

    wins: Callable[[], ProofListener]
    holds: Callable[[], small_boards.DrawListener]


def no_suggestion(_board: Board) -> Point | None:
    """Suggest no move."""
    return None


def solve(
    board: Board,
    listeners: ProofListeners | None = None,
    meter: Meter | None = None,
    memory: SolverMemory | None = None,
    suggest: Suggest = no_suggestion,
) -> GameValue:
    """Return the value of a position, as far as the meter's limits allow.

    Without listeners the proof is discarded, and no certificate can be written; the listeners of
    `make_listeners(board)` keep it. The meter's token cancels the search; without a meter the
    search may run forever.

    `suggest` may return a winning move of five in a row for the first player, who is to move. It is
    tried first, and proved like any other. Raises RuleError if the game is over or cannot be
    searched.
    """
    if board.outcome.is_over:
        raise RuleError(f"the game is over: {board}")
    meter = meter or Meter()
    with meter.running():
        try:
            used = listeners or ProofListeners(NullListener, NullListener)
            value = _solve(board, used, meter, memory or SolverMemory(), suggest)
        except SolverStopped:
            return UNKNOWN
        except SearchExhausted:
            return replace(UNKNOWN, has_tried_all=True)
    return value if listeners else replace(value, parts=[], holds={})


def _solve(
    board: Board, listeners: ProofListeners, meter: Meter, memory: SolverMemory, suggest: Suggest
) -> GameValue:
    rules = board.rules
    if rules.win is not WinRule.FREESTYLE:
        return _unproved(value_without_proof(board, meter, memory))
    if has_patterns(rules) and rules.area > SMALL_AREA:
        return _solve_five(board, listeners, meter, memory, suggest)
    return _proved(board, small_boards.solve_small_board(board, meter, memory), listeners)


def _unproved(worth: UnprovedValue) -> GameValue:
    winner, plies, move = worth
    return GameValue(SolveStatus.DRAW if winner is None else SolveStatus.WIN, winner, plies, move)


def _proved(
    board: Board, found: small_boards.WonGame | small_boards.DrawnGame, listeners: ProofListeners
) -> GameValue:
    if isinstance(found, small_boards.DrawnGame):
        return _drawn(board, found, listeners)
    listener = listeners.wins()
    small_boards.emit_attack(found.attack, listener)
    part = WinPart(*_sides(board, found.winner), listener, found.winner is board.turn)
    move = _point(board, found.attack.move)
    return GameValue(SolveStatus.WIN, found.winner, found.attack.plies, move, [part])


def _drawn(board: Board, found: small_boards.DrawnGame, listeners: ProofListeners) -> GameValue:
    holds: dict[Player, small_boards.DrawListener | None] = {}
    for player, hold in found.holds.items():
        holds[player] = None if hold is None else listeners.holds()
        listener = holds[player]
        if hold is not None and listener is not None:
            small_boards.emit_draw(hold, listener)
    mine = found.holds[board.turn]
    return GameValue(SolveStatus.DRAW, move=_point(board, mine.move if mine else None), holds=holds)


def _solve_five(
    board: Board, listeners: ProofListeners, meter: Meter, memory: SolverMemory, suggest: Suggest
) -> GameValue:
    """Find a win of either player by threats, by known moves, or by a search for quiet moves.

    If none is found, the engine searches on, without a proof.
    """
    tools = meter, listeners.wins, memory.moves, suggest
    solvers = {player: FiveSolver(board.rules, *tools) for player in Player}
    for player in (board.turn, board.turn.other):
        value = _try_five(board, player, solvers[player])
        if value is not None:
            return value
    meter.enter(QUIET_STAGE)
    found = _explore(board, solvers, meter)
    if found is None:
        meter.enter(ENGINE_STAGE)
        return _unproved(value_by_engine(board, meter))
    winner, moves = found
    memory.moves.update(moves)
    return _try_five(board, winner, solvers[winner]) or UNKNOWN


def _explore(
    board: Board, solvers: dict[Player, FiveSolver], meter: Meter
) -> tuple[Player, dict[Stones, int]] | None:
    """Return who wins by which quiet moves; None if none is left to try. Raises SolverStopped."""
    adviser = MoveAdviser(board.rules, meter)
    found = {
        player: start_pn_search(
            solver, adviser, _sides(board, player), is_mover=player is board.turn
        )
        for player, solver in solvers.items()
    }
    searches = {player: search for player, search in found.items() if search is not None}
    while any(not search.is_over for search in searches.values()):
        for player, search in searches.items():
            if not search.is_over:
                search.step()
            if search.is_won:
                return player, search.winning_moves()
    return None


def _try_five(board: Board, winner: Player, solver: FiveSolver) -> GameValue | None:
    """Return the value if threats and known moves win for a player, or None."""
    is_mover = winner is board.turn
    part = (solver.win if is_mover else solver.win_after)(*_sides(board, winner))
    return None if part is None else _five_value(board, winner, solver.used(part))


def _five_value(board: Board, winner: Player, proved: list[FivePart]) -> GameValue:
    last = proved[-1]
    is_mover = winner is board.turn
    parts = [WinPart(part.attacker, part.defender, part.listener) for part in proved[:-1]]
    parts.append(WinPart(last.attacker, last.defender, last.listener, is_mover))
    move = _point(board, last.move) if is_mover else None
    return GameValue(SolveStatus.WIN, winner, last.plies, move, parts)


def _sides(board: Board, player: Player) -> tuple[Cells, Cells]:
    """Return the cells of a player and of the opponent."""
    mine, theirs = (
        frozenset(bits(small_boards.player_cells(board, who))) for who in (player, player.other)
    )
    return mine, theirs


def _point(board: Board, cell: int | None) -> Point | None:
    return None if cell is None else point_of(cell, board.rules)


REFUSALS = (plain_check.ProofRefused, quick_check.QuickRefused, check_draw.DrawRefused)


def make_listeners(board: Board) -> ProofListeners:
    """Return listeners that keep the proof for a certificate."""
    size = board.rules.width, board.rules.height
    return ProofListeners(
        lambda: certificate_writer.TreeWriter(*size),
        lambda: certificate_writer.DrawTreeWriter(*size),
    )


def write_certificate(path: str, board: Board, value: GameValue) -> None:
    """Write the certificate of a proved value. Raises OSError."""
    if value.parts:
        _write_win(path, board, value)
    else:
        _write_draw(path, board, value)


def check_certificate(path: str, value: GameValue) -> None:
    """Check a certificate with every checker for it. Raises one of `REFUSALS`, or OSError."""
    if value.parts:
        quick_check.check(path)
        plain_check.check(path)
    else:
        check_draw.check(path)


def save_certificate(path: str | None, board: Board, value: GameValue, *, check: bool) -> int:
    """Write and check a certificate, and return its size in bytes; without a path, do not save it.

    Raises one of `REFUSALS`, or OSError.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = path or os.path.join(folder, "proof")
        write_certificate(path, board, value)
        if check:
            check_certificate(path, value)
        return os.stat(path).st_size


def _write_win(path: str, board: Board, value: GameValue) -> None:
    rules = board.rules
    with certificate_writer.CertificateWriter(path, rules.width, rules.height, rules.k) as file:
        for part in value.parts:
            writer = part.listener
            assert isinstance(writer, certificate_writer.TreeWriter)
            turn = (
                certificate_writer.ProofTurn.ATTACKER
                if part.is_attackers_turn
                else certificate_writer.ProofTurn.DEFENDER
            )
            file.add(turn, part.attacker, part.defender, writer.tree, writer.uses)


def _write_draw(path: str, board: Board, value: GameValue) -> None:
    rules = board.rules
    stones: dict[Player, list[int]] = {player: [] for player in Player}
    for point, player in board.stones.items():
        stones[player].append(cell_of(point, rules))
    first, second = (frozenset(stones[player]) for player in Player)
    turn = 1 if board.turn is Player.FIRST else 2
    claim = certificate_writer.DrawClaim(rules.width, rules.height, rules.k, first, second, turn)
    certificate_writer.write_draw_certificate(
        path, claim, *(_draw_tree(value.holds[player]) for player in Player)
    )


def _draw_tree(writer: small_boards.DrawListener | None) -> bytes | None:
    return None if writer is None else cast("certificate_writer.DrawTreeWriter", writer).tree
