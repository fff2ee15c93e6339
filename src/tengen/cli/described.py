"""A place in a record as text: who played, how it ended, the board, all moves."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.cli.listing import move_lines
from tengen.core.board import Board
from tengen.core.player import Player
from tengen.errors import RuleError
from tengen.notation.words import MARKS, STONES, Names
from tengen.records.record import Record
from tengen.tui.canvas import SMALL, Canvas, Run
from tengen.tui.glyphs import ASCII, Glyphs
from tengen.tui.viewer_trail import Trail
from tengen.tui.viewer_view import make_view
from tengen.tui.viewer_words import facts_of, in_line, move_words, result_words

COLOURS = {
    "black": "36;1",
    "black-number": "36;7",
    "grid": "2",
    "hint": "34;1",
    "label": "2",
    "last": "31;1",
    "star": "2",
    "white": "33;1",
    "white-number": "33;7",
    "win": "31;1",
    "win-mark": "31;7",
}
"""What is not in it has none."""


def describe_game(trail: Trail, glyphs: Glyphs, *, colour: bool = False) -> Iterator[str]:
    """All that there is to say about a game, and the board as it stands here."""
    names = MARKS if glyphs is ASCII else STONES
    yield from _facts(trail.record, names)
    yield ""
    yield from _board(trail, glyphs, colour=colour)
    yield _where(trail, names)
    if trail.record.root.children or trail.record.root.comment:
        yield ""
        yield from move_lines(trail.record)


def _facts(record: Record, names: Names) -> Iterator[str]:
    for player in Player:
        if record.name(player):
            yield f"{names[player]}: {in_line(record.name(player))}"
    for name, text in facts_of(record).items():
        yield f"{name}: {text}"
    result = result_words(record, names)
    if result:
        yield result


def _where(trail: Trail, names: Names) -> str:
    words = move_words(trail.node, trail.record, names)
    if not trail.number:
        return "Before the first move" if trail.total else "No moves"
    return f"After move {trail.number} of {trail.total}" + (f": {words}" if words else "")


def _board(trail: Trail, glyphs: Glyphs, *, colour: bool) -> Iterator[str]:
    try:
        board = trail.board()
    except RuleError as error:
        yield f"This position cannot be: {error}"
        board = Board(trail.record.rules)
    for row in Canvas(make_view(trail, board, glyphs, {}), glyphs, SMALL).runs():
        yield _paint(row) if colour else "".join(text for _, text in row).rstrip()


def _paint(row: list[Run]) -> str:
    return "".join(
        f"\x1b[{COLOURS[role]}m{text}\x1b[0m" if role in COLOURS else text for role, text in row
    )
