"""A format: its name, how to know it, what it can hold, its reader and its writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from tengen.core.games import FIVE_IN_A_ROW
from tengen.core.rules import Rules
from tengen.errors import RecordError
from tengen.records.feature import Feature, survey
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.result import ON_THE_BOARD, UNKNOWN, Reason
from tengen.records.visits import Visit

Reader = Callable[[BinaryIO, Reading], Iterator[Record]]
Writer = Callable[[Iterable[Record], BinaryIO, Writing], None]
StreamReader = Callable[[BinaryIO, Reading], tuple[Record, Iterator[Visit]]]
StreamWriter = Callable[[Record, Iterable[Visit], BinaryIO, Writing], None]
Objection = Callable[[Record], str]


def is_told(_: Record) -> bool:
    """The reason is all that matters."""
    return True


def nothing_spared(_: Record) -> Counter[Feature]:
    """A record has no place for anything else."""
    return Counter()


def no_objection(_: Record) -> str:
    """There is nothing that keeps a record from being written."""
    return ""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to keep games in files.

    `read` raises RecordError only if the file is nothing of the kind at all, or if it has not been
    told what it must know; all else is noted in the problems, and reading goes on.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[Feature]
    read: Reader
    writer: Writer
    """Writes records to which there is no objection."""
    resembles: Callable[[bytes], bool]
    """Whether the beginning of a file looks like it."""
    many: bool = False
    """Whether a file may hold several games."""
    assumed: Rules = FIVE_IN_A_ROW
    """The size and the rules that are meant, where the format does not hold them."""
    endings: frozenset[Reason] = ON_THE_BOARD
    """The reasons for an end that it can tell."""
    tells: Callable[[Record], bool] = is_told
    """Whether it can tell the end of a record, if the reason is one of these."""
    spared: Callable[[Record], Counter[Feature]] = nothing_spared
    """What it can hold of a record though it does not hold all things of the kind."""
    objection: Objection = no_objection
    """Why a record cannot be written at all, or nothing."""
    stream: StreamReader | None = None
    """Reads one large tree in little memory."""
    stream_out: StreamWriter | None = None

    def write(self, records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
        """Write games. Raises RecordError at the first one that the format cannot hold."""
        self.writer(self._checked(records), out, writing)

    def _checked(self, records: Iterable[Record]) -> Iterator[Record]:
        for number, record in enumerate(records, 1):
            if number > 1 and not self.many:
                raise RecordError(f"a {self.title} holds one game: write each to a file of its own")
            if objection := self.objection(record):
                raise RecordError(f"game {number} cannot be written as {self.name}: {objection}")
            yield record

    def losses(self, record: Record, found: Counter[Feature] | None = None) -> Counter[Feature]:
        """How many of each thing the format cannot hold."""
        found = survey(record) if found is None else found
        lost = Counter({feature: n for feature, n in found.items() if feature not in self.holds})
        told = record.result.reason in self.endings and self.tells(record)
        lost[Feature.RESULT] = int(not told and record.result != UNKNOWN)
        rules, assumed = record.rules, self.assumed
        if Feature.SIZE not in self.holds:
            same = (rules.width, rules.height) == (assumed.width, assumed.height)
            lost[Feature.SIZE] = int(not same)
        if Feature.RULES not in self.holds:
            lost[Feature.RULES] = int((rules.k, rules.win) != (assumed.k, assumed.win))
        return lost - self.spared(record)


def tell_losses(lost: Counter[Feature]) -> str:
    """As in `3 comments, the rules`, in the order of the features."""
    return ", ".join(feature.count_words(lost[feature]) for feature in Feature if lost[feature])
