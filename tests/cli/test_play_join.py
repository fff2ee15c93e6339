"""`tengen play --join` as a program."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from kit.program import play
from kit.remote import Browser, serving
from kit.talk import talking

from tengen.cli.main import run
from tengen.cli.play import OPTIONS_OF_NEW_GAMES, make_parser

LINK = "http://127.0.0.1:1/game/abcdefghijkl"
NOT_ABOUT_GAMES = {"--help", "--join", "--name", "--data", "--theme", "--ascii", "--plain"}


def complaint(capfd: pytest.CaptureFixture[str], *args: str) -> str:
    """What is said of arguments that are wrong, which is one line."""
    assert run(["play", "--plain", *args]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.removeprefix("tengen: ").rstrip("\n")


@pytest.mark.parametrize(
    "args, words",
    [
        (("--join", "x"), "not a link: 'x': it is the address of a game, as in http://localhost"),
        (("--join", ""), "not a link: '': it is the address of a game, "),
        (("--name", "Anna"), "--name goes with --join LINK; otherwise say --black person:NAME."),
        (("--join", LINK, "--name", "A" * 41), "--name can have up to 40 letters, unlike 'AAA"),
        (("--join", LINK, "--name", "A\x1b"), r"--name can have up to 40 letters, unlike 'A\x1b'."),
        (("--join", LINK, "--game", "renju"), "--game does not go with --join: the game there is "),
        (("--join", LINK, "--fouls-lose"), "--fouls-lose does not go with --join: "),
        (("--join", LINK, "--move", "0"), "--move does not go with --join: "),
    ],
)
def test_what_is_wrong_is_told(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, args: tuple[str, ...], words: str
) -> None:
    assert complaint(capfd, "--data", str(tmp_path), *args).startswith(words)


def test_all_options_about_the_game_are_known_as_such() -> None:
    options = {option for action in make_parser()._actions for option in action.option_strings}  # noqa: SLF001 - nobody else knows them
    long = {option for option in options if option.startswith("--")}
    assert long - NOT_ABOUT_GAMES == set(OPTIONS_OF_NEW_GAMES.values())


def test_a_server_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    link = f"127.0.0.1:{port}/game/abcdefghijkl"
    ran = play(["play", "--plain", "--data", "data", "--join", link], b"", tmp_path)
    assert (ran.status, ran.out) == (1, b"")
    assert ran.err.endswith(b"nobody answers there: is the server running?\n")
    assert ran.complained_once


def test_a_game_is_joined_played_and_left(tmp_path: Path) -> None:
    with serving(tmp_path / "server") as server:
        browser = Browser(server)
        address = browser.make_game(name="Anna").removeprefix("http://")
        with (
            browser.sitting() as chair,
            talking(tmp_path, "--join", address, "--name", " Ben ") as program,
        ):
            program.hear("You are White.")
            chair.say("PlayMove", 1, point="1,1")
            assert program.hear("move 1") == ["Black B2, move 1."]
            program.ask("a1", "White A1, move 2.")
            assert chair.hear_moves(2)["moves"] == [4, 6]
            program.say("quit")
            assert program.end().status == 0
        with talking(tmp_path, "--join", address) as program:
            assert "White: Ben." in program.hear("You are White.")[0]


def test_a_seat_is_kept_though_the_program_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "server") as server:
        browser = Browser(server)
        address = browser.make_game()
        for _ in range(2):
            with talking(tmp_path, "--join", address) as program:
                program.hear("You are White.")
                program.child.kill()
