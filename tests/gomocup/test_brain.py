from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.brains import Shell, at, started
from kit.strategies import thorough

import tengen
from tengen.errors import IllegalMove, RuleError
from tengen.gomocup.brain import Hurry, Quit, Think
from tengen.gomocup.commands import EndCommand
from tengen.rules.board import Board
from tengen.rules.rules import Player, Rules, WinRule

ANSWER = re.compile(r'OK|(ERROR|UNKNOWN) [ -~]+|SWAP|\d+,\d+( \d+,\d+)*|name="[ -~]+"', re.ASCII)


def is_error(said: list[str]) -> bool:
    return len(said) == 1 and said[0].startswith("ERROR ")


# Getting ready


@pytest.mark.parametrize("size", range(5, 23))
def test_boards_from_5_to_22_are_answered_with_ok(size: int) -> None:
    assert Shell().tell(f"START {size}") == ["OK"]


@pytest.mark.parametrize("line", ["START 4", "START 23", "START -1", "RECTSTART 20,30", "START"])
def test_other_sizes_are_an_error(line: str) -> None:
    shell = Shell()
    assert is_error(shell.tell(line))
    assert is_error(shell.tell("BEGIN"))


@pytest.mark.parametrize("line", ["RECTSTART 20,15", "START 20 15", "rectstart 20, 15\r\n"])
def test_the_width_of_an_oblong_board_comes_first(line: str) -> None:
    shell = Shell()
    assert shell.tell(line) == ["OK"]
    shell.tell("TURN 19,14")
    assert shell.boards[0].rules == Rules(20, 15, 5)
    assert is_error(shell.tell("TURN 14,19"))


def test_a_restart_empties_the_board_and_keeps_its_size() -> None:
    shell = started("RECTSTART 20,15", "TURN 7,7")
    assert shell.tell("RESTART", "BEGIN") == ["OK", "0,0"]
    assert shell.boards[-1] == Board(Rules(20, 15, 5))


@pytest.mark.parametrize("line", ["RESTART", "BEGIN", "TURN 7,7", "TAKEBACK 7,7", "PLAY 7,7"])
def test_commands_before_start_are_refused(line: str) -> None:
    assert Shell().tell(line) == ["ERROR no board yet: send START first"]


@pytest.mark.parametrize("word", ["BOARD", "SWAP2BOARD"])
def test_positions_before_start_are_refused(word: str) -> None:
    assert is_error(Shell().tell(word, "DONE"))


# Moves


def test_begin_asks_for_the_first_move() -> None:
    shell = started()
    assert shell.tell("BEGIN") == ["0,0"]
    assert shell.boards[0].turn is Player.FIRST
    assert is_error(shell.tell("BEGIN"))


def test_a_turn_is_answered_with_a_move_column_first() -> None:
    shell = started()
    assert shell.tell("TURN 0,0") == ["1,0"]
    assert shell.boards[0].turn is Player.SECOND
    assert shell.tell("TURN 3,0") == ["2,0"]
    assert shell.boards[1].moves == (at(0, 0), at(1, 0), at(3, 0))


@pytest.mark.parametrize("line", ["TURN 15,0", "TURN 0,15", "TURN -1,-1", "TURN 0,0", "TURN h8"])
def test_an_impossible_turn_is_an_error_and_changes_nothing(line: str) -> None:
    shell = started("BEGIN")
    assert is_error(shell.tell(line))
    assert shell.tell("TURN 5,0") == ["1,0"]
    assert shell.boards[-1].moves == (at(0, 0), at(5, 0))


def test_a_turn_after_the_end_is_an_error() -> None:
    shell = started("BEGIN", "TURN 0,5", "TURN 1,5", "TURN 2,5", "TURN 9,9")
    assert shell.tell("TURN 8,8") == ["ERROR 8,8 comes after the end of the game"]


def test_a_turn_that_ends_the_game_is_an_error_and_not_played() -> None:
    shell = started("TURN 4,7", "TURN 5,7", "TURN 6,7", "TURN 7,7")
    assert shell.tell("TURN 8,7") == ["ERROR there is no move to make: the game is over (line)"]
    assert shell.tell("TURN 9,9") == ["4,0"]


def test_a_forbidden_point_of_the_opponent_is_an_error_in_renju() -> None:
    shell = Shell()
    shell.tell("INFO rule 4", "START 15", "TURN 7,7", "TURN 8,7", "TURN 9,6", "TURN 9,5")
    assert shell.tell("TURN 9,7") == ["ERROR 9,7 makes two threes at once, which is forbidden"]


def test_a_suggested_move_is_played_and_repeated_in_the_answer() -> None:
    shell = started("TURN 0,0")
    shell.tell("TAKEBACK 1,0")
    assert shell.tell("PLAY 7,3") == ["7,3"]
    assert is_error(shell.tell("PLAY 7,3"))
    shell.tell("TURN 9,9")
    assert shell.boards[-1].moves == (at(0, 0), at(7, 3), at(9, 9))


# Positions


def test_an_empty_board_asks_for_the_opening_move() -> None:
    shell = started("TURN 7,7")
    assert shell.tell("BOARD", "DONE") == ["0,0"]
    assert shell.boards[-1] == Board(Rules(15, 15, 5))


def test_a_board_replaces_the_position_before() -> None:
    shell = started("TURN 7,7")
    assert shell.tell("board", "0,0,2", "done") == ["1,0"]
    assert shell.boards[-1].moves == (at(0, 0),)
    assert shell.tell("TURN 2,0") == ["3,0"]


@pytest.mark.parametrize(
    "stones", [["7,7,1"], ["7,7,2", "7,7,1"], ["15,0,2"], ["7,7,3"], ["7,7,2", "8,8,2"]]
)
def test_an_impossible_board_is_an_error_and_changes_nothing(stones: list[str]) -> None:
    shell = started("TURN 7,7")
    assert is_error(shell.tell("BOARD", *stones, "DONE"))
    shell.tell("TURN 8,8")
    assert shell.boards[-1].moves == (at(7, 7), at(0, 0), at(8, 8))


def test_a_board_with_a_winner_is_an_error() -> None:
    own = [f"{x},0,1" for x in range(5)]
    theirs = [f"{x},2,2" for x in (0, 2, 4, 6, 8)]
    assert is_error(started().tell("BOARD", *own, *theirs, "DONE"))
    both = [f"{x},4,2" for x in range(5)]
    assert is_error(started().tell("BOARD", *own, *both, "DONE"))


# Taking back


def test_the_last_stones_are_taken_back_newest_first() -> None:
    shell = started("TURN 7,7")
    assert shell.tell("TAKEBACK 0,0", "TAKEBACK 7,7") == ["OK", "OK"]
    assert shell.tell("BEGIN") == ["0,0"]
    assert shell.boards[-1] == Board(Rules(15, 15, 5))


def test_stones_are_taken_back_in_any_order() -> None:
    shell = started("TURN 7,7")
    assert shell.tell("TAKEBACK 7,7", "TAKEBACK 0,0") == ["OK", "OK"]
    assert shell.tell("TURN 3,3") == ["0,0"]
    assert shell.boards[-1].turn is Player.SECOND


@pytest.mark.parametrize("line", ["TAKEBACK 8,8", "TAKEBACK 99,0", "TAKEBACK"])
def test_there_must_be_a_stone_to_take_back(line: str) -> None:
    assert is_error(started("TURN 7,7").tell(line))


def test_a_won_game_continues_after_a_takeback() -> None:
    shell = started("BEGIN", "TURN 0,5", "TURN 1,5", "TURN 2,5", "TURN 9,9")
    assert shell.tell("TAKEBACK 4,0", "TAKEBACK 9,9") == ["OK", "OK"]
    assert shell.tell("TURN 4,0") == ["5,0"]


# Settings


@pytest.mark.parametrize(
    "number, win",
    [
        (0, WinRule.FREESTYLE),
        (1, WinRule.STANDARD),
        (2, WinRule.RENJU),
        (4, WinRule.RENJU),
        (8, WinRule.CARO_LONG),
        (9, WinRule.CARO_EXACT),
    ],
)
@pytest.mark.parametrize("is_before", [True, False])
def test_the_rule_may_be_sent_before_or_after_start(
    number: int, win: WinRule, *, is_before: bool
) -> None:
    lines = [f"INFO rule {number}", "START 15"]
    shell = Shell()
    assert shell.tell(*(lines if is_before else reversed(lines))) == ["OK"]
    shell.tell("TURN 7,7")
    assert shell.boards[0].rules == Rules(15, 15, 5, win)


def test_a_rule_sent_during_a_game_applies_to_the_next_one() -> None:
    shell = started("TURN 7,7", "INFO rule 1", "TURN 8,8")
    shell.tell("BOARD", "DONE")
    wins = [board.rules.win for board in shell.boards]
    assert wins == [WinRule.FREESTYLE, WinRule.FREESTYLE, WinRule.STANDARD]


def test_settings_are_not_answered_and_are_part_of_the_request() -> None:
    shell = started()
    quiet = ["INFO timeout_turn 0", "INFO time_left -5", "INFO evaluate 1,1", "INFO", "INFO x"]
    assert shell.tell(*quiet, "INFO max_memory 1000", "INFO thread_num 2") == []
    (request,) = shell.receive("BEGIN")
    assert isinstance(request, Think)
    settings = request.settings
    assert (settings.timeout_turn, settings.time_left, settings.thread_num) == (0, -5, 2)


@pytest.mark.parametrize("line", ["INFO rule 3", "INFO timeout_turn soon", "INFO time_left"])
def test_an_invalid_setting_is_reported_once_by_the_next_command(line: str) -> None:
    shell = started()
    assert shell.tell(line, "INFO max_depth 3") == []
    assert is_error(shell.tell("BEGIN"))
    assert shell.tell("BEGIN") == ["0,0"]


def test_an_unlimited_time_is_none() -> None:
    shell = started("INFO time_left 100", "INFO time_left 2147483647")
    assert shell.brain.settings.time_left is None


# Everything else


def test_about_is_answered_at_any_time() -> None:
    (line,) = Shell().tell("about")
    assert line.startswith(f'name="Tengen", version="{tengen.__version__}", author="')
    assert ', country="' in line


@pytest.mark.parametrize("line", ["YXSHOWINFO", "HELLO world", "7,7", "\0", "ok"])
def test_an_unknown_command_is_answered_with_unknown(line: str) -> None:
    (said,) = Shell().tell(line)
    assert said.startswith("UNKNOWN command ")
    assert said.isascii()
    assert said.isprintable()


def test_a_game_may_use_lower_case_and_any_line_ends() -> None:
    shell = Shell()
    assert shell.tell("start 15\n", "info rule 1\r\n", "\r\n") == ["OK"]
    assert shell.tell("begin\r", b"turn 7,7\r\n", " end ") == ["0,0", "1,0"]
    assert shell.has_quit


def test_end_is_accepted_before_start_and_within_a_board() -> None:
    assert Shell().receive("END") == [Quit()]
    shell = started("BOARD", "7,7,2")
    assert shell.receive("END") == [Quit()]


# While thinking


def test_end_is_accepted_while_thinking() -> None:
    shell = started()
    shell.receive("TURN 7,7")
    assert shell.brain.is_thinking
    assert shell.brain.receive(EndCommand()) == [Quit()]


def test_stop_asks_for_the_answer_while_thinking_and_is_ignored_otherwise() -> None:
    shell = started()
    assert shell.receive("STOP") == []
    shell.receive("TURN 7,7")
    assert shell.receive("STOP") == [Hurry()]
    assert shell.brain.answer(at(8, 8)) == "8,8"
    assert shell.receive("STOP") == []


def test_other_commands_are_refused_while_thinking() -> None:
    shell = started()
    shell.receive("TURN 7,7")
    assert is_error(shell.tell("RESTART"))
    assert shell.receive("INFO time_left 7") == []
    assert shell.brain.answer(at(8, 8)) == "8,8"
    assert shell.tell("TURN 0,0") == ["1,0"]


def test_an_illegal_answer_is_refused_and_another_can_be_given() -> None:
    shell = started()
    shell.receive("TURN 7,7")
    with pytest.raises(IllegalMove):
        shell.brain.answer(at(7, 7))
    assert shell.brain.answer(at(7, 8)) == "7,8"
    with pytest.raises(RuleError, match="no move was requested"):
        shell.brain.answer(at(0, 0))


def test_giving_up_is_an_error_and_does_not_change_the_board() -> None:
    shell = started()
    shell.receive("TURN 7,7")
    assert shell.brain.give_up("out of\nmemory") == r"ERROR 'out of\nmemory'"
    assert shell.tell("TURN 7,7") == ["0,0"]


def test_playing_on_the_board_of_a_request_does_not_change_the_brain() -> None:
    shell = started()
    (request,) = shell.receive("TURN 7,7")
    assert isinstance(request, Think)
    request.board.play(at(0, 0))
    assert shell.brain.answer(at(0, 0)) == "0,0"


COORDINATES = st.builds("{},{}".format, st.integers(-1, 6), st.integers(-1, 6))
LINES = st.one_of(
    st.sampled_from(["START 6", "RECTSTART 5,6", "RESTART", "BEGIN", "ABOUT", "STOP", "DONE"]),
    st.sampled_from(["BOARD", "SWAP2BOARD", "INFO rule 4", "INFO rule 9", "INFO rule 7", "HELLO"]),
    st.builds("{} {}".format, st.sampled_from(["TURN", "TAKEBACK", "PLAY"]), COORDINATES),
    COORDINATES,
    st.builds("{},{}".format, COORDINATES, st.integers(0, 3)),
    st.text(max_size=12),
    st.binary(max_size=12),
)


@thorough
@given(st.lists(LINES, max_size=60))
def test_any_input_gets_only_answers_of_the_protocol(lines: list[str | bytes]) -> None:
    shell = started()
    for line in lines:
        said = shell.tell(line)
        assert len(said) <= 1
        assert all(ANSWER.fullmatch(answer) for answer in said)
    assert not shell.brain.is_thinking
