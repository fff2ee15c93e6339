"""A worker process: reads orders line by line, writes reports.

    python -m tengen.server.workers.child

One thread reads, so that a stop takes effect at once; another one works. The process ends when its
input ends, so also when the server is killed.
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

from tengen.engine import CancelToken
from tengen.engine.search_thread import lower_session_priority, lower_thread_priority
from tengen.errors import SessionError, TengenError
from tengen.game import Computer, Event, GameState, MachinePlayer, Seat, Session, Setup, make_player
from tengen.game.commands import Decline, OfferDraw
from tengen.game.machine_player import current_task
from tengen.insight import Hint, MoveFeedback, Puzzle, Solving, parse_puzzle
from tengen.insight.puzzle_solving import give_hint
from tengen.prove.theorem_zone import find_zone, has_zone
from tengen.rules import cell_of
from tengen.server.messages.conversion import board_of, cells_of, points_of
from tengen.server.messages.study import HintView, JobFailed, PuzzleUpdate, ZoneFound
from tengen.server.workers import jobs
from tengen.server.workers.analysis import PositionAnalyser, ResumableReview

OnMessage = Callable[[jobs.EngineMessage], None]


class JobRunner:
    """Runs jobs, and keeps players, engines and reviews for later jobs."""

    def __init__(self) -> None:
        self._computer_moves = ComputerMoves()
        self._analyser = PositionAnalyser()
        self._reviews: dict[int, ResumableReview] = {}

    def do(
        self, number: int, job: jobs.EngineJob, cancel: CancelToken, on_message: OnMessage
    ) -> None:
        """Run a job. Raises TengenError if it fails."""
        if isinstance(job, jobs.MoveJob):
            on_message(self._computer_moves.move(job, cancel))
        elif isinstance(job, jobs.DrawReplyJob):
            on_message(self._computer_moves.reply(job))
        elif isinstance(job, jobs.AnalyseJob):
            self._analyser.analyse(job, cancel, on_message)
        elif isinstance(job, jobs.ZoneJob):
            on_message(zone_message(job, cancel))
        elif isinstance(job, jobs.ReviewJob):
            self._review(number, job, cancel, on_message)
        else:
            on_message(try_puzzle(job))

    def forget(self, number: int) -> None:
        """Drop a stopped review."""
        self._reviews.pop(number, None)

    def _review(
        self, number: int, job: jobs.ReviewJob, cancel: CancelToken, on_message: OnMessage
    ) -> None:
        review = self._reviews.pop(number, None) or ResumableReview(job)
        self._reviews[number] = review
        review.resume(job.known, cancel, on_message)


MAX_PLAYERS = 4


class ComputerMoves:
    """Keeps the computer players of a few games, with their plans and hash tables."""

    def __init__(self) -> None:
        self._player_for = lru_cache(MAX_PLAYERS)(_make_player)

    def move(self, job: jobs.MoveJob, cancel: CancelToken) -> jobs.Moved:
        """Return the command of the computer to move."""
        state = _replay(job.events)
        player = self._player(job.key, current_task(state).seat, state.setup)
        return jobs.Moved(player.act(state, job.now, cancel))

    def reply(self, job: jobs.DrawReplyJob) -> jobs.Moved:
        """Return a computer's reply to a draw offer."""
        state = _replay(job.events)
        agrees = self._player(job.key, job.seat, state.setup).wants_draw(state)
        return jobs.Moved(OfferDraw(job.seat) if agrees else Decline(job.seat))

    def _player(self, key: str, seat: Seat, setup: Setup) -> MachinePlayer:
        computer = setup.sitter(seat)
        if not isinstance(computer, Computer):
            raise SessionError(f"no computer sits in seat {seat.value}")
        return self._player_for(key, seat, computer)


def _make_player(_game: str, _seat: Seat, computer: Computer) -> MachinePlayer:
    return make_player(computer)


def _replay(events: Sequence[Event]) -> GameState:
    return Session.replay(events).state


def try_puzzle(job: jobs.PuzzleJob) -> PuzzleUpdate:
    """Return the state of a puzzle after the solver's moves. Raises TengenError."""
    puzzle = parse_puzzle(job.puzzle)
    rules = puzzle.rules
    solving = Solving(puzzle)
    answer = None
    for point in points_of(job.moves, rules):
        answer = solving.play(point)
    hint = None
    if job.hint and solving.line:
        hint = give_hint(solving.board, solving.line[0], job.hint)
    return _puzzle_update(puzzle, solving, answer, hint, shows=job.shows)


def _puzzle_update(
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


def zone_message(job: jobs.ZoneJob, cancel: CancelToken) -> ZoneFound:
    """Return the zone of a position. Raises RuleError."""
    board = board_of(job.position)
    found = find_zone(board, ZONE_SECONDS, cancel)
    cells = None if found is None else cells_of(sorted(found), board.rules)
    return ZoneFound(cells, len(board.empty_points()), has_zone(board))


INTERNAL_ERROR = "internal engine error; please try again"

OrderQueue = queue.SimpleQueue[tuple[jobs.BeginJob, CancelToken] | jobs.ForgetJob]


class WorkerChild:
    """Reads orders in one thread and follows them in another."""

    def __init__(self, orders: BinaryIO, reports: BinaryIO) -> None:
        self._input = orders
        self._output = reports
        self._orders: OrderQueue = queue.SimpleQueue()
        self._tokens: dict[int, CancelToken] = {}
        self._runner = JobRunner()

    def run(self) -> None:
        """Read orders until the input ends."""
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
        cancel = self._tokens.get(number)  # None if the job has already ended
        if cancel is not None:
            cancel.cancel()

    def _work(self) -> None:
        lower_thread_priority()
        while True:
            order = self._orders.get()
            if isinstance(order, jobs.ForgetJob):
                self._runner.forget(order.number)
            else:
                self._do(*order)

    def _do(self, order: jobs.BeginJob, cancel: CancelToken) -> None:
        def on_message(message: jobs.EngineMessage) -> None:
            if not cancel.is_cancelled:
                self._report(jobs.JobProgress(order.number, message))

        try:
            self._runner.do(order.number, jobs.parse_job(order.job), cancel, on_message)
        except TengenError as error:
            on_message(JobFailed(str(error)))
        except Exception:  # noqa: BLE001 - the requester needs an answer
            traceback.print_exc()
            on_message(JobFailed(INTERNAL_ERROR))
        del self._tokens[order.number]
        self._report(jobs.JobEnded(order.number))

    def _report(self, report: jobs.WorkerReport) -> None:
        try:
            self._output.write(jobs.format_line(report))
            self._output.flush()
        except OSError:  # the server has gone
            os._exit(1)


def main() -> None:
    """Work for the server that started this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_session_priority()
    reports, sys.stdout = sys.stdout, sys.stderr
    WorkerChild(sys.stdin.buffer, reports.buffer).run()
    os._exit(0)  # does not wait for a running search


if __name__ == "__main__":
    main()
