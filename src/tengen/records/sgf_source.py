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

    def tell_unknown(self) -> None:
        """Note how many properties were left out."""
        count = self.unknown.total()
        if count:
            names = ", ".join(name for name, _ in self.unknown.most_common(SHOWN))
            more = ", ..." if len(self.unknown) > SHOWN else ""
            what = "1 property was" if count == 1 else f"{count:,} properties were"
            self.reading.problems.add("", f"{what} left out: {names}{more}")
