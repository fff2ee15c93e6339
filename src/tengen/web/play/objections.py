"""What a client may not ask for, whatever the game says."""

from __future__ import annotations

from tengen.game.commands import Claim, Pause, Resume
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.online.asks import Ask
from tengen.online.news import Problem
from tengen.web.play.client import Client
from tengen.web.play.presence import Presence

CLAIM = 60_000
"""Milliseconds after which a game can be claimed from somebody who has gone."""
NOT_BEGUN = Problem("not-begun", "The game begins when somebody takes the other seat.")
NOT_YOURS = Problem("not-your-seat", "That seat is somebody else's. You can watch.")
NO_PAUSE = Problem("refused", "A game against somebody else cannot be paused.")
IS_HERE = Problem("refused", "Your opponent is here, so the game cannot be claimed.")


def objection(
    session: Session | None, presence: Presence, client: Client, ask: Ask
) -> Problem | None:
    """Why this client may not ask for this now; None if it may."""
    if session is None:
        return NOT_BEGUN
    if not presence.holds(client, ask.seat):
        return NOT_YOURS
    if isinstance(ask, (Pause, Resume)) and _others(presence, client):
        return NO_PAUSE
    return _objection_to_claim(presence, ask.seat) if isinstance(ask, Claim) else None


def _others(presence: Presence, client: Client) -> bool:
    """Whether another person holds a seat."""
    return any(holder not in {None, client.digest} for holder in presence.holders)


def _objection_to_claim(presence: Presence, seat: Seat) -> Problem | None:
    gone = presence.gone_for(seat.other)
    if gone is None:
        return IS_HERE
    if gone >= CLAIM:
        return None
    seconds = -(-(CLAIM - gone) // 1000)
    left = "1 second" if seconds == 1 else f"{seconds} seconds"
    return Problem("refused", f"Your opponent may come back: wait {left} more.")
