"""`tengen review`: the engine goes through a game."""

from __future__ import annotations

import argparse
from itertools import islice

from tengen.cli.arguments import Parser
from tengen.cli.complain import tell
from tengen.cli.game_options import add_reading
from tengen.cli.numbers import seconds, whole
from tengen.cli.output import DONE, FAILED, with_screen
from tengen.cli.recording import games_of, reading_of, tell_problems
from tengen.cli.reviewing.session import Session
from tengen.cli.reviewing.target import Target, check_free
from tengen.errors import UsageError, quote
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.render.style import THEMES

EPILOG = """\
The engine goes through the main line of a game from its end, and says where it was lost, which
moves were mistakes and what would have been better. Ctrl-C ends that; what is known by then is
shown, and written. FILE is in any format that `tengen convert` knows; - is standard input.

examples:
  tengen review game.sgf
  tengen review game.psq --out game.sgf --chart game.svg
  tengen review games.txt --all --nodes 20000 --json > reviews.jsonl"""


def run(arguments: list[str]) -> int:
    """Review games and give the exit status."""
    return make_parser().run(arguments, _obey)


def _obey(found: argparse.Namespace) -> int:
    reading = reading_of(found)
    target = _target(found, reading)
    records = _read(found, reading)
    if target is not None:
        target.try_out(records)
    session = Session(found, records, target)
    status = with_screen(lambda _: session.run())
    is_short = found.all and reading.problems.count
    return FAILED if is_short and status == DONE else status


def make_parser() -> Parser:
    """The parser of everything that can be said about a review."""
    parser = Parser(
        prog="tengen review",
        description="Say where a game was lost, and what would have been better.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="the game, or a file of games")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        *("--game-number",), type=whole(10**9), metavar="N", help="which game of the file (1)"
    )
    which.add_argument("--all", action="store_true", help="review every game of the file")
    add("--out", metavar="FILE", help="write the games there, with comments and better lines")
    add("--to", metavar="FORMAT", help="of --out; by its suffix, if not given")
    add("--chart", metavar="FILE.svg", help="draw the course of the game")
    add("--theme", choices=tuple(THEMES), default="light", help="of the chart (light)")
    add("--force", action="store_true", help="replace files that are there already")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument(
        "--nodes", type=whole(10**15), metavar="N", help="for one search; a move takes two or three"
    )
    limits.add_argument("--time", type=seconds, metavar="S", help="seconds for one search")
    add("--threads", type=whole(256), default=1, metavar="N", help="search with so many (1)")
    add("--json", action="store_true", help="write one JSON object for each game")
    add("--ascii", action="store_true", help="draw with plain characters alone")
    add_reading(parser)
    return parser


def _target(found: argparse.Namespace, reading: Reading) -> Target | None:
    """Where games are to be written. Raises UsageError for files that cannot be."""
    if found.chart:
        if found.all:
            raise UsageError("--chart is for one game: say which one with --game-number.")
        if not found.chart.lower().endswith(".svg"):
            raise UsageError(f"--chart draws SVG: {quote(found.chart)} should end in .svg.")
        check_free(found.chart, "--chart", is_forced=found.force)
    if found.to and not found.out:
        raise UsageError("--to is the format of --out: say where to write.")
    return Target(found, Writing(reading.row_one)) if found.out else None


def _read(found: argparse.Namespace, reading: Reading) -> list[Record]:
    """The games that are meant. Raises UsageError if there are none."""
    number = found.game_number or 1
    games = games_of(found.file, reading, found.from_name)
    records = list(games if found.all else islice(games, number - 1, number))
    if not (found.all or found.game_number) and next(games, None):
        tell("the first of several games; --game-number says which one, --all reviews each")
    tell_problems(found.file, reading.problems)
    if not records:
        what = "games" if found.all else f"game {number}"
        raise UsageError(f"{quote(found.file)} has no {what}.")
    return records
