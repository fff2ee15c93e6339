"""A user of a screen with a board: clicks, waits, and reads the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot

from tengen.rules.point import Point
from tengen.terminal.board_screen import BoardWidget

PATIENCE = 30.0


class Onlooker:
    """The base class of the users of all screens."""

    def __init__(self, app: App[None], pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self._app = app

    @property
    def board(self) -> BoardWidget:
        """The board, even under a dialog."""
        return self._app.screen_stack[0].query_one(BoardWidget)

    async def click_point(self, point: Point) -> None:
        """Click a point of the board."""
        await self.pilot.click(BoardWidget, offset=self.board.place(point))
        await self.pilot.pause()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition is true."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pilot.pause(0.02)

    def rows(self) -> list[str]:
        """Return the whole screen as rows of characters."""
        screens = self._app._background_screens  # noqa: SLF001 - nothing public tells
        update = self._app.screen._compositor.render_update(full=True, screen_stack=screens)  # noqa: SLF001
        assert isinstance(update, LayoutUpdate)
        return ["".join(strip.text for strip in row) for row in update.strips]

    def picture(self) -> list[str]:
        """Return the board as rows of characters."""
        board = self.board
        return [board.render_line(y).text.rstrip() for y in range(board.size.height)]
