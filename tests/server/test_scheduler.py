"""The order of engine jobs, tested without an engine and without waiting."""

from __future__ import annotations

import asyncio

from kit.fake_workers import (
    FakeWorkers,
    analyse_job,
    analysis_update,
    in_loop,
    move_job,
    position_judged,
    puzzle_job,
    review_job,
    until,
)

from tengen.server.messages.study import JobFailed
from tengen.server.workers.jobs import AnalyseJob, EngineMessage, MoveJob, ReviewJob
from tengen.server.workers.scheduler import (
    CLOSED,
    MAX_JOBS,
    MAX_REVIEWS,
    TOO_MANY_JOBS,
    WORKER_LOST,
    Workers,
    default_worker_count,
)
from tengen.server.workers.task_queue import Requester


@in_loop
async def test_no_worker_is_started_before_there_is_work() -> None:
    workers = FakeWorkers(2)
    assert workers.started == []
    workers.submit("a", puzzle_job())
    assert len(workers.started) == 1
    assert workers.log == ["begin a"]


@in_loop
async def test_no_more_workers_are_started_than_allowed() -> None:
    workers = FakeWorkers(2)
    for name in "abc":
        workers.submit(name, puzzle_job())
    assert workers.log == ["begin a", "begin b"]
    workers.end("a")
    assert workers.log[2:] == ["begin c"]
    assert len(workers.started) == 2


@in_loop
async def test_messages_are_sent_in_order_up_to_the_final_one() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", analyse_job())
    workers.report("a", analysis_update(1))
    workers.report("a", analysis_update(2))
    workers.end("a")
    kinds = [type(message).__name__ for _, message in workers.messages]
    assert kinds == ["AnalysisUpdate", "AnalysisUpdate", "AnalysisDone"]


@in_loop
async def test_browsers_take_turns_however_many_jobs_they_have() -> None:
    workers = FakeWorkers(1)
    for name in ("a1", "a2", "a3", "b1", "b2"):
        workers.submit(name, puzzle_job(), owner=name[0])
    for name in ("a1", "b1", "a2", "b2", "a3"):
        workers.end(name)
    assert workers.log == [f"begin {name}" for name in ("a1", "b1", "a2", "b2", "a3")]


@in_loop
async def test_a_browser_has_one_running_job_of_each_type() -> None:
    workers = FakeWorkers(4)
    for name in ("a1", "a2"):
        workers.submit(name, analyse_job(), owner="a")
    workers.submit("a3", review_job(), owner="a")
    assert workers.log == ["begin a1", "begin a3"]
    workers.end("a1")
    assert workers.log[2:] == ["begin a2"]


@in_loop
async def test_networks_take_turns_however_many_browsers_they_have() -> None:
    workers = FakeWorkers(1)
    for name in ("a1", "a2", "a3", "a4"):
        workers.submit(name, move_job(), network="school")
    workers.submit("b1", move_job(), owner="b", network="home")
    for name in ("a1", "b1", "a2"):
        workers.end(name)
    assert workers.log == [f"begin {name}" for name in ("a1", "b1", "a2", "a3")]


@in_loop
async def test_browsers_of_a_network_take_turns_however_many_jobs_they_have() -> None:
    workers = FakeWorkers(1)
    for name in ("a1", "a2", "a3"):
        workers.submit(name, move_job(), owner="anna", network="school")
    workers.submit("b1", move_job(), owner="ben", network="school")
    for name in ("a1", "b1", "a2"):
        workers.end(name)
    assert workers.log == [f"begin {name}" for name in ("a1", "b1", "a2", "a3")]


@in_loop
async def test_workers_are_shared_between_networks_first() -> None:
    workers = FakeWorkers(3)
    for name in "xyz":
        workers.submit(name, move_job())
    for name in ("a1", "a2", "a3"):
        workers.submit(name, move_job(), network="school")
    workers.submit("b1", move_job(), network="home")
    for name in "xyz":
        workers.end(name)
    assert sorted(workers.log[3:]) == ["begin a1", "begin a2", "begin b1"]


@in_loop
async def test_a_browser_with_many_games_gets_one_move_after_the_other() -> None:
    workers = FakeWorkers(4)
    names = [f"game {at}" for at in range(2 * MAX_JOBS)]
    for name in names:
        workers.submit(name, move_job(), owner="anna")
    for name in names:
        workers.end(name)
    assert workers.log == [f"begin {name}" for name in names]
    assert not [message for _, message in workers.messages if isinstance(message, JobFailed)]


@in_loop
async def test_a_browser_with_many_games_may_still_start_an_analysis() -> None:
    workers = FakeWorkers(4)
    for at in range(2 * MAX_JOBS):
        workers.submit(f"game {at}", move_job(), owner="anna")
    workers.submit("analyse_job", analyse_job(), owner="anna")
    await asyncio.sleep(0)
    assert workers.messages == []


@in_loop
async def test_a_browser_is_the_same_in_every_network() -> None:
    workers = FakeWorkers(4)
    for name in ("home", "train"):
        workers.submit(name, analyse_job(), owner="anna", network=name)
    assert workers.log == ["begin home"]


@in_loop
async def test_a_network_leaves_one_worker_to_other_networks_with_work() -> None:
    workers = FakeWorkers(2)
    for name in ("a1", "a2", "a3", "a4"):
        workers.submit(name, move_job(), network="school")
    workers.submit("b1", analyse_job(), network="home")
    workers.end("a1")
    assert workers.log == ["begin a1", "begin a2", "begin b1"]
    workers.end("a2")
    workers.end("a3")
    assert workers.log[3:] == ["begin a3", "begin a4"]
    assert isinstance(workers.job_of("b1"), AnalyseJob)


@in_loop
async def test_a_single_network_may_use_all_workers() -> None:
    workers = FakeWorkers(2)
    for name in ("a1", "a2", "a3"):
        workers.submit(name, move_job(), network="school")
    workers.end("a1")
    assert workers.log == ["begin a1", "begin a2", "begin a3"]


@in_loop
async def test_moves_run_before_puzzles_and_puzzles_before_analyses() -> None:
    workers = FakeWorkers(1)
    workers.submit("busy", move_job())
    workers.submit("a", analyse_job())
    workers.submit("b", puzzle_job())
    workers.submit("c", move_job())
    for name in ("busy", "c", "b"):
        workers.end(name)
    assert workers.log == ["begin busy", "begin c", "begin b", "begin a"]


@in_loop
async def test_an_analysis_is_suspended_for_a_move_and_resumed_at_once() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", analyse_job())
    workers.submit("other", analyse_job())
    workers.submit("b", puzzle_job())
    assert workers.log == ["begin a", "stop a"]
    workers.end("a")
    workers.end("b")
    assert workers.log[2:] == ["begin b", "begin a"]


@in_loop
async def test_only_as_many_analyses_are_suspended_as_moves_wait() -> None:
    workers = FakeWorkers(4)
    for name in "abc":
        workers.submit(name, analyse_job())
    for name in "def":
        workers.submit(name, puzzle_job())
    assert workers.log[3:] == ["begin d", "stop a", "stop b"]
    workers.end("a")
    assert workers.log[6:] == ["begin e"]


@in_loop
async def test_one_of_several_workers_is_reserved_for_short_jobs() -> None:
    workers = FakeWorkers(2)
    workers.submit("a", analyse_job())
    workers.submit("b", analyse_job())
    assert workers.log == ["begin a"]
    workers.submit("c", move_job())
    assert workers.log == ["begin a", "begin c"]


@in_loop
async def test_an_analysis_is_suspended_rather_than_a_review() -> None:
    workers = FakeWorkers(3)
    workers.submit("a", review_job())
    workers.submit("b", analyse_job())
    for name in "cd":
        workers.submit(name, puzzle_job())
    assert workers.log[2:] == ["begin c", "stop b"]


@in_loop
async def test_a_review_runs_until_a_position_is_judged() -> None:
    workers = FakeWorkers(1, time_slice=0.0)
    workers.submit("a", review_job())
    workers.submit("b", review_job())
    await asyncio.sleep(0)
    assert workers.log == ["begin a"]
    workers.report("a", position_judged(2))
    assert workers.log[1:] == ["stop a"]


@in_loop
async def test_a_move_is_never_suspended() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", move_job())
    workers.submit("b", move_job())
    workers.submit("c", analyse_job())
    await asyncio.sleep(0)
    assert workers.log == ["begin a"]


@in_loop
async def test_analyses_take_turns_when_others_wait() -> None:
    workers = FakeWorkers(1, time_slice=0.0)
    for name in "abc":
        workers.submit(name, analyse_job())
    for name in "abca":
        assert workers.log[-1] == f"stop {name}"
        workers.end(name)
    assert workers.log[::2] == [f"begin {name}" for name in "abcab"]


@in_loop
async def test_a_time_slice_that_ends_later_is_awaited() -> None:
    workers = FakeWorkers(1, time_slice=0.01)
    workers.submit("a", analyse_job())
    workers.submit("b", analyse_job())
    assert workers.log == ["begin a"]
    await until(lambda: len(workers.log) == 2)
    assert workers.log[1:] == ["stop a"]


@in_loop
async def test_a_single_analysis_is_not_suspended() -> None:
    workers = FakeWorkers(1, time_slice=0.0)
    workers.submit("a", analyse_job(), owner="me")
    workers.submit("b", analyse_job(), owner="me")
    await asyncio.sleep(0)
    assert workers.log == ["begin a"]


@in_loop
async def test_a_resumed_job_continues_where_it_was() -> None:
    workers = FakeWorkers(3)
    workers.submit("a", analyse_job())
    workers.submit("b", review_job())
    workers.report("a", analysis_update(7))
    workers.report("b", position_judged(5))
    for name in "cde":
        workers.submit(name, puzzle_job())
    for name in "abcde":
        workers.end(name)
    again, other = workers.job_of("a"), workers.job_of("b")
    assert isinstance(again, AnalyseJob)
    assert isinstance(other, ReviewJob)
    assert (again.known, other.known) == (7, 5)
    assert 0 < again.spent < 30


@in_loop
async def test_a_job_that_ends_while_it_is_being_stopped_is_over() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", analyse_job())
    workers.submit("b", puzzle_job())
    workers.started[0].is_stopped = False
    workers.end("a")
    workers.end("b")
    assert workers.log == ["begin a", "stop a", "begin b"]


@in_loop
async def test_the_clock_of_a_game_runs_while_its_move_waits() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", puzzle_job())
    workers.submit("b", move_job(now=5000))
    await asyncio.sleep(0.002)
    workers.end("a")
    job = workers.job_of("b")
    assert isinstance(job, MoveJob)
    assert job.now > 5000


@in_loop
async def test_no_message_is_sent_after_a_cancel() -> None:
    workers = FakeWorkers(1)
    handle = workers.submit("a", analyse_job())
    handle.cancel()
    handle.cancel()
    assert workers.log == ["begin a", "stop a"]
    workers.report("a", analysis_update(1))
    workers.end("a")
    assert workers.messages == []
    assert workers.log == ["begin a", "stop a"]


@in_loop
async def test_a_waiting_job_that_is_cancelled_never_starts() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", puzzle_job())
    workers.submit("b", puzzle_job()).cancel()
    workers.submit("c", puzzle_job())
    workers.end("a")
    assert workers.log == ["begin a", "begin c"]


@in_loop
async def test_a_worker_gets_no_new_job_before_it_has_stopped() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", analyse_job()).cancel()
    workers.submit("b", analyse_job())
    assert workers.log == ["begin a", "stop a"]
    workers.end("a")
    assert workers.log[2:] == ["begin b"]


@in_loop
async def test_too_many_jobs_of_a_browser_fail_and_those_of_others_run() -> None:
    workers = FakeWorkers(1)
    handles = [workers.submit(f"a{at}", analyse_job(), owner="a") for at in range(MAX_JOBS + 1)]
    workers.submit("b", analyse_job())
    assert workers.messages == []  # nothing is sent before `submit` has returned
    await asyncio.sleep(0)
    assert workers.messages == [(f"a{MAX_JOBS}", JobFailed(TOO_MANY_JOBS))]
    handles[0].cancel()
    workers.submit("again", analyse_job(), owner="a")
    await asyncio.sleep(0)
    assert len(workers.messages) == 1


@in_loop
async def test_the_number_of_reviews_in_progress_is_limited() -> None:
    workers = FakeWorkers(1, time_slice=0.0)
    names = [f"r{at}" for at in range(MAX_REVIEWS + 1)]
    handles = [workers.submit(name, review_job()) for name in names]
    for name in names[:-1]:
        workers.report(name, position_judged(2))
        workers.end(name)
    assert workers.log[-1] == "begin r0"
    handles[1].cancel()
    workers.report("r0", position_judged(1))
    workers.end("r0")
    assert workers.log[-1] == f"begin {names[-1]}"


@in_loop
async def test_a_cancelled_review_is_dropped_by_the_workers() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", review_job()).cancel()
    assert workers.log == ["begin a", "forget a", "stop a"]


@in_loop
async def test_a_job_goes_to_a_worker_with_a_useful_cache() -> None:
    workers = FakeWorkers(2)
    workers.submit("a", move_job())
    workers.submit("b", puzzle_job())
    first, second = workers.started
    for name in "ab":
        workers.end(name)
    workers.submit("c", puzzle_job())
    assert (first.job is None, second.job is None) == (True, False)


@in_loop
async def test_the_job_of_a_lost_worker_is_started_again_at_once() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", puzzle_job())
    workers.submit("b", puzzle_job())
    workers.lose("a")
    assert workers.log == ["begin a", "begin a"]
    assert len(workers.started) == 2
    assert workers.messages == []


@in_loop
async def test_a_job_that_lost_two_workers_fails() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", puzzle_job())
    workers.submit("b", puzzle_job())
    workers.started[0].on_loss()
    workers.started[1].on_loss()
    assert workers.messages == [("a", JobFailed(WORKER_LOST))]
    assert workers.log == ["begin a", "begin a", "begin b"]


@in_loop
async def test_a_job_that_ends_without_a_final_message_fails() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", analyse_job())
    workers.started[0].is_stopped = True  # sends no final message
    workers.end("a")
    assert workers.messages == [("a", JobFailed(WORKER_LOST))]


@in_loop
async def test_nothing_is_sent_or_started_after_closing() -> None:
    workers = FakeWorkers(1)
    workers.submit("a", analyse_job())
    workers.submit("b", analyse_job())
    await workers.scheduler.close()
    assert workers.started[0].is_closed
    workers.report("a", analysis_update(1))
    workers.end("a")
    workers.submit("c", puzzle_job())
    await asyncio.sleep(0)
    assert workers.messages == [("c", JobFailed(CLOSED))]
    assert workers.log == ["begin a"]


@in_loop
async def test_a_handler_that_raises_does_not_affect_other_jobs() -> None:
    workers = FakeWorkers(1)
    seen: list[str] = []
    handle = asyncio.get_running_loop().set_exception_handler
    handle(lambda _loop, context: seen.append(repr(context["exception"])))

    def refuse(_message: EngineMessage) -> None:
        raise ValueError("no")

    workers.names[1] = "a"
    workers.scheduler.submit(puzzle_job(), Requester("a", "a"), refuse)
    workers.submit("b", puzzle_job())
    workers.end("a")
    workers.end("b")
    assert seen == ["ValueError('no')"]
    assert [name for name, _ in workers.messages] == ["b"]


@in_loop
async def test_a_message_handler_may_submit_another_job() -> None:
    workers = FakeWorkers(1)
    workers.names[1] = "a"
    workers.scheduler.submit(
        puzzle_job(),
        Requester("a", "a"),
        lambda _message: discard(workers.submit("b", puzzle_job())),
    )
    workers.end("a")
    assert workers.log == ["begin a", "begin b"]


def discard(_thing: object) -> None:
    """Return None."""


def test_there_is_at_least_one_worker() -> None:
    assert default_worker_count() >= 1
    assert isinstance(Workers(), Workers)
