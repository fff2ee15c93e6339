"""Random damaged messages and requests do not break the server."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from kit.noise import BODIES, COMMANDS, METHODS, PATHS, damaged
from kit.web import Visitor, served

HOME = str(Path(__file__).parents[2])


@pytest.mark.parametrize("seed", range(4))
def test_every_damaged_message_is_answered_and_the_game_goes_on(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    with served(tmp_path) as server:
        anna = Visitor(server)
        with anna.at(anna.make_game("friend")) as connection:  # nothing can happen before it begins
            connection.wait_for("table")
            for _ in range(150):
                connection.socket.send_text(damaged(rng.choice(COMMANDS), rng))
                problem = connection.wait_for("problem")
                assert problem["says"]
                assert HOME not in problem["says"]
        with anna.at(anna.make_game("here")) as connection:
            connection.play(7, 7, 1)
            assert connection.wait_for_state(2)["moves"] == [112]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_requests_are_refused_without_server_details(tmp_path: Path, seed: int) -> None:
    rng = Random(seed)
    with served(tmp_path) as server:
        anna = Visitor(server)
        link = anna.make_game()
        for _ in range(150):
            path = rng.choice(PATHS).replace("LINK", link)
            body = damaged(rng.choice(BODIES), rng)
            method = rng.choice(METHODS)
            response = anna.ask(method, _sendable(damaged(path, rng)), content=body.encode())
            assert response.status_code < 500, (method, path, body)
            assert HOME.encode() not in response.content
            assert b"Traceback" not in response.content


def _sendable(path: str) -> str:
    """Return a path without characters that an HTTP client refuses to send."""
    sendable = "".join(letter for letter in path if " " < letter < "\x7f" and letter not in "[]\\")
    return "/" + sendable.lstrip("/")
