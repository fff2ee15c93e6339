"""A place in a record as text: who played, how it ended, the board, all moves."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.cli.listing import move_lines
from tengen.errors import RuleError
from tengen.printable import in_line
from tengen.records.record import Record
from tengen.render.record_pictures import view_at
from tengen.render.text import BOXES, DOTS, Glyphs, format_text
from tengen.rules.rules import Player
from tengen.rules.wording import MARK_NAMES, STONE_NAMES, PlayerNames
from tengen.terminal.record_browser import TreeCursor
from tengen.terminal.record_text import describe_record_move, describe_record_result, facts_of


def describe_game(
    trail: TreeCursor, *, ascii_only: bool = False, colour: bool = False
) -> Iterator[str]:
    """All that there is to say about a game, and the board as it stands here."""
    names = MARK_NAMES if ascii_only else STONE_NAMES
    yield from _facts(trail.record, names)
    yield ""
    yield _board(trail, DOTS if ascii_only else BOXES, colour=colour)
    yield _where(trail, names)
    if trail.record.root.children or trail.record.root.comment:
        yield ""
        yield from move_lines(trail.record)


def _facts(record: Record, names: PlayerNames) -> Iterator[str]:
    for player in Player:
        if record.name(player):
            yield f"{names[player]}: {in_line(record.name(player))}"
    for name, text in facts_of(record).items():
        yield f"{name}: {text}"
    result = describe_record_result(record, names)
    if result:
        yield result


def _where(trail: TreeCursor, names: PlayerNames) -> str:
    words = describe_record_move(trail.node, trail.record, names)
    if not trail.number:
        return "Before the first move" if trail.total else "No moves"
    return f"After move {trail.number} of {trail.total}" + (f": {words}" if words else "")


def _board(trail: TreeCursor, glyphs: Glyphs, *, colour: bool) -> str:
    try:
        view = view_at(trail.record, trail.path)
    except RuleError as error:
        return f"This position cannot be: {error}"
    return format_text(view, glyphs, colour=colour)
