"""A table as it is told: what is played, who sits there, who is here."""

from __future__ import annotations

from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.online.news import Phase, SeatView, TableNews
from tengen.online.views import rules_view
from tengen.storage.rooms import KeptRoom
from tengen.web.play.presence import Presence


def table_news(
    kept: KeptRoom, session: Session | None, presence: Presence, next_link: str | None, now: int
) -> TableNews:
    """All about a table but how the game stands."""
    setup = kept.setup if session is None else session.state.setup
    one, two = (_seat_view(seat, setup, kept, presence) for seat in Seat)
    return TableNews(
        kept.link,
        _phase(session),
        rules_view(setup.rules),
        setup.opening.value,
        setup.clock,
        setup.consent,
        (one, two),
        presence.watchers,
        now,
        next_link,
    )


def _phase(session: Session | None) -> Phase:
    if session is None:
        return Phase.WAITING
    return Phase.PLAYING if session.state.result is None else Phase.OVER


def _seat_view(seat: Seat, setup: Setup, kept: KeptRoom, presence: Presence) -> SeatView:
    sitter = setup.sitter(seat)
    if isinstance(sitter, Computer):
        return SeatView("computer", "", sitter.level, True, None)  # noqa: FBT003 - a field
    if kept.is_free(seat):
        return SeatView("open", "", None, False, None)  # noqa: FBT003 - a field
    here, gone_at = presence.is_here(seat), presence.gone_at(seat)
    return SeatView("person", sitter.name, None, here, gone_at)
