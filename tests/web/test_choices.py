"""What can be chosen before a game."""

from __future__ import annotations

from pathlib import Path

from kit.web import Visitor, served

from tengen.core.rules import WinRule
from tengen.notation.rules import parse_rules
from tengen.search.levels import LEVELS
from tengen.session.openings import OpeningRule
from tengen.web.choices import make_choices


def test_everything_that_there_is_can_be_chosen() -> None:
    choices = make_choices()
    assert {choice.value for choice in choices.wins} == {rule.value for rule in WinRule}
    assert {choice.value for choice in choices.openings} == {rule.value for rule in OpeningRule}
    assert len(choices.levels) == len(LEVELS)


def test_a_game_that_is_chosen_is_what_its_numbers_say() -> None:
    for choice in make_choices().games:
        rules = parse_rules(choice.rules.text)
        assert (rules.width, rules.height, rules.k) == (
            *(choice.rules.width, choice.rules.height, choice.rules.k),
        )


def test_a_game_can_be_made_with_every_clock_and_opening(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        choices = anna.ask("GET", "/api/choices").json()
        for clock in choices["clocks"]:
            assert anna.make_game("here", clock=clock["clock"])
        for opening in choices["openings"]:
            assert anna.make_game("here", opening=opening["value"])
