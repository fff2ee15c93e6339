"""`tengen store`: check the saved games."""

from __future__ import annotations

import argparse

from tengen.classic.console import Screen
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, print_error, print_text, with_screen
from tengen.errors import StoreError, UsageError, quote
from tengen.rules.wording import counted

HELP = """\
usage: tengen store check [OPTION ...]

Games are saved while they are played, in ~/.local/share/tengen or the directory of `--data DIR`.

  check   check the database, replay every saved game, and check every room

options:
  --help  show this help; see also `tengen store check --help`

example:
  tengen store check
"""
EPILOG = """\
The check changes nothing, and a server may run meanwhile. Each problem is one line that says what
to do. The exit status is 0 if there are no problems, and 1 otherwise.

examples:
  tengen store check
  tengen store check --data /srv/tengen"""


def run(arguments: list[str]) -> int:
    """Run the subcommand of these arguments and return the exit status."""
    if not arguments or arguments[0] in {"-h", "--help"}:
        return print_text(HELP)
    if arguments[0] == "check":
        return make_parser().run(arguments[1:], _check)
    raise UsageError(
        f"there is no store command {quote(arguments[0])}: choose check; see `tengen store --help`."
    )


def make_parser() -> Parser:
    """Return the argument parser of `tengen store check`."""
    parser = Parser(
        prog="tengen store check",
        description="Check the saved games: the database, every game, every room.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("--data", metavar="DIR", help="where games are saved (~/.local/share/tengen)")
    add(
        "--drop-damaged-log",
        action="store_true",
        help="first delete the unreadable moves of a damaged log; copy the files before",
    )
    return parser


def _check(args: argparse.Namespace) -> int:
    if args.data == "":
        raise UsageError("--data needs the name of a directory; see `tengen store check --help`.")
    try:
        return with_screen(lambda screen: _run_check(screen, args))
    except StoreError as error:
        print_error(str(error))
        return FAILED


def _run_check(screen: Screen, args: argparse.Namespace) -> int:
    from tengen.storage.check import StoreCheck  # noqa: PLC0415 - only when it is needed
    from tengen.storage.directory import find_directory  # noqa: PLC0415 - likewise

    check = StoreCheck(find_directory(args.data))
    if args.drop_damaged_log:
        check.drop_log()
    problems = 0
    for problem in check.problems():
        screen.write(f"{problem}\n")
        problems += 1
    verdict = counted(problems, "problem") if problems else "no problems"
    screen.write(f"Checked {counted(check.games, 'game')} and {counted(check.rooms, 'room')}: ")
    screen.write(f"{verdict}.\n")
    return FAILED if problems else DONE
