"""Measure how many forced wins the solver and the engine find within a second and five of CPU time.

    bench/run mates
    bench/run mates --rapfi ./pbrain-rapfi

The positions are in mates.txt: one on each line, after the number of the game that it is from and
the plies of the shortest proof that is known. --make plays more games of the engine against itself
and adds the earliest positions of each that the solver proves to be won, one of each grade:

    bench/run mates --make --games 300 --seconds 3600

It goes on after the last game in the file. --lines N takes N positions of the theorem instead, in
which a win by threats is hard to find.

--rapfi also asks another engine: any that speaks the Gomocup protocol and says in how many moves it
wins. With --make, it is that engine that says which positions are won. --select FILE stores the
positions in which it announces a win within --select-time.
"""

from __future__ import annotations

import argparse
import shlex
import statistics
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tengen.engine import CancelToken, Engine, Finder, Limits
from tengen.engine.balanced_opening import BALANCED_OPENINGS, BALANCED_RULES
from tengen.engine.engine import NODES_PER_SECOND
from tengen.engine.search_parameters import DEFAULT_PARAMETERS
from tengen.engine.win_finder import FIRST_SHARE
from tengen.gomocup import EngineProcess, GomocupLimits
from tengen.prove.theorem_book import LONG_THREATS_FILE, read_entries
from tengen.rules import Board, Point, WinRule, parse_moves, parse_position, symmetries

SUITE = Path(__file__).with_name("mates.txt")
GRADES = {"15 or fewer": (1, 16), "17 to 21": (16, 22), "23 or more": (22, 1000)}
"""Plies, by the names that the table shows."""
SECONDS = (1, 5)
POLL = 0.002
"""Seconds between two looks at the CPU time."""
ENDLESS = 1 << 40
MEGABYTES = 32
SPARE = 10
"""How many times more nodes the engine may search than it expects to: the CPU time ends it."""
PARAMETERS = replace(DEFAULT_PARAMETERS, vct_divisor=SPARE * DEFAULT_PARAMETERS.vct_divisor)
"""With so many nodes, its first search for a win by threats gets as many as usual."""


@dataclass(frozen=True, slots=True)
class Mate:
    """A position in which the side to move wins, and the plies of the shortest known proof."""

    game: int
    plies: int
    board: Board

    def __str__(self) -> str:
        return f"{self.game} {self.plies} {self.board}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The CPU time that a contestant took, whether it found a win, its plies, and its nodes."""

    seconds: float
    plies: int
    nodes: int


Contestant = Callable[[Board, float], Attempt]


def main(arguments: Sequence[str]) -> None:
    """Measure, or make positions."""
    parser = argparse.ArgumentParser(
        prog="bench/run mates",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--suite", type=Path, default=SUITE, metavar="FILE", help="the positions (mates.txt)")
    add("--lines", type=int, metavar="N", help="positions of the theorem instead")
    add("--every", type=int, default=1, metavar="N", help="only every Nth position")
    add("--solver-only", action="store_true", help="do not ask the whole engine")
    add("--rapfi", metavar="COMMAND", help="also ask this engine")
    add("--select", type=Path, metavar="FILE", help="store the positions that this engine wins")
    add("--select-time", type=float, default=10, metavar="S", help="the time for each (10)")
    add("--make", action="store_true", help="play games, and add positions to the suite")
    add("--games", type=int, default=300, metavar="N", help="the last game to play (300)")
    add("--seconds", type=float, default=3600, metavar="S", help="the CPU time to play for (3600)")
    args = parser.parse_args(arguments)
    if args.make:
        ask = rapfi_contestant(args.rapfi) if args.rapfi else ask_solver
        make(args.suite, args.games, args.seconds, ask)
    elif args.select:
        if not args.rapfi:
            parser.error("--select needs --rapfi: the engine that announces the wins")
        select(read(args.suite), args.select, args.rapfi, args.select_time)
    else:
        mates = read_lines(args.lines) if args.lines else read(args.suite)
        measure(mates[:: args.every], args.rapfi, solver_only=args.solver_only)


def read(path: Path) -> list[Mate]:
    """Return the positions of a suite."""
    lines = path.read_text("ascii").splitlines() if path.exists() else []
    return [read_mate(line) for line in lines if line and not line.startswith("#")]


def read_mate(line: str) -> Mate:
    """Return the position of a line."""
    game, plies, text = line.split(" ", 2)
    return Mate(int(game), int(plies), parse_position(text))


def read_lines(count: int) -> list[Mate]:
    """Return positions of the theorem that threats win, but only after a long search."""
    entries = list(read_entries(LONG_THREATS_FILE))
    return [
        Mate(0, entry.plies, entry.board())
        for entry in Random(1).sample(entries, min(count, len(entries)))
    ]


# Measuring


def measure(mates: list[Mate], rapfi: str | None, *, solver_only: bool) -> None:
    """Ask all contestants about all positions, in turns, and print a table."""
    contestants: dict[str, Contestant] = {"solver": ask_solver}
    if not solver_only:
        contestants["engine"] = ask_engine
    if rapfi:
        contestants["Rapfi"] = rapfi_contestant(rapfi)
    attempts: dict[tuple[str, int], list[Attempt]] = defaultdict(list)
    for number, mate in enumerate(mates):
        for name, ask in contestants.items():
            for seconds in SECONDS:
                attempts[name, seconds].append(ask(mate.board, seconds))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {len(mates)}", end="", file=sys.stderr, flush=True)
    print("| | plies | limit | won | median s | median nodes |")
    print("|---|---|---|---|---|---|")
    for (name, seconds), found in attempts.items():
        for grade in GRADES:
            pairs = zip(mates, found, strict=True)
            show(
                name, grade, seconds, [one for mate, one in pairs if grade_of(mate.plies) == grade]
            )
        show(name, "all", seconds, found)


def show(name: str, grade: str, seconds: int, found: list[Attempt]) -> None:
    """Print a row of the table; the medians are of the attempts that found a win."""
    won = [one for one in found if one.plies]
    taken = statistics.median(one.seconds for one in won) if won else 0
    nodes = statistics.median(one.nodes for one in won) if won else 0
    print(f"| {name} | {grade} | {seconds} s | {len(won)} of {len(found)} ", end="")
    print(f"| {taken:.3f} | {nodes:,.0f} |")


def ask_solver(board: Board, seconds: float) -> Attempt:
    """Search for a win by threats alone."""
    finder = Finder(board, FIRST_SHARE)

    def search(cancel: CancelToken) -> tuple[int, int]:
        finding = finder.run(ENDLESS, cancel)
        return finding.win.plies if finding.win else 0, finding.nodes

    return timed(search, seconds)


def ask_engine(board: Board, seconds: float) -> Attempt:
    """Let the engine prove a win."""
    engine = Engine(MEGABYTES, parameters=PARAMETERS)
    limits = Limits(nodes=round(SPARE * NODES_PER_SECOND * seconds))

    def search(cancel: CancelToken) -> tuple[int, int]:
        plies = nodes = 0
        for analysis in engine.analyse(board, limits, until_proved=True, cancel=cancel):
            plies, nodes = max(0, analysis.plies), analysis.nodes
        return plies, nodes

    return timed(search, seconds)


def timed(search: Callable[[CancelToken], tuple[int, int]], seconds: float) -> Attempt:
    """Run a search in a thread, and cancel it after so much CPU time."""
    cancel = CancelToken()
    results: list[tuple[int, int]] = []
    start = time.process_time()
    thread = threading.Thread(target=lambda: results.append(search(cancel)))
    thread.start()
    while thread.is_alive():
        thread.join(POLL)
        if time.process_time() - start > seconds:
            cancel.cancel()
    taken = time.process_time() - start
    plies, nodes = results[0]
    return Attempt(taken, plies, nodes)


def rapfi_contestant(command: str) -> Contestant:
    """Return a contestant that asks an engine in a process of its own."""

    def ask(board: Board, seconds: float) -> Attempt:
        limits = GomocupLimits(timeout_turn=round(1000 * seconds), timeout_match=0)
        with EngineProcess(shlex.split(command), limits=limits) as engine:
            engine.new_game(board.rules)
            start = engine.cpu_ms()
            engine.choose(board)
            evaluation = engine.evaluation()
            mate = evaluation.mate if evaluation else 0
            return Attempt((engine.cpu_ms() - start) / 1000, max(0, mate), 0)

    return ask


def select(mates: list[Mate], path: Path, command: str, seconds: float) -> None:
    """Store the positions in which an engine announces a win."""
    ask = rapfi_contestant(command)
    with path.open("w", encoding="ascii") as file:
        for mate in mates:
            if ask(mate.board, seconds).plies:
                print(mate, file=file, flush=True)


# Making

LEAST_PLIES = 9
"""Shorter wins are no test."""
PLAY_NODES = 5_000
"""Nodes for a move of a game."""
PROVE_SECONDS = 4.0
"""CPU time for a proof."""
MOST_FAILURES = 2
"""How many earlier positions may be without a proof before the search goes no further back."""
RANDOM_STONES = 2
OPENING_MOVES = 5
NEAR = 3


def make(path: Path, games: int, seconds: float, ask: Contestant) -> None:
    """Play games, and add their earliest positions that a contestant wins to the suite."""
    last = max((mate.game for mate in read(path)), default=0)
    start = time.process_time()
    with path.open("a", encoding="ascii") as file:
        for game in range(last + 1, games + 1):
            if time.process_time() - start > seconds:
                return
            board = play(Random(game))
            if board.outcome.winner is not None:
                for plies, position in earliest_wins(board, ask):
                    print(Mate(game, plies, position), file=file, flush=True)


def play(random: Random) -> Board:
    """Play a game of the engine against itself from a balanced opening and two random stones."""
    engine = Engine(MEGABYTES)
    board = Board(BALANCED_RULES)
    symmetry = random.choice(symmetries(BALANCED_RULES))
    opening = random.choice(BALANCED_OPENINGS[WinRule.FREESTYLE])
    for point in parse_moves(opening, BALANCED_RULES):
        board.play(symmetry.apply(point, BALANCED_RULES))
    for _ in range(RANDOM_STONES):
        board.play(random.choice(list(points_near(board))))
    while not board.outcome.is_over:
        board.play(engine.choose(board, Limits(nodes=PLAY_NODES)))
    return board


def points_near(board: Board) -> Iterator[Point]:
    """Yield the empty points near a stone."""
    for point in board.empty_points():
        distances = (
            max(abs(point.row - stone.row), abs(point.col - stone.col)) for stone in board.stones
        )
        if min(distances) <= NEAR:
            yield point


def earliest_wins(board: Board, ask: Contestant) -> Iterator[tuple[int, Board]]:
    """Yield the earliest position of the winner in each grade, after the plies of its proof.

    This takes back moves of the game until there is no proof.
    """
    found: dict[str, tuple[int, Board]] = {}
    failures = 0
    board.undo()
    while failures < MOST_FAILURES and len(board.moves) > OPENING_MOVES:
        attempt = ask(board, PROVE_SECONDS)
        if attempt.plies >= LEAST_PLIES:
            twin = Board(board.rules, board.stones, board.turn)
            found[grade_of(attempt.plies)] = attempt.plies, twin
            failures = 0
        elif not attempt.plies:
            failures += 1
        board.undo()
        board.undo()
    yield from found.values()


def grade_of(plies: int) -> str:
    """Return the grade of a win."""
    return next(grade for grade, (least, end) in GRADES.items() if least <= plies < end)


if __name__ == "__main__":
    main(sys.argv[1:])
