"""The search for quiet moves of five in a row, on the engine's advice.

The engine says which moves to try, so that no win was found never means that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable

from tengen.rules.rules import Rules
from tengen.search.analysis import Limits
from tengen.search.engine import Engine
from tengen.solver.listener import Cells, Stones
from tengen.solver.prover import make_board
from tengen.solver.quest import Guide, Quest
from tengen.solver.small_meter import Meter
from tengen.solver.solve_five import FiveSolver

NODES = 30_000
MOVES = 8
MEGABYTES = 16
STAGE = "quiet moves"


class Adviser:
    """The moves that the engine likes best."""

    def __init__(self, rules: Rules, meter: Meter) -> None:
        self._rules = rules
        self._meter = meter
        self._engine = Engine(MEGABYTES)
        meter.join(int, self._engine.stop)

    def moves(self, stones: Stones) -> Iterable[tuple[int, int]]:
        """Each with a guess at how much is to be proved after it: the better, the less."""
        last = None
        board = make_board(self._rules, *stones)
        for analysis in self._engine.analyse(board, Limits(nodes=NODES), MOVES):
            last = analysis
        self._engine.get_ready()
        self._meter.count(last.nodes if last else 0)
        points = [line.moves[0] for line in last.lines] if last else []
        cells = [point.row * self._rules.width + point.col for point in points]
        return [(cell, 1 + rank) for rank, cell in enumerate(cells)]


class Expedition:
    """All positions that one player, the attacker, has to win, with the attacker to move."""

    def __init__(self, solver: FiveSolver, adviser: Adviser, positions: list[Stones]) -> None:
        def answers(stones: Stones, move: int) -> list[Stones] | None:
            attacker, defender = stones
            return solver.gaps(attacker | {move}, defender)

        guide = Guide(solver.wins, adviser.moves, answers)
        self._quests = [Quest(stones, guide) for stones in positions]

    @property
    def is_won(self) -> bool:
        """Whether all are won."""
        return all(quest.is_won for quest in self._quests)

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to look at, or one cannot be won."""
        return self.is_won or any(quest.is_over and not quest.is_won for quest in self._quests)

    def step(self) -> None:
        """Look at one more position or move."""
        next(quest for quest in self._quests if not quest.is_over).step()

    def winning_moves(self) -> dict[Stones, int]:
        """The quiet moves that win."""
        return {
            stones: move for quest in self._quests for stones, move in quest.winning_moves().items()
        }


def explore(
    solver: FiveSolver, adviser: Adviser, stones: tuple[Cells, Cells], *, is_mover: bool
) -> Expedition | None:
    """What the attacker has to win: the position, or all that a pass does not settle; or None."""
    positions = [stones] if is_mover else solver.gaps(*stones)
    return None if positions is None else Expedition(solver, adviser, positions)
