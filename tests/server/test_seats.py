"""Seats, clients and names."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
from kit.web import Visitor, served
from starlette.types import Message

from tengen.errors import RuleError
from tengen.game.setup import Computer, Person
from tengen.game.tasks import Seat
from tengen.rules.rules import GAMES
from tengen.server.messages.game import MakeGame, OpponentKind, SeatPreference
from tengen.server.problems import RequestRefused
from tengen.server.rooms.seats import Presence, RoomClient, clean_name, seat_players
from tengen.server.send_queue import Batch, SendQueue, flush_all
from tengen.storage.rooms import Holders

FIVE = GAMES["five"]


def test_the_creator_of_a_game_takes_the_side_they_want() -> None:
    first = MakeGame(OpponentKind.COMPUTER, FIVE, level=4, name="Anna")
    setup, holders = seat_players(first, b"anna")
    assert (setup.one, setup.two, holders) == (Person("Anna"), Computer(4), (b"anna", None))
    second = MakeGame(OpponentKind.COMPUTER, FIVE, level=4, name="Anna", side=SeatPreference.SECOND)
    setup, holders = seat_players(second, b"anna")
    assert (setup.one, setup.two, holders) == (Computer(4), Person("Anna"), (None, b"anna"))


def test_only_a_game_between_two_browsers_needs_consent() -> None:
    found = {kind: seat_players(MakeGame(kind, FIVE), b"a")[0].consent for kind in OpponentKind}
    assert [kind for kind, consent in found.items() if consent] == [OpponentKind.FRIEND]


def test_a_game_at_one_screen_has_one_holder_for_both_seats() -> None:
    setup, holders = seat_players(MakeGame(OpponentKind.HERE, FIVE, name="A", other_name="B"), b"a")
    assert (setup.one, setup.two, holders) == (Person("A"), Person("B"), (b"a", b"a"))


def test_a_random_side_can_be_either() -> None:
    wanted = MakeGame(OpponentKind.FRIEND, FIVE, side=SeatPreference.RANDOM)
    assert {seat_players(wanted, b"a")[1] for _ in range(200)} == {(b"a", None), (None, b"a")}


def test_an_impossible_position_is_refused() -> None:
    for moves in ((225,), (3, 3)):
        with pytest.raises(RuleError):
            seat_players(MakeGame(OpponentKind.HERE, FIVE, moves=moves), b"a")


@pytest.mark.parametrize("drawn, holders", [(0, (b"a", None)), (1, (None, b"a"))])
def test_a_random_side_is_even(
    monkeypatch: pytest.MonkeyPatch, drawn: int, holders: tuple[bytes | None, bytes | None]
) -> None:
    def draw(limit: int) -> int:
        assert limit == 2
        return drawn

    monkeypatch.setattr(secrets, "randbelow", draw)
    wanted = MakeGame(OpponentKind.FRIEND, FIVE, side=SeatPreference.RANDOM)
    assert seat_players(wanted, b"a")[1] == holders


def test_a_chosen_side_is_not_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _limit: 1)
    assert seat_players(MakeGame(OpponentKind.FRIEND, FIVE, side=SeatPreference.FIRST), b"a")[
        1
    ] == (b"a", None)


ANNA, BEN = b"anna", b"ben"


async def send(_message: Message) -> None:
    """Drop the message."""


def client(digest: bytes | None, network: str = "") -> RoomClient:
    return RoomClient(SendQueue(send, Batch(flush_all)), digest, network)


class Scene:
    """Clients of a room, on a manual clock."""

    def __init__(self, holders: Holders) -> None:
        self.time = 1000
        self.presence = Presence(lambda: holders, lambda: self.time)


def test_a_client_holds_only_the_seats_of_its_secret() -> None:
    presence = Scene((ANNA, BEN)).presence
    found = [presence.seats_of(client(digest)) for digest in (ANNA, BEN, b"eve", None)]
    assert found == [(1,), (2,), (), ()]


def test_two_people_at_one_screen_hold_both_seats() -> None:
    assert Scene((ANNA, ANNA)).presence.seats_of(client(ANNA)) == (1, 2)


def test_a_computer_is_always_connected_and_nobody_holds_its_seat() -> None:
    presence = Scene((ANNA, None)).presence
    assert presence.is_connected(Seat.TWO)
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


def test_a_player_who_never_came_is_gone_since_the_room_was_loaded() -> None:
    scene = Scene((ANNA, BEN))
    scene.time = 61_000
    assert scene.presence.gone_for(Seat.TWO) == 60_000


def test_the_player_is_charged_for_the_computer() -> None:
    presence = Scene((None, ANNA)).presence
    presence.enter(client(b"eve", "bus"))
    presence.enter(client(ANNA, "home"))
    presence.enter(client(b"eve", "bus"))
    assert presence.requester == (ANNA.hex(), "home")


def test_without_the_player_the_network_of_a_watcher_is_charged() -> None:
    presence = Scene((None, ANNA)).presence
    assert presence.requester == (ANNA.hex(), "")
    presence.enter(client(b"eve", "bus"))
    assert presence.requester == (ANNA.hex(), "bus")


def test_the_last_network_of_a_player_is_remembered() -> None:
    presence = Scene((None, ANNA)).presence
    anna = client(ANNA, "home")
    presence.enter(anna)
    presence.leave(anna)
    assert presence.requester == (ANNA.hex(), "home")


def test_watchers_are_clients_without_a_seat() -> None:
    presence = Scene((ANNA, BEN)).presence
    for digest in (ANNA, None, b"eve"):
        presence.enter(client(digest))
    assert presence.watchers == 2
    assert presence.has_player
    assert not presence.is_complete
    presence.enter(client(BEN))
    assert presence.is_complete


def test_the_time_when_a_client_last_left_is_remembered() -> None:
    scene = Scene((ANNA, BEN))
    eve = client(None)
    assert scene.presence.last_left == 1000
    scene.presence.enter(eve)
    scene.time = 5000
    assert scene.presence.last_left == 1000
    scene.presence.leave(eve)
    assert scene.presence.last_left == 5000


@pytest.mark.parametrize(
    "name, shown",
    [
        ("  Anna  Lena ", "Anna Lena"),
        ("An\nna\x00", "An na"),
        ("\u202eannA\u2066", "annA"),
        ("<b>", "<b>"),
        ("天元", "天元"),
        ("\u1100\u1161", "\u1100\u1161"),
        ("Zoë e\u0301", "Zoë e\u0301"),
        ("\u2764\ufe0f", "\u2764"),
    ],
)
def test_invisible_characters_are_removed_from_names(name: str, shown: str) -> None:
    assert clean_name(name) == shown


UNSEEN = "\u2800\u3164\u115f\u1160\uffa0\u034f\ufe0f\u180b\u17b5\u200b\u2060\u00ad\u0301\U000e0101"


@pytest.mark.parametrize("name", [*UNSEEN, "\U0001d159", " \u2800 \u0301 ", UNSEEN])
def test_an_invisible_name_is_empty(name: str) -> None:
    assert clean_name(name) == ""


PLAIN = ["Computer", "computer 5", "Computer, level 5", "THE COMPUTER", "C o m p u t e r 10"]
TRICKY = ["\u0421omputer 3", "C\u03bfmput\u0435r", "\uff23omputer", "Com\u2060puter", "Cömputer"]
ODD = ["c0mputer lvl. 7", "\u0441\u043e\u043c\u0440u\u0442\u0435\u0433"]


@pytest.mark.parametrize("name", [*PLAIN, *TRICKY, *ODD])
def test_a_name_like_the_computers_is_refused(name: str) -> None:
    with pytest.raises(RequestRefused, match="looks like the computer's"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Computerfan", "Anti-Computer", "Ann", "Level 5", "Compute"])
def test_a_name_that_only_resembles_the_computers_is_allowed(name: str) -> None:
    assert clean_name(name) == name


def test_a_refused_name_is_answered_with_a_problem(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna, bo = Visitor(server), Visitor(server)
        wanted = {"opponent": "friend", "rules": "five", "name": "Computer 9"}
        assert anna.ask("POST", "/api/games", json=wanted).json()["code"] == "bad-name"
        link = anna.make_game()
        refused = bo.take_seat(link, "Computer 9")
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-name")
        assert bo.take_seat(link, "Bo").status_code == 200
