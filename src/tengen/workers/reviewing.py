"""Games that are gone through."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.insight import (
    JudgedMove,
    Judgement,
    Reviewer,
    ReviewStep,
    describe_game,
    describe_judged,
)
from tengen.insight import Review as Reviewed
from tengen.online.study import Count, MoveView, ReviewDone
from tengen.online.study import Judged as JudgedNews
from tengen.online.views import cells_of
from tengen.rules.rules import Player, Rules
from tengen.rules.wording import PlayerNames
from tengen.workers.jobs import News, Review
from tengen.workers.positions import NUMBERS, board_of, cell_of, number_of

MEGABYTES = 16


class Reviewing:
    """A review that can be stopped and goes on where it was."""

    def __init__(self, job: Review) -> None:
        """Raises RuleError for a game that cannot be reviewed."""
        board = board_of(job.position)
        limits = None if job.nodes is None else Limits(nodes=job.nodes)
        self._rules = board.rules
        self._names = dict(zip(Player, job.names, strict=True))
        self._reviewer = Reviewer(board, limits, MEGABYTES)
        self._judged: list[ReviewStep] = []

    def go_on(self, known: int | None, halt: CancelToken, tell: Callable[[News], None]) -> None:
        """Tell of every position before those that are known, and of all in the end."""
        self._reviewer.get_ready()
        with halt.watch(self._reviewer.stop):
            for judged in self._all_judged():
                if known is None or judged.ply < known:
                    tell(_judged_news(judged, self._rules, self._names))
        review = self._reviewer.review
        if review.is_complete:
            tell(_review_done(review, self._names))

    def _all_judged(self) -> Iterator[ReviewStep]:
        """Those of before first: a stop may have kept one of them from being told."""
        yield from list(self._judged)
        for judged in self._reviewer:
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


def _move_view(move: JudgedMove, names: PlayerNames) -> MoveView:
    return MoveView(
        move.number,
        cell_of(move.point, move.rules),
        NUMBERS[move.player],
        move.judgement.value,
        move.judgement.is_mistake,
        round(move.loss, 4),
        cells_of(move.better, move.rules),
        describe_judged(move, names),
    )


def _review_done(review: Reviewed, names: PlayerNames) -> ReviewDone:
    turning = review.turning_point
    black, white = Player
    return ReviewDone(
        describe_game(review, names),
        None if turning is None else turning.number,
        tuple(round(standing.chance, 4) for standing in review.standings),
        (_count(review, black), _count(review, white)),
    )


def _count(review: Reviewed, player: Player) -> Count:
    kinds = (Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER, Judgement.MISSED_WIN)
    return Count(*(review.count(player, kind) for kind in kinds))
