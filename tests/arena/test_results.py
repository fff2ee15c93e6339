from __future__ import annotations

from dataclasses import replace

import pytest
from kit.made_tournaments import first_wins, made_settings
from kit.tournaments import played

from tengen.arena.executor import SerialExecutor
from tengen.arena.game import ClockKind, GameConditions, PlayedOpening
from tengen.arena.ratings import PairScore
from tengen.arena.results import (
    CLOCKS,
    TITLES,
    MoveTimes,
    TournamentFacts,
    describe_conditions,
    describe_openings,
    times_of,
    tournament_facts,
    tournament_games,
)
from tengen.arena.tournament import Tournament
from tengen.arena.tournament_file import TournamentFormat
from tengen.rules import Player

FIRST, SECOND = Player


def test_times_are_added_up() -> None:
    both = times_of([10, 30]) + times_of([20])
    assert both == MoveTimes(3, 60, 30)
    assert (both.mean_ms, MoveTimes().mean_ms, times_of([]).longest_ms) == (20, None, 0)


def test_half_points_are_those_of_the_engine() -> None:
    won, drawn = played(1, "a", "b", SECOND), played(1, "a", "b", None)
    assert (won.halves("a"), won.halves("b")) == (0, 2)
    assert (drawn.halves("a"), drawn.halves("b")) == (1, 1)
    assert won.times("a").longest_ms == 15
    assert won.times("b").longest_ms == 21


def test_the_games_of_a_pair_count_together() -> None:
    games = (played(1, "a", "b", FIRST), played(1, "b", "a", None), played(2, "b", "a", FIRST))
    facts = TournamentFacts(("a", "b"), games)
    assert facts.pair_scores() == [PairScore("a", "b", 1.5, 2), PairScore("a", "b", 0, 1)]
    assert facts.match_sample().counts == (0, 0, 0, 1, 0)


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_a_match_is_seen_from_the_side_of_the_first_engine(names: tuple[str, str]) -> None:
    games = (played(1, "a", "b", FIRST), played(1, "b", "a", SECOND))
    counts = TournamentFacts(names, games).match_sample().counts
    assert counts == ((0, 0, 0, 0, 1) if names[0] == "a" else (1, 0, 0, 0, 0))


SETTINGS = made_settings()
(RESULT, *_) = Tournament(SETTINGS).play(SerialExecutor(), work=first_wins)


def test_both_games_of_a_pair_have_their_players_winner_and_times() -> None:
    one, two = tournament_games(SETTINGS, RESULT)
    assert (one.pair, one.first, one.second, one.winner) == (1, "b", "c", Player.FIRST)
    assert (two.first, two.second, two.winner) == ("c", "b", Player.SECOND)
    assert MoveTimes(1, 12.5, 12.5) in {one.first_times, one.second_times}


def test_times_are_those_of_the_clock_that_counts() -> None:
    settings = replace(SETTINGS, conditions=GameConditions(clock=ClockKind.CPU))
    one, _ = tournament_games(settings, RESULT)
    assert MoveTimes(1, 3.0, 3.0) in {one.first_times, one.second_times}


@pytest.mark.parametrize("kind", TournamentFormat)
def test_facts_say_what_is_played(kind: TournamentFormat) -> None:
    facts = tournament_facts(made_settings(kind, 2), [], (1, 0))
    assert (facts.engines, facts.planned) == (("a", "b"), 2)
    assert (facts.title, facts.clock) == (TITLES[kind], CLOCKS[ClockKind.WALL])
    assert (facts.rules, facts.openings) == ("3x3/3 freestyle", "3 openings")
    is_ranked = kind in {TournamentFormat.SWISS, TournamentFormat.KNOCK_OUT}
    assert facts.notes == (("Places: 1 b, 2 a.",) if is_ranked else ())


@pytest.mark.parametrize(
    "rule, openings, source, text",
    [
        ("", ("",), "", "the empty board"),
        ("", ("a1", "b2"), "set.txt", "2 openings of set.txt"),
        ("swap2", ("",), "", "swap2, played by the engines"),
    ],
)
def test_openings_are_described_in_words(
    rule: str, openings: tuple[str, ...], source: str, text: str
) -> None:
    settings = replace(SETTINGS, openings=openings, opening_rule=rule, source=source)
    assert describe_openings(settings) == text


def test_a_note_says_for_whom_tengen_has_decided_something() -> None:
    one, two = RESULT.games
    one = replace(one, opening=PlayedOpening("swap", is_swapped=False, decided_for=(*Player,)))
    two = replace(two, opening=PlayedOpening("swap", is_swapped=True, decided_for=(Player.FIRST,)))
    games = tournament_games(SETTINGS, replace(RESULT, games=(one, two)))
    (note,) = tournament_facts(SETTINGS, games).notes
    assert note == "Tengen decided something in the openings for b in 2 games, c in 1 game."


@pytest.mark.parametrize(
    "conditions, text",
    [
        (GameConditions(), "1000 ms a move, 200 ms slack"),
        (GameConditions(0, 9000, 50, 0), "9000 ms a game and 50 ms a move"),
        (
            GameConditions(5, slack_ms=0, nodes=7, depth=3, memory_mb=350, draw_after=80),
            "5 ms a move, 7 nodes, depth 3, 350 MB, a draw after 80 moves",
        ),
        (GameConditions(5, win_score=9), "5 ms a move, 200 ms slack, won at 9 in 4 moves of both"),
    ],
)
def test_conditions_are_described_in_words(conditions: GameConditions, text: str) -> None:
    assert describe_conditions(conditions) == text
