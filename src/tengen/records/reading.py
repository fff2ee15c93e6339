"""What a reader is told, and what a writer is told, beside the file itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from tengen.core.rules import Rules
from tengen.errors import RecordError
from tengen.notation.rows import RowOne
from tengen.records.problems import Problems


@dataclass(frozen=True, slots=True)
class Reading:
    """How to understand a file. What the file itself says goes first."""

    rules: Rules | None = None
    """The game, where the file does not say it."""
    row_one: RowOne | None = None
    """Where row 1 is, in formats that leave it open."""
    encoding: str | None = None
    """The code page of its texts; guessed if not given."""
    problems: Problems = field(default_factory=Problems)

    def rules_or(self, usual: Rules) -> Rules:
        """The rules that were asked for, or the usual ones of a format."""
        return self.rules or usual


@dataclass(frozen=True, slots=True)
class Writing:
    """How to write a file."""

    row_one: RowOne | None = None
    encoding: str | None = None
    problems: Problems = field(default_factory=Problems)
    """What could not be written as it is, such as a letter that a code page lacks."""


def known_row(asked: Reading | Writing) -> RowOne:
    """Where row 1 is. Raises RecordError if nobody said so: it is never guessed."""
    if asked.row_one is None:
        raise RecordError(
            "programs disagree about where row 1 is, and these files do not say it: say "
            "--row-one bottom (Yixin, gomocalc, RenjuNet) or --row-one top (c-gomoku-cli, Rapfi)"
        )
    return asked.row_one
