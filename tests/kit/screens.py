"""The full-screen game with a pilot who presses keys and clicks."""

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
    """Somebody at the keyboard, who also sees the screen."""

    def __init__(self, app: TengenApp, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)
        self.app = app

    @property
    def game(self) -> GameScreen:
        """The screen of the game, whatever lies over it."""
        return cast("GameScreen", self.app.screen_stack[0])

    @property
    def state(self) -> GameState:
        """How the game stands."""
        return self.game.state

    @property
    def moves(self) -> str:
        """The moves of the game, as in `h8 i9`."""
        return format_moves(self.state.board.moves, self.state.board.rules)

    @property
    def cursor(self) -> Point:
        """Where the cursor is."""
        return self.game.desk.cursor

    async def press(self, *keys: str) -> None:
        """Press keys, a text as its characters, and wait until they have had their effect."""
        for key in keys:
            await self.pilot.press(*([key] if key.isalpha() and len(key) > 2 else _names(key)))
        await self.pilot.pause()

    def text(self, selector: str) -> str:
        """What a part of the screen says."""
        return str(self.app.screen.query_one(selector, Static).content)

    def notice(self) -> str:
        """What is told beside the board."""
        return str(self.game.query_one("#notice", Static).content)

    def turn(self) -> str:
        """Whose turn it is, in words."""
        return str(self.game.query_one("#turn", Static).content)


def play(
    script: Script,
    setup: Setup | None = None,
    *,
    store: Store | None = None,
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
) -> None:
    """Run a script in a program of its own."""
    run(script, TengenApp(store, setup, ascii_only=ascii_only), size)


def run(script: Script, app: TengenApp, size: tuple[int, int] = (80, 24)) -> None:
    """Run a script in a program that is there already."""

    async def run_it() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Hand(app, pilot))

    asyncio.run(run_it())


def _names(keys: str) -> list[str]:
    """A key such as `ctrl+n`, or the characters of a text."""
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
