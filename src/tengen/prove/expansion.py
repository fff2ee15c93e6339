"""Prove the lines of the theorem. The work can be interrupted and resumed.

The journal file has a line for every finished piece of work. Its first line identifies the lines of
the theorem; a truncated last line is cut off.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from tengen.errors import TengenError
from tengen.prove import proof_parts
from tengen.prove.proof_listener import Stones
from tengen.prove.prover import QuietMove
from tengen.prove.theorem_book import BookEntry
from tengen.rules import Symmetry

ProvePlan = Callable[[list[QuietMove]], Iterable[bytes]]
"""Proves all moves of a plan, in any order, and yields each as `prove_quiet_move` returns it."""


class Expansion:
    """Proves lines, except for those that a journal has already."""

    def __init__(
        self,
        entries: Iterable[BookEntry],
        journal: Journal,
        report: Callable[[ExpansionProgress], None],
    ) -> None:
        lines = [entry for entry in entries if len(entry.stones) >= 2 * proof_parts.OPENING_STONES]
        self._entries = {
            proof_parts.canonical_form(proof_parts.stones_of(entry.stones)): entry
            for entry in lines
        }
        self._journal = journal
        self._report = report
        self._lines: dict[proof_parts.CanonicalForm, proof_parts.ProofPart] = {}
        self.pieces: list[proof_parts.FinishedPiece] = []
        self.progress = ExpansionProgress()
        for done in journal.read():
            self._add(done)

    def run(self, start: Stones | None, prove: ProvePlan) -> None:
        """Prove all lines, or only a line and those that it needs, with a function for plans."""
        if start is None:
            self._count(set(self._entries))
            plan = proof_parts.make_plan(self._entries.values())
            self._prove([quiet for quiet in plan if not self._has(quiet)], prove)
            return
        wanted = {proof_parts.canonical_form(start)}
        self._entries[proof_parts.canonical_form(start)] = _turned_entry(
            self._entries[proof_parts.canonical_form(start)], start
        )
        while missing := self._count(self._with_needed(wanted)):
            self._prove(proof_parts.make_plan(missing), prove)

    def _has(self, quiet: QuietMove) -> bool:
        """Return whether a piece is proved."""
        boards = ((quiet.attacker, quiet.defender | {extra}) for extra in quiet.extras)
        return all(proof_parts.canonical_form(stones) in self._lines for stones in boards)

    def _with_needed(
        self, wanted: set[proof_parts.CanonicalForm]
    ) -> set[proof_parts.CanonicalForm]:
        """Return these lines and, for those that are proved, all lines that they need."""
        found: set[proof_parts.CanonicalForm] = set()
        left = set(wanted)
        while left:
            found |= left
            parts = [self._lines[form] for form in left if form in self._lines]
            left = {
                proof_parts.canonical_form(stones) for part in parts for stones in part.known
            } - found
        return found

    def _count(self, wanted: set[proof_parts.CanonicalForm]) -> list[BookEntry]:
        """Report the amount of work, and return the lines that are not proved yet."""
        entries = {form: self._entries[form] for form in wanted}
        self.progress.want(len(entry.stones) for entry in entries.values())
        self._report(self.progress)
        return [entry for form, entry in entries.items() if form not in self._lines]

    def _prove(self, plan: list[QuietMove], prove: ProvePlan) -> None:
        for line in prove(plan):
            self._journal.add(line)
            self._add(msgspec.json.decode(line, type=proof_parts.FinishedPiece))
            self._report(self.progress)

    def _add(self, done: proof_parts.FinishedPiece) -> None:
        self.progress.count(done)
        self.pieces.append(done)
        self._lines |= {
            proof_parts.canonical_form(part.stones): part for part in done.parts if part.is_line
        }


def _turned_entry(entry: BookEntry, stones: Stones) -> BookEntry:
    """Return the image of an entry that has exactly these stones."""
    entries = (entry.turned(symmetry) for symmetry in Symmetry)
    return next(turned for turned in entries if proof_parts.stones_of(turned.stones) == stones)


class ExpansionProgress:
    """Counts lines by their number of stones, because lines with more stones take less time."""

    def __init__(self) -> None:
        self.parts = 0
        self.gaps = 0
        self.seconds = 0.0
        """CPU time of all finished pieces."""
        self._wanted: Counter[int] = Counter()
        self._done: Counter[int] = Counter()
        self._spent: Counter[int] = Counter()

    def want(self, sizes: Iterable[int]) -> None:
        """Set the lines to prove, each by its number of stones."""
        self._wanted = Counter(sizes)

    def count(self, done: proof_parts.FinishedPiece) -> None:
        """Count a finished piece."""
        lines = [part for part in done.parts if part.is_line]
        self._done.update(_stone_count(part) for part in lines)
        self._spent[_stone_count(lines[0])] += round(done.seconds * 1000)
        self.parts += len(done.parts)
        self.gaps += sum(len(part.gaps) for part in done.parts)
        self.seconds += done.seconds

    @property
    def lines(self) -> int:
        """The number of lines to prove."""
        return self._wanted.total()

    @property
    def done(self) -> int:
        """The number of these lines that are proved; an earlier run may have proved others."""
        return (self._done & self._wanted).total()

    def seconds_left(self) -> float | None:
        """Return the estimated CPU time of the remaining lines; None before the first line."""
        if not self._done:
            return None
        mean = self.seconds / self._done.total()
        left = self._wanted - self._done
        return sum(count * self._mean(size, mean) for size, count in left.items())

    def _mean(self, size: int, otherwise: float) -> float:
        return self._spent[size] / self._done[size] / 1000 if self._done[size] else otherwise


def _stone_count(part: proof_parts.ProofPart) -> int:
    return len(part.stones[0]) + len(part.stones[1])


HEAD = "tengen expansion 1 "


class Journal:
    """The journal of an expansion: finished pieces are read, then more are added."""

    def __init__(self, path: str, mark: str) -> None:
        self._path = path
        self._head = f"{HEAD}{mark}\n".encode()
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by `close`
        try:
            self._check()
        except BaseException:
            self._file.close()
            raise

    def _check(self) -> None:
        """Check that the journal belongs to these lines, and cut off a truncated line."""
        self._file.seek(0)
        head = self._file.readline()
        if not head.endswith(b"\n"):
            self._file.truncate(0)
            self._write(self._head)
        elif head != self._head:
            raise TengenError(
                f"{self._path} belongs to another theorem; delete it, or use another path"
            )
        else:
            self._cut()

    def _cut(self) -> None:
        end = self._file.seek(0, os.SEEK_END)
        self._file.seek(len(self._head))
        for line in self._file:
            if not line.endswith(b"\n"):
                self._file.truncate(end - len(line))

    def read(self) -> Iterator[proof_parts.FinishedPiece]:
        """Yield all finished pieces."""
        self._file.seek(len(self._head))
        decoder = msgspec.json.Decoder(proof_parts.FinishedPiece)
        for line in self._file:
            yield decoder.decode(line)

    def add(self, line: bytes) -> None:
        """Save a finished piece; it is on the disk when this returns."""
        self._write(line)

    def _write(self, line: bytes) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()
