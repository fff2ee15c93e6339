"""Positions that somebody analyses."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.pattern_tables import has_patterns
from tengen.engine.win_finder import Finder
from tengen.insight.standing import Standing, standing_by_line, standing_by_win
from tengen.online.study import LineView, LookDone, Thought
from tengen.online.views import cells_of
from tengen.rules.board import Board
from tengen.rules.rules import Rules
from tengen.workers.jobs import Look, News
from tengen.workers.kept import Kept
from tengen.workers.positions import board_of, number_of

MEGABYTES = 64
MOST_ENGINES = 2
NODES_FOR_WINS = 100_000
SECONDS_FOR_WINS = 0.5
"""For wins by threats alone, which are looked for first."""

Tell = Callable[[News], None]


class Looking:
    """Keeps an engine for each of the games that were looked at last, with all it has seen."""

    def __init__(self) -> None:
        self._engines: Kept[Rules, Engine] = Kept(MOST_ENGINES)

    def look(self, job: Look, halt: CancelToken, tell: Tell) -> None:
        """Tell of every depth that is not known yet. Raises RuleError."""
        board = board_of(job.position)
        if board.outcome.is_over:
            tell(LookDone(is_settled=True))
            return
        won = _find_win(board, halt)
        if won is not None and job.known == 0:
            tell(Thought(0, 0, job.spent, (_line_view(won, board.rules),)))
        is_settled = (won is not None and job.lines == 1) or self._think(
            board, won, job, halt, tell
        )
        tell(LookDone(is_settled))

    def _think(
        self, board: Board, won: Standing | None, job: Look, halt: CancelToken, tell: Tell
    ) -> bool:
        """Search deeper and deeper; whether that ended by itself."""
        engine = self._engines.get(board.rules, lambda: Engine(MEGABYTES))
        engine.get_ready()
        left, last = max(0.0, job.seconds - job.spent), None
        # The alarm is not a limit: with that, the engine would look for wins once more.
        with halt.watch(engine.stop), _ringing(left, engine.stop):
            for last in engine.analyse(board, Limits(depth=job.depth), job.lines):
                if last.depth > job.known:
                    tell(_thought(board, last, won, job))
        return last is not None and last.seconds < left and last.depth != job.depth


@contextmanager
def _ringing(seconds: float, ring: Callable[[], None]) -> Iterator[None]:
    """Have an alarm ring if this lasts so long."""
    alarm = threading.Timer(seconds, ring)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


def _find_win(board: Board, halt: CancelToken) -> Standing | None:
    if not has_patterns(board.rules):
        return None
    finder = Finder(board)
    with halt.watch(finder.stop), _ringing(SECONDS_FOR_WINS, finder.stop):
        win = finder.run(NODES_FOR_WINS).win
    return None if win is None else standing_by_win(board.turn, win)


def _thought(board: Board, analysis: Analysis, won: Standing | None, job: Look) -> Thought:
    """What is known after a depth; a win by threats stays the best line if no other is shorter."""
    turn, rules = board.turn, board.rules
    found = [standing_by_line(turn, line, rules, is_tie=False) for line in analysis.lines]
    if won is not None and not _is_shorter(found[0], won):
        found = [won, *(one for one in found if one.line[0] != won.line[0])]
    return Thought(
        analysis.depth,
        analysis.nodes,
        round(job.spent + analysis.seconds, 3),
        tuple(_line_view(standing, rules) for standing in found[: job.lines]),
    )


def _is_shorter(found: Standing, won: Standing) -> bool:
    return found.is_proven and found.winner is won.winner and found.plies <= won.plies


def _line_view(standing: Standing, rules: Rules) -> LineView:
    winner = standing.winner if standing.is_proven else None
    return LineView(
        cells_of(standing.line, rules),
        standing.score,
        round(standing.chance, 4),
        number_of(winner),
        standing.plies,
    )
