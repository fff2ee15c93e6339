"""`tengen openings`: find balanced openings for matches."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing

from tengen.arena import opening_search
from tengen.arena.executor import TaskExecutor
from tengen.arena.schedule import OpeningMoves
from tengen.cli import output
from tengen.cli.arena_options import winnable_rules
from tengen.cli.arguments import Parser, whole_number
from tengen.cli.terminal import ProgressBar
from tengen.cli.worker_options import add_worker_options, open_workers
from tengen.engine.balanced_opening import EVEN_MARGIN
from tengen.errors import ClusterError, RecordError, RuleError, TaskError, UsageError, quote
from tengen.rules.wording import counted

MAX_CANDIDATES = 10**5
MAX_NUMBER = 10**9
EPILOG = """\
An opening is balanced if Tengen's engine sees no side ahead, and if both sides win some
of the games that it plays from there against itself. No two are rotations or reflections
of each other. The same seed gives the same openings.

With --out, a search that was stopped goes on if the same command is given again.

example:
  tengen openings --rules renju --count 100 --processes 2 --out renju.txt"""


def run(arguments: list[str]) -> int:
    """Find openings and return the exit status. Raise UsageError for wrong use."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """Return the argument parser of `tengen openings`."""
    parser = Parser(
        prog="tengen openings",
        description="Find balanced openings for matches, and write one on a line.",
        epilog=EPILOG,
    )
    add, number = parser.add_argument, whole_number(MAX_NUMBER)
    add("--rules", default="five", metavar="NAME", help="renju, '15x15/5 standard' ... (five)")
    add("--count", type=number, default=100, metavar="N", help="how many openings (100)")
    add("--stones", type=number, default=5, metavar="N", help="stones of an opening (5)")
    add("--nodes", type=number, default=20_000, metavar="N", help="nodes of a search (20000)")
    margin = f"greatest score of a side ({EVEN_MARGIN})"
    add("--margin", type=number, default=EVEN_MARGIN, metavar="N", help=margin)
    add("--least-moves", type=number, default=12, metavar="N", help="fewest moves of a game (12)")
    add("--seed", type=int, default=0, metavar="N", help="random seed (0)")
    add_worker_options(parser, 1)
    add("--out", metavar="FILE", help="add the openings to FILE (standard output)")
    return parser


def _execute(args: argparse.Namespace) -> int:
    wishes = _wishes(args)
    if args.out is None:
        return output.with_screen(lambda screen: _print_openings(args, wishes, screen.write))
    try:
        file = opening_search.OpeningFile(args.out, wishes)
    except OSError as error:
        raise UsageError(f"--out: cannot open {quote(args.out)}: {error.strerror}.") from None
    except (RecordError, RuleError) as error:
        raise UsageError(f"--out: {error}.") from None
    try:
        return OpeningsCommand(args, wishes, file.add).run(file.found)
    except OSError as error:
        output.print_write_error(args.out, error)
        return output.FAILED
    finally:
        file.close()


def _wishes(args: argparse.Namespace) -> opening_search.OpeningWishes:
    rules = winnable_rules(args.rules)
    try:
        return opening_search.OpeningWishes(
            rules, args.seed, args.stones, args.nodes, args.margin, args.least_moves
        )
    except ValueError as error:
        raise UsageError(f"--stones: {error}.") from None


def _print_openings(
    args: argparse.Namespace, wishes: opening_search.OpeningWishes, write: Callable[[str], object]
) -> int:
    write(opening_search.format_header(wishes))
    search = OpeningsCommand(
        args, wishes, lambda moves: write(opening_search.format_opening(moves, wishes.rules))
    )
    return search.run([])


class OpeningsCommand:
    """One run of `tengen openings`; `add` writes an opening."""

    def __init__(
        self,
        args: argparse.Namespace,
        wishes: opening_search.OpeningWishes,
        add: Callable[[OpeningMoves], object],
    ) -> None:
        self._args = args
        self._wishes = wishes
        self._add = add

    def run(self, found: list[OpeningMoves]) -> int:
        """Add to the openings found so far until there are enough; return the exit status."""
        status = output.FAILED
        try:
            with open_workers(self._args) as executor:
                self._search(found, executor)
            status = output.DONE if len(found) >= self._args.count else output.FAILED
        except KeyboardInterrupt:
            status = output.INTERRUPTED
        except (RuleError, TaskError, ClusterError) as error:
            output.print_error(str(error))
        output.print_note(f"{len(found)} of {counted(self._args.count, 'opening')}")
        return status

    def _search(self, found: list[OpeningMoves], executor: TaskExecutor) -> None:
        """Search until there are enough openings, or until the search gives up."""
        wanted = self._args.count
        if len(found) >= wanted:
            return
        bar = ProgressBar(wanted, "candidate")
        start = _start(found, self._wishes)
        with closing(
            opening_search.search_openings(self._wishes, executor, found, start)
        ) as candidates:
            for candidate in candidates:
                bar.update(len(found), candidate.number, tail=f", {len(found)} of {wanted} found")
                if candidate.moves is not None:
                    self._add(candidate.moves)
                    found.append(candidate.moves)
                if len(found) >= wanted:
                    break
        bar.clear()


def _start(found: list[OpeningMoves], wishes: opening_search.OpeningWishes) -> int:
    """Return the number of the candidate after the last one that was found."""
    if not found:
        return 0
    last = opening_search.last_candidate(found[-1], wishes, MAX_CANDIDATES)
    if last is None:
        raise UsageError("--out: its last opening is not one of this search: name a new file.")
    return last + 1
