"""What comes in during one round of the loop, handed on together at its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Batch(Generic[Item]):
    """Gathers, and calls once for all: under load, many have something at the same time."""

    def __init__(self, hand_on: Callable[[list[Item]], None]) -> None:
        self._hand_on = hand_on
        self._items: list[Item] = []

    def add(self, item: Item) -> None:
        """Have this handed on with the rest of the round."""
        if not self._items:
            asyncio.get_running_loop().call_soon(self._end)
        self._items.append(item)

    def _end(self) -> None:
        items, self._items = self._items, []
        self._hand_on(items)
