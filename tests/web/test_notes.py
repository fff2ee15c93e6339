"""What those who run a server get to read of what clients do wrong."""

from __future__ import annotations

import logging
import socket
import sys
from pathlib import Path

import httpx2
from kit.server import Server
from starlette.requests import ClientDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tengen.web.notes import NOT_TEXT, NOT_WHOLE, Notes, ShortLog


def test_the_same_line_comes_once_a_minute_with_a_count() -> None:
    lines: list[str] = []
    now = 0.0
    notes = Notes(lines.append, lambda: now)
    for _ in range(5):
        notes.note("again")
    notes.note("other")
    now = 61.0
    notes.note("again")
    assert lines == [
        "tengen: again\n",
        "tengen: other\n",
        "tengen: again (4 more since the last such line)\n",
    ]


def record_of(error: Exception) -> logging.LogRecord:
    try:
        raise error
    except type(error):
        return logging.LogRecord("x", 40, "x", 1, "failed", None, sys.exc_info())


def test_a_traceback_of_our_own_stays_and_one_of_a_client_becomes_a_line() -> None:
    lines: list[str] = []
    short = ShortLog(Notes(lines.append))
    assert short.filter(record_of(KeyError("ours")))
    assert short.filter(record_of(UnicodeDecodeError("utf-8", b"x", 0, 1, "ours")))
    assert not short.filter(record_of(ClientDisconnect()))
    assert lines == [f"tengen: {NOT_WHOLE}\n"]


def test_bodies_that_are_given_up_make_one_line_and_no_traceback(tmp_path: Path) -> None:
    server = Server(tmp_path)
    host, port = server.address.removeprefix("http://").split(":")
    half = f"POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99\r\n\r\nhalf"
    for _ in range(20):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(half.encode())
    assert httpx2.get(server.address).status_code == 200
    server.stop()
    assert server.complaints == f"tengen: {NOT_WHOLE}\n"


def test_messages_that_are_not_text_make_one_line_and_no_traceback(tmp_path: Path) -> None:
    server = Server(tmp_path)
    address = server.address.replace("http", "ws")
    codes = []
    for _ in range(5):
        with connect(f"{address}/socket/analysis") as line:
            line.send(b"\xff\xfe", text=True)
            try:
                line.recv(timeout=30)
            except ConnectionClosed as closed:
                codes.append(closed.rcvd and closed.rcvd.code)
    assert httpx2.get(server.address).status_code == 200
    server.stop()
    assert codes == [1007] * 5
    assert server.complaints == f"tengen: {NOT_TEXT}\n"
