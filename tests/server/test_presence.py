"""Who of a game's players is here."""

from __future__ import annotations

from starlette.types import Message

from tengen.game.seat import Seat
from tengen.server.rooms.seats import Presence, RoomClient
from tengen.server.send_queue import Batch, SendQueue, flush_all
from tengen.storage.rooms import Holders

ANNA, BEN = b"anna", b"ben"


async def send(_message: Message) -> None:
    """Nobody listens."""


def client(digest: bytes | None, network: str = "") -> RoomClient:
    return RoomClient(SendQueue(send, Batch(flush_all)), digest, network)


class Scene:
    """Players who come and go, on a clock that is set by hand."""

    def __init__(self, holders: Holders) -> None:
        self.time = 1000
        self.presence = Presence(lambda: holders, lambda: self.time)


def test_a_client_speaks_for_the_seats_of_its_secret_alone() -> None:
    presence = Scene((ANNA, BEN)).presence
    found = [presence.seats_of(client(digest)) for digest in (ANNA, BEN, b"eve", None)]
    assert found == [(1,), (2,), (), ()]


def test_two_people_at_one_screen_hold_both_seats() -> None:
    assert Scene((ANNA, ANNA)).presence.seats_of(client(ANNA)) == (1, 2)


def test_a_machine_is_always_here_and_nobody_speaks_for_it() -> None:
    presence = Scene((ANNA, None)).presence
    assert presence.is_here(Seat.TWO)
    assert presence.seats_of(client(None)) == ()


def test_a_player_is_gone_when_the_last_page_is_closed() -> None:
    scene = Scene((ANNA, BEN))
    first, second = client(ANNA), client(ANNA)
    for one in (first, second):
        scene.presence.enter(one)
    scene.presence.leave(first)
    assert scene.presence.gone_at(Seat.ONE) is None
    scene.time = 5000
    scene.presence.leave(second)
    scene.time = 7000
    assert scene.presence.gone_for(Seat.ONE) == 2000


def test_who_has_never_come_is_gone_since_the_room_was_opened() -> None:
    scene = Scene((ANNA, BEN))
    scene.time = 61_000
    assert scene.presence.gone_for(Seat.TWO) == 60_000


def test_whoever_plays_against_the_computer_has_it_think() -> None:
    presence = Scene((None, ANNA)).presence
    presence.enter(client(b"eve", "bus"))
    presence.enter(client(ANNA, "home"))
    presence.enter(client(b"eve", "bus"))
    assert presence.asker == (ANNA.hex(), "home")


def test_without_the_player_those_who_look_on_have_the_computer_think() -> None:
    presence = Scene((None, ANNA)).presence
    assert presence.asker == (ANNA.hex(), "")
    presence.enter(client(b"eve", "bus"))
    assert presence.asker == (ANNA.hex(), "bus")


def test_it_stays_known_where_a_player_was_last_seen() -> None:
    presence = Scene((None, ANNA)).presence
    anna = client(ANNA, "home")
    presence.enter(anna)
    presence.leave(anna)
    assert presence.asker == (ANNA.hex(), "home")


def test_watchers_are_those_without_a_seat() -> None:
    presence = Scene((ANNA, BEN)).presence
    for digest in (ANNA, None, b"eve"):
        presence.enter(client(digest))
    assert presence.watchers == 2
    assert presence.is_begun
    assert not presence.is_complete
    presence.enter(client(BEN))
    assert presence.is_complete


def test_it_is_known_when_somebody_last_left() -> None:
    scene = Scene((ANNA, BEN))
    eve = client(None)
    assert scene.presence.last_left == 1000
    scene.presence.enter(eve)
    scene.time = 5000
    assert scene.presence.last_left == 1000
    scene.presence.leave(eve)
    assert scene.presence.last_left == 5000
