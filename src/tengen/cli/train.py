"""`tengen train`: make weights of a learned evaluation from games of the engine against itself."""

from __future__ import annotations

import argparse
import time
import zlib
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from tengen import __version__
from tengen.arena.task_runner import run_tasks
from tengen.cli import output
from tengen.cli.arguments import Parser, whole_number
from tengen.cli.search_options import read_weights
from tengen.cli.terminal import ProgressBar
from tengen.cli.theorem_certificate import format_time
from tengen.cli.worker_options import add_worker_options, open_workers
from tengen.engine import has_patterns
from tengen.engine.engine import SMALL_AREA
from tengen.engine.weights import format_weights, quantise
from tengen.errors import ParseError, TaskKilled, TengenError, UsageError, quote
from tengen.rules import parse_rules
from tengen.rules.wording import counted
from tengen.training import training_facts, training_folder
from tengen.training.loss_plot import format_loss_plot
from tengen.training.self_play import SelfPlaySettings, ShardTask, play_shard
from tengen.training.training_report import format_training_report

if TYPE_CHECKING:
    from tengen.training.training_run import TrainingRun

EPILOG = """\
Everything is in FOLDER: games, a checkpoint after each epoch, the weights, a report and a plot. The
work can be interrupted at any time: the same command goes on. With more games, those that are there
are kept, and the training begins anew.

examples:
  tengen train first --games 6000
  tengen train second --games 20000 --weights first/tengen.weights
  tengen train third --games 100000 --processes 8 --weights second/tengen.weights"""
MAX_GAMES = 100_000_000
MAX_NODES = 1_000_000_000
MAX_EPOCHS = 10_000
MAX_SEED = 2**31 - 1


def run(arguments: list[str]) -> int:
    """Make weights and return the exit status. Raise UsageError for wrong use."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """Return the argument parser of `tengen train`."""
    parser = Parser(
        prog="tengen train",
        description="Let the engine play against itself, and learn an evaluation from its games.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("folder", metavar="FOLDER", help="where everything is stored; it is made if need be")
    add("--rules", metavar="NAME", default="five", help="renju, '15x15/5 standard' ... (five)")
    add(
        *("--games",),
        type=whole_number(MAX_GAMES),
        default=20_000,
        metavar="N",
        help="number of games, in whole shards (20000)",
    )
    add(
        *("--shard",),
        type=whole_number(100_000),
        default=200,
        metavar="N",
        help="games in a shard, which is one file and one task (200)",
    )
    add("--nodes", type=whole_number(MAX_NODES, 2), default=2000, metavar="N", help="a move (2000)")
    add(
        *("--weights",),
        metavar="FILE",
        help="the engine plays with the weights in FILE, of any win rule (without: with none)",
    )
    add("--seed", type=whole_number(MAX_SEED, 0), default=0, metavar="N", help="random seed (0)")
    add("--epochs", type=whole_number(MAX_EPOCHS), default=10, metavar="N", help="epochs (10)")
    add_worker_options(parser)
    return parser


def _execute(args: argparse.Namespace) -> int:
    settings = _settings(args)
    shards = -(-args.games // args.shard)
    if shards < 2:
        raise UsageError("--games must fill two shards at least: one is held out.")
    import_module("tengen.training.training_run")  # it needs NumPy: say so before all games
    try:
        folder = training_folder.TrainingFolder(args.folder, settings)
        _play(folder, settings, shards, args)
        return _train(folder, settings, shards, args.epochs)
    except KeyboardInterrupt:
        output.print_note("stopped; the same command goes on")
        return output.INTERRUPTED
    except TengenError as error:
        output.print_error(str(error))
    except OSError as error:
        output.print_error(f"cannot use {quote(str(error.filename))}: {error.strerror}")
    return output.FAILED


def _settings(args: argparse.Namespace) -> SelfPlaySettings:
    try:
        rules = parse_rules(args.rules)
    except ParseError as error:
        raise UsageError(f"--rules: {error}") from None
    if not has_patterns(rules) or rules.area <= SMALL_AREA:
        raise UsageError(f"--rules: {rules} is searched without a learned evaluation.")
    weights = read_weights(args.weights)
    if weights is not None:
        weights = replace(weights, win=rules.win)
    return SelfPlaySettings(rules, args.seed, args.nodes, args.shard, weights)


def _play(
    folder: training_folder.TrainingFolder,
    settings: SelfPlaySettings,
    shards: int,
    args: argparse.Namespace,
) -> None:
    """Play the shards that are missing. Raises TaskKilled at the end if one was given up."""
    missing = folder.missing(shards)
    if not missing:
        return
    known, begun, killed = shards - len(missing), time.monotonic(), None
    bar = ProgressBar(shards, "game")
    tasks = (ShardTask(settings, number) for number in missing)
    try:
        with (
            open_workers(args) as workers,
            closing(run_tasks(workers, play_shard, tasks)) as played,
        ):
            for done, (task, shard) in enumerate(played, known + 1):
                if isinstance(shard, TaskKilled):
                    killed = shard
                    continue
                folder.add(task.number, shard)
                left = (time.monotonic() - begun) * (shards - done) / (done - known)
                bar.update(done, args.shard * done, tail=f", about {format_time(left)} left")
    finally:
        bar.clear()
    if killed is not None:
        raise killed


def _train(
    folder: training_folder.TrainingFolder, settings: SelfPlaySettings, shards: int, epochs: int
) -> int:
    """Train, write the weights and the report, and return the exit status."""
    from tengen.training.training_data import TrainingData  # noqa: PLC0415 - it needs numpy
    from tengen.training.training_run import TrainingRun  # noqa: PLC0415 - likewise

    parts = [
        folder.read(
            number for number in range(shards) if training_folder.is_held_out(number) is held_out
        )
        for held_out in (False, True)
    ]
    mark = f"{epochs} epochs"
    for part in parts:
        mark += f", {zlib.crc32(b''.join(part)):08x}"
    data, held_out = (TrainingData.of(part, settings.rules) for part in parts)
    if not len(data):
        raise UsageError("the games have no quiet positions: play more.")
    training = TrainingRun(settings.rules, data, held_out, epochs, settings.seed)
    _run_epochs(training, folder, mark, epochs)
    facts = training_facts.TrainingFacts(
        version=__version__,
        settings={
            **training_folder.stored_settings(settings),
            "games": shards * settings.shard_games,
        }
        | {"epochs": epochs},
        positions=len(data),
        held_out=len(held_out),
        per_core_hour=folder.per_core_hour(),
        epochs=tuple(training.epochs),
    )
    return _write(folder, settings, training, facts)


def _run_epochs(
    training: TrainingRun, folder: training_folder.TrainingFolder, mark: str, epochs: int
) -> None:
    """Go on where the checkpoint is, and write one after each epoch."""
    checkpoint = folder.read_checkpoint()
    if checkpoint and not training.restore(checkpoint, mark):
        output.print_note("the checkpoint is of another training: this one begins anew")
    for number, epoch in enumerate(training.epochs, 1):
        output.print_note(_line(number, epochs, epoch))
    while not training.is_finished:
        epoch = training.run_epoch()
        folder.write(training_folder.CHECKPOINT, training.checkpoint(mark))
        output.print_note(_line(len(training.epochs), epochs, epoch))


def _line(number: int, epochs: int, epoch: training_facts.EpochFacts) -> str:
    log_loss, auc, search = map(
        training_facts.format_figure, (epoch.log_loss, epoch.auc, epoch.search_auc)
    )
    return (
        f"epoch {number}/{epochs}: loss {epoch.loss:.4f}; held out: log loss {log_loss}, "
        f"AUC {auc}, of the search {search}; {epoch.speed:,.0f} positions/s"
    )


def _write(
    folder: training_folder.TrainingFolder,
    settings: SelfPlaySettings,
    training: TrainingRun,
    facts: training_facts.TrainingFacts,
) -> int:
    try:
        weights = quantise(
            training.net.parameters(), settings.rules.win, training_facts.format_origin(facts)
        )
    except OverflowError:
        output.print_error("a weight is too large to be stored: train with more games")
        return output.FAILED
    folder.write(training_folder.WEIGHTS, format_weights(weights))
    folder.write(training_folder.PLOT, format_loss_plot(facts.epochs).encode())
    folder.write(
        training_folder.REPORT, format_training_report(facts, training_folder.PLOT).encode()
    )
    learned = counted(facts.positions, "position")
    written, report = (
        folder.path(name) for name in (training_folder.WEIGHTS, training_folder.REPORT)
    )
    return output.print_text(f"{written}: learned from {learned}; {report} has the figures\n")
