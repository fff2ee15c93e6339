from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.sessions import NAMES
from kit.strategies import is_winnable, some_rules

from tengen.errors import RuleError, UsageError
from tengen.game.opening_rules import OpeningRule, check_opening
from tengen.game.setup import Computer, ExternalEngine, Person, PlayerSpec, Setup, TimeControl
from tengen.rules.rules import GAMES, Rules, WinRule
from tengen.rules.wording import GAME_TITLES, WIN_RULE_WORDS, describe_rules
from tengen.terminal.new_game import (
    DEFAULT_SETUP,
    ENGINE,
    LEVELS,
    OTHER_BOARD,
    PERSON,
    setup_questions,
    sync_rules,
    to_player_spec,
    to_setup,
    to_values,
)

COMMANDS = st.lists(NAMES, min_size=1, max_size=3).map(tuple)


def engine(command: tuple[str, ...]) -> ExternalEngine:
    """An engine that is called what the form would call it."""
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
    """Any game that a form can make."""
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
def test_answers_make_the_setup_that_they_were_made_from(setup: Setup) -> None:
    assert to_setup(to_values(setup)) == setup


@given(setups(), st.data())
def test_whatever_is_answered_makes_a_setup_or_says_why_not(
    setup: Setup, data: st.DataObject
) -> None:
    values = to_values(setup)
    for name in data.draw(st.lists(st.sampled_from(sorted(values)), max_size=4)):
        values[name] = data.draw(
            st.text(max_size=8) | st.sampled_from(["0", "-1", "53", "\u0661\u0665", "5"])
        )
    with suppress(RuleError, UsageError):
        assert isinstance(to_setup(values), Setup)


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("width", "0", "columns can be 1 to 52, not '0'"),
        ("height", "53", "rows can be 1 to 52, not '53'"),
        ("k", "\u0665", "in a row can be 1 to 52, not '\\u0665'"),
        ("rule", "chess", "there is no rule 'chess': there are freestyle, "),
        ("opening", "e4", "there is no opening 'e4': there are free, "),
        ("clock", "0s", "a clock of 0s has run out before the game begins"),
        ("one", "11", "nobody called '11' can play: levels are 1 to 10"),
        ("two", ENGINE, "another engine needs the command that starts it, as in ./pbrain-name"),
    ],
)
def test_what_makes_no_game_is_told(name: str, value: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        to_setup({**to_values(DEFAULT_SETUP), name: value})
    assert str(caught.value).startswith(words)


def test_a_command_that_is_quoted_by_half_is_told() -> None:
    with pytest.raises(UsageError, match="is not a command: No closing quotation"):
        to_player_spec(ENGINE, command="./pbrain 'x")


def test_an_opening_that_does_not_fit_is_told() -> None:
    values = {**to_values(Setup(GAMES["tictactoe"])), "opening": "swap2"}
    with pytest.raises(RuleError, match="needs a board of at least 5x5"):
        to_setup(values)


def test_an_engine_is_called_by_its_file() -> None:
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
def test_to_choose_a_game_chooses_its_board_and_rule(name: str) -> None:
    values = {**to_values(DEFAULT_SETUP), "game": name}
    sync_rules(values, "game")
    assert to_setup(values).rules == GAMES[name]


def test_to_choose_a_rule_chooses_the_game_that_has_it() -> None:
    values = {**to_values(DEFAULT_SETUP), "rule": "renju"}
    sync_rules(values, "rule")
    assert values["game"] == "renju"
    values["rule"] = "caro"
    sync_rules(values, "rule")
    assert values["game"] == OTHER_BOARD


def test_questions_that_make_no_sense_are_not_asked() -> None:
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
