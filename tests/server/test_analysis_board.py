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


class RecordingWorkers(Workers):
    """Workers that only remember their jobs."""

    def __init__(self) -> None:
        self.asked: list[EngineJob] = []
        self.on_message: list[Callable[[EngineMessage], None]] = []
        self.cancelled: list[int] = []

    def submit(
        self,
        job: EngineJob,
        requester: Requester,  # noqa: ARG002 - the same for all
        on_message: Callable[[EngineMessage], None],
    ) -> Any:  # noqa: ANN401
        number = len(self.asked)
        self.asked.append(job)
        self.on_message.append(on_message)

        class Handle:
            cancel = staticmethod(lambda: self.cancelled.append(number))

        return Handle()


class RecordingQueue(SendQueue):
    """Keeps the posted texts."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.sent: list[dict[str, Any]] = []

    def post(self, kind: str, text: str) -> None:
        self.kinds.append(kind)
        self.sent.append(json.loads(text))


class BoardClient:
    """A client of an analysis board who may analyse everything."""

    def __init__(self, workers: RecordingWorkers, queue: RecordingQueue) -> None:
        self._board = AnalysisBoard(
            workers, Requester("anna", "here"), queue, self._find_objection, self._find_facts
        )
        self.close = self._board.close

    async def _find_objection(self, _asked: PositionSpec) -> None:
        """Allow everything."""

    async def _find_facts(self, asked: PositionSpec) -> PositionFacts:
        done = await background().do(ComputeFacts(asked), Requester("anna", "here"))
        return msgspec.json.decode(done.body, type=PositionFacts)

    def send(self, text: str) -> None:
        asyncio.run(self._do(text))

    async def _do(self, text: str) -> None:
        await self._board.handle(text)
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})


def make_board() -> tuple[BoardClient, RecordingWorkers, RecordingQueue]:
    workers, queue = RecordingWorkers(), RecordingQueue()
    return BoardClient(workers, queue), workers, queue


def look_message(number: int, moves: list[int], *, engine: bool = True, **more: object) -> str:
    position = {"rules": RULES, "moves": moves, **more}
    return json.dumps({"type": "look", "id": number, "position": position, "engine": engine})


def test_an_analysis_request_is_answered_at_once_with_the_facts() -> None:
    anna, workers, queue = make_board()
    anna.send(look_message(7, [4], engine=False))
    assert queue.sent[0]["id"] == 7
    assert queue.sent[0]["news"]["turn"] == 2
    assert workers.asked == []


def test_the_engine_analyses_until_the_next_request() -> None:
    anna, workers, queue = make_board()
    anna.send(look_message(1, [4]))
    assert isinstance(workers.asked[0], AnalyseJob)
    workers.on_message[0](AnalysisUpdate(3, 100, 0.1, ()))
    assert (queue.sent[-1]["id"], queue.sent[-1]["news"]["depth"]) == (1, 3)
    anna.send(look_message(2, [4, 0]))
    assert workers.cancelled == [0]


def test_finished_and_impossible_games_are_not_analysed() -> None:
    anna, workers, _ = make_board()
    anna.send(look_message(1, [0, 3, 1, 4, 2]))
    anna.send(look_message(2, [0, 0]))
    assert workers.asked == []


def test_closing_the_board_stops_all_jobs() -> None:
    anna, workers, _ = make_board()
    anna.send(look_message(1, [4]))
    anna.send('{"type": "review", "id": 2, "position": {"rules": "five", "moves": [4]}}')
    anna.close()
    assert workers.cancelled == [0, 1]


def test_a_review_runs_beside_an_analysis_and_can_be_stopped() -> None:
    anna, workers, queue = make_board()
    anna.send('{"type": "review", "id": 1, "position": {"rules": "five", "moves": [4]}}')
    assert isinstance(workers.asked[0], ReviewJob)
    anna.send(look_message(2, [4], engine=False))
    workers.on_message[0](PositionJudged(1, 0.5, "open", None, 0, (), None))
    assert queue.sent[-1]["id"] == 1
    assert workers.cancelled == []
    anna.send('{"type": "stop-review"}')
    assert workers.cancelled == [0]


def test_every_judged_position_reaches_a_slow_client() -> None:
    anna, workers, queue = make_board()
    anna.send('{"type": "review", "id": 1, "position": {"rules": "five", "moves": [4]}}')
    for ply in (1, 0):
        workers.on_message[0](PositionJudged(ply, 0.5, "open", None, 0, (), None))
    assert len(set(queue.kinds)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        '{"type": "look"}',
        '{"type": "lock", "id": 1}',
        look_message(1, [9]),
        look_message(1, [-1]),
        look_message(1, [], stones=[[0, 3]]),
        '{"type": "look", "id": 1, "position": {"rules": "99x99/5 freestyle"}}',
        '{"type": "review", "id": 1, "position": {"rules": "3x3/3 freestyle", "moves": [99]}}',
        "[" * 10_000,
    ],
)
def test_a_bad_message_is_answered_with_a_problem_and_starts_nothing(text: str) -> None:
    anna, workers, queue = make_board()
    anna.send(text)
    sent = queue.sent[0]
    assert sent.get("news", sent)["type"] == "problem"
    assert workers.asked == []


def test_a_review_without_moves_is_refused() -> None:
    anna, workers, queue = make_board()
    anna.send('{"type": "review", "id": 5, "position": {"rules": "five"}}')
    assert (queue.sent[0]["id"], queue.sent[0]["news"]["type"]) == (5, "problem")
    assert workers.asked == []


def receive_until(server: TestClient, text: str, last: str) -> list[dict[str, Any]]:
    received: list[dict[str, Any]] = []
    with server.websocket_connect("/socket/analysis") as socket:
        socket.send_text(text)
        while not received or received[-1]["type"] != last:
            received.append(json.loads(socket.receive_text())["news"])
    return received


def test_analysis_updates_and_judged_moves_come_over_the_socket(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        received = receive_until(server, look_message(1, [4, 0, 1]), "look-done")
        thought = received[-2]
        assert (received[0]["type"], thought["lines"][0]["moves"][0]) == ("facts", 7)
        game = {"rules": RULES, "moves": [4, 1, 0]}
        review = json.dumps({"type": "review", "id": 2, "position": game})
        judged = receive_until(server, review, "review-done")
        assert {message["ply"] for message in judged[:-1]} == {0, 1, 2, 3}


def test_the_zone_search_runs_beside_the_analysis_and_stops_with_it() -> None:
    anna, workers, queue = make_board()
    asked = json.loads(look_message(1, [4], engine=True))
    anna.send(json.dumps({**asked, "zone": True}))
    assert [type(job) for job in workers.asked] == [ZoneJob, AnalyseJob]
    workers.on_message[0](ZoneFound((3, 5), empty=8, is_possible=True))
    assert queue.sent[-1]["news"]["cells"] == [3, 5]
    anna.send(look_message(2, [4], engine=False))
    assert sorted(workers.cancelled) == [0, 1]
