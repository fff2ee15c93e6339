"""Make lines for wins by threats that take long to find, so that every reply is fast.

Usage: theorem_loud.py LINES WORK OUT, where WORK is the `.work` file of `tengen theorem expand`.
It names the answers that took long; each of them is searched again, with what follows it.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import sys
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tengen.engine.win_finder import Finder, Win, zone
from tengen.prove.expansion import Journal
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_parts import (
    CanonicalForm,
    FinishedPiece,
    ProofPart,
    canonical_form,
    points_of,
    stones_of,
)
from tengen.prove.prover import make_board
from tengen.prove.theorem_book import CELLS, THEOREM_RULES, BookEntry, read_entries, write_entries
from tengen.rules.point import Point

EASY = 100_000
"""Positions, about a tenth of a second, within which a win is found that needs no line."""
ENOUGH = 30_000_000
MANY = 3
"""Positions that differ in one stone from which a common win without that stone is searched."""


class Line(NamedTuple):
    """The move in a position, and the length of the win."""

    stones: Stones
    move: Point
    plies: int

    def with_stone(self, cell: int) -> Line:
        """Return the line with one more stone of the second player, which does not matter."""
        own, other = self.stones
        return self._replace(stones=(own, other | {cell}))


Lines = dict[CanonicalForm, Line]


@dataclass(frozen=True, slots=True)
class Answers:
    """The same answer to lines that differ in one stone of the second player."""

    expensive: list[Stones]
    """The positions in which it took long: after lines, or without the stone that differs."""
    same: list[Stones]
    """The positions after all lines, without those of the theorem and those seen before."""


def main(lines: str, work: str, out: str) -> None:
    """Search all answers that took long, on all processors, and write the lines for them."""
    known = read_lines(lines)
    journal = Journal(work, hashlib.sha256(Path(lines).read_bytes()).hexdigest())
    answers = list(expensive_answers(journal.read(), known))
    journal.close()
    found: Lines = {}
    with multiprocessing.Pool() as pool:
        for done, new in enumerate(pool.imap_unordered(loud_lines, answers), start=1):
            join(found, new)
            print(f"\r{done:,} of {len(answers):,}: {len(found):,} lines", end="", flush=True)
    found = {form: line for form, line in found.items() if form not in known}
    correct_lengths(found, known)
    write_entries(
        out, [BookEntry(points_of(line.stones), line.move, line.plies) for line in found.values()]
    )
    print(f"\n{len(found):,} lines, {Path(out).stat().st_size:,} bytes")


def read_lines(path: str) -> Lines:
    """Return the lines of a file."""
    entries = list(read_entries(path))
    lines = [Line(stones_of(entry.stones), entry.move, entry.plies) for entry in entries]
    return {canonical_form(line.stones): line for line in lines}


def expensive_answers(
    pieces: Iterable[FinishedPiece], known: Container[CanonicalForm]
) -> Iterator[Answers]:
    """Yield the answers that took long in a line, for all lines of the same piece of work."""
    seen: set[CanonicalForm] = set()
    for piece in pieces:
        took: dict[int, list[Stones]] = {}
        for part in piece.parts:
            for reply in part.expensive:
                took.setdefault(reply, []).append(
                    _after(part, reply) if part.is_line else part.stones
                )
        lines = [part for part in piece.parts if part.is_line]
        for reply, positions in took.items():
            same = [_after(part, reply) for part in lines if reply not in part.stones[1]]
            new = {canonical_form(stones): stones for stones in same}
            new = {form: new[form] for form in new if form not in seen and form not in known}
            seen.update(new)
            yield Answers(positions, list(new.values()))


def _after(line: ProofPart, reply: int) -> Stones:
    """Return the position after a line's move and an answer."""
    attacker, defender = line.stones
    return attacker | {line.tree[0]}, defender | {reply}


def loud_lines(answers: Answers) -> Lines:
    """Return the lines that are needed after these answers."""
    lines: Lines = {}
    if len(answers.same) >= MANY:
        left = _share(lines, answers)
    else:
        left = [] if all(_find(stones, EASY) for stones in answers.expensive) else answers.same
    for stones in left:
        _settle(lines, stones, None)
    return lines


def _share(lines: Lines, answers: Answers) -> list[Stones]:
    """Add lines for the positions that are won in the same way; return the others."""
    after = answers.same[0][0]
    common = frozenset.intersection(*(other for _, other in answers.same))
    soon = _find((after, common), EASY)
    win = soon or _find((after, common), ENOUGH)
    if win is None:
        return answers.same
    alike: Lines = {}
    _settle(alike, (after, common), win)
    cells = {CELLS[point] for point in zone(make_board(THEOREM_RULES, after, common), win, 1)}
    left: list[Stones] = []
    for stones in answers.same:
        (extra,) = stones[1] - common
        if extra not in cells:
            copies = (line.with_stone(extra) for line in alike.values())
            join(lines, {canonical_form(line.stones): line for line in copies})
        elif soon is None or stones in answers.expensive:
            left.append(stones)
    return left


def join(lines: Lines, more: Lines) -> None:
    """Add lines; if there are two for a position, keep the shorter win."""
    for form, line in more.items():
        if form not in lines or line.plies < lines[form].plies:
            lines[form] = line


def _settle(lines: Lines, stones: Stones, win: Win | None) -> int:
    """Add lines for a position and what follows, unless a win is found quickly.

    Return the length of the win as a search in a game finds it, or 0 if that is unknown. `win` is a
    known win.
    """
    if canonical_form(stones) in lines:
        return lines[canonical_form(stones)].plies
    soon = _find(stones, EASY)
    if soon is not None:
        return soon.plies
    win = win or _find(stones, ENOUGH)
    if win is None:
        return 0
    own, other = stones
    plies = [1 if win.otherwise is None else 2 + win.otherwise.plies]
    for reply, after in win.replies.items():
        follow = own | {CELLS[win.move]}, other | {CELLS[reply]}
        plies.append(2 + _settle(lines, follow, after))
    lines[canonical_form(stones)] = Line(stones, win.move, max(plies))
    return max(plies)


def correct_lengths(lines: Lines, known: Lines) -> None:
    """Set the largest length of the win in a game for each line, those with most stones first."""
    for count in sorted({len(line.stones[0]) for line in lines.values()}, reverse=True):
        some = [line for line in lines.values() if len(line.stones[0]) == count]
        with multiprocessing.Pool(initializer=_all.update, initargs=(known | lines,)) as pool:
            for line, plies in zip(some, pool.map(_longest, some), strict=True):
                if plies > line.plies:
                    lines[canonical_form(line.stones)] = line._replace(plies=plies)


_all: Lines = {}
"""The lines that a worker process of `correct_lengths` uses."""


def _longest(line: Line) -> int:
    """Return the length of the win if every answer is met by a line or by a new search."""
    own, other = line.stones
    own |= {CELLS[line.move]}
    plan = _find((own, other), ENOUGH)
    assert plan is not None, line
    plies = [plan.plies]
    for reply in zone(make_board(THEOREM_RULES, own, other), plan, 1):
        stones = own, other | {CELLS[reply]}
        after = _all.get(canonical_form(stones)) or _find(stones, ENOUGH)
        assert after is not None, line
        plies.append(after.plies)
    return 2 + max(plies)


def _find(stones: Stones, nodes: int) -> Win | None:
    return Finder(make_board(THEOREM_RULES, *stones)).run(nodes).win


if __name__ == "__main__":
    main(*sys.argv[1:])
