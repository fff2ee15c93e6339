"""A record format: its name, how to detect it, what it can hold, its reader and its writer.

A feature is something that a record may contain and that some formats cannot hold.
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
from tengen.rules import Player, Rules, Termination
from tengen.rules.outcome import BOARD_TERMINATIONS
from tengen.rules.rules import FIVE_IN_A_ROW


class Feature(enum.Enum):
    """Something that a record may contain; the value is its singular and its plural."""

    MOVES = ("the order of the moves", "the order of the moves")
    SETUP = ("set-up stone", "set-up stones")
    TURNS = ("pass or move out of turn", "passes and moves out of turn")
    VARIATIONS = ("variation", "variations")
    COMMENTS = ("comment", "comments")
    LABELS = ("label", "labels")
    MARKS = ("mark", "marks")
    SIGNS = ("noted position", "noted positions")
    TIMES = ("move time", "move times")
    EVALUATIONS = ("evaluation", "evaluations")
    SIZE = ("the size of the board", "the size of the board")
    RULES = ("the rules", "the rules")
    PLAYERS = ("player's name", "players' names")
    OPENING = ("the opening rule", "the opening rule")
    CLOCK = ("the time control", "the time control")
    RESULT = ("the result", "the result")
    TAGS = ("fact about the game", "facts about the game")

    def count_words(self, count: int) -> str:
        """Return for example `3 comments`."""
        one, many = self.value
        if one == many:
            return one
        return f"{count} {one if count == 1 else many}"


class Survey:
    """Counts the features of a record while its tree is read or written."""

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
        """Yield the visits of a walk and count what their nodes have."""
        players: list[Player] = []
        for visit in walk:
            depth, node, more = visit
            del players[depth:]
            due = players[-1] if players else Player.FIRST
            players.append(self._count(node, due))
            self.found[Feature.VARIATIONS] += more
            yield visit

    def _count(self, node: Node, due: Player) -> Player:
        """Count what a node has, and return whose turn it is after it."""
        found = self.found
        if node.comment:
            found[Feature.COMMENTS] += 1
        if node.time is not None:
            found[Feature.TIMES] += 1
        if node.evaluation:
            found[Feature.EVALUATIONS] += 1
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
    """Count the features of a record."""
    counts = Survey(record)
    for _ in counts.watch(visits(record.root)):
        pass
    return +counts.found


Reader = Callable[[BinaryIO, Reading], Iterator[Record]]
Writer = Callable[[Iterable[Record], BinaryIO, Writing], None]
StreamReader = Callable[[BinaryIO, Reading], tuple[Record, Iterator[Visit]]]
StreamWriter = Callable[[Record, Iterable[Visit], BinaryIO, Writing], None]
Objection = Callable[[Record], str]


def holds_any_result(_: Record) -> bool:
    """Return True."""
    return True


def holds_nothing_else(_: Record) -> Counter[Feature]:
    """Return an empty counter."""
    return Counter()


def no_objection(_: Record) -> str:
    """Return an empty text: every record can be written."""
    return ""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format for games.

    `read` raises RecordError only if the file is not in this format at all, or if an option is
    missing. It adds everything else that is wrong to the problems, and continues.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[Feature]
    read: Reader
    writer: Writer
    """Writes records for which `objection` returns nothing."""
    resembles: Callable[[bytes], bool]
    """Whether the first bytes of a file look like this format."""
    many: bool = False
    """Whether a file may hold several games."""
    assumed: Rules = FIVE_IN_A_ROW
    """The board size and the rules of a file, if the format does not hold them."""
    endings: frozenset[Termination] = BOARD_TERMINATIONS
    """The reasons for the end of a game that the format can hold."""
    holds_result: Callable[[Record], bool] = holds_any_result
    """Whether the format can hold the result of a record that ended for one of these reasons."""
    also_holds: Callable[[Record], Counter[Feature]] = holds_nothing_else
    """Features of a record that the format can hold, although they are not in `holds`."""
    objection: Objection = no_objection
    """Why a record cannot be written at all; empty if it can."""
    stream: StreamReader | None = None
    """Reads one tree without loading it whole."""
    stream_out: StreamWriter | None = None
    """Writes one tree without loading it whole."""

    def write(self, records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
        """Write games. Raises RecordError at the first one that cannot be written."""
        self.writer(self._checked(records), out, writing)

    def _checked(self, records: Iterable[Record]) -> Iterator[Record]:
        for number, record in enumerate(records, 1):
            if number > 1 and not self.many:
                raise RecordError(f"a {self.title} holds only one game: write one file per game")
            if objection := self.objection(record):
                raise RecordError(f"game {number} cannot be written as {self.name}: {objection}")
            yield record

    def losses(self, record: Record, found: Counter[Feature] | None = None) -> Counter[Feature]:
        """Count the features of a record that the format cannot hold."""
        found = survey(record) if found is None else found
        lost = Counter({feature: n for feature, n in found.items() if feature not in self.holds})
        is_held = record.result.reason in self.endings and self.holds_result(record)
        lost[Feature.RESULT] = int(not is_held and record.result != UNKNOWN_RESULT)
        rules, assumed = record.rules, self.assumed
        if Feature.SIZE not in self.holds:
            same = (rules.width, rules.height) == (assumed.width, assumed.height)
            lost[Feature.SIZE] = int(not same)
        if Feature.RULES not in self.holds:
            lost[Feature.RULES] = int((rules.k, rules.win) != (assumed.k, assumed.win))
        return lost - self.also_holds(record)


def tell_losses(lost: Counter[Feature]) -> str:
    """Return for example `3 comments, the rules`, in the order of the features."""
    return ", ".join(feature.count_words(lost[feature]) for feature in Feature if lost[feature])


def needs_plain_game(record: Record) -> str:
    """Return why a record cannot be written as a list of moves; empty if it can."""
    if record.root.stones:
        return "it starts from a set-up position"
    if record.root.children and not record.has_moves():
        return "it does not start with a move of the first player"
    return ""


def needs_moves(record: Record) -> str:
    """Return why a record cannot be written as a list of at least one move."""
    return needs_plain_game(record) or ("" if record.has_moves() else "it has no moves")
