"""What a server counts, measures and reads while people play."""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from kit.fake_workers import FakeWorkers, analyse_job, in_loop, move_job
from kit.monitored import MonitorClient, monitored
from kit.prometheus import parse_metrics
from kit.web import WIDE, Visitor
from starlette.testclient import TestClient

import tengen
from tengen.server.metrics import Metrics
from tengen.server.operator_log import OperatorLog
from tengen.server.rate_limits import Rate
from tengen.server.services import Services
from tengen.server.workers import scheduler
from tengen.server.workers.scheduler import MAX_JOBS
from tengen.storage import Store

MOVES = [(7, 7), (0, 0), (7, 8), (0, 1), (7, 9), (0, 2), (7, 10), (0, 3), (7, 11)]


def play_game(visitor: Visitor, link: str) -> None:
    """Play a game at one screen until somebody has five."""
    with visitor.at(link) as connection:
        for number, (row, col) in enumerate(MOVES):
            connection.play(row, col, number % 2 + 1)
            state = connection.wait_for("state")
            while len(state["moves"]) <= number:
                state = connection.wait_for("state")


def wait_for(monitor: MonitorClient, name: str, value: float) -> dict[str, float]:
    """Wait until a metric has a value: sockets close a little later."""
    until = time.monotonic() + 30
    while (metrics := monitor.metrics())[name] != value:
        assert time.monotonic() < until, (name, metrics[name])
        time.sleep(0.01)
    return metrics


def test_the_figures_of_two_games_add_up(tmp_path: Path) -> None:
    with monitored(tmp_path) as (server, monitor):
        anna = Visitor(server)
        links = [anna.make_game("here") for _ in range(2)]
        before = monitor.metrics()
        for link in links:
            play_game(anna, link)
        after = wait_for(monitor, "tengen_sockets", 0)
    assert before["tengen_rooms"] == after["tengen_rooms"] == 2
    assert (before["tengen_games_running"], after["tengen_games_running"]) == (2, 0)
    assert before["tengen_moves_total"] == before["tengen_commits_total"] == 0
    assert after["tengen_moves_total"] == 2 * len(MOVES)
    commands = after["tengen_commands_total"]
    assert commands >= after["tengen_moves_total"]
    assert commands == after["tengen_command_seconds_count"]
    commits = after["tengen_commits_total"]
    assert 0 < commits <= commands
    assert commits == after["tengen_commit_seconds_count"] == after["tengen_commit_events_count"]
    assert after["tengen_commit_events_sum"] >= commands + 2  # a last move also ends the game
    assert 0 < after["tengen_commit_seconds_sum"] < after["tengen_command_seconds_sum"] * 2


def test_open_sockets_are_counted(tmp_path: Path) -> None:
    with monitored(tmp_path) as (server, monitor):
        anna = Visitor(server)
        with anna.at(anna.make_game()) as connection, server.websocket_connect("/socket/analysis"):
            connection.wait_for("table")
            wait_for(monitor, "tengen_sockets", 2)
        wait_for(monitor, "tengen_sockets", 0)


def refused(metrics: dict[str, float]) -> dict[str, float]:
    """Return how many commands were refused for each reason."""
    start = 'tengen_refused_commands_total{reason="'
    return {
        name.removeprefix(start).removesuffix('"}'): value
        for name, value in metrics.items()
        if name.startswith(start)
    }


def test_refused_commands_are_counted_by_reason(tmp_path: Path) -> None:
    with monitored(tmp_path) as (server, monitor):
        anna, ben = Visitor(server), Visitor(server)
        link = anna.make_game("here")
        with anna.at(link) as connection, ben.at(link) as watcher:
            connection.socket.send_text("nonsense")
            connection.wait_for("problem")
            connection.play(7, 7, 2)
            connection.wait_for("problem")
            watcher.play(7, 7, 1)
            watcher.wait_for("problem")
        metrics = monitor.metrics()
    assert refused(metrics) == {"bad-message": 1, "refused": 1, "not-your-seat": 1}
    assert metrics["tengen_moves_total"] == 0


def test_a_move_that_cannot_be_saved_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with monitored(tmp_path / "games") as (server, monitor):
        anna = Visitor(server)
        with anna.at(anna.make_game("here")) as connection:
            connection.wait_for("state")
            shutil.rmtree(tmp_path / "games")
            connection.play(7, 7, 1)
            assert connection.wait_for("problem")["code"] == "not-kept"
        metrics = monitor.metrics()
    assert metrics["tengen_failed_saves_total"] == 1
    assert refused(metrics) == {"not-kept": 1}
    assert metrics["tengen_commits_total"] == metrics["tengen_commands_total"] == 0
    assert "deleted or moved" in capsys.readouterr().err


def responses(metrics: dict[str, float]) -> list[float]:
    names = ("2xx", "3xx", "4xx", "5xx")
    return [metrics[f'tengen_http_responses_total{{class="{name}"}}'] for name in names]


def test_responses_are_counted_by_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise OverflowError("on purpose")

    with monitored(tmp_path) as (server, monitor):
        assert server.get("/").status_code == 200
        assert server.get("/nowhere").status_code == 404
        assert server.get("/api/games/x").status_code == 404
        monkeypatch.setattr("tengen.server.rooms.api.table_message", fail)
        link = Visitor(server).make_game()
        assert server.get(f"/api/games/{link}").status_code == 500
        assert responses(monitor.metrics()) == [2, 0, 2, 1]


def limited(metrics: dict[str, float]) -> dict[str, float]:
    names = ("requests", "messages", "sockets", "games")
    return {name: metrics[f'tengen_limited_total{{limit="{name}"}}'] for name in names}


def ask_too_often(server: TestClient) -> None:
    assert [server.get("/").status_code for _ in range(3)] == [200, 200, 429]


def make_too_many_games(server: TestClient) -> None:
    anna = Visitor(server)
    anna.make_game()
    wanted = {"opponent": "friend", "rules": "15x15/5 freestyle"}
    assert anna.ask("POST", "/api/games", json=wanted).status_code == 429


def open_too_many_sockets(server: TestClient) -> None:
    with (
        server.websocket_connect("/socket/analysis"),
        server.websocket_connect("/socket/analysis") as second,
    ):
        assert second.receive()["code"] == 4429


def send_too_many_messages(server: TestClient) -> None:
    with server.websocket_connect("/socket/analysis") as socket:
        for _ in range(2):
            socket.send_text("{}")
        while json.loads(socket.receive_text()).get("code") != "too-fast":
            pass


@pytest.mark.parametrize(
    "name, changed, exceed",
    [
        ("requests", replace(WIDE, requests=Rate(2, 0.001)), ask_too_often),
        ("games", replace(WIDE, games=Rate(1, 0.001)), make_too_many_games),
        ("sockets", replace(WIDE, sockets=1), open_too_many_sockets),
        ("messages", replace(WIDE, messages=Rate(1, 0.001)), send_too_many_messages),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_over_a_limit_is_counted(
    tmp_path: Path, name: str, changed: object, exceed: object
) -> None:
    assert isinstance(changed, type(WIDE))
    assert callable(exceed)
    with monitored(tmp_path, changed) as (server, monitor):
        assert set(limited(monitor.metrics()).values()) == {0}
        exceed(server)
        assert limited(monitor.metrics()) == {
            **dict.fromkeys(limited(monitor.metrics()), 0),
            name: 1,
        }


def test_background_jobs_over_a_limit_are_counted(tmp_path: Path) -> None:
    with monitored(tmp_path, replace(WIDE, work=Rate(0, 0.000001))) as (server, monitor):
        anna = Visitor(server)
        link = anna.make_game("here")
        assert anna.ask("GET", f"/api/games/{link}/qr.svg").status_code == 200
        assert anna.ask("GET", "/api/games/x/qr.svg").status_code == 404
        assert anna.ask("GET", f"/api/games/{anna.make_game()}/qr.svg").status_code == 429
        metrics = monitor.metrics()
    assert metrics["tengen_background_jobs_refused_total"] == 1
    assert metrics['tengen_background_jobs{queue="short"}'] == 0


@in_loop
async def test_engine_jobs_are_counted_by_priority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scheduler, "OPERATOR_LOG", OperatorLog())
    with Store(str(tmp_path)) as store:
        services = Services(store)
        workers = FakeWorkers(2)
        services.workers = workers.scheduler
        workers.submit("move", move_job(), owner="a")
        for number in range(MAX_JOBS + 1):
            workers.submit(f"study {number}", analyse_job(), owner="a", network="n")
        workers.lose("move")
        metrics = parse_metrics(services.metrics.text())
    assert metrics['tengen_engine_jobs_running{priority="play"}'] == 1
    assert metrics['tengen_engine_jobs_running{priority="study"}'] == 1
    assert metrics['tengen_engine_jobs_waiting{priority="study"}'] == MAX_JOBS - 1
    assert metrics['tengen_engine_jobs_waiting{priority="play"}'] == 0
    assert metrics["tengen_engine_jobs_refused_total"] == 1
    assert metrics["tengen_engine_processes_lost_total"] == 1
    assert capsys.readouterr().err == f"tengen: {scheduler.PROCESS_LOST}\n"


def test_the_process_and_the_versions_are_shown() -> None:
    metrics = parse_metrics(Metrics().text())
    assert metrics["process_cpu_seconds_total"] > 0
    assert metrics["process_resident_memory_bytes"] > 1_000_000
    assert 0 <= time.time() - metrics["process_start_time_seconds"] < 60
    [info] = [name for name in metrics if name.startswith("tengen_build_info")]
    assert f'version="{tengen.__version__}"' in info


@pytest.mark.parametrize(
    "name", ["rooms_taken", "rooms_released", "rooms_lost", "leases_renewed", "leases_late"]
)
def test_what_happens_between_servers_can_be_counted(name: str) -> None:
    metrics = Metrics()
    getattr(metrics, name).increment()
    values = parse_metrics(metrics.text())
    assert values.pop(f"tengen_{name}_total") == 1
    assert values["tengen_rooms_failed_total"] == 0
