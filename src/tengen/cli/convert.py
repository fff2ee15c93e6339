"""`tengen convert`: games from one format into another."""

from __future__ import annotations

import argparse
import os

from tengen.cli import output
from tengen.cli.arguments import Parser
from tengen.cli.game_arguments import add_reading_options
from tengen.cli.recorded_games import make_reading, print_problems
from tengen.cli.terminal import ProgressBar
from tengen.errors import RecordError, UsageError
from tengen.records import formats
from tengen.records.conversion import Conversion
from tengen.records.format import Format, tell_losses
from tengen.records.reading import Writing
from tengen.rules.coordinates import RowOne
from tengen.rules.wording import counted

EPILOG = """\
IN is any number of files, folders, or wildcards in quotes; - is standard input. OUT is a file for
all games, or a folder (with a / at its end) for a file each; - is standard output. What is wrong
with a file is told with its place, and what the new format cannot hold is listed; the status is 1
if anything was wrong.

formats:
{formats}

examples:
  tengen convert game.psq game.sgf
  tengen convert --to sgf games/ '*.psq' sgf/
  tengen convert --merge 'games/*.sgf' book.lib
  tengen convert --from moves --row-one top book.txt book.lib"""


def run(arguments: list[str]) -> int:
    """Convert files and give the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(found: argparse.Namespace) -> int:
    try:
        return _convert(found)
    except RecordError as error:
        raise UsageError(f"{error}.") from None
    except BrokenPipeError:
        return output.OUTPUT_CLOSED
    except OSError as error:
        output.print_write_error(found.target, error)
        return output.FAILED
    except KeyboardInterrupt:
        return output.INTERRUPTED


def make_parser() -> Parser:
    """The parser of everything that can be said about a conversion."""
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
    add("target", metavar="OUT", help="a file, a folder with a / at its end, or -")
    add("--to", metavar="FORMAT", help="of OUT; by its suffix, if not given")
    add_reading_options(parser)
    rows = [row.value for row in RowOne]
    add("--out-row-one", choices=rows, help="where row 1 is in OUT; as in IN, if not given")
    add("--out-encoding", metavar="NAME", help="the code page of OUT")
    add("--merge", action="store_true", help="all games as variations of one tree")
    add("--force", action="store_true", help="replace files that are there already")
    add("--quiet", action="store_true", help="tell only what went wrong")
    return parser


def _convert(found: argparse.Namespace) -> int:
    to_folder = found.target.endswith("/") or os.path.isdir(found.target)
    to = _target_format(found, to_folder=to_folder)
    reading = make_reading(found)
    row_one = RowOne(found.out_row_one) if found.out_row_one else reading.row_one
    conversion = Conversion(
        to,
        reading,
        Writing(row_one, found.out_encoding),
        from_name=found.from_name,
        is_forced=found.force,
        is_merged=found.merge,
    )
    sources = formats.find_sources(found.sources)
    _run_conversion(conversion, sources, found.target, to_folder=to_folder, is_quiet=found.quiet)
    return _report(conversion, len(sources), is_quiet=found.quiet)


def _target_format(found: argparse.Namespace, *, to_folder: bool) -> Format:
    if found.to:
        return formats.format_named(found.to)
    if to_folder or found.target == formats.STANDARD_STREAM:
        raise RecordError("say with --to which format is wanted")
    return formats.format_for(found.target)


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
    noted = (conversion.writing.problems, *conversion.problems.values())
    failed = any(problems.count for problems in noted)
    if not is_quiet:
        games, source = counted(conversion.games, "game"), counted(files, "file")
        output.print_note(f"{games} from {source} written as {conversion.to.name}")
        for assumed in conversion.assumed:
            output.print_note(
                f"assumed, as the format does not say it (--game says another): {assumed}"
            )
        if conversion.lost:
            output.print_note(f"{conversion.to.name} cannot hold: {tell_losses(conversion.lost)}")
    return output.FAILED if failed else output.DONE
