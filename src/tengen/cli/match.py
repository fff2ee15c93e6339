"""`tengen match`: play two engines against each other, and show the score with its error."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from tengen import arena
from tengen.arena.engine_spec import parse_engine, with_unique_names
from tengen.arena.report import format_progress, format_report, plain_name
from tengen.arena.tournament_file import TournamentFormat, TournamentSettings
from tengen.cli import arena_options
from tengen.cli.arena_run import begin_run, run_or_resume
from tengen.cli.arguments import Parser
from tengen.cli.match_view import format_sprt_progress
from tengen.errors import UsageError

PROG = "tengen match"
DEFAULT_GAMES = 100
EPILOG = f"""\
{arena_options.ENGINE_HELP}

example:
  tengen match tengen "./pbrain-other --quiet" --games 100 --time 200 --file match.tengen
  tengen match --resume match.tengen

Progress is written to standard error, the result to standard output. Ctrl-C stops
the match and shows the score so far."""


def run(arguments: list[str]) -> int:
    """Play a match and return the exit status. Raise UsageError for wrong use."""
    return run_or_resume(
        arguments,
        PROG,
        lambda: make_parser().run(arguments, _begin),
        is_ours=lambda kind: kind is TournamentFormat.MATCH,
        make_news=MatchNews,
    )


def make_parser() -> Parser:
    """Return the argument parser of `tengen match`."""
    parser = Parser(
        prog=PROG,
        description="Play two engines against each other, every opening twice with colours "
        "swapped,\nand show which is stronger, by how much, and how certain that is.",
        epilog=EPILOG,
    )
    for number in ("1", "2"):
        parser.add_argument(f"engine{number}", metavar=f"ENGINE{number}", help="see below")
        parser.add_argument(f"--name{number}", metavar="NAME", help=f"name of ENGINE{number}")
        parser.add_argument(
            *(f"--info{number}",),
            action="extend",
            nargs="+",
            default=[],
            metavar="KEY=VALUE",
            help=f"settings to send to ENGINE{number}",
        )
    arena_options.add_game_options(parser, DEFAULT_GAMES)
    _add_test(parser)
    arena_options.add_run_options(parser)
    return parser


def _add_test(parser: Parser) -> None:
    elo = ("ELO0", "ELO1")
    parser.add_argument(
        *("--sprt",), nargs=2, type=float, metavar=elo, help="stop when ELO0 or ELO1 is rejected"
    )
    for name, what in (("alpha", "accept at ELO0"), ("beta", "reject at ELO1")):
        parser.add_argument(
            f"--{name}", type=float, metavar="RATE", help=f"how often --sprt may {what} (0.05)"
        )


def _begin(args: argparse.Namespace) -> int:
    settings = arena_options.make_settings(args, TournamentFormat.MATCH, _engines(args))
    settings = replace(settings, sprt=_sprt(args))
    return begin_run(settings, args.file, MatchNews(settings))


def _engines(args: argparse.Namespace) -> Sequence[arena.EngineSpec]:
    return with_unique_names(
        [
            parse_engine(args.engine1, args.name1 or "", args.info1),
            parse_engine(args.engine2, args.name2 or "", args.info2),
        ]
    )


def _sprt(args: argparse.Namespace) -> arena.Sprt | None:
    rates = {name: getattr(args, name) for name in ("alpha", "beta")}
    given = {name: rate for name, rate in rates.items() if rate is not None}
    if args.sprt is None:
        for name in given:
            raise UsageError(f"--{name} needs --sprt.")
        return None
    try:
        return arena.Sprt(*args.sprt, **given)
    except ValueError as error:
        raise UsageError(f"--sprt: {error}") from None


class MatchNews:
    """The progress and the report of a match."""

    def __init__(self, settings: TournamentSettings) -> None:
        self._sprt = settings.sprt
        self._games = 2 * settings.expected_pairs()
        self._names = dict(zip(arena.Side, settings.names, strict=True))
        self._tally = arena.Tally()

    def add(self, result: arena.PairResult) -> tuple[str, ...]:
        """Count both games, and return a line for each, the second with the state of the test."""
        lines = []
        for game in arena.match_games(result):
            self._tally.add(game)
            lines.append(format_progress(self._tally, game, self._games, self._names))
        if self._sprt is not None:
            lines[-1] += f"; {format_sprt_progress(self._sprt, self._tally.pairs())}"
        return tuple(lines)

    def report(self, facts: arena.TournamentFacts) -> str:
        """Return the report of the games so far."""
        text = format_report(self._tally, self._names, self._sprt, plain_name(facts.openings))
        return text + "".join(f"\n{plain_name(note)}\n" for note in facts.notes)
