"""Group commit: a thread that saves the events of many games with one commit.

Events that arrive during a commit are saved with the next.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from tengen.errors import RoomOutdated, StoreError
from tengen.game import Event
from tengen.game.events import GameEnded, Redone, TakenBack, format_event
from tengen.game.state import STEP_TYPES
from tengen.storage.backend import EventBatch, StorageBackend

OnWritten = Callable[[StoreError | None], None]
OnCommit = Callable[[int, float], None]
"""Called with the number of events that a commit has saved, and the seconds that it took."""
PendingBatch = tuple[EventBatch, OnWritten]
WriteReply = tuple[OnWritten, StoreError | None]
MAX_BATCH = 1000
"""About how many batches of events are saved with one commit."""
BUSY_BATCH, BUSY_PAUSE = 10, 0.01
"""After a commit of this many batches, wait this many seconds to collect more.

A flush to the disk costs as much as saving thirty batches.
"""


class EventWriter:
    """A thread that saves events and reports when they are on the disk.

    `report` is called in that thread, once for every commit, with the callback of each batch and
    its error, or None if it was saved. It should return quickly, and must neither raise nor call
    `close`.
    """

    def __init__(
        self, directory: str, backend: StorageBackend, report: Callable[[list[WriteReply]], None]
    ) -> None:
        self._directory = directory
        self._backend = backend
        self._report = report
        self.on_commit: OnCommit = lambda _events, _seconds: None
        """Called in the thread for each commit. It should return quickly, and must not raise."""
        self._queue: SimpleQueue[list[PendingBatch] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._work, name="event writer", daemon=True)
        self._thread.start()

    def append(self, game: int, first: int, events: Sequence[Event], done: OnWritten) -> None:
        """Save events of a game that has `first` events once all earlier batches are saved."""
        self.append_all([(make_event_batch(game, first, events), done)])

    def append_all(self, pending: list[PendingBatch]) -> None:
        """Save events of many games."""
        with self._lock:
            if self._is_closed:
                raise StoreError(self._directory, "the event writer is closed")
            self._queue.put(pending)

    def close(self) -> None:
        """Save and report all pending events, and accept no more."""
        with self._lock:
            self._is_closed = True
            self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = first + self._take_more(MAX_BATCH - len(first))
            start = time.perf_counter()
            errors = self._save([events for events, _ in batch])
            self._measure(batch, errors, time.perf_counter() - start)
            self._report([(done, error) for (_, done), error in zip(batch, errors, strict=True)])
            if len(batch) >= BUSY_BATCH:
                time.sleep(BUSY_PAUSE)

    def _save(self, batches: list[EventBatch]) -> list[StoreError | None]:
        """Save batches. After an internal error nobody knows whether they were saved."""
        try:
            return self._backend.add_many(batches)
        except Exception as failure:  # noqa: BLE001 - the thread must go on, and all must be told
            return [RoomOutdated(self._directory, f"internal error: {failure!r}")] * len(batches)

    def _measure(
        self, batch: list[PendingBatch], errors: list[StoreError | None], seconds: float
    ) -> None:
        saved = [events for (events, _), error in zip(batch, errors, strict=True) if error is None]
        if saved:
            self.on_commit(sum(len(events.texts) for events in saved), seconds)

    def _take_more(self, most: int) -> list[PendingBatch]:
        """Take about `most` more batches without waiting; leave the stop signal in the queue."""
        rest: list[PendingBatch] = []
        while len(rest) < most:
            try:
                pending = self._queue.get_nowait()
            except Empty:
                break
            if pending is None:
                self._queue.put(None)
                break
            rest += pending
        return rest


_IS_OVER_AFTER: dict[type[Event], bool] = {GameEnded: True, TakenBack: False, Redone: False}


def make_event_batch(game: int, first: int, events: Sequence[Event], epoch: int = 0) -> EventBatch:
    """Return the events in the form in which they are stored."""
    texts, is_over, is_played = [], None, False
    for event in events:
        texts.append(format_event(event).decode())
        is_over = _IS_OVER_AFTER.get(type(event), is_over)
        is_played = is_played or isinstance(event, STEP_TYPES)
    return EventBatch(game, first, texts, is_over, is_played, epoch)
