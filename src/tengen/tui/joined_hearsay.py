"""All that is known here about a table that is somewhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatchmethod

from tengen.errors import TengenError
from tengen.notation.words import capitalised
from tengen.online.news import EventsNews, Phase, Problem, TableNews, YouNews
from tengen.printable import printable
from tengen.session.events import GameStarted
from tengen.session.seat import Seat
from tengen.session.session import Session
from tengen.session.setup import Setup
from tengen.tui import joined_words as words
from tengen.tui.joined_clock import RemoteClock
from tengen.tui.joined_copy import Batch, Copy
from tengen.tui.joined_line import Ended, Heard, Lost
from tengen.tui.joined_visit import STRANGE
from tengen.tui.tables import Guest


class Hearsay:
    """Takes in what the line hears, and tells the guest what is new in it."""

    def __init__(
        self, guest: Guest, move: Callable[[str], None], renew: Callable[[], None]
    ) -> None:
        """`move` goes on to the game with another link, `renew` has everything told anew."""
        self._guest = guest
        self._move = move
        self._renew = renew
        self._clock = RemoteClock()
        self._is_resting = False
        self.copy = Copy(Session.start(Setup(), self._clock.now()))
        self.seats: tuple[Seat, ...] = ()
        """Those that are ours."""
        self.table: TableNews | None = None
        self.is_lost = False
        """Whether there is no line to the server now."""

    def clock(self) -> int:
        """The time at the server."""
        return self._clock.now()

    def now(self) -> int:
        """The same, but the time at which clocks stand still while they do."""
        return self.copy.session.state.clocks.settled_at if self._is_resting else self.clock()

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats of others who have gone."""
        return () if self.table is None else words.away(self.table, self.seats)

    def objection(self, seat: Seat | None = None) -> str:
        """Why nothing can be done here for a seat, or at all; nothing if it can."""
        if self.table is None or self.is_lost:
            return words.NO_LINE
        if not self.copy.has_begun:
            return words.NOT_BEGUN
        if not self.seats:
            return words.WATCHING
        return "" if seat in self.seats else words.NOT_YOURS

    @singledispatchmethod
    def hear(self, news: Heard) -> None:
        """Take in news; those of other kinds are for browsers."""

    @hear.register
    def _(self, _news: Lost) -> None:
        self._clock.forget()
        if not self.is_lost:
            self.is_lost = True
            self._guest.noticed(words.LOST, alarm=True)

    @hear.register
    def _(self, news: Ended) -> None:
        self.is_lost = True
        self._guest.noticed(capitalised(news.why), alarm=True)

    @hear.register
    def _(self, news: Problem) -> None:
        self._guest.noticed(printable(news.says).rstrip("."), alarm=True)

    @hear.register
    def _(self, news: YouNews) -> None:
        self.seats = tuple(dict.fromkeys(Seat(number) for number in news.seats))
        if self.is_lost:
            self.is_lost = False
            self._guest.noticed(words.BACK)

    @hear.register
    def _(self, news: TableNews) -> None:
        self._clock.hear(news.now)
        before, self.table = self.table, news
        if news.next is not None:
            self.table = None
            self._move(news.next)
        elif before is not None:
            for change in words.changes(self.copy.session.state, before, news, self.seats):
                self._guest.noticed(change)
        elif news.phase is Phase.WAITING:
            self._guest.noticed(capitalised(words.NOT_BEGUN))

    @hear.register
    def _(self, news: EventsNews) -> None:
        self._clock.hear(news.now)
        self._is_resting = news.is_resting
        if not self.copy.fits(news):
            self._renew()
            return
        try:
            for batch in self.copy.follow(news):
                self._tell(batch)
        except TengenError:
            self.hear(Ended(STRANGE))

    def _tell(self, batch: Batch) -> None:
        self._guest.happened(batch)
        state = self.copy.session.state
        if isinstance(batch[0], GameStarted) and self.table is not None:
            self._guest.noticed(words.greeting(state, self.table, self.seats))
