"""Analysis of positions and reviews of games in a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from tengen.engine import Analysis, CancelToken, Engine, Limits, find_win, has_patterns
from tengen.engine.cancel_token import cancel_after
from tengen.insight import (
    JudgedMove,
    Judgement,
    Reviewer,
    ReviewStep,
    Standing,
    describe_game,
    describe_judged,
)
from tengen.insight import Review as Reviewed
from tengen.insight.review import standing_by_line, standing_by_win
from tengen.rules import Board, Player, Rules, cell_of
from tengen.rules.wording import PlayerNames
from tengen.server.messages import study
from tengen.server.messages.conversion import PLAYER_NUMBERS, board_of, cells_of, number_of
from tengen.server.messages.study import PositionJudged
from tengen.server.workers.jobs import AnalyseJob, EngineMessage, ReviewJob

ANALYSIS_MEGABYTES = 64
MAX_ENGINES = 2
NODES_FOR_WINS = 100_000
SECONDS_FOR_WINS = 0.5
"""Limits of the first search, for wins by threats alone."""

OnMessage = Callable[[EngineMessage], None]


class PositionAnalyser:
    """Analyses positions, with one engine for each of the last games, so that hash tables stay."""

    def __init__(self) -> None:
        self._engine_for = lru_cache(MAX_ENGINES)(lambda _rules: Engine(ANALYSIS_MEGABYTES))

    def analyse(self, job: AnalyseJob, cancel: CancelToken, on_message: OnMessage) -> None:
        """Report every depth that is not known yet. Raises RuleError."""
        board = board_of(job.position)
        if board.outcome.is_over:
            on_message(study.AnalysisDone(is_settled=True))
            return
        win = _find_win(board, cancel)
        if win is not None and job.known == 0:
            on_message(study.AnalysisUpdate(0, 0, job.spent, (_line_view(win, board.rules),)))
        is_settled = (win is not None and job.lines == 1) or self._search(
            board, win, job, cancel, on_message
        )
        on_message(study.AnalysisDone(is_settled))

    def _search(
        self,
        board: Board,
        win: Standing | None,
        job: AnalyseJob,
        cancel: CancelToken,
        on_message: OnMessage,
    ) -> bool:
        """Search deeper and deeper; whether the search ended by itself."""
        engine = self._engine_for(board.rules)
        left, last = max(0.0, job.seconds - job.spent), None
        # The token limits the time: with a time limit, the engine would search for wins again.
        with cancel_after(left, cancel) as token:
            for last in engine.analyse(board, Limits(depth=job.depth), job.lines, cancel=token):
                if last.depth > job.known:
                    on_message(_analysis_update(board, last, win, job))
        return last is not None and last.seconds < left and last.depth != job.depth


def _find_win(board: Board, cancel: CancelToken) -> Standing | None:
    if not has_patterns(board.rules):
        return None
    with cancel_after(SECONDS_FOR_WINS, cancel) as token:
        win = find_win(board, NODES_FOR_WINS, token)
    return None if win is None else standing_by_win(board.turn, win)


def _analysis_update(
    board: Board, analysis: Analysis, win: Standing | None, job: AnalyseJob
) -> study.AnalysisUpdate:
    """Return the result of a depth; a win by threats comes first unless another is shorter."""
    turn, rules = board.turn, board.rules
    found = [standing_by_line(turn, line, rules, is_tie=False) for line in analysis.lines]
    if win is not None and not _is_shorter(found[0], win):
        found = [win, *(one for one in found if one.line[0] != win.line[0])]
    return study.AnalysisUpdate(
        analysis.depth,
        analysis.nodes,
        round(job.spent + analysis.seconds, 3),
        tuple(_line_view(standing, rules) for standing in found[: job.lines]),
    )


def _is_shorter(found: Standing, win: Standing) -> bool:
    return found.is_proven and found.winner is win.winner and found.plies <= win.plies


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
    """A review that can be stopped and resumed."""

    def __init__(self, job: ReviewJob) -> None:
        """Raises RuleError for a game that cannot be reviewed."""
        board = board_of(job.position)
        limits = None if job.nodes is None else Limits(nodes=job.nodes)
        self._rules = board.rules
        self._names = dict(zip(Player, job.names, strict=True))
        self._reviewer = Reviewer(board, limits, REVIEW_MEGABYTES)
        self._judged: list[ReviewStep] = []

    def resume(
        self, known: int | None, cancel: CancelToken, on_message: Callable[[EngineMessage], None]
    ) -> None:
        """Report every position that is not known yet, and the whole review at the end."""
        for judged in self._all_judged(cancel):
            if known is None or judged.ply < known:
                on_message(_position_judged(judged, self._rules, self._names))
        review = self._reviewer.review
        if review.is_complete:
            on_message(_review_done(review, self._names))

    def _all_judged(self, cancel: CancelToken) -> Iterator[ReviewStep]:
        """Yield earlier steps again: a stop may have prevented a report."""
        yield from list(self._judged)
        for judged in self._reviewer.run(cancel):
            self._judged.append(judged)
            yield judged


def _position_judged(judged: ReviewStep, rules: Rules, names: PlayerNames) -> PositionJudged:
    standing = judged.standing
    return PositionJudged(
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
