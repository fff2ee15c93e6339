from __future__ import annotations

import pytest
from kit.table import ONE, TWO, Table

from tengen.game.commands import ChangeSitter, Claim, Resign
from tengen.game.descriptions import describe_choice, describe_task, seat_name, side_name
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Computer, ExternalEngine, Person, PlayerSpec
from tengen.game.tasks import Choice, Seat
from tengen.rules.wording import MARK_NAMES


@pytest.mark.parametrize(
    "spec, free, open_",
    [
        (Person(), "White", "Player 2"),
        (Person("Ann"), "Ann", "Ann"),
        (Computer(7), "Computer 7", "Computer 7"),
        (ExternalEngine(("./engine",), "Rapid"), "Rapid", "Rapid"),
        (ExternalEngine(("./engine",), ""), "White", "Player 2"),
    ],
)
def test_a_player_is_called_by_name_colour_or_seat(spec: PlayerSpec, free: str, open_: str) -> None:
    for opening, name in ((OpeningRule.FREE, free), (OpeningRule.SWAP, open_)):
        table = Table(opening)
        table.do(ChangeSitter(TWO, spec))
        assert seat_name(table.state, TWO) == name


def test_a_side_is_called_by_its_colour_once_it_has_one() -> None:
    table = Table(OpeningRule.SWAP)
    table.do(ChangeSitter(TWO, Person("Ann")))
    assert [side_name(table.state, seat) for seat in (ONE, TWO)] == ["Player 1", "Ann"]
    table.play("h8 h9 a1")
    table.answer("black")
    assert [side_name(table.state, seat) for seat in (ONE, TWO)] == ["White", "Black"]
    table.do(Resign(TWO))
    assert table.says == "White wins: Black resigned"


@pytest.mark.parametrize(
    "seat, says", [(ONE, "Black wins: White has left"), (TWO, "White wins: Black has left")]
)
def test_the_result_says_who_has_left(seat: Seat, says: str) -> None:
    table = Table()
    table.play("h8")
    table.do(Claim(seat))
    assert table.says == says


def test_a_named_player_is_shown_with_the_colour() -> None:
    table = Table()
    table.do(ChangeSitter(ONE, Person("Ann")))
    assert table.says == "Ann to move (Black)"
    assert describe_task(table.state, MARK_NAMES) == "Ann to move (X)"


def test_every_choice_has_a_description() -> None:
    words = [describe_choice(choice) for choice in Choice]
    assert len(set(words)) == len(Choice)
    assert describe_choice(Choice.BLACK, MARK_NAMES) == "play X"
