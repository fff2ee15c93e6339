"""What comes of every job, at a worker's desk."""

from __future__ import annotations

import pytest
from kit.machines import begin, do
from kit.puzzles import FIVE, at, four_and_three, two_ways

from tengen.engine.cancel_token import CancelToken
from tengen.errors import RuleError, SessionError, TengenError
from tengen.game.commands import Decline, OfferDraw, PlayMove
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Computer
from tengen.game.tasks import ChooseOption, Seat
from tengen.insight import Means, Puzzle, format_puzzle
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point, cell_of
from tengen.rules.rules import TIC_TAC_TOE, Player, Rules, WinRule
from tengen.server.messages.conversion import cells_of
from tengen.server.messages.study import (
    AnalysisDone,
    AnalysisUpdate,
    PositionJudged,
    PositionSpec,
    PuzzleUpdate,
    ReviewDone,
    ZoneFound,
)
from tengen.server.workers.child import JobRunner
from tengen.server.workers.jobs import (
    AnalyseJob,
    DrawReplyJob,
    EngineJob,
    EngineMessage,
    Moved,
    MoveJob,
    PuzzleJob,
    ReviewJob,
    ZoneJob,
)

MACHINE = Computer(6)
LOST_GAME = "h8 h9 i8 a1 j8 a3 k8 o1 l8"
SOLUTION = tuple(parse_moves("h8 i8 h7", FIVE))
TRICKY = format_puzzle(Puzzle(str(four_and_three()), Means.FOURS, SOLUTION[:1], 0))


def do_job(job: EngineJob, desk: JobRunner | None = None) -> list[EngineMessage]:
    told: list[EngineMessage] = []
    (desk or JobRunner()).do(1, job, CancelToken(), told.append)
    return told


def cell(name: str) -> int:
    return cell_of(at(name), FIVE)


def position(moves: str, rules: Rules = FIVE) -> PositionSpec:
    return PositionSpec(rules, cells_of(parse_moves(moves, rules), rules))


def set_up(board: Board) -> PositionSpec:
    numbers = {Player.FIRST: 1, Player.SECOND: 2}
    stones = [(cell_of(point, FIVE), numbers[who]) for point, who in board.stones.items()]
    return PositionSpec(FIVE, (), tuple(stones), numbers[board.turn])


# Moves


def test_a_computer_moves_and_the_game_takes_it() -> None:
    session = do(begin(FIVE, two=MACHINE), Point(7, 7))
    (news,) = do_job(MoveJob(tuple(session.events), 0, "game"))
    assert isinstance(news, Moved)
    assert isinstance(news.command, PlayMove)
    assert session.handle(news.command, 0)


def test_a_whole_opening_is_played_by_workers_that_know_nothing_of_each_other() -> None:
    session = begin(FIVE, OpeningRule.SWAP2, one=MACHINE, two=MACHINE)
    while session.state.opening.task is not None:
        (news,) = do_job(MoveJob(tuple(session.events), 0, "game"))
        assert isinstance(news, Moved)
        assert session.handle(news.command, 0)
    assert len(session.state.board.moves) >= 3


def test_who_has_moved_before_is_asked_again() -> None:
    """The stones of an opening are thought of together: the same player has them ready."""
    desk, session = JobRunner(), begin(FIVE, OpeningRule.SWAP2, one=Computer(9), two=MACHINE)
    points = []
    for _ in range(3):
        (news,) = do_job(MoveJob(tuple(session.events), 0, "game"), desk)
        assert isinstance(news, Moved)
        session.handle(news.command, 0)
        points.append(session.state.board.moves[-1])
    player = desk._moving._player_for("game", Seat.ONE, Computer(9))  # noqa: SLF001
    assert player._openings.plan._moves == tuple(points)  # type: ignore[attr-defined] # noqa: SLF001
    assert isinstance(session.state.task, ChooseOption)


def offered(moves: str) -> Session:
    session = do(begin(FIVE, two=Computer(9)), *parse_moves(moves, FIVE))
    session.handle(OfferDraw(Seat.ONE), 0)
    return session


@pytest.mark.parametrize(
    "moves, answer",
    [("h8 a1 i8 a3 j8", OfferDraw(Seat.TWO)), ("h8 h9 a1 i9 a3 j9 a5", Decline(Seat.TWO))],
)
def test_a_computer_agrees_to_a_draw_where_it_is_losing(
    moves: str, answer: OfferDraw | Decline
) -> None:
    events = tuple(offered(moves).events)
    assert do_job(DrawReplyJob(events, Seat.TWO, "game")) == [Moved(answer)]


def test_nobody_moves_for_a_person() -> None:
    session = begin(FIVE, two=MACHINE)
    with pytest.raises(SessionError, match="no computer sits in seat 1"):
        do_job(MoveJob(tuple(session.events), 0, "game"))


# Analyses


def test_an_analysis_goes_deeper_and_deeper() -> None:
    *thoughts, last = do_job(AnalyseJob(position("h8 h9 j10"), lines=2, depth=4))
    assert [one.depth for one in thoughts if isinstance(one, AnalysisUpdate)] == [1, 2, 3, 4]
    assert last == AnalysisDone(is_settled=False)
    assert isinstance(thoughts[-1], AnalysisUpdate)
    best, second = thoughts[-1].lines
    assert best.moves[0] != second.moves[0]
    assert (best.winner, second.winner) == (None, None)


def test_what_is_known_already_is_not_told_again() -> None:
    thoughts = do_job(AnalyseJob(position("h8 h9 j10"), depth=4, known=2))[:-1]
    assert [one.depth for one in thoughts if isinstance(one, AnalysisUpdate)] == [3, 4]


def test_time_that_is_spent_is_gone() -> None:
    *thoughts, last = do_job(AnalyseJob(position("h8 h9 j10"), seconds=30, spent=30))
    seconds = [one.seconds for one in thoughts if isinstance(one, AnalysisUpdate)]
    assert seconds
    assert all(30 <= one < 60 for one in seconds)
    assert last == AnalysisDone(is_settled=False)


@pytest.mark.parametrize("lines", [1, 3])
def test_a_win_by_threats_is_the_best_line_of_every_depth(lines: int) -> None:
    *thoughts, last = do_job(AnalyseJob(set_up(two_ways()), lines=lines, depth=3))
    assert last == AnalysisDone(is_settled=True)
    for one in thoughts:
        assert isinstance(one, AnalysisUpdate)
        assert one.lines[0].moves[0] == cell("h8")
        assert (one.lines[0].winner, one.lines[0].chance) == (1, 1.0)
        assert one.lines[0].plies > 0
        assert len({line.moves[0] for line in one.lines}) == len(one.lines) <= lines


def test_scores_are_those_of_black_whoever_moves() -> None:
    *_, last, _ = do_job(AnalyseJob(position("h8 a1 i8 a3 j8 a5 k8"), lines=1))
    assert isinstance(last, AnalysisUpdate)
    assert last.lines[0].winner == 1
    assert last.lines[0].score > 0


def test_a_game_without_patterns_is_analysed_to_its_end() -> None:
    *thoughts, last = do_job(AnalyseJob(PositionSpec(TIC_TAC_TOE, (4, 1)), lines=1))
    assert last == AnalysisDone(is_settled=True)
    assert isinstance(thoughts[-1], AnalysisUpdate)
    assert thoughts[-1].lines[0].winner == 1


def test_there_is_nothing_to_see_in_a_game_that_is_over() -> None:
    assert do_job(AnalyseJob(position(LOST_GAME))) == [AnalysisDone(is_settled=True)]


@pytest.mark.parametrize(
    "job",
    [
        AnalyseJob(PositionSpec(FIVE, (7, 7))),
        AnalyseJob(PositionSpec(FIVE, (15 * 15,))),
        AnalyseJob(PositionSpec(FIVE, (), ((15 * 15, 1),))),
        AnalyseJob(PositionSpec(Rules(30, 30, 5, WinRule.RENJU))),
        ReviewJob(PositionSpec(Rules(30, 30, 5, WinRule.RENJU))),
        ReviewJob(PositionSpec(FIVE, (7, 7))),
    ],
)
def test_what_the_rules_or_the_engine_do_not_allow_is_refused(job: EngineJob) -> None:
    with pytest.raises(RuleError):
        do_job(job)


# Reviews


def test_a_game_is_judged_from_its_end() -> None:
    *judged, done = do_job(ReviewJob(position(LOST_GAME), ("Ann", "Bob"), nodes=2000))
    assert [one.ply for one in judged if isinstance(one, PositionJudged)] == [*range(9, -1, -1)]
    assert isinstance(done, ReviewDone)
    assert done.says.startswith("Ann won after nine moves. Bob could still have held at move")
    assert done.turning_point is not None
    assert len(done.chances) == 10
    assert done.counts[1].mistakes + done.counts[1].blunders >= 1


def test_a_mistake_is_explained() -> None:
    news = do_job(ReviewJob(position(LOST_GAME), ("Ann", "Bob"), nodes=2000))
    moves = [one.move for one in news if isinstance(one, PositionJudged) and one.move]
    worst = max(moves, key=lambda move: move.loss)
    assert worst.player == 2
    assert worst.is_mistake
    assert worst.says.startswith("Bob's")
    assert worst.better


class Interrupted(CancelToken):
    """Is cancelled just before so many news are told: the last of them is not heard any more."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.told: list[EngineMessage] = []
        self._most = most

    def tell(self, news: EngineMessage) -> None:
        if len(self.told) + 1 == self._most:
            self.cancel()
        if not self.is_cancelled:
            self.told.append(news)


def test_a_review_goes_on_where_it_was_stopped() -> None:
    desk, job, cancel = JobRunner(), ReviewJob(position(LOST_GAME), nodes=2000), Interrupted(4)
    desk.do(1, job, cancel, cancel.tell)
    assert isinstance(cancel.told[-1], PositionJudged)
    known = ReviewJob(job.position, nodes=2000, known=cancel.told[-1].ply)
    rest = do_job(known, desk)
    assert cancel.told + rest == do_job(job)
    desk.forget(1)
    assert do_job(known, desk) == rest


# Puzzles


def test_a_puzzle_stands_as_it_does_before_the_first_move() -> None:
    assert do_job(PuzzleJob(TRICKY)) == [
        PuzzleUpdate("Black to move and win with fours", (), 1, is_solved=False)
    ]


def test_a_right_move_solves_it() -> None:
    (news,) = do_job(PuzzleJob(TRICKY, (cell("h8"),)))
    assert isinstance(news, PuzzleUpdate)
    assert (news.verdict, news.is_solved, news.left) == ("solved", True, 0)
    assert news.moves == (cell("h8"),)


def test_a_wrong_move_is_refuted_and_not_kept() -> None:
    (news,) = do_job(PuzzleJob(TRICKY, (cell("i8"),)))
    assert isinstance(news, PuzzleUpdate)
    assert (news.verdict, news.is_solved, news.moves) == ("wrong", False, ())
    assert news.refutation == cell("h8")
    assert news.says == "I8 is a four, but White blocks on H8, and no win is in sight."


def test_a_hint_says_more_every_time() -> None:
    hints = [do_job(PuzzleJob(TRICKY, hint=step))[0].hint for step in (1, 2, 3)]  # type: ignore[union-attr]
    assert [len(hint.points) for hint in hints if hint] == [0, 3, 1]
    assert hints[2] is not None
    assert hints[2].says == "It is H8."


def test_the_solution_is_told_to_who_asks_for_it() -> None:
    (news,) = do_job(PuzzleJob(TRICKY, shows=True))
    assert isinstance(news, PuzzleUpdate)
    assert (news.solution, news.is_solved) == ((cell("h8"),), False)


@pytest.mark.parametrize("job", [PuzzleJob("nonsense"), PuzzleJob(TRICKY, (15 * 15,))])
def test_what_is_no_puzzle_or_no_point_is_refused(job: PuzzleJob) -> None:
    with pytest.raises(TengenError):
        do_job(job)


# Zones


def test_a_zone_is_told_as_cells() -> None:
    (news,) = do_job(ZoneJob(position("h8 a1 h9 a3 h10 h11 h7")))
    assert news == ZoneFound((cell("h6"),), empty=218, is_possible=True)


@pytest.mark.parametrize("moves, is_possible", [("h8", True), ("h8 h9", False)])
def test_where_there_is_no_zone_it_is_told_why(moves: str, *, is_possible: bool) -> None:
    (news,) = do_job(ZoneJob(position(moves)))
    assert isinstance(news, ZoneFound)
    assert (news.cells, news.is_possible) == (None, is_possible)
