from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest
from kit.tournaments import played, round_robin, small_tournament

from tengen.arena.elo import Sprt
from tengen.arena.report_tables import (
    CrossCell,
    format_markdown_report,
    format_text_report,
    make_cross_table,
    make_rows,
)
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


def test_a_text_report_names_rules_conditions_clock_and_openings() -> None:
    text = format_text_report(small_tournament())
    for line in (
        "Rules       15x15/5 standard",
        "Conditions  1000 ms a move, 350 MB",
        "Clock       wall time",
        "Openings    balanced.txt, 100 openings",
        "Games       120 of 240",
        "Ratings     Elo with 95 % intervals; first is at 1000",
    ):
        assert line in text.splitlines()


def test_the_columns_of_a_text_report_are_aligned() -> None:
    lines = format_text_report(small_tournament()).splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith("#  engine"))
    table = lines[head : head + 5]
    ends = {line.index(word) + len(word) for line, word in zip(table[1:], ["60"] * 4, strict=True)}
    assert ends == {table[0].index("games") + len("games")}
    assert len({len(line) for line in table}) == 1


def test_the_cross_table_has_a_star_against_oneself() -> None:
    lines = format_text_report(small_tournament()).splitlines()[-4:]
    assert [line.split()[2 + at] for at, line in enumerate(lines)] == ["*"] * 4


def test_faults_are_named_with_their_number() -> None:
    crash = replace(played(1, "a", "b", Player.SECOND), fault="crash")
    late = replace(crash, fault="late move")
    text = format_text_report(TournamentFacts(("a", "b"), (crash, crash, late)))
    assert "2 crash, 1 late move" in text


def test_a_match_has_its_score_elo_likelihood_and_test() -> None:
    games = round_robin({"new": 0.0, "old": 0.0}, 10)
    facts = TournamentFacts(("new", "old"), games, sprt=Sprt(0, 10))
    text = format_text_report(facts)
    assert "Score of new" in text
    assert "Elo of new" in text
    assert "new is stronger" in text
    assert "+10 Elo rather than +0: undecided" in text
    assert "against each" not in format_markdown_report(facts)


def test_a_tournament_without_games_is_reported() -> None:
    text = format_text_report(TournamentFacts(("a", "b"), planned=10, sprt=Sprt(0, 10)))
    assert "Games       0 of 10" in text
    assert "unknown: no pair of games has ended" in text


def test_engines_that_no_games_connect_are_in_groups() -> None:
    games = (played(1, "a", "b", None), played(2, "c", "d", None))
    text = format_text_report(TournamentFacts(("a", "b", "c", "d"), games))
    assert "No games connect some engines" in text
    assert sorted(line[-1] for line in text.splitlines() if "50.0 %" in line) == list("1122")


@modest
@given(st.text(min_size=1))
def test_no_name_breaks_a_markdown_table(name: str) -> None:
    games = (played(1, name, "other engine", None),)
    lines = format_markdown_report(TournamentFacts((name, "other engine"), games)).splitlines()
    rows = [line.replace("\\\\", "").replace("\\|", "") for line in lines if line.startswith("| ")]
    assert {row.count("|") for row in rows} == {13}
    assert len(rows) == 4


def test_a_text_report_is_ascii() -> None:
    facts = TournamentFacts(("\u9ed2", "b"), (played(1, "\u9ed2", "b", None),), title="\u2603")
    assert format_text_report(facts).isascii()
    assert "\u9ed2" in format_markdown_report(facts)
