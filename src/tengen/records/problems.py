"""What was wrong with a file, where; reading goes on after it."""

from __future__ import annotations

from dataclasses import dataclass, field

KEPT = 1000


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that could not be read as it should be; `place` is as in `line 12`."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


@dataclass(slots=True)
class Problems:
    """A list that does not grow without end: all are counted, the first thousand are kept."""

    kept: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, place: str, what: str) -> None:
        """Note a problem."""
        self.count += 1
        if self.count <= KEPT:
            self.kept.append(Problem(place, what))
