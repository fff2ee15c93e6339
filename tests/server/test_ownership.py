"""Rooms that servers take from each other, with owners in memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from kit.rooms import FakeServices, RecordingClient, until

from tengen.errors import RoomOutdated, SessionError, StoreError
from tengen.game import Seat
from tengen.game.clock import TimeControl
from tengen.game.commands import PlayMove
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW
from tengen.server.messages.game import MakeGame, OpponentKind
from tengen.server.rooms import ownership, registry
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.room import Room
from tengen.storage import KeptRoom, Store
from tengen.storage.ownership import LEASE_SECONDS, NodeListener

MOVE = PlayMove(Seat.ONE, Point(7, 7))


@dataclass
class Owners:
    """The table of owners, which nodes share."""

    nodes: dict[str, FakeOwner] = field(default_factory=dict)
    rooms: dict[str, tuple[FakeOwner | None, int]] = field(default_factory=dict)
    is_broken: bool = False
    deleted: str = ""
    """The link of a room that has been deleted."""
    orphans: list[str] = field(default_factory=list)
    """The links of rooms that were released as orphans."""


class FakeOwner:
    """A node that takes rooms in memory."""

    is_alone = False

    def __init__(self, owners: Owners) -> None:
        self._owners = owners
        self.is_alive = True
        self.is_deaf = False
        self.listener: NodeListener | None = None
        self.lost: list[str] = []
        """The links of orphans."""

    def start(self, listener: NodeListener) -> None:
        self.listener = listener

    def take(self, links: Sequence[str], *, by_force: bool = False) -> dict[str, int]:
        if self._owners.is_broken:
            raise StoreError("the database", "is away")
        taken = {}
        for link in links:
            owner, epoch = self._owners.rooms.get(link, (None, 0))
            is_free = by_force or owner is None or owner is self or not owner.is_alive
            if is_free and link != self._owners.deleted:
                taken[link] = epoch + 1
                self._owners.rooms[link] = (self, epoch + 1)
        return taken

    def request(self, links: Sequence[str]) -> None:
        for link in links:
            owner = self._owners.rooms[link][0]
            if owner is not None and owner.listener is not None and not owner.is_deaf:
                owner.listener.on_request(link)

    def release(self, link: str, epoch: int, *, as_orphan: bool = False) -> None:
        if self._owners.rooms[link] == (self, epoch):
            self._owners.rooms[link] = (None, epoch)
            if as_orphan:
                self._owners.orphans.append(link)

    def epoch_of(self, link: str) -> int | None:
        return self.owned().get(link)

    def owned(self) -> dict[str, int]:
        rooms = self._owners.rooms.items()
        return {link: epoch for link, (owner, epoch) in rooms if owner is self}

    def orphans(self, _limit: int) -> list[str]:
        lost, self.lost = self.lost, []
        return lost

    def stop(self) -> None:
        self.is_alive = False


@dataclass
class Node:
    """A server without its pages."""

    owner: FakeOwner
    services: FakeServices
    rooms: RoomRegistry

    async def enter(self, link: str) -> RecordingClient:
        room = await self.rooms.find(link)
        assert room is not None
        client = RecordingClient(self.services, room.kept.holders[0])
        room.enter(client.client)
        return client


@asynccontextmanager
async def node(directory: Path, owners: Owners) -> AsyncIterator[Node]:
    with Store(str(directory)) as store:
        owner = FakeOwner(owners)
        store.owner = owner
        services = FakeServices(store)
        services.open()
        rooms = RoomRegistry(services)
        rooms.open()
        yield Node(owner, services, rooms)
        await rooms.close()
        await services.close()


Scenario = Callable[[Owners, Node, Node, str], Awaitable[None]]


def run(directory: Path, scenario: Scenario) -> None:
    """Run a scenario with two nodes and a game."""

    async def play() -> None:
        owners = Owners()
        async with node(directory, owners) as one, node(directory, owners) as two:
            room = await one.rooms.make(MakeGame(OpponentKind.HERE, FIVE_IN_A_ROW), b"ann")
            await scenario(owners, one, two, room.kept.link)

    asyncio.run(play())


def closed_with(client: RecordingClient) -> list[int]:
    return [message["code"] for message in client.sent if message["type"] == "websocket.close"]


def test_a_new_room_belongs_to_nobody(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, _two: Node, link: str) -> None:
        assert owners.rooms[link][0] is None
        assert one.rooms.loaded == {}

    run(tmp_path, scenario)


def test_a_room_moves_to_the_node_that_its_players_reach(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, two: Node, link: str) -> None:
        first = await one.enter(link)
        one.rooms.loaded[link].run(MOVE)
        second = await two.enter(link)
        state = await second.wait_for("state")
        assert state["moves"] == [112]
        await until(lambda: closed_with(first) == [1012])
        assert (owners.rooms[link][0], list(one.rooms.loaded)) == (two.owner, [])

    run(tmp_path, scenario)


def test_a_node_that_does_not_answer_loses_its_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "FORCE_AFTER", 0.2)

    async def scenario(owners: Owners, one: Node, two: Node, link: str) -> None:
        await one.enter(link)
        one.owner.is_deaf = True
        await two.enter(link)
        assert owners.rooms[link][0] is two.owner

    run(tmp_path, scenario)


def test_rooms_of_a_node_that_stops_can_be_taken_at_once(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, two: Node, link: str) -> None:
        client = await one.enter(link)
        await one.rooms.hand_over_all()
        await until(lambda: closed_with(client) == [1012])
        assert not one.owner.is_alive
        await two.enter(link)
        assert owners.rooms[link][0] is two.owner

    run(tmp_path, scenario)


def test_games_with_running_clocks_are_not_forgotten_when_a_node_stops(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, _two: Node, untimed: str) -> None:
        wanted = MakeGame(OpponentKind.HERE, FIVE_IN_A_ROW, clock=TimeControl(game=60_000))
        timed = (await one.rooms.make(wanted, b"ann")).kept.link
        for link in (untimed, timed):
            await one.enter(link)
            one.rooms.loaded[link].run(MOVE)
        await one.rooms.hand_over_all()
        assert owners.orphans == [timed]

    run(tmp_path, scenario)


def test_only_a_few_rooms_are_loaded_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, most = 0, 0

    async def load_taken(rooms: RoomRegistry, kept: KeptRoom, epoch: int) -> Room:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return await load(rooms, kept, epoch)

    load = RoomRegistry._load_taken  # noqa: SLF001 - nothing else shows how many are loaded
    monkeypatch.setattr(RoomRegistry, "_load_taken", load_taken)

    async def scenario(_owners: Owners, one: Node, two: Node, _link: str) -> None:
        wanted = MakeGame(OpponentKind.HERE, FIVE_IN_A_ROW)
        links = [(await one.rooms.make(wanted, b"ann")).kept.link for _ in range(10)]
        await asyncio.gather(*map(two.rooms.find, links))
        assert (len(two.rooms.loaded), most) == (10, registry.MAX_LOADING)

    run(tmp_path, scenario)


def test_rooms_are_handed_over_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "HAND_OVER_PAUSE", 0.2)

    async def scenario(_owners: Owners, one: Node, _two: Node, first: str) -> None:
        wanted = MakeGame(OpponentKind.HERE, FIVE_IN_A_ROW)
        second = (await one.rooms.make(wanted, b"ann")).kept.link
        clients = [await one.enter(link) for link in (first, second)]
        handing_over = asyncio.create_task(one.rooms.hand_over_all())
        await until(lambda: closed_with(clients[0]) == [1012])
        one.rooms.loaded[second].run(MOVE)
        await until(lambda: [112] in [state["moves"] for state in clients[1].received("state")])
        await handing_over
        await until(lambda: closed_with(clients[1]) == [1012])

    run(tmp_path, scenario)


def test_the_rest_is_handed_over_at_once_when_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "HAND_OVER_SECONDS", 0.0)

    async def scenario(_owners: Owners, one: Node, _two: Node, link: str) -> None:
        client = await one.enter(link)
        await one.rooms.hand_over_all()
        await until(lambda: closed_with(client) == [1012])
        assert not one.owner.is_alive

    run(tmp_path, scenario)


def test_a_room_that_was_deleted_meanwhile_does_not_delay_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "FORCE_AFTER", 0.2)

    async def scenario(owners: Owners, one: Node, two: Node, link: str) -> None:
        wanted = MakeGame(OpponentKind.HERE, FIVE_IN_A_ROW)
        other = (await one.rooms.make(wanted, b"ann")).kept.link
        owners.deleted = link
        found = await asyncio.gather(
            two.rooms.find(link), two.rooms.find(other), return_exceptions=True
        )
        assert str(found[0]).endswith(f"room {link} was deleted")
        assert two.rooms.loaded[other] is found[1]

    run(tmp_path, scenario)


def test_a_room_that_cannot_be_written_any_more_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(_owners: Owners, one: Node, _two: Node, link: str) -> None:
        client = await one.enter(link)
        await client.wait_for("state")
        lost = RoomOutdated("the database", "another server has taken over game 1")
        monkeypatch.setattr(one.services, "save_events", lambda *args: args[3](lost))
        one.rooms.loaded[link].run(MOVE)
        await until(lambda: closed_with(client) == [1012])
        assert one.rooms.loaded == {}
        assert [state["moves"] for state in client.received("state")] == [[]]

    run(tmp_path, scenario)


def test_a_withdrawn_invitation_was_not_taken_by_another_node(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, _two: Node, _link: str) -> None:
        room = await one.rooms.make(MakeGame(OpponentKind.FRIEND, FIVE_IN_A_ROW), b"ann")
        link = room.kept.link
        await one.enter(link)
        assert await one.rooms.withdraw(link, b"ann")
        del owners.rooms[link]  # the database deletes it with the room
        await one.rooms._ownership._drop_lost()  # noqa: SLF001 - as every few seconds
        assert one.services.metrics.rooms_lost.value == 0

    run(tmp_path, scenario)


def test_a_late_lease_drops_the_rooms_that_were_taken(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, two: Node, link: str) -> None:
        client = await one.enter(link)
        one.rooms._ownership._renewed_at -= LEASE_SECONDS + 0.1  # noqa: SLF001 - as if paused
        owners.rooms[link] = (two.owner, 99)
        assert one.owner.listener is not None
        one.owner.listener.on_renewed(time.monotonic())
        await until(lambda: closed_with(client) == [1012])
        assert one.rooms.loaded == {}

    run(tmp_path, scenario)


def test_a_room_that_was_taken_without_notice_is_not_shown(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, two: Node, link: str) -> None:
        client = await one.enter(link)
        stale = one.rooms.loaded[link]
        owners.rooms[link] = (two.owner, owners.rooms[link][1] + 1)
        two.owner.is_alive = False
        assert await one.rooms.find(link) is not stale
        await until(lambda: closed_with(client) == [1012])

    run(tmp_path, scenario)


def test_a_node_that_is_cut_off_sends_its_players_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "GIVE_UP_AFTER", 0.3)

    async def scenario(_owners: Owners, one: Node, _two: Node, link: str) -> None:
        client = await one.enter(link)
        await until(lambda: closed_with(client) == [1012])
        assert one.services.not_ready_because == "the lease of the rooms cannot be renewed"
        with pytest.raises(StoreError, match="cannot be renewed"):
            await one.rooms.find(link)
        assert one.owner.listener is not None
        one.owner.listener.on_renewed(time.monotonic())
        await until(lambda: one.services.not_ready_because is None)

    run(tmp_path, scenario)


def test_a_node_that_was_cut_off_releases_the_games_that_nobody_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "GIVE_UP_AFTER", 0.3)
    monkeypatch.setattr(ownership, "SWEEP_SECONDS", 0.05)

    async def scenario(owners: Owners, one: Node, _two: Node, link: str) -> None:
        client = await one.enter(link)
        await until(lambda: closed_with(client) == [1012])
        assert one.owner.owned() != {}
        monkeypatch.setattr(ownership, "GIVE_UP_AFTER", 60.0)
        assert one.owner.listener is not None
        one.owner.listener.on_renewed(time.monotonic())
        await until(lambda: owners.orphans == [link])
        assert one.owner.owned() == {}

    run(tmp_path, scenario)


def test_a_room_cannot_be_taken_without_the_database(tmp_path: Path) -> None:
    async def scenario(owners: Owners, _one: Node, two: Node, link: str) -> None:
        owners.is_broken = True
        with pytest.raises(StoreError, match="is away"):
            await two.rooms.find(link)
        owners.is_broken = False
        assert await two.rooms.find(link) is not None

    run(tmp_path, scenario)


def test_a_game_is_read_without_taking_its_room(tmp_path: Path) -> None:
    async def scenario(owners: Owners, one: Node, two: Node, link: str) -> None:
        await one.enter(link)
        one.rooms.loaded[link].run(MOVE)
        await until(lambda: not one.rooms.loaded[link].is_saving)
        session = await two.rooms.session_of(link)
        assert session is not None
        assert len(session.state.board.moves) == 1
        assert owners.rooms[link][0] is one.owner

    run(tmp_path, scenario)


def test_games_of_dead_nodes_are_adopted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownership, "SWEEP_SECONDS", 0.05)

    async def scenario(owners: Owners, _one: Node, two: Node, link: str) -> None:
        two.owner.lost = [link]
        await until(lambda: link in two.rooms.loaded)
        assert owners.rooms[link][0] is two.owner

    run(tmp_path, scenario)


def test_a_game_that_cannot_be_replayed_does_not_keep_others_from_being_adopted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ownership, "SWEEP_SECONDS", 0.05)
    adopt = RoomRegistry._adopt  # noqa: SLF001 - called by the sweep only
    wanted = MakeGame(OpponentKind.HERE, FIVE_IN_A_ROW)

    async def scenario(_owners: Owners, one: Node, two: Node, broken: str) -> None:
        async def adopt_or_fail(link: str) -> None:
            if link == broken:
                raise SessionError("the first event of a game must be GameStarted")
            await adopt(two.rooms, link)

        monkeypatch.setattr(two.rooms._ownership, "_adopt", adopt_or_fail)  # noqa: SLF001 - likewise
        second, third = [(await one.rooms.make(wanted, b"ann")).kept.link for _ in range(2)]
        two.owner.lost = [broken, second]
        await until(lambda: second in two.rooms.loaded)
        two.owner.lost = [third]
        await until(lambda: third in two.rooms.loaded)

    run(tmp_path, scenario)
