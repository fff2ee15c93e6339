"""`tengen render`: draw a recorded game as a picture."""

from __future__ import annotations

import argparse

from tengen.atomic_file import AtomicFile, would_replace_file
from tengen.cli.arguments import Parser
from tengen.cli.game_arguments import add_position_options, add_reading_options
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_write_error
from tengen.cli.recorded_games import nodes_until, read_game
from tengen.cli.terminal import ProgressBar
from tengen.errors import ParseError, RuleError, UsageError, quote
from tengen.render import THEMES, Pace, PictureFormat, Pieces, Style, picture_format
from tengen.render.record_pictures import picture_parts
from tengen.render.view import ViewOptions, parse_numbers

EPILOG = """\
An .svg or .png shows one position: the last, or the one after --move N. A .gif shows the game up
to there, move by move.

examples:
  tengen render game.sgf -o game.svg
  tengen render game.psq -o move30.png --move 30 --numbers last:5 --theme dark --width 1200
  tengen render games.txt --game-number 7 -o game.gif --delay 500"""


def run(arguments: list[str]) -> int:
    """Draw a game and return the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(args: argparse.Namespace) -> int:
    try:
        return _render(args)
    except (ParseError, RuleError) as error:
        raise UsageError(f"{error}.") from None
    except OSError as error:
        print_write_error(args.output, error)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def make_parser() -> Parser:
    """Return the argument parser of `tengen render`."""
    parser = Parser(
        prog="tengen render",
        description="Draw a recorded game as a picture, or as an animation.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a game in any format, or - for standard input")
    add("-o", "--output", required=True, metavar="PICTURE", help="an .svg, .png or .gif file")
    add_position_options(parser)
    add("--theme", choices=tuple(THEMES), default="light", help="the colours (light)")
    kinds = tuple(pieces.value for pieces in Pieces)
    add("--pieces", choices=kinds, default=kinds[0], help="draw stones, or X and O (stones)")
    add(
        *("--numbers",),
        metavar="WHICH",
        help="move numbers on stones: all, none, last:5 or from:20 (all; in a .gif, none)",
    )
    add("--no-coordinates", action="store_true", help="leave out the coordinates at the edge")
    add("--no-marks", action="store_true", help="leave out marks and labels of the record")
    add("--forbidden", action="store_true", help="in renju, mark the forbidden points")
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--cell", type=int, default=32, metavar="PIXELS", help="distance between lines (32)"
    )
    size.add_argument("--width", type=int, metavar="PIXELS", help="width of the whole picture")
    add("--title", default="", metavar="TEXT", help="a title above the board")
    add("--caption", default="", metavar="TEXT", help="a caption below the board")
    add("--delay", type=int, default=700, metavar="MS", help="time per move in a .gif (700)")
    add("--last-delay", type=int, default=4000, metavar="MS", help="time at its end (4000)")
    add("--loops", type=int, default=0, metavar="N", help="number of repetitions (endless)")
    add("--force", action="store_true", help="replace an existing file")
    add_reading_options(parser)
    return parser


def _render(args: argparse.Namespace) -> int:
    kind = picture_format(args.output)
    style = Style(THEMES[args.theme], Pieces(args.pieces), args.cell, args.width)
    if not args.force and would_replace_file(args.output):
        raise UsageError(f"{quote(args.output)} already exists: use --force to replace it.")
    record = read_game(args)
    nodes = nodes_until(record, args.move)
    pace = Pace(args.delay, args.last_delay, args.loops)
    parts = picture_parts(record, nodes, kind, style, pace, **_options(args))
    bar = ProgressBar(len(nodes) if kind is PictureFormat.GIF else 0, "move")
    try:
        with AtomicFile(args.output) as out:
            for number, part in enumerate(parts):
                out.write(part)
                bar.update(number, number)
    finally:
        bar.clear()
    return DONE


def _options(args: argparse.Namespace) -> ViewOptions:
    options = ViewOptions(
        coordinates=not args.no_coordinates,
        show_forbidden=args.forbidden,
        title=args.title,
        caption=args.caption,
    )
    if args.numbers:
        options["numbers"] = parse_numbers(args.numbers)
    if args.no_marks:
        options |= {"labels": {}, "marks": {}}
    return options
