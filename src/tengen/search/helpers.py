"""More threads for a search: each goes its own way, and all share what one hash table knows."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tengen.search.analysis import WIN
from tengen.search.lines import AnySearcher

DEEPEST = 60


class Helpers:
    """Searchers that look at the same position as another one for as long as it does."""

    def __init__(self, count: int, make_searcher: Callable[[], AnySearcher]) -> None:
        self._searchers = [make_searcher() for _ in range(count)]
        self._threads = [
            threading.Thread(target=_deepen, args=(searcher, 2 + number % 2), daemon=True)
            for number, searcher in enumerate(self._searchers)
        ]

    def start(self) -> None:
        """Let all of them begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let all of them end, and wait until they have."""
        for searcher in self._searchers:
            searcher.stop = 1
        for thread in self._threads:
            thread.join()

    def count_nodes(self) -> int:
        """How many positions they have looked at."""
        return sum(searcher.all_nodes() for searcher in self._searchers)


def _deepen(searcher: AnySearcher, first: int) -> None:
    for depth in range(first, DEEPEST + 1):
        searcher.run(depth, -WIN, WIN)
        if searcher.stop:
            return
