"""Draw the screens of `tengen show` as docs/pictures/show-*.svg, the same on every machine."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from screens import PICTURES, take
from stage import GAME

from tengen.records.game_tree import Mark, MarkKind, Node
from tengen.records.reading import Reading
from tengen.records.record import Record, add_moves
from tengen.rules.notation import parse_moves
from tengen.rules.point import parse_algebraic
from tengen.rules.rules import FIVE_IN_A_ROW
from tengen.terminal.record_browser import RecordFile
from tengen.terminal.viewer_screen import ViewerApp

MOVE = 7
COMMENT = (
    "Black builds on both diagonals at once. The answer from above is the one that was played; "
    "from below it is no better, as Black then has a four in hand."
)


@dataclass(frozen=True)
class Look:
    """A picture of a record: its description and its theme."""

    words: str
    theme: str


LOOKS = {
    "dark": Look("A recorded game with variations, marks and a comment", "dark"),
    "light": Look("The same in the light theme", "light"),
}


class OneGame(RecordFile):
    """A file with one game that does not exist on disk."""

    def __init__(self, record: Record) -> None:
        super().__init__("tallinn.sgf", Reading())
        self._source = iter([record])


def make_record() -> Record:
    """Return the game of the README, with variations, marks and a comment at one move."""
    tags = {"event": "Open of Tallinn", "round": "3", "date": "2024-05-06"}
    record = Record(first="Anna", second="Ben", opening="swap2", clock="10+5", tags=tags)
    add_moves(record.root, parse_moves(GAME, FIVE_IN_A_ROW))
    node = record.line()[MOVE - 1]
    node.comment, node.time = COMMENT, 9_400
    for moves in ("g6 k7 i10", "k8 k12"):
        _vary(node, moves)
    shapes = {"l12": MarkKind.TRIANGLE, "h6": MarkKind.SQUARE}
    node.marks = tuple(
        Mark(kind, parse_algebraic(at, FIVE_IN_A_ROW)) for at, kind in shapes.items()
    )
    return record


def _vary(node: Node, moves: str) -> None:
    assert node.player is not None
    add_moves(node, parse_moves(moves, FIVE_IN_A_ROW), node.player.other)


async def draw(look: Look) -> str:
    """Return the picture of a record, when the screen no longer changes."""
    games = OneGame(make_record())
    app = ViewerApp(games, 0, MOVE, theme=look.theme)
    async with app.run_test(size=(80, 24)) as pilot:
        while not games.is_complete:
            await pilot.pause(0.02)
        await pilot.pause()
        return take(app, look.words)


def main() -> None:
    """Write all pictures."""
    for name, look in LOOKS.items():
        (PICTURES / f"show-{name}.svg").write_text(asyncio.run(draw(look)), encoding="utf-8")


if __name__ == "__main__":
    main()
