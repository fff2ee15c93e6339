"""What one player asks of the other, in words."""

from __future__ import annotations

from tengen.notation.words import STONES, Names
from tengen.session.events import Offer
from tengen.session.seat import Seat
from tengen.session.state import State
from tengen.session.words import seat_name
from tengen.tui.tables import AnyTable

DEEDS = {
    Offer.DRAW: "offers a draw",
    Offer.TAKE_BACK: "asks to take back a move",
    Offer.REMATCH: "offers a rematch",
}


def describe_offer(state: State, seat: Seat, offer: Offer, names: Names = STONES) -> str:
    """As in `White offers a draw`."""
    return f"{seat_name(state, seat, names)} {DEEDS[offer]}"


def standing_offer(table: AnyTable, names: Names) -> str:
    """What somebody at this keyboard can agree to or decline, and how; nothing if nothing is."""
    for seat, offer in table.state.offers.items():
        if table.is_person(seat.other):
            return f"{describe_offer(table.state, seat, offer, names)}\n+ agrees, - declines"
    return ""
