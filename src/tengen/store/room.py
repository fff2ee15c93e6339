"""A table at which a game is played online, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.session.seat import Seat
from tengen.session.setup import Setup
from tengen.session.sitters import Person
from tengen.session.wire import format_setup, parse_setup
from tengen.store.rows import RoomRow
from tengen.store.summary import Summary

Holders = tuple[bytes | None, bytes | None]


@dataclass(frozen=True, slots=True)
class KeptRoom:
    """What is agreed, and who may play."""

    link: str
    """Random text in the address; no other room has it."""
    setup: Setup
    """As agreed; who sits there is in it as far as it is known."""
    holders: Holders
    """Digests of whoever holds seat one and two; None while it is open, or a machine's."""
    is_listed: bool
    """Whether everybody may see the game once it is over."""
    made: int
    """When, in milliseconds since 1970."""
    game: int | None = None
    """The number of the game once it has begun."""
    before: str | None = None
    """The link of the game of which this is the rematch."""

    @property
    def is_between_people(self) -> bool:
        """Whether two people hold the seats, each with a browser of their own."""
        one, two = self.holders
        return None not in self.holders and one != two

    def is_free(self, seat: Seat) -> bool:
        """Whether somebody may still sit down there."""
        one, two = self.holders
        holder = one if seat is Seat.ONE else two
        return holder is None and isinstance(self.setup.sitter(seat), Person)


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """A room in a list of rooms."""

    number: int
    """Grows with every room; a list goes on before it."""
    room: KeptRoom
    summary: Summary | None
    """None before the game has begun."""


def to_row(room: KeptRoom) -> RoomRow:
    """A room without a number yet."""
    setup = format_setup(room.setup).decode()
    one, two = room.holders
    return RoomRow(
        0, room.link, setup, one, two, room.is_listed, room.made, room.game, room.before, None, None
    )


def from_row(row: RoomRow) -> KeptRoom:
    """Read what a ledger has. Raises ParseError."""
    return KeptRoom(
        row.link,
        parse_setup(row.setup.encode()),
        (row.one, row.two),
        bool(row.is_listed),
        row.made,
        row.game,
        row.before,
    )
