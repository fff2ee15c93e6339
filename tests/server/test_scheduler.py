"""Who is served when; told without any engine, and without waiting."""

from __future__ import annotations

import asyncio

from kit.hands import Office, in_loop, judged, look, move, quick, review, thought, until

from tengen.server.messages.study import JobFailed
from tengen.server.workers.jobs import AnalyseJob, EngineMessage, MoveJob, ReviewJob
from tengen.server.workers.scheduler import (
    CLOSED,
    LOST,
    MOST_JOBS,
    MOST_REVIEWS,
    TOO_MUCH,
    Workers,
    default_worker_count,
)
from tengen.server.workers.task_queue import Requester


@in_loop
async def test_nobody_is_hired_before_there_is_work() -> None:
    office = Office(2)
    assert office.hands == []
    office.ask("a", quick())
    assert len(office.hands) == 1
    assert office.log == ["begin a"]


@in_loop
async def test_no_more_are_hired_than_there_may_be() -> None:
    office = Office(2)
    for name in "abc":
        office.ask(name, quick())
    assert office.log == ["begin a", "begin b"]
    office.end("a")
    assert office.log[2:] == ["begin c"]
    assert len(office.hands) == 2


@in_loop
async def test_news_are_told_in_their_order_up_to_the_last() -> None:
    office = Office(1)
    office.ask("a", look())
    office.tell("a", thought(1))
    office.tell("a", thought(2))
    office.end("a")
    kinds = [type(news).__name__ for _, news in office.told]
    assert kinds == ["AnalysisUpdate", "AnalysisUpdate", "AnalysisDone"]


@in_loop
async def test_owners_take_turns_whoever_asks_for_more() -> None:
    office = Office(1)
    for name in ("a1", "a2", "a3", "b1", "b2"):
        office.ask(name, quick(), owner=name[0])
    for name in ("a1", "b1", "a2", "b2", "a3"):
        office.end(name)
    assert office.log == [f"begin {name}" for name in ("a1", "b1", "a2", "b2", "a3")]


@in_loop
async def test_of_one_owner_one_job_of_a_kind_is_done_at_a_time() -> None:
    office = Office(4)
    for name in ("a1", "a2"):
        office.ask(name, look(), owner="a")
    office.ask("a3", review(), owner="a")
    assert office.log == ["begin a1", "begin a3"]
    office.end("a1")
    assert office.log[2:] == ["begin a2"]


@in_loop
async def test_networks_take_turns_however_many_people_are_in_one() -> None:
    office = Office(1)
    for name in ("a1", "a2", "a3", "a4"):
        office.ask(name, move(), network="school")
    office.ask("b1", move(), owner="b", network="home")
    for name in ("a1", "b1", "a2"):
        office.end(name)
    assert office.log == [f"begin {name}" for name in ("a1", "b1", "a2", "a3")]


@in_loop
async def test_in_a_network_people_take_turns_however_much_one_of_them_asks_for() -> None:
    office = Office(1)
    for name in ("a1", "a2", "a3"):
        office.ask(name, move(), owner="anna", network="school")
    office.ask("b1", move(), owner="ben", network="school")
    for name in ("a1", "b1", "a2"):
        office.end(name)
    assert office.log == [f"begin {name}" for name in ("a1", "b1", "a2", "a3")]


@in_loop
async def test_several_workers_are_shared_between_networks_before_people() -> None:
    office = Office(3)
    for name in "xyz":
        office.ask(name, move())
    for name in ("a1", "a2", "a3"):
        office.ask(name, move(), network="school")
    office.ask("b1", move(), network="home")
    for name in "xyz":
        office.end(name)
    assert sorted(office.log[3:]) == ["begin a1", "begin a2", "begin b1"]


@in_loop
async def test_one_person_may_play_many_games_one_move_after_the_other() -> None:
    office = Office(4)
    names = [f"game {at}" for at in range(2 * MOST_JOBS)]
    for name in names:
        office.ask(name, move(), owner="anna")
    for name in names:
        office.end(name)
    assert office.log == [f"begin {name}" for name in names]
    assert not [news for _, news in office.told if isinstance(news, JobFailed)]


@in_loop
async def test_who_plays_many_games_may_still_ask_for_an_analysis() -> None:
    office = Office(4)
    for at in range(2 * MOST_JOBS):
        office.ask(f"game {at}", move(), owner="anna")
    office.ask("look", look(), owner="anna")
    await asyncio.sleep(0)
    assert office.told == []


@in_loop
async def test_a_person_is_the_same_in_every_network() -> None:
    office = Office(4)
    for name in ("home", "train"):
        office.ask(name, look(), owner="anna", network=name)
    assert office.log == ["begin home"]


@in_loop
async def test_a_network_leaves_one_worker_to_others_who_have_work() -> None:
    office = Office(2)
    for name in ("a1", "a2", "a3", "a4"):
        office.ask(name, move(), network="school")
    office.ask("b1", look(), network="home")
    office.end("a1")
    assert office.log == ["begin a1", "begin a2", "begin b1"]
    office.end("a2")
    office.end("a3")
    assert office.log[3:] == ["begin a3", "begin a4"]
    assert isinstance(office.job_of("b1"), AnalyseJob)


@in_loop
async def test_a_network_that_is_alone_has_all_workers() -> None:
    office = Office(2)
    for name in ("a1", "a2", "a3"):
        office.ask(name, move(), network="school")
    office.end("a1")
    assert office.log == ["begin a1", "begin a2", "begin a3"]


@in_loop
async def test_moves_go_before_puzzles_and_these_before_analyses() -> None:
    office = Office(1)
    office.ask("busy", move())
    office.ask("a", look())
    office.ask("b", quick())
    office.ask("c", move())
    for name in ("busy", "c", "b"):
        office.end(name)
    assert office.log == ["begin busy", "begin c", "begin b", "begin a"]


@in_loop
async def test_an_analysis_is_set_aside_for_a_move_and_goes_on_at_once_after_it() -> None:
    office = Office(1)
    office.ask("a", look())
    office.ask("other", look())
    office.ask("b", quick())
    assert office.log == ["begin a", "stop a"]
    office.end("a")
    office.end("b")
    assert office.log[2:] == ["begin b", "begin a"]


@in_loop
async def test_only_as_many_are_set_aside_as_there_are_moves() -> None:
    office = Office(4)
    for name in "abc":
        office.ask(name, look())
    for name in "def":
        office.ask(name, quick())
    assert office.log[3:] == ["begin d", "stop a", "stop b"]
    office.end("a")
    assert office.log[6:] == ["begin e"]


@in_loop
async def test_one_of_several_workers_is_kept_for_what_does_not_take_long() -> None:
    office = Office(2)
    office.ask("a", look())
    office.ask("b", look())
    assert office.log == ["begin a"]
    office.ask("c", move())
    assert office.log == ["begin a", "begin c"]


@in_loop
async def test_an_analysis_is_set_aside_rather_than_a_review() -> None:
    office = Office(3)
    office.ask("a", review())
    office.ask("b", look())
    for name in "cd":
        office.ask(name, quick())
    assert office.log[2:] == ["begin c", "stop b"]


@in_loop
async def test_a_review_has_its_turn_until_a_position_is_judged() -> None:
    office = Office(1, turn=0.0)
    office.ask("a", review())
    office.ask("b", review())
    await asyncio.sleep(0)
    assert office.log == ["begin a"]
    office.tell("a", judged(2))
    assert office.log[1:] == ["stop a"]


@in_loop
async def test_a_move_is_never_set_aside() -> None:
    office = Office(1)
    office.ask("a", move())
    office.ask("b", move())
    office.ask("c", look())
    await asyncio.sleep(0)
    assert office.log == ["begin a"]


@in_loop
async def test_analyses_take_turns_when_others_wait() -> None:
    office = Office(1, turn=0.0)
    for name in "abc":
        office.ask(name, look())
    for name in "abca":
        assert office.log[-1] == f"stop {name}"
        office.end(name)
    assert office.log[::2] == [f"begin {name}" for name in "abcab"]


@in_loop
async def test_a_turn_that_ends_later_is_watched_for() -> None:
    office = Office(1, turn=0.01)
    office.ask("a", look())
    office.ask("b", look())
    assert office.log == ["begin a"]
    await until(lambda: len(office.log) == 2)
    assert office.log[1:] == ["stop a"]


@in_loop
async def test_who_waits_alone_is_not_disturbed() -> None:
    office = Office(1, turn=0.0)
    office.ask("a", look(), owner="me")
    office.ask("b", look(), owner="me")
    await asyncio.sleep(0)
    assert office.log == ["begin a"]


@in_loop
async def test_what_goes_on_later_begins_where_it_was() -> None:
    office = Office(3)
    office.ask("a", look())
    office.ask("b", review())
    office.tell("a", thought(7))
    office.tell("b", judged(5))
    for name in "cde":
        office.ask(name, quick())
    for name in "abcde":
        office.end(name)
    again, other = office.job_of("a"), office.job_of("b")
    assert isinstance(again, AnalyseJob)
    assert isinstance(other, ReviewJob)
    assert (again.known, other.known) == (7, 5)
    assert 0 < again.spent < 30


@in_loop
async def test_a_job_that_ended_while_it_should_have_stopped_is_over() -> None:
    office = Office(1)
    office.ask("a", look())
    office.ask("b", quick())
    office.hands[0].is_stopped = False
    office.end("a")
    office.end("b")
    assert office.log == ["begin a", "stop a", "begin b"]


@in_loop
async def test_the_clock_of_a_game_runs_while_its_move_waits() -> None:
    office = Office(1)
    office.ask("a", quick())
    office.ask("b", move(now=5000))
    await asyncio.sleep(0.002)
    office.end("a")
    job = office.job_of("b")
    assert isinstance(job, MoveJob)
    assert job.now > 5000


@in_loop
async def test_nothing_is_told_after_a_cancel() -> None:
    office = Office(1)
    ticket = office.ask("a", look())
    ticket.cancel()
    ticket.cancel()
    assert office.log == ["begin a", "stop a"]
    office.tell("a", thought(1))
    office.end("a")
    assert office.told == []
    assert office.log == ["begin a", "stop a"]


@in_loop
async def test_what_waits_and_is_cancelled_is_never_begun() -> None:
    office = Office(1)
    office.ask("a", quick())
    office.ask("b", quick()).cancel()
    office.ask("c", quick())
    office.end("a")
    assert office.log == ["begin a", "begin c"]


@in_loop
async def test_a_worker_is_not_asked_again_before_it_has_stopped() -> None:
    office = Office(1)
    office.ask("a", look()).cancel()
    office.ask("b", look())
    assert office.log == ["begin a", "stop a"]
    office.end("a")
    assert office.log[2:] == ["begin b"]


@in_loop
async def test_who_asks_for_too_much_is_told_and_others_are_not() -> None:
    office = Office(1)
    tickets = [office.ask(f"a{at}", look(), owner="a") for at in range(MOST_JOBS + 1)]
    office.ask("b", look())
    assert office.told == []  # nothing is told before `ask` has answered
    await asyncio.sleep(0)
    assert office.told == [(f"a{MOST_JOBS}", JobFailed(TOO_MUCH))]
    tickets[0].cancel()
    office.ask("again", look(), owner="a")
    await asyncio.sleep(0)
    assert len(office.told) == 1


@in_loop
async def test_only_so_many_reviews_are_under_way() -> None:
    office = Office(1, turn=0.0)
    names = [f"r{at}" for at in range(MOST_REVIEWS + 1)]
    tickets = [office.ask(name, review()) for name in names]
    for name in names[:-1]:
        office.tell(name, judged(2))
        office.end(name)
    assert office.log[-1] == "begin r0"
    tickets[1].cancel()
    office.tell("r0", judged(1))
    office.end("r0")
    assert office.log[-1] == f"begin {names[-1]}"


@in_loop
async def test_what_is_kept_of_a_review_is_forgotten_with_it() -> None:
    office = Office(1)
    office.ask("a", review()).cancel()
    assert office.log == ["begin a", "forget a", "stop a"]


@in_loop
async def test_a_job_goes_to_a_worker_who_knows_its_like() -> None:
    office = Office(2)
    office.ask("a", move())
    office.ask("b", quick())
    first, second = office.hands
    for name in "ab":
        office.end(name)
    office.ask("c", quick())
    assert (first.job is None, second.job is None) == (True, False)


@in_loop
async def test_what_a_lost_worker_did_is_done_by_another_at_once() -> None:
    office = Office(1)
    office.ask("a", quick())
    office.ask("b", quick())
    office.lose("a")
    assert office.log == ["begin a", "begin a"]
    assert len(office.hands) == 2
    assert office.told == []


@in_loop
async def test_a_job_over_which_two_workers_were_lost_is_given_up() -> None:
    office = Office(1)
    office.ask("a", quick())
    office.ask("b", quick())
    office.hands[0].lose()
    office.hands[1].lose()
    assert office.told == [("a", JobFailed(LOST))]
    assert office.log == ["begin a", "begin a", "begin b"]


@in_loop
async def test_a_worker_that_is_free_without_an_answer_is_no_riddle() -> None:
    office = Office(1)
    office.ask("a", look())
    office.hands[0].is_stopped = True  # says nothing when it ends
    office.end("a")
    assert office.told == [("a", JobFailed(LOST))]


@in_loop
async def test_after_closing_nothing_is_told_or_begun() -> None:
    office = Office(1)
    office.ask("a", look())
    office.ask("b", look())
    await office.workers.close()
    assert office.hands[0].is_closed
    office.tell("a", thought(1))
    office.end("a")
    office.ask("c", quick())
    await asyncio.sleep(0)
    assert office.told == [("c", JobFailed(CLOSED))]
    assert office.log == ["begin a"]


@in_loop
async def test_whoever_does_not_take_news_does_not_keep_others_from_theirs() -> None:
    office = Office(1)
    seen: list[str] = []
    handle = asyncio.get_running_loop().set_exception_handler
    handle(lambda _loop, context: seen.append(repr(context["exception"])))

    def refuse(_news: EngineMessage) -> None:
        raise ValueError("no")

    office.names[1] = "a"
    office.workers.ask(quick(), Requester("a", "a"), refuse)
    office.ask("b", quick())
    office.end("a")
    office.end("b")
    assert seen == ["ValueError('no')"]
    assert [name for name, _ in office.told] == ["b"]


@in_loop
async def test_who_is_told_may_ask_for_more() -> None:
    office = Office(1)
    office.names[1] = "a"
    office.workers.ask(quick(), Requester("a", "a"), lambda _news: void(office.ask("b", quick())))
    office.end("a")
    assert office.log == ["begin a", "begin b"]


def void(_thing: object) -> None:
    """Nothing."""


def test_there_is_a_worker_even_on_a_small_machine() -> None:
    assert default_worker_count() >= 1
    assert isinstance(Workers(), Workers)
