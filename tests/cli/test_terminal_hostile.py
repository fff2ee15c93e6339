"""Servers and files that try to control the user's terminal."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from kit.program import Ran, play, play_on_a_terminal

from tengen.cli.output import print_error, print_note

EVIL = "\x1b]0;owned\x07\x9b2J\u202e"
SAID = EVIL.replace("]", "\\]")
SGF = f"(;GM[4]SZ[15]PB[Anna{SAID}]EV[Open{SAID}]C[Hello{SAID}];B[hh]C[One{SAID}];W[zz{SAID}])"
PSQ = f"Piskvorky 15x15, 11:11, 0\n8,8,0\nAnna{EVIL}\nBen\n-1\n"


@contextmanager
def refusing_server(says: str) -> Iterator[str]:
    """Yield the address of a game on a server that refuses everything with this text."""
    body = json.dumps({"type": "problem", "code": "unknown", "says": says}).encode()

    class Refusing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            pass

    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/game/abcdefghijkl"
        finally:
            server.shutdown()
            thread.join()


def assert_harmless(ran: Ran) -> None:
    """Check that only text, line ends and Tengen's own colours were shown."""
    for shown in (ran.out, ran.err):
        text = shown.decode("utf-8").replace("\n", "").replace("\r", "")
        assert text.isprintable(), text


def test_a_server_cannot_write_into_standard_error(tmp_path: Path) -> None:
    with refusing_server(f"No such game{EVIL}") as link:
        ran = play(["play", "--plain", "--data", "data", "--join", link], b"", tmp_path)
    assert ran.status == 1
    assert b"No such game ]0;owned" in ran.err
    assert_harmless(ran)


@pytest.mark.parametrize(
    "args",
    [
        ["show", "evil.sgf", "--plain"],
        ["show", "evil.sgf", "--list"],
        ["convert", "evil.sgf", "out.psq"],
        ["review", "evil.sgf", "--nodes", "1"],
        ["render", "evil.sgf", "out.svg"],
        ["analyse", "evil.sgf", "--nodes", "1"],
        ["solve", "evil.sgf", "--nodes", "1"],
        ["puzzles", "evil.sgf", "--plain"],
    ],
)
def test_a_file_cannot_write_into_the_terminal(tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "evil.sgf").write_text(SGF, encoding="utf-8")
    assert_harmless(play(args, b"", tmp_path))


def test_the_name_of_a_file_cannot_write_into_standard_error(tmp_path: Path) -> None:
    name = f"evil{EVIL}.sgf"
    (tmp_path / name).write_text(SGF, encoding="utf-8")
    ran = play(["show", name, "--plain"], b"", tmp_path)
    assert b"evil" in ran.err
    assert_harmless(ran)


def test_games_converted_to_a_terminal_have_no_control_characters(tmp_path: Path) -> None:
    (tmp_path / "evil.psq").write_text(PSQ, encoding="utf-8")
    args = ["convert", "evil.psq", "--to", "psq", "-"]
    shown = play_on_a_terminal(args, b"", tmp_path)
    assert b"Anna ]0;owned" in shown.out
    assert_harmless(shown)
    assert EVIL.encode() in play(args, b"", tmp_path).out  # a file gets the original text


def test_lines_on_standard_error_are_printable(capfd: pytest.CaptureFixture[str]) -> None:
    print_note(f"one{EVIL}\ntwo")
    print_error("caf\xe9")
    assert capfd.readouterr().err == "one ]0;owned  2J  two\ntengen: caf\\xe9\n"
