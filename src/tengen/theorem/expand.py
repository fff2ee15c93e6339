"""From the lines of the theorem to proofs of them. What is done is kept: it may be broken off."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from tengen.rules.symmetry import Symmetry
from tengen.solver.listener import Stones
from tengen.solver.quiet import Quiet
from tengen.theorem.crew import Crew
from tengen.theorem.entry import Entry
from tengen.theorem.journal import Journal
from tengen.theorem.plan import OPENING, Form, form_of, make_plan, stones_of
from tengen.theorem.progress import Progress
from tengen.theorem.told import Done, Told


class Expansion:
    """The lines in a file, what is proved of them already, and how the rest is proved."""

    def __init__(
        self,
        path: str,
        entries: Iterable[Entry],
        journal: Journal,
        report: Callable[[Progress], None],
    ) -> None:
        self._path = path
        lines = [entry for entry in entries if len(entry.stones) >= 2 * OPENING]
        self._entries = {form_of(stones_of(entry.stones)): entry for entry in lines}
        self._journal = journal
        self._report = report
        self._lines: dict[Form, Told] = {}
        self.pieces: list[Done] = []
        self.progress = Progress()
        for done in journal.read():
            self._take(done)

    def run(self, start: Stones | None, processes: int) -> None:
        """Prove all lines, or those that one of them needs.

        What is proved of all lines does not depend on who proves which piece, nor when.
        """
        if start is None:
            self._count(set(self._entries))
            plan = make_plan(self._entries.values())
            self._prove([quiet for quiet in plan if not self._has(quiet)], processes)
            return
        wanted = {form_of(start)}
        self._entries[form_of(start)] = _turned(self._entries[form_of(start)], start)
        while missing := self._count(self._with_needed(wanted)):
            self._prove(make_plan(missing), processes)

    def _has(self, quiet: Quiet) -> bool:
        """Whether a piece is proved."""
        boards = ((quiet.attacker, quiet.defender | {extra}) for extra in quiet.extras)
        return all(form_of(stones) in self._lines for stones in boards)

    def _with_needed(self, wanted: set[Form]) -> set[Form]:
        """These lines, and all that those of them that are proved need."""
        found: set[Form] = set()
        left = set(wanted)
        while left:
            found |= left
            parts = [self._lines[form] for form in left if form in self._lines]
            left = {form_of(stones) for part in parts for stones in part.known} - found
        return found

    def _count(self, wanted: set[Form]) -> list[Entry]:
        """Tell how much there is to do, and say which lines are not proved yet."""
        entries = {form: self._entries[form] for form in wanted}
        self.progress.want(len(entry.stones) for entry in entries.values())
        self._report(self.progress)
        return [entry for form, entry in entries.items() if form not in self._lines]

    def _prove(self, plan: list[Quiet], processes: int) -> None:
        crew = Crew(self._path, plan, processes)
        try:
            for line in crew.work():
                self._journal.add(line)
                self._take(msgspec.json.decode(line, type=Done))
                self._report(self.progress)
        finally:
            crew.kill()

    def _take(self, done: Done) -> None:
        self.progress.count(done)
        self.pieces.append(done)
        self._lines |= {form_of(part.stones): part for part in done.parts if part.is_line}


def _turned(entry: Entry, stones: Stones) -> Entry:
    """An entry turned or flipped to these very stones, of which it is a form."""
    entries = (entry.turned(way) for way in Symmetry)
    return next(turned for turned in entries if stones_of(turned.stones) == stones)
