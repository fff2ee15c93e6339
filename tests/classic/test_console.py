"""Colour and terminals."""

import re
from pathlib import Path

import pytest
from kit.editions import EDITIONS, MOVES, WINS, result_of
from kit.program import play, play_on_a_terminal


@EDITIONS
def test_output_is_plain_without_colour_and_in_a_pipe(edition: str, tmp_path: Path) -> None:
    typed = b"wrong\n" + WINS[edition]
    plain = play([edition], typed, tmp_path)
    for colour in ("never", "auto"):
        assert play([edition, "--colour", colour], typed, tmp_path) == plain


@EDITIONS
@pytest.mark.parametrize("typed", [MOVES, WINS], ids=["unfinished", "finished"])
def test_colour_adds_colour_and_nothing_else(
    edition: str, typed: dict[str, bytes], tmp_path: Path
) -> None:
    lines = b"wrong\n" + typed[edition]
    plain = play([edition, "--no-result"], lines, tmp_path)
    ran = play([edition, "--colour", "always"], lines, tmp_path)
    assert b"\x1b[" in ran.out
    assert re.sub(rb"\x1b\[[0-9;]*m", b"", ran.out) == plain.out
    assert (ran.status, ran.err) == (plain.status, plain.err)
    for left in tmp_path.iterdir():
        assert left.read_bytes() == result_of(edition, lines)


@EDITIONS
@pytest.mark.parametrize("colour", [[], ["--colour", "never"]], ids=["default", "never"])
def test_a_terminal_gets_the_same_bytes_as_a_pipe(
    edition: str, colour: list[str], tmp_path: Path
) -> None:
    stop = b"no\n" if edition == "tictactoe" else b""
    typed = WINS[edition] + stop
    piped = play([edition], typed, tmp_path)
    assert play_on_a_terminal([edition, *colour], typed, tmp_path) == piped


@EDITIONS
def test_auto_colour_shows_on_a_terminal(edition: str, tmp_path: Path) -> None:
    stop = b"no\n" if edition == "tictactoe" else b""
    able = "os.environ['TERM'] = 'xterm'; os.environ.pop('NO_COLOR', None)"
    args, typed = [edition, "--colour", "auto"], WINS[edition] + stop
    piped = play(args, typed, tmp_path, before=able)
    seen = play_on_a_terminal(args, typed, tmp_path, before=able)
    assert b"\x1b[" in seen.out
    assert re.sub(rb"\x1b\[[0-9;]*m", b"", seen.out) == piped.out
    assert seen.status == 0
