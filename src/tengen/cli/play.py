"""`tengen play`: the full-screen game, or the same line by line; `--join` plays on a server."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial

from tengen import errors
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, with_screen
from tengen.cli.terminal import has_full_screen, has_unicode, theme_for, write_stdout
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Person, PlayerSpec, Setup
from tengen.rules.coordinates import RowOne
from tengen.rules.notation import parse_rules
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Rules, WinRule
from tengen.storage import Store, data_directory
from tengen.terminal.input import parse_clock, read_lines
from tengen.terminal.new_game import DEFAULT_SETUP, ENGINE, LEVELS, PERSON, to_player_spec
from tengen.terminal.table import TableFactory

EPILOG = f"""\
WHO is person, person:NAME, a level from 1 to {LEVELS[-1]}, or the command of a Gomocup engine.
GAME is one of {", ".join(GAMES)}, or as in '9x9/5 standard'.
A clock is none, seconds a move as in 30s, or minutes and seconds a move as in 5+3.

Every game is kept as it is played. Without any of the options about the game, the last one that
was broken off is offered, and else there is a choice of games. --open plays on from a recorded
game, in any of the formats of `tengen convert`.

--join sits down at a game of `tengen web`, in the same room as browsers: LINK is its address. Where
both seats are taken, one watches.

examples:
  tengen play
  tengen play --white 5 --clock 10+5
  tengen play --game renju --opening taraguchi-10 --black person:Anna --white person:Ben
  tengen play --white ./pbrain-rapfi
  tengen play --open game.sgf --move 12 --white 5
  tengen play --join http://localhost:8000/game/abcdefghijkl --name Anna
  tengen play --plain"""


def run(arguments: list[str]) -> int:
    """Play until the person leaves, and give the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(found: argparse.Namespace) -> int:
    check_joining(found)
    setup = _make_setup(found)
    if found.data == "":
        raise errors.UsageError(
            "--data needs the name of a directory; `tengen play --help` tells more."
        )
    if not found.plain and not (os.isatty(0) and os.isatty(1)):
        raise errors.UsageError(
            "tengen play needs a terminal: `tengen play --plain` reads and writes lines anywhere."
        )
    if has_full_screen() and not found.plain:
        return _with_store(found, lambda store: _play(store, setup, found))
    return with_screen(
        lambda _screen: _with_store(found, lambda store: _play_plain(store, setup, found))
    )


def _with_store(found: argparse.Namespace, play: Callable[[Store], int]) -> int:
    """Play with the games that are kept."""
    try:
        with Store(data_directory(found.data)) as store:
            return play(store)
    except (errors.OnlineError, errors.StoreError) as error:
        print_error(str(error))
        return FAILED


def make_parser() -> Parser:
    """The parser of everything that can be said about a game."""
    parser = Parser(
        prog="tengen play",
        description="Play five in a row and its relatives in the terminal.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("--game", metavar="GAME", help="what to play (five)")
    add("--opening", choices=[rule.value for rule in OpeningRule], help="how to begin (free)")
    add("--black", metavar="WHO", help="who begins (person)")
    add("--white", metavar="WHO", help="the opponent (3)")
    add("--clock", metavar="CLOCK", help="how much time there is (none)")
    add("--fouls-lose", action="store_true", help="in renju, forbidden points lose the game")
    add("--open", metavar="FILE", help="play on from the last position of a recorded game")
    add("--move", type=int, metavar="N", help="or from that after so many moves")
    add("--game-number", type=int, metavar="N", help="which game of the file (1)")
    add("--from", dest="from_name", metavar="FORMAT", help="of the file, if it cannot be told")
    rows = [row.value for row in RowOne]
    add("--row-one", choices=rows, help="where row 1 is, in formats that leave it open")
    add("--join", metavar="LINK", help="sit down at a game on a server")
    add("--name", metavar="NAME", help="what to call you there (Black or White)")
    add("--data", metavar="DIR", help="where games are kept (~/.local/share/tengen)")
    add("--theme", choices=("dark", "light", "contrast", "terminal"), help="the colours (dark)")
    add("--ascii", action="store_true", help="draw with plain characters alone")
    add("--plain", action="store_true", help="line by line, as for screen readers")
    return parser


def _make_setup(found: argparse.Namespace) -> Setup | None:
    """The game that was asked for; None if nothing was said about it."""
    about_file = (found.move, found.game_number, found.from_name, found.row_one)
    if found.open is None and any(one is not None for one in about_file):
        raise errors.UsageError("--move, --game-number, --from and --row-one go with --open FILE.")
    said = (found.game, found.opening, found.black, found.white, found.clock, found.open)
    if all(one is None for one in said) and not found.fouls_lose:
        return None
    try:
        rules, moves = _read_opened_game(found) if found.open is not None else (_rules(found), ())
        return Setup(
            rules,
            OpeningRule(found.opening or "free"),
            _parse_player(found.black, DEFAULT_SETUP.one),
            _parse_player(found.white, DEFAULT_SETUP.two),
            parse_clock("none" if found.clock is None else found.clock),
            moves,
            fouls_lose=found.fouls_lose,
        )
    except (errors.ParseError, errors.RecordError, errors.RuleError, errors.UsageError) as error:
        raise errors.UsageError(
            f"{str(error).rstrip('.')}; `tengen play --help` tells more."
        ) from None


def _read_opened_game(found: argparse.Namespace) -> tuple[Rules, tuple[Point, ...]]:
    """The rules of a recorded game, and moves that lead to where it is to be played on."""
    from tengen.cli.recorded_games import (  # noqa: PLC0415 - most games need no formats
        open_game,
        print_problems,
    )
    from tengen.game.record_conversion import moves_to_position  # noqa: PLC0415
    from tengen.records.reading import Reading  # noqa: PLC0415
    from tengen.terminal.record_browser import RecordFile  # noqa: PLC0415

    rules = parse_rules(found.game) if found.game is not None else None
    row_one = RowOne(found.row_one) if found.row_one else None
    games = RecordFile(found.open, Reading(rules, row_one), found.from_name)
    number = 1 if found.game_number is None else found.game_number
    record = open_game(games, number - 1)
    print_problems(found.open, games.problems)
    if record is None:
        raise errors.UsageError(f"there is no game {number} in {errors.quote(found.open)}")
    return _check_fouls_lose(record.rules, found), moves_to_position(record, found.move)


def _rules(found: argparse.Namespace) -> Rules:
    return _check_fouls_lose(parse_rules("five" if found.game is None else found.game), found)


def _check_fouls_lose(rules: Rules, found: argparse.Namespace) -> Rules:
    if found.fouls_lose and rules.win is not WinRule.RENJU:
        raise errors.UsageError("--fouls-lose is for renju: only that has forbidden points")
    return rules


def _parse_player(text: str | None, usual: PlayerSpec) -> PlayerSpec:
    if text is None:
        return usual
    who, _, name = text.partition(":")
    if who == PERSON:
        return Person(name)
    is_engine = not text.isdecimal()
    return to_player_spec(ENGINE, command=text) if is_engine else to_player_spec(text)


def _play(store: Store, setup: Setup | None, found: argparse.Namespace) -> int:
    from tengen.terminal.game_app import TengenApp  # noqa: PLC0415 - the plain game needs no Textual

    app = TengenApp(
        store,
        setup,
        theme=theme_for(found.theme),
        ascii_only=found.ascii or not has_unicode(),
        sit=_make_joined_table(found, store),
    )
    app.run()
    return app.return_code or DONE


def _make_joined_table(found: argparse.Namespace, store: Store) -> TableFactory | None:
    """How to sit down elsewhere; None for a game here."""
    return None if found.join is None else join_game(found, store)


def _play_plain(store: Store, setup: Setup | None, found: argparse.Namespace) -> int:
    from tengen.terminal.input import ExitReason  # noqa: PLC0415 - the full screen needs no lines
    from tengen.terminal.plain_game import PlainGame  # noqa: PLC0415

    farewell = PlainGame(store, read_lines(0), write_stdout, _make_joined_table(found, store)).run(
        setup
    )
    if farewell is ExitReason.INPUT_ENDED:
        print_error("the input ended before the game did")
        return FAILED
    return INTERRUPTED if farewell is ExitReason.INTERRUPTED else DONE


MAX_NAME_LENGTH = 40
"""How many letters a name may have."""
OPTIONS_OF_NEW_GAMES = {
    "game": "--game",
    "opening": "--opening",
    "black": "--black",
    "white": "--white",
    "clock": "--clock",
    "fouls_lose": "--fouls-lose",
    "open": "--open",
    "move": "--move",
    "game_number": "--game-number",
    "from_name": "--from",
    "row_one": "--row-one",
}
"""What was agreed before somebody joins."""


def check_joining(found: argparse.Namespace) -> None:
    """Raise UsageError if the options about joining do not go together with the others."""
    if found.join is None:
        if found.name is not None:
            raise errors.UsageError(
                "--name goes with --join LINK; otherwise say --black person:NAME."
            )
        return
    for key, option in OPTIONS_OF_NEW_GAMES.items():
        value = getattr(found, key)
        if value is not None and value is not False:
            raise errors.UsageError(
                f"{option} does not go with --join: the game there is agreed already."
            )
    name = found.name or ""
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise errors.UsageError(
            f"--name can have up to {MAX_NAME_LENGTH} letters, unlike {errors.quote(name)}."
        )


def join_game(found: argparse.Namespace, store: Store) -> TableFactory:
    """Sit down, or watch; how the table is made at which that is.

    Raises UsageError for what is no link, OnlineError if the game cannot be got at.
    """
    from tengen.terminal.remote_connection import parse_link, take_seat  # noqa: PLC0415 - likewise
    from tengen.terminal.remote_table import RemoteTable  # noqa: PLC0415 - other games need no network

    try:
        link = parse_link(found.join)
    except errors.ParseError as error:
        raise errors.UsageError(f"{error}; `tengen play --help` tells more.") from None
    return partial(RemoteTable, take_seat(link, (found.name or "").strip(), store))
