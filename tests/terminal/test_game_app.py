from __future__ import annotations

from pathlib import Path

import pytest
from kit.screens import Hand, play

from tengen.errors import StoreError
from tengen.game.clock import TimeControl
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Computer, ExternalEngine, Person, Setup
from tengen.records.formats import read_records
from tengen.rules.notation import format_moves
from tengen.rules.rules import GAMES, Rules, WinRule
from tengen.storage import Store
from tengen.terminal.dialogs import Confirm, NewGame, PickOne
from tengen.terminal.save_file import unused_name
from tengen.terminal.themes import THEMES
from tengen.terminal.widgets import ChoiceList

TIC_TAC_TOE = Setup(GAMES["tictactoe"])


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path / "data"))


def test_the_first_start_asks_what_to_play_and_enter_plays_it() -> None:
    async def script(hand: Hand) -> None:
        assert isinstance(hand.app.screen, NewGame)
        await hand.press("enter")
        assert len(hand.app.screen_stack) == 1
        assert hand.state.setup.two == Computer(3)

    play(script)


def test_the_menu_chooses_game_rule_opening_clock_and_seats() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("right")  # from five to standard
        await hand.press("down", "down", *["right"] * 4)  # swap2
        await hand.press("down", "right", "right")  # 30 seconds a move
        await hand.press("down", "right", "right")  # Black: level 2
        await hand.press("down", *["left"] * 3, "down", *"Ben", "enter")
        setup = hand.state.setup
        assert setup.rules == GAMES["standard"]
        assert setup.opening is OpeningRule.SWAP2
        assert setup.clock == TimeControl(move=30_000)
        assert (setup.one, setup.two) == (Computer(2), Person("Ben"))

    play(script)


def test_any_board_size_can_be_chosen() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("left")  # another board
        await hand.press("down", "backspace", "backspace", *"9", "down", "backspace", *"0")
        await hand.press("down", "backspace", *"4", "enter")
        assert hand.state.setup.rules == Rules(9, 10, 4)

    play(script)


def test_an_invalid_form_shows_why() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("left", "down", "backspace", "backspace", "enter")
        assert isinstance(hand.app.screen, NewGame)
        assert hand.text("#meaning") == "columns must be 1 to 52, not ''"

    play(script)


def test_the_last_choice_is_remembered(store: Store) -> None:
    async def choose(hand: Hand) -> None:
        await hand.press("down", "right", "enter")

    async def look(hand: Hand) -> None:
        await hand.press("n", "enter")
        assert hand.state.setup.rules.win is WinRule.STANDARD

    play(choose, store=store)
    play(look, TIC_TAC_TOE, store=store)


def test_an_unfinished_game_is_offered_and_resumed(store: Store) -> None:
    async def begin(hand: Hand) -> None:
        await hand.press("a1", "enter", "b2", "enter")

    async def go_on(hand: Hand) -> None:
        assert isinstance(hand.app.screen, Confirm)
        await hand.press("enter")
        assert hand.moves == "a1 b2"
        assert hand.turn() == "Black to move"

    play(begin, TIC_TAC_TOE, store=store)
    play(go_on, store=store)


def test_a_finished_game_is_not_offered_but_stays_stored(store: Store) -> None:
    async def finish(hand: Hand) -> None:
        for point in ("a1", "b1", "a2", "b2", "a3"):
            await hand.press(point, "enter")

    async def look(hand: Hand) -> None:
        assert isinstance(hand.app.screen, NewGame)
        await hand.press("escape", "O")
        assert isinstance(hand.app.screen, PickOne)
        await hand.press("enter")
        assert hand.turn() == "Black wins: three from A3 to A1"

    play(finish, TIC_TAC_TOE, store=store)
    play(look, store=store)


def test_quitting_a_stored_game_needs_no_confirmation(store: Store) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("a1", "enter", "q")
        assert hand.app.return_code == 0

    play(script, TIC_TAC_TOE, store=store)
    assert store.unfinished(limit=1)


def test_quitting_a_game_that_is_not_stored_needs_a_confirmation() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("a1", "enter", "q")
        assert isinstance(hand.app.screen, Confirm)
        await hand.press("n")
        assert len(hand.app.screen_stack) == 1
        await hand.press("q", "y")
        assert hand.app.return_code == 0

    play(script, TIC_TAC_TOE)


def test_resigning_needs_a_confirmation() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("a1", "enter", "R", "escape")
        assert hand.state.result is None
        await hand.press("R", "enter")
        assert hand.turn() == "Black wins: White resigned"

    play(script, TIC_TAC_TOE)


def test_a_draw_is_offered_declined_and_accepted() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("a1", "enter", "=")
        assert hand.turn() == "White to move\nWhite offers a draw\n+ accepts, - declines"
        await hand.press("-")
        assert hand.notice() == "Black declines"
        await hand.press("=", "+")
        assert hand.turn() == "A draw: both agreed"

    play(script, TIC_TAC_TOE)


def test_a_game_is_saved_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("a1", "enter", "b2", "enter", "s", "enter")
        assert hand.notice() == f"Saved to {unused_name([])}"

    monkeypatch.chdir(tmp_path)
    play(script, TIC_TAC_TOE)
    (record,) = read_records(str(tmp_path / unused_name([])))
    assert format_moves(record.moves(), record.rules) == "a1 b2"


def test_choices_of_an_opening_are_made_from_a_list_or_by_number() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter", "i9", "enter", "g9", "enter")
        assert hand.turn() == "Player 2 chooses"
        await hand.press("down", "down", "down", "enter")
        await hand.press("a1", "enter", "b1", "enter", "2")
        assert hand.turn() == "White to move"
        assert hand.moves == "h8 i9 g9 a1 b1"
        assert not hand.game.query_one(ChoiceList).display

    play(script, Setup(opening=OpeningRule.SWAP2))


SIZES = [(40, 24), (60, 20), (80, 24), (120, 40)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_board_and_choices_are_visible_together(size: tuple[int, int]) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter", "i9", "enter", "g9", "enter")
        assert len(hand.app.screen_stack) == 1
        board = "".join(hand.picture())
        assert sum(board.count(sign) for sign in "●█") == 3 if size[0] < 120 else "▐█▌" in board
        shown = "\n".join(hand.rows())
        for words in ("1 play Black", "2 play White", "3 add two stones", "Arrows and Enter"):
            assert words in shown

    play(script, Setup(opening=OpeningRule.SWAP2), size=size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_eight_choices_are_all_listed_or_scrolled(size: tuple[int, int]) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter", "h9", "enter", "h7", "enter", "1", "f8", "enter")
        assert "the number of fifth moves" in hand.turn()
        shown = hand.game.query_one(ChoiceList)
        await hand.press("J", "J")
        assert any("> 8 eight fifth moves" in row for row in hand.rows())
        is_whole = shown.size.height >= 9
        assert is_whole or shown.show_vertical_scrollbar
        await hand.press("K", "K", "enter")
        assert hand.turn() == "Player 1 chooses"

    play(script, Setup(GAMES["renju"], OpeningRule.SOOSYRV), size=size)


def test_a_choice_can_be_clicked() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter", "i9", "enter", "g9", "enter")
        await hand.pilot.click(ChoiceList, offset=(6, 1))
        await hand.pilot.pause()
        assert hand.turn() == "White to move"

    play(script, Setup(opening=OpeningRule.SWAP2))


def test_the_clock_runs_and_its_end_is_the_end_of_the_game() -> None:
    async def script(hand: Hand) -> None:
        await hand.until(lambda: hand.state.result is not None)
        assert hand.turn() == "The game was aborted: no move was made in time"

    play(script, Setup(clock=TimeControl(move=300)))


def test_pausing_stops_the_clock() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("p")
        assert hand.turn() == "Black to move (paused)"
        assert hand.state.clocks.deadline() is None
        await hand.press("p")
        assert hand.state.clocks.deadline() is not None

    play(script, Setup(clock=TimeControl(game=60_000)))


def test_a_failed_engine_can_be_replaced() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter")
        await hand.until(lambda: isinstance(hand.app.screen, PickOne))
        await hand.press("3")
        assert hand.state.setup.two == Person()
        await hand.press("i9", "enter")
        assert hand.moves == "h8 i9"

    play(script, Setup(two=ExternalEngine(("/nowhere/pbrain",), "nobody")))


def test_white_stones_are_white_where_there_are_colours() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter", "h9", "enter")
        for theme, white in {"dark": "●", "light": "●", "contrast": "○", "terminal": "●"}.items():
            assert hand.app.theme == theme
            assert any(f"[{white}]" in row for row in hand.picture())
            assert f" {white} " in hand.text("#seat-2")
            await hand.press("T")

    play(script, Setup())


def test_without_colours_white_stones_are_hollow(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(hand: Hand) -> None:
        await hand.press("h8", "enter", "h9", "enter")
        assert any("[○]" in row for row in hand.picture())

    monkeypatch.setenv("NO_COLOR", "1")
    play(script, Setup())


def test_every_theme_is_one_key_away_and_remembered(store: Store) -> None:
    async def script(hand: Hand) -> None:
        seen = {hand.app.theme}
        for _ in THEMES:
            await hand.press("T")
            seen.add(hand.app.theme)
        assert seen == set(THEMES)
        await hand.press("T")

    async def look(hand: Hand) -> None:
        assert hand.app.theme == list(THEMES)[1]

    play(script, TIC_TAC_TOE, store=store)
    play(look, TIC_TAC_TOE, store=store)


def test_the_palette_finds_commands_by_name() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("a1", "enter", "ctrl+p")
        await hand.pilot.pause(0.2)
        await hand.press(*"take back")
        await hand.pilot.pause(0.5)
        await hand.press("enter")
        await hand.until(lambda: hand.moves == "")

    play(script, TIC_TAC_TOE)


def test_a_store_error_is_shown_and_the_game_continues(store: Store) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("somewhere", "the disk is full")

    async def script(hand: Hand) -> None:
        for name in ("games", "remember", "recall"):
            setattr(store, name, fail)
        for key in ("O", "n", "T"):
            await hand.press(key)
            assert "the disk is full" in hand.notice()
            hand.game.show_notice("")
        await hand.press("a1", "enter")
        assert hand.moves == "a1"

    play(script, TIC_TAC_TOE, store=store)


def test_a_store_error_at_the_start_is_shown(store: Store) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("somewhere", "the disk is full")

    async def script(hand: Hand) -> None:
        assert "the disk is full" in hand.notice()

    store.unfinished = fail  # type: ignore[assignment, method-assign]
    play(script, store=store)


def test_saving_works_where_the_directory_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(hand: Hand) -> None:
        (tmp_path / "gone").rmdir()
        await hand.press("a1", "enter", "s", "enter")
        assert hand.notice().startswith(f"Cannot save to {unused_name([])}: ")

    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    play(script, TIC_TAC_TOE)
