"""Whatever is sent, the answer is calm, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from kit.noise import ASKS, BODIES, METHODS, PATHS, damaged
from kit.web import Visitor, served

HOME = str(Path(__file__).parents[2])


@pytest.mark.parametrize("seed", range(4))
def test_damaged_messages_are_each_answered_and_the_game_goes_on(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    with served(tmp_path) as server:
        anna = Visitor(server)
        with anna.at(anna.make_game("friend")) as chair:  # nothing can happen before it begins
            chair.hear("table")
            for _ in range(150):
                chair.socket.send_text(damaged(chance.choice(ASKS), chance))
                problem = chair.hear("problem")
                assert problem["says"]
                assert HOME not in problem["says"]
        with anna.at(anna.make_game("here")) as chair:
            chair.play(7, 7, 1)
            assert chair.hear_state(2)["moves"] == [112]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_requests_are_refused_without_a_word_about_the_server(
    tmp_path: Path, seed: int
) -> None:
    chance = Random(seed)
    with served(tmp_path) as server:
        anna = Visitor(server)
        link = anna.make_game()
        for _ in range(150):
            path = chance.choice(PATHS).replace("LINK", link)
            body = damaged(chance.choice(BODIES), chance)
            method = chance.choice(METHODS)
            response = anna.ask(method, _calm(damaged(path, chance)), content=body.encode())
            assert response.status_code < 500, (method, path, body)
            assert HOME.encode() not in response.content
            assert b"Traceback" not in response.content


def _calm(path: str) -> str:
    """Without what a client would not send."""
    kept = "".join(letter for letter in path if " " < letter < "\x7f" and letter not in "[]\\")
    return "/" + kept.lstrip("/")
