"""A worker process: orders come in line by line, reports go out.

    python -m tengen.server.workers.child

One thread reads, so that a stop is heard at once; another one works. The process ends as soon as
its input does: with the server, however that ends.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import BinaryIO

from tengen.engine.cancel_token import CancelToken
from tengen.engine.search_thread import lower_thread_priority
from tengen.errors import SessionError, TengenError
from tengen.game.commands import Decline, OfferDraw
from tengen.game.computer_player import make_player
from tengen.game.events import Event
from tengen.game.machine_player import MachinePlayer, current_task
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.insight.puzzle import Puzzle, parse_puzzle
from tengen.insight.puzzle_solving import Hint, MoveFeedback, Solving, give_hint
from tengen.prove.theorem_zone import find_zone, has_zone
from tengen.rules.point import cell_of
from tengen.server.messages.conversion import board_of, cells_of, points_of
from tengen.server.messages.study import HintView, JobFailed, PuzzleUpdate, ZoneFound
from tengen.server.workers import jobs
from tengen.server.workers.analysis import PositionAnalyser, ResumableReview

Tell = Callable[[jobs.EngineMessage], None]


class JobRunner:
    """Players, engines and reviews that may be of use again."""

    def __init__(self) -> None:
        self._moving = ComputerMoves()
        self._looking = PositionAnalyser()
        self._reviews: dict[int, ResumableReview] = {}

    def do(self, number: int, job: jobs.EngineJob, cancel: CancelToken, tell: Tell) -> None:
        """Do a job; TengenError if it cannot be done. After a cancel nothing is heard."""
        if isinstance(job, jobs.MoveJob):
            tell(self._moving.move(job, cancel))
        elif isinstance(job, jobs.DrawReplyJob):
            tell(self._moving.reply(job))
        elif isinstance(job, jobs.AnalyseJob):
            self._looking.look(job, cancel, tell)
        elif isinstance(job, jobs.ZoneJob):
            tell(zone_of(job, cancel))
        elif isinstance(job, jobs.ReviewJob):
            self._review(number, job, cancel, tell)
        else:
            tell(try_puzzle(job))

    def forget(self, number: int) -> None:
        """Keep nothing of a review that was stopped."""
        self._reviews.pop(number, None)

    def _review(self, number: int, job: jobs.ReviewJob, cancel: CancelToken, tell: Tell) -> None:
        reviewing = self._reviews.pop(number, None) or ResumableReview(job)
        self._reviews[number] = reviewing
        reviewing.go_on(job.known, cancel, tell)


MOST_PLAYERS = 4


class ComputerMoves:
    """Keeps the computers of a few games: they know their plans, and what they saw before."""

    def __init__(self) -> None:
        self._player_for = lru_cache(MOST_PLAYERS)(_make_player)

    def move(self, job: jobs.MoveJob, cancel: CancelToken) -> jobs.Moved:
        """What the computer does whose turn it is."""
        state = _state_of(job.events)
        player = self._player(job.key, current_task(state).seat, state.setup)
        return jobs.Moved(player.act(state, job.now, cancel))

    def reply(self, job: jobs.DrawReplyJob) -> jobs.Moved:
        """What a computer says to a draw."""
        state = _state_of(job.events)
        agrees = self._player(job.key, job.seat, state.setup).wants_draw(state)
        return jobs.Moved(OfferDraw(job.seat) if agrees else Decline(job.seat))

    def _player(self, key: str, seat: Seat, setup: Setup) -> MachinePlayer:
        sitter = setup.sitter(seat)
        if not isinstance(sitter, Computer):
            raise SessionError(f"no computer sits in seat {seat.value}")
        return self._player_for(key, seat, sitter)


def _make_player(_game: str, _seat: Seat, sitter: Computer) -> MachinePlayer:
    return make_player(sitter)


def _state_of(events: Sequence[Event]) -> GameState:
    return Session.replay(events).state


def try_puzzle(job: jobs.PuzzleJob) -> PuzzleUpdate:
    """How a puzzle stands after somebody's moves. Raises TengenError."""
    puzzle = parse_puzzle(job.puzzle)
    rules = puzzle.rules
    solving = Solving(puzzle)
    answer = None
    for point in points_of(job.moves, rules):
        answer = solving.play(point)
    hint = None
    if job.hint and solving.line:
        hint = give_hint(solving.board, solving.line[0], job.hint)
    return _tried(puzzle, solving, answer, hint, shows=job.shows)


def _tried(
    puzzle: Puzzle, solving: Solving, answer: MoveFeedback | None, hint: Hint | None, *, shows: bool
) -> PuzzleUpdate:
    rules = puzzle.rules
    reply = None if answer is None else answer.reply
    refutation = None if answer is None else answer.refutation
    return PuzzleUpdate(
        puzzle.goal(),
        cells_of(solving.board.moves, rules),
        solving.count_left(),
        solving.is_solved,
        None if answer is None else answer.verdict.value,
        "" if answer is None else answer.words,
        None if reply is None else cell_of(reply, rules),
        None if refutation is None else cell_of(refutation, rules),
        None if hint is None else HintView(hint.words, cells_of(hint.points, rules)),
        cells_of(solving.line, rules) if shows else (),
    )


ZONE_SECONDS = 2.0


def zone_of(job: jobs.ZoneJob, cancel: CancelToken) -> ZoneFound:
    """The zone of a position. Raises RuleError."""
    board = board_of(job.position)
    found = find_zone(board, ZONE_SECONDS, cancel)
    cells = None if found is None else cells_of(sorted(found), board.rules)
    return ZoneFound(cells, len(board.empty_points()), has_zone(board))


INTERNAL_ERROR = "the engine failed, which is a mistake of ours; please try something else"

OrderQueue = queue.SimpleQueue[tuple[jobs.BeginJob, CancelToken] | jobs.ForgetJob]


class WorkerChild:
    """Reads orders in one thread and follows them in another."""

    def __init__(self, orders: BinaryIO, reports: BinaryIO) -> None:
        self._input = orders
        self._output = reports
        self._orders: OrderQueue = queue.SimpleQueue()
        self._tokens: dict[int, CancelToken] = {}
        self._desk = JobRunner()

    def run(self) -> None:
        """Work until there are no more orders, and then drop everything."""
        threading.Thread(target=self._work, daemon=True, name="worker").start()
        for line in self._input:
            order = jobs.parse_order(line)
            if isinstance(order, jobs.BeginJob):
                cancel = self._tokens[order.number] = CancelToken()
                self._orders.put((order, cancel))
            elif isinstance(order, jobs.StopJob):
                self._stop(order.number)
            else:
                self._orders.put(order)

    def _stop(self, number: int) -> None:
        cancel = self._tokens.get(number)  # none if it has ended meanwhile
        if cancel is not None:
            cancel.cancel()

    def _work(self) -> None:
        lower_thread_priority()
        while True:
            order = self._orders.get()
            if isinstance(order, jobs.ForgetJob):
                self._desk.forget(order.number)
            else:
                self._do(*order)

    def _do(self, order: jobs.BeginJob, cancel: CancelToken) -> None:
        def tell(news: jobs.EngineMessage) -> None:
            if not cancel.is_cancelled:
                self._report(jobs.JobProgress(order.number, news))

        try:
            self._desk.do(order.number, jobs.parse_job(order.job), cancel, tell)
        except TengenError as error:
            tell(JobFailed(str(error)))
        except Exception:  # noqa: BLE001 - whoever waits must be told
            traceback.print_exc()
            tell(JobFailed(INTERNAL_ERROR))
        del self._tokens[order.number]
        self._report(jobs.JobEnded(order.number))

    def _report(self, report: jobs.WorkerReport) -> None:
        try:
            self._output.write(jobs.format_line(report))
            self._output.flush()
        except OSError:  # nobody is there
            os._exit(1)


def main() -> None:
    """Work for whoever has started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reports, sys.stdout = sys.stdout, sys.stderr
    WorkerChild(sys.stdin.buffer, reports.buffer).run()
    os._exit(0)  # a search that goes on is not waited for


if __name__ == "__main__":
    main()
