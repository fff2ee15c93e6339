"""Review a game with the engine, position by position from its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tengen.engine import CancelToken, Limits
from tengen.insight import position_judge
from tengen.insight.review import JudgedMove, Judgement, Review, Standing, judge_move
from tengen.insight.shapes import NO_EFFECT, Shape, answer_to, effect_of, only_defence
from tengen.rules import Board, Point

HASH_MEGABYTES = 32


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """The position after `ply` moves, and the move that was played in it, if any."""

    ply: int
    standing: Standing
    move: JudgedMove | None


class Reviewer:
    """Reviews a game, finished or not.

    `run` judges one position at each step, the last one first; `review` is the result so far.
    Raises RuleError for a game that the engine does not play.
    """

    def __init__(
        self,
        board: Board,
        limits: Limits | None = None,
        megabytes: float = HASH_MEGABYTES,
        threads: int = 1,
    ) -> None:
        """`limits` apply to one search; most positions take two searches, mistakes a few more.

        Without limits, a game of forty moves takes about twenty seconds.
        """
        self._rules = board.rules
        self._outcome = board.outcome
        self._moves = board.moves
        self._board = board.copy()
        self._examiner = position_judge.PositionExaminer(board.rules, limits, megabytes, threads)
        self._judge = position_judge.PositionJudge(self._examiner)
        self._judged: list[ReviewStep] = []

    def run(self, cancel: CancelToken | None = None) -> Iterator[ReviewStep]:
        """Judge the positions that are left, until it is cancelled."""
        self._examiner.cancel = cancel or CancelToken()
        while len(self._judged) <= len(self._moves):
            try:
                judged = self._judge_next()
            except position_judge.ReviewStopped:
                return
            self._judged.append(judged)
            yield judged

    def __len__(self) -> int:
        """Return the number of positions to judge."""
        return len(self._moves) + 1

    @property
    def review(self) -> Review:
        """The review so far."""
        judged = self._judged[::-1]
        return Review(
            self._rules,
            self._outcome,
            len(self._moves) + 1 - len(judged),
            tuple(one.standing for one in judged),
            tuple(one.move for one in judged if one.move is not None),
        )

    def _judge_next(self) -> ReviewStep:
        self._examiner.check()
        ply = len(self._moves) - len(self._judged)
        if not self._judged:
            return ReviewStep(ply, self._judge.judge_last(self._board.copy()).standing, None)
        board = self._board_at(ply)
        after = self._judged[-1].standing
        judged = self._judge.judge(board, self._moves[ply], after)
        return ReviewStep(ply, judged.standing, self._judge_move(board, ply, judged, after))

    def _board_at(self, ply: int) -> Board:
        """Return the board after `ply` moves."""
        board = self._board
        while len(board.moves) > ply:
            board.undo()
        return board.copy()

    def _judge_move(
        self, board: Board, ply: int, judged: position_judge.JudgedPosition, after: Standing
    ) -> JudgedMove:
        player, point = board.turn, self._moves[ply]
        judgement = judge_move(player, point, judged.standing, after)
        if only_defence(board) == point:
            judgement = Judgement.FORCED
        return JudgedMove(
            self._rules,
            ply + 1,
            player,
            point,
            judged.standing,
            after,
            judgement,
            effect_of(board, point),
            judged.better,
            effect_of(board, judged.better[0]) if judged.better else NO_EFFECT,
            _answer_shape(board, point, after),
        )


def _answer_shape(board: Board, point: Point, after: Standing) -> Shape:
    """Return the shape that the opponent's best answer makes, if the opponent wins."""
    if after.winner is not board.turn.other or not after.line:
        return Shape.NOTHING
    return answer_to(board, point, after.line[0])


def review_game(
    board: Board, limits: Limits | None = None, megabytes: float = HASH_MEGABYTES
) -> Review:
    """Review a whole game and return the review."""
    reviewer = Reviewer(board, limits, megabytes)
    for _ in reviewer.run():
        pass
    return reviewer.review
