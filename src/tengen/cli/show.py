"""`tengen show`: show the games of a file, full-screen or as text.

The text has the players, the result, the board, and the moves with indented comments and
variations.

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
from tengen.records import Node, Record
from tengen.records.formats import STANDARD_STREAM
from tengen.render import BOXES, DOTS, Glyphs, format_text
from tengen.render.record_pictures import view_at
from tengen.rules import Player
from tengen.rules.wording import MARK_NAMES, STONE_NAMES, PlayerNames
from tengen.terminal import record_text
from tengen.terminal.record_browser import RecordFile, TreeCursor

EPILOG = """\
FILE is in any of the formats of `tengen convert`; - is standard input. On a terminal the game is
shown full-screen: use the arrow keys to step through it, ? for all keys, q to leave. Elsewhere, and
with --plain, it is written as text. Problems in the file are reported with their place; the exit
status is then 1.

examples:
  tengen show game.sgf
  tengen show games.txt --list
  tengen show games.txt --game-number 3 --move 12 --plain"""


def run(arguments: list[str]) -> int:
    """Show a file and return the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(args: argparse.Namespace) -> int:
    games = RecordFile(args.file, make_reading(args), args.from_name)
    try:
        status = _show(args, games)
    except RecordError as error:
        raise UsageError(f"{error}.") from None
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        print_problems(args.file, games.problems)
    return FAILED if games.problems.count and status == DONE else status


def make_parser() -> Parser:
    """Return the argument parser of `tengen show`."""
    parser = Parser(
        prog="tengen show", description="Show the recorded games of a file.", epilog=EPILOG
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the file, or -")
    add_position_options(parser)
    add("--list", action="store_true", help="list the games of the file, one per line")
    add_reading_options(parser)
    add("--plain", action="store_true", help="write text, also on a terminal")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    colours = ("auto", "always", "never")
    add("--colour", "--color", choices=colours, default="auto", help="colour the text (auto)")
    add("--theme", choices=("dark", "light", "contrast", "terminal"), help="the colours (dark)")
    return parser


def _show(args: argparse.Namespace, games: RecordFile) -> int:
    if args.list:
        return _write_lines(_list_games(games))
    cursor = _find_game(args, games)
    is_ascii = args.ascii or not has_unicode()
    if _is_full_screen(args):
        return _run_viewer(args, games, cursor, ascii_only=is_ascii)
    colour = EditionOptions(colour=args.colour).wants_colour()
    if args.move is None:
        cursor.go_to(cursor.total)
    lines = describe_game(cursor, ascii_only=is_ascii, colour=colour)
    return _write_lines((*_heading(args, games), *lines))


def _is_full_screen(args: argparse.Namespace) -> bool:
    return not args.plain and args.file != STANDARD_STREAM and has_full_screen()


def _list_games(games: RecordFile) -> Iterator[str]:
    """Yield a line for each game, without keeping the games in memory."""
    number = 0
    while games.read_one():
        number += 1
        yield f"{number:>5}  {record_text.describe_record(games.known.pop())}"


def _heading(args: argparse.Namespace, games: RecordFile) -> list[str]:
    """Return lines with the number of the game, if the file has several."""
    number = args.game_number or 1
    if games.at(number) is None and number == 1:
        return []
    return [f"Game {number} of several: list all with --list, choose one with --game-number", ""]


def _find_game(args: argparse.Namespace, games: RecordFile) -> TreeCursor:
    """Return a cursor in the chosen game, at the chosen move."""
    number = 1 if args.game_number is None else args.game_number
    record = open_game(games, number - 1)
    if record is None:
        raise UsageError(f"{quote(args.file)} has no game {number}.")
    cursor = TreeCursor(record)
    if args.move is not None and not 0 <= args.move <= cursor.total:
        raise UsageError(f"there is no move {args.move}: the game has {cursor.total}.")
    cursor.go_to(args.move or 0)
    return cursor


def _run_viewer(
    args: argparse.Namespace, games: RecordFile, cursor: TreeCursor, *, ascii_only: bool
) -> int:
    from tengen.terminal.viewer_screen import ViewerApp  # noqa: PLC0415 - imports Textual

    index, theme = (args.game_number or 1) - 1, theme_for(args.theme)
    app = ViewerApp(games, index, cursor.number, theme=theme, ascii_only=ascii_only)
    app.run()
    return app.return_code or DONE


def _write_lines(lines: Iterable[str]) -> int:
    def write_all(_screen: object) -> int:
        for line in lines:
            write_stdout(f"{line}\n")
        return DONE

    return with_screen(write_all)


def describe_game(
    cursor: TreeCursor, *, ascii_only: bool = False, colour: bool = False
) -> Iterator[str]:
    """Yield the lines about a game, with the board at the cursor."""
    names = MARK_NAMES if ascii_only else STONE_NAMES
    yield from _fact_lines(cursor.record, names)
    yield ""
    yield _board_text(cursor, DOTS if ascii_only else BOXES, colour=colour)
    yield _place_line(cursor, names)
    if cursor.record.root.children or cursor.record.root.comment:
        yield ""
        yield from move_lines(cursor.record)


def _fact_lines(record: Record, names: PlayerNames) -> Iterator[str]:
    for player in Player:
        if record.name(player):
            yield f"{names[player]}: {in_line(record.name(player))}"
    for name, text in record_text.facts_of(record).items():
        yield f"{name}: {text}"
    result = record_text.describe_record_result(record, names)
    if result:
        yield result


def _place_line(cursor: TreeCursor, names: PlayerNames) -> str:
    words = record_text.describe_record_move(cursor.node, cursor.record, names)
    if not cursor.number:
        return "Before the first move" if cursor.total else "No moves"
    return f"After move {cursor.number} of {cursor.total}" + (f": {words}" if words else "")


def _board_text(cursor: TreeCursor, glyphs: Glyphs, *, colour: bool) -> str:
    try:
        view = view_at(cursor.record, cursor.path)
    except RuleError as error:
        return f"This position is impossible: {error}"
    return format_text(view, glyphs, colour=colour)


CELL_WIDTH = 10
INDENT = 4
MAX_INDENTS = 6
"""Deeper variations are not indented any further."""
VARIATION_MARK = "or"


class ListedNode(NamedTuple):
    """A node in reading order: a move, then its alternatives, then the moves that follow it."""

    node: Node
    number: int
    """The number of the move, or of the move before a node without one."""
    level: int
    """0 in the main line, 1 in its variations, and so on."""
    is_first: bool
    """Whether this node begins a variation."""


def listed_nodes(root: Node) -> Iterator[ListedNode]:
    """Yield every node except the root, without recursion, as trees may be deep."""
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
    """Yield the moves of a game as lines of text."""
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
    """Yield a comment as wrapped and indented lines."""
    margin = " " * (INDENT * min(level, MAX_INDENTS) + 5)
    for paragraph in printable(node.comment, keep="\n").strip().splitlines():
        yield from textwrap.wrap(
            paragraph, width, initial_indent=margin, subsequent_indent=margin
        ) or [""]
