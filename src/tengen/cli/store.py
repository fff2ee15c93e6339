"""`tengen store`: the games that are kept."""

from __future__ import annotations

import argparse

from tengen.classic.console import Screen
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, print_error, print_text, with_screen
from tengen.errors import StoreError, UsageError, quote
from tengen.rules.wording import counted

HELP = """\
usage: tengen store check [OPTION ...]

Every game is kept while it is played, in ~/.local/share/tengen or where `--data DIR` says.

  check   look the games through: the file, every game replayed, every room

options:
  --help  show this help; `tengen store check --help` tells more

example:
  tengen store check
"""
EPILOG = """\
Nothing is changed, and a server may run meanwhile. The exit status is 0 if all is well, and 1 if
there are problems; each is a line that says what to do.

examples:
  tengen store check
  tengen store check --data /srv/tengen"""


def run(arguments: list[str]) -> int:
    """Do what the arguments say, and give the exit status."""
    if not arguments or arguments[0] in {"-h", "--help"}:
        return print_text(HELP)
    if arguments[0] == "check":
        return make_parser().run(arguments[1:], _check)
    raise UsageError(
        f"there is no {quote(arguments[0])} of the store: there is check;"
        " `tengen store --help` tells more."
    )


def make_parser() -> Parser:
    """The parser of `tengen store check`."""
    parser = Parser(
        prog="tengen store check",
        description="Look through the games that are kept: the file, every game, every room.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("--data", metavar="DIR", help="where games are kept (~/.local/share/tengen)")
    add(
        "--drop-damaged-log",
        action="store_true",
        help="first give up the moves in a damaged log that cannot be read; copy the files before",
    )
    return parser


def _check(found: argparse.Namespace) -> int:
    if found.data == "":
        raise UsageError("--data needs the name of a directory; `tengen store check --help` helps.")
    try:
        return with_screen(lambda screen: _look_through(screen, found))
    except StoreError as error:
        print_error(str(error))
        return FAILED


def _look_through(screen: Screen, found: argparse.Namespace) -> int:
    from tengen.storage.check import StoreCheck  # noqa: PLC0415 - only when it is needed
    from tengen.storage.directory import find_directory  # noqa: PLC0415 - likewise

    check = StoreCheck(find_directory(found.data))
    if found.drop_damaged_log:
        check.drop_log()
    problems = 0
    for problem in check.problems():
        screen.write(f"{problem}\n")
        problems += 1
    verdict = counted(problems, "problem") if problems else "all is well"
    screen.write(f"Checked {counted(check.games, 'game')} and {counted(check.rooms, 'room')}: ")
    screen.write(f"{verdict}.\n")
    return FAILED if problems else DONE
