"""The full-screen puzzles with a pilot who presses keys and clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from kit.onlooker import Onlooker
from kit.puzzles import at, four_and_three, two_threes
from textual.pilot import Pilot
from textual.widgets import Static

from tengen.errors import StoreError
from tengen.insight import examine
from tengen.rules.board import Board
from tengen.storage import Store
from tengen.terminal import puzzle_screen
from tengen.terminal.board_screen import BoardWidget
from tengen.terminal.dialogs import Help
from tengen.terminal.puzzle_screen import PuzzleApp
from tengen.terminal.puzzle_session import NumberedPuzzle, PuzzleSession, SolvedPuzzles


class Hand(Onlooker):
    """Somebody who solves puzzles and sees the screen."""

    def __init__(self, app: PuzzleApp, desk: PuzzleSession, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)
        self.app = app
        self.desk = desk

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def drawn(self) -> str:
        return "\n".join(self.picture())

    def text(self, name: str) -> str:
        return str(self.app.screen_stack[0].query_one(f"#{name}", Static).content)


Script = Callable[[Hand], Awaitable[None]]


def solve(
    script: Script,
    *,
    store: Store | None = None,
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
    pause: float = 60.0,
) -> None:
    """Run a script before two puzzles; a letter waits so many seconds for a figure."""

    async def run() -> None:
        boards: tuple[Board, ...] = (four_and_three(), two_threes())
        found = [examine(board) for board in boards]
        numbered = [
            NumberedPuzzle(number, puzzle) for number, puzzle in enumerate(found, 1) if puzzle
        ]
        desk = PuzzleSession(numbered, SolvedPuzzles(store))
        app = PuzzleApp(desk, store, ascii_only=ascii_only)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Hand(app, desk, pilot))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle_screen, "LETTER_PAUSE", pause)
        asyncio.run(run())


def test_a_puzzle_is_solved_with_typed_points_and_the_next_one_comes() -> None:
    async def script(hand: Hand) -> None:
        assert hand.text("goal") == "Black to move and win with fours, in 2 moves"
        await hand.press("h", "8", "enter")
        assert hand.text("words") == "H8 is right. White answers on I8."
        await hand.press("h", "7", "enter")
        assert hand.text("words").startswith("Solved: White cannot stop both H11 and H6.")
        assert "At the first try." in hand.text("words")
        assert hand.text("progress") == "1 of 2 solved"
        await hand.press("enter")
        assert hand.text("which") == "Puzzle 2"

    solve(script)


def test_a_click_and_the_cursor_play_too() -> None:
    async def script(hand: Hand) -> None:
        await hand.click_point(at("h8"))
        assert hand.text("moves") == "H8 I8"
        await hand.press("colon", "h", "6", "enter", "down", "space")
        assert hand.text("record") == "wrong tries 2, hints 0"

    solve(script)


def test_a_letter_that_is_no_point_is_a_command_after_a_moment() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h")
        await hand.until(lambda: hand.text("words") == "Look for a four.")
        await hand.press("h", "h")
        await hand.until(lambda: hand.text("words") == "It is H8.")
        await hand.until(lambda: "[1]" in hand.drawn())
        await hand.press("n")
        await hand.until(lambda: hand.text("which") == "Puzzle 2")
        await hand.press("b", "left")
        await hand.until(lambda: hand.text("which") == "Puzzle 1")

    solve(script, pause=0.01)


def test_a_letter_that_is_no_command_begins_a_point_and_a_figure_alone_does_not() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("5")
        assert hand.text("words") == ""
        await hand.press("d")
        assert hand.text("words").startswith("Point: d_")
        await hand.press("1", "enter")
        assert hand.text("record") == "wrong tries 1, hints 0"

    solve(script, pause=0.0)


def test_the_points_of_a_hint_are_marked() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h", "h", "left")
        await hand.until(lambda: hand.desk.solving.hints == 2)
        assert hand.drawn().count("?") == 3

    solve(script)


def test_the_solution_is_shown_when_it_is_asked_for_twice() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("s")
        assert hand.text("words") == "s again shows the solution."
        await hand.press("left", "s")
        assert hand.text("words") == "Solution: H8 I8 H11"
        assert hand.text("goal") == "Black to move and win with fours"
        await hand.press("s")
        assert hand.text("words") == "There is nothing left to find here."
        assert hand.text("progress") == "0 of 2 solved"

    solve(script)


def test_moves_are_taken_back_and_a_puzzle_is_begun_again() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("u")
        assert hand.text("words") == "There is nothing to take back."
        await hand.press("h", "8", "enter", "u")
        assert not hand.desk.solving.board.moves
        await hand.press("i", "8", "enter")
        assert hand.desk.solving.wrong == 1
        await hand.press("r")
        assert hand.desk.solving.wrong == 0

    solve(script)


def test_a_point_that_is_typed_wrongly_is_told_and_can_be_given_up() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h", "9", "9", "enter")
        assert hand.text("words").startswith("H99: the row must be")
        await hand.press("h", "1", "backspace", "escape")
        assert hand.text("words") == ""
        assert hand.desk.solving.wrong == 0

    solve(script)


def test_what_was_solved_and_the_theme_are_remembered(tmp_path: Path) -> None:
    async def first(hand: Hand) -> None:
        await hand.press("h", "8", "enter", "h", "7", "enter", "T")
        assert hand.text("words") == "Theme: light"

    async def second(hand: Hand) -> None:
        assert hand.text("which") == "Puzzle 1  (solved before)"
        assert hand.app.theme == "light"

    with Store(str(tmp_path)) as store:
        solve(first, store=store)
        solve(second, store=store)


def test_a_store_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("there", "the disk is full")

    async def script(hand: Hand) -> None:
        monkeypatch.setattr(Store, "remember", fail)
        await hand.press("h", "8", "enter", "h", "7", "enter")
        assert "the disk is full" in hand.text("words")

    with Store(str(tmp_path)) as store:
        solve(script, store=store)


@pytest.mark.parametrize("size", [(100, 34), (80, 24), (60, 20), (40, 22)])
def test_board_and_words_fit_every_size(size: tuple[int, int]) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("i", "8", "enter")
        screen = hand.app.screen
        board, words = screen.query_one(BoardWidget), screen.query_one("#words")
        assert "A B C D E F G H I J K L M N O" in hand.drawn()
        assert hand.drawn().count("[") == 1
        assert board.region.intersection(words.region).area == 0
        assert screen.region.contains_region(words.region)

    solve(script, size=size)


def test_plain_characters_are_enough() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h", "8", "enter")
        texts = [hand.text(name) for name in ("which", "grade", "goal", "words", "moves")]
        assert all(text.isascii() for text in [*texts, hand.drawn()])
        assert hand.text("words") == "H8 is right. O answers on I8."
        assert hand.text("grade") == "*....  grade 1 of 5"

    solve(script, ascii_only=True)


def test_letters_instead_of_stones_are_called_by_their_names() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("asterisk")
        assert hand.text("goal").startswith("X to move")
        assert "X" in hand.drawn()

    solve(script)


def test_the_help_shows_every_key_and_q_leaves() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("question_mark")
        assert isinstance(hand.app.screen, Help)
        await hand.press("escape", "q")
        assert hand.app.return_code == 0

    solve(script)
