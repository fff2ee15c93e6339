"""A user's games."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

from tengen.errors import ParseError, SessionError, StoreError
from tengen.session.events import Event, GameEnded, GameStarted, Redone, TakenBack
from tengen.session.wire import format_event, parse_event
from tengen.store.directory import make_directory
from tengen.store.ledger import Entry, Ledger
from tengen.store.locks import Lock, Locks
from tengen.store.opened import OpenedGame
from tengen.store.sqlite import SqliteLedger
from tengen.store.summary import Summary, summarise

FILE = "games.sqlite3"


class Store:
    """Games and settings in a directory, which several processes may use at the same time.

    What a method has kept is on the disk when it returns. All methods raise StoreError if they
    cannot do what they say.
    """

    def __init__(self, directory: str) -> None:
        make_directory(directory)
        self.directory = directory
        self._locks = Locks(directory)
        with self._locks.preparing():
            self._ledger: Ledger = SqliteLedger(os.path.join(directory, FILE))

    def keep(self, start: GameStarted) -> int:
        """Begin to keep a game, and give it a number that no other game will have."""
        return self._ledger.add_game(_now(), format_event(start), lambda _game: None)

    def begin(self, start: GameStarted) -> OpenedGame:
        """Begin to keep a game that is being played here from the beginning."""
        with ExitStack() as undo:
            locks: list[Lock] = []

            def claim(game: int) -> None:
                lock = self._locks.take(game)
                undo.callback(lock.close)
                locks.append(lock)

            game = self._ledger.add_game(_now(), format_event(start), claim)
            undo.pop_all()
        return OpenedGame(game, [start], self.append, locks[0])

    def open(self, game: int) -> OpenedGame:
        """Go on with a game here, and nowhere else until it is closed."""
        lock = self._locks.take(game)
        with ExitStack() as undo:
            undo.callback(lock.close)
            events = self.load(game)
            undo.pop_all()
        return OpenedGame(game, events, self.append, lock)

    def append(self, game: int, first: int, events: Sequence[Event]) -> None:
        """Keep what has happened in a game that has `first` events so far."""
        texts = [format_event(event) for event in events]
        self._ledger.add_events(game, first, texts, is_over=_is_over_after(events))

    def load(self, game: int) -> list[Event]:
        """All events of a game."""
        texts = self._ledger.events(game)
        if not texts:
            raise StoreError(self.directory, f"there is no game {game}")
        try:
            return _parse(texts)
        except ParseError as error:
            raise StoreError(self.directory, f"game {game} cannot be read: {error}") from None

    def games(self, limit: int = 50, before: int | None = None) -> list[Summary]:
        """The newest games older than `before`, without any that cannot be read."""
        return self._list(limit, before, all_of_them=True)

    def unfinished(self, limit: int = 50, before: int | None = None) -> list[Summary]:
        """The same of games that can be gone on with: not over, and not being played now."""
        return self._list(limit, before, all_of_them=False)

    def delete(self, game: int) -> None:
        """Forget a game. Raises StoreError if it is being played."""
        lock = self._locks.take(game)
        try:
            self._ledger.delete_game(game)
        finally:
            lock.close()

    def remember(self, key: str, value: bytes) -> None:
        """Keep a setting."""
        self._ledger.put(key, value)

    def recall(self, key: str) -> bytes | None:
        """A setting that was kept; None if there is none."""
        return self._ledger.get(key)

    def close(self) -> None:
        """Let go of the database; games that are open stay locked until they are closed."""
        self._ledger.close()

    def _list(self, limit: int, before: int | None, *, all_of_them: bool) -> list[Summary]:
        """Go back through the games until there are enough that can be shown."""
        found: list[Summary] = []
        while len(found) < limit:
            entries = self._ledger.entries(limit - len(found), before, all_of_them=all_of_them)
            if not entries:
                break
            before = entries[-1].game
            wanted = [at for at in entries if all_of_them or not self._locks.is_taken(at.game)]
            found += self._summaries(wanted)
        return found

    def _summaries(self, entries: Sequence[Entry]) -> Iterator[Summary]:
        for entry in entries:
            texts = self._ledger.events(entry.game)
            with suppress(ParseError, SessionError):
                yield summarise(entry, _parse(texts))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _parse(texts: Sequence[bytes]) -> list[Event]:
    return [parse_event(text) for text in texts]


def _now() -> int:
    return time.time_ns() // 1_000_000


def _is_over_after(events: Sequence[Event]) -> bool | None:
    """Whether a game is over after these events; None if they do not say."""
    for event in reversed(events):
        if isinstance(event, GameEnded):
            return True
        if isinstance(event, TakenBack | Redone):
            return False
    return None
