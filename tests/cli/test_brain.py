"""`tengen brain`: its moves, its levels, and what it prepares before the clock runs."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from kit.learned import random_weights
from kit.program import play, started
from kit.second_players import DEFENDERS

from tengen import __version__
from tengen.cli.brain import OPTIONS, BrainEngine, main, make_engine
from tengen.engine import pattern_tables
from tengen.engine.search_parameters import PARAMETERS, SearchParameters, nearest_parameter
from tengen.engine.weights import format_weights
from tengen.gomocup import CommandReader
from tengen.gomocup.brain import Brain, Think
from tengen.gomocup.settings import NUMBER_SETTINGS, Settings
from tengen.gomocup.text import format_coordinates, parse_coordinates
from tengen.prove.theorem_book import THEOREM_RULES
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

QUICK = b"INFO timeout_turn 100\r\n"


def test_the_first_move_is_the_centre(tmp_path: Path) -> None:
    ran = play(["brain"], b"START 15\r\n" + QUICK + b"BEGIN\r\n", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert re.fullmatch(rb"OK\nMESSAGE won in at most \d+ more moves\n7,7\n", ran.out)


def test_a_four_is_completed_to_five(tmp_path: Path) -> None:
    board = b"BOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n3,9,2\n5,9,2\n7,9,2\n2,3,2\nDONE\n"
    ran = play(["brain"], b"START 20\n" + QUICK + board, tmp_path)
    assert re.fullmatch(rb"OK\n(MESSAGE .*\n)?7,3\n", ran.out)


def test_a_four_of_the_opponent_is_blocked(tmp_path: Path) -> None:
    board = b"BOARD\n3,3,2\n4,3,2\n5,3,2\n6,3,2\n3,9,1\n9,9,1\n2,3,1\nDONE\n"
    ran = play(["brain"], b"start 15\n" + QUICK + board, tmp_path)
    assert re.fullmatch(rb"OK\n(MESSAGE .*\n)?7,3\n", ran.out)


def test_end_works_while_the_brain_is_thinking(tmp_path: Path) -> None:
    with started(["brain"], tmp_path) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"START 15\nINFO timeout_turn 50000\nTURN 7,7\n")
        assert child.stdout.read(3) == b"OK\n"
        child.stdin.write(b"END\n")
        assert child.stdout.read() == b""
        assert child.wait() == 0


def test_stop_brings_the_answer_at_once(tmp_path: Path) -> None:
    with started(["brain"], tmp_path) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"START 15\nINFO timeout_turn 50000\nTURN 7,7\nSTOP\n")
        child.stdin.close()
        answer = child.stdout.read()
        assert answer.startswith(b"OK\n")
        assert answer.count(b",") == 1


@pytest.mark.parametrize("rule, plays_it", [(0, True), (1, True), (4, False)])
def test_two_fours_at_once_are_played_unless_renju_forbids_them(
    rule: int, tmp_path: Path, *, plays_it: bool
) -> None:
    black = ["1,1,1", "2,1,1", "3,1,1", "4,2,1", "4,3,1", "4,4,1"]
    white = ["0,1,2", "4,5,2", "14,14,2", "12,14,2", "10,14,2", "8,14,2"]
    stones = "\n".join(stone for pair in zip(black, white, strict=True) for stone in pair)
    typed = f"START 15\nINFO rule {rule}\nBOARD\n{stones}\nDONE\n".encode()
    ran = play(["brain"], QUICK + typed, tmp_path)
    assert ran.out.endswith(b"\n4,1\n") == plays_it
    assert re.fullmatch(rb"OK\n(MESSAGE .*\n)?\d+,\d+\n", ran.out)


def test_an_unknown_command_is_an_error_and_not_a_crash(tmp_path: Path) -> None:
    typed = b"START 23\nINFO rule 4\nTURN 7,7\nSWAP2BOARD\nDONE\nnonsense\n"
    ran = play(["brain"], typed, tmp_path)
    lines = ran.out.decode().splitlines()
    assert ran.status == 0
    assert all(line.startswith(("ERROR", "UNKNOWN")) for line in lines)


def test_a_brain_takes_no_other_arguments(tmp_path: Path) -> None:
    assert play(["brain", "fast"], b"", tmp_path).status == 2
    assert b"example:\n" in play(["brain", "--help"], b"", tmp_path).out


@pytest.mark.parametrize("rule", [0, 1, 4, 8, 9])
def test_a_level_plays_every_game_and_repeats_its_moves_with_a_seed(
    rule: int, tmp_path: Path
) -> None:
    typed = f"START 15\nINFO rule {rule}\nTURN 7,7\n".encode()
    ran = play(["brain", "--level", "3", "--seed", "8"], typed, tmp_path)
    assert re.fullmatch(rb"OK\n(MESSAGE .*\n)?[0-9]+,[0-9]+\n", ran.out)
    again = play(["brain", "--seed", "8", "--level", "3"], typed, tmp_path)
    assert again.out.splitlines()[-1] == ran.out.splitlines()[-1]


def test_a_level_respects_the_time_limit_and_can_be_stopped(tmp_path: Path) -> None:
    for typed in (QUICK + b"TURN 7,7\n", b"TURN 7,7\nSTOP\n"):
        ran = play(["brain", "--level", "10"], b"START 15\n" + typed, tmp_path)
        assert re.fullmatch(rb"OK\n(MESSAGE .*\n)?[0-9]+,[0-9]+\n", ran.out)


@pytest.mark.parametrize("wrong", [["--level", "11"], ["--level"], ["--seed", "1"], ["--level=x"]])
def test_a_wrong_level_is_reported_in_one_line(wrong: list[str], tmp_path: Path) -> None:
    ran = play(["brain", *wrong], b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.complained_once
    assert b"see `tengen brain --help`." in ran.err


@pytest.mark.parametrize(
    "wrong, message",
    [
        (
            ["--set", "kiler_bonus=3"],
            b"'kiler_bonus': did you mean killer_bonus? See `tengen brain",
        ),
        (["--set", "killer_bonus=-1"], b"expected a whole number from 0 to 1000"),
        (["--set", "killer_bonus"], b"expected NAME=VALUE"),
        (["--level", "3", "--set", "killer_bonus=3"], b"--set is for full strength"),
        (["--level", "3", "--weights", "x"], b"--weights is for full strength"),
        (["--weights", "missing"], b"--weights: cannot read 'missing': No such file"),
        (["--weights", "/dev/null"], b"--weights: not a file of weights"),
    ],
)
def test_a_wrong_parameter_is_reported_in_one_line(
    wrong: list[str], message: bytes, tmp_path: Path
) -> None:
    ran = play(["brain", *wrong], b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.complained_once
    assert message in ran.err


def test_the_brain_lists_its_parameters(tmp_path: Path) -> None:
    lines = play(["brain", "--parameters"], b"", tmp_path).out.decode().splitlines()
    assert [line.split()[0] for line in lines[::2]] == list(PARAMETERS)
    assert lines[-2].split()[1:] == ["10", "2", "to", "100"]


def test_the_brain_evaluates_with_weights(tmp_path: Path) -> None:
    (tmp_path / "net.weights").write_bytes(format_weights(random_weights()))
    script = b"START 15\nINFO max_node 2000\nINFO timeout_turn 0\nTURN 0,0\n"
    plain = play(["brain"], script, tmp_path)
    learned = play(["brain", "--weights", "net.weights"], script, tmp_path)
    assert (plain.status, learned.status) == (0, 0)
    assert (
        plain.out.partition(b" ev ")[2].split()[0] != learned.out.partition(b" ev ")[2].split()[0]
    )


def engine_after(arguments: list[str], infos: list[str]) -> SearchParameters:
    """Return the parameters of a brain with these arguments, after these settings."""
    reader, state = CommandReader(), Brain(options=OPTIONS)
    for info in infos:
        command = reader.feed(f"INFO {info}")
        assert command is not None
        state.receive(command)
    engine = make_engine(arguments)
    engine.start_request(replace(state.settings, hash_size=1))
    return engine.parameters


def test_parameters_come_from_the_command_line_or_the_manager() -> None:
    plain = engine_after([], [])
    given = engine_after(["--set", "killer_bonus=7", "--set", "futility_depth=0"], [])
    told = engine_after([], ["killer_bonus 7", "FUTILITY_DEPTH 0"])
    assert plain == SearchParameters()
    assert given == told == SearchParameters(killer_bonus=7, futility_depth=0)
    assert engine_after(["--set", "killer_bonus=7"], ["killer_bonus 8"]).killer_bonus == 8


def test_a_wrong_value_of_a_parameter_is_an_error_once_and_a_wrong_name_a_hint(
    tmp_path: Path,
) -> None:
    typed = b"START 15\nINFO killer_bonus 2000\nABOUT\nINFO kiler_bonus 2\nRESTART\n"
    ran = play(["brain"], typed, tmp_path)
    error = "not a value of killer_bonus: '2000': expected a whole number from 0 to 1000"
    assert ran.out.decode().splitlines() == ["OK", f"ERROR {error}", "OK"]
    assert ran.err == b"tengen: INFO 'kiler_bonus' is ignored: did you mean killer_bonus?\n"


def test_no_setting_of_the_protocol_resembles_a_parameter() -> None:
    keys = [*NUMBER_SETTINGS, "rule", "folder", "evaluate", "show_detail", "pondering"]
    assert [nearest_parameter(key) for key in keys] == [None] * len(keys)


def test_the_engine_wins_a_game_as_player_1_and_announces_the_number_of_moves(
    tmp_path: Path,
) -> None:
    board, random = Board(THEOREM_RULES), Random(5)
    left: list[int] = []
    with started(["brain"], tmp_path) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"START 15\nBEGIN\n")
        assert child.stdout.readline() == b"OK\n"
        while not board.outcome.is_over:
            line = child.stdout.readline()
            if match := re.fullmatch(rb"MESSAGE won in at most (\d+) more moves\n", line):
                left.append(int(match[1]))
            elif not line.startswith(b"MESSAGE"):
                board.play(parse_coordinates(line.decode().strip()))
                if not board.outcome.is_over:
                    point = DEFENDERS["greedy"](board, random)
                    board.play(point)
                    child.stdin.write(f"TURN {format_coordinates(point)}\n".encode())
        child.stdin.write(b"END\n")
    assert board.outcome.winner is Player.FIRST
    assert left == sorted(set(left), reverse=True)


@pytest.mark.parametrize("level, knows", [("9", False), ("10", True)])
def test_a_level_below_the_strongest_does_not_know_the_theorem(
    level: str, tmp_path: Path, *, knows: bool
) -> None:
    stones = ["7,7,1", "7,6,2", "6,6,1", "0,14,2", "8,8,1", "0,13,2"]
    typed = "START 15\nBOARD\n" + "\n".join(stones) + "\nDONE\n"
    ran = play(["brain", "--level", level, "--seed", "1"], typed.encode(), tmp_path)
    assert (b"MESSAGE won with the next move" in ran.out) == knows


def test_the_theorem_is_not_used_with_other_rules(tmp_path: Path) -> None:
    stones = ["7,7,1", "7,6,2", "6,6,1", "0,14,2", "8,8,1", "0,13,2"]
    typed = "START 15\nINFO rule 1\nBOARD\n" + "\n".join(stones) + "\nDONE\n"
    ran = play(["brain"], QUICK + typed.encode(), tmp_path)
    assert re.fullmatch(rb"OK\nMESSAGE depth .*\n\d+,\d+\n", ran.out)


def test_the_example_of_the_help_shows_a_move(tmp_path: Path) -> None:
    example = play(["brain", "--help"], b"", tmp_path).out.decode().splitlines()[-1]
    typed = shlex.split(example)[1].replace("\\n", "\n")
    lines = play(["brain"], typed.encode(), tmp_path).out.split()
    assert (lines[0], lines[-1]) == (b"OK", b"7,7")


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (["--help"], "usage: pbrain-tengen"),
        (["-h"], "usage: pbrain-tengen"),
        (["--version"], f"tengen {__version__}\n"),
    ],
)
def test_pbrain_tengen_has_help_and_a_version(
    arguments: list[str],
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["pbrain-tengen", *arguments])
    assert main() == 0
    assert capfd.readouterr().out.startswith(expected)


@pytest.mark.parametrize("win", [WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU])
def test_tables_of_a_rule_are_built_before_the_first_move(win: WinRule) -> None:
    pattern_tables._tables.cache_clear()  # noqa: SLF001 - as in a new process
    settings = Settings(rule=win, max_depth=1)
    engine = BrainEngine(knows_theorem=False)
    engine.prepare(settings)
    made = pattern_tables._tables.cache_info().misses  # noqa: SLF001 - likewise
    board = Board(Rules(15, 15, 5, win), {Point(7, 7): Board(Rules(15, 15, 5)).turn})
    engine.start_request(settings)
    (move,) = engine.answer(Think(board, settings))
    assert board.is_legal(move)
    assert pattern_tables._tables.cache_info().misses == made  # noqa: SLF001 - likewise
