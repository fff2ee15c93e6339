"""Who of a game's players is here, and since when the others are not."""

from __future__ import annotations

from collections.abc import Callable

from tengen.game.seat import Seat
from tengen.storage.rooms import Holders
from tengen.web.play.client import Client
from tengen.workers import Asker


class Presence:
    """The clients of a room, and the seats that they hold."""

    def __init__(self, holders: Holders, now: Callable[[], int]) -> None:
        self.holders = holders
        self.clients: set[Client] = set()
        self._now = now
        self.last_left = now()
        """When somebody last left, or the room was opened."""
        self._network = ""  # of whoever plays, or else of whoever looks on
        self._gone_at: dict[Seat, int] = dict.fromkeys(Seat, now())

    def enter(self, client: Client) -> None:
        """Somebody has come."""
        if self._seats_of(client) or not self.is_begun:
            self._network = client.network
        self.clients.add(client)

    def leave(self, client: Client) -> None:
        """Somebody has gone; a seat is empty when its holder's last client has."""
        self.clients.discard(client)
        self.last_left = self._now()
        for seat in self._seats_of(client):
            if not self.is_here(seat):
                self._gone_at[seat] = self._now()

    def seats_of(self, client: Client) -> tuple[int, ...]:
        """The numbers of the seats that a client may speak for."""
        return tuple([seat.value for seat in self._seats_of(client)])

    def holds(self, client: Client, seat: Seat) -> bool:
        """Whether a client may speak for a seat."""
        holder = self._holder(seat)
        return holder is not None and holder == client.digest

    def _seats_of(self, client: Client) -> list[Seat]:
        return [seat for seat in Seat if self.holds(client, seat)]

    def is_here(self, seat: Seat) -> bool:
        """Whether the holder of a seat is connected; machines always are."""
        holder = self._holder(seat)
        return holder is None or any(client.digest == holder for client in self.clients)

    @property
    def asker(self) -> Asker:
        """Who has the computer think: whoever plays against it, and where they were last seen."""
        browser = next((holder.hex() for holder in self.holders if holder is not None), "")
        return Asker(browser, self._network)

    def gone_at(self, seat: Seat) -> int | None:
        """Since when the holder of a seat is not connected; None if they are."""
        return None if self.is_here(seat) else self._gone_at[seat]

    def gone_for(self, seat: Seat) -> int | None:
        """For how many milliseconds that has been so."""
        gone_at = self.gone_at(seat)
        return None if gone_at is None else self._now() - gone_at

    @property
    def is_complete(self) -> bool:
        """Whether all who play are here."""
        return all(self.is_here(seat) for seat in Seat)

    @property
    def is_begun(self) -> bool:
        """Whether any of them is."""
        return any(self._seats_of(client) for client in self.clients)

    @property
    def watchers(self) -> int:
        """How many are here without a seat."""
        return sum(not self._seats_of(client) for client in self.clients)

    def _holder(self, seat: Seat) -> bytes | None:
        one, two = self.holders
        return one if seat is Seat.ONE else two
