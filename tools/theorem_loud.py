"""Add lines to the theorem where a win by threats takes long to find, so that no reply does.

Usage: theorem_loud.py LINES CERTIFICATE OUT, where the certificate is what the lines expand to.
Every answer that it meets by threats is tried, which takes more than an hour of computing.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from tengen.proofs.branches import Less, Node, Used, read_tree
from tengen.proofs.reader import read_parts
from tengen.search.finder import Finder
from tengen.search.wins import Win
from tengen.solver.listener import Stones
from tengen.solver.prover import make_board
from tengen.theorem.book import read_entries, write_entries
from tengen.theorem.entry import CELLS, RULES, Entry
from tengen.theorem.plan import OPENING, Form, form_of, points_of, stones_of

EASY = 150_000
"""A win that is found at so many positions, in a quarter of a second, needs no line."""
LIKELY = 100_000
"""What is found at so many without a stone that does not matter is found soon with it."""
ENOUGH = 30_000_000
AT_ONCE = 50

Lines = dict[Form, Entry]


@dataclass(frozen=True, slots=True)
class Answers:
    """Positions with the same win; `common` is all but a stone of the defender in each."""

    common: Stones | None
    positions: list[Stones]


def main(lines: str, certificate: str, out: str) -> None:
    """Try all answers, on all processors, and write the lines with those that are new."""
    known = {form_of(stones_of(entry.stones)): entry for entry in read_entries(lines)}
    found = dict(known)
    with multiprocessing.Pool() as pool:
        jobs = answers_by_threats(certificate, known)
        for count, new in enumerate(pool.imap_unordered(loud_lines, jobs, AT_ONCE), start=1):
            found = new | found
            if count % AT_ONCE == 0:
                print(f"\r{count:,}: {len(found) - len(known):,} new lines", end="", flush=True)
    write_entries(out, found.values())
    print(f"\n{len(found):,} lines, {Path(out).stat().st_size:,} bytes")


def answers_by_threats(certificate: str, known: Container[Form]) -> Iterator[Answers]:
    """All answers to lines that are met by threats, and not by another line."""
    shared: dict[int, Answers] = {}
    for number, part in enumerate(read_parts(certificate)):
        if form_of((part.attacker, part.defender)) not in known:
            shared[number] = Answers((part.attacker, part.defender), [])
        elif len(part.attacker) >= OPENING:
            line = read_tree(part)
            assert isinstance(line, Node)
            assert line.move is not None
            for reply, branch in line.replies.items():
                stones = part.attacker | {line.move}, part.defender | {reply}
                if form_of(stones) in known:
                    continue
                if isinstance(branch, Less) and isinstance(branch.branch, Used):
                    shared[branch.branch.part].positions.append(stones)
                else:
                    yield Answers(None, [stones])
    yield from (answers for answers in shared.values() if answers.positions)


def loud_lines(answers: Answers) -> Lines:
    """The lines that are wanted after answers."""
    lines: Lines = {}
    if answers.common is None or not _is_easy(answers.common, LIKELY):
        for stones in answers.positions:
            _add(lines, stones, None)
    return lines


def _add(lines: Lines, stones: Stones, win: Win | None) -> None:
    """Add a line for stones unless a win is found soon, and then for what follows it."""
    if form_of(stones) in lines or _is_easy(stones, EASY):
        return
    win = win or Finder(make_board(RULES, *stones)).run(ENOUGH).win
    if win is None:
        return
    lines[form_of(stones)] = Entry(points_of(stones), win.move, 0)
    own, other = stones
    for reply, after in win.replies.items():
        _add(lines, (own | {CELLS[win.move]}, other | {CELLS[reply]}), after)


def _is_easy(stones: Stones, nodes: int) -> bool:
    return Finder(make_board(RULES, *stones)).run(nodes).win is not None


if __name__ == "__main__":
    main(*sys.argv[1:])
