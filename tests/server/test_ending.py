"""How a server ends that is told to."""

from __future__ import annotations

from pathlib import Path

from kit.server import Server

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

tengen.server.http_server.LAST = 0.1
threading.Thread(target=threading.Event().wait).start()
"""


def test_a_server_does_not_take_its_memory_apart_before_it_ends(tmp_path: Path) -> None:
    server = Server(tmp_path, HEAVY)
    assert server.stop() == 0
    assert server.complaints == ""


def test_a_server_ends_in_time_though_something_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path, STUCK)
    assert server.stop() == 0
