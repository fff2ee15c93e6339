"""`tengen tournament`: let many engines play against each other, and show a report."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from tengen import arena
from tengen.arena.engine_spec import parse_engine, parse_info, with_unique_names
from tengen.arena.report import describe_game
from tengen.arena.report_tables import format_text_report
from tengen.arena.tournament_file import TournamentFormat, TournamentSettings
from tengen.cli import arena_options
from tengen.cli.arena_run import begin_run, run_or_resume
from tengen.cli.arguments import Parser, whole_number
from tengen.errors import UsageError, quote
from tengen.rules.wording import counted

PROG = "tengen tournament"
DEFAULT_GAMES = 2
MAX_ROUNDS = 1000
FORMATS = [kind.value for kind in TournamentFormat if kind is not TournamentFormat.MATCH]
EPILOG = f"""\
{arena_options.ENGINE_HELP}

example:
  tengen tournament round-robin tengen level-9 ./pbrain-other --games 20 --file may.tengen
  tengen tournament --resume may.tengen

Progress is written to standard error, the report to standard output. Ctrl-C stops
the tournament and shows the report so far."""


def run(arguments: list[str]) -> int:
    """Play a tournament and return the exit status. Raise UsageError for wrong use."""
    return run_or_resume(
        arguments,
        PROG,
        lambda: make_parser().run(arguments, _begin),
        is_ours=lambda kind: kind is not TournamentFormat.MATCH,
        make_news=TournamentNews,
    )


def make_parser() -> Parser:
    """Return the argument parser of `tengen tournament`."""
    parser = Parser(
        prog=PROG,
        description="Let engines play a tournament, every opening twice with colours swapped.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("format", choices=FORMATS, metavar="FORMAT", help=", ".join(FORMATS))
    add("engines", nargs="+", metavar="ENGINE", help="two or more; see below")
    add(
        "--info",
        action="append",
        nargs="+",
        default=[],
        metavar=("NAME", "KEY=VALUE"),
        help="settings to send to the engine called NAME",
    )
    rounds = whole_number(MAX_ROUNDS)
    add("--rounds", type=rounds, metavar="N", help="rounds of swiss (as many as of knock-out)")
    add("--hero", type=rounds, metavar="N", help="which ENGINE of gauntlet meets all others (1)")
    arena_options.add_game_options(parser, DEFAULT_GAMES)
    arena_options.add_run_options(parser)
    return parser


def _begin(args: argparse.Namespace) -> int:
    kind = TournamentFormat(args.format)
    if len(args.engines) < 2:
        raise UsageError("a tournament needs two engines or more.")
    settings = arena_options.make_settings(args, kind, _engines(args))
    settings = replace(settings, rounds=_rounds(args, kind), hero=_hero(args, kind))
    return begin_run(settings, args.file, TournamentNews(settings))


def _engines(args: argparse.Namespace) -> Sequence[arena.EngineSpec]:
    """Return the engines with unique names, and with the settings of --info."""
    found = {spec.name: spec for spec in with_unique_names([*map(parse_engine, args.engines)])}
    for name, *words in args.info:
        if name not in found:
            known = ", ".join(map(quote, found))
            raise UsageError(f"--info: no engine is called {quote(name)}: choose from {known}.")
        info = dict([*found[name].info, *parse_info(words)])
        found[name] = replace(found[name], info=tuple(info.items()))
    return list(found.values())


def _rounds(args: argparse.Namespace, kind: TournamentFormat) -> int:
    if args.rounds is not None and kind is not TournamentFormat.SWISS:
        raise UsageError("--rounds is for swiss; for more games use --games.")
    return args.rounds or 0


def _hero(args: argparse.Namespace, kind: TournamentFormat) -> int:
    if args.hero is not None and kind is not TournamentFormat.GAUNTLET:
        raise UsageError("--hero is for gauntlet.")
    hero = args.hero or 1
    if hero > len(args.engines):
        raise UsageError(f"--hero {hero}: there are only {counted(len(args.engines), 'engine')}.")
    return hero - 1


class TournamentNews:
    """The progress and the report of a tournament."""

    def __init__(self, settings: TournamentSettings) -> None:
        self._names = settings.names
        self._planned = 2 * settings.expected_pairs()
        self._played = 0

    def add(self, result: arena.PairResult) -> tuple[str, ...]:
        """Count both games, and return a line for each."""
        done, self._played = self._played, self._played + 2
        total = max(self._planned, self._played)
        games = enumerate(result.numbered_games(self._names), done + 1)
        return tuple(
            f"game {number}/{total}: {describe_game(game, players)}"
            for number, (_, game, players) in games
        )

    def report(self, facts: arena.TournamentFacts) -> str:
        """Return the tables of the tournament."""
        return format_text_report(facts)
