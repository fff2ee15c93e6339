"""The state of an unfinished copy, which is stored in its target."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from tengen.errors import StoreError
from tengen.storage.backend import StorageBackend
from tengen.storage.transfer import StoreCounts

COPY_KEY = "unfinished copy"
"""The key of the state among the settings. A complete store has no such setting."""
UNFINISHED = "this is an unfinished copy{of}; finish it with the same `tengen store copy` as before"


class CopyState(msgspec.Struct, frozen=True):
    """What is copied, and how far the copy is."""

    source: str
    """The place of the source."""
    counts: StoreCounts
    """What the source holds."""
    done: int = 0
    """How many rows are copied."""
    game: int = 0
    """The number of the last game that is copied."""
    room: int = 0
    """The number of the last room that is copied."""
    setting: str | None = None
    """The key of the last setting that is copied."""


def format_state(state: CopyState) -> bytes:
    """Return the state as JSON."""
    return msgspec.json.encode(state)


def parse_state(data: bytes) -> CopyState | None:
    """Parse the output of `format_state`; None if another version of Tengen wrote it."""
    try:
        return msgspec.json.decode(data, type=CopyState)
    except msgspec.DecodeError:
        return None


def describe_unfinished(data: bytes) -> str:
    """Return what to do with a store that has this state."""
    state = parse_state(data)
    return UNFINISHED.format(of="" if state is None else f" of {state.source}")


def refuse_unfinished(place: str, backend: StorageBackend) -> None:
    """Raise StoreError if a store is an unfinished copy.

    A setting that cannot be read does not matter here: damage is reported where it does.
    """
    state = None
    with suppress(StoreError):
        state = backend.get(COPY_KEY)
    if state is not None:
        raise StoreError(place, describe_unfinished(state))
