from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import RuleError, UsageError
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Computer, ExternalEngine, Person, Setup, TimeControl
from tengen.rules.rules import GAMES, RENJU, Rules, WinRule
from tengen.terminal.new_game import DEFAULT_SETUP, SetupInterview


def interviewed(setup: Setup, *answers: str) -> Setup:
    """What comes of these answers, the last of which must be the last that is asked for."""
    interview = SetupInterview(setup)
    for answer in answers[:-1]:
        assert interview.answer(answer) is None
    found = interview.answer(answers[-1])
    assert found is not None
    return found


def test_to_keep_everything_takes_a_few_times_enter() -> None:
    setup = Setup(one=Person("Anna"), two=Computer(7), clock=TimeControl(7_000, 420_000))
    assert interviewed(setup, "", "", "", "", "", "") == setup


def test_a_whole_game_is_asked_for() -> None:
    answers = ("renju", "taraguchi-10", "10+5", "Person", "Anna", "engine")
    assert interviewed(DEFAULT_SETUP, *answers, "./pbrain-x -v", "lose") == Setup(
        GAMES["renju"],
        OpeningRule.TARAGUCHI,
        Person("Anna"),
        ExternalEngine(("./pbrain-x", "-v"), "x"),
        TimeControl(game=600_000, increment=5_000),
        fouls_lose=True,
    )


def test_another_board_is_asked_for_in_numbers_and_a_rule() -> None:
    answers = ("9", "8", "7", "4", "caro", "1", "1", "10", "2")
    setup = interviewed(DEFAULT_SETUP, *answers)
    assert setup == Setup(Rules(8, 7, 4, WinRule.CARO), one=Computer(10), two=Computer(2))


def test_a_number_is_the_number_of_an_answer() -> None:
    interview = SetupInterview(DEFAULT_SETUP)
    assert interview.question() == "Game? Enter keeps Five in a row"
    assert interview.answers()[5] == "6: Gomoku 13x13"
    interview.answer("6")
    assert interview.question() == "Opening? Enter keeps free"


def test_who_plays_is_asked_for_in_one_line() -> None:
    interview = SetupInterview(DEFAULT_SETUP)
    for _ in range(3):
        interview.answer("")
    question = "Black? Enter keeps a person. A level from 1 to 10, person or engine"
    assert (interview.question(), interview.answers()) == (question, [])


def test_openings_that_do_not_fit_are_not_offered() -> None:
    setup = Setup(RENJU, OpeningRule.SOOSYRV, one=Computer(1), two=Computer(1))
    assert interviewed(setup, "tictactoe", "", "", "").opening is OpeningRule.FREE
    interview = SetupInterview(setup)
    for answer in ("other", "7", "7", "5", "freestyle"):
        interview.answer(answer)
    assert interview.question() == "Opening? Enter keeps free"
    assert [line.partition(": ")[2] for line in interview.answers()] == [
        *("free", "pro", "swap", "swap2"),
    ]


def test_a_name_can_be_taken_away() -> None:
    setup = Setup(one=Person("Anna"), two=Computer(1))
    interview = SetupInterview(setup)
    for _ in range(4):
        interview.answer("")
    assert interview.question() == "Black's name? Enter keeps Anna. -: no name"
    interview.answer("-")
    assert interview.answer("") == Setup(two=Computer(1))


@pytest.mark.parametrize(
    "before, answer, why",
    [
        ((), "chess", "the answer can be 1 to 9, not 'chess'"),
        ((), "0", "the answer can be 1 to 9, not '0'"),
        ((), "\u0663", r"the answer can be 1 to 9, not '\\u0663'"),
        (("other",), "53", "columns can be 1 to 52, not '53'"),
        (("other",), "-", "columns can be 1 to 52, not ''"),
        (("five", ""), "5+", r"'5\+' is not a clock"),
        (("five", ""), "0s", "has run out before the game begins"),
        (("five", "", ""), "11", "levels can be 1 to 10, not '11'"),
        (("five", "", ""), "nobody", "levels can be 1 to 10, not 'nobody'"),
        (("five", "", "", "engine"), "", "another engine needs the command that starts it"),
        (("five", "", "", "engine"), "'x", "is not a command: No closing quotation"),
        (("five", "", "", "person"), "\udcff", "cannot be written as text"),
    ],
)
def test_what_is_no_answer_is_refused_and_the_question_stays(
    before: tuple[str, ...], answer: str, why: str
) -> None:
    interview = SetupInterview(DEFAULT_SETUP)
    for line in before:
        interview.answer(line)
    question = interview.question()
    with pytest.raises((RuleError, UsageError), match=why):
        interview.answer(answer)
    assert interview.question() == question


def test_answers_that_make_no_game_begin_again() -> None:
    interview = SetupInterview(Setup(one=Computer(1), two=Computer(1)))
    for line in ("other", "", "", "6", "renju", "", "", ""):
        assert interview.answer(line) is None
    with pytest.raises(RuleError, match="renju is played for 5 in a row, not 6"):
        interview.answer("")
    assert interview.question() == "Game? Enter keeps another board"


LINES = st.text(max_size=6) | st.sampled_from(["", "1", "2", "9", "12", "person", "-", "./x"])


@given(st.lists(LINES, max_size=30))
def test_no_line_breaks_an_interview(lines: list[str]) -> None:
    interview = SetupInterview(DEFAULT_SETUP)
    for line in lines:
        try:
            if interview.answer(line) is not None:
                return
        except (RuleError, UsageError):
            assert interview.question()
        assert len(interview.answers()) != 1
