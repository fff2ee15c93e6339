"""An analysis board that somebody sits at: the rules answer at once, the engine later."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tengen.errors import ParseError, RuleError
from tengen.online.looking import About, Facts, LookAt, LookBack, StudyAsk
from tengen.online.news import Problem
from tengen.online.study import Judged, StudyNews
from tengen.online.wire import decode, encode
from tengen.session.wire import from_text
from tengen.web.outbox import Outbox
from tengen.web.study.facts import facts_of
from tengen.workers import Look, News, Review, Ticket, Workers, Zone

THINKING = 120.0
"""Seconds that the engine thinks about one position; whoever wants more can ask again."""
NO_MOVES = Problem("refused", "There are no moves to look back at.")


class Study:
    """One look and one review at a time; the next one ends the one before."""

    def __init__(self, workers: Workers, owner: str, outbox: Outbox) -> None:
        self._workers = workers
        self._owner = owner
        self._outbox = outbox
        self._look: Ticket | None = None
        self._zone: Ticket | None = None
        self._review: Ticket | None = None

    def hear(self, text: str) -> None:
        """Do what a message asks for; whatever is wrong with it is told."""
        try:
            self._follow(decode(ASKS, text, "message"))
        except (ParseError, RuleError) as error:
            self._post("problem", Problem("bad-message", str(error)))

    def leave(self) -> None:
        """Nobody looks any more."""
        self._stop_looking()
        self._stop_review()

    def _follow(self, ask: StudyAsk) -> None:
        if isinstance(ask, LookAt):
            self._look_at(ask)
        elif isinstance(ask, LookBack):
            self._look_back(ask)
        else:
            self._stop_review()

    def _look_at(self, ask: LookAt) -> None:
        self._stop_looking()
        facts = facts_of(ask.position)
        self._tell(ask.id, facts)
        if facts.is_over or facts.refused:
            return
        if ask.zone:
            zone, tell = Zone(ask.position), self._teller(ask.id)
            self._zone = self._workers.ask(zone, self._owner, tell)
        if ask.engine:
            job = Look(ask.position, ask.lines, THINKING)
            self._look = self._workers.ask(job, self._owner, self._teller(ask.id))

    def _look_back(self, ask: LookBack) -> None:
        self._stop_review()
        facts_of(ask.position)
        if ask.position.moves:
            job = Review(ask.position)
            self._review = self._workers.ask(job, self._owner, self._teller(ask.id))
        else:
            self._tell(ask.id, NO_MOVES)

    def _stop_looking(self) -> None:
        for ticket in (self._look, self._zone):
            if ticket is not None:
                ticket.cancel()
        self._look = self._zone = None

    def _stop_review(self) -> None:
        if self._review is not None:
            self._review.cancel()
            self._review = None

    def _teller(self, number: int) -> Callable[[News], None]:
        def tell(news: News) -> None:
            assert isinstance(news, StudyNews)
            self._tell(number, news)

        return tell

    def _tell(self, number: int, news: Facts | StudyNews | Problem) -> None:
        """Tell what is known; if the network is slow, of what is told again only the last."""
        kind = (
            f"{type(news).__name__} {news.ply}" if isinstance(news, Judged) else type(news).__name__
        )
        self._post(kind, About(number, news))

    def _post(self, kind: str, message: object) -> None:
        self._outbox.post(kind, encode(message).decode())


ASKS: msgspec.json.Decoder[StudyAsk] = msgspec.json.Decoder(StudyAsk, dec_hook=from_text)
