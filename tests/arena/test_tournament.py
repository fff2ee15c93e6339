from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.made_tournaments import first_wins, judged, made_settings
from kit.strategies import SEEDS, modest

from tengen.arena.elo import Sprt
from tengen.arena.executor import SerialExecutor
from tengen.arena.game import EngineGame, PlayedOpening
from tengen.arena.match import ThreadExecutor
from tengen.arena.pair_task import PairResult, PairTask
from tengen.arena.tournament import Tournament, in_order
from tengen.arena.tournament_file import TournamentFormat, TournamentSettings
from tengen.errors import EngineRefusedGame, RuleError, TaskKilled, WorkerDied
from tengen.gomocup.faults import EngineFault
from tengen.rules.board import Board
from tengen.rules.outcome import Termination
from tengen.rules.rules import Player


def refused(task: PairTask, loser: Player) -> EngineGame:
    fault = EngineFault.REFUSAL
    cause = Termination.ENGINE_ERROR
    return EngineGame(Board(task.rules), 0, loser.other, cause, fault, "no such rule")


FORMATS = st.sampled_from(TournamentFormat)
TEST = Sprt(0, 200)


def played(
    settings: TournamentSettings, known: list[PairResult] | None = None
) -> tuple[list[PairResult], list[PairResult], tuple[int, ...]]:
    """Return all results, those that were saved, and the ranking."""
    saved: list[PairResult] = []
    tournament = Tournament(settings, known or [])
    results = list(tournament.play(SerialExecutor(), saved.append, judged))
    return results, saved, tournament.ranking


def by_number(results: list[PairResult]) -> list[PairResult]:
    return sorted(results, key=lambda result: result.number)


@modest
@given(FORMATS, st.integers(2, 7), st.integers(1, 3), SEEDS, st.data())
def test_a_resumed_tournament_has_the_results_of_an_unbroken_one(
    kind: TournamentFormat, engines: int, pairs: int, seed: int, data: st.DataObject
) -> None:
    settings = made_settings(kind, engines, pairs, seed)
    whole, saved, ranking = played(settings)
    assert saved == whole
    known = data.draw(st.lists(st.sampled_from(whole), unique_by=lambda result: result.number))
    again, played_now, ranking_again = played(settings, known)
    assert by_number(again) == by_number(whole)
    assert by_number([*played_now, *known]) == by_number(whole)
    assert ranking_again == ranking


@modest
@given(FORMATS, st.integers(2, 7), SEEDS)
def test_results_are_numbered_from_one_without_a_gap(
    kind: TournamentFormat, engines: int, seed: int
) -> None:
    results, _, ranking = played(made_settings(kind, engines, 2, seed))
    assert [result.number for result in results] == list(range(1, len(results) + 1))
    assert sorted(ranking) == list(range(engines))


def test_every_meeting_plays_the_same_openings() -> None:
    settings = made_settings(pairs=2, seed=4)
    openings: dict[int, set[object]] = {}
    for result in played(settings)[0]:
        begun = {game.board.moves[: game.opening_length] for game in result.games}
        openings.setdefault(result.pairing.opening, set()).update(begun)
    assert len(openings) == 2
    assert all(len(begun) == 1 for begun in openings.values())


@pytest.mark.parametrize("threads", [1, 3])
def test_a_decided_test_ends_a_match_after_the_same_pairs(threads: int) -> None:
    settings = made_settings(TournamentFormat.MATCH, 2, pairs=50, sprt=TEST)
    executor = ThreadExecutor(threads)
    results = list(Tournament(settings).play(executor, work=first_wins))
    executor.stop()
    assert 1 < len(results) < 20
    assert [result.number for result in results] == list(range(1, len(results) + 1))


def test_a_match_that_was_decided_before_plays_no_more() -> None:
    settings = made_settings(TournamentFormat.MATCH, 2, pairs=50, sprt=TEST)
    results = list(Tournament(settings).play(SerialExecutor(), work=first_wins))
    saved: list[PairResult] = []
    assert list(Tournament(settings, results).play(SerialExecutor(), saved.append)) == results
    assert saved == []


def test_a_task_that_kills_its_workers_is_reported_after_all_others() -> None:
    tries: list[int] = []

    def work(task: PairTask) -> PairResult:
        if task.number == 2:
            tries.append(task.number)
            raise WorkerDied("a worker died")
        return judged(task)

    saved: list[PairResult] = []
    tournament = Tournament(made_settings()).play(SerialExecutor(), saved.append, work)
    with pytest.raises(TaskKilled, match=r"given up after 3 workers died in a row: .*pair 2"):
        list(tournament)
    assert [result.number for result in saved] == [1, 3]
    assert len(tries) == 3


def test_only_a_match_ends_if_an_engine_does_not_play_the_rules() -> None:
    def work(task: PairTask) -> PairResult:
        games = (refused(task, Player.SECOND), refused(task, Player.FIRST))
        return PairResult(task.number, task.pairing, games)

    match = made_settings(TournamentFormat.MATCH, 2)
    with pytest.raises(EngineRefusedGame, match="engine 'b' no such rule"):
        list(Tournament(match).play(SerialExecutor(), work=work))
    swiss = Tournament(made_settings(TournamentFormat.SWISS, 2)).play(SerialExecutor(), work=work)
    assert [result.number for result in swiss] == [1]


def test_results_of_another_schedule_are_refused() -> None:
    (first, *_), _, _ = played(made_settings())
    wrong = replace(first, pairing=replace(first.pairing, opening=7))
    with pytest.raises(RuleError, match=r"the stored pair 1 .* is of another schedule"):
        played(made_settings(), [wrong])


def test_engines_play_the_same_openings_by_a_rule_in_every_meeting() -> None:
    settings = replace(made_settings(pairs=2), openings=("",), opening_rule="swap")
    tasks: list[PairTask] = []

    def work(task: PairTask) -> PairResult:
        tasks.append(task)
        result = judged(task)
        opening = PlayedOpening(task.opening_rule, is_swapped=False)
        one, two = (replace(game, opening=opening) for game in result.games)
        return replace(result, games=(one, two))

    results = list(Tournament(settings).play(SerialExecutor(), work=work))
    assert {(task.opening, task.opening_rule) for task in tasks} == {((), "swap")}
    assert len({(task.pairing.opening, task.seed) for task in tasks}) == 2
    assert played(settings, results)[1] == []
    with pytest.raises(RuleError, match=r"the stored pair 1 .* is of another schedule"):
        played(replace(settings, opening_rule="swap2"), results)


def test_results_are_put_in_order_as_soon_as_those_before_them_are_known() -> None:
    results = by_number(played(made_settings(engines=4))[0])
    one, two, three, *_ = results
    assert list(in_order([two, one, three])) == [one, two, three]
    assert list(in_order([three, two])) == []
