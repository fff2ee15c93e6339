"""The log for the operator: repetitions, JSON, secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from kit.server import Server

import tengen
from tengen.cli.web import run
from tengen.errors import EngineError, RoomOutdated, StoreError
from tengen.server.operator_log import (
    MAX_LINES,
    REPEAT_SECONDS,
    OperatorLog,
    hide_links,
    log_loop_error,
    open_log,
    short_link,
)

LINK = "aB3_-fgh1234"


def test_the_same_line_is_not_repeated_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 1.0, REPEAT_SECONDS - 1, REPEAT_SECONDS, REPEAT_SECONDS + 1])
    log = OperatorLog(lambda: next(times))
    one, two = StoreError("x", "one"), StoreError("x", "two")
    for error in (one, two, one, one, one):
        log.write(error)
    said = capsys.readouterr().err.splitlines()
    assert said == [f"tengen: {one}", f"tengen: {two}", f"tengen: {one} (1 more like this)"]


def test_the_log_remembers_a_limited_number_of_lines(capsys: pytest.CaptureFixture[str]) -> None:
    log = OperatorLog(lambda: 0.0)
    for number in (*range(MAX_LINES + 1), 0, MAX_LINES):
        log.write(StoreError("x", str(number)))
    assert len(capsys.readouterr().err.splitlines()) == MAX_LINES + 2


def test_a_repeated_line_says_how_many_were_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    times = iter([0.0, 1.0, 2.0, REPEAT_SECONDS])
    log = OperatorLog(lambda: next(times))
    for _ in range(4):
        log.write_line("again", "test")
    assert capsys.readouterr().err == "tengen: again\ntengen: again (2 more like this)\n"


def json_log() -> OperatorLog:
    """Return a log at a known time that writes JSON."""
    log = OperatorLog(lambda: 0.0, lambda: 1_800_000_000.25)
    log.format = "json"
    return log


def test_a_line_of_json_has_a_time_a_level_an_event_and_fields(
    capsys: pytest.CaptureFixture[str],
) -> None:
    json_log().write_line("lost\nroom", "room-lost", game="aB3_…")
    text = capsys.readouterr().err
    assert text.endswith("}\n")
    assert text.isascii()
    assert json.loads(text) == {
        "time": "2027-01-15T08:00:00.250Z",
        "level": "warning",
        "event": "room-lost",
        "message": "lost\nroom",
        "game": "aB3_…",
    }
    assert text.count("\n") == 1


def test_errors_are_named_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    log = json_log()
    log.write(StoreError("x", "broken"))
    log.write(RoomOutdated("x", f"another server has taken over room {LINK}"))
    log.write(EngineError("x", "broken"))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["store-error", "room-lost", "error"]
    assert [line["level"] for line in lines] == ["error", "warning", "error"]


def test_json_counts_the_lines_that_were_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 1.0, REPEAT_SECONDS])
    log = OperatorLog(lambda: next(times))
    log.format = "json"
    for _ in range(3):
        log.write_line("again", "test")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["message"] for line in lines] == ["again", "again"]
    assert [line.get("left_out") for line in lines] == [None, 1]


def test_only_problems_are_logged_unless_a_format_is_chosen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = OperatorLog()
    log.announce("started", "started")
    assert capsys.readouterr().err == ""
    log.format = "text"
    log.announce("started", "started")
    assert capsys.readouterr().err == "tengen: started\n"


@pytest.mark.parametrize(
    "text, shown",
    [
        (f"room {LINK} cannot be read", "room aB3_… cannot be read"),
        (f"game {LINK}: room {LINK}", "game aB3_…: room aB3_…"),
        ("game 12 cannot be read", "game 12 cannot be read"),
        ("the room in which", "the room in which"),
    ],
)
def test_links_are_never_logged_in_full(
    text: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hide_links(text) == shown
    OperatorLog().write(StoreError("x", text))
    assert LINK not in capsys.readouterr().err


def test_a_short_link_tells_games_apart() -> None:
    assert short_link(LINK) == "aB3_…"


@pytest.fixture
def opened_log() -> Iterator[None]:
    """Write the log of all libraries as JSON."""
    handlers, hook = list(logging.getLogger().handlers), threading.excepthook
    open_log("json")
    yield
    open_log(None)
    logging.captureWarnings(capture=False)
    logging.getLogger().handlers, threading.excepthook = handlers, hook


@pytest.mark.usefixtures("opened_log")
def test_libraries_log_json_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("uvicorn", "uvicorn.error"):  # a server in another test may have changed them
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])
        monkeypatch.setattr(logging.getLogger(name), "filters", [])
        monkeypatch.setattr(logging.getLogger(name), "disabled", False)
        monkeypatch.setattr(logging.getLogger(name), "level", logging.NOTSET)
        monkeypatch.setattr(logging.getLogger(name), "_cache", {})
    failure = KeyError(f"game {LINK}")
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=failure)
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "internal-error"
    assert line["message"] == "Exception in ASGI application"
    assert line["traceback"].endswith("KeyError: 'game aB3_…'")


@pytest.mark.usefixtures("opened_log")
def test_errors_of_the_event_loop_keep_their_event(capsys: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        context: dict[str, Any] = {"message": "game a… failed", "exception": KeyError("x")}
        log_loop_error(loop, {**context, "event": "room-failed", "fields": {"game": "a…"}})
        log_loop_error(loop, context)

    asyncio.run(scenario())
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["room-failed", "internal-error"]
    assert lines[0]["game"] == "a…"
    assert {line["message"] for line in lines} == {"game a… failed"}


@pytest.mark.usefixtures("opened_log")
def test_errors_of_threads_are_json(capsys: pytest.CaptureFixture[str]) -> None:
    thread = threading.Thread(target=int, args=("x",), name="event writer")
    thread.start()
    thread.join()
    line = json.loads(capsys.readouterr().err)
    assert line["message"] == "the thread 'event writer' has failed"
    assert "ValueError" in line["traceback"]


def test_a_server_logs_its_start_and_its_end_as_text(tmp_path: Path) -> None:
    server = Server(tmp_path, "", "--log-format", "text")
    server.stop()
    started, stopped = server.complaints.splitlines()
    assert started.startswith(f"tengen: version {tengen.__version__} has started at http://127.")
    assert str(tmp_path / "games") in started
    assert stopped == "tengen: stopped"


BROKEN = """
import tengen.server.rooms.broadcaster as broadcaster
import tengen.server.rooms.api as api

def fail(*args, **options):
    raise OverflowError("on purpose")

broadcaster.Broadcaster.send_state = api.table_message = fail
"""


def test_every_line_of_a_server_is_json_even_if_it_fails(tmp_path: Path) -> None:
    server = Server(tmp_path, BROKEN, "--log-format", "json")
    with httpx2.Client(base_url=server.address) as web:
        wanted = {"opponent": "friend", "rules": "15x15/5 freestyle"}
        made = web.post("/api/games", json=wanted)
        link = made.json()["link"]
        assert web.get(f"/api/games/{link}").status_code == 500
    server.stop()
    lines = [json.loads(line) for line in server.complaints.splitlines()]
    assert [line["event"] for line in lines] == ["started", "internal-error", "stopped"]
    assert lines[0]["address"] == server.address
    assert lines[0]["store"] == str(tmp_path / "games")
    assert lines[0]["version"] == tengen.__version__
    assert "on purpose" in lines[1]["traceback"]
    assert link not in server.complaints


def test_a_store_that_cannot_be_opened_is_logged_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], opened_log: None
) -> None:
    del opened_log  # `run` opens it again
    (tmp_path / "games.sqlite3").write_bytes(b"not a database" * 1000)
    assert run(["--data", str(tmp_path), "--log-format", "json", "--port", "0"]) == 1
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["event"]) == ("error", "store-error")
