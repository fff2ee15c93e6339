"""The judgement of a position, given the standings after its moves."""

from __future__ import annotations

from tengen.engine.analysis import Limits
from tengen.engine.constants import WIN
from tengen.engine.win_finder import Win
from tengen.insight.position_judge import PositionExaminer, PositionJudge
from tengen.insight.review import Certainty, Defeat, Standing, likely_standing, standing_by_win
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player

A, B, C, D, E, F = (Point(0, col) for col in range(6))
WINS = standing_by_win(Player.SECOND, Win(E))


class ScriptedExaminer(PositionExaminer):
    """An examiner with given results: the moves not refuted, and the standing after each move."""

    def __init__(self, left: list[Point] | None, after: dict[Point, Standing]) -> None:
        super().__init__(GAMES["five"], Limits(nodes=1), 1, 1)
        self.left = left
        self.after = after

    def find_win(self, board: Board) -> Standing | None:
        return None if not board.moves else self.after[board.moves[-1]]

    def search(self, board: Board, lines: int = 1) -> list[Standing]:
        assert not board.moves
        return [Standing(Player.FIRST, 0, 0.5, line=(point,)) for point in self.after][:lines]

    def refute(self, board: Board) -> tuple[list[Point] | None, Defeat | None]:
        assert not board.moves
        return self.left, None


def judged(
    left: list[Point] | None, after: dict[Point, Standing]
) -> tuple[Certainty, Player | None, tuple[Point, ...]]:
    """Judge the first position where A was played and loses."""
    judge = PositionJudge(ScriptedExaminer(left, after))
    position = judge.judge(Board(GAMES["five"]), A, WINS)
    return position.standing.certainty, position.standing.winner, position.better


def test_a_loss_is_proven_if_all_moves_that_could_help_lose() -> None:
    assert judged([B, C], {B: WINS, C: WINS}) == (Certainty.PROVEN, Player.SECOND, ())


def test_a_loss_is_only_likely_if_some_moves_were_not_tried() -> None:
    assert judged(None, {B: WINS, C: WINS}) == (Certainty.LIKELY, Player.SECOND, ())
    many = [B, C, D, E, F]
    assert judged(many, dict.fromkeys(many, WINS)) == (Certainty.LIKELY, Player.SECOND, ())


def test_the_moves_that_hold_are_listed_best_first() -> None:
    good = Standing(Player.SECOND, 300, 0.7, line=(E,))
    fair = Standing(Player.SECOND, 0, 0.5, line=(E,))
    for left in (None, [B, C, D]):
        assert judged(left, {B: fair, C: WINS, D: good}) == (Certainty.OPEN, None, (D, B))


def test_one_move_can_prove_a_win_but_not_a_loss_or_a_tie() -> None:
    lost = standing_by_win(Player.FIRST, Win(A))
    tie = Standing(Player.FIRST, 0, 0.5, Certainty.PROVEN)
    won = Standing(Player.SECOND, WIN, 1.0, Certainty.PROVEN)
    assert lost.before(B).certainty is Certainty.LIKELY
    assert lost.before(B).plies == 0
    assert tie.before(B).certainty is Certainty.OPEN
    assert (won.before(B).plies, won.before(B).is_proven, won.before(B).win) != (1, True, None)
    assert won.before(B).score == WIN - 1


def test_a_loss_is_proven_one_move_earlier_if_no_other_move_is_better() -> None:
    standing = standing_by_win(Player.FIRST, Win(A)).only_before(B)
    assert (standing.turn, standing.plies, standing.line) == (Player.SECOND, 2, (B, A))
    assert standing.winner is Player.FIRST


def test_a_likely_losing_move_is_best_only_if_no_other_holds() -> None:
    doubtful = Standing(Player.FIRST, -2000, 0.04, line=(A,))
    lost = likely_standing(Player.SECOND, Standing(Player.SECOND, 0, 0.5, line=(E,)))
    for after, certainty, better in (
        ({A: lost, B: lost}, Certainty.LIKELY, ()),
        ({A: lost, B: doubtful.before(B)}, Certainty.OPEN, (B,)),
    ):
        position = PositionJudge(ScriptedExaminer(None, after)).judge(Board(GAMES["five"]), A, lost)
        assert (position.standing.certainty, position.better) == (certainty, better)
