from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.keeping import play
from kit.sessions import NAMES
from kit.strategies import is_winnable, some_rules

from tengen.errors import ParseError, RuleError, UsageError
from tengen.game.clock import TimeControl
from tengen.game.commands import MakeChoice, PlayMove
from tengen.game.opening_rules import OpeningRule, check_opening
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine, Person, PlayerSpec, Setup
from tengen.game.tasks import Choice, Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, RENJU, Rules, WinRule
from tengen.rules.wording import GAME_TITLES, WIN_RULE_WORDS, describe_rules
from tengen.storage import Store
from tengen.terminal.new_game import (
    DEFAULT_SETUP,
    ENGINE,
    LEVELS,
    OTHER_BOARD,
    PERSON,
    SETUP_KEY,
    SetupInterview,
    last_setup,
    last_unfinished,
    remember_setup,
    setup_questions,
    sync_rules,
    to_player_spec,
    to_setup,
    to_values,
)
from tengen.terminal.sentences import describe_player_spec, describe_summary

COMMANDS = st.lists(NAMES, min_size=1, max_size=3).map(tuple)


def engine(command: tuple[str, ...]) -> ExternalEngine:
    """Return an engine with the name that the form gives it."""
    return ExternalEngine(command, command[0].rpartition("/")[2].removeprefix("pbrain-"))


SITTERS: st.SearchStrategy[PlayerSpec] = st.one_of(
    NAMES.map(str.strip).map(Person), st.integers(1, 10).map(Computer), COMMANDS.map(engine)
)
CLOCKS = st.sampled_from(
    [
        TimeControl(),
        TimeControl(30_000),
        TimeControl(7_000, 300_000, 3_000),
        TimeControl(game=60_000),
    ]
)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Draw any setup that the form can give."""
    rules = draw(some_rules().filter(is_winnable))
    opening = draw(st.sampled_from(OpeningRule))
    try:
        check_opening(opening, rules)
    except RuleError:
        opening = OpeningRule.FREE
    lose = rules.win is WinRule.RENJU and draw(st.booleans())
    sitters = draw(SITTERS), draw(SITTERS)
    return Setup(rules, opening, *sitters, draw(CLOCKS), fouls_lose=lose)


@given(setups())
def test_values_give_the_same_setup_again(setup: Setup) -> None:
    assert to_setup(to_values(setup)) == setup


@given(setups(), st.data())
def test_any_values_give_a_setup_or_an_error(setup: Setup, data: st.DataObject) -> None:
    values = to_values(setup)
    for name in data.draw(st.lists(st.sampled_from(sorted(values)), max_size=4)):
        values[name] = data.draw(
            st.text(max_size=8) | st.sampled_from(["0", "-1", "53", "\u0661\u0665", "5"])
        )
    with suppress(ParseError, RuleError, UsageError):
        assert isinstance(to_setup(values), Setup)


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("width", "0", "columns must be 1 to 52, not '0'"),
        ("height", "53", "rows must be 1 to 52, not '53'"),
        ("k", "\u0665", "in a row must be 1 to 52, not '\\u0665'"),
        ("rule", "chess", "there is no rule 'chess': choose one of freestyle, "),
        ("opening", "e4", "there is no opening 'e4': choose one of free, "),
        ("clock", "0s", "not a clock: '0s': it has run out before the game begins"),
        ("one", "11", "'11' is not a level: levels are 1 to 10"),
        ("two", ENGINE, "give the command that starts the engine, as in ./pbrain-name"),
    ],
)
def test_invalid_values_are_explained(name: str, value: str, words: str) -> None:
    with pytest.raises((ParseError, UsageError)) as caught:
        to_setup({**to_values(DEFAULT_SETUP), name: value})
    assert str(caught.value).startswith(words)


def test_an_unclosed_quote_in_a_command_is_reported() -> None:
    with pytest.raises(UsageError, match="is not a command: No closing quotation"):
        to_player_spec(ENGINE, command="./pbrain 'x")


def test_an_opening_that_does_not_fit_is_refused() -> None:
    values = {**to_values(Setup(GAMES["tictactoe"])), "opening": "swap2"}
    with pytest.raises(RuleError, match="needs a board of at least 5x5"):
        to_setup(values)


def test_an_engine_is_named_after_its_file() -> None:
    sitter = to_player_spec(ENGINE, command="/opt/e/pbrain-rapfi --mode 'a b'")
    assert sitter == ExternalEngine(("/opt/e/pbrain-rapfi", "--mode", "a b"), "rapfi")


def test_people_and_levels() -> None:
    assert to_player_spec(PERSON, " Anna ") == Person("Anna")
    assert [to_player_spec(level) for level in LEVELS] == [
        Computer(level) for level in range(1, 11)
    ]


def test_every_game_rule_and_opening_can_be_chosen() -> None:
    answers = {question.name: dict(question.answers) for question in setup_questions()}
    assert set(answers["game"]) == {*GAMES, OTHER_BOARD}
    assert set(GAMES) == set(GAME_TITLES)
    assert set(answers["rule"]) == {rule.value for rule in WinRule}
    assert set(answers["opening"]) == {rule.value for rule in OpeningRule}
    assert set(WIN_RULE_WORDS) == set(WinRule)


@pytest.mark.parametrize("name", GAMES)
def test_choosing_a_game_sets_its_board_and_rule(name: str) -> None:
    values = {**to_values(DEFAULT_SETUP), "game": name}
    sync_rules(values, "game")
    assert to_setup(values).rules == GAMES[name]


def test_choosing_a_rule_sets_the_game_with_that_rule() -> None:
    values = {**to_values(DEFAULT_SETUP), "rule": "renju"}
    sync_rules(values, "rule")
    assert values["game"] == "renju"
    values["rule"] = "caro"
    sync_rules(values, "rule")
    assert values["game"] == OTHER_BOARD


def test_questions_that_do_not_apply_are_not_asked() -> None:
    asked = {question.name: question.is_asked for question in setup_questions()}
    values = to_values(DEFAULT_SETUP)
    assert [asked[name](values) for name in ("width", "one-name", "two-name", "fouls")] == [
        *(False, True, False, False),
    ]
    values = {**values, "game": OTHER_BOARD, "rule": "renju", "two": ENGINE}
    assert [asked[name](values) for name in ("width", "two-command", "fouls")] == [True] * 3


@pytest.mark.parametrize(
    "rules, words",
    [
        (Rules(15, 15, 5), "15x15, five or more in a row win"),
        (Rules(9, 7, 4, WinRule.STANDARD), "9x7, exactly four in a row win"),
        (Rules(20, 20, 11, WinRule.CARO), "20x20, 11 or more win, unless blocked at both ends"),
        (Rules(15, 15, 5, WinRule.RENJU), "15x15, five win; Black has forbidden points"),
    ],
)
def test_a_game_in_words(rules: Rules, words: str) -> None:
    assert describe_rules(rules) == words


def interviewed(setup: Setup, *answers: str) -> Setup:
    """Return the setup after these answers, which must be complete."""
    interview = SetupInterview(setup)
    for answer in answers[:-1]:
        assert interview.answer(answer) is None
    found = interview.answer(answers[-1])
    assert found is not None
    return found


def test_enter_keeps_every_value() -> None:
    setup = Setup(one=Person("Anna"), two=Computer(7), clock=TimeControl(7_000, 420_000))
    assert interviewed(setup, "", "", "", "", "", "") == setup


def test_an_interview_gives_a_whole_setup() -> None:
    answers = ("renju", "taraguchi-10", "10+5", "Person", "Anna", "engine")
    assert interviewed(DEFAULT_SETUP, *answers, "./pbrain-x -v", "lose") == Setup(
        GAMES["renju"],
        OpeningRule.TARAGUCHI,
        Person("Anna"),
        ExternalEngine(("./pbrain-x", "-v"), "x"),
        TimeControl(game=600_000, increment=5_000),
        fouls_lose=True,
    )


def test_another_board_is_given_by_size_and_rule() -> None:
    answers = ("9", "8", "7", "4", "caro", "1", "1", "10", "2")
    setup = interviewed(DEFAULT_SETUP, *answers)
    assert setup == Setup(Rules(8, 7, 4, WinRule.CARO), one=Computer(10), two=Computer(2))


def test_a_number_is_the_number_of_an_answer() -> None:
    interview = SetupInterview(DEFAULT_SETUP)
    assert interview.question() == "Game? Enter keeps Five in a row"
    assert interview.answers()[5] == "6: Gomoku 13x13"
    interview.answer("6")
    assert interview.question() == "Opening? Enter keeps free"


def test_a_player_is_given_in_one_line() -> None:
    interview = SetupInterview(DEFAULT_SETUP)
    for _ in range(3):
        interview.answer("")
    question = "Black? Enter keeps a person. Type a level from 1 to 10, person or engine"
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


def test_a_name_can_be_removed() -> None:
    setup = Setup(one=Person("Anna"), two=Computer(1))
    interview = SetupInterview(setup)
    for _ in range(4):
        interview.answer("")
    assert interview.question() == "Black's name? Enter keeps Anna. Type - for no name"
    interview.answer("-")
    assert interview.answer("") == Setup(two=Computer(1))


@pytest.mark.parametrize(
    "before, answer, why",
    [
        ((), "chess", "the answer must be 1 to 9, not 'chess'"),
        ((), "0", "the answer must be 1 to 9, not '0'"),
        ((), "\u0663", r"the answer must be 1 to 9, not '\\u0663'"),
        (("other",), "53", "columns must be 1 to 52, not '53'"),
        (("other",), "-", "columns must be 1 to 52, not ''"),
        (("five", ""), "5+", r"not a clock: '5\+'"),
        (("five", ""), "0s", "has run out before the game begins"),
        (("five", "", ""), "11", "the level must be 1 to 10, not '11'"),
        (("five", "", ""), "nobody", "the level must be 1 to 10, not 'nobody'"),
        (("five", "", "", "engine"), "", "give the command that starts the engine"),
        (("five", "", "", "engine"), "'x", "is not a command: No closing quotation"),
        (("five", "", "", "person"), "\udcff", "cannot be written as text"),
    ],
)
def test_an_invalid_answer_is_refused_and_the_question_stays(
    before: tuple[str, ...], answer: str, why: str
) -> None:
    interview = SetupInterview(DEFAULT_SETUP)
    for line in before:
        interview.answer(line)
    question = interview.question()
    with pytest.raises((ParseError, RuleError, UsageError), match=why):
        interview.answer(answer)
    assert interview.question() == question


def test_answers_that_do_not_fit_together_restart_the_questions() -> None:
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
        except (ParseError, RuleError, UsageError):
            assert interview.question()
        assert len(interview.answers()) != 1


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path)) as store:
        yield store


def test_the_last_setup_is_offered_again(store: Store) -> None:
    assert last_setup(store) == DEFAULT_SETUP
    setup = Setup(one=ExternalEngine(("./x",), "x"), two=Person("Anna"))
    remember_setup(store, setup)
    assert last_setup(store) == setup


def test_without_a_store_nothing_is_remembered() -> None:
    remember_setup(None, Setup())
    assert last_setup(None) == DEFAULT_SETUP
    assert last_unfinished(None) is None


@pytest.mark.parametrize("kept", [b"", b"{", b'{"rules": "chess"}', b"\xff"])
def test_an_unreadable_setup_is_ignored(store: Store, kept: bytes) -> None:
    store.remember(SETUP_KEY, kept)
    assert last_setup(store) == DEFAULT_SETUP


def test_a_game_in_one_line(store: Store) -> None:
    session = Session.start(Setup(one=Person("Anna"), two=Computer(3)), 0)
    session.handle(PlayMove(Seat.ONE, Point(7, 7)), 0)
    play(store, session.events)
    line = describe_summary(store.games()[0])
    words = ", Anna v Computer 3, 1 move: Computer 3 to move (White)"
    assert re.fullmatch(rf"\d\d [A-Z]\w+ \d\d:\d\d{re.escape(words)}", line)


def test_black_comes_first_in_a_summary(store: Store) -> None:
    setup = Setup(opening=OpeningRule.SWAP, one=Person("Anna"), two=Person("Ben"))
    session = Session.start(setup, 0)
    for col in range(3):
        session.handle(PlayMove(Seat.ONE, Point(7, col)), 0)
    session.handle(MakeChoice(Seat.TWO, Choice.BLACK), 0)
    play(store, session.events)
    assert ", Ben v Anna, 3 moves: " in describe_summary(store.games()[0])


def test_the_newest_unfinished_game_that_is_not_open_is_found(store: Store) -> None:
    start = Session.start(Setup(), 0).events
    play(store, start)
    play(store, start)
    with store.open(2):
        found = last_unfinished(store)
        assert found is not None
        assert found.game == 1
    found = last_unfinished(store)
    assert found is not None
    assert found.game == 2


def test_every_player_has_a_name() -> None:
    sitters: list[PlayerSpec] = [
        Person(),
        Person("Anna"),
        Computer(7),
        ExternalEngine(("./x",), "x"),
    ]
    assert [describe_player_spec(sitter) for sitter in sitters] == [
        "a person",
        "Anna",
        "Computer 7",
        "x",
    ]
