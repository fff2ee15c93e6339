"""A check of stored games and rooms, whatever database they are in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tengen.errors import ParseError, SessionError, quote
from tengen.game.events import Event
from tengen.game.serialization import parse_event
from tengen.game.state import STEP_TYPES
from tengen.storage.backend import GameRow, RoomRow
from tengen.storage.copy_state import describe_unfinished
from tengen.storage.rooms import room_from_row
from tengen.storage.summary import GameSummary, parse_summary, summarise
from tengen.storage.transfer import StoredGame

UNREADABLE_REMEDY = "lists leave it out; {restore} if you need it"
WRONG_MARK_REMEDY = "lists show it in the wrong place; {restore} if that matters"
UNPLAYED_REMEDY = (
    "servers delete such games after a day: set its `is_played` in the table `games` before"
)
SUMMARY_REMEDY = (
    "lists show it wrongly until the next move; delete all rows of the table `summaries`"
)


class StorageProblem(NamedTuple):
    """A problem in a store, and what to do about it."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


class ContentCheck:
    """Checks games and rooms one by one, and counts them."""

    def __init__(self, restore: str) -> None:
        """`restore` says how to get back what is lost."""
        self.games = 0
        """The number of games checked so far."""
        self.rooms = 0
        """The number of rooms checked so far."""
        self.on_game: Callable[[int], None] = lambda _games: None
        """Called before each game is checked, with the number of games so far."""
        self._restore = restore

    def check_game(self, game: StoredGame) -> Iterator[StorageProblem]:
        """Replay a game, and check its marks and its summary."""
        where = f"game {game.game}"
        self.on_game(self.games)
        try:
            events = _parse(game.events)
            summary = summarise(GameRow(game.game, game.started), events)
        except (ParseError, SessionError) as error:
            yield self.unreadable_game(game.game, error)
            return
        if game.is_over is not (summary.result is not None):
            mark = "over" if game.is_over else "unfinished"
            yield self._wrong_mark(where, f"it is marked as {mark}, but is not")
        if not game.is_played and any(isinstance(event, STEP_TYPES) for event in events):
            what = "it is marked as not played, but has moves"
            yield StorageProblem(where, what, UNPLAYED_REMEDY)
        if _is_summary_wrong(game, summary):
            yield StorageProblem(where, "its summary is wrong", SUMMARY_REMEDY)

    def check_room(self, row: RoomRow) -> Iterator[StorageProblem]:
        """Read a room."""
        try:
            room_from_row(row)
        except ParseError as error:
            what = f"it cannot be read: {error}"
            yield StorageProblem(_room(row.link), what, self._fill(UNREADABLE_REMEDY))

    def unreadable_game(self, game: int, error: Exception) -> StorageProblem:
        """Return the problem of a game that cannot be replayed."""
        what = f"it cannot be replayed: {error}"
        return StorageProblem(f"game {game}", what, self._fill(UNREADABLE_REMEDY))

    def wrong_room(self, link: str, *, is_over: bool) -> StorageProblem:
        """Return the problem of a room whose mark differs from that of its game."""
        mark = "over" if is_over else "unfinished"
        return self._wrong_mark(_room(link), f"it is marked as {mark}, but its game is not")

    @staticmethod
    def unfinished_copy(state: bytes) -> StorageProblem:
        """Return the problem of a store that is an unfinished copy."""
        what, _, remedy = describe_unfinished(state).partition("; ")
        return StorageProblem("store", what, remedy)

    def _wrong_mark(self, where: str, what: str) -> StorageProblem:
        return StorageProblem(where, what, self._fill(WRONG_MARK_REMEDY))

    def _fill(self, remedy: str) -> str:
        return remedy.format(restore=self._restore)


def _room(link: str) -> str:
    return f"room {quote(link)}"


def _parse(rows: Sequence[tuple[int, str]]) -> list[Event]:
    """Parse numbered events. Raises ParseError, or SessionError if there is a gap."""
    for expected, (number, _) in enumerate(rows):
        if number != expected:
            raise SessionError(f"event {expected} is missing")
    return [parse_event(text.encode()) for _, text in rows]


def _is_summary_wrong(game: StoredGame, summary: GameSummary) -> bool:
    """Whether the summary that lists show has wrong facts; a different wording is allowed."""
    if game.summary is None or game.summary_events != len(game.events):
        return False
    try:
        stored = parse_summary(GameRow(game.game, game.started), game.summary)
    except ParseError:
        return False
    return replace(stored, says="") != replace(summary, says="")
