"""Group commit: a thread that writes the events of many games, many with one commit.

What comes in during one flush goes out with the next.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from tengen.errors import StoreError
from tengen.game.events import Event
from tengen.storage.backend import EventBatch, make_event_batch
from tengen.storage.store import Store

OnWritten = Callable[[StoreError | None], None]
PendingBatch = tuple[EventBatch, OnWritten]
WriteReply = tuple[OnWritten, StoreError | None]
MAX_BATCH = 1000
"""How many additions are kept at once, or a few more."""
BUSY_BATCH, BUSY_PAUSE = 10, 0.01
"""After so many at once, so many seconds are waited: a flush costs as much as keeping thirty."""


class EventWriter:
    """A thread that keeps what it is given, and tells when it is on the disk.

    `tell` is called in that thread, once for all that were kept together, with whom to tell and
    None, or why it was not kept. It should hand that on, must not raise, and must not close.
    """

    def __init__(self, store: Store, tell: Callable[[list[WriteReply]], None]) -> None:
        self._store = store
        self._tell = tell
        self._waiting: SimpleQueue[list[PendingBatch] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name="keeper", daemon=True)
        self._thread.start()

    def append(self, game: int, first: int, events: Sequence[Event], done: OnWritten) -> None:
        """Have events kept, in a game that will have `first` when those before them are kept."""
        self.append_all([(make_event_batch(game, first, events), done)])

    def append_all(self, wishes: list[PendingBatch]) -> None:
        """The same for many games at once."""
        with self._lock:
            if self._is_closed:
                raise StoreError(self._store.directory, "nothing is kept there any more")
            self._waiting.put(wishes)

    def close(self) -> None:
        """Keep and tell all that was handed in, and then no more."""
        with self._lock:
            self._is_closed = True
            self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = first + self._rest(MAX_BATCH - len(first))
            errors = self._store.append_many([addition for addition, _ in batch])
            told = [(done, error) for (_, done), error in zip(batch, errors, strict=True)]
            self._tell(told)
            if len(batch) >= BUSY_BATCH:
                time.sleep(BUSY_PAUSE)

    def _rest(self, most: int) -> list[PendingBatch]:
        """What else there is by now, about so many; the sign to stop is left where it is."""
        rest: list[PendingBatch] = []
        while len(rest) < most:
            try:
                wishes = self._waiting.get_nowait()
            except Empty:
                break
            if wishes is None:
                self._waiting.put(None)
                break
            rest += wishes
        return rest
