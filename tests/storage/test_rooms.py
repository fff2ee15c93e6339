"""Stored rooms, and who sees their games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from kit.keeping import FILE, START, note

from tengen.errors import StoreError
from tengen.game.clock import TimeControl
from tengen.game.events import Event, GameEnded, GameResult, GameStarted, TakenBack
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Computer, Person, Setup
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.rules import RENJU
from tengen.storage.rooms import KeptRoom, RoomEntry
from tengen.storage.statements import MIGRATIONS
from tengen.storage.store import Store

ANN, BEN = b"\x00ann", b"ben\xff"
ROOM = KeptRoom("first", Setup(), (ANN, None), is_listed=True, made=1000)
END = GameEnded(5, GameResult(Seat.ONE, Termination.RESIGNED))


def begin(store: Store, room: KeptRoom, *events: Event) -> int:
    """Add a room, begin its game and append events; return the game."""
    store.add_room(room)
    game = store.begin_room(room.link, room.setup, (ANN, BEN), START)
    store.append(game, 1, events)
    return game


def links(entries: list[RoomEntry]) -> list[str]:
    return [entry.room.link for entry in entries]


def games_in(store: Store) -> tuple[list[int], list[int]]:
    """Return what the terminal lists: all games, and the unfinished ones."""
    return [at.game for at in store.games()], [at.game for at in store.unfinished()]


@pytest.mark.parametrize(
    "room",
    [
        ROOM,
        replace(ROOM, holders=(None, BEN), is_listed=False, before="earlier"),
        replace(ROOM, setup=Setup(RENJU, OpeningRule.SWAP2, Person("Ännchen"), Computer(3))),
        replace(ROOM, link="a/b c", setup=Setup(clock=TimeControl(None, 300_000, 2000))),
    ],
)
def test_a_room_is_read_as_it_was_stored(store: Store, tmp_path: Path, room: KeptRoom) -> None:
    store.add_room(room)
    with Store(str(tmp_path)) as other:
        assert other.room(room.link) == room
    assert store.room("another") is None


def test_the_game_of_a_room_begins_with_its_final_setup(any_store: Store) -> None:
    any_store.add_room(ROOM)
    setup = Setup(one=Person("Ben"), two=Person("Ann"))
    game = any_store.begin_room("first", setup, (BEN, ANN), GameStarted(7, setup))
    assert any_store.load(game) == [GameStarted(7, setup)]
    assert any_store.room("first") == replace(ROOM, setup=setup, holders=(BEN, ANN), game=game)


def test_a_room_has_only_one_game(any_store: Store) -> None:
    game = begin(any_store, ROOM)
    for link in ("first", "nowhere"):
        with pytest.raises(StoreError, match=f"room {link} has already begun, or there is no such"):
            any_store.begin_room(link, Setup(), (BEN, BEN), START)
    room = any_store.room("first")
    assert room is not None
    assert (room.game, room.holders) == (game, (ANN, BEN))


def test_a_refused_game_uses_up_no_number(store: Store) -> None:
    game = begin(store, ROOM)
    with pytest.raises(StoreError):
        store.begin_room("first", Setup(), (BEN, BEN), START)
    assert store.keep(START) == game + 1


def test_no_two_rooms_have_the_same_link_or_follow_the_same_room(any_store: Store) -> None:
    any_store.add_room(ROOM)
    any_store.add_room(replace(ROOM, link="second", before="first"))
    for taken in (ROOM, replace(ROOM, link="third", before="first")):
        with pytest.raises(
            StoreError, match=f"room {taken.link} already exists, or there is already"
        ):
            any_store.add_room(taken)
    assert any_store.room_after("first") == any_store.room("second")
    assert any_store.room_after("second") is None


def test_the_rooms_of_a_holder_are_those_with_a_seat_of_theirs(any_store: Store) -> None:
    game = begin(any_store, ROOM, note(1))
    any_store.add_room(replace(ROOM, link="second", holders=(None, BEN)))
    any_store.add_room(replace(ROOM, link="third"))
    assert links(any_store.rooms_of(ANN)) == ["third", "first"]
    assert links(any_store.rooms_of(BEN)) == ["second", "first"]
    assert any_store.rooms_of(b"nobody") == []
    waiting, begun = any_store.rooms_of(BEN)
    assert waiting.summary is None
    assert begun.summary is not None
    assert (begun.summary.game, begun.summary.says) == (game, "Black to move")


def test_rooms_are_listed_a_page_at_a_time(any_store: Store) -> None:
    for number in range(7):
        begin(any_store, replace(ROOM, link=str(number)), END)
    for page in (any_store.listed_rooms, lambda *at: any_store.rooms_of(BEN, *at)):
        found: list[str] = []
        before = None
        while entries := page(3, before):
            found += links(entries)
            before = entries[-1].number
        assert found == list("6543210")


def test_finished_games_of_public_rooms_are_listed(any_store: Store) -> None:
    begin(any_store, replace(ROOM, link="over"), END)
    begin(any_store, replace(ROOM, link="secret", is_listed=False), END)
    begin(any_store, replace(ROOM, link="going on"))
    any_store.add_room(replace(ROOM, link="waiting"))
    assert links(any_store.listed_rooms()) == ["over"]


def links_against_people(store: Store, holder: bytes, limit: int = 50) -> list[str]:
    return [room.link for room in store.rooms_against_people(holder, limit)]


def test_a_game_against_a_person_is_found_for_both_until_it_is_over(any_store: Store) -> None:
    begin(any_store, replace(ROOM, link="over"), END)
    begin(any_store, replace(ROOM, link="going on"))
    any_store.add_room(replace(ROOM, link="waiting"))
    for holder in (ANN, BEN):
        assert links_against_people(any_store, holder) == ["going on"]
    assert links_against_people(any_store, b"nobody") == []


def test_a_game_against_the_computer_or_yourself_is_not_against_a_person(any_store: Store) -> None:
    for link, holders in (("one", (ANN, None)), ("two", (None, ANN)), ("both", (ANN, ANN))):
        any_store.add_room(replace(ROOM, link=link))
        any_store.begin_room(link, Setup(), holders, START)
    assert links_against_people(any_store, ANN) == []


def test_only_the_newest_games_against_people_are_found(any_store: Store) -> None:
    for number, holders in enumerate([(ANN, BEN), (BEN, ANN)] * 3):
        any_store.add_room(replace(ROOM, link=str(number)))
        any_store.begin_room(str(number), Setup(), holders, START)
    assert links_against_people(any_store, ANN, 4) == list("5432")
    assert links_against_people(any_store, ANN) == list("543210")


def test_a_game_is_between_people_if_each_has_one_seat() -> None:
    both = [(ANN, BEN), (ANN, ANN), (ANN, None), (None, BEN)]
    assert [replace(ROOM, holders=at).is_between_people for at in both] == [True, *[False] * 3]


def test_old_invitations_that_nobody_accepted_are_deleted(any_store: Store) -> None:
    begin(any_store, replace(ROOM, link="begun", made=1))
    for made in (1, 2, 3):
        any_store.add_room(replace(ROOM, link=f"waiting {made}", made=made))
    assert any_store.forget_waiting(3) == 2
    assert links(any_store.rooms_of(ANN)) == ["waiting 3", "begun"]


def test_a_game_of_a_room_is_listed_once_it_is_over(any_store: Store) -> None:
    mine = any_store.keep(START)
    game = begin(any_store, ROOM)
    assert games_in(any_store) == ([mine], [mine])
    any_store.append(game, 1, [END])
    assert games_in(any_store) == ([game, mine], [mine])
    any_store.append(game, 2, [TakenBack(6, Seat.ONE, 1)])
    assert games_in(any_store) == ([mine], [mine])


def test_a_running_game_of_a_room_cannot_be_opened(any_store: Store) -> None:
    game = begin(any_store, ROOM)
    with pytest.raises(StoreError, match=f"game {game} is being played in the browser"):
        any_store.open(game)


def test_a_finished_game_of_a_room_takes_no_events(any_store: Store) -> None:
    game = begin(any_store, ROOM, END)
    with any_store.open(game) as opened:
        assert opened.events == [START, END]
        with pytest.raises(
            StoreError, match=f"game {game} was played in the browser: it can be viewed"
        ):
            opened.append([note(6)])
    assert any_store.load(game) == [START, END]


def test_an_unreadable_room_does_not_hide_the_others(store: Store, tmp_path: Path) -> None:
    for link in ("good", "bad", "worse"):
        begin(store, replace(ROOM, link=link), END)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE rooms SET setup = '{\"rules\":3}' WHERE link = 'bad'")
        database.execute("UPDATE events SET event = '' WHERE game = 3")
        database.execute("DELETE FROM summaries")
    assert links(store.listed_rooms(1)) == ["good"]
    with pytest.raises(StoreError, match="room bad cannot be read: not a setup"):
        store.room("bad")


def test_a_seat_is_free_if_nobody_holds_it_and_no_computer_plays() -> None:
    assert [ROOM.is_free(seat) for seat in Seat] == [False, True]
    turned = replace(ROOM, holders=(None, ANN))
    assert [turned.is_free(seat) for seat in Seat] == [True, False]
    alone = replace(ROOM, setup=Setup(two=Computer(3)))
    assert [alone.is_free(seat) for seat in Seat] == [False, False]


def test_a_game_between_people_has_two_different_holders() -> None:
    holders = ((ANN, BEN), (ANN, None), (None, BEN), (ANN, ANN))
    rooms = [replace(ROOM, holders=pair) for pair in holders]
    assert [room.is_between_people for room in rooms] == [True, False, False, False]


def test_a_game_is_running_from_its_beginning_to_its_end(any_store: Store) -> None:
    any_store.add_room(ROOM)
    assert not any_store.is_running(ROOM)
    game = any_store.begin_room("first", Setup(), (ANN, BEN), START)
    begun = replace(ROOM, game=game)
    assert any_store.is_running(begun)
    any_store.append(game, 1, [END])
    assert not any_store.is_running(begun)
    assert not any_store.is_running(replace(ROOM, game=99))


def test_a_page_is_filled_up_to_its_limit_despite_unreadable_games(
    store: Store, tmp_path: Path
) -> None:
    for number in range(5):
        begin(store, replace(ROOM, link=str(number)), END)
        store.keep(START)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE rooms SET setup = '' WHERE link = '3'")
        database.execute("UPDATE events SET event = '' WHERE game = 8")
    assert links(store.rooms_of(ANN, 2)) == ["4", "2"]
    assert links(store.listed_rooms(2)) == ["4", "2"]
    assert [at.game for at in store.games(2)] == [10, 9]
    assert [at.game for at in store.unfinished(2)] == [10, 6]


def test_a_page_has_fifty_entries_by_default(any_store: Store) -> None:
    for number in range(51):
        begin(any_store, replace(ROOM, link=str(number)), END)
        any_store.keep(START)
    pages = (
        any_store.rooms_of(ANN),
        any_store.listed_rooms(),
        any_store.games(),
        any_store.unfinished(),
    )
    assert [len(page) for page in pages] == [50] * 4


def test_only_one_server_may_use_a_directory(any_store: Store, tmp_path: Path) -> None:
    with Store(str(tmp_path)) as other:
        lock = any_store.serve()
        with pytest.raises(
            StoreError, match="another server is using these games; stop it, or use"
        ):
            other.serve()
        lock.close()
        other.serve().close()


def test_games_of_version_1_can_be_read(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as old, old:
        for statement in MIGRATIONS[0]:
            old.execute(statement)
        old.execute("PRAGMA user_version = 1")
        old.execute("INSERT INTO games (started) VALUES (5)")
        old.execute(
            'INSERT INTO events VALUES (1, 0, \'{"type":"GameStarted","at":0,"setup":{}}\')'
        )
    with Store(str(tmp_path)) as store:
        assert store.load(1) == [START]
        assert games_in(store) == ([1], [1])
        assert begin(store, ROOM) == 2


def test_an_invitation_can_be_deleted_and_a_game_cannot(any_store: Store) -> None:
    begin(any_store, ROOM)
    any_store.add_room(replace(ROOM, link="second"))
    assert [any_store.forget_room(link) for link in ("first", "second", "third")] == [
        False,
        True,
        False,
    ]
    assert links(any_store.rooms_of(ANN)) == ["first"]
