"""Reading the command line: commands, options of an edition, numbers."""

from __future__ import annotations

import argparse
import difflib
import math
from collections.abc import Callable
from importlib import import_module
from typing import NoReturn

from tengen import __version__
from tengen.atomic_file import check_writable
from tengen.classic import EDITIONS
from tengen.cli import edition
from tengen.cli.output import print_text
from tengen.errors import UsageError, quote

COMMANDS = {
    "play": "the full-screen game: people, the computer, other engines, analysis",
    "web": "the game in the browser: with a friend by link, the computer, analysis",
    "store": "the games that are kept, looked through for damage",
    "puzzles": "positions with a single winning line, to be solved or to be found in games",
    "show": "recorded games in any format: board, moves, variations, comments",
    "review": "where a game was lost, and what would have been better",
    "analyse": "what the engine thinks of a position, live",
    "solve": "who wins a position or a whole game, proved and checked",
    "convert": "games from one format into another",
    "render": "a recorded game as a picture or an animation",
    "theorem": "the first player wins this game: the proof, shown, expanded, checked",
    "match": "two engines against each other, with a score that knows its error",
    "grade": "a student's program against an edition's specification, with a score",
    "brain": "our engine, for Gomocup managers",
    "bench": "what the search does with fixed positions, and how fast",
}
"""The commands beside the editions, each a module of this room."""

USAGE = """\
usage: tengen [EDITION | COMMAND] [OPTION ...]

Five in a row and its relatives, for people at one keyboard, against the computer, and for engines.

editions:
{editions}

commands:
{commands}

With no edition, {default} is played.

options:
  --help      show this help; `tengen NAME --help` tells about one of the above
  --version   show the version

examples:
  tengen play
  tengen five --computer 2 --level 3
  tengen review game.sgf
"""


EDITION_EPILOG = """\
To leave the game, press Ctrl-C, or Ctrl-D for the end of the input.

example:
  tengen {name} --colour auto --record games.txt"""


def run_command(arguments: list[str]) -> int:
    """Do what the arguments say. Raises UsageError if they say nothing that can be done."""
    first = arguments[0]
    if first in {"-h", "--help"}:
        return print_text(_format_help())
    if first == "--version":
        return print_text(f"tengen {__version__}\n")
    if first.startswith("-"):
        return _run_edition(EDITIONS[0], arguments)
    if first in EDITIONS:
        return _run_edition(first, arguments[1:])
    if first in COMMANDS:
        run: Callable[[list[str]], int] = import_module(f"tengen.cli.{first}").run
        return run(arguments[1:])
    known = (*EDITIONS, *COMMANDS)
    near = difflib.get_close_matches(first, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}."
    raise UsageError(f"there is no command {quote(first)}: {hint} `tengen --help` tells more.")


def _format_help() -> str:
    editions = "\n".join(f"  {name:<11} {_summary(name)}" for name in EDITIONS)
    commands = "\n".join(f"  {name:<11} {what}" for name, what in COMMANDS.items())
    return USAGE.format(editions=editions, commands=commands, default=EDITIONS[0])


def _summary(name: str) -> str:
    summary: str = import_module(f"tengen.classic.{name}").EDITION.summary
    return summary


def _run_edition(name: str, arguments: list[str]) -> int:
    parser = make_edition_parser(name)
    found = vars(parser.parse_args(arguments))
    if found.pop("help"):
        return print_text(parser.format_help())
    level, seed = found.pop("level"), found.pop("seed")
    if found["computer"] is not None:
        found["computer"] = edition.ComputerOptions(found["computer"], level, seed)
    elif level is not None or seed is not None:
        option = "--seed" if level is None else "--level"
        parser.error(f"{option} is for the computer: say with --computer which player that is")
    _check_result_file(found["result"])
    return edition.play_edition(name, edition.EditionOptions(**found))


def _check_result_file(path: str | None) -> None:
    """Raise UsageError if the result could not be written, before anybody plays for it."""
    try:
        if path is not None:
            check_writable(path)
    except OSError as error:
        raise UsageError(f"--result: cannot write {quote(path or '')}: {error.strerror}.") from None


def make_edition_parser(name: str) -> Parser:
    """The parser of an edition's options."""
    parser = Parser(
        prog=f"tengen {name}",
        description=f"{_summary(name)}.",
        epilog=EDITION_EPILOG.format(name=name),
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--result", metavar="FILE", help="where to write the final board")
    where.add_argument("--no-result", action="store_true", help="write no final board")
    parser.add_argument(
        *("--record",), metavar="FILE", help="add the game to a file, move by move, as one line"
    )
    parser.add_argument(
        *("--colour", "--color"),
        choices=("auto", "always", "never"),
        default="never",
        help="colour the marks, and reverse the last one and the winning line",
    )
    _add_computer(parser)
    return parser


def _add_computer(parser: Parser) -> None:
    parser.add_argument(
        "--computer",
        choices=tuple(edition.SEATS),
        help="the player that the computer is: the first, the second, or both",
    )
    add_level_options(parser)


def add_level_options(parser: Parser) -> None:
    """Have a parser read how well the computer is to play, and with which luck."""
    parser.add_argument(
        *("--level",),
        type=whole_number(edition.LEVELS[-1]),
        metavar="N",
        help=f"how well the computer plays, 1 to {edition.LEVELS[-1]} ({edition.DEFAULT_LEVEL})",
    )
    parser.add_argument(
        *("--seed",), type=int, metavar="N", help="a number for the computer to play the same again"
    )


class Parser(argparse.ArgumentParser):
    """A parser that raises what it has to say, and leaves help to who asked it to parse."""

    def __init__(self, prog: str, description: str = "", epilog: str = "") -> None:
        super().__init__(
            prog,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        self.color = False  # which Python 3.14 turns on, for terminals
        self.add_argument("-h", "--help", action="store_true", help="show this help")

    def run(self, arguments: list[str], act: Callable[[argparse.Namespace], int]) -> int:
        """Do what the arguments say, or show the help if they ask for it."""
        if {"-h", "--help"} & set(arguments):
            return print_text(self.format_help())
        return act(self.parse_args(arguments))

    def error(self, message: str) -> NoReturn:
        """Say what was wrong and where to read more."""
        raise UsageError(f"{message}; `{self.prog} --help` tells more.")


MAX_SECONDS = 86_400
"""Nobody waits for more seconds than a day has."""


def whole_number(largest: int, least: int = 1) -> Callable[[str], int]:
    """A parser of whole numbers up to the largest."""

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(largest))
        if not is_number or not least <= int(text) <= largest:
            raise argparse.ArgumentTypeError(
                f"a whole number from {least} to {largest} was expected, not {quote(text)}"
            )
        return int(text)

    return parse


def parse_seconds(text: str) -> float:
    """Parse a time; fractions are possible."""
    try:
        found = float(text) if text.isascii() else math.nan
    except ValueError:
        found = math.nan
    if not 0 < found <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(
            f"seconds above 0 and up to {MAX_SECONDS} were expected, not {quote(text)}"
        )
    return found
