"""Draw the screens of `tengen play` as docs/pictures/play-*.svg, the same on every machine.

The real program runs with the fixed clock, opponent and engine of `stage`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from stage import GAME, fixed_world
from terminal import Picture
from textual._compositor import LayoutUpdate
from textual.app import App
from textual.pilot import Pilot

from tengen.game.clock import TimeControl
from tengen.game.commands import PlayMove
from tengen.game.setup import Computer, Person, Setup
from tengen.game.tasks import Seat
from tengen.rules.notation import parse_moves
from tengen.rules.rules import GAMES
from tengen.terminal.game_app import TengenApp
from tengen.terminal.game_screen import GameScreen

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
AGAINST_A_COMPUTER = Setup(two=Computer(3), clock=TimeControl(None, 600_000, 5_000))
MIDDLE = " ".join(GAME.split()[:14])
FOULS = "h9 g9 i8 k10 h10 e8 j8 j11 f7 f8 f6 g5 e4 b4 d4 k6 c4 i12 f5 l7"
THINKS = {Seat.ONE: 9_400, Seat.TWO: 2_100}
"""Milliseconds that a move takes."""

Script = Callable[["Guide"], Awaitable[None]]


class Guide:
    """Operates the program until the screen shows the scene."""

    def __init__(self, app: TengenApp, pilot: Pilot[None], clock: list[int]) -> None:
        self._game = cast("GameScreen", app.screen_stack[0])
        self._pilot = pilot
        self._clock = clock

    async def play(self, moves: str) -> None:
        """Make these moves for both sides."""
        for point in parse_moves(moves, self._game.state.board.rules):
            actor = self._game.state.actor
            assert actor is not None
            self._clock[0] += THINKS[actor]
            self._game.table.do(PlayMove(actor, point))
        await self._pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self._pilot.press(*keys)
        await self._pilot.pause()


@dataclass(frozen=True)
class Scene:
    """A picture: its description, script, setup and appearance."""

    words: str
    script: Script
    setup: Setup = AGAINST_A_COMPUTER
    theme: str = "dark"
    size: tuple[int, int] = (80, 24)
    ascii_only: bool = False


async def middle(guide: Guide) -> None:
    """Show a game in progress."""
    await guide.play(MIDDLE)
    await guide.press("down", "down")


async def engine(guide: Guide) -> None:
    """Show the same game with the engine's lines."""
    await middle(guide)
    await guide.press("x")


async def end(guide: Guide) -> None:
    """Show the end of the game."""
    await guide.play(GAME)
    await guide.press("up", "right")


async def review(guide: Guide) -> None:
    """Show the explanation of a mistake."""
    await guide.play(GAME)
    await guide.press("v", "left_curly_bracket")


async def renju(guide: Guide) -> None:
    """Show the cursor on a forbidden point."""
    await guide.play(FOULS)
    await guide.press("left", "right")


async def help_page(guide: Guide) -> None:
    """Show all keys."""
    await guide.press("question_mark")


async def menu(guide: Guide) -> None:
    """Show the menu of a new game."""
    await guide.press("n", "down", "down")


SCENES = {
    "dark": Scene("A game against level 3 in the terminal", middle),
    "light": Scene("The same game in the light theme", middle, theme="light"),
    "contrast": Scene("The same game in the theme of high contrast", middle, theme="contrast"),
    "ascii": Scene("The same game in plain characters", middle, ascii_only=True),
    "engine": Scene("The engine's best moves, marked 1 to 3, and its lines", engine),
    "menu": Scene("The menu of a new game", menu),
    "end": Scene("The end of a game: Black wins with five from G9 to K5", end),
    "review": Scene("A review: the chart of the game, and a mistake explained", review),
    "help": Scene("The help: all keys", help_page),
    "renju": Scene(
        "Renju, with the points that are forbidden to Black marked",
        renju,
        Setup(GAMES["renju"], one=Person("Anna"), two=Person("Ben")),
    ),
    "big": Scene("A large window with large stones", engine, size=(150, 52)),
}


async def draw(scene: Scene) -> str:
    """Return the picture of a scene, when the screen no longer changes."""
    clock = [0]
    with fixed_world(clock):
        app = TengenApp(None, scene.setup, theme=scene.theme, ascii_only=scene.ascii_only)
        async with app.run_test(size=scene.size) as pilot:
            await pilot.pause()
            await scene.script(Guide(app, pilot, clock))
            before, picture = "", take(app, scene.words)
            while picture != before:
                await pilot.pause()
                before, picture = picture, take(app, scene.words)
            return picture


def take(app: App[None], words: str) -> str:
    """Return the current screen as SVG, without the web font of Textual's own screenshots."""
    screens = app._background_screens  # noqa: SLF001
    update = app.screen._compositor.render_update(full=True, screen_stack=screens)  # noqa: SLF001
    assert isinstance(update, LayoutUpdate)
    rows = [[segment for strip in row for segment in strip] for row in update.strips]
    return Picture(rows).to_svg(words)


def main() -> None:
    """Write all pictures."""
    for name, scene in SCENES.items():
        (PICTURES / f"play-{name}.svg").write_text(asyncio.run(draw(scene)), encoding="utf-8")


if __name__ == "__main__":
    main()
