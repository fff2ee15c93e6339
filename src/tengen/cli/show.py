"""`tengen show`: the games of a file, full-screen or as text.

As text: who played, how it ended, the board, and the moves, with comments and variations indented.

1. h8      2. i9      3. g9
       A comment on the third move.
   or   3. g7      4. g8
4. j9
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tengen.cli.arguments import Parser
from tengen.cli.edition import EditionOptions
from tengen.cli.game_arguments import add_position_options, add_reading_options
from tengen.cli.output import DONE, FAILED, INTERRUPTED, with_screen
from tengen.cli.recorded_games import make_reading, open_game, print_problems
from tengen.cli.terminal import has_full_screen, has_unicode, theme_for, write_stdout
from tengen.errors import RecordError, RuleError, UsageError, quote
from tengen.printable import in_line, printable
from tengen.records.formats import STANDARD_STREAM
from tengen.records.game_tree import Node
from tengen.records.record import Record
from tengen.render.record_pictures import view_at
from tengen.render.text import BOXES, DOTS, Glyphs, format_text
from tengen.rules.rules import Player
from tengen.rules.wording import MARK_NAMES, STONE_NAMES, PlayerNames
from tengen.terminal import record_text
from tengen.terminal.record_browser import RecordFile, TreeCursor

EPILOG = """\
FILE is in any of the formats of `tengen convert`; - is standard input. On a terminal the game is
shown full-screen: arrows go through it, ? shows all keys, q leaves. Elsewhere, and with --plain,
it is written as text. What is wrong with the file is told with its place; the status is 1 then.

examples:
  tengen show game.sgf
  tengen show games.txt --list
  tengen show games.txt --game-number 3 --move 12 --plain"""


def run(arguments: list[str]) -> int:
    """Show a file and give the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(found: argparse.Namespace) -> int:
    games = RecordFile(found.file, make_reading(found), found.from_name)
    try:
        status = _show(found, games)
    except RecordError as error:
        raise UsageError(f"{error}.") from None
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        print_problems(found.file, games.problems)
    return FAILED if games.problems.count and status == DONE else status


def make_parser() -> Parser:
    """The parser of everything that can be said about showing a file."""
    parser = Parser(
        prog="tengen show", description="Show the recorded games of a file.", epilog=EPILOG
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the file, or -")
    add_position_options(parser)
    add("--list", action="store_true", help="list the games of the file, a line each")
    add_reading_options(parser)
    add("--plain", action="store_true", help="as text, on a terminal, too")
    add("--ascii", action="store_true", help="draw with plain characters alone")
    colours = ("auto", "always", "never")
    add("--colour", "--color", choices=colours, default="auto", help="of the text (auto)")
    add("--theme", choices=("dark", "light", "contrast", "terminal"), help="the colours (dark)")
    return parser


def _show(found: argparse.Namespace, games: RecordFile) -> int:
    if found.list:
        return _write_lines(_list_games(games))
    trail = _find_game(found, games)
    is_ascii = found.ascii or not has_unicode()
    if _is_full_screen(found):
        return _run_viewer(found, games, trail, ascii_only=is_ascii)
    colour = EditionOptions(colour=found.colour).wants_colour()
    if found.move is None:
        trail.go_to(trail.total)
    lines = describe_game(trail, ascii_only=is_ascii, colour=colour)
    return _write_lines((*_heading(found, games), *lines))


def _is_full_screen(found: argparse.Namespace) -> bool:
    return not found.plain and found.file != STANDARD_STREAM and has_full_screen()


def _list_games(games: RecordFile) -> Iterator[str]:
    """A line for each game; they are not kept."""
    number = 0
    while games.read_one():
        number += 1
        yield f"{number:>5}  {record_text.describe_record(games.known.pop())}"


def _heading(found: argparse.Namespace, games: RecordFile) -> list[str]:
    """Which game it is, where there are several."""
    number = found.game_number or 1
    if games.at(number) is None and number == 1:
        return []
    return [f"Game {number}; --list lists all, --game-number N shows another", ""]


def _find_game(found: argparse.Namespace, games: RecordFile) -> TreeCursor:
    """The game and the move that were asked for."""
    number = 1 if found.game_number is None else found.game_number
    record = open_game(games, number - 1)
    if record is None:
        raise UsageError(f"{quote(found.file)} has no game {number}.")
    trail = TreeCursor(record)
    if found.move is not None and not 0 <= found.move <= trail.total:
        raise UsageError(f"there is no move {found.move}: the game has {trail.total}.")
    trail.go_to(found.move or 0)
    return trail


def _run_viewer(
    found: argparse.Namespace, games: RecordFile, trail: TreeCursor, *, ascii_only: bool
) -> int:
    from tengen.terminal.viewer_screen import ViewerApp  # noqa: PLC0415 - text needs no Textual

    index, theme = (found.game_number or 1) - 1, theme_for(found.theme)
    app = ViewerApp(games, index, trail.number, theme=theme, ascii_only=ascii_only)
    app.run()
    return app.return_code or DONE


def _write_lines(lines: Iterable[str]) -> int:
    def write_all(_screen: object) -> int:
        for line in lines:
            write_stdout(f"{line}\n")
        return DONE

    return with_screen(write_all)


def describe_game(
    trail: TreeCursor, *, ascii_only: bool = False, colour: bool = False
) -> Iterator[str]:
    """All that there is to say about a game, and the board as it stands here."""
    names = MARK_NAMES if ascii_only else STONE_NAMES
    yield from _fact_lines(trail.record, names)
    yield ""
    yield _board_text(trail, DOTS if ascii_only else BOXES, colour=colour)
    yield _place_line(trail, names)
    if trail.record.root.children or trail.record.root.comment:
        yield ""
        yield from move_lines(trail.record)


def _fact_lines(record: Record, names: PlayerNames) -> Iterator[str]:
    for player in Player:
        if record.name(player):
            yield f"{names[player]}: {in_line(record.name(player))}"
    for name, text in record_text.facts_of(record).items():
        yield f"{name}: {text}"
    result = record_text.describe_record_result(record, names)
    if result:
        yield result


def _place_line(trail: TreeCursor, names: PlayerNames) -> str:
    words = record_text.describe_record_move(trail.node, trail.record, names)
    if not trail.number:
        return "Before the first move" if trail.total else "No moves"
    return f"After move {trail.number} of {trail.total}" + (f": {words}" if words else "")


def _board_text(trail: TreeCursor, glyphs: Glyphs, *, colour: bool) -> str:
    try:
        view = view_at(trail.record, trail.path)
    except RuleError as error:
        return f"This position cannot be: {error}"
    return format_text(view, glyphs, colour=colour)


CELL_WIDTH = 10
INDENT = 4
MAX_INDENTS = 6
"""Variations of variations are not indented any further."""
VARIATION_MARK = "or"


class ListedNode(NamedTuple):
    """A node in the order of reading: after a move come those in its place, then what follows."""

    node: Node
    number: int
    """Of the move, or of the one before."""
    level: int
    """0 in the main line, 1 in its variations, and so on."""
    is_first: bool
    """Whether a variation begins with it."""


def listed_nodes(root: Node) -> Iterator[ListedNode]:
    """Every node but the root, however deep the tree is."""
    waiting = [ListedNode(root, 0, 0, is_first=False)]
    while waiting:
        step = waiting.pop()
        if step.is_first:
            yield step
        children = step.node.children
        if not children:
            continue
        main = _next_listed(step, children[0], step.level, is_first=False)
        others = [
            _next_listed(step, child, step.level + 1, is_first=True) for child in children[1:]
        ]
        yield main
        waiting.append(main)
        waiting.extend(reversed(others))


def _next_listed(step: ListedNode, node: Node, level: int, *, is_first: bool) -> ListedNode:
    return ListedNode(node, step.number + (node.player is not None), level, is_first)


def move_lines(record: Record, width: int = 79) -> Iterator[str]:
    """The moves as lines, one after the other."""
    yield from _comment(record.root, 0, width)
    row, level, room = "", 0, width // CELL_WIDTH * CELL_WIDTH
    for step in listed_nodes(record.root):
        name = record_text.node_name(step.node, record)
        if row and (step.is_first or step.level != level or len(row) + CELL_WIDTH > room):
            yield row.rstrip()
            row = ""
        level = step.level
        if name:
            row = row or _margin(step)
            row += f"{step.number:>3}. {name}".ljust(CELL_WIDTH)
        if step.node.comment.strip():
            if row:
                yield row.rstrip()
                row = ""
            yield from _comment(step.node, step.level, width)
    if row:
        yield row.rstrip()


def _margin(step: ListedNode) -> str:
    blank = " " * (INDENT * min(step.level, MAX_INDENTS))
    return blank[:-3] + VARIATION_MARK + " " if step.is_first else blank


def _comment(node: Node, level: int, width: int) -> Iterator[str]:
    """A comment, broken into lines."""
    margin = " " * (INDENT * min(level, MAX_INDENTS) + 5)
    for paragraph in printable(node.comment, keep="\n").strip().splitlines():
        yield from textwrap.wrap(
            paragraph, width, initial_indent=margin, subsequent_indent=margin
        ) or [""]
