from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.brains import at
from kit.strategies import modest, thorough

from tengen.protocol.commands import (
    About,
    Begin,
    BoardPosition,
    Command,
    End,
    Info,
    Malformed,
    Play,
    Restart,
    Start,
    Stone,
    Stop,
    Swap2Board,
    Takeback,
    Turn,
    Unknown,
    Whose,
)
from tengen.protocol.manager import format_command
from tengen.protocol.reader import MOST_STONES, CommandReader

COMMANDS: dict[str, Command] = {
    "START 20": Start(20, 20),
    "START 20 15": Start(20, 15),
    "RECTSTART 20,15": Start(20, 15),
    "RECTSTART 20, 15": Start(20, 15),
    "RESTART": Restart(),
    "BEGIN": Begin(),
    "TURN 7,0": Turn(at(7, 0)),
    "TURN -1,-1": Turn(at(-1, -1)),
    "TAKEBACK 7,0": Takeback(at(7, 0)),
    "PLAY 7,0": Play(at(7, 0)),
    "INFO timeout_turn 5000": Info("timeout_turn", "5000"),
    "INFO folder C:\\My  Games": Info("folder", "C:\\My  Games"),
    "INFO RULE 1": Info("rule", "1"),
    "INFO rule": Info("rule", ""),
    "INFO": Info("", ""),
    "ABOUT": About(),
    "STOP": Stop(),
    "YXSTOP": Stop(),
    "END": End(),
    "END now": End(),
    "YXSHOWINFO": Unknown("YXSHOWINFO"),
    "\u017fTART 15": Unknown("\u017fTART 15"),
}
BAD = (
    *("START", "START x", "START 1 2 3", "START 15,", "START 99999999999999999999"),
    *("RECTSTART 20", "RECTSTART 20,15,1", "TURN", "TURN 7", "TURN h8", "TURN 7,7,1"),
    *("TAKEBACK x", "PLAY 7 7", "BEGIN now", "ABOUT us", "RESTART 15", "BOARD 7,7,1", "DONE"),
)
POINTS = st.builds(at, st.integers(-9, 60), st.integers(-9, 60))
WORDS = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=9)
SAYABLE = st.one_of(
    st.builds(Start, st.integers(-5, 99), st.integers(-5, 99)),
    st.sampled_from([Restart(), Begin(), About(), Stop(), End()]),
    st.builds(Turn, POINTS) | st.builds(Takeback, POINTS) | st.builds(Play, POINTS),
    st.lists(st.builds(Stone, POINTS, st.sampled_from(Whose)), max_size=9).map(
        lambda stones: BoardPosition(tuple(stones))
    ),
    st.lists(POINTS, max_size=5).map(lambda points: Swap2Board(tuple(points))),
    st.builds(Info, WORDS.map(str.lower), WORDS | st.just("")),
)


def read(*lines: str | bytes) -> list[Command]:
    reader = CommandReader()
    return [command for line in lines if (command := reader.feed(line)) is not None]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_line_is_read_as_its_command(line: str) -> None:
    assert read(line) == [COMMANDS[line]]
    assert read(f"  {line}\r\n") == read(line.encode() + b"\n") == [COMMANDS[line]]


@pytest.mark.parametrize("line", ["start 20", "Turn 7,0", "tUrN\t7,0", "end", "info rule 1"])
def test_commands_are_read_in_any_case(line: str) -> None:
    assert read(line) == read(line.upper().replace("RULE", "rule"))
    assert not isinstance(read(line)[0], Unknown | Malformed)


@pytest.mark.parametrize("line", BAD)
def test_bad_arguments_make_a_malformed_command_that_says_why(line: str) -> None:
    (command,) = read(line)
    assert isinstance(command, Malformed)
    assert command.text == line
    assert command.why


def test_empty_lines_are_nothing() -> None:
    assert read("", "\r\n", "   ", "\t\n", b"") == []


def test_a_board_is_one_command_when_it_is_done() -> None:
    stones = (Stone(at(7, 7), Whose.OPPONENT), Stone(at(8, 6), Whose.OWN))
    assert read("BOARD", "7,7,2\r\n", "", " 8, 6,1", "done") == [BoardPosition(stones)]
    assert read("BOARD", "DONE") == [BoardPosition(())]


def test_an_opening_may_come_with_or_without_colours() -> None:
    points = (at(7, 7), at(8, 6), at(1, 2))
    assert read("SWAP2BOARD", "DONE") == [Swap2Board(())]
    assert read("SWAP2BOARD", "7,7", "8,6", "1,2", "DONE") == [Swap2Board(points)]
    assert read("swap2board", "7,7,1", "8,6,2", "1,2,1", "done") == [Swap2Board(points)]


@pytest.mark.parametrize(
    "line", ["7,7", "7,7,3", "7,7,0", "7,7,1,1", "x,7,1", "hello", "7,7,\u0661"]
)
def test_one_bad_line_spoils_a_board_and_nothing_after_it(line: str) -> None:
    board, about = read("BOARD", "1,1,2", line, "2,2,1", "DONE", "ABOUT")
    assert isinstance(board, Malformed)
    assert board.text == "BOARD"
    assert about == About()


def test_an_end_within_a_board_is_an_end() -> None:
    assert read("BOARD", "7,7,2", "END") == [End()]


def test_a_command_before_done_abandons_the_board() -> None:
    assert read("BOARD", "7,7,2", "RESTART", "TURN 1,1") == [Restart(), Turn(at(1, 1))]
    assert read("BOARD", "7,7,2", "BOARD", "DONE") == [BoardPosition(())]


def test_an_info_within_a_board_is_read_and_the_board_goes_on() -> None:
    stones = (Stone(at(7, 7), Whose.OPPONENT),)
    assert read("BOARD", "INFO rule 1", "7,7,2", "DONE") == [
        Info("rule", "1"),
        BoardPosition(stones),
    ]


def test_a_board_without_end_does_not_fill_the_memory() -> None:
    lines = ["7,7,1"] * (MOST_STONES + 1)
    (command,) = read("BOARD", *lines, "DONE")
    assert command == Malformed("BOARD", "there are too many stones")


@pytest.mark.parametrize("line", ["TURN 7,7" + " " * 2000, "x" * 10**6, "START " + "1" * 2000])
def test_a_line_that_is_too_long_is_no_command(line: str) -> None:
    (command,) = read(line)
    assert isinstance(command, Unknown | Malformed)
    assert len(command.text) <= 1001


def test_a_setting_that_is_too_long_has_no_value() -> None:
    assert read("INFO folder " + "x" * 2000) == [Info("folder", "")]


@thorough
@given(SAYABLE)
def test_what_a_manager_prints_is_read_as_the_same_command(command: Command) -> None:
    assert read(*format_command(command)) == [command]


@modest
@given(
    st.lists(st.binary(max_size=30) | st.sampled_from([b"BOARD", b"DONE", b"7,7,1", b"SWAP2BOARD"]))
)
def test_any_bytes_are_read_without_complaint(lines: list[bytes]) -> None:
    assert len(read(*lines)) <= len(lines)
