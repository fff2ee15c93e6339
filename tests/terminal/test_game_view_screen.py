from __future__ import annotations

import pytest
from kit.screens import Hand, play
from textual.widgets import Static

from tengen.game.clock import TimeControl
from tengen.game.setup import Setup
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player
from tengen.terminal.panel import Panel
from tengen.terminal.widgets import Chart, MoveList

FIVE = GAMES["five"]
GAME = "h8 h9 i8 i9 j8 j9 k8 a1 l8"


def begun(moves: str, game: str = "five") -> Setup:
    return Setup(GAMES[game], moves=tuple(parse_moves(moves, GAMES[game])))


async def play_moves(hand: Hand, moves: str) -> None:
    for move in moves.split():
        await hand.press(move, "enter")


def test_brackets_home_and_end_step_through_the_game_without_changing_it() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "h8 i9 g9")
        await hand.press("[", "[")
        assert hand.game.view_state.shown_ply(hand.state) == 1
        await hand.press("]")
        assert hand.game.view_state.shown_ply(hand.state) == 2
        await hand.press("home")
        assert hand.game.view_state.board(hand.state).moves == ()
        await hand.press("enter")
        assert "This is an earlier position" in hand.notice()
        await hand.press("end", "a1", "enter")
        assert hand.moves == "h8 i9 g9 a1"

    play(script, Setup())


def test_a_click_on_a_move_shows_its_position() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "h8 i9 g9")
        await hand.pilot.click(MoveList, offset=(20, 0))
        await hand.pilot.pause()
        assert hand.game.view_state.shown_ply(hand.state) == 2
        await hand.pilot.click(MoveList, offset=(6, 1))
        await hand.pilot.pause()
        assert hand.game.view_state.shown_ply(hand.state) == 3

    play(script, Setup())


def test_a_new_game_can_start_from_an_earlier_position() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "h8 i9 g9")
        await hand.press("[", "P")
        assert hand.moves == "h8 i9"
        await hand.press("a1", "enter")
        assert hand.moves == "h8 i9 a1"

    play(script, Setup())


def test_numbers_and_marks_are_shown_and_hidden() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "h8 i9")
        assert "●" in "".join(hand.picture())
        await hand.press("*")
        assert "X" in "".join(hand.picture())
        assert hand.turn() == "X to move"
        await hand.press("*", "#")
        assert any("┼[1]┼" in row or " 1" in row[5:] for row in hand.picture())
        assert "●" not in "".join(hand.picture())

    play(script, Setup())


def test_a_hint_names_the_winning_move_and_marks_it() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("t")
        await hand.until(lambda: hand.notice().startswith("Hint: "))
        assert hand.notice() in {"Hint: G8", "Hint: L8"}
        assert 1 in hand.game.view_state.hints.values()

    play(script, begun("h8 h9 i8 i9 j8 j9 k8 a1"))


def foot(hand: Hand) -> set[str]:
    """Return the labels of the footer."""
    return set(hand.rows()[-1].split()) & {
        *("Place", "Undo", "Hint", "Engine", "Review", "Rematch", "New", "Save", "Quit"),
    }


def test_the_footer_shows_what_can_be_done_now() -> None:
    async def script(hand: Hand) -> None:
        assert foot(hand) == {"Place", "Hint", "Engine", "New", "Quit"}
        await play_moves(hand, "a1")
        assert foot(hand) == {"Place", "Undo", "Hint", "Engine", "New", "Save", "Quit"}
        await hand.press("[")
        assert "Place" not in foot(hand)
        await hand.press("end")
        await play_moves(hand, "b1 a2 b2 a3")
        assert foot(hand) == {"Undo", "Engine", "Review", "Rematch", "New", "Save", "Quit"}

    play(script, Setup(GAMES["tictactoe"]), size=(120, 24))


def test_the_chart_has_a_line_where_both_chances_are_even() -> None:
    async def script(hand: Hand) -> None:
        chart = hand.game.query_one(Chart)
        hand.game.review.start(hand.state.board, hand.game.view_state.names)
        await hand.pilot.pause()
        chart.plies, chart.chances = 2, {0: 0.25, 1: 0.5, 2: 1.0}
        rows = [chart.render_line(y).text for y in range(1, 5)]
        assert [row[:3] for row in rows] == ["  █", "▁▁█", " ██", "███"]
        assert rows[1].rstrip().endswith("▁ even")

    play(script, begun("h8"))


async def get_hint(hand: Hand) -> None:
    """Ask for a hint, and wait for it and its lines."""
    await hand.press("t")
    await hand.until(lambda: hand.notice().startswith("Hint: "))
    assert "wins in 1" in hand.text("#lines")


@pytest.mark.parametrize(
    "keys", [["l8", "enter"], ["R", "enter"], ["["]], ids=["move", "end", "look"]
)
def test_the_lines_of_a_hint_disappear_with_its_position(keys: list[str]) -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "a1")
        await get_hint(hand)
        await hand.press(*keys)
        assert hand.text("#lines") == ""
        assert hand.game.view_state.hints == {}

    play(script, begun("h8 h9 i8 i9 j8 j9 k8"))


def test_a_review_begins_without_the_lines_of_a_hint() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("l8", "enter", "[")
        await get_hint(hand)
        await hand.press("v")
        assert (hand.text("#lines"), hand.game.view_state.hints) == ("", {})
        await hand.press("v")

    play(script, begun("h8 h9 i8 i9 j8 j9 k8 a1"))


def test_engine_lines_end_with_the_game_but_not_with_an_offer() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("x")
        await hand.until(lambda: "wins in 1" in hand.text("#lines"))
        await hand.press("=")
        assert "wins in 1" in hand.text("#lines")
        await hand.press("-", "l8", "enter")
        assert hand.text("#lines") == ""

    play(script, begun("h8 h9 i8 i9 j8 j9 k8 a1"))


def test_a_clock_that_ran_out_shows_nothing_left() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "h8")
        hand.game.table.now = lambda: hand.state.clocks.settled_at + 30_000  # type: ignore[method-assign]
        await hand.until(lambda: hand.turn() == "Black wins: White's time is up")
        assert hand.text("#seat-2").split() == ["●", "White", "0.0"]

    play(script, Setup(clock=TimeControl(30_000)))


def test_moves_are_listed_with_their_numbers() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "h8 i9 g9")
        moves = hand.game.query_one(MoveList)
        lines = [moves.render_line(y).text.split() for y in range(2)]
        assert lines == [["1.", "h8", "2.", "i9"], ["3.", "g9"]]

    for size in ((60, 20), (80, 24), (120, 40)):
        play(script, Setup(), size=size)


def test_one_key_starts_and_stops_engine_lines() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("x")
        lines = hand.game.query_one("#lines", Static)
        await hand.until(lambda: "1. Black wins in 1" in str(lines.content))
        await hand.press("x")
        assert str(lines.content) == ""
        assert not hand.game.analysis.is_on

    play(script, begun("h8 h9 i8 i9 j8 j9 k8 a1"))


def test_the_review_shows_a_chart_the_mistakes_and_the_turning_point() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "a1 b2 c3 c1 b1")
        await play_moves(hand, "a3")
        assert hand.turn() == "White wins: three from A3 to C1"
        await hand.press("v")
        await hand.until(lambda: "mistake" in hand.notice())
        chart = hand.game.query_one(Chart)
        assert chart.display
        assert len(chart.chances) == 7
        await hand.press("E")
        assert hand.game.view_state.shown_ply(hand.state) == 4
        assert "B1 (move 5)" in hand.notice()
        await hand.press("end", "{")
        assert hand.game.view_state.shown_ply(hand.state) == 5
        await hand.press("v")
        assert not chart.display

    play(script, Setup(GAMES["tictactoe"]))


def test_a_click_on_the_chart_shows_that_position() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "a1 b2 a2 b3 a3")
        await hand.press("v")
        await hand.until(lambda: len(hand.game.query_one(Chart).chances) == 6)
        await hand.pilot.click(Chart, offset=(2, 2))
        await hand.pilot.pause()
        assert hand.game.view_state.shown_ply(hand.state) == 2

    play(script, Setup(GAMES["tictactoe"]))


def test_forbidden_points_are_marked_and_explained_when_black_is_to_move() -> None:
    async def script(hand: Hand) -> None:
        assert Point(7, 7) in hand.game.view_state.forbidden(hand.state.board)
        assert "×" in "".join(hand.picture())
        await hand.press("h8")
        assert "×" in "".join(hand.picture())
        await hand.press("enter")
        assert hand.notice() == "H8 makes two threes at once, which is forbidden"
        await hand.press("a2", "enter")
        assert hand.state.board.turn is Player.SECOND
        assert "×" not in "".join(hand.picture())

    play(script, begun("g8 a1 f8 o15 h9 o1 h10 a15", "renju"))


def test_the_screen_says_which_rule_is_in_force() -> None:
    async def script(hand: Hand) -> None:
        assert hand.text("#rule") == "Tengen  15x15, exactly five in a row win"

    play(script, Setup(GAMES["standard"]))


def test_the_window_may_change_its_size_at_any_time() -> None:
    async def script(hand: Hand) -> None:
        await play_moves(hand, "h8")
        for size in ((120, 40), (60, 20), (30, 8), (160, 60), (80, 24)):
            await hand.pilot.resize_terminal(*size)
            await hand.pilot.pause()
            assert hand.game.query_one(Panel).region.width > 0
        assert "(●)" in "".join(hand.picture()) or "[●]" in "".join(hand.picture())

    play(script, Setup())
