"""The results of every type of job."""

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


def do_job(job: EngineJob, runner: JobRunner | None = None) -> list[EngineMessage]:
    messages: list[EngineMessage] = []
    (runner or JobRunner()).do(1, job, CancelToken(), messages.append)
    return messages


def cell(name: str) -> int:
    return cell_of(at(name), FIVE)


def position(moves: str, rules: Rules = FIVE) -> PositionSpec:
    return PositionSpec(rules, cells_of(parse_moves(moves, rules), rules))


def set_up(board: Board) -> PositionSpec:
    numbers = {Player.FIRST: 1, Player.SECOND: 2}
    stones = [(cell_of(point, FIVE), numbers[who]) for point, who in board.stones.items()]
    return PositionSpec(FIVE, (), tuple(stones), numbers[board.turn])


# Moves


def test_a_computer_makes_a_legal_move() -> None:
    session = do(begin(FIVE, two=MACHINE), Point(7, 7))
    (message,) = do_job(MoveJob(tuple(session.events), 0, "game"))
    assert isinstance(message, Moved)
    assert isinstance(message.command, PlayMove)
    assert session.handle(message.command, 0)


def test_a_whole_opening_can_be_played_by_different_workers() -> None:
    session = begin(FIVE, OpeningRule.SWAP2, one=MACHINE, two=MACHINE)
    while session.state.opening.task is not None:
        (message,) = do_job(MoveJob(tuple(session.events), 0, "game"))
        assert isinstance(message, Moved)
        assert session.handle(message.command, 0)
    assert len(session.state.board.moves) >= 3


def test_a_worker_reuses_the_player_of_a_game() -> None:
    """The stones of an opening are planned together, so the same player has them ready."""
    runner, session = JobRunner(), begin(FIVE, OpeningRule.SWAP2, one=Computer(9), two=MACHINE)
    points = []
    for _ in range(3):
        (message,) = do_job(MoveJob(tuple(session.events), 0, "game"), runner)
        assert isinstance(message, Moved)
        session.handle(message.command, 0)
        points.append(session.state.board.moves[-1])
    player = runner._computer_moves._player_for("game", Seat.ONE, Computer(9))  # noqa: SLF001
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
def test_a_computer_accepts_a_draw_when_it_is_losing(
    moves: str, answer: OfferDraw | Decline
) -> None:
    events = tuple(offered(moves).events)
    assert do_job(DrawReplyJob(events, Seat.TWO, "game")) == [Moved(answer)]


def test_a_worker_does_not_move_for_a_person() -> None:
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


def test_known_depths_are_not_reported_again() -> None:
    thoughts = do_job(AnalyseJob(position("h8 h9 j10"), depth=4, known=2))[:-1]
    assert [one.depth for one in thoughts if isinstance(one, AnalysisUpdate)] == [3, 4]


def test_time_already_spent_counts() -> None:
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


def test_scores_are_from_blacks_point_of_view() -> None:
    *_, last, _ = do_job(AnalyseJob(position("h8 a1 i8 a3 j8 a5 k8"), lines=1))
    assert isinstance(last, AnalysisUpdate)
    assert last.lines[0].winner == 1
    assert last.lines[0].score > 0


def test_a_game_without_patterns_is_analysed_to_its_end() -> None:
    *thoughts, last = do_job(AnalyseJob(PositionSpec(TIC_TAC_TOE, (4, 1)), lines=1))
    assert last == AnalysisDone(is_settled=True)
    assert isinstance(thoughts[-1], AnalysisUpdate)
    assert thoughts[-1].lines[0].winner == 1


def test_a_finished_game_is_not_analysed() -> None:
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
def test_illegal_positions_and_unsupported_rules_are_refused(job: EngineJob) -> None:
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
    message = do_job(ReviewJob(position(LOST_GAME), ("Ann", "Bob"), nodes=2000))
    moves = [one.move for one in message if isinstance(one, PositionJudged) and one.move]
    worst = max(moves, key=lambda move: move.loss)
    assert worst.player == 2
    assert worst.is_mistake
    assert worst.says.startswith("Bob's")
    assert worst.better


class Interrupted(CancelToken):
    """A token that is cancelled just before message number `number`, which is not received."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.messages: list[EngineMessage] = []
        self._number = number

    def receive(self, message: EngineMessage) -> None:
        if len(self.messages) + 1 == self._number:
            self.cancel()
        if not self.is_cancelled:
            self.messages.append(message)


def test_a_stopped_review_is_resumed_where_it_was() -> None:
    runner, job, cancel = JobRunner(), ReviewJob(position(LOST_GAME), nodes=2000), Interrupted(4)
    runner.do(1, job, cancel, cancel.receive)
    assert isinstance(cancel.messages[-1], PositionJudged)
    known = ReviewJob(job.position, nodes=2000, known=cancel.messages[-1].ply)
    rest = do_job(known, runner)
    assert cancel.messages + rest == do_job(job)
    runner.forget(1)
    assert do_job(known, runner) == rest


# Puzzles


def test_a_puzzle_without_moves_is_in_its_first_position() -> None:
    assert do_job(PuzzleJob(TRICKY)) == [
        PuzzleUpdate("Black to move and win with fours", (), 1, is_solved=False)
    ]


def test_a_right_move_solves_it() -> None:
    (message,) = do_job(PuzzleJob(TRICKY, (cell("h8"),)))
    assert isinstance(message, PuzzleUpdate)
    assert (message.verdict, message.is_solved, message.left) == ("solved", True, 0)
    assert message.moves == (cell("h8"),)


def test_a_wrong_move_is_refuted_and_taken_off_the_board() -> None:
    (message,) = do_job(PuzzleJob(TRICKY, (cell("i8"),)))
    assert isinstance(message, PuzzleUpdate)
    assert (message.verdict, message.is_solved, message.moves) == ("wrong", False, ())
    assert message.refutation == cell("h8")
    assert message.says == "I8 is a four, but White blocks on H8, and no win is in sight."


def test_each_hint_says_more() -> None:
    hints = [do_job(PuzzleJob(TRICKY, hint=step))[0].hint for step in (1, 2, 3)]  # type: ignore[union-attr]
    assert [len(hint.points) for hint in hints if hint] == [0, 3, 1]
    assert hints[2] is not None
    assert hints[2].says == "It is H8."


def test_the_solution_is_shown_on_request() -> None:
    (message,) = do_job(PuzzleJob(TRICKY, shows=True))
    assert isinstance(message, PuzzleUpdate)
    assert (message.solution, message.is_solved) == ((cell("h8"),), False)


@pytest.mark.parametrize("job", [PuzzleJob("nonsense"), PuzzleJob(TRICKY, (15 * 15,))])
def test_a_bad_puzzle_or_point_is_refused(job: PuzzleJob) -> None:
    with pytest.raises(TengenError):
        do_job(job)


# Zones


def test_a_zone_is_sent_as_cells() -> None:
    (message,) = do_job(ZoneJob(position("h8 a1 h9 a3 h10 h11 h7")))
    assert message == ZoneFound((cell("h6"),), empty=218, is_possible=True)


@pytest.mark.parametrize("moves, is_possible", [("h8", True), ("h8 h9", False)])
def test_without_a_zone_the_message_says_whether_there_can_be_one(
    moves: str, *, is_possible: bool
) -> None:
    (message,) = do_job(ZoneJob(position(moves)))
    assert isinstance(message, ZoneFound)
    assert (message.cells, message.is_possible) == (None, is_possible)
