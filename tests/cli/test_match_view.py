from __future__ import annotations

import sys

import pytest
from kit.tournaments import round_robin, small_tournament

from tengen.arena.elo import Sample, Sprt
from tengen.arena.results import TournamentFacts
from tengen.cli import match_view
from tengen.cli.match_live import LiveView
from tengen.cli.match_view import (
    PlainView,
    TournamentState,
    format_duration,
    format_sprt_progress,
    format_time_left,
    open_view,
)

GAMES = round_robin({"a": 0.0, "b": 0.0}, 10)


def test_without_a_terminal_each_game_is_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    view = open_view()
    assert isinstance(view, PlainView)
    view.update(TournamentState(small_tournament(), 60, news=("game 1: a - b", "game 2: b - a")))
    view.update(TournamentState(small_tournament(), 61))
    view.close()
    assert capfd.readouterr().err == "game 1: a - b\ngame 2: b - a; about 1 min left\n"


def test_a_terminal_gets_a_live_view_unless_lines_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_view, "can_draw", lambda fd: fd == 2)
    assert isinstance(open_view(), LiveView)
    assert isinstance(open_view(is_plain=True), PlainView)


def test_without_rich_a_terminal_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_view, "can_draw", lambda _: True)
    monkeypatch.setitem(sys.modules, "tengen.cli.match_live", None)
    assert isinstance(open_view(), PlainView)


@pytest.mark.parametrize(
    "seconds, text",
    [(4.4, "4 s"), (59, "59 s"), (90, "2 min"), (3600, "1 h 00 min"), (11100, "3 h 05 min")],
)
def test_a_duration_is_short(seconds: float, text: str) -> None:
    assert format_duration(seconds) == text


@pytest.mark.parametrize(
    "resumed_after, planned, left",
    [(0, 40, 100.0), (10, 40, 200.0), (20, 40, None), (0, 20, 0.0), (0, 0, None)],
)
def test_the_time_left_is_that_of_this_runs_games(
    resumed_after: int, planned: int, left: float | None
) -> None:
    facts = TournamentFacts(("a", "b"), GAMES, planned)
    state = TournamentState(facts, 100, resumed_after)
    assert state.seconds_left == left
    assert format_time_left(state) == (f"about {format_duration(left)} left" if left else "")


@pytest.mark.parametrize(
    "counts, words",
    [
        ((0, 0, 0, 0, 0), "ratio 0.00, 0 % of the way to accepted (+2.94)"),
        ((0, 0, 0, 0, 9), "100 % of the way to accepted (+2.94)"),
        ((0, 3, 5, 0, 0), "of the way to rejected (-2.94)"),
    ],
)
def test_a_sequential_test_says_how_far_it_is(counts: tuple[int, ...], words: str) -> None:
    text = format_sprt_progress(Sprt(0, 400), Sample(counts))
    assert text.startswith("+400 Elo rather than +0: ratio ")
    assert text.endswith(words)
