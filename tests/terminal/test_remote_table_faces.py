"""Games on a real server in a terminal, full-screen and line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kit.remote import Browser, Chair, serving, sit_at
from kit.screens import Hand, run
from kit.talk import seated
from textual.widgets import Static

from tengen.terminal.dialogs import Confirm
from tengen.terminal.game_app import TengenApp


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with serving(tmp_path / "server") as server:
        yield Browser(server)


async def until_moves(hand: Hand, moves: str) -> None:
    await hand.until(lambda: hand.moves == moves)


def seats(hand: Hand) -> str:
    """Return the players as the screen shows them."""
    return "\n".join(str(hand.game.query_one(f"#seat-{at}", Static).content) for at in (1, 2))


def test_a_whole_game_line_by_line(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game(name="Anna")
    with (
        browser.sitting() as chair,
        seated(None, make_table=sit_at(address, tmp_path, "Ben")) as game,
    ):
        begun, *others = game.hear("You are White")
        assert begun.startswith("New game: 3x3, three or more in a row win. Black: Anna. White: ")
        assert others == ["Anna to move (Black).", "You are White."]
        assert game.told("b2") == ["It is your opponent's turn."]
        assert game.told("hint") == [
            "The engine gives no help in a game against a person until it is over.",
        ]
        chair.say("PlayMove", 1, point="0,0")
        assert game.hear("move 1") == ["Black A3, move 1."]
        assert game.ask("b2", "move 2") == ["White B2, move 2."]
        chair.say("TakeBack", 1)
        assert game.hear("asks") == ["Anna asks to take back a move. Type agree or decline."]
        assert game.ask("decline", "declines") == ["Ben declines."]
        chair.say("Resign", 1)
        assert game.hear("wins") == ["White wins: Black resigned. Type rematch, review or quit."]
        game.say("quit")


def test_a_rematch_and_a_confirmation_line_by_line(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game(name="Anna")
    with (
        browser.sitting() as chair,
        seated(None, make_table=sit_at(address, tmp_path, "Ben")) as game,
    ):
        game.hear("You are White")
        assert game.told("abort") == ["Type abort again to abort the game. Anything else cancels."]
        game.say("abort", "abort")
        game.hear("The game was aborted")
        assert game.ask("rematch", "offers") == ["Ben offers a rematch."]
        chair.say("OfferRematch", 1)
        assert game.hear("You are Black")[0].startswith("New game: ")
        assert game.told("new")[0].startswith("You have joined a game: ")
        game.say("quit")


def test_watching_line_by_line(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game("here", name="Anna", other_name="Ben")
    with browser.sitting() as chair, seated(None, make_table=sit_at(address, tmp_path)) as game:
        game.hear("You are watching: both seats are taken.")
        assert game.told("a1") == ["You are watching: both seats are taken."]
        assert game.told("resign") == ["You are watching: both seats are taken."]
        chair.say("Resign", 1)
        assert game.hear("wins") == ["White wins: Black resigned. Type review or quit."]
        game.say("quit")


def test_a_game_on_the_screen(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game(name="Anna")

    async def script(hand: Hand, chair: Chair) -> None:
        await hand.until(lambda: hand.notice() == "You are White")
        await hand.press("b2", "enter")
        assert hand.notice() == "It is your opponent's turn"
        chair.say("PlayMove", 1, point="0,0")
        await until_moves(hand, "a3")
        await hand.press("b2", "enter")
        await until_moves(hand, "a3 b2")
        chair.say("OfferDraw", 1)
        await hand.until(lambda: "offers" in hand.turn())
        asked = "Anna to move (Black)\nAnna offers a draw\n+ accepts, - declines"
        assert hand.turn() == asked
        await hand.press("+")
        await hand.until(lambda: hand.turn() == "A draw: both agreed")
        assert hand.notice() == "v review   M rematch"

    with browser.sitting() as chair:
        run(
            lambda hand: script(hand, chair), TengenApp(make_table=sit_at(address, tmp_path, "Ben"))
        )


def test_absent_players_are_marked_beside_the_board(browser: Browser, tmp_path: Path) -> None:
    async def script(hand: Hand) -> None:
        await hand.until(lambda: hand.notice() == "You are White. Anna is away")
        assert "Anna (Black), away" in seats(hand)
        assert "White, you" in seats(hand)
        with browser.sitting():
            await hand.until(lambda: hand.notice() == "Anna is back")
            assert "away" not in seats(hand)

    run(script, TengenApp(make_table=sit_at(browser.make_game(name="Anna"), tmp_path)))


def test_aborting_and_quitting_need_a_confirmation(browser: Browser, tmp_path: Path) -> None:
    async def script(hand: Hand) -> None:
        await hand.until(lambda: hand.notice().startswith("You are White"))
        await hand.press("C")
        assert hand.notice() == "Nobody has moved: you can abort the game, but not claim it"
        with browser.sitting() as chair:
            chair.say("PlayMove", 1, point="0,0")
            await hand.until(lambda: len(hand.state.steps) == 1)
        await hand.until(lambda: hand.notice() == "Black is away")
        await hand.press("C")
        assert isinstance(hand.app.screen, Confirm)
        await hand.press("escape", "n")
        assert hand.notice().startswith("You have joined a game: ")
        await hand.press("O")
        assert len(hand.app.screen_stack) == 1
        await hand.press("X", "enter")
        await hand.until(lambda: hand.turn() == "The game was aborted")
        await hand.press("q")
        assert hand.app.return_code == 0

    run(script, TengenApp(make_table=sit_at(browser.make_game(), tmp_path)))


def test_choices_of_an_opening_are_shown_to_the_player_who_chooses(
    browser: Browser, tmp_path: Path
) -> None:
    address = browser.make_game(rules="15x15/5 freestyle", opening="swap")

    async def script(hand: Hand, chair: Chair) -> None:
        await hand.until(lambda: hand.notice() == "You are player 2")
        for point in ("7,7", "7,8", "9,9"):
            chair.say("PlayMove", 1, point=point)
        await hand.until(lambda: hand.turn() == "Player 2 chooses")
        await hand.press("down", "enter")
        await hand.until(lambda: hand.turn() == "White to move")
        assert len(hand.app.screen_stack) == 1

    with browser.sitting() as chair:
        run(lambda hand: script(hand, chair), TengenApp(make_table=sit_at(address, tmp_path)))
