from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.seats import FailingSeat, ScriptedSeat
from kit.strategies import modest

from tengen.arena.elo import Sample, Sprt, estimate
from tengen.arena.game import MATCH_TERMINATIONS
from tengen.arena.game_run import play_game
from tengen.arena.match import MatchGame, Tally
from tengen.arena.ratings import Rating
from tengen.arena.report import (
    TERMINATION_TEXTS,
    format_elo,
    format_interval,
    format_progress,
    format_rating,
    format_report,
    format_score,
    format_sprt,
    plain_name,
)
from tengen.arena.schedule import ScheduledGame, Side
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE

INF = math.inf


@pytest.mark.parametrize(
    "counts, text",
    [
        ((0, 0, 0), "unknown: no pair of games has ended"),
        ((250, 500, 250), "+0 (95 %: -15 to +15)"),
        ((100, 0, 300), "+191 (95 %: +152 to +231)"),
        ((0, 0, 10), "> +228 (95 % bound, all won)"),
        ((10, 0, 0), "< -228 (95 % bound, all lost)"),
    ],
)
def test_an_elo_difference_is_shown_with_its_interval(counts: tuple[int, ...], text: str) -> None:
    assert format_elo(estimate(Sample(counts))) == text


def test_a_score_is_shown_with_its_interval() -> None:
    assert format_score(estimate(Sample((250, 500, 250)))) == "50.0 % (95 %: 47.8 to 52.2)"
    assert format_score(estimate(Sample((0, 0, 0)))).startswith("unknown")


@pytest.mark.parametrize(
    "low, elo, high, value, interval",
    [
        (-10.4, 20.4, 60, "20", "-10 to 60"),
        (1000, 1000, 1000, "1000", ""),
        (120, INF, INF, "> 120", ""),
        (-INF, -INF, -80, "< -80", ""),
        (-INF, math.nan, INF, "?", ""),
    ],
)
def test_a_rating_is_a_number_a_bound_or_unknown(
    low: float, elo: float, high: float, value: str, interval: str
) -> None:
    rating = Rating("a", 10, 5, low, elo, high)
    assert (format_rating(rating), format_interval(rating)) == (value, interval)


def test_a_sequential_test_is_shown_with_its_bounds() -> None:
    text = format_sprt(Sprt(0, 10, 0.1, 0.1), Sample((0, 0, 0, 0, 0)))
    assert text == "+10 Elo rather than +0: undecided, ratio 0.00 (-2.20 to 2.20)"


@modest
@given(st.text())
def test_any_name_is_shown_as_one_line_of_ascii(name: str) -> None:
    plain = plain_name(name)
    assert plain.isascii()
    assert "\t" not in plain
    assert len(f"{plain}\n".splitlines()) == 1
    assert plain_name(plain) == plain


NAMES = {Side.ONE: "new", Side.TWO: "old\u2603"}


def tally_of(games: int, *, failing: bool = False) -> Tally:
    """Return games that the first player wins, unless engine 1 fails in all of them."""
    tally = Tally()
    for number in range(1, games + 1):
        side = Side.ONE if number % 2 else Side.TWO
        tally.add(played(ScheduledGame(number, (number + 1) // 2, (), side), failing=failing))
    return tally


def played(planned: ScheduledGame, *, failing: bool) -> MatchGame:
    seats = {Side.ONE: FailingSeat() if failing else ScriptedSeat(), Side.TWO: ScriptedSeat()}
    first, second = seats[planned.first], seats[planned.first.other]
    return MatchGame(planned, play_game(first, second, TIC_TAC_TOE, ()))


def test_progress_is_one_line_about_the_game_and_the_match() -> None:
    tally = tally_of(2, failing=True)
    line = format_progress(tally, tally.played[0], 10, NAMES)
    failure = "0-1, engine error (resigned), 0 moves"
    assert line.startswith(f"game 2/10: new - old\\u2603 {failure}; +0 =0 -2, Elo < ")
    assert "\n" not in line


def test_a_report_counts_failures_games_pairs_and_repetitions() -> None:
    lines = format_report(tally_of(4, failing=True), NAMES).splitlines()
    found = {line[:26].strip(): line[26:].split() for line in lines if line}
    assert found["lost by engine error"] == ["4", "0"]
    assert found["lost by time out"] == found["lost by illegal move"] == ["0", "0"]
    assert found["games"][:4] == ["4", "(+0", "=0", "-4),"]
    assert found["games"][-2:] == ["repeated", "2"]
    assert found["pairs"] == ["2", "(2", "worth", "0)"]
    assert found["ms per move, mean"][0] == "-" != found["ms per move, mean"][1]


def test_every_termination_of_a_match_game_has_a_text() -> None:
    assert set(TERMINATION_TEXTS) == MATCH_TERMINATIONS
    assert TERMINATION_TEXTS[Termination.TIME] == "time out"


def test_a_report_without_games_says_so() -> None:
    text = format_report(Tally(), NAMES, Sprt(0, 10))
    assert text.count("unknown: no pair of games has ended") == 4
    assert "+10 Elo rather than +0: undecided, ratio 0.00 (-2.94 to 2.94)" in text
    assert text.isascii()


def test_a_report_shows_the_estimates_from_pairs_and_from_games() -> None:
    lines = format_report(tally_of(8), NAMES).splitlines()
    by_pairs = next(line for line in lines if line.startswith("Elo  "))
    by_games = next(line for line in lines if line.startswith("Elo, pairs ignored"))
    assert by_pairs[26:].startswith("+0 (95 %: -")
    assert by_games[26:].startswith("+0 (95 %: -")
    assert by_pairs[26:] != by_games[26:]
