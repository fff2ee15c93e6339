"""`tengen match`: two engines play each other, and the score comes with error bars."""

from __future__ import annotations

import argparse
import shlex
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from tengen.arena.elo import Sprt, SprtVerdict
from tengen.arena.game import Clock, EnginePlayer
from tengen.arena.match import MatchGame, Tally, play_match
from tengen.arena.report import MatchGameFile, format_progress, format_report, match_record
from tengen.arena.schedule import NO_OPENING, OpeningMoves, Side, make_schedule, read_openings
from tengen.cli import output
from tengen.cli.arguments import Parser
from tengen.errors import ParseError, RuleError, TengenError, UsageError, quote
from tengen.gomocup.engine_process import EngineProcess
from tengen.gomocup.settings import GomocupLimits
from tengen.rules.coordinates import RowOne
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Rules, check_winnable

OWN_ENGINE = "tengen"
EPILOG = """\
example:
  tengen match tengen "./pbrain-other --quiet" --games 100 --time 200 --keep games.txt

Progress goes to standard error, the result to standard output. Ctrl-C stops the
match and shows the score so far."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An engine as it was asked for: what to run, what to call it, how to set it up."""

    text: str
    name: str
    time_ms: int
    slack_ms: int
    info: dict[str, str]


def run(arguments: list[str]) -> int:
    """Play a match and give the exit status; raises UsageError if it was asked for wrongly."""
    return make_parser().run(arguments, lambda found: MatchCommand(found).play())


def make_parser() -> Parser:
    """The parser of everything that can be said about a match."""
    parser = Parser(
        prog="tengen match",
        description="Play two engines against each other, every opening twice with colours "
        "swapped,\nand tell which is stronger, how much, and how sure that is.",
        epilog=EPILOG,
    )
    for number in ("1", "2"):
        what = f"a command line in quotes, or the word {OWN_ENGINE}"
        parser.add_argument(f"engine{number}", metavar=f"ENGINE{number}", help=what)
        parser.add_argument(f"--name{number}", metavar="NAME", help="what to call it")
        parser.add_argument(
            *(f"--info{number}",),
            action="extend",
            nargs="+",
            default=[],
            metavar="KEY=VALUE",
            help="a setting to send to it",
        )
    _add_games(parser)
    return parser


def _add_games(parser: Parser) -> None:
    """The arguments that say which games to play and what becomes of them."""
    add = parser.add_argument
    add(
        "--games",
        type=_positive_number,
        default=100,
        metavar="N",
        help="how many; an even number (100)",
    )
    add("--time", type=_positive_number, default=1000, metavar="MS", help="for each move (1000)")
    add(
        "--slack",
        type=_positive_number,
        default=200,
        metavar="MS",
        help="how late a move may be (200)",
    )
    add("--rules", default="five", metavar="NAME", help="such as renju, or '15x15/5 standard'")
    add("--openings", metavar="FILE", help="moves such as h8i9g9, one opening to a line")
    rows = [row.value for row in RowOne]
    add("--from", dest="from_name", metavar="FORMAT", help="of FILE, if it cannot be told")
    add("--row-one", choices=rows, default=rows[0], help="where FILE has row 1 (bottom)")
    add("--seed", type=int, default=0, metavar="N", help="of the order of openings (0)")
    add("--keep", metavar="FILE", help="add every game to a file, one to a line")
    add("--threads", type=int, choices=(1, 2), default=1, help="how many games at once (1)")
    elo = ("ELO0", "ELO1")
    add("--sprt", nargs=2, type=float, metavar=elo, help="stop when ELO1 or ELO0 is refuted")


def _positive_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:10]) < 10**9 and len(text) < 10):
        raise argparse.ArgumentTypeError(f"a whole number above 0 was expected, not {quote(text)}")
    return int(text)


def make_seat(entrant: Entrant, rules: Rules) -> EnginePlayer:
    """Start an engine and see that it can play by the rules; raises EngineError if it cannot."""
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
    """A match as it was asked for, and what has come of it so far."""

    def __init__(self, found: argparse.Namespace) -> None:
        self._found = found
        self._rules = _rules(found.rules)
        self._sprt = _sprt(found.sprt)
        self._entrants = _entrants(found)
        self._names = {side: entrant.name for side, entrant in self._entrants.items()}
        if found.games % 2:
            raise UsageError("--games must be even: every opening is played twice.")
        openings = _openings(found, self._rules)
        self._plan = make_schedule(openings, self._rules, found.games, found.seed)
        self._tally = Tally()
        self._keeper: MatchGameFile | None = None
        self._status = output.DONE

    def play(self) -> int:
        """Play the match, show the result, and give the exit status."""
        if not self._open():
            return output.FAILED
        try:
            self._play_games()
        except KeyboardInterrupt:
            self._status = output.INTERRUPTED
        except TengenError as error:
            output.print_error(f"the match cannot go on: {error}")
            self._status = output.FAILED
        finally:
            if self._keeper is not None:
                self._keeper.close()
        shown = output.print_text(format_report(self._tally, self._names, self._sprt))
        return self._status or shown

    def _open(self) -> bool:
        path = self._found.keep
        try:
            self._keeper = None if path is None else MatchGameFile(path)
        except OSError as error:
            output.print_write_error(path, error)
            return False
        return True

    def _play_games(self) -> None:
        entrants = self._entrants.items()
        makers = {side: partial(make_seat, entrant, self._rules) for side, entrant in entrants}
        clock = Clock(self._found.time / 1000, self._found.slack / 1000)
        tables = self._found.threads
        with closing(play_match(makers, self._rules, clock, self._plan, tables)) as games:
            for game in games:
                self._count(game)
                if self._is_decided():
                    return

    def _count(self, game: MatchGame) -> None:
        self._tally.add(game)
        self._keep(game)
        output.print_note(format_progress(self._tally, game, len(self._plan), self._names))

    def _keep(self, game: MatchGame) -> None:
        try:
            if self._keeper is not None:
                self._keeper.add(match_record(game, self._names), game.planned.number)
        except OSError as error:
            output.print_write_error(self._found.keep, error)
            self._keeper = None
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


def _openings(found: argparse.Namespace, rules: Rules) -> tuple[OpeningMoves, ...]:
    """The openings of a file, all of which must be right; without one, the empty board."""
    path: str | None = found.openings
    if path is None:
        return (NO_OPENING,)
    try:
        openings = read_openings(path, rules, RowOne(found.row_one), found.from_name)
    except OSError as error:
        raise UsageError(f"--openings: cannot read {quote(path)}: {error.strerror}") from None
    if openings.problems:
        more = f" (problems: {len(openings.problems)})" if len(openings.problems) > 1 else ""
        raise UsageError(f"--openings: {openings.problems[0]}{more}")
    return openings.found


def _entrants(found: argparse.Namespace) -> dict[Side, Entrant]:
    values = vars(found)
    entrants = {}
    for side in Side:
        text, info = values[f"engine{side.value}"], _info(values[f"info{side.value}"])
        name = values[f"name{side.value}"] or _default_name(text)
        entrants[side] = Entrant(text, name, found.time, found.slack, info)
    one, two = entrants[Side.ONE], entrants[Side.TWO]
    if one.name == two.name:
        raise UsageError(f"both engines are called {quote(one.name)}: use --name1 and --name2.")
    return entrants


def _info(settings: list[str]) -> dict[str, str]:
    for setting in settings:
        if not setting.partition("=")[0] or "=" not in setting:
            raise UsageError(f"a setting is KEY=VALUE, not {quote(setting)}.")
    return {key: value for key, _, value in (setting.partition("=") for setting in settings)}


def _default_name(text: str) -> str:
    """The last part of the program's path."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"not a command line: {quote(text)}: {error}.") from None
    if not words:
        raise UsageError("an engine is a command line, not an empty text.")
    return words[0].rstrip("/").rpartition("/")[2] or words[0]
