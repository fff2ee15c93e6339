"""Ports, host names and the end of the process."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest
from kit.server import Server

from tengen.errors import UsageError
from tengen.server.http_server import address_of, host_names, listen


def test_a_port_in_use_is_an_error() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"127.0.0.1:{port}: [A-Za-z ]*; use --host or --port"):
            listen("127.0.0.1", port)


def test_an_unknown_host_is_an_error() -> None:
    with pytest.raises(UsageError, match=r"cannot listen on 203\.0\.113\.1:0"):
        listen("203.0.113.1", 0)


def test_the_address_of_a_server_can_be_typed() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert address_of(listener) == f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_a_local_server_has_local_names_and_that_of_its_proxy() -> None:
    with listen("127.0.0.1", 0) as listener:
        assert host_names(listener, None) == {"localhost", "127.0.0.1", "::1"}
        for address in ("https://five.example", "https://five.example:81/x", "five.example"):
            assert "five.example" in (host_names(listener, address) or ())


def test_an_open_server_answers_to_any_name() -> None:
    with listen("0.0.0.0", 0) as listener:
        assert host_names(listener, None) is None


@pytest.mark.parametrize("address", ["", "https://", "http://["])
def test_a_bad_address_is_an_error(address: str) -> None:
    with listen("127.0.0.1", 0) as listener, pytest.raises(UsageError, match="not an address"):
        host_names(listener, address)


HEAVY = """
import builtins, os

class Heavy:
    def __del__(self):
        os.write(2, b"torn down")

builtins.heavy = Heavy()
"""
STUCK = """
import threading
import tengen.server.http_server

tengen.server.http_server.EXIT_AFTER = 0.1
threading.Thread(target=threading.Event().wait).start()
"""


def test_the_server_exits_without_freeing_memory(tmp_path: Path) -> None:
    server = Server(tmp_path, HEAVY)
    assert server.stop() == 0
    assert server.complaints == ""


def test_the_server_exits_in_time_even_if_work_is_going_on(tmp_path: Path) -> None:
    server = Server(tmp_path, STUCK)
    assert server.stop() == 0


IMPORTS = """
import sys, threading

class ImportLog:
    def find_spec(self, name, path=None, target=None):
        if self.is_on and threading.current_thread() is threading.main_thread():
            print("imported", name, file=sys.stderr)

log = ImportLog()
log.is_on = False
sys.meta_path.insert(0, log)

import tengen.server.http_server

startup = tengen.server.http_server._Server.startup

async def logged_startup(self, sockets):
    await startup(self, sockets)
    log.is_on = True

tengen.server.http_server._Server.startup = logged_startup
"""


def test_no_request_makes_the_event_loop_import_anything(tmp_path: Path) -> None:
    server = Server(tmp_path, IMPORTS)
    with httpx2.Client(base_url=server.address) as web:
        made = web.post("/api/games", json={"opponent": "here", "rules": "15x15/5 freestyle"})
        assert made.status_code == 201
        for path in ("/", "/analysis", "/puzzles", "/api/puzzles", "/api/games"):
            assert web.get(path).status_code == 200
        assert web.get("/nowhere").status_code == 404
    assert server.stop() == 0
    assert server.complaints == ""
