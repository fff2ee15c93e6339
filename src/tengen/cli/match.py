"""`tengen match`: play two engines against each other, and show the score with its error."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from tengen.arena import (
    Clock,
    EnginePlayer,
    MatchGame,
    Side,
    Sprt,
    SprtVerdict,
    Tally,
    make_schedule,
    play_match,
    read_openings,
)
from tengen.arena.report import MatchGameFile, format_progress, format_report, match_record
from tengen.arena.schedule import NO_OPENING, OpeningMoves
from tengen.cli import output
from tengen.cli.arguments import Parser
from tengen.errors import ParseError, RuleError, TengenError, UsageError, quote
from tengen.gomocup import EngineProcess, GomocupLimits
from tengen.rules import RowOne, Rules, parse_rules
from tengen.rules.rules import check_winnable

OWN_ENGINE = "tengen"
EPILOG = """\
example:
  tengen match tengen "./pbrain-other --quiet" --games 100 --time 200 --keep games.txt

Progress is written to standard error, the result to standard output. Ctrl-C stops
the match and shows the score so far."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An engine of the match: its command line, name and settings."""

    text: str
    name: str
    time_ms: int
    slack_ms: int
    info: dict[str, str]


def run(arguments: list[str]) -> int:
    """Play a match and return the exit status. Raise UsageError for wrong use."""
    return make_parser().run(arguments, lambda args: MatchCommand(args).play())


def make_parser() -> Parser:
    """Return the argument parser of `tengen match`."""
    parser = Parser(
        prog="tengen match",
        description="Play two engines against each other, every opening twice with colours "
        "swapped,\nand show which is stronger, by how much, and how certain that is.",
        epilog=EPILOG,
    )
    for number in ("1", "2"):
        what = f"its command line in quotes, or {OWN_ENGINE}"
        parser.add_argument(f"engine{number}", metavar=f"ENGINE{number}", help=what)
        parser.add_argument(f"--name{number}", metavar="NAME", help=f"name of ENGINE{number}")
        parser.add_argument(
            *(f"--info{number}",),
            action="extend",
            nargs="+",
            default=[],
            metavar="KEY=VALUE",
            help=f"settings to send to ENGINE{number}",
        )
    _add_games(parser)
    return parser


def _add_games(parser: Parser) -> None:
    """Add the options for the games to play and where to save them."""
    add = parser.add_argument
    add(
        "--games",
        type=_positive_number,
        default=100,
        metavar="N",
        help="number of games, which must be even (100)",
    )
    add("--time", type=_positive_number, default=1000, metavar="MS", help="time per move (1000)")
    add(
        "--slack",
        type=_positive_number,
        default=200,
        metavar="MS",
        help="how late a move may be (200)",
    )
    add("--rules", default="five", metavar="NAME", help="renju, '15x15/5 standard' ... (five)")
    add("--openings", metavar="FILE", help="file of openings such as h8i9g9, one per line")
    rows = [row.value for row in RowOne]
    add("--from", dest="from_name", metavar="FORMAT", help="format of --openings (detected)")
    add("--row-one", choices=rows, default=rows[0], help="where row 1 is in --openings (bottom)")
    add("--seed", type=int, default=0, metavar="N", help="random seed of the opening order (0)")
    add("--keep", metavar="FILE", help="add every game to FILE, one per line")
    add("--threads", type=int, choices=(1, 2), default=1, help="number of games at a time (1)")
    elo = ("ELO0", "ELO1")
    add("--sprt", nargs=2, type=float, metavar=elo, help="stop when ELO0 or ELO1 is rejected")


def _positive_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:10]) < 10**9 and len(text) < 10):
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not {quote(text)}")
    return int(text)


def make_seat(entrant: Entrant, rules: Rules) -> EnginePlayer:
    """Start an engine and a new game. Raise EngineError if it cannot play by the rules."""
    limits = GomocupLimits(
        timeout_turn=entrant.time_ms,
        tolerance=entrant.slack_ms,
        infos=tuple(entrant.info.items()),
    )
    own = entrant.text == OWN_ENGINE
    command = [sys.executable, "-I", "-m", "tengen", "brain"] if own else shlex.split(entrant.text)
    engine = EngineProcess(command, name=entrant.name, limits=limits)
    try:
        engine.new_game(rules)
    except BaseException:
        engine.close()
        raise
    return engine


class MatchCommand:
    """One run of `tengen match`, with its score so far."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._rules = _rules(args.rules)
        self._sprt = _sprt(args.sprt)
        self._entrants = _entrants(args)
        self._names = {side: entrant.name for side, entrant in self._entrants.items()}
        if args.games % 2:
            raise UsageError("--games must be even: every opening is played twice.")
        openings = _openings(args, self._rules)
        self._plan = make_schedule(openings, self._rules, args.games, args.seed)
        self._tally = Tally()
        self._game_file: MatchGameFile | None = None
        self._status = output.DONE

    def play(self) -> int:
        """Play the match, show the result, and return the exit status."""
        if not self._open():
            return output.FAILED
        try:
            self._play_games()
        except KeyboardInterrupt:
            self._status = output.INTERRUPTED
        except TengenError as error:
            output.print_error(f"the match was stopped: {error}")
            self._status = output.FAILED
        finally:
            if self._game_file is not None:
                self._game_file.close()
        shown = output.print_text(format_report(self._tally, self._names, self._sprt))
        return self._status or shown

    def _open(self) -> bool:
        path = self._args.keep
        try:
            self._game_file = None if path is None else MatchGameFile(path)
        except OSError as error:
            output.print_write_error(path, error)
            return False
        return True

    def _play_games(self) -> None:
        entrants = self._entrants.items()
        makers = {side: partial(make_seat, entrant, self._rules) for side, entrant in entrants}
        clock = Clock(self._args.time / 1000, self._args.slack / 1000)
        threads = self._args.threads
        with closing(play_match(makers, self._rules, clock, self._plan, threads)) as games:
            for game in games:
                self._count(game)
                if self._is_decided():
                    return

    def _count(self, game: MatchGame) -> None:
        self._tally.add(game)
        self._save(game)
        output.print_note(format_progress(self._tally, game, len(self._plan), self._names))

    def _save(self, game: MatchGame) -> None:
        try:
            if self._game_file is not None:
                self._game_file.add(match_record(game, self._names), game.planned.number)
        except OSError as error:
            output.print_write_error(self._args.keep, error)
            self._game_file = None
            self._status = output.FAILED

    def _is_decided(self) -> bool:
        if self._sprt is None:
            return False
        return self._sprt.verdict(self._tally.pairs()) is not SprtVerdict.CONTINUE


def _rules(text: str) -> Rules:
    try:
        rules = parse_rules(text)
        check_winnable(rules)
    except (ParseError, RuleError) as error:
        raise UsageError(f"--rules: {error}") from None
    return rules


def _sprt(bounds: list[float] | None) -> Sprt | None:
    try:
        return None if bounds is None else Sprt(*bounds)
    except ValueError as error:
        raise UsageError(f"--sprt: {error}") from None


def _openings(args: argparse.Namespace, rules: Rules) -> tuple[OpeningMoves, ...]:
    """Return the openings of --openings, or the empty board. Raise UsageError for any problem."""
    path: str | None = args.openings
    if path is None:
        return (NO_OPENING,)
    try:
        openings = read_openings(path, rules, RowOne(args.row_one), args.from_name)
    except OSError as error:
        raise UsageError(f"--openings: cannot read {quote(path)}: {error.strerror}") from None
    if openings.problems:
        more = f" (problems: {len(openings.problems)})" if len(openings.problems) > 1 else ""
        raise UsageError(f"--openings: {openings.problems[0]}{more}")
    return openings.found


def _entrants(args: argparse.Namespace) -> dict[Side, Entrant]:
    values = vars(args)
    entrants = {}
    for side in Side:
        text, info = values[f"engine{side.value}"], _info(values[f"info{side.value}"])
        name = values[f"name{side.value}"] or _default_name(text)
        entrants[side] = Entrant(text, name, args.time, args.slack, info)
    one, two = entrants[Side.ONE], entrants[Side.TWO]
    if one.name == two.name:
        raise UsageError(f"both engines are called {quote(one.name)}: use --name1 and --name2.")
    return entrants


def _info(settings: list[str]) -> dict[str, str]:
    for setting in settings:
        if not setting.partition("=")[0] or "=" not in setting:
            raise UsageError(f"a setting must be KEY=VALUE, not {quote(setting)}.")
    return {key: value for key, _, value in (setting.partition("=") for setting in settings)}


def _default_name(text: str) -> str:
    """Return the last part of the program's path."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"not a command line: {quote(text)}: {error}.") from None
    if not words:
        raise UsageError("the command line of an engine is empty.")
    return words[0].rstrip("/").rpartition("/")[2] or words[0]
