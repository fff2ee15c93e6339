"""The options that `tengen match` and `tengen tournament` share, and the settings from them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace

from tengen import arena
from tengen.arena.game_run import DEFAULT_CONDITIONS
from tengen.arena.schedule import NO_OPENING, OpeningMoves, shipped_openings
from tengen.arena.tournament_file import RunOptions, TournamentFormat, TournamentSettings
from tengen.cli.arguments import Parser, whole_number
from tengen.cli.worker_options import add_worker_options
from tengen.errors import ParseError, RecordError, RuleError, UsageError, quote
from tengen.rules import RowOne, Rules, format_moves, parse_rules
from tengen.rules.rules import check_winnable

MAX_NUMBER = 999_999_999
DEFAULT_TURN_MS = 1000
EMPTY_BOARD = "empty"
"""Instead of a file of openings."""
OWN_OPENINGS = "Tengen"
OPENING_RULES = ("pro", "long pro", "swap", "swap2", "soosyrv-8", "taraguchi-10")
ENGINE_HELP = """\
an engine is the quoted command line of a program that speaks the Gomocup protocol, or
  tengen [OPTIONS]            our own, with options of `tengen brain`
  tengen@REVISION [OPTIONS]   our own of another git revision, which is built first
  level-1 ... level-10        our own at a level"""


def add_game_options(parser: Parser, games: int) -> None:
    """Add the options for the games to play, with a default number of games of a meeting."""
    add = parser.add_argument
    number, whole = whole_number(MAX_NUMBER), whole_number(MAX_NUMBER, 0)
    add(
        "--games",
        type=number,
        default=games,
        metavar="N",
        help=f"games of two engines, an even number ({games})",
    )
    add("--rules", default="five", metavar="NAME", help="renju, '15x15/5 standard' ... (five)")
    add("--time", type=whole, metavar="MS", help="time per move; 0: no limit (1000)")
    add("--match-time", type=number, default=0, metavar="MS", help="time for all moves of a game")
    add("--increment", type=number, default=0, metavar="MS", help="time added after each move")
    add("--slack", type=number, default=200, metavar="MS", help="how late a move may be (200)")
    kinds = [kind.value for kind in arena.ClockKind]
    add("--clock", choices=kinds, default=kinds[0], help="which time counts (wall)")
    add("--nodes", type=number, default=0, metavar="N", help="nodes per move, if an engine obeys")
    add("--depth", type=number, default=0, metavar="N", help="depth, if an engine obeys")
    add("--memory", type=number, default=0, metavar="MB", help="memory of an engine")
    add("--draw-after", type=number, default=0, metavar="N", help="a draw after N moves of both")
    add(
        "--adjudicate",
        nargs=2,
        type=number,
        metavar=("SCORE", "MOVES"),
        help="a win if both engines see it by SCORE for MOVES moves",
    )
    _add_openings(parser)


def _add_openings(parser: Parser) -> None:
    add = parser.add_argument
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        *("--openings",),
        metavar="FILE",
        help="openings such as h8i9g9, one per line; or empty, for the empty board "
        "(Tengen's 200 for freestyle on 15x15)",
    )
    where.add_argument(
        *("--opening-rule",),
        choices=OPENING_RULES,
        default="",
        metavar="RULE",
        help=f"engines play the opening: {', '.join(OPENING_RULES)}",
    )
    rows = [row.value for row in RowOne]
    add("--from", dest="from_name", metavar="FORMAT", help="format of --openings (detected)")
    add("--row-one", choices=rows, default=rows[0], help="where row 1 is in --openings (bottom)")
    add("--seed", type=int, default=0, metavar="N", help="random seed of the schedule (0)")


def add_run_options(parser: Parser) -> None:
    """Add the options for where the games are played and what is stored."""
    add = parser.add_argument
    add("--file", metavar="FILE", help="store the results in FILE, to go on after any break")
    add("--resume", metavar="FILE", help="go on with the stored settings; needs no other words")
    add("--keep", metavar="FILE", help="add every game to FILE, one per line")
    add(
        "--report",
        action="append",
        default=[],
        metavar="FILE",
        help="write a report to FILE, which ends in .md, .csv, .json, .txt, .svg or .png",
    )
    add("--log", metavar="FOLDER", help="write the dialogue of each game into FOLDER")
    add_worker_options(parser, 1)


def make_resume_parser(prog: str) -> Parser:
    """Return the parser for `--resume`, with the few options that it may have."""
    parser = Parser(prog)
    parser.add_argument("--resume", metavar="FILE", required=True)
    add_worker_options(parser, is_resumed=True)
    return parser


def make_settings(
    args: argparse.Namespace, kind: TournamentFormat, engines: Sequence[arena.EngineSpec]
) -> TournamentSettings:
    """Return the settings that the options give. Raises UsageError."""
    if args.games % 2:
        raise UsageError("--games must be even: every opening is played twice.")
    rules = winnable_rules(args.rules)
    moves, source = _openings(args, rules)
    openings = tuple(format_moves(each, rules) for each in moves)
    return TournamentSettings(
        *(kind, tuple(engines), rules, _conditions(args), openings, args.games // 2),
        seed=args.seed,
        run=_run_options(args),
        opening_rule=args.opening_rule,
        source=source,
    )


def with_worker_options(
    settings: TournamentSettings, args: argparse.Namespace
) -> TournamentSettings:
    """Return the settings of a file with the workers that the command line gives, if it does."""
    if args.processes is None and args.cluster is None:
        return settings
    run = replace(settings.run, processes=args.processes or 1, cluster=args.cluster)
    return replace(settings, run=run)


def _run_options(args: argparse.Namespace) -> RunOptions:
    log = None if args.log is None else os.path.abspath(args.log)
    return RunOptions(args.processes, args.cluster, _keep(args.keep), log, _reports(args.report))


def _keep(path: str | None) -> str | None:
    """Return the path of --keep, or raise UsageError if games cannot be added to such a file."""
    if path is None:
        return None
    from tengen.arena.game_file import check_games_path  # noqa: PLC0415 - loads all formats

    try:
        check_games_path(path)
    except RecordError as error:
        raise UsageError(f"--keep: {error}.") from None
    is_folder = path.endswith(os.sep)
    return os.path.abspath(path) + os.sep * is_folder


def _reports(paths: list[str]) -> tuple[str, ...]:
    """Return the paths of reports. Raise UsageError if one of them has an unknown format."""
    if not paths:
        return ()
    from tengen.arena.report_file import check_report_path  # noqa: PLC0415 - loads pictures

    for path in paths:
        check_report_path(path)
    return tuple(os.path.abspath(path) for path in paths)


def _conditions(args: argparse.Namespace) -> arena.GameConditions:
    turn = args.time
    if turn is None:
        turn = 0 if args.match_time else DEFAULT_TURN_MS
    if not (turn or args.match_time or args.nodes or args.depth):
        raise UsageError("--time 0 needs another limit: --match-time, --nodes or --depth.")
    if args.increment and not args.match_time:
        raise UsageError("--increment needs --match-time.")
    score, moves = args.adjudicate or (0, DEFAULT_CONDITIONS.win_moves)
    return arena.GameConditions(
        turn_ms=turn,
        match_ms=args.match_time,
        increment_ms=args.increment,
        slack_ms=args.slack,
        clock=arena.ClockKind(args.clock),
        nodes=args.nodes,
        depth=args.depth,
        memory_mb=args.memory,
        draw_after=args.draw_after,
        win_score=score,
        win_moves=moves,
        is_logged=args.log is not None,
    )


def winnable_rules(text: str) -> Rules:
    """Return the rules of --rules. Raises UsageError if nobody could win."""
    try:
        rules = parse_rules(text)
        check_winnable(rules)
    except (ParseError, RuleError) as error:
        raise UsageError(f"--rules: {error}") from None
    return rules


def _openings(args: argparse.Namespace, rules: Rules) -> tuple[tuple[OpeningMoves, ...], str]:
    """Return the openings, and where they come from. Raise UsageError for any problem."""
    if args.opening_rule:
        _check_opening_rule(args.opening_rule, rules)
    elif args.openings is None:
        shipped = shipped_openings(rules)
        return shipped or (NO_OPENING,), OWN_OPENINGS * bool(shipped)
    elif args.openings != EMPTY_BOARD:
        path, row_one = args.openings, RowOne(args.row_one)
        return openings_of_file(path, rules, row_one, args.from_name), os.path.basename(path)
    return (NO_OPENING,), ""


def _check_opening_rule(name: str, rules: Rules) -> None:
    from tengen.game.opening_rules import OpeningRule, check_opening  # noqa: PLC0415 - slow to load

    try:
        check_opening(OpeningRule(name), rules)
    except RuleError as error:
        raise UsageError(f"--opening-rule: {error}.") from None


def openings_of_file(
    path: str, rules: Rules, row_one: RowOne = RowOne.BOTTOM, name: str | None = None
) -> tuple[OpeningMoves, ...]:
    """Return the openings of a file; `name` is that of its format. Raises UsageError."""
    try:
        openings = arena.read_openings(path, rules, row_one, name)
    except OSError as error:
        raise UsageError(f"--openings: cannot read {quote(path)}: {error.strerror}") from None
    if openings.problems:
        more = f" (problems: {len(openings.problems)})" if len(openings.problems) > 1 else ""
        raise UsageError(f"--openings: {openings.problems[0]}{more}")
    if not openings.found:
        raise UsageError(f"--openings: {quote(path)} has no openings.")
    return openings.found
