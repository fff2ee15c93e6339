"""The full-screen puzzles, with key presses and clicks."""

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
    """Presses keys in the puzzles and reads the screen."""

    def __init__(self, app: PuzzleApp, session: PuzzleSession, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)
        self.app = app
        self.session = session

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
    """Run a script with two puzzles; a letter waits `pause` seconds for a digit."""

    async def run() -> None:
        boards: tuple[Board, ...] = (four_and_three(), two_threes())
        found = [examine(board) for board in boards]
        numbered = [
            NumberedPuzzle(number, puzzle) for number, puzzle in enumerate(found, 1) if puzzle
        ]
        session = PuzzleSession(numbered, SolvedPuzzles(store))
        app = PuzzleApp(session, store, ascii_only=ascii_only)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Hand(app, session, pilot))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle_screen, "LETTER_PAUSE", pause)
        asyncio.run(run())


def test_a_puzzle_is_solved_with_typed_points_and_the_next_one_comes() -> None:
    async def script(hand: Hand) -> None:
        assert hand.text("goal") == "Black to move and win with fours, in 2 moves"
        await hand.press("h", "8", "enter")
        assert hand.text("notice") == "H8 is right. White answers on I8."
        await hand.press("h", "7", "enter")
        assert hand.text("notice").startswith("Solved: White cannot stop both H11 and H6.")
        assert "At the first try." in hand.text("notice")
        assert hand.text("progress") == "1 of 2 solved"
        await hand.press("enter")
        assert hand.text("which") == "Puzzle 2"

    solve(script)


def test_a_click_and_the_cursor_play_too() -> None:
    async def script(hand: Hand) -> None:
        await hand.click_point(at("h8"))
        assert hand.text("moves") == "H8 I8"
        await hand.press("colon", "h", "6", "enter", "down", "space")
        assert hand.text("record") == "Wrong tries: 2, hints: 0"

    solve(script)


def test_a_letter_without_a_digit_becomes_a_command() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h")
        await hand.until(lambda: hand.text("notice") == "Look for a four.")
        await hand.press("h", "h")
        await hand.until(lambda: hand.text("notice") == "It is H8.")
        await hand.until(lambda: "[1]" in hand.drawn())
        await hand.press("n")
        await hand.until(lambda: hand.text("which") == "Puzzle 2")
        await hand.press("b", "left")
        await hand.until(lambda: hand.text("which") == "Puzzle 1")

    solve(script, pause=0.01)


def test_a_letter_that_is_no_command_starts_a_point_and_a_digit_does_not() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("5")
        assert hand.text("notice") == ""
        await hand.press("d")
        assert hand.text("notice").startswith("Point: d_")
        await hand.press("1", "enter")
        assert hand.text("record") == "Wrong tries: 1, hints: 0"

    solve(script, pause=0.0)


def test_the_points_of_a_hint_are_marked() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h", "h", "left")
        await hand.until(lambda: hand.session.solving.hints == 2)
        assert hand.drawn().count("?") == 3

    solve(script)


def test_the_solution_must_be_requested_twice() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("s")
        assert hand.text("notice") == "Press s again to show the solution."
        await hand.press("left", "s")
        assert hand.text("notice") == "Solution: H8 I8 H11"
        assert hand.text("goal") == "Black to move and win with fours"
        await hand.press("s")
        assert hand.text("notice") == "This puzzle is already over."
        assert hand.text("progress") == "0 of 2 solved"

    solve(script)


def test_moves_are_taken_back_and_a_puzzle_is_restarted() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("u")
        assert hand.text("notice") == "There is nothing to take back."
        await hand.press("h", "8", "enter", "u")
        assert not hand.session.solving.board.moves
        await hand.press("i", "8", "enter")
        assert hand.session.solving.wrong == 1
        await hand.press("r")
        assert hand.session.solving.wrong == 0

    solve(script)


def test_an_invalid_point_is_reported_and_typing_can_be_cancelled() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h", "9", "9", "enter")
        assert hand.text("notice").startswith("H99: the row must be")
        await hand.press("h", "1", "backspace", "escape")
        assert hand.text("notice") == ""
        assert hand.session.solving.wrong == 0

    solve(script)


def test_solved_puzzles_and_the_theme_are_remembered(tmp_path: Path) -> None:
    async def first(hand: Hand) -> None:
        await hand.press("h", "8", "enter", "h", "7", "enter", "T")
        assert hand.text("notice") == "Theme: light"

    async def second(hand: Hand) -> None:
        assert hand.text("which") == "Puzzle 1  (solved before)"
        assert hand.app.theme == "light"

    with Store(str(tmp_path)) as store:
        solve(first, store=store)
        solve(second, store=store)


def test_a_store_error_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("there", "the disk is full")

    async def script(hand: Hand) -> None:
        monkeypatch.setattr(Store, "remember", fail)
        await hand.press("h", "8", "enter", "h", "7", "enter")
        assert "the disk is full" in hand.text("notice")

    with Store(str(tmp_path)) as store:
        solve(script, store=store)


@pytest.mark.parametrize("size", [(100, 34), (80, 24), (60, 20), (40, 22)])
def test_board_and_words_fit_every_size(size: tuple[int, int]) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("i", "8", "enter")
        screen = hand.app.screen
        board, words = screen.query_one(BoardWidget), screen.query_one("#notice")
        assert "A B C D E F G H I J K L M N O" in hand.drawn()
        assert hand.drawn().count("[") == 1
        assert board.region.intersection(words.region).area == 0
        assert screen.region.contains_region(words.region)

    solve(script, size=size)


def test_puzzles_can_be_drawn_in_ascii() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h", "8", "enter")
        texts = [hand.text(name) for name in ("which", "grade", "goal", "notice", "moves")]
        assert all(text.isascii() for text in [*texts, hand.drawn()])
        assert hand.text("notice") == "H8 is right. O answers on I8."
        assert hand.text("grade") == "*....  grade 1 of 5"

    solve(script, ascii_only=True)


def test_sides_are_named_x_and_o_with_letters() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("asterisk")
        assert hand.text("goal").startswith("X to move")
        assert "X" in hand.drawn()

    solve(script)


def test_the_help_shows_every_key_and_q_quits() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("question_mark")
        assert isinstance(hand.app.screen, Help)
        await hand.press("escape", "q")
        assert hand.app.return_code == 0

    solve(script)
