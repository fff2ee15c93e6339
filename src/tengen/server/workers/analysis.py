"""How a worker analyses positions and reviews games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.cancel_token import CancelToken, cancel_after
from tengen.engine.engine import Engine
from tengen.engine.pattern_tables import has_patterns
from tengen.engine.win_finder import find_win
from tengen.insight import (
    JudgedMove,
    Judgement,
    Reviewer,
    ReviewStep,
    describe_game,
    describe_judged,
)
from tengen.insight import Review as Reviewed
from tengen.insight.standing import Standing, standing_by_line, standing_by_win
from tengen.rules.board import Board
from tengen.rules.point import cell_of
from tengen.rules.rules import Player, Rules
from tengen.rules.wording import PlayerNames
from tengen.server.messages import study
from tengen.server.messages.conversion import PLAYER_NUMBERS, board_of, cells_of, number_of
from tengen.server.messages.study import PositionJudged as JudgedNews
from tengen.server.workers.jobs import AnalyseJob, EngineMessage, ReviewJob

ANALYSIS_MEGABYTES = 64
MOST_ENGINES = 2
NODES_FOR_WINS = 100_000
SECONDS_FOR_WINS = 0.5
"""For wins by threats alone, which are looked for first."""

Tell = Callable[[EngineMessage], None]


class PositionAnalyser:
    """Keeps an engine for each of the games that were looked at last, with all it has seen."""

    def __init__(self) -> None:
        self._engine_for = lru_cache(MOST_ENGINES)(lambda _rules: Engine(ANALYSIS_MEGABYTES))

    def look(self, job: AnalyseJob, cancel: CancelToken, tell: Tell) -> None:
        """Tell of every depth that is not known yet. Raises RuleError."""
        board = board_of(job.position)
        if board.outcome.is_over:
            tell(study.AnalysisDone(is_settled=True))
            return
        won = _find_win(board, cancel)
        if won is not None and job.known == 0:
            tell(study.AnalysisUpdate(0, 0, job.spent, (_line_view(won, board.rules),)))
        is_settled = (won is not None and job.lines == 1) or self._think(
            board, won, job, cancel, tell
        )
        tell(study.AnalysisDone(is_settled))

    def _think(
        self, board: Board, won: Standing | None, job: AnalyseJob, cancel: CancelToken, tell: Tell
    ) -> bool:
        """Search deeper and deeper; whether that ended by itself."""
        engine = self._engine_for(board.rules)
        left, last = max(0.0, job.seconds - job.spent), None
        # The time is not a limit: with that, the engine would look for wins once more.
        with cancel_after(left, cancel) as token:
            for last in engine.analyse(board, Limits(depth=job.depth), job.lines, cancel=token):
                if last.depth > job.known:
                    tell(_thought(board, last, won, job))
        return last is not None and last.seconds < left and last.depth != job.depth


def _find_win(board: Board, cancel: CancelToken) -> Standing | None:
    if not has_patterns(board.rules):
        return None
    with cancel_after(SECONDS_FOR_WINS, cancel) as token:
        win = find_win(board, NODES_FOR_WINS, token)
    return None if win is None else standing_by_win(board.turn, win)


def _thought(
    board: Board, analysis: Analysis, won: Standing | None, job: AnalyseJob
) -> study.AnalysisUpdate:
    """What is known after a depth; a win by threats stays the best line if no other is shorter."""
    turn, rules = board.turn, board.rules
    found = [standing_by_line(turn, line, rules, is_tie=False) for line in analysis.lines]
    if won is not None and not _is_shorter(found[0], won):
        found = [won, *(one for one in found if one.line[0] != won.line[0])]
    return study.AnalysisUpdate(
        analysis.depth,
        analysis.nodes,
        round(job.spent + analysis.seconds, 3),
        tuple(_line_view(standing, rules) for standing in found[: job.lines]),
    )


def _is_shorter(found: Standing, won: Standing) -> bool:
    return found.is_proven and found.winner is won.winner and found.plies <= won.plies


def _line_view(standing: Standing, rules: Rules) -> study.LineView:
    winner = standing.winner if standing.is_proven else None
    return study.LineView(
        cells_of(standing.line, rules),
        standing.score,
        round(standing.chance, 4),
        number_of(winner),
        standing.plies,
    )


REVIEW_MEGABYTES = 16


class ResumableReview:
    """A review that can be stopped and goes on where it was."""

    def __init__(self, job: ReviewJob) -> None:
        """Raises RuleError for a game that cannot be reviewed."""
        board = board_of(job.position)
        limits = None if job.nodes is None else Limits(nodes=job.nodes)
        self._rules = board.rules
        self._names = dict(zip(Player, job.names, strict=True))
        self._reviewer = Reviewer(board, limits, REVIEW_MEGABYTES)
        self._judged: list[ReviewStep] = []

    def go_on(
        self, known: int | None, cancel: CancelToken, tell: Callable[[EngineMessage], None]
    ) -> None:
        """Tell of every position before those that are known, and of all in the end."""
        for judged in self._all_judged(cancel):
            if known is None or judged.ply < known:
                tell(_judged_news(judged, self._rules, self._names))
        review = self._reviewer.review
        if review.is_complete:
            tell(_review_done(review, self._names))

    def _all_judged(self, cancel: CancelToken) -> Iterator[ReviewStep]:
        """Those of before first: a stop may have kept one of them from being told."""
        yield from list(self._judged)
        for judged in self._reviewer.run(cancel):
            self._judged.append(judged)
            yield judged


def _judged_news(judged: ReviewStep, rules: Rules, names: PlayerNames) -> JudgedNews:
    standing = judged.standing
    return JudgedNews(
        judged.ply,
        round(standing.chance, 4),
        standing.certainty.value,
        number_of(standing.winner),
        standing.plies,
        cells_of(standing.line, rules),
        None if judged.move is None else _move_view(judged.move, names),
    )


def _move_view(move: JudgedMove, names: PlayerNames) -> study.MoveView:
    return study.MoveView(
        move.number,
        cell_of(move.point, move.rules),
        PLAYER_NUMBERS[move.player],
        move.judgement.value,
        move.judgement.is_mistake,
        round(move.loss, 4),
        cells_of(move.better, move.rules),
        describe_judged(move, names),
    )


def _review_done(review: Reviewed, names: PlayerNames) -> study.ReviewDone:
    turning = review.turning_point
    black, white = Player
    return study.ReviewDone(
        describe_game(review, names),
        None if turning is None else turning.number,
        tuple(round(standing.chance, 4) for standing in review.standings),
        (_count(review, black), _count(review, white)),
    )


def _count(review: Reviewed, player: Player) -> study.MistakeCounts:
    kinds = (Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER, Judgement.MISSED_WIN)
    return study.MistakeCounts(*(review.count(player, kind) for kind in kinds))
