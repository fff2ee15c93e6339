from __future__ import annotations

from dataclasses import replace

from kit.tournaments import played, small_tournament

from tengen.arena.report_rows import CrossCell, make_cross_table, make_rows
from tengen.arena.results import TournamentFacts
from tengen.rules import Player


def test_rows_are_ranked_and_count_all_games() -> None:
    facts = small_tournament()
    rows = make_rows(facts)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.name for row in rows] == ["new", "old", "steady", "first"]
    assert sum(row.points for row in rows) == len(facts.games)
    assert all(row.games == 60 and row.rating and row.rating.games == 60 for row in rows)


def test_an_engine_without_games_comes_last_and_has_no_rating() -> None:
    rows = make_rows(TournamentFacts(("c", "a", "b"), (played(1, "a", "b", None),)))
    assert [row.name for row in rows] == ["a", "b", "c"]
    assert (rows[2].rating, rows[2].score, rows[2].times.mean_ms) == (None, None, None)
    assert [row.name for row in make_rows(TournamentFacts(("a", "b")))] == ["a", "b"]


def test_faults_are_counted_for_the_loser_only() -> None:
    game = replace(played(1, "a", "b", Player.SECOND), fault="crash")
    rows = {row.name: row for row in make_rows(TournamentFacts(("a", "b"), (game, game)))}
    assert rows["a"].faults == (("crash", 2),)
    assert rows["b"].faults == ()


def test_the_cross_table_has_the_points_against_each() -> None:
    games = (played(1, "a", "b", Player.FIRST), played(1, "b", "a", None))
    table = make_cross_table(TournamentFacts(("a", "b", "c"), games), ("a", "b", "c"))
    assert table[0] == [CrossCell(0, 0), CrossCell(2, 1.5), CrossCell(0, 0)]
    assert table[1][0] == CrossCell(2, 0.5)


def test_times_are_those_of_the_engine() -> None:
    games = (played(1, "a", "b", None), played(1, "b", "a", None))
    for row in make_rows(TournamentFacts(("a", "b"), games)):
        assert (row.times.moves, row.times.total_ms, row.times.longest_ms) == (5, 70, 21)
