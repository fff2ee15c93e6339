"""Whether a server can take players."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from kit.keeping import note
from kit.rooms import FakeServices, run_scenario, until

from tengen.errors import StoreError
from tengen.rules import GAMES
from tengen.server import monitor
from tengen.server.messages.game import MakeGame, OpponentKind
from tengen.server.monitor import PROBE_KEY, SLOW_STORE, Readiness
from tengen.server.rooms.registry import RoomRegistry

FULL = StoreError("games", "the disk is full")


def fail(*_args: object) -> None:
    raise FULL


def test_a_server_with_a_store_that_works_is_ready(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, _rooms: RoomRegistry) -> None:
        assert await Readiness(services).problem() is None
        assert services.store.recall(PROBE_KEY) is None

    run_scenario(tmp_path, scenario)


def test_another_part_of_the_server_can_say_why_it_is_not_ready(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, _rooms: RoomRegistry) -> None:
        asked = Readiness(services)
        services.not_ready_because = "its lease has expired"
        assert await asked.problem() == "its lease has expired"
        services.not_ready_because = None
        assert await asked.problem() is None

    run_scenario(tmp_path, scenario)


def test_a_store_that_cannot_be_read_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, _rooms: RoomRegistry) -> None:
        monkeypatch.setattr(services.store, "recall", fail)
        assert await Readiness(services).problem() == str(FULL)

    run_scenario(tmp_path, scenario)


def test_after_a_failed_save_the_store_must_be_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, _rooms: RoomRegistry) -> None:
        monkeypatch.setattr(monitor, "VALID_SECONDS", 0.0)
        asked = Readiness(services)
        services.can_save = False
        with monkeypatch.context() as full:
            full.setattr(services.store, "remember", fail)
            assert await asked.problem() == str(FULL)
            assert await asked.problem() == str(FULL)
        assert await asked.problem() is None
        assert services.can_save
        assert services.store.recall(PROBE_KEY) == b""

    run_scenario(tmp_path, scenario)


def test_the_services_notice_whether_the_last_save_succeeded(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        game = (await rooms.make(MakeGame(OpponentKind.HERE, GAMES["five"]), b"anna")).kept.game
        assert game is not None
        answers: list[StoreError | None] = []
        services.save_events(game, 5, [note(1)], answers.append)  # the game has 1 event
        await until(lambda: len(answers) == 1)
        assert not services.can_save
        services.save_events(game, 1, [note(1)], answers.append)
        await until(lambda: len(answers) == 2)
        assert services.can_save
        assert answers[1] is None

    run_scenario(tmp_path, scenario)


def test_the_store_is_asked_at_most_once_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, _rooms: RoomRegistry) -> None:
        asked, keys = Readiness(services), list[str]()
        monkeypatch.setattr(services.store, "recall", keys.append)
        await asyncio.gather(*(asked.problem() for _ in range(20)))
        await asked.problem()
        assert keys == [PROBE_KEY]

    run_scenario(tmp_path, scenario)


def test_a_store_that_hangs_is_a_problem_and_is_asked_by_one_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, _rooms: RoomRegistry) -> None:
        answer, keys = threading.Event(), list[str]()

        def hang(key: str) -> None:
            keys.append(key)
            answer.wait(60)

        monkeypatch.setattr(monitor, "STORE_SECONDS", 0.01)
        monkeypatch.setattr(services.store, "recall", hang)
        asked = Readiness(services)
        assert [await asked.problem() for _ in range(5)] == [SLOW_STORE] * 5
        assert keys == [PROBE_KEY]
        answer.set()
        monkeypatch.setattr(monitor, "STORE_SECONDS", 60.0)
        assert await asked.problem() is None

    run_scenario(tmp_path, scenario)
