from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.brains import at
from kit.strategies import modest, thorough

from tengen.gomocup.command_text import MAX_STONES, CommandReader, format_command
from tengen.gomocup.commands import (
    AboutCommand,
    BeginCommand,
    BoardCommand,
    BoardStone,
    EndCommand,
    InfoCommand,
    MalformedCommand,
    ManagerCommand,
    PlayCommand,
    RestartCommand,
    StartCommand,
    StoneOwner,
    StopCommand,
    Swap2BoardCommand,
    TakebackCommand,
    TurnCommand,
    UnknownCommand,
)

COMMANDS: dict[str, ManagerCommand] = {
    "START 20": StartCommand(20, 20),
    "START 20 15": StartCommand(20, 15),
    "RECTSTART 20,15": StartCommand(20, 15),
    "RECTSTART 20, 15": StartCommand(20, 15),
    "RESTART": RestartCommand(),
    "BEGIN": BeginCommand(),
    "TURN 7,0": TurnCommand(at(7, 0)),
    "TURN -1,-1": TurnCommand(at(-1, -1)),
    "TAKEBACK 7,0": TakebackCommand(at(7, 0)),
    "PLAY 7,0": PlayCommand(at(7, 0)),
    "INFO timeout_turn 5000": InfoCommand("timeout_turn", "5000"),
    "INFO folder C:\\My  Games": InfoCommand("folder", "C:\\My  Games"),
    "INFO RULE 1": InfoCommand("rule", "1"),
    "INFO rule": InfoCommand("rule", ""),
    "INFO": InfoCommand("", ""),
    "ABOUT": AboutCommand(),
    "STOP": StopCommand(),
    "YXSTOP": StopCommand(),
    "END": EndCommand(),
    "END now": EndCommand(),
    "YXSHOWINFO": UnknownCommand("YXSHOWINFO"),
    "\u017fTART 15": UnknownCommand("\u017fTART 15"),
}
BAD = (
    *("START", "START x", "START 1 2 3", "START 15,", "START 99999999999999999999"),
    *("RECTSTART 20", "RECTSTART 20,15,1", "TURN", "TURN 7", "TURN h8", "TURN 7,7,1"),
    *("TAKEBACK x", "PLAY 7 7", "BEGIN now", "ABOUT us", "RESTART 15", "BOARD 7,7,1", "DONE"),
)
POINTS = st.builds(at, st.integers(-9, 60), st.integers(-9, 60))
WORDS = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=9)
SAYABLE = st.one_of(
    st.builds(StartCommand, st.integers(-5, 99), st.integers(-5, 99)),
    st.sampled_from(
        [RestartCommand(), BeginCommand(), AboutCommand(), StopCommand(), EndCommand()]
    ),
    st.builds(TurnCommand, POINTS)
    | st.builds(TakebackCommand, POINTS)
    | st.builds(PlayCommand, POINTS),
    st.lists(st.builds(BoardStone, POINTS, st.sampled_from(StoneOwner)), max_size=9).map(
        lambda stones: BoardCommand(tuple(stones))
    ),
    st.lists(POINTS, max_size=5).map(lambda points: Swap2BoardCommand(tuple(points))),
    st.builds(InfoCommand, WORDS.map(str.lower), WORDS | st.just("")),
)


def read(*lines: str | bytes) -> list[ManagerCommand]:
    reader = CommandReader()
    return [command for line in lines if (command := reader.feed(line)) is not None]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_line_is_read_as_its_command(line: str) -> None:
    assert read(line) == [COMMANDS[line]]
    assert read(f"  {line}\r\n") == read(line.encode() + b"\n") == [COMMANDS[line]]


@pytest.mark.parametrize("line", ["start 20", "Turn 7,0", "tUrN\t7,0", "end", "info rule 1"])
def test_commands_are_read_in_any_case(line: str) -> None:
    assert read(line) == read(line.upper().replace("RULE", "rule"))
    assert not isinstance(read(line)[0], UnknownCommand | MalformedCommand)


@pytest.mark.parametrize("line", BAD)
def test_bad_arguments_make_a_malformed_command_that_says_why(line: str) -> None:
    (command,) = read(line)
    assert isinstance(command, MalformedCommand)
    assert command.text == line
    assert command.why


def test_empty_lines_are_ignored() -> None:
    assert read("", "\r\n", "   ", "\t\n", b"") == []


def test_a_board_is_one_command_after_its_done() -> None:
    stones = (BoardStone(at(7, 7), StoneOwner.OPPONENT), BoardStone(at(8, 6), StoneOwner.OWN))
    assert read("BOARD", "7,7,2\r\n", "", " 8, 6,1", "done") == [BoardCommand(stones)]
    assert read("BOARD", "DONE") == [BoardCommand(())]


def test_opening_stones_may_have_colours() -> None:
    points = (at(7, 7), at(8, 6), at(1, 2))
    assert read("SWAP2BOARD", "DONE") == [Swap2BoardCommand(())]
    assert read("SWAP2BOARD", "7,7", "8,6", "1,2", "DONE") == [Swap2BoardCommand(points)]
    assert read("swap2board", "7,7,1", "8,6,2", "1,2,1", "done") == [Swap2BoardCommand(points)]


@pytest.mark.parametrize(
    "line", ["7,7", "7,7,3", "7,7,0", "7,7,1,1", "x,7,1", "hello", "7,7,\u0661"]
)
def test_a_bad_line_makes_a_board_malformed_but_not_the_next_command(line: str) -> None:
    board, about = read("BOARD", "1,1,2", line, "2,2,1", "DONE", "ABOUT")
    assert isinstance(board, MalformedCommand)
    assert board.text == "BOARD"
    assert about == AboutCommand()


def test_end_within_a_board_is_end() -> None:
    assert read("BOARD", "7,7,2", "END") == [EndCommand()]


def test_a_command_before_done_abandons_the_board() -> None:
    assert read("BOARD", "7,7,2", "RESTART", "TURN 1,1") == [
        RestartCommand(),
        TurnCommand(at(1, 1)),
    ]
    assert read("BOARD", "7,7,2", "BOARD", "DONE") == [BoardCommand(())]


def test_info_within_a_board_is_read_and_the_board_continues() -> None:
    stones = (BoardStone(at(7, 7), StoneOwner.OPPONENT),)
    assert read("BOARD", "INFO rule 1", "7,7,2", "DONE") == [
        InfoCommand("rule", "1"),
        BoardCommand(stones),
    ]


def test_an_endless_board_does_not_fill_the_memory() -> None:
    lines = ["7,7,1"] * (MAX_STONES + 1)
    (command,) = read("BOARD", *lines, "DONE")
    assert command == MalformedCommand("BOARD", "there are too many stones")


@pytest.mark.parametrize("line", ["TURN 7,7" + " " * 2000, "x" * 10**6, "START " + "1" * 2000])
def test_a_line_that_is_too_long_is_malformed_or_unknown(line: str) -> None:
    (command,) = read(line)
    assert isinstance(command, UnknownCommand | MalformedCommand)
    assert len(command.text) <= 1001


def test_a_setting_that_is_too_long_has_an_empty_value() -> None:
    assert read("INFO folder " + "x" * 2000) == [InfoCommand("folder", "")]


@thorough
@given(SAYABLE)
def test_a_formatted_command_is_read_as_the_same_command(command: ManagerCommand) -> None:
    assert read(*format_command(command)) == [command]


@modest
@given(
    st.lists(st.binary(max_size=30) | st.sampled_from([b"BOARD", b"DONE", b"7,7,1", b"SWAP2BOARD"]))
)
def test_any_bytes_are_read_without_an_error(lines: list[bytes]) -> None:
    assert len(read(*lines)) <= len(lines)
