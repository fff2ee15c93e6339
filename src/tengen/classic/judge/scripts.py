"""A script: everything that is typed in one run of a program, and what each line should do."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.classic.judge.reference import Cell

OLD_RESULT = "an older result\n"
"""What stands many times in the result file that is there before a game."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing typed: a legal move, an input to be refused, or the answer about a rematch."""

    text: str
    """What is typed, with its line end."""
    point: Cell | None = None
    refusal: str | None = None
    rematch: bool | None = None

    @property
    def shown(self) -> str:
        """What is typed, for people: short, in one line, control characters as escapes."""
        text = self.text.strip("\r\n") if self.refusal else " ".join(self.text.split())
        count = "" if len(text) <= 40 else f"... ({len(text):,} characters)"
        begin = text[:30] if count else text
        return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in begin) + count

    @property
    def quoted(self) -> str:
        """What is typed, in quotes."""
        return f"'{self.shown}'" if self.shown else "'' (an empty line)"


@dataclass(frozen=True, slots=True)
class Script:
    """A game, or several with a rematch between them."""

    name: str
    entries: tuple[Entry, ...]
    covers: str | None = None
    """A requirement that is met if the whole script goes as expected."""
    is_special: bool = False
    """Whether a legal move that goes wrong here says something about `covers` alone."""
    old_result: bool = False
    """Whether a result file of an earlier game is there."""

    @property
    def typed(self) -> bytes:
        """All that the program gets on standard input."""
        return "".join(entry.text for entry in self.entries).encode("utf-8", "surrogateescape")
