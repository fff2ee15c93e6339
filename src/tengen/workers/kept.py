"""Things that are made when they are first needed, and kept while they are of use."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


class Kept(Generic[Key, Thing]):
    """The last few things that were used."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: dict[Key, Thing] = {}

    def get(self, key: Key, make: Callable[[], Thing]) -> Thing:
        """What is kept under a key, or else something new."""
        thing = self._things.pop(key, None)
        while len(self._things) >= self._most:
            del self._things[next(iter(self._things))]
        if thing is None:
            thing = make()
        self._things[key] = thing
        return thing
