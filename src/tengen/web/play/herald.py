"""What those in a room are told, each in the form that they want."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tengen.game.serialization import format_event
from tengen.game.session import Session
from tengen.online.news import EventsNews, Problem, TableNews, YouNews
from tengen.online.views import Forbidden, state_news
from tengen.online.wire import encode
from tengen.web.play.client import Client
from tengen.web.play.presence import Presence


class Herald:
    """Puts news into words once, and gives the same words to everybody."""

    def __init__(self, presence: Presence, forbidden: Callable[[Session], Forbidden]) -> None:
        self._presence = presence
        self._forbidden = forbidden

    def tell_seats(self) -> None:
        """Tell everybody which seats are theirs."""
        for client in self._presence.clients:
            self.tell_seats_to(client)

    def tell_seats_to(self, client: Client) -> None:
        """Tell somebody which seats are theirs."""
        client.outbox.post("you", _text(YouNews(self._presence.seats_of(client))))

    def tell_table(self, news: TableNews) -> None:
        """Tell everybody what changes seldom."""
        text = _text(news)
        for client in self._presence.clients:
            client.outbox.post("table", text)

    def tell_table_to(self, client: Client, news: TableNews) -> None:
        """Tell somebody what changes seldom."""
        client.outbox.post("table", _text(news))

    def tell_problem(self, problem: Problem) -> None:
        """Tell everybody what went wrong."""
        for client in self._presence.clients:
            client.tell(problem)

    def tell_state(self, session: Session, new: int, now: int, *, is_resting: bool) -> None:
        """Tell everybody how the game stands, or those who keep it of the `new` events."""
        state = events = ""
        for client in self._presence.clients:
            if not client.wants_events:
                state = state or self.state_text(session, now, is_resting=is_resting)
                client.outbox.post("state", state)
            elif new:
                events = events or _events(session, new, now, is_resting=is_resting)
                client.outbox.post(f"events {len(session.events)}", events)

    def tell_state_to(
        self, client: Client, session: Session, now: int, *, is_resting: bool
    ) -> None:
        """Tell somebody who has just come how the game stands, or all its events."""
        if client.wants_events:
            count = len(session.events)
            events = _events(session, count, now, is_resting=is_resting)
            client.outbox.post("events", events)
        else:
            client.outbox.post("state", self.state_text(session, now, is_resting=is_resting))

    def state_text(self, session: Session, now: int, *, is_resting: bool) -> str:
        """How a game stands, as JSON."""
        count, forbidden = len(session.events), self._forbidden(session)
        return _text(
            state_news(session.state, count, now, is_resting=is_resting, forbidden=forbidden)
        )


def _events(session: Session, new: int, now: int, *, is_resting: bool) -> str:
    first = len(session.events) - new
    raw = tuple(msgspec.Raw(format_event(event)) for event in session.events[first:])
    return _text(EventsNews(first, now, raw, is_resting))


def _text(news: object) -> str:
    return encode(news).decode()
