"""Positions that somebody analyses."""

from __future__ import annotations

from collections.abc import Callable

from tengen.core.board import Board
from tengen.core.rules import Rules
from tengen.notation.words import STONES
from tengen.online.study import LineView, LookDone, Thought
from tengen.online.views import cells_of
from tengen.players.halt import Halt
from tengen.review.standing import by_line
from tengen.search.analysis import Analysis, Limits, Line
from tengen.search.engine import Engine
from tengen.workers.jobs import Look, News
from tengen.workers.kept import Kept
from tengen.workers.positions import board_of, number_of

MEGABYTES = 64
MOST_ENGINES = 2


class Looking:
    """Keeps an engine for each of the games that were looked at last, with all it has seen."""

    def __init__(self) -> None:
        self._engines: Kept[Rules, Engine] = Kept(MOST_ENGINES)

    def look(self, job: Look, halt: Halt, tell: Callable[[News], None]) -> None:
        """Tell of every depth that is not known yet. Raises RuleError."""
        board = board_of(job.position)
        if board.outcome.is_over:
            tell(LookDone(is_settled=True))
            return
        engine = self._engines.get(board.rules, lambda: Engine(MEGABYTES))
        engine.get_ready()
        limits = Limits(max(0.0, job.seconds - job.spent), depth=job.depth)
        last = None
        with halt.watch(engine.stop):
            for last in engine.analyse(board, limits, job.lines):
                if last.depth > job.known:
                    tell(_thought(board, last, job.spent))
        tell(LookDone(is_settled=last is not None and _is_settled(last, limits)))


def _is_settled(last: Analysis, limits: Limits) -> bool:
    """Whether a search has ended by itself."""
    assert limits.seconds is not None
    is_deep = limits.depth is not None and last.depth >= limits.depth
    return last.seconds < limits.seconds and not is_deep


def _thought(board: Board, analysis: Analysis, spent: float) -> Thought:
    lines = tuple(_line_view(board, line) for line in analysis.lines)
    return Thought(analysis.depth, analysis.nodes, round(spent + analysis.seconds, 3), lines)


def _line_view(board: Board, line: Line) -> LineView:
    standing = by_line(board.turn, line, board.rules, is_tie=False)
    winner = standing.winner if standing.is_proven else None
    says = f"{STONES[winner]} wins in {standing.plies}" if winner else f"{standing.chance:.0%}"
    return LineView(
        cells_of(line.moves, board.rules),
        standing.score,
        round(standing.chance, 4),
        number_of(winner),
        standing.plies,
        says.replace("%", " %"),
    )
