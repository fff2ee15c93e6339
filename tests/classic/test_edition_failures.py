"""The four games with broken input, closed output and interrupts."""

import errno
import os
import re
import signal
from pathlib import Path

import pytest
from kit.editions import (
    EDITIONS,
    MOVES,
    NEEDS_A_FULL_DEVICE,
    OLD,
    WINS,
    result_of,
    why,
)
from kit.program import finish, interrupt, play, started, weigh
from kit.transcript import REFUSED, five, gomoku, outline, tictactoe_boards


@EDITIONS
@pytest.mark.parametrize("moves", [0, 1])
def test_input_that_ends_during_a_game(edition: str, moves: int, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_bytes(OLD)
    ran = play([edition], MOVES[edition] * moves, tmp_path)
    assert re.search(rb"Player [12OX][^\n]*: \n\Z", ran.out)
    assert ran.complained_once
    assert b"ended before the game did" in ran.err
    assert ran.status == 1
    assert os.listdir(tmp_path) == ["result.txt"]
    assert (tmp_path / "result.txt").read_bytes() == OLD


@EDITIONS
def test_an_unfinished_game_writes_no_file(edition: str, tmp_path: Path) -> None:
    half = WINS[edition][: len(WINS[edition]) // 2]
    assert play([edition], half, tmp_path).status == 1
    assert list(tmp_path.iterdir()) == []


@EDITIONS
@pytest.mark.parametrize("moves", [0, 1])
def test_an_interrupt_at_the_prompt(edition: str, moves: int, tmp_path: Path) -> None:
    typed = MOVES[edition] * moves
    shown = play([edition], typed, tmp_path).out
    ran = interrupt([edition], typed, tmp_path, after=len(shown) - 1, signal=signal.SIGINT)
    assert ran.out == shown
    assert ran.err == b""
    assert ran.status == 130
    assert list(tmp_path.iterdir()) == []


@EDITIONS
def test_an_interrupt_with_half_a_line_typed(edition: str, tmp_path: Path) -> None:
    (tmp_path / "result.txt").write_bytes(OLD)
    shown = play([edition], b"", tmp_path).out
    half = MOVES[edition][:1]
    ran = interrupt([edition], half, tmp_path, after=len(shown) - 1, signal=signal.SIGINT)
    assert (ran.out, ran.err, ran.status) == (shown, b"", 130)
    assert (tmp_path / "result.txt").read_bytes() == OLD


def test_an_interrupt_when_asked_for_a_rematch(tmp_path: Path) -> None:
    typed = WINS["tictactoe"]
    shown = play(["tictactoe"], typed, tmp_path).out
    ran = interrupt(["tictactoe"], typed, tmp_path, after=len(shown) - 1, signal=signal.SIGINT)
    assert ran.out == shown
    assert ran.err == b""
    assert ran.status == 130


@EDITIONS
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_every_byte_value_on_a_line(edition: str, locale: str, tmp_path: Path) -> None:
    every = [bytes([value]) for value in range(256) if chr(value) not in "\n0123456789"]
    typed = b"\n".join([*every, bytes(range(256)), b"\0" * 300, b"\xc3\xed\xa0\x80\xff\xfe"])
    ran = play([edition], typed + b"\n", tmp_path, env={"LC_ALL": locale})
    assert ran.out.isascii()
    assert not set(ran.out) & {*range(10), *range(11, 32), 127}
    assert ran.complained_once
    assert ran.status == 1
    assert re.search(rb"Player [12OX][^\n]*: \n\Z", ran.out)


@pytest.mark.parametrize("edition", ["five", "outline", "gomoku"])
def test_every_pair_of_byte_values_is_answered_as_specified(edition: str, tmp_path: Path) -> None:
    model = {"five": five, "outline": outline, "gomoku": gomoku}[edition]
    pairs = (bytes([value, 255 - value, value ^ 0x55]) for value in range(256))
    typed = b"\n".join([*pairs, *REFUSED]) + b"\n"
    ran = play([edition], typed, tmp_path)
    assert ran.out.endswith(model(typed).out)
    assert ran.status == model(typed).status


@EDITIONS
@pytest.mark.parametrize("digit", ["\u0663", "\uff15", "\u00b2", "\u0967", "\U0001d7d9"], ids=ascii)
def test_digits_of_other_scripts_are_wrong_answers(
    edition: str, digit: str, tmp_path: Path
) -> None:
    move = MOVES[edition].decode().strip()
    wrong = move.replace(move[-1], digit) + "\n"
    ran = play([edition], wrong.encode() + MOVES[edition], tmp_path)
    same = play([edition], b"xx\n" + MOVES[edition], tmp_path)
    assert (ran.out, ran.status) == (same.out, same.status)


@EDITIONS
def test_crlf_line_ends_change_nothing(edition: str, tmp_path: Path) -> None:
    typed = b"xx\n" + MOVES[edition] + MOVES[edition] + b"\n"
    assert play([edition], typed.replace(b"\n", b"\r\n"), tmp_path) == play(
        [edition], typed, tmp_path
    )
    game = WINS[edition].replace(b"\n", b"\r\n")
    assert play([edition], game, tmp_path) == play([edition], WINS[edition], tmp_path)


@EDITIONS
def test_thousands_of_wrong_lines_are_each_refused(edition: str, tmp_path: Path) -> None:
    typed = b"x\n" * 5000 if edition != "gomoku" else b"xx\n" * 5000
    ran = play([edition], typed + MOVES[edition], tmp_path)
    first, second = (b"O", b"X") if edition == "gomoku" else (b"1", b"2")
    assert len(re.findall(rb"Player " + first + rb"[^\n]*: ", ran.out)) >= 5001
    assert re.search(rb"Player " + second + rb"[^\n]*: \n\Z", ran.out)
    assert ran.complained_once
    assert ran.status == 1


@EDITIONS
@pytest.mark.parametrize("filler", ["1", "A"])
def test_a_line_of_a_hundred_megabytes_is_refused_once(
    edition: str, filler: str, tmp_path: Path
) -> None:
    tail = "\n" + MOVES[edition].decode()
    ran, peak = weigh([edition], filler, 100, tail, tmp_path)
    same = play([edition], filler.encode() * 99 + tail.encode(), tmp_path)
    if edition == "tictactoe":  # its wording is free
        assert tictactoe_boards(ran.out) == tictactoe_boards(same.out)
        assert ran.out.count(b"Player 1") == same.out.count(b"Player 1")
    else:
        assert ran.out == same.out
    assert ran.complained_once
    assert ran.status == 1
    assert peak < 100_000_000


def test_a_hundred_megabytes_without_any_line_end(tmp_path: Path) -> None:
    ran, peak = weigh(["five"], "1", 100, "", tmp_path)
    assert ran.out.endswith(five(b"123456").out)
    assert ran.complained_once
    assert ran.status == 1
    assert peak < 100_000_000


def test_a_hundred_megabytes_of_blanks_are_not_a_move(tmp_path: Path) -> None:
    ran, peak = weigh(["gomoku"], " ", 100, "E 6", tmp_path)
    assert ran.out == gomoku(b"E 6").out
    assert ran.status == 1
    assert peak < 100_000_000


@EDITIONS
def test_output_closed_during_the_game_ends_it_without_a_message(
    edition: str, tmp_path: Path
) -> None:
    ours, theirs = os.pipe()
    with started([edition], tmp_path, stdout=theirs) as child:
        os.close(theirs)
        assert len(os.read(ours, 10)) == 10
        os.close(ours)
        assert child.stdin is not None
        child.stdin.write(MOVES[edition] + b"wrong\n")
        ran = finish(child)
    assert ran.err == b""
    assert list(tmp_path.iterdir()) == []


@EDITIONS
def test_output_closed_from_the_start_ends_the_game_without_a_message(
    edition: str, tmp_path: Path
) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with started([edition], tmp_path, stdout=theirs) as child:
        os.close(theirs)
        ran = finish(child)
    assert ran.err == b""
    assert list(tmp_path.iterdir()) == []


@EDITIONS
@pytest.mark.parametrize("typed", [MOVES, WINS], ids=["unfinished", "finished"])
def test_the_game_without_standard_output(
    edition: str, typed: dict[str, bytes], tmp_path: Path
) -> None:
    ran = play([edition], typed[edition], tmp_path, before="os.close(1)")
    assert ran.out == b""
    assert b"Traceback" not in ran.err
    assert ran.err.count(b"\n") <= 1
    for left in tmp_path.iterdir():
        assert left.name == "result.txt"
        assert left.read_bytes() == result_of(edition, WINS[edition])


@EDITIONS
def test_a_missing_standard_input_is_an_end_of_input(edition: str, tmp_path: Path) -> None:
    shown = play([edition], b"", tmp_path).out
    ran = play([edition], b"", tmp_path, before="os.close(0)")
    assert ran.out == shown
    assert ran.complained_once
    assert ran.status == 1


@EDITIONS
def test_a_standard_input_that_cannot_be_read(edition: str, tmp_path: Path) -> None:
    ran = play([edition], b"", tmp_path, before="os.dup2(os.open(os.devnull, os.O_WRONLY), 0)")
    assert ran.complained_once
    assert ran.status == 1
    assert list(tmp_path.iterdir()) == []


@EDITIONS
def test_errors_without_standard_error_do_not_go_to_standard_output(
    edition: str, tmp_path: Path
) -> None:
    heard = play([edition], MOVES[edition], tmp_path)
    ran = play([edition], MOVES[edition], tmp_path, before="os.close(2)")
    assert ran.out == heard.out
    assert ran.status == 1
    assert list(tmp_path.iterdir()) == []


@EDITIONS
@NEEDS_A_FULL_DEVICE
def test_a_full_disk_behind_standard_error_does_not_change_the_status(
    edition: str, tmp_path: Path
) -> None:
    heard = play([edition], MOVES[edition], tmp_path)
    full = "os.dup2(os.open('/dev/full', os.O_WRONLY), 2)"
    ran = play([edition], MOVES[edition], tmp_path, before=full)
    assert ran.out == heard.out
    assert ran.status == 1


@EDITIONS
@NEEDS_A_FULL_DEVICE
@pytest.mark.parametrize("typed", [MOVES, WINS], ids=["unfinished", "finished"])
def test_a_full_disk_behind_standard_output(
    edition: str, typed: dict[str, bytes], tmp_path: Path
) -> None:
    full = "os.dup2(os.open('/dev/full', os.O_WRONLY), 1)"
    ran = play([edition], typed[edition], tmp_path, before=full)
    assert ran.complained_once
    assert why(errno.ENOSPC) in ran.err
    assert ran.status == 1
