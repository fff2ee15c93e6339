"""Parse the command line: commands, options of an edition, numbers."""

from __future__ import annotations

import argparse
import difflib
import math
import re
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
    "play": "play full-screen in the terminal: people, the computer, other engines",
    "web": "play in the browser: with a friend by link, or against the computer",
    "store": "check the saved games for damage, or copy them to another place",
    "puzzles": "solve positions with a single winning line, or find them in games",
    "show": "show recorded games in any format: board, moves, variations, comments",
    "review": "find out where a game was lost, and what would have been better",
    "analyse": "analyse a position with the engine, live",
    "solve": "find out who wins a position or a whole game, and prove it",
    "convert": "convert games from one format into another",
    "render": "draw a recorded game as a picture or an animation",
    "theorem": "show, expand or check the proof that the first player wins",
    "match": "play two engines against each other and compare their strength",
    "tournament": "let many engines play against each other: gauntlet, round robin, Swiss ...",
    "openings": "find balanced openings for matches",
    "check-brain": "find out what a Gomocup engine gets wrong in the protocol",
    "tune": "tune parameters of the search by games",
    "train": "make the engine's evaluation from games against itself",
    "grade": "grade a student's program against an edition's specification",
    "brain": "run the engine for a Gomocup manager",
    "bench": "measure the speed of the search on fixed positions",
}
"""The commands other than the editions. Each is a module of this package, `check-brain` is
`check_brain`."""

USAGE = """\
usage: tengen [EDITION | COMMAND] [OPTION ...]

Five in a row and its relatives, for people at one keyboard, against the computer, and for engines.

editions:
{editions}

commands:
{commands}

Without an edition or a command, `tengen` plays {default}.

options:
  --help      show this help; `tengen NAME --help` shows the help of an edition or a command
  --version   show the version

examples:
  tengen play
  tengen five --computer 2 --level 3
  tengen review game.sgf
"""


EDITION_EPILOG = """\
To leave the game, press Ctrl-C or Ctrl-D.

example:
  tengen {name} --colour auto --record games.txt"""


def run_command(arguments: list[str]) -> int:
    """Run a command or an edition and return the exit status. Raise UsageError for wrong use."""
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
        run: Callable[[list[str]], int] = import_module(f"tengen.cli.{first.replace('-', '_')}").run
        return run(arguments[1:])
    known = (*EDITIONS, *COMMANDS)
    near = difflib.get_close_matches(first, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(known)}."
    raise UsageError(f"there is no command {quote(first)}: {hint} See `tengen --help`.")


def _format_help() -> str:
    editions = "\n".join(f"  {name:<11} {_summary(name)}" for name in EDITIONS)
    commands = "\n".join(f"  {name:<11} {what}" for name, what in COMMANDS.items())
    return USAGE.format(editions=editions, commands=commands, default=EDITIONS[0])


def _summary(name: str) -> str:
    summary: str = import_module(f"tengen.classic.{name}").EDITION.summary
    return summary


def _run_edition(name: str, arguments: list[str]) -> int:
    parser = make_edition_parser(name)
    args = vars(parser.parse_args(arguments))
    if args.pop("help"):
        return print_text(parser.format_help())
    level, seed = args.pop("level"), args.pop("seed")
    if args["computer"] is not None:
        args["computer"] = edition.ComputerOptions(args["computer"], level, seed)
    elif level is not None or seed is not None:
        option = "--seed" if level is None else "--level"
        parser.error(f"{option} needs --computer, which sets the player that the computer plays")
    _check_result_file(args["result"])
    return edition.play_edition(name, edition.EditionOptions(**args))


def _check_result_file(path: str | None) -> None:
    """Raise UsageError if the result cannot be written, before the game starts."""
    try:
        if path is not None:
            check_writable(path)
    except OSError as error:
        raise UsageError(f"--result: cannot write {quote(path or '')}: {error.strerror}.") from None


def make_edition_parser(name: str) -> Parser:
    """Return the argument parser of an edition."""
    parser = Parser(
        prog=f"tengen {name}",
        description=f"{_summary(name)}.",
        epilog=EDITION_EPILOG.format(name=name),
    )
    result = parser.add_mutually_exclusive_group()
    result.add_argument("--result", metavar="FILE", help="write the final board to FILE")
    result.add_argument("--no-result", action="store_true", help="do not write the final board")
    parser.add_argument(
        *("--record",), metavar="FILE", help="add the moves to FILE as they are played, as one line"
    )
    parser.add_argument(
        *("--colour", "--color"),
        choices=("auto", "always", "never"),
        default="never",
        help="colour the marks and highlight the last move and the winning line (never)",
    )
    _add_computer(parser)
    return parser


def _add_computer(parser: Parser) -> None:
    parser.add_argument(
        "--computer",
        choices=tuple(edition.SEATS),
        help="let the computer play the first player, the second, or both",
    )
    add_level_options(parser)


def add_level_options(parser: Parser) -> None:
    """Add the options for the level and the random seed of the computer."""
    parser.add_argument(
        *("--level",),
        type=whole_number(edition.LEVELS[-1]),
        metavar="N",
        help=f"strength of the computer, 1 to {edition.LEVELS[-1]} ({edition.DEFAULT_LEVEL})",
    )
    parser.add_argument(
        *("--seed",), type=int, metavar="N", help="random seed: the same seed repeats the moves"
    )


PASSWORD = re.compile(r"(?<=://)\S*@")
"""The user and the password in an address."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError for wrong use, and never exits."""

    def __init__(self, prog: str, description: str = "", epilog: str = "") -> None:
        super().__init__(
            prog,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        self.color = False  # Python 3.14 turns it on for terminals
        self.add_argument("-h", "--help", action="store_true", help="show this help")

    def run(self, arguments: list[str], act: Callable[[argparse.Namespace], int]) -> int:
        """Parse the arguments and call `act` with them, or print the help if they ask for it."""
        if {"-h", "--help"} & set(arguments):
            return print_text(self.format_help())
        return act(self.parse_args(arguments))

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the message, without passwords, and where to read more."""
        raise UsageError(f"{PASSWORD.sub('', message)}; see `{self.prog} --help`.")


MAX_SECONDS = 86_400
"""The longest time that can be given: a day."""


def whole_number(largest: int, least: int = 1) -> Callable[[str], int]:
    """Return a function that parses whole numbers from `least` to `largest`."""

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(largest))
        if not is_number or not least <= int(text) <= largest:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {least} to {largest}, not {quote(text)}"
            )
        return int(text)

    return parse


def parse_seconds(text: str) -> float:
    """Parse a time in seconds, which may have a fraction."""
    try:
        seconds = float(text) if text.isascii() else math.nan
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(
            f"expected seconds above 0 and up to {MAX_SECONDS}, not {quote(text)}"
        )
    return seconds
