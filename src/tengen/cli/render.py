"""`tengen render`: a recorded game as a picture."""

from __future__ import annotations

import argparse

from tengen.atomic_file import AtomicFile, would_replace_file
from tengen.cli.arguments import Parser
from tengen.cli.game_arguments import add_position_options, add_reading_options
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_write_error
from tengen.cli.recorded_games import nodes_until, read_game
from tengen.cli.terminal import ProgressBar
from tengen.errors import ParseError, RuleError, UsageError, quote
from tengen.render import PictureFormat, Pieces, Style, picture_format
from tengen.render.record_pictures import picture_parts
from tengen.render.style import THEMES, Pace
from tengen.render.view import ViewOptions, parse_numbers

EPILOG = """\
An .svg or .png shows the last position, or the one after --move N; a .gif the whole game, move by
move, up to there.

examples:
  tengen render game.sgf -o game.svg
  tengen render game.psq -o move30.png --move 30 --numbers last:5 --theme dark --width 1200
  tengen render games.txt --game-number 7 -o game.gif --delay 500"""


def run(arguments: list[str]) -> int:
    """Draw a game and give the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(found: argparse.Namespace) -> int:
    try:
        return _render(found)
    except (ParseError, RuleError) as error:
        raise UsageError(f"{error}.") from None
    except OSError as error:
        print_write_error(found.output, error)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def make_parser() -> Parser:
    """The parser of everything that can be said about a picture."""
    parser = Parser(
        prog="tengen render",
        description="Draw a recorded game as a picture, or as an animation.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a game in any format, or - for standard input")
    add("-o", "--output", required=True, metavar="PICTURE", help="an .svg, .png or .gif")
    add_position_options(parser)
    add("--theme", choices=tuple(THEMES), default="light", help="the colours (light)")
    kinds = tuple(pieces.value for pieces in Pieces)
    add("--pieces", choices=kinds, default=kinds[0], help="stones, or X and O (stones)")
    add(
        *("--numbers",),
        metavar="WHICH",
        help="on stones: all, none, last:5 or from:20 (all; in a .gif, none)",
    )
    add("--no-coordinates", action="store_true", help="leave out letters and numbers at the edge")
    add("--no-marks", action="store_true", help="leave out marks and labels of the record")
    add("--forbidden", action="store_true", help="in renju, mark the points that are forbidden")
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--cell", type=int, default=32, metavar="PIXELS", help="from line to line (32)"
    )
    size.add_argument("--width", type=int, metavar="PIXELS", help="of the whole picture")
    add("--title", default="", metavar="TEXT", help="above the board")
    add("--caption", default="", metavar="TEXT", help="below the board")
    add("--delay", type=int, default=700, metavar="MS", help="for each move of a .gif (700)")
    add("--last-delay", type=int, default=4000, metavar="MS", help="for its last position (4000)")
    add("--loops", type=int, default=0, metavar="N", help="how often it is shown (for ever)")
    add("--force", action="store_true", help="replace a picture that is there already")
    add_reading_options(parser)
    return parser


def _render(found: argparse.Namespace) -> int:
    kind = picture_format(found.output)
    style = Style(THEMES[found.theme], Pieces(found.pieces), found.cell, found.width)
    if not found.force and would_replace_file(found.output):
        raise UsageError(f"{quote(found.output)} is there already: --force replaces it.")
    record = read_game(found)
    nodes = nodes_until(record, found.move)
    pace = Pace(found.delay, found.last_delay, found.loops)
    parts = picture_parts(record, nodes, kind, style, pace, **_options(found))
    bar = ProgressBar(len(nodes) if kind is PictureFormat.GIF else 0, "move")
    try:
        with AtomicFile(found.output) as out:
            for number, part in enumerate(parts):
                out.write(part)
                bar.update(number, number)
    finally:
        bar.clear()
    return DONE


def _options(found: argparse.Namespace) -> ViewOptions:
    options = ViewOptions(
        coordinates=not found.no_coordinates,
        show_forbidden=found.forbidden,
        title=found.title,
        caption=found.caption,
    )
    if found.numbers:
        options["numbers"] = parse_numbers(found.numbers)
    if found.no_marks:
        options |= {"labels": {}, "marks": {}}
    return options
