"""`tengen show`: the games of a file, full-screen or as text."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from tengen.cli.arguments import Parser
from tengen.cli.described import describe_game
from tengen.cli.game_options import add_reading, add_which
from tengen.cli.opening import open_game
from tengen.cli.options import Options
from tengen.cli.output import DONE, FAILED, INTERRUPTED, with_screen
from tengen.cli.recording import reading_of, tell_problems
from tengen.cli.terminal import has_full_screen, has_unicode, theme_for, write
from tengen.errors import RecordError, UsageError, quote
from tengen.records.formats import STANDARD_STREAM
from tengen.terminal.record_browser import RecordFile, TreeCursor
from tengen.terminal.record_text import describe_record

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
    return make_parser().run(arguments, _obey)


def _obey(found: argparse.Namespace) -> int:
    games = RecordFile(found.file, reading_of(found), found.from_name)
    try:
        status = _show(found, games)
    except RecordError as error:
        raise UsageError(f"{error}.") from None
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        tell_problems(found.file, games.problems)
    return FAILED if games.problems.count and status == DONE else status


def make_parser() -> Parser:
    """The parser of everything that can be said about showing a file."""
    parser = Parser(
        prog="tengen show", description="Show the recorded games of a file.", epilog=EPILOG
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the file, or -")
    add_which(parser)
    add("--list", action="store_true", help="list the games of the file, a line each")
    add_reading(parser)
    add("--plain", action="store_true", help="as text, on a terminal, too")
    add("--ascii", action="store_true", help="draw with plain characters alone")
    colours = ("auto", "always", "never")
    add("--colour", "--color", choices=colours, default="auto", help="of the text (auto)")
    add("--theme", choices=("dark", "light", "contrast", "terminal"), help="the colours (dark)")
    return parser


def _show(found: argparse.Namespace, games: RecordFile) -> int:
    if found.list:
        return _write_lines(_list(games))
    trail = _find(found, games)
    is_ascii = found.ascii or not has_unicode()
    if _is_screen(found):
        return _view(found, games, trail, ascii_only=is_ascii)
    colour = Options(colour=found.colour).wants_colour()
    if found.move is None:
        trail.go_to(trail.total)
    lines = describe_game(trail, ascii_only=is_ascii, colour=colour)
    return _write_lines((*_heading(found, games), *lines))


def _is_screen(found: argparse.Namespace) -> bool:
    return not found.plain and found.file != STANDARD_STREAM and has_full_screen()


def _list(games: RecordFile) -> Iterator[str]:
    """A line for each game; they are not kept."""
    number = 0
    while games.read_one():
        number += 1
        yield f"{number:>5}  {describe_record(games.known.pop())}"


def _heading(found: argparse.Namespace, games: RecordFile) -> list[str]:
    """Which game it is, where there are several."""
    number = found.game_number or 1
    if games.at(number) is None and number == 1:
        return []
    return [f"Game {number}; --list lists all, --game-number N shows another", ""]


def _find(found: argparse.Namespace, games: RecordFile) -> TreeCursor:
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


def _view(
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
            write(f"{line}\n")
        return DONE

    return with_screen(write_all)
