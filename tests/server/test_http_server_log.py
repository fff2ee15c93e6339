"""What the operator reads about errors of clients."""

from __future__ import annotations

import logging
import socket
import sys
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from kit.server import Server
from starlette.requests import ClientDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tengen.server.connections import NOT_TEXT
from tengen.server.http_server import INCOMPLETE_REQUEST, ClientErrorFilter
from tengen.server.operator_log import OperatorLog


def record_of(error: Exception) -> logging.LogRecord:
    try:
        raise error
    except type(error):
        return logging.LogRecord("x", 40, "x", 1, "failed", None, sys.exc_info())


def test_internal_tracebacks_are_logged_and_those_of_clients_become_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    short = ClientErrorFilter(OperatorLog())
    assert short.filter(record_of(KeyError("ours")))
    assert not short.filter(record_of(ClientDisconnect()))
    assert capsys.readouterr().err == f"tengen: {INCOMPLETE_REQUEST}\n"


def test_aborted_bodies_log_one_line_and_no_traceback(tmp_path: Path) -> None:
    server = Server(tmp_path)
    host, port = server.address.removeprefix("http://").split(":")
    half = f"POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99\r\n\r\nhalf"
    for _ in range(20):
        with socket.create_connection((host, int(port))) as line:
            line.sendall(half.encode())
    assert httpx2.get(server.address).status_code == 200
    server.stop()
    assert server.complaints == f"tengen: {INCOMPLETE_REQUEST}\n"


def test_messages_that_are_not_text_log_one_line_and_no_traceback(tmp_path: Path) -> None:
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


def test_a_bad_message_while_the_socket_closes_logs_no_traceback(tmp_path: Path) -> None:
    server = Server(tmp_path)
    address = server.address.replace("http", "ws")
    for order in (0, 1):
        with connect(f"{address}/socket/analysis") as line:
            broken, close = b"\x81\x82\0\0\0\0\xff\xfe", b"\x88\x82\0\0\0\0\x03\xe8"
            line.socket.sendall(broken + close if order else close + broken)
            with suppress(ConnectionResetError):  # in both cases, the server has closed it
                while line.socket.recv(1000):
                    pass
    assert httpx2.get(server.address).status_code == 200
    server.stop()
    assert "Traceback" not in server.complaints
