"""Games of a list summed up, at best without replaying them."""

from __future__ import annotations

from contextlib import suppress

from tengen.errors import ParseError, StoreError
from tengen.session.wire import parse_event
from tengen.store.ledger import Ledger
from tengen.store.rows import Entry, KeptSummary
from tengen.store.summary import Summary, format_summary, parse_summary, summarise

LONG = 100
"""Events from which on a game is not replayed twice, though it goes on."""


class Summaries:
    """Takes summaries that are kept, and makes those that are not."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._made: list[KeptSummary] = []

    def of(self, entry: Entry) -> Summary:
        """What a list shows of a game. Raises ParseError or SessionError if it is none."""
        if entry.summary is not None:
            with suppress(ParseError):
                return parse_summary(entry, entry.summary)
        events = [parse_event(text) for text in self._ledger.events(entry.game)]
        summary = summarise(entry, events)
        if summary.result is not None or len(events) >= LONG:
            self._made.append(KeptSummary(entry.game, len(events), format_summary(summary)))
        return summary

    def keep(self) -> None:
        """Keep what had to be made for the next time, if that can be done."""
        if self._made:
            with suppress(StoreError):
                self._ledger.keep_summaries(self._made)
