"""The storage backend: what a store needs of a database, whichever it is, as interface and rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tengen.errors import StoreError
from tengen.game.events import Event, GameEnded, Redone, TakenBack
from tengen.game.serialization import format_event
from tengen.game.state import STEP_TYPES


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the list of games, and when it was begun, in milliseconds since 1970."""

    game: int
    started: int
    summary: str | None = None
    """If one is kept, and nothing has happened since."""


class SummaryRow(NamedTuple):
    """What a list shows of a game that has so many events."""

    game: int
    events: int
    summary: str


class RoomRow(NamedTuple):
    """A room as a ledger has it."""

    number: int
    link: str
    setup: str
    one: bytes | None
    two: bytes | None
    is_listed: int
    made: int
    game: int | None
    before: str | None
    started: int | None
    """When the game was begun."""
    summary: str | None
    """Of the game, if one is kept, and nothing has happened since."""


_IS_OVER_AFTER: dict[type[Event], bool] = {GameEnded: True, TakenBack: False, Redone: False}


class EventBatch(NamedTuple):
    """More events of a game that has `first` of them so far."""

    game: int
    first: int
    texts: list[str]
    is_over: bool | None
    """Whether the game is over then; None if it is as it was before."""
    is_played: bool
    """Whether there is a step among them: a move, or a choice in the opening."""


def make_event_batch(game: int, first: int, events: Sequence[Event]) -> EventBatch:
    """These events as texts."""
    texts, is_over, is_played = [], None, False
    for event in events:
        texts.append(format_event(event).decode())
        is_over = _IS_OVER_AFTER.get(type(event), is_over)
        is_played = is_played or isinstance(event, STEP_TYPES)
    return EventBatch(game, first, texts, is_over, is_played)


class StorageBackend(Protocol):
    """Numbered lists of texts, and a few named values.

    What a method has written is on the disk when it returns. All of them raise StoreError, and
    then nothing is written. They may be called from any thread, and by several processes.
    """

    @property
    def rooms(self) -> RoomBackend:
        """The tables at which games are played online."""

    def add_game(self, started: int, event: bytes, claim: Callable[[int], None]) -> int:
        """A new game with its first event; `claim` sees its number before anybody else can."""

    def add_many(self, additions: Sequence[EventBatch]) -> list[StoreError | None]:
        """Events of many games, all on the disk at once; why, for each that was not taken.

        Games that end are summed up with the same commit.
        One is refused if the game has another number of events; the others are kept all the same.
        """

    def events(self, game: int) -> list[bytes]:
        """All events of a game in their order; none if there is no such game."""

    def entries(self, limit: int, before: int | None, *, all_of_them: bool) -> list[GameRow]:
        """The newest games older than `before`, or only those that are not over.

        Games of rooms are among them only once they are over.
        """

    def keep_summaries(self, summaries: Sequence[SummaryRow]) -> None:
        """Keep what lists show of games, in place of what was kept before."""

    def unplayed(self, started_before: int) -> list[int]:
        """The games in which nobody has made a step, begun before that."""

    def delete_unplayed(self, games: Sequence[int]) -> int:
        """Forget those of these games that still have no step; how many there were."""

    def put(self, key: str, value: bytes) -> None:
        """Keep a value under a name, instead of the one before."""

    def get(self, key: str) -> bytes | None:
        """The value that was put there last."""

    def close(self) -> None:
        """Let go of the database."""


class RoomBackend(Protocol):
    """Rooms, with the same promises. Lists are newest first, and older than `before`."""

    def add(self, row: RoomRow) -> None:
        """A new room; its number is given here."""

    def begin(self, row: RoomRow, started: int, event: bytes) -> int:
        """Add a game with its first event, and give it to a room that waits for it."""

    def find(self, link: str) -> RoomRow | None:
        """The room with this link."""

    def find_after(self, link: str) -> RoomRow | None:
        """The room that came after this one."""

    def is_over(self, game: int) -> bool | None:
        """Whether the game of a room is over; None if it is no room's."""

    def held_by(self, holder: bytes, limit: int, before: int | None) -> list[RoomRow]:
        """Those in which a seat is held."""

    def listed(self, limit: int, before: int | None) -> list[RoomRow]:
        """Those that everybody may see, and whose games are over."""

    def against_people(self, holder: bytes, limit: int) -> list[RoomRow]:
        """Those with a running game between this holder and another one."""

    def waiting(self, made_before: int) -> list[str]:
        """The links of those without a game that are older than that."""

    def forget(self, links: Sequence[str]) -> int:
        """Forget those of these links that have no game, and say how many there were."""
