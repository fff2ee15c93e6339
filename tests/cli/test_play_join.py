"""`tengen play --join` as a process."""

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


def usage_error(capfd: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the one-line error for wrong arguments."""
    assert run(["play", "--plain", *args]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err.removeprefix("tengen: ").rstrip("\n")


@pytest.mark.parametrize(
    "args, words",
    [
        (("--join", "x"), "not a link: 'x': use the address of a game, as in http://localhost"),
        (("--join", ""), "not a link: '': use the address of a game, "),
        (("--name", "Anna"), "--name needs --join LINK; in a local game, use --black person:NAME."),
        (
            ("--join", LINK, "--name", "A" * 41),
            "--name can have up to 40 printable characters, unlike 'AAA",
        ),
        (
            ("--join", LINK, "--name", "A\x1b"),
            r"--name can have up to 40 printable characters, unlike 'A\x1b'.",
        ),
        (
            ("--join", LINK, "--game", "renju"),
            "--game cannot be combined with --join: that game is ",
        ),
        (("--join", LINK, "--fouls-lose"), "--fouls-lose cannot be combined with --join: "),
        (("--join", LINK, "--move", "0"), "--move cannot be combined with --join: "),
    ],
)
def test_wrong_use_is_reported(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, args: tuple[str, ...], words: str
) -> None:
    assert usage_error(capfd, "--data", str(tmp_path), *args).startswith(words)


def test_every_option_about_the_game_is_refused_with_join() -> None:
    options = {option for action in make_parser()._actions for option in action.option_strings}  # noqa: SLF001 - there is no public way
    long = {option for option in options if option.startswith("--")}
    assert long - NOT_ABOUT_GAMES == set(OPTIONS_OF_NEW_GAMES.values())


def test_an_unreachable_server_is_a_failure(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    link = f"127.0.0.1:{port}/game/abcdefghijkl"
    ran = play(["play", "--plain", "--data", "data", "--join", link], b"", tmp_path)
    assert (ran.status, ran.out) == (1, b"")
    assert ran.err.endswith(b"no answer: is the server running?\n")
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


def test_a_seat_survives_a_killed_program(tmp_path: Path) -> None:
    with serving(tmp_path / "server") as server:
        browser = Browser(server)
        address = browser.make_game()
        for _ in range(2):
            with talking(tmp_path, "--join", address) as program:
                program.hear("You are White.")
                program.child.kill()
