"""`tengen tune`: tune parameters of the search by games against itself."""

from __future__ import annotations

import argparse
import math
import re
from contextlib import closing

from tengen.arena import tuning_run
from tengen.arena.schedule import OpeningMoves, shipped_openings
from tengen.arena.tuning import SpsaPlan, SpsaState, TunedParameter
from tengen.arena.tuning_report import check_plot_path, format_log, format_plot
from tengen.atomic_file import write_atomically
from tengen.cli import output
from tengen.cli.arena_options import openings_of_file
from tengen.cli.arguments import Parser, whole_number
from tengen.cli.worker_options import add_worker_options, open_workers
from tengen.engine import Limits, has_patterns
from tengen.engine.balanced_opening import BALANCED_OPENINGS, BALANCED_RULES
from tengen.engine.search_parameters import PARAMETERS, nearest_parameter
from tengen.errors import ParseError, TengenError, UsageError, quote
from tengen.rules import Rules, parse_moves, parse_rules
from tengen.rules.wording import counted

EPILOG = """\
Without =LOW..HIGH, a parameter keeps its whole range. `tengen brain --parameters` lists all. Every
finished iteration is stored in the file; a run that was broken off goes on with --resume.

examples:
  tengen tune futility_margin=50..300 futility_step --games 20000 --nodes 2000 --file tune.db
  tengen tune --resume tune.db --processes 4 --plot tune.svg"""
RANGE = re.compile(r"([a-z_0-9]+)(?:=([0-9]{1,9})\.\.([0-9]{1,9}))?")
MAX_GAMES = 10_000_000
MAX_NODES = 1_000_000_000


def run(arguments: list[str]) -> int:
    """Tune parameters and return the exit status. Raise UsageError for wrong use."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """Return the argument parser of `tengen tune`."""
    parser = Parser(
        prog="tengen tune",
        description="Tune parameters of the search by SPSA: settings a little up and down from\n"
        "the present ones play each other, and the present ones move towards the winner.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("names", metavar="NAME[=LOW..HIGH]", nargs="*", help="a parameter to tune, and its range")
    add("--file", metavar="FILE", help="the file of a new run")
    add("--resume", metavar="FILE", help="go on with the run in FILE")
    add("--games", type=whole_number(MAX_GAMES, 2), metavar="N", help="number of games (20000)")
    _add_games(parser)
    add("--step", type=_part, metavar="PART", help="last perturbation, part of the range (0.1)")
    add(
        "--rate", type=_part, metavar="R", help="last gain, in perturbations (2 / sqrt(iterations))"
    )
    add_worker_options(parser, 1)
    add("--log", metavar="FILE.csv", help="write all iterations as CSV at the end")
    add("--plot", metavar="FILE", help="draw the way of each parameter: .svg or .png")
    return parser


def _add_games(parser: Parser) -> None:
    """Add the options for what is played."""
    add = parser.add_argument
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        *("--nodes",), type=whole_number(MAX_NODES), metavar="N", help="nodes per move (2000)"
    )
    limit.add_argument(
        *("--time",), type=whole_number(86_400_000), metavar="MS", help="time per move"
    )
    add("--pairs", type=whole_number(10_000), metavar="N", help="pairs per iteration (8)")
    add("--rules", metavar="NAME", help="renju, '15x15/5 standard' ... (five)")
    add("--openings", metavar="FILE", help="openings, one per line (Tengen's 200, 16 in standard)")
    add("--seed", type=int, metavar="N", help="random seed (0)")


NEW_RUN_OPTIONS = (
    *("games", "nodes", "time", "pairs", "rules", "openings", "seed", "step", "rate", "file"),
)


def _part(text: str) -> float:
    try:
        value = float(text) if text.isascii() else math.nan
    except ValueError:
        value = math.nan
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(
            f"expected a number above 0 and up to 1, not {quote(text)}"
        )
    return value


def _execute(args: argparse.Namespace) -> int:
    ending = check_plot_path(args.plot) if args.plot else ""
    try:
        file = _open(args)
    except TengenError as error:
        if isinstance(error, UsageError):
            raise
        output.print_error(str(error))
        return output.FAILED
    with file:
        status = _tune(file, args)
        return max(status, _report(file, args, ending))


def _open(args: argparse.Namespace) -> tuning_run.TuningFile:
    """Return the file of a new run, or that of --resume."""
    if args.resume is None:
        plan, games = _make_run(args)
        return tuning_run.create_tuning_file(args.file, plan, games)
    given = [name for name in NEW_RUN_OPTIONS if getattr(args, name) is not None]
    if given or args.names:
        what = f"--{given[0]}" if given else args.names[0]
        raise UsageError(f"--resume goes on as the run was begun: leave out {quote(what)}.")
    return tuning_run.open_tuning_file(args.resume)


def _tune(file: tuning_run.TuningFile, args: argparse.Namespace) -> int:
    """Play what is left, and return the exit status."""
    try:
        with (
            open_workers(args) as executor,
            closing(tuning_run.run_tuning(file, executor)) as states,
        ):
            for state in states:
                output.print_note(_progress(file, state))
    except KeyboardInterrupt:
        output.print_note("stopped; go on with --resume")
        return output.INTERRUPTED
    except TengenError as error:
        output.print_error(f"the run was stopped: {error}")
        return output.FAILED
    return output.DONE


def _progress(file: tuning_run.TuningFile, state: SpsaState) -> str:
    pairs = zip(file.plan.parameters, state.values, strict=True)
    values = ", ".join(f"{one.name} {value:.1f}" for one, value in pairs)
    return f"{state.iteration}/{file.plan.iterations}: {file.scores[-1]:+.3f}; {values}"


def _report(file: tuning_run.TuningFile, args: argparse.Namespace, ending: str) -> int:
    """Show the values so far, write log and plot, and return the exit status."""
    states = file.states()
    now = file.plan.rounded(states[-1])
    games = 2 * file.games.pairs * len(file.scores)
    planned = counted(file.plan.iterations, "iteration")
    lines = [f"{len(file.scores)} of {planned}, {counted(games, 'game')}\n"]
    for one in file.plan.parameters:
        default = PARAMETERS[one.name].default
        lines.append(f"{one.name:<26} {default:>7} -> {now[one.name]}\n")
    options = " ".join(f"--set {name}={value}" for name, value in now.items())
    status = output.print_text("".join([*lines, f"tengen brain {options}\n"]))
    if args.log and not _write(args.log, format_log(file.plan, states, file.scores).encode()):
        status = output.FAILED
    if args.plot and not _write(args.plot, format_plot(ending, file.plan, states)):
        status = output.FAILED
    return status


def _write(path: str, data: bytes) -> bool:
    try:
        write_atomically(path, data)
    except OSError as error:
        output.print_write_error(path, error)
        return False
    return True


def _make_run(args: argparse.Namespace) -> tuple[SpsaPlan, tuning_run.TuningGames]:
    """Return what the arguments of a new run describe."""
    if not args.names:
        raise UsageError("which parameters? `tengen brain --parameters` lists them.")
    if args.file is None:
        raise UsageError("--file FILE is needed: a run is stored, so that it can go on.")
    parameters = tuple(map(_tuned_parameter, args.names))
    if len({one.name for one in parameters}) < len(parameters):
        raise UsageError("a parameter is named twice.")
    rules = _rules(args.rules)
    pairs = args.pairs or 8
    iterations = math.ceil((args.games or 20_000) / (2 * pairs))
    rate = args.rate or min(1.0, 2 / math.sqrt(iterations))
    seed = args.seed or 0
    limits = Limits(args.time / 1000) if args.time else Limits(nodes=args.nodes or 2000)
    plan = SpsaPlan(parameters, iterations, seed, args.step or 0.1, rate)
    return plan, tuning_run.TuningGames(rules, _openings(args.openings, rules), limits, pairs, seed)


def _tuned_parameter(text: str) -> TunedParameter:
    match = RANGE.fullmatch(text)
    name = match[1] if match else text.partition("=")[0]
    if name not in PARAMETERS:
        near = nearest_parameter(name)
        hint = f"did you mean {near}?" if near else "`tengen brain --parameters` lists them."
        raise UsageError(f"there is no parameter {quote(name)}: {hint}")
    if match is None:
        raise UsageError(f"expected NAME or NAME=LOW..HIGH, not {quote(text)}.")
    known = PARAMETERS[name]
    low, high = (known.low, known.high) if match[2] is None else (int(match[2]), int(match[3]))
    if not known.low <= low <= known.default <= high <= known.high or low == high:
        raise UsageError(
            f"{name}={low}..{high}: the range must be within {known.low}..{known.high} and hold "
            f"the default, {known.default}."
        )
    return TunedParameter(name, known.default, low, high)


def _rules(text: str | None) -> Rules:
    try:
        rules = BALANCED_RULES if text is None else parse_rules(text)
    except ParseError as error:
        raise UsageError(f"--rules: {error}") from None
    if not has_patterns(rules):
        raise UsageError(f"--rules: {rules} is searched without these parameters.")
    return rules


def _openings(path: str | None, rules: Rules) -> tuple[OpeningMoves, ...]:
    """Return the openings of a file, or balanced ones."""
    if path is None:
        found = shipped_openings(rules) or short_openings(rules)
        if not found:
            raise UsageError(f"--openings FILE is needed for {rules}: no balanced ones are known.")
        return found
    return openings_of_file(path, rules)


def short_openings(rules: Rules) -> tuple[OpeningMoves, ...]:
    """Return the openings of three stones that the engine offers in swap2, if there are any."""
    known = BALANCED_RULES
    if (rules.width, rules.height, rules.k) != (known.width, known.height, known.k):
        return ()
    return tuple(tuple(parse_moves(text, rules)) for text in BALANCED_OPENINGS.get(rules.win, ()))
