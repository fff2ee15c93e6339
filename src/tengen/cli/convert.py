"""`tengen convert`: convert games from one format into another."""

from __future__ import annotations

import argparse
import os

from tengen.cli import output
from tengen.cli.arguments import Parser
from tengen.cli.game_arguments import add_reading_options
from tengen.cli.recorded_games import make_reading, print_problems
from tengen.cli.terminal import ProgressBar
from tengen.errors import RecordError, UsageError
from tengen.records import Conversion, Format, Writing, formats, tell_losses
from tengen.rules import RowOne
from tengen.rules.wording import counted

EPILOG = """\
IN is one or more files, folders, or wildcards in quotes; - is standard input. OUT is one file for
all games, or a folder (ending in /) for one file per input; - is standard output. Problems in a
file are reported with their place, and so is everything that the new format cannot hold. The exit
status is 1 if there were problems.

formats:
{formats}

examples:
  tengen convert game.psq game.sgf
  tengen convert --to sgf games/ '*.psq' sgf/
  tengen convert --merge 'games/*.sgf' book.lib
  tengen convert --from moves --row-one top book.txt book.lib"""


def run(arguments: list[str]) -> int:
    """Convert files and return the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(args: argparse.Namespace) -> int:
    try:
        return _convert(args)
    except RecordError as error:
        raise UsageError(f"{error}.") from None
    except BrokenPipeError:
        return output.OUTPUT_CLOSED
    except OSError as error:
        output.print_write_error(args.target, error)
        return output.FAILED
    except KeyboardInterrupt:
        return output.INTERRUPTED


def make_parser() -> Parser:
    """Return the argument parser of `tengen convert`."""
    names = "\n".join(
        f"  {name:<9} {formats.FORMATS[name].title}" for name in sorted(formats.FORMATS)
    )
    parser = Parser(
        prog="tengen convert",
        description="Convert recorded games from one format into another.",
        epilog=EPILOG.format(formats=names),
    )
    add = parser.add_argument
    add("sources", nargs="+", metavar="IN", help="files, folders, wildcards, or -")
    add("target", metavar="OUT", help="a file, a folder ending in /, or -")
    add("--to", metavar="FORMAT", help="format of OUT (by its suffix)")
    add_reading_options(parser)
    rows = [row.value for row in RowOne]
    add("--out-row-one", choices=rows, help="where row 1 is in OUT (as in IN)")
    add("--out-encoding", metavar="NAME", help="text encoding of OUT")
    add("--merge", action="store_true", help="merge all games into one tree of variations")
    add("--force", action="store_true", help="replace existing files")
    add("--quiet", action="store_true", help="report only problems")
    return parser


def _convert(args: argparse.Namespace) -> int:
    to_folder = args.target.endswith("/") or os.path.isdir(args.target)
    to = _target_format(args, to_folder=to_folder)
    reading = make_reading(args)
    row_one = RowOne(args.out_row_one) if args.out_row_one else reading.row_one
    conversion = Conversion(
        to,
        reading,
        Writing(row_one, args.out_encoding),
        from_name=args.from_name,
        is_forced=args.force,
        is_merged=args.merge,
    )
    sources = formats.find_sources(args.sources)
    _run_conversion(conversion, sources, args.target, to_folder=to_folder, is_quiet=args.quiet)
    return _report(conversion, len(sources), is_quiet=args.quiet)


def _target_format(args: argparse.Namespace, *, to_folder: bool) -> Format:
    if args.to:
        return formats.format_named(args.to)
    if to_folder or args.target == formats.STANDARD_STREAM:
        raise RecordError("choose the format of OUT with --to")
    return formats.format_for(args.target)


def _run_conversion(
    conversion: Conversion,
    sources: list[formats.SourceFile],
    target: str,
    *,
    to_folder: bool,
    is_quiet: bool,
) -> None:
    bar = ProgressBar(
        sum(source.size for source in sources), "game", shown=False if is_quiet else None
    )
    conversion.on_progress = bar.update
    try:
        if to_folder:
            conversion.into_folder(sources, target)
        else:
            conversion.into_file(sources, target)
    finally:
        bar.clear()
        for path, problems in conversion.problems.items():
            print_problems(path, problems)
        print_problems(target, conversion.writing.problems)


def _report(conversion: Conversion, files: int, *, is_quiet: bool) -> int:
    reported = (conversion.writing.problems, *conversion.problems.values())
    failed = any(problems.count for problems in reported)
    if not is_quiet:
        games, source = counted(conversion.games, "game"), counted(files, "file")
        output.print_note(f"{games} from {source} written as {conversion.to.name}")
        for assumed in conversion.assumed:
            output.print_note(
                f"assumed, as the file does not say (change it with --game): {assumed}"
            )
        if conversion.lost:
            output.print_note(f"{conversion.to.name} cannot hold: {tell_losses(conversion.lost)}")
    return output.FAILED if failed else output.DONE
