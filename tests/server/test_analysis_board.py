from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kit.studies import background
from kit.web import served
from starlette.testclient import TestClient

from tengen.server.background.jobs import ComputeFacts
from tengen.server.messages.study import (
    AnalysisUpdate,
    PositionFacts,
    PositionJudged,
    PositionSpec,
    ZoneFound,
)
from tengen.server.send_queue import SendQueue
from tengen.server.study.analysis_board import AnalysisBoard
from tengen.server.workers import (
    AnalyseJob,
    EngineJob,
    EngineMessage,
    Requester,
    ReviewJob,
    Workers,
    ZoneJob,
)

RULES = "3x3/3 freestyle"


class Desk(Workers):
    """Workers that do nothing but remember what they were asked."""

    def __init__(self) -> None:
        self.asked: list[EngineJob] = []
        self.tell: list[Callable[[EngineMessage], None]] = []
        self.cancelled: list[int] = []

    def ask(self, job: EngineJob, owner: Requester, tell: Callable[[EngineMessage], None]) -> Any:  # noqa: ANN401, ARG002
        number = len(self.asked)
        self.asked.append(job)
        self.tell.append(tell)

        class Slip:
            cancel = staticmethod(lambda: self.cancelled.append(number))

        return Slip()


class Box(SendQueue):
    """Keeps what is posted."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.told: list[dict[str, Any]] = []

    def post(self, kind: str, text: str) -> None:
        self.kinds.append(kind)
        self.told.append(json.loads(text))


class Anna:
    """Somebody at an analysis board, who may have the engine look at everything."""

    def __init__(self, desk: Desk, box: Box) -> None:
        self._study = AnalysisBoard(
            desk, Requester("anna", "here"), box, self._object_to, self._find_facts
        )
        self.leave = self._study.leave

    async def _object_to(self, _asked: PositionSpec) -> None:
        """There is nothing against it."""

    async def _find_facts(self, asked: PositionSpec) -> PositionFacts:
        done = await background().do(ComputeFacts(asked), Requester("anna", "here"))
        return msgspec.json.decode(done.body, type=PositionFacts)

    def hear(self, text: str) -> None:
        asyncio.run(self._do(text))

    async def _do(self, text: str) -> None:
        await self._study.hear(text)
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})


def study() -> tuple[Anna, Desk, Box]:
    desk, box = Desk(), Box()
    return Anna(desk, box), desk, box


def look(number: int, moves: list[int], *, engine: bool = True, **more: object) -> str:
    position = {"rules": RULES, "moves": moves, **more}
    return json.dumps({"type": "look", "id": number, "position": position, "engine": engine})


def test_a_look_is_answered_at_once_with_what_the_rules_say() -> None:
    anna, desk, box = study()
    anna.hear(look(7, [4], engine=False))
    assert box.told[0]["id"] == 7
    assert box.told[0]["news"]["turn"] == 2
    assert desk.asked == []


def test_the_engine_thinks_until_something_else_is_looked_at() -> None:
    anna, desk, box = study()
    anna.hear(look(1, [4]))
    assert isinstance(desk.asked[0], AnalyseJob)
    desk.tell[0](AnalysisUpdate(3, 100, 0.1, ()))
    assert (box.told[-1]["id"], box.told[-1]["news"]["depth"]) == (1, 3)
    anna.hear(look(2, [4, 0]))
    assert desk.cancelled == [0]


def test_nothing_is_thought_about_a_game_that_is_over_or_cannot_be() -> None:
    anna, desk, _ = study()
    anna.hear(look(1, [0, 3, 1, 4, 2]))
    anna.hear(look(2, [0, 0]))
    assert desk.asked == []


def test_whoever_leaves_has_nothing_going_on_any_more() -> None:
    anna, desk, _ = study()
    anna.hear(look(1, [4]))
    anna.hear('{"type": "review", "id": 2, "position": {"rules": "five", "moves": [4]}}')
    anna.leave()
    assert desk.cancelled == [0, 1]


def test_a_review_goes_on_beside_the_looks_and_can_be_given_up() -> None:
    anna, desk, box = study()
    anna.hear('{"type": "review", "id": 1, "position": {"rules": "five", "moves": [4]}}')
    assert isinstance(desk.asked[0], ReviewJob)
    anna.hear(look(2, [4], engine=False))
    desk.tell[0](PositionJudged(1, 0.5, "open", None, 0, (), None))
    assert box.told[-1]["id"] == 1
    assert desk.cancelled == []
    anna.hear('{"type": "stop-review"}')
    assert desk.cancelled == [0]


def test_every_position_of_a_review_arrives_even_over_a_slow_network() -> None:
    anna, desk, box = study()
    anna.hear('{"type": "review", "id": 1, "position": {"rules": "five", "moves": [4]}}')
    for ply in (1, 0):
        desk.tell[0](PositionJudged(ply, 0.5, "open", None, 0, (), None))
    assert len(set(box.kinds)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        '{"type": "look"}',
        '{"type": "lock", "id": 1}',
        look(1, [9]),
        look(1, [-1]),
        look(1, [], stones=[[0, 3]]),
        '{"type": "look", "id": 1, "position": {"rules": "99x99/5 freestyle"}}',
        '{"type": "review", "id": 1, "position": {"rules": "3x3/3 freestyle", "moves": [99]}}',
        "[" * 10_000,
    ],
)
def test_a_message_that_makes_no_sense_is_told_so_and_nothing_begins(text: str) -> None:
    anna, desk, box = study()
    anna.hear(text)
    told = box.told[0]
    assert told.get("news", told)["type"] == "problem"
    assert desk.asked == []


def test_a_review_of_no_moves_is_refused() -> None:
    anna, desk, box = study()
    anna.hear('{"type": "review", "id": 5, "position": {"rules": "five"}}')
    assert (box.told[0]["id"], box.told[0]["news"]["type"]) == (5, "problem")
    assert desk.asked == []


def hear_until(server: TestClient, text: str, last: str) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = []
    with server.websocket_connect("/socket/analysis") as socket:
        socket.send_text(text)
        while not heard or heard[-1]["type"] != last:
            heard.append(json.loads(socket.receive_text())["news"])
    return heard


def test_thoughts_and_judged_moves_come_over_the_socket(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        heard = hear_until(server, look(1, [4, 0, 1]), "look-done")
        thought = heard[-2]
        assert (heard[0]["type"], thought["lines"][0]["moves"][0]) == ("facts", 7)
        game = {"rules": RULES, "moves": [4, 1, 0]}
        review = json.dumps({"type": "review", "id": 2, "position": game})
        judged = hear_until(server, review, "review-done")
        assert {news["ply"] for news in judged[:-1]} == {0, 1, 2, 3}


def test_the_zone_is_found_beside_the_engine_and_given_up_with_it() -> None:
    anna, desk, box = study()
    asked = json.loads(look(1, [4], engine=True))
    anna.hear(json.dumps({**asked, "zone": True}))
    assert [type(job) for job in desk.asked] == [ZoneJob, AnalyseJob]
    desk.tell[0](ZoneFound((3, 5), empty=8, is_possible=True))
    assert box.told[-1]["news"]["cells"] == [3, 5]
    anna.hear(look(2, [4], engine=False))
    assert sorted(desk.cancelled) == [0, 1]
