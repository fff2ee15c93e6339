"""The viewer with a pilot that presses keys and clicks, and a record with all features."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot
from textual.widgets import Static

from kit.onlooker import Onlooker
from kit.screens import SYMBOLS
from tengen.records.game_tree import Mark, MarkKind, Node
from tengen.records.reading import Reading
from tengen.records.record import Record, add_moves
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point, format_algebraic, parse_algebraic
from tengen.rules.rules import GAMES, Player, Rules
from tengen.terminal.record_browser import RecordFile
from tengen.terminal.viewer_screen import ViewerApp, ViewerScreen

Script = Callable[["Reader"], Awaitable[None]]
FIVE = GAMES["five"]
GAME = "h8 h9 i9 g7 j10 k11 i7 h10 i8 i10 i6 i5 j8 k8 h6 k9 j6 j7 g9 f10 k5"
NAMES = SYMBOLS | {"+": "plus", "$": "dollar_sign", ".": "full_stop"}


def grow(parent: Node, moves: str, rules: Rules = FIVE) -> Node:
    """Add moves after a node; return the last node."""
    turn = parent.player.other if parent.player else Player.FIRST
    return add_moves(parent, parse_moves(moves, rules), turn)


def sample() -> Record:
    """Return a game with two variations at move four, one inside the first, and comments."""
    record = Record(FIVE, first="Anna", second="Ben", tags={"event": "Open", "date": "2024"})
    grow(record.root, GAME)
    third = record.line()[2]
    third.comment = "A comment."
    third.time = 1500
    marked = {MarkKind.TRIANGLE: "i9", MarkKind.SQUARE: "d12", MarkKind.CIRCLE: "d11"}
    third.marks = (
        *(Mark(kind, parse_algebraic(at, FIVE)) for kind, at in marked.items()),
        Mark(MarkKind.LABEL, parse_algebraic("d10", FIVE), "A"),
    )
    grow(third, "j8 j10 g7")
    grow(third, "g9 k11 k10")
    grow(third.children[1].children[0], "a1 b1")
    return record


class Ready(RecordFile):
    """A file whose games are already read."""

    def __init__(self, records: list[Record]) -> None:
        super().__init__("games.sgf", Reading())
        self._source = iter(records)


class Reader(Onlooker):
    """A user with a keyboard and a mouse who reads the screen."""

    def __init__(self, app: ViewerApp, pilot: Pilot[None]) -> None:
        super().__init__(app, pilot)
        self.app = app

    @property
    def screen(self) -> ViewerScreen:
        """The viewer, even under a dialog."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, ViewerScreen)
        return screen

    @property
    def path(self) -> str:
        """The moves up to here, such as `h8 i9`."""
        cursor = self.screen.cursor
        points = [node.point for node in cursor.path if node.point is not None]
        return " ".join(format_algebraic(point, cursor.record.rules) for point in points)

    async def press(self, *keys: str) -> None:
        """Press keys by their names or characters, and wait for their effect."""
        await self.pilot.press(*(NAMES.get(key, key) for key in keys))
        await self.pilot.pause()

    async def click(self, name: str) -> None:
        """Click a point of the board."""
        await self.click_point(parse_algebraic(name, self.screen.cursor.record.rules))

    def text(self, name: str) -> str:
        """Return the text of a part of the screen."""
        return str(self.screen.query_one(f"#{name}", Static).content)


def read(
    script: Script,
    games: RecordFile | None = None,
    *,
    move: int = 0,
    size: tuple[int, int] = (80, 24),
    ascii_only: bool = False,
) -> None:
    """Run a script in a new viewer."""

    async def run() -> None:
        app = ViewerApp(games or Ready([sample()]), 0, move, ascii_only=ascii_only)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Reader(app, pilot))

    asyncio.run(run())


def point(name: str) -> Point:
    """Return a point of a 15x15 board."""
    return parse_algebraic(name, FIVE)
