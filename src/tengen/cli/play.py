"""`tengen play`: the game in the terminal, full-screen or line by line, here or on a server."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial

from tengen import errors
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, with_screen
from tengen.cli.terminal import has_full_screen, has_unicode, theme_for, write_stdout
from tengen.game import OpeningRule, Person, PlayerSpec, Setup
from tengen.game.clock import parse_time_control
from tengen.rules import GAMES, Point, RowOne, Rules, WinRule, parse_rules
from tengen.storage import Store, data_directory
from tengen.terminal.input import read_lines
from tengen.terminal.new_game import DEFAULT_SETUP, ENGINE, LEVELS, PERSON, to_player_spec
from tengen.terminal.table import TableFactory

EPILOG = f"""\
WHO is person, person:NAME, a level from 1 to {LEVELS[-1]}, or the command of a Gomocup engine.
GAME is one of {", ".join(GAMES)},
or rules such as '9x9/5 standard'.
CLOCK is none, seconds per move such as 30s, or minutes plus seconds per move such as 5+3.

Every move is saved as it is played. Without options about the game, you can resume the last
unfinished game or choose a new one. --open continues a recorded game, in any of the formats of
`tengen convert`.

--join takes a seat in a game of `tengen web`, which others may play in the browser; LINK is the
address of the game. If both seats are taken, you watch.

examples:
  tengen play
  tengen play --white 5 --clock 10+5
  tengen play --game renju --opening taraguchi-10 --black person:Anna --white person:Ben
  tengen play --white ./pbrain-rapfi
  tengen play --open game.sgf --move 12 --white 5
  tengen play --join http://localhost:8000/game/abcdefghijkl --name Anna
  tengen play --plain"""


def run(arguments: list[str]) -> int:
    """Play until the person leaves, and return the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(args: argparse.Namespace) -> int:
    check_joining(args)
    setup = _make_setup(args)
    if args.data == "":
        raise errors.UsageError("--data needs the name of a directory; see `tengen play --help`.")
    if not args.plain and not (os.isatty(0) and os.isatty(1)):
        raise errors.UsageError(
            "tengen play needs a terminal: use `tengen play --plain` to read and write lines."
        )
    if has_full_screen() and not args.plain:
        return _with_store(args, lambda store: _play(store, setup, args))
    return with_screen(
        lambda _screen: _with_store(args, lambda store: _play_plain(store, setup, args))
    )


def _with_store(args: argparse.Namespace, play: Callable[[Store], int]) -> int:
    """Open the store and call `play` with it."""
    try:
        with Store(data_directory(args.data)) as store:
            return play(store)
    except (errors.OnlineError, errors.StoreError) as error:
        print_error(str(error))
        return FAILED


def make_parser() -> Parser:
    """Return the argument parser of `tengen play`."""
    parser = Parser(
        prog="tengen play",
        description="Play five in a row and its relatives in the terminal.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("--game", metavar="GAME", help="the game and its rules (five)")
    add("--opening", choices=[rule.value for rule in OpeningRule], help="opening rule (free)")
    add("--black", metavar="WHO", help="who plays Black, and begins (person)")
    add("--white", metavar="WHO", help="who plays White (3)")
    add("--clock", metavar="CLOCK", help="time control (none)")
    add("--fouls-lose", action="store_true", help="in renju, a forbidden move loses the game")
    add("--open", metavar="FILE", help="continue a recorded game from its last position")
    add("--move", type=int, metavar="N", help="continue it after N moves instead")
    add("--game-number", type=int, metavar="N", help="which game of FILE (1)")
    add("--from", dest="from_name", metavar="FORMAT", help="format of FILE (detected)")
    rows = [row.value for row in RowOne]
    add("--row-one", choices=rows, help="where row 1 is, in formats that do not define it")
    add("--join", metavar="LINK", help="join a game on a server")
    add("--name", metavar="NAME", help="your name in that game (Black or White)")
    add("--data", metavar="DIR", help="where games are saved (~/.local/share/tengen)")
    add("--theme", choices=("dark", "light", "contrast", "terminal"), help="the colours (dark)")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--plain", action="store_true", help="line by line, for screen readers")
    return parser


def _make_setup(args: argparse.Namespace) -> Setup | None:
    """Return the setup from the options; None without options about the game."""
    file_options = (args.move, args.game_number, args.from_name, args.row_one)
    if args.open is None and any(one is not None for one in file_options):
        raise errors.UsageError("--move, --game-number, --from and --row-one need --open FILE.")
    game_options = (args.game, args.opening, args.black, args.white, args.clock, args.open)
    if all(one is None for one in game_options) and not args.fouls_lose:
        return None
    try:
        rules, moves = _read_opened_game(args) if args.open is not None else (_rules(args), ())
        return Setup(
            rules,
            OpeningRule(args.opening or "free"),
            _parse_player(args.black, DEFAULT_SETUP.one),
            _parse_player(args.white, DEFAULT_SETUP.two),
            parse_time_control("none" if args.clock is None else args.clock),
            moves,
            fouls_lose=args.fouls_lose,
        )
    except (errors.ParseError, errors.RecordError, errors.RuleError, errors.UsageError) as error:
        raise errors.UsageError(f"{str(error).rstrip('.')}; see `tengen play --help`.") from None


def _read_opened_game(args: argparse.Namespace) -> tuple[Rules, tuple[Point, ...]]:
    """Return the rules of a recorded game, and the moves to the position to continue from."""
    from tengen.cli.recorded_games import (  # noqa: PLC0415 - imports all formats
        open_game,
        print_problems,
    )
    from tengen.game.record_conversion import moves_to_position  # noqa: PLC0415
    from tengen.records import Reading  # noqa: PLC0415
    from tengen.terminal.record_browser import RecordFile  # noqa: PLC0415

    rules = parse_rules(args.game) if args.game is not None else None
    row_one = RowOne(args.row_one) if args.row_one else None
    games = RecordFile(args.open, Reading(rules, row_one), args.from_name)
    number = 1 if args.game_number is None else args.game_number
    record = open_game(games, number - 1)
    print_problems(args.open, games.problems)
    if record is None:
        raise errors.UsageError(f"there is no game {number} in {errors.quote(args.open)}")
    return _check_fouls_lose(record.rules, args), moves_to_position(record, args.move)


def _rules(args: argparse.Namespace) -> Rules:
    return _check_fouls_lose(parse_rules("five" if args.game is None else args.game), args)


def _check_fouls_lose(rules: Rules, args: argparse.Namespace) -> Rules:
    if args.fouls_lose and rules.win is not WinRule.RENJU:
        raise errors.UsageError("--fouls-lose needs renju: other games have no forbidden points")
    return rules


def _parse_player(text: str | None, default: PlayerSpec) -> PlayerSpec:
    if text is None:
        return default
    who, _, name = text.partition(":")
    if who == PERSON:
        return Person(name)
    is_engine = not text.isdecimal()
    return to_player_spec(ENGINE, command=text) if is_engine else to_player_spec(text)


def _play(store: Store, setup: Setup | None, args: argparse.Namespace) -> int:
    from tengen.terminal.game_app import TengenApp  # noqa: PLC0415 - imports Textual

    app = TengenApp(
        store,
        setup,
        theme=theme_for(args.theme),
        ascii_only=args.ascii or not has_unicode(),
        make_table=_make_joined_table(args, store),
    )
    app.run()
    return app.return_code or DONE


def _make_joined_table(args: argparse.Namespace, store: Store) -> TableFactory | None:
    """Return the factory of the table on a server; None for a local game."""
    return None if args.join is None else join_game(args, store)


def _play_plain(store: Store, setup: Setup | None, args: argparse.Namespace) -> int:
    from tengen.terminal.input import ExitReason  # noqa: PLC0415 - only with --plain
    from tengen.terminal.plain_game import PlainGame  # noqa: PLC0415

    game = PlainGame(store, read_lines(0), write_stdout, _make_joined_table(args, store))
    reason = game.run(setup)
    if reason is ExitReason.INPUT_ENDED:
        print_error("the input ended before the game did")
        return FAILED
    return INTERRUPTED if reason is ExitReason.INTERRUPTED else DONE


MAX_NAME_LENGTH = 40
"""Characters that a name may have."""
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
"""The options that cannot be combined with --join, as the game is set up already."""


def check_joining(args: argparse.Namespace) -> None:
    """Raise UsageError if --join or --name cannot be combined with the other options."""
    if args.join is None:
        if args.name is not None:
            raise errors.UsageError(
                "--name needs --join LINK; in a local game, use --black person:NAME."
            )
        return
    for key, option in OPTIONS_OF_NEW_GAMES.items():
        value = getattr(args, key)
        if value is not None and value is not False:
            raise errors.UsageError(
                f"{option} cannot be combined with --join: that game is set up already."
            )
    name = args.name or ""
    if len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise errors.UsageError(
            f"--name can have up to {MAX_NAME_LENGTH} printable characters,"
            f" unlike {errors.quote(name)}."
        )


def join_game(args: argparse.Namespace, store: Store) -> TableFactory:
    """Take a seat in a game on a server, or watch it, and return the factory of its table.

    Raise UsageError if the link is wrong, OnlineError if the game cannot be reached.
    """
    from tengen.terminal.remote_connection import parse_link, take_seat  # noqa: PLC0415 - likewise
    from tengen.terminal.remote_table import RemoteTable  # noqa: PLC0415 - only with --join

    try:
        link = parse_link(args.join)
    except errors.ParseError as error:
        raise errors.UsageError(f"{error}; see `tengen play --help`.") from None
    return partial(RemoteTable, take_seat(link, (args.name or "").strip(), store))
