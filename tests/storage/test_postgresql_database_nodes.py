"""Leases and epochs: which node owns a room, and that no other one can write."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from kit.keeping import START, note
from kit.postgresql import PostgresqlServer

from tengen.errors import RoomOutdated, StoreError
from tengen.game.setup import Setup
from tengen.storage import postgresql_database
from tengen.storage.event_writer import make_event_batch
from tengen.storage.ownership import NodeListener
from tengen.storage.postgresql_database import PostgresqlNode
from tengen.storage.rooms import KeptRoom
from tengen.storage.shared_store import SharedStore

LINK = "abcdefghijkl"
ROOM = KeptRoom(LINK, Setup(), (b"ann", b"ben"), is_listed=False, made=0)
SOON = 10.0
LATER = 10**15
SILENT = NodeListener(lambda _link: None, lambda _begun: None)


@pytest.fixture
def address(postgresql: PostgresqlServer) -> str:
    return postgresql.make_database()


@pytest.fixture
def nodes(address: str) -> Iterator[list[SharedStore]]:
    stores = [SharedStore(address) for _ in range(2)]
    yield stores
    for store in stores:
        store.owner.stop()
        store.close()


def wait_for(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.01)


def node_of(store: SharedStore) -> PostgresqlNode:
    assert isinstance(store.owner, PostgresqlNode)
    return store.owner


def take(store: SharedStore, link: str = LINK, *, by_force: bool = False) -> int:
    return store.owner.take([link], by_force=by_force)[link]


def save(store: SharedStore, game: int, first: int, epoch: int) -> StoreError | None:
    replies: list[StoreError | None] = []
    writer = store.start_writer(lambda batch: replies.extend(error for _, error in batch))
    writer.append_all([(make_event_batch(game, first, [note(first)], epoch), lambda _error: None)])
    writer.close()
    return replies[0]


def test_a_living_node_keeps_its_rooms(nodes: list[SharedStore]) -> None:
    one, two = nodes
    one.add_room(ROOM)
    one.owner.start(SILENT)
    epoch = take(one)
    assert two.owner.take([LINK]) == {}
    assert one.owner.owned() == {LINK: epoch}
    assert take(one) == epoch + 1


def test_rooms_that_do_not_exist_are_left_out(nodes: list[SharedStore]) -> None:
    one, _ = nodes
    one.add_room(ROOM)
    assert one.owner.take(["zyxwvutsrqpo", LINK]) == {LINK: 1}


def test_a_released_room_can_be_taken(nodes: list[SharedStore]) -> None:
    one, two = nodes
    one.add_room(ROOM)
    one.owner.start(SILENT)
    epoch = take(one)
    one.owner.release(LINK, epoch - 1)
    assert two.owner.take([LINK]) == {}
    one.owner.release(LINK, epoch)
    assert take(two) == epoch + 1


def test_the_rooms_of_a_node_that_has_ended_can_be_taken_at_once(nodes: list[SharedStore]) -> None:
    one, two = nodes
    one.add_room(ROOM)
    one.owner.start(SILENT)
    take(one)
    one.owner.stop()
    take(two)


def test_the_lease_of_a_node_ends_when_it_is_not_renewed(
    nodes: list[SharedStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    one.add_room(ROOM)
    monkeypatch.setattr(postgresql_database, "LEASE", timedelta(milliseconds=300))
    monkeypatch.setattr(postgresql_database, "RENEW_SECONDS", 60)
    one.owner.start(SILENT)
    take(one)
    wait_for(lambda: two.owner.take([LINK]) != {})
    assert one.owner.owned() == {}


def test_a_node_is_asked_for_its_room(nodes: list[SharedStore]) -> None:
    one, two = nodes
    one.add_room(ROOM)
    asked: list[str] = []
    renewals = threading.Semaphore(0)
    one.owner.start(NodeListener(asked.append, lambda _begun: renewals.release()))
    assert renewals.acquire(timeout=SOON)
    take(one)
    two.owner.request([LINK])
    wait_for(lambda: asked == [LINK])


def test_a_node_that_lost_a_room_cannot_write(nodes: list[SharedStore]) -> None:
    one, two = nodes
    one.add_room(ROOM)
    one.owner.start(SILENT)
    old = take(one)
    game = one.begin_room(LINK, Setup(), ROOM.holders, START, old)
    assert save(one, game, 1, old) is None
    new = take(two, by_force=True)
    error = save(one, game, 2, old)
    assert isinstance(error, RoomOutdated)
    assert "another server has taken over game" in str(error)
    assert save(two, game, 2, new) is None
    assert two.load(game) == [START, note(1), note(2)]


def test_a_node_that_lost_a_room_cannot_begin_its_game(nodes: list[SharedStore]) -> None:
    one, two = nodes
    one.add_room(ROOM)
    old, _new = take(one), take(two)
    with pytest.raises(RoomOutdated, match="another server has taken over room"):
        one.begin_room(LINK, Setup(), ROOM.holders, START, old)
    room = two.room(LINK)
    assert room is not None
    assert room.game is None


def test_nodes_that_take_and_begin_a_room_do_not_wait_for_each_other(
    nodes: list[SharedStore], address: str
) -> None:
    one, _ = nodes
    one.add_room(ROOM)
    epoch = take(one)
    begin = threading.Thread(
        target=one.begin_room, args=(LINK, Setup(), ROOM.holders, START, epoch)
    )
    with psycopg.connect(address) as other:
        other.execute("SELECT 1 FROM rooms FOR KEY SHARE")  # as if it took the room
        begin.start()
        wait_for(lambda: is_waiting(address))
        other.execute("SELECT 1 FROM owners FOR UPDATE NOWAIT")
    begin.join()
    room = one.room(LINK)
    assert room is not None
    assert room.game is not None


def is_waiting(address: str) -> bool:
    """Whether a connection to the database waits for a lock."""
    with psycopg.connect(address) as connection:
        statement = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        return connection.execute(statement).fetchone() is not None


def test_a_game_that_a_node_takes_is_not_deleted(nodes: list[SharedStore], address: str) -> None:
    one, two = nodes
    one.add_room(ROOM)
    game = one.begin_room(LINK, Setup(), ROOM.holders, START, take(one))
    deleted: list[int] = []
    delete = threading.Thread(target=lambda: deleted.append(one.forget_unplayed(LATER)))
    with psycopg.connect(address) as other:
        other.execute("UPDATE games SET epoch = epoch + 1")  # as if it took the room
        delete.start()
        wait_for(lambda: is_waiting(address))
    delete.join()
    assert deleted == [0]
    two.owner.start(SILENT)
    take(two)
    assert two._backend.delete_unplayed([game]) == 0  # noqa: SLF001 - it was found just before


def test_running_games_of_dead_nodes_are_orphans(
    nodes: list[SharedStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    other = "mnopqrstuvwx"
    one.add_room(ROOM)
    one.add_room(KeptRoom(other, Setup(), (b"ann", None), is_listed=False, made=0))
    one.owner.start(SILENT)
    epoch = take(one)
    take(one, other)
    one.begin_room(LINK, Setup(), ROOM.holders, START, epoch)
    assert two.owner.orphans(10) == []
    one.owner.stop()
    assert two.owner.orphans(10) == []  # players have some time to return
    monkeypatch.setattr(postgresql_database, "ORPHAN_AFTER", timedelta())
    assert two.owner.orphans(10) == [LINK]
    assert two.owner.take([other]) != {}


def test_an_orphan_can_be_taken_at_once_and_is_found_if_nobody_does(
    nodes: list[SharedStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = nodes
    one.add_room(ROOM)
    one.owner.start(SILENT)
    epoch = take(one)
    one.begin_room(LINK, Setup(), ROOM.holders, START, epoch)
    one.owner.release(LINK, epoch - 1, as_orphan=True)
    assert one.owner.owned() == {LINK: epoch}
    one.owner.release(LINK, epoch, as_orphan=True)
    assert two.owner.orphans(10) == []  # players have some time to return
    monkeypatch.setattr(postgresql_database, "ORPHAN_AFTER", timedelta())
    assert two.owner.orphans(10) == [LINK]
    two.owner.start(SILENT)
    assert take(two) == epoch + 1
    assert one.owner.orphans(10) == []


# Random sequences


class Ownership(RuleBasedStateMachine):
    """Nodes that take, write, pause, die and are cut off, in random order."""

    store_address = ""

    def __init__(self) -> None:
        super().__init__()
        self.stores = [SharedStore(self.store_address) for _ in range(3)]
        self.epochs: list[int | None] = [None] * 3
        """The epoch with which each node believes to own the room."""
        link = f"{threading.get_native_id()}-{time.monotonic_ns()}"
        self.link = link
        self.stores[0].add_room(KeptRoom(link, Setup(), (b"ann", b"ben"), is_listed=False, made=0))
        self.renew(0)
        epoch = self.epochs[0] = take(self.stores[0], link)
        self.game = self.stores[0].begin_room(link, Setup(), (b"ann", b"ben"), START, epoch)
        self.written = 0
        self.owner = 0
        """The node that has taken the room last."""

    def teardown(self) -> None:
        for store in self.stores:
            store.close()

    def renew(self, number: int) -> None:
        with node_of(self.stores[number])._database.using() as connection:  # noqa: SLF001 - without its thread
            node_of(self.stores[number])._renew(connection)  # noqa: SLF001 - likewise

    @rule(number=st.integers(0, 2))
    def stay_alive(self, number: int) -> None:
        self.renew(number)

    @rule(number=st.integers(0, 2))
    def die_or_pause(self, number: int) -> None:
        """The lease ends. A paused node still believes that it owns the room."""
        with node_of(self.stores[number])._database.using() as connection:  # noqa: SLF001 - likewise
            statement = "UPDATE nodes SET lease_until = '-infinity' WHERE node = %s"
            connection.execute(statement, (node_of(self.stores[number]).name,))

    @rule(number=st.integers(0, 2), by_force=st.booleans())
    def take_room(self, number: int, *, by_force: bool) -> None:
        epoch = self.stores[number].owner.take([self.link], by_force=by_force).get(self.link)
        if epoch is not None:
            known = [known for known in self.epochs if known is not None]
            assert epoch > max(known, default=0)
            self.epochs[number] = epoch
            self.owner = number

    @precondition(lambda self: any(epoch is not None for epoch in self.epochs))
    @rule(number=st.integers(0, 2))
    def write(self, number: int) -> None:
        epoch = self.epochs[number]
        if epoch is None:
            return
        error = save(self.stores[number], self.game, self.written + 1, epoch)
        assert (error is None) == (number == self.owner)
        if error is None:
            self.written += 1
        else:
            assert isinstance(error, RoomOutdated)
            self.epochs[number] = None

    @rule(number=st.integers(0, 2))
    def release(self, number: int) -> None:
        epoch = self.epochs[number]
        if epoch is not None:
            self.stores[number].owner.release(self.link, epoch)

    @invariant()
    def history_has_no_gap_and_no_second_version(self) -> None:
        events = self.stores[0].load(self.game)
        assert events == [START, *map(note, range(1, self.written + 1))]


def test_never_two_writers_and_never_a_gap(address: str) -> None:
    class AtAddress(Ownership):
        store_address = address

    machine = AtAddress.TestCase
    machine.settings = settings(
        max_examples=25, stateful_step_count=20, suppress_health_check=list(HealthCheck)
    )
    machine().runTest()
