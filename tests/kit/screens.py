"""The full-screen game with a pilot that presses keys and clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

from textual.pilot import Pilot
from textual.widgets import Static

from kit.onlooker import Onlooker
from tengen.game.setup import Setup
from tengen.game.state import GameState
from tengen.rules.notation import format_moves
from tengen.rules.point import Point
from tengen.storage import Store
from tengen.terminal.game_app import TengenApp
from tengen.terminal.game_screen import GameScreen

Script = Callable[["Hand"], Awaitable[None]]


class Hand(Onlooker):
    """A user with a keyboard and a mouse who reads the screen."""

    def __init__(self, app: TengenApp, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)
        self.app = app

    @property
    def game(self) -> GameScreen:
        """The screen of the game, even under a dialog."""
        return cast("GameScreen", self.app.screen_stack[0])

    @property
    def state(self) -> GameState:
        """The state of the game."""
        return self.game.state

    @property
    def moves(self) -> str:
        """The moves of the game, such as `h8 i9`."""
        return format_moves(self.state.board.moves, self.state.board.rules)

    @property
    def cursor(self) -> Point:
        """The point of the cursor."""
        return self.game.view_state.cursor

    async def press(self, *keys: str) -> None:
        """Press keys, or type a text, and wait for their effect."""
        for key in keys:
            await self.pilot.press(*([key] if key.isalpha() and len(key) > 2 else _names(key)))
        await self.pilot.pause()

    def text(self, selector: str) -> str:
        """Return the text of a part of the screen."""
        return str(self.app.screen.query_one(selector, Static).content)

    def notice(self) -> str:
        """Return the notice beside the board."""
        return str(self.game.query_one("#notice", Static).content)

    def turn(self) -> str:
        """Return the text that says whose turn it is."""
        return str(self.game.query_one("#turn", Static).content)


def play(
    script: Script,
    setup: Setup | None = None,
    *,
    store: Store | None = None,
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
) -> None:
    """Run a script in a new program."""
    run(script, TengenApp(store, setup, ascii_only=ascii_only), size)


def run(script: Script, app: TengenApp, size: tuple[int, int] = (80, 24)) -> None:
    """Run a script in an existing program."""

    async def run_it() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Hand(app, pilot))

    asyncio.run(run_it())


def _names(keys: str) -> list[str]:
    """Return a key such as `ctrl+n`, or the characters of a text."""
    if ("+" in keys and len(keys) > 1) or keys in {"up", "f1"}:
        return [keys]
    return [SYMBOLS.get(key, key) for key in keys]


SYMBOLS = {
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "{": "left_curly_bracket",
    "}": "right_curly_bracket",
    "?": "question_mark",
    ":": "colon",
    "=": "equals_sign",
    "-": "minus",
    "+": "plus",
    "#": "number_sign",
    "*": "asterisk",
    "`": "grave_accent",
    ",": "comma",
    " ": "space",
}
