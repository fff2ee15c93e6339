"""A format: its name, how to know it, what it can hold, its reader and its writer.

Features are what a record may have in it, and what of that a format may not be able to hold.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from tengen.errors import RecordError
from tengen.records.game_tree import MarkKind, Node, Visit, visits
from tengen.records.reading import Reading, Writing
from tengen.records.record import UNKNOWN_RESULT, Record
from tengen.rules.outcome import BOARD_TERMINATIONS, Termination
from tengen.rules.rules import FIVE_IN_A_ROW, Player, Rules


class Feature(enum.Enum):
    """Something that a record may have; the value is its name, one and many."""

    MOVES = ("the order of the moves", "the order of the moves")
    SETUP = ("set-up stone", "set-up stones")
    TURNS = ("pass or move out of turn", "passes and moves out of turn")
    VARIATIONS = ("variation", "variations")
    COMMENTS = ("comment", "comments")
    LABELS = ("label", "labels")
    MARKS = ("mark", "marks")
    SIGNS = ("noted position", "noted positions")
    TIMES = ("time of a move", "times of moves")
    SIZE = ("the size of the board", "the size of the board")
    RULES = ("the rules", "the rules")
    PLAYERS = ("name of a player", "names of players")
    OPENING = ("the opening rule", "the opening rule")
    CLOCK = ("the clock", "the clock")
    RESULT = ("the result", "the result")
    TAGS = ("fact about the game", "facts about the game")

    def count_words(self, count: int) -> str:
        """As in `3 comments`."""
        one, many = self.value
        if one == many:
            return one
        return f"{count} {one if count == 1 else many}"


class Survey:
    """Counts what a record has, while it is read or written."""

    def __init__(self, record: Record) -> None:
        self.found: Counter[Feature] = Counter()
        self._count_facts(record)

    def _count_facts(self, record: Record) -> None:
        found = self.found
        found[Feature.PLAYERS] = bool(record.first) + bool(record.second)
        found[Feature.OPENING] = int(bool(record.opening))
        found[Feature.CLOCK] = int(bool(record.clock))
        result = record.result
        found[Feature.RESULT] = int(
            result.reason not in BOARD_TERMINATIONS and result != UNKNOWN_RESULT
        )
        found[Feature.TAGS] = sum(map(bool, record.tags.values()))

    def watch(self, walk: Iterable[Visit]) -> Iterator[Visit]:
        """The same walk, counted."""
        players: list[Player] = []
        for visit in walk:
            depth, node, more = visit
            del players[depth:]
            due = players[-1] if players else Player.FIRST
            players.append(self._count(node, due))
            self.found[Feature.VARIATIONS] += more
            yield visit

    def _count(self, node: Node, due: Player) -> Player:
        """Count what a node has, and tell whose turn it is after it."""
        found = self.found
        if node.comment:
            found[Feature.COMMENTS] += 1
        if node.time is not None:
            found[Feature.TIMES] += 1
        if node.marks or node.signs:
            labels = sum(mark.kind is MarkKind.LABEL for mark in node.marks)
            found[Feature.LABELS] += labels
            found[Feature.MARKS] += len(node.marks) - labels
            found[Feature.SIGNS] += len(node.signs)
        if node.stones:
            found[Feature.SETUP] += len(node.stones)
        if node.player is None:
            after = node.turn or due
            found[Feature.TURNS] += after is not due and not node.stones
            return after
        found[Feature.MOVES] = 1
        found[Feature.TURNS] += node.player is not due or node.point is None
        return node.turn or node.player.other


def survey(record: Record) -> Counter[Feature]:
    """How many of each a record has."""
    counts = Survey(record)
    for _ in counts.watch(visits(record.root)):
        pass
    return +counts.found


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
    endings: frozenset[Termination] = BOARD_TERMINATIONS
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
        lost[Feature.RESULT] = int(not told and record.result != UNKNOWN_RESULT)
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


def needs_plain_game(record: Record) -> str:
    """Why a record cannot be written as moves alone."""
    if record.root.stones:
        return "a position that was set up cannot be written as moves"
    if record.root.children and not record.has_moves():
        return "it does not begin with a move of the first player"
    return ""


def needs_moves(record: Record) -> str:
    """Likewise, where a game without moves has no meaning."""
    return needs_plain_game(record) or ("" if record.has_moves() else "it has no moves")
