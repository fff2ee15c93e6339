"""Measure two checkers of certificates: their time for each move of the attacker, and memory.

The certificate has a part for every puzzle of the starter collection that begins with a three, and
lists an answer to each of the defender's replies, not only to those in the zone. Unpacking alone
does less than any checker. Memory is the peak of a separate process.
"""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable

from contest import Contest

from tengen.engine.win_finder import Win, find_win
from tengen.insight.puzzle import starter
from tengen.prove import check, quick_check
from tengen.prove.certificate_writer import CertificateWriter, ProofTurn, TreeWriter
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW

ROUNDS = 5
SIZE = 15
NODES = 100_000
"""Positions of the search for a win."""


def main() -> None:
    """Print a table."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof.xz")
        write(path)
        counts = quick_check.check(path).counts
        assert tuple(counts) == tuple(check.check(path).counts), "the checkers differ"
        print(f"{counts.parts} parts, {counts.nodes:,} moves of the attacker, ", end="")
        print(f"{os.path.getsize(path):,} bytes\n")
        compare(path, counts.nodes)


def write(path: str) -> None:
    """Find wins and write them as one certificate."""
    with CertificateWriter(path, SIZE, SIZE, 5) as certificate:
        for puzzle in starter().puzzles:
            win = find_win(puzzle.board, NODES) if puzzle.board.rules == FIVE_IN_A_ROW else None
            if win and win.otherwise and not win.makes_four:
                stones = stones_of(puzzle.board)
                certificate.add(ProofTurn.ATTACKER, *stones, full_tree(win, *stones))


def stones_of(board: Board) -> tuple[frozenset[int], frozenset[int]]:
    """Return the cells of the side to move, and of the other."""
    attacker, defender = (
        frozenset(cell(point) for point, owner in board.stones.items() if owner is player)
        for player in (board.turn, board.turn.other)
    )
    return attacker, defender


def cell(point: Point) -> int:
    """Return the number of a point in a certificate."""
    return point.row * SIZE + point.col


def full_tree(win: Win, attacker: frozenset[int], defender: frozenset[int]) -> bytes:
    """Return the tree of a win with an answer to every reply to its first move."""
    writer = TreeWriter(SIZE, SIZE)
    writer.move(cell(win.move))
    write_tree(win.otherwise, writer)
    for reply in range(SIZE * SIZE):
        if reply not in attacker | defender | {cell(win.move)}:
            writer.reply(reply)
            write_tree(win.after(Point(*divmod(reply, SIZE))), writer)
    writer.end()
    return writer.tree


def write_tree(win: Win | None, writer: TreeWriter) -> None:
    """Write the tree of a win."""
    assert win
    writer.move(cell(win.move))
    replies = sorted((cell(point), child) for point, child in win.replies.items())
    if win.makes_four and len(replies) == 1:
        write_tree(replies[0][1], writer)
    elif not win.makes_four and win.otherwise:
        write_tree(win.otherwise, writer)
        for reply, child in replies:
            writer.reply(reply)
            write_tree(child, writer)
        writer.end()


def unpack(path: str) -> None:
    """Read the bytes."""
    with lzma.open(path) as file:
        while file.read(1 << 16):
            pass


JOBS: dict[str, Callable[[str], object]] = {
    "unpacked alone": unpack,
    "tengen.prove.quick_check": quick_check.check,
    "tengen.prove.check": check.check,
}


def compare(path: str, nodes: int) -> None:
    """Print times and memory."""
    contest = Contest(ROUNDS, **{name: counted(job, path, nodes) for name, job in JOBS.items()})
    print(f"{'':24} {'us a move':>10} {'ratio':>8} {'MiB':>8}")
    for name in JOBS:
        time, ratio = 1e6 / contest.median(name), contest.ratio("tengen.prove.quick_check", name)
        print(f"{name:24} {time:10.3f} {ratio:8.2f} {peak_memory(name, path):8.1f}")


def counted(job: Callable[[str], object], path: str, nodes: int) -> Callable[[], int]:
    """Return a contestant that runs a job and returns the number of nodes."""

    def work() -> int:
        job(path)
        return nodes

    return work


def peak_memory(name: str, path: str) -> float:
    """Return the peak memory of a separate process that runs one job, in MiB."""
    command = [sys.executable, __file__, name, path]
    return int(subprocess.run(command, capture_output=True, check=True).stdout) / 1024


def run_job(name: str, path: str) -> None:
    """Run one job and print the peak memory of the process, in KiB."""
    JOBS[name](path)
    with open("/proc/self/status", encoding="ascii") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmHWM")))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run_job(*sys.argv[1:])
    else:
        main()
