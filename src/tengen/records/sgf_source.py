"""The text of an SGF file: where in it we are, and what of it was not understood."""

from __future__ import annotations

from collections import Counter

from tengen.records.reading import Reading

SHOWN = 10


class Source:
    """The text of a file; knows the lines of its characters and what was not understood."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.text = text
        self.reading = reading
        self.game = 0
        self.spare = max(100_000, 4 * len(text))
        """How many points rectangles may still have, so that small files do not get large."""
        self.unknown: Counter[str] = Counter()
        """Properties that were left out."""
        self.crowded = 0
        """Nodes with more than one move."""
        self._at = 0
        self._line = 1

    def note(self, at: int, what: str) -> None:
        """Note a problem at a character."""
        if at >= self._at:
            self._line += self.text.count("\n", self._at, at)
        else:
            self._line -= self.text.count("\n", at, self._at)
        self._at = at
        self.reading.problems.add(f"game {self.game}, line {self._line}", what)

    def tell_counts(self) -> None:
        """Note what is told once for the whole file."""
        self._tell_crowded()
        self._tell_unknown()

    def _tell_crowded(self) -> None:
        if self.crowded:
            nodes = "1 node has" if self.crowded == 1 else f"{self.crowded:,} nodes have"
            what = f"{nodes} more than one move; the moves are read in the order of the file"
            self.reading.problems.add("", what)

    def _tell_unknown(self) -> None:
        count = self.unknown.total()
        if count:
            names = ", ".join(name for name, _ in self.unknown.most_common(SHOWN))
            more = ", ..." if len(self.unknown) > SHOWN else ""
            what = "1 property was" if count == 1 else f"{count:,} properties were"
            self.reading.problems.add("", f"{what} left out: {names}{more}")
