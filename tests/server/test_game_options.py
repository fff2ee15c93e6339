"""The options of a new game."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import product
from pathlib import Path

import pytest
from kit.web import Visitor, served

from tengen.engine.levels import LEVELS
from tengen.errors import RuleError
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Setup
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Rules, WinRule
from tengen.server.game_options import make_choices


def test_every_rule_and_level_can_be_chosen() -> None:
    choices = make_choices()
    assert {choice.value for choice in choices.wins} == {rule.value for rule in WinRule}
    assert {choice.value for choice in choices.openings} == {rule.value for rule in OpeningRule}
    assert len(choices.levels) == len(LEVELS)


def test_a_named_game_has_the_rules_of_its_name() -> None:
    for choice in make_choices().games:
        rules = parse_rules(choice.rules.text)
        assert (rules.width, rules.height, rules.k) == (
            *(choice.rules.width, choice.rules.height, choice.rules.k),
        )


def test_a_game_can_be_created_with_every_clock_and_opening(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        choices = anna.ask("GET", "/api/choices").json()
        for clock in choices["clocks"]:
            assert anna.make_game("here", clock=clock["clock"])
        for opening in choices["openings"]:
            rules = f"15x15/5 {opening['win'] or 'freestyle'}"
            assert anna.make_game("here", opening=opening["value"], rules=rules)


@pytest.mark.parametrize("name", [rule.value for rule in OpeningRule])
def test_an_opening_choice_says_which_games_it_fits(name: str) -> None:
    (opening,) = (choice for choice in make_choices().openings if choice.value == name)
    for win, side, k in product(WinRule, range(1, 11), range(1, 6)):
        if (win is WinRule.RENJU and k != 5) or k > side:
            continue
        fits = side >= opening.least and k >= opening.k and opening.win in {None, win.value}
        with nullcontext() if fits else pytest.raises(RuleError):
            Setup(Rules(side, side, k, win), OpeningRule(name))
