"""Answers that cannot change, kept for those who ask again."""

from __future__ import annotations

from collections import OrderedDict

from tengen.web.background.jobs import Done

MOST_BYTES = 16 << 20
LARGEST = 1 << 20
"""Bytes of an answer that is kept."""
OVERHEAD = 200
"""Bytes that keeping an answer takes besides it."""


class Memory:
    """The answers that were asked for last, up to a number of bytes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[bytes, Done] = OrderedDict()

    def get(self, key: bytes) -> Done | None:
        """The answer under a key, if it is still known."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: bytes, answer: Done) -> None:
        """Remember an answer; those not asked for for longest make room."""
        if key in self._answers or len(answer.body) > LARGEST:
            return
        self._answers[key] = answer
        self._size += _size(answer)
        while self._size > self._most:
            _, old = self._answers.popitem(last=False)
            self._size -= _size(old)


def _size(answer: Done) -> int:
    return len(answer.body) + OVERHEAD
