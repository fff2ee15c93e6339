"""Correct the lengths in the lines of the theorem to the longest win in actual play.

Usage: theorem_promises.py NOTES FILE ...

A player who follows the lines searches for wins by threats again after each answer, and such a win
may be longer than the one in the proof. Each line of the files is played against every answer, the
lines with most stones first. If that takes longer than a line says, the line is corrected. NOTES is
a file of results so far: an interrupted run resumes from it. Everything takes about two hours.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tengen.engine.win_finder import Win, zone
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_parts import OPENING_STONES, CanonicalForm, canonical_form, stones_of
from tengen.prove.prover import make_board
from tengen.prove.theorem_book import (
    CELLS,
    THEOREM_RULES,
    BookEntry,
    format_entry,
    parse_entry,
    read_entries,
    write_entries,
)
from tengen.prove.theorem_zone import find_canonical_win

NODES = 10_000_000
"""Positions that a player may search for one answer."""


NEIGHBOURS = 32
"""Adjacent lines that one process plays, as they lead to many of the same positions."""


class Line(NamedTuple):
    """A line of a file, with the stones in the form of the lookup."""

    path: str
    stones: Stones
    entry: BookEntry


Plies = dict[CanonicalForm, int]
"""The largest length of the win of each position."""


def main(notes: str, *paths: str) -> None:
    """Play all lines, print those that take longer than they say, and write the files again."""
    lines = [line for path in paths for line in read_lines(path)]
    plies: Plies = {canonical_form(line.stones): line.entry.plies for line in lines}
    known = dict(read_notes(notes))
    with Path(notes).open("a", buffering=1) as file:
        for line, longest in measure(lines, plies, known):
            plies[canonical_form(line.stones)] = max(longest, line.entry.plies)
            print(format_entry(BookEntry(line.entry.stones, line.entry.move, longest)), file=file)
            if longest > line.entry.plies:
                print(f"{format_entry(line.entry)}: takes up to {longest}", flush=True)
    for path in paths:
        write_entries(path, [_corrected(line, plies) for line in lines if line.path == path])


def read_lines(path: str) -> Iterator[Line]:
    """Yield the lines of one file."""
    for entry in read_entries(path):
        yield Line(path, stones_of(entry.stones), entry)


def read_notes(path: str) -> Iterator[tuple[CanonicalForm, int]]:
    """Yield the results of an earlier run."""
    text = Path(path).read_text() if Path(path).exists() else ""
    whole = text[: text.rfind("\n") + 1]
    for entry in map(parse_entry, whole.splitlines()):
        yield canonical_form(stones_of(entry.stones)), entry.plies


def measure(lines: list[Line], plies: Plies, known: Plies) -> Iterator[tuple[Line, int]]:
    """Yield the largest length of each line, those with most stones first, on all processors."""
    for count in sorted({len(line.stones[0]) for line in lines}, reverse=True):
        some = [line for line in lines if len(line.stones[0]) == count]
        yield from (
            (line, known[form]) for line in some if (form := canonical_form(line.stones)) in known
        )
        new = [line for line in some if canonical_form(line.stones) not in known]
        new.sort(key=lambda line: (sorted(line.stones[0]), line.entry.move))
        with multiprocessing.Pool(initializer=_promised.update, initargs=(plies,)) as pool:
            found_all = pool.imap_unordered(_measured, new, NEIGHBOURS)
            for done, found in enumerate(found_all, start=1):
                print(f"{count} stones: {done:,} of {len(new):,}", end="\r", file=sys.stderr)
                yield found


_promised: Plies = {}
"""The lengths of the wins after answers that have a line, in a worker process."""


def _measured(line: Line) -> tuple[Line, int]:
    return line, longest(line, _promised)


def longest(line: Line, promised: Plies) -> int:
    """Return the length of the win if each answer is met by a line or by a new search."""
    own, other = line.stones
    own |= {CELLS[line.entry.move]}
    plan = find(own, other) if len(own) > OPENING_STONES else None
    plies = [] if plan is None else [plan.plies]
    doubtful = answers(own, other, plan)
    for cell in empty_cells(own, other):
        stones = own, other | {cell}
        by_line = promised.get(canonical_form(stones))
        if by_line or cell in doubtful:
            plies.append(by_line or found_plies(stones))
    return 2 + max(plies)


_found: Plies = {}
"""The lengths of the wins that a worker process has found so far."""


def found_plies(stones: Stones) -> int:
    """Return the length of the win that a player would find. Raise ValueError if there is none."""
    form = canonical_form(stones)
    if form not in _found:
        win = find(*stones)
        if win is None:
            raise ValueError(f"no win was found for {stones}")
        _found[form] = win.plies
    return _found[form]


def empty_cells(own: frozenset[int], other: frozenset[int]) -> list[int]:
    """Return the cells where the second player may answer."""
    return [cell for cell in range(THEOREM_RULES.area) if cell not in own | other]


def answers(own: frozenset[int], other: frozenset[int], plan: Win | None) -> set[int]:
    """Return the answers that may change something: those in the zone of a plan, or all."""
    if plan is None:
        return set(empty_cells(own, other))
    return {CELLS[point] for point in zone(make_board(THEOREM_RULES, own, other), plan, 1)}


def find(own: frozenset[int], other: frozenset[int]) -> Win | None:
    """Return the win by threats that a player would find, or None."""
    return find_canonical_win(make_board(THEOREM_RULES, own, other), NODES).win


def _corrected(line: Line, plies: Plies) -> BookEntry:
    return BookEntry(line.entry.stones, line.entry.move, plies[canonical_form(line.stones)])


if __name__ == "__main__":
    main(*sys.argv[1:])
