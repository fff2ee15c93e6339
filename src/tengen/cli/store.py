"""`tengen store`: check the saved games, or copy them to another place."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tengen.classic.console import Screen
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, print_text, with_screen
from tengen.cli.terminal import ProgressBar
from tengen.errors import StoreError, UsageError, quote
from tengen.printable import printable
from tengen.rules.wording import counted
from tengen.storage.address import is_address

if TYPE_CHECKING:
    from tengen.storage.check import StoreCheck
    from tengen.storage.copy import CopyReport
    from tengen.storage.postgresql_check import PostgresqlCheck

HELP = """\
usage: tengen store COMMAND [OPTION ...]

Games are saved while they are played, in ~/.local/share/tengen or the directory of `--data DIR`.
Several servers can share a PostgreSQL database, the one of `--store URL`.

commands:
  check   check the database, replay every saved game, and check every room
  copy    copy all games, rooms and settings to another directory or database

options:
  --help  show this help; see also `tengen store check --help` and `tengen store copy --help`

examples:
  tengen store check
  tengen store copy ~/.local/share/tengen postgresql://tengen@localhost/tengen
"""
CHECK_EPILOG = """\
The check changes nothing, and servers may run meanwhile. Each problem is one line that says what
to do. The exit status is 0 if there are no problems, and 1 otherwise.

examples:
  tengen store check
  tengen store check --data /srv/tengen
  tengen store check --store postgresql://tengen@localhost/tengen"""
COPY_EPILOG = """\
FROM and TO are directories, or addresses of PostgreSQL databases. Games and rooms keep their
numbers. TO must be empty. No server may use FROM or TO meanwhile. If the copy is broken off, the
same command continues it. At the end, all rows of both are read and compared.

The password of a database can be in the file ~/.pgpass or in the variable PGPASSWORD.

examples:
  tengen store copy /srv/tengen postgresql://tengen@localhost/tengen
  tengen store copy postgresql://tengen@localhost/tengen /srv/tengen"""
CONTINUE = "the copy is not complete; the same command continues it"


def run(arguments: list[str]) -> int:
    """Run the subcommand of these arguments and return the exit status."""
    if not arguments or arguments[0] in {"-h", "--help"}:
        return print_text(HELP)
    if arguments[0] == "check":
        return make_parser().run(arguments[1:], _check)
    if arguments[0] == "copy":
        return make_copy_parser().run(arguments[1:], _copy)
    raise UsageError(
        f"there is no store command {quote(arguments[0])}: choose check or copy;"
        " see `tengen store --help`."
    )


def make_parser() -> Parser:
    """Return the argument parser of `tengen store check`."""
    parser = Parser(
        prog="tengen store check",
        description="Check the saved games: the database, every game, every room.",
        epilog=CHECK_EPILOG,
    )
    add = parser.add_argument
    add("--data", metavar="DIR", help="where games are saved (~/.local/share/tengen)")
    add("--store", metavar="URL", help="PostgreSQL database of several servers, instead of --data")
    add(
        "--drop-damaged-log",
        action="store_true",
        help="first delete the unreadable moves of a damaged log; copy the files before",
    )
    return parser


def make_copy_parser() -> Parser:
    """Return the argument parser of `tengen store copy`."""
    parser = Parser(
        prog="tengen store copy",
        description="Copy all games, rooms and settings to another directory or database.",
        epilog=COPY_EPILOG,
    )
    parser.add_argument("source", metavar="FROM", help="what to copy: a directory or an address")
    parser.add_argument("target", metavar="TO", help="where to copy it: a directory or an address")
    return parser


def _check(args: argparse.Namespace) -> int:
    if args.data == "":
        raise UsageError("--data needs the name of a directory; see `tengen store check --help`.")
    _check_store_option(args)
    try:
        return with_screen(lambda screen: _run_check(screen, args))
    except StoreError as error:
        print_error(str(error))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _check_store_option(args: argparse.Namespace) -> None:
    if args.store is None:
        return
    see = "see `tengen store check --help`."
    if args.data is not None:
        raise UsageError(f"--store and --data exclude each other; {see}")
    if args.drop_damaged_log:
        raise UsageError(f"--drop-damaged-log is for games in a directory, not --store; {see}")
    if not is_address(args.store):
        raise UsageError(f"--store needs an address such as postgresql://user@host/database; {see}")


def _run_check(screen: Screen, args: argparse.Namespace) -> int:
    check = _make_check(args)
    bar = ProgressBar(0, "game")
    check.on_game = lambda games: bar.update(0, games)
    problems = 0
    try:
        for problem in check.problems():
            bar.clear()
            screen.write(f"{problem}\n")
            problems += 1
    finally:
        bar.clear()
    verdict = counted(problems, "problem") if problems else "no problems"
    screen.write(f"Checked {counted(check.games, 'game')} and {counted(check.rooms, 'room')}: ")
    screen.write(f"{verdict}.\n")
    return FAILED if problems else DONE


def _make_check(args: argparse.Namespace) -> StoreCheck | PostgresqlCheck:
    if args.store is not None:
        from tengen.storage.postgresql_check import PostgresqlCheck  # noqa: PLC0415 - needs psycopg

        return PostgresqlCheck(args.store)
    from tengen.storage.check import StoreCheck  # noqa: PLC0415 - only when it is needed
    from tengen.storage.directory import find_directory  # noqa: PLC0415 - likewise

    check = StoreCheck(find_directory(args.data))
    if args.drop_damaged_log:
        check.drop_log()
    return check


def _copy(args: argparse.Namespace) -> int:
    for place in (args.source, args.target):
        if not place or ("://" in place and not is_address(place)):
            raise UsageError(
                "FROM and TO are directories, or addresses such as"
                " postgresql://user@host/database; see `tengen store copy --help`."
            )
    try:
        return with_screen(lambda screen: _run_copy(screen, args))
    except StoreError as error:
        print_error(str(error))
        return FAILED
    except KeyboardInterrupt:
        print_error(CONTINUE)
        return INTERRUPTED


def _run_copy(screen: Screen, args: argparse.Namespace) -> int:
    from tengen.storage.copy import copy_store, name_of  # noqa: PLC0415 - only when it is needed

    bar = ProgressBar(0, "row")
    try:
        report = copy_store(
            args.source,
            args.target,
            lambda what, done, total: bar.update(done, done, total, tail=f" {what}"),
        )
    finally:
        bar.clear()
    source, target = printable(name_of(args.source)), printable(name_of(args.target))
    screen.write(_describe_copy(report, source, target))
    return DONE


def _describe_copy(report: CopyReport, source: str, target: str) -> str:
    """Return what was copied, in two lines."""
    counts = report.counts
    games = f"{counted(counts.games, 'game')} with {counted(report.events, 'event')}"
    rows = f"{games}, {counted(counts.rooms, 'room')} and {counted(counts.settings, 'setting')}"
    what = f"Copied {rows} from {source} to {target}."
    if report.was_there:
        what = f"Nothing to copy: {target} already has the {rows} of {source}."
    return f"{what}\nAll rows are equal: SHA-256 {report.digest}\n"
