from __future__ import annotations

import pytest
from kit.screens import Hand, play

from tengen.game.setup import Computer, Person, Setup
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import GAMES

PEOPLE = Setup()
TIC_TAC_TOE = Setup(GAMES["tictactoe"])


def test_arrows_and_enter_put_a_stone() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("up", "right", "enter")
        assert hand.moves == "i9"
        assert hand.turn() == "White to move"

    play(script, PEOPLE)


@pytest.mark.parametrize(
    "keys, row, col",
    [
        ("h", 7, 6),
        ("j", 8, 7),
        ("k", 6, 7),
        ("l", 7, 8),
        ("y", 6, 6),
        ("b", 8, 6),
        ("H", 7, 2),
        ("J", 12, 7),
        ("K", 2, 7),
        ("L", 7, 12),
        ("Y", 2, 2),
        ("U", 2, 12),
        ("B", 12, 2),
        ("N", 12, 12),
        ("HH", 7, 0),
        ("NN", 14, 14),
        ("shift+up", 2, 7),
        ("shift+left", 7, 2),
    ],
)
def test_letters_move_the_cursor_and_capitals_move_it_by_five(
    keys: str, row: int, col: int
) -> None:
    async def script(hand: Hand) -> None:
        await hand.press(keys)
        assert hand.cursor == Point(row, col)
        assert hand.moves == ""

    play(script, PEOPLE)


def test_with_rogue_keys_u_and_n_are_diagonals() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("`", "u")
        assert hand.cursor == Point(6, 8)
        await hand.press("n", "n")
        assert hand.cursor == Point(8, 10)
        await hand.press("enter", "backspace")
        assert hand.moves == ""

    play(script, PEOPLE)


@pytest.mark.parametrize("typed", ["h8", "7,7", ":h8", "c3", "j10", "n5"])
def test_a_typed_point_is_played_with_enter(typed: str) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("H", *typed, "enter")
        assert hand.moves == {"7,7": "h8", ":h8": "h8"}.get(typed, typed)

    play(script, PEOPLE)


def test_an_invalid_point_is_explained_and_nothing_is_played() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h99", "enter")
        assert hand.notice() == "H99: the row must be from 1 to 15"
        assert hand.moves == ""

    play(script, PEOPLE)


def test_typing_can_be_corrected_and_cancelled() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h9", "backspace", "8", "enter")
        assert hand.moves == "h8"
        await hand.press("c4", "escape", "enter")
        assert hand.moves == "h8 c4"

    play(script, PEOPLE)


def test_a_click_puts_a_stone() -> None:
    async def script(hand: Hand) -> None:
        await hand.click_point(Point(3, 4))
        await hand.click_point(Point(14, 14))
        assert hand.moves == "e12 o1"

    play(script, PEOPLE)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (150, 52), (40, 12)])
def test_a_click_finds_its_point_in_a_window_of_any_size(size: tuple[int, int]) -> None:
    async def script(hand: Hand) -> None:
        await hand.click_point(Point(7, 7))
        assert hand.moves == "h8"

    play(script, PEOPLE, size=size)


def test_a_taken_point_is_refused_with_a_reason() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("enter", "enter")
        assert hand.notice() == "H8 is taken"

    play(script, PEOPLE)


def test_undo_and_redo_go_back_and_forth() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter", "i9", "enter", "u", "u")
        assert hand.moves == ""
        await hand.press("r", "r")
        assert hand.moves == "h8 i9"
        await hand.press("r")
        assert hand.notice() == "There is nothing to redo"

    play(script, PEOPLE)


def test_the_computer_answers_and_undo_takes_back_two_moves() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("enter")
        await hand.until(lambda: len(hand.state.board.moves) == 2)
        await hand.press("u")
        assert hand.moves == ""

    play(script, Setup(two=Computer(1)))


def test_the_result_is_shown_and_the_winning_line_marked() -> None:
    async def script(hand: Hand) -> None:
        for point in ("a1", "b1", "a2", "b2", "a3"):
            await hand.press(point, "enter")
        assert hand.turn() == "Black wins: three from A3 to A1"
        assert "".join(hand.picture()).count("★") == 3

    play(script, TIC_TAC_TOE)


def test_a_rematch_swaps_the_seats() -> None:
    async def script(hand: Hand) -> None:
        for point in ("a1", "b1", "a2", "b2", "a3"):
            await hand.press(point, "enter")
        await hand.press("M")
        assert hand.moves == ""
        assert hand.state.setup.one == Person("Ben")

    play(script, Setup(GAMES["tictactoe"], one=Person("Anna"), two=Person("Ben")))


def test_a_win_announced_by_the_computer_is_shown_under_the_turn() -> None:
    async def script(hand: Hand) -> None:
        await hand.until(lambda: len(hand.state.board.moves) == 7)
        assert hand.turn() == "White to move\nBlack wins with the next move"

    moves = tuple(parse_moves("h8 h9 g9 a1 i7 a2", PEOPLE.rules))
    play(script, Setup(one=Computer(10), moves=moves))
