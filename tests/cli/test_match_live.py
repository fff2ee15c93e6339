from __future__ import annotations

import io
from dataclasses import replace

import pytest
from kit.tournaments import round_robin, small_tournament
from rich.console import Console

from tengen.arena.elo import Sprt
from tengen.arena.results import TournamentFacts
from tengen.cli import match_live
from tengen.cli.match_live import LiveView, progress_line
from tengen.cli.match_view import ShownGame, TournamentState
from tengen.rules import Board

FACTS = small_tournament()
MATCH = TournamentFacts(
    ("new", "old"), round_robin({"new": 60.0, "old": 0.0}, 20), 400, sprt=Sprt(0, 30)
)


def drawn(state: TournamentState, width: int = 110, height: int = 40, *, last: bool = False) -> str:
    """Return what a view draws of a state, as text."""
    file = io.StringIO()
    console = Console(file=file, width=width, height=height, force_terminal=True, color_system=None)
    view = LiveView(console, is_ascii=True)
    view.update(state)
    if last:
        file.truncate(file.seek(0))
        view.close()
        view.close()
    return file.getvalue()


def shown(words: str) -> ShownGame:
    board = Board("five")
    board.play("h8")
    return ShownGame(words, board)


def test_the_table_has_all_engines_with_their_ratings() -> None:
    lines = drawn(TournamentState(FACTS)).splitlines()
    assert lines[0].endswith("; 15x15/5 standard; 1000 ms a move, 350 MB; wall time")
    assert [line.split()[1] for line in lines[2:6]] == ["new", "old", "steady", "first"]
    assert "1232 to 1486" in lines[2]


def test_the_latest_games_and_the_time_left_are_below() -> None:
    text = drawn(TournamentState(FACTS, 300, news=tuple(f"game {n}" for n in range(1, 7))))
    assert "game 2" not in text
    assert "game 3" in text
    assert "120 of 240 games, 5 min, about 5 min left" in text


def test_boards_are_beside_each_other_as_far_as_there_is_room() -> None:
    state = TournamentState(
        FACTS, boards=(shown("one - two"), shown("three - four"), shown("five"))
    )
    wide, narrow = drawn(state), drawn(state, width=72)
    assert "five" in wide
    assert "three - four" in narrow
    assert "five" not in narrow
    assert wide.count("(X)") == 3


def test_there_are_no_boards_on_a_low_terminal_and_at_the_end() -> None:
    state = TournamentState(FACTS, boards=(shown("one - two"),))
    assert "one - two" not in drawn(state, height=24)
    assert "one - two" not in drawn(state, last=True)


def test_closing_shows_the_last_state_and_the_cursor() -> None:
    text = drawn(TournamentState(FACTS, 300), last=True)
    assert "120 of 240 games" in text
    assert text.endswith("\x1b[?25h")


def test_a_state_that_was_not_drawn_is_shown_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_live, "LEAST_PAUSE", 3600)
    file = io.StringIO()
    view = LiveView(Console(file=file, width=100, height=30, force_terminal=True), is_ascii=True)
    view.update(TournamentState(FACTS, 1))
    view.update(TournamentState(replace(FACTS, games=FACTS.games[:7]), 2, news=("game 7",)))
    assert "game 7" not in file.getvalue()
    view.close()
    assert "game 7" in file.getvalue()
    assert "7 of 240 games" in file.getvalue()


def test_a_match_shows_its_elo_and_how_far_its_test_is() -> None:
    text = drawn(TournamentState(MATCH))
    assert "Elo of new: +26 (95 %: " in text
    assert "+30 Elo rather than +0: ratio 0.13, 4 % of the way to accepted (+2.94)" in text


def test_names_cannot_control_the_terminal() -> None:
    facts = replace(MATCH, engines=("new\x1b[2J", "[red]old"), games=())
    text = drawn(TournamentState(facts, news=("\x1b]0;title\x07",)))
    assert "\x1b[2J" not in text
    assert "\x1b]0;" not in text
    assert "[red]old" in text


def test_progress_without_a_plan_has_no_time_left() -> None:
    line = progress_line(TournamentState(TournamentFacts(("a", "b")), 5), 60)
    assert line == "[........................] 0 games, 5 s"


def test_a_narrow_terminal_shows_fewer_columns_and_cuts_none_of_them() -> None:
    state = TournamentState(FACTS, 300)
    assert drawn(state).splitlines()[1].split()[-3:] == ["%", "ms", "faults"]
    head, first = drawn(state, width=45).splitlines()[2:4]
    assert head.split() == ["engine", "+", "=", "-", "score", "Elo"]
    assert first.split()[0] == "new"
    assert "\N{HORIZONTAL ELLIPSIS}" not in first


def test_the_bar_is_left_out_where_the_time_left_would_not_fit() -> None:
    state = TournamentState(FACTS, 300)
    assert progress_line(state, 80).startswith("[####")
    assert progress_line(state, 50) == "120 of 240 games, 5 min, about 5 min left"


def test_no_board_is_shown_if_wrapped_lines_leave_no_room() -> None:
    state = TournamentState(MATCH, boards=(shown("one - two"),))
    assert "one - two" in drawn(state, height=26)
    assert "one - two" not in drawn(state, width=40, height=26)
