"""Games against the computer."""

from __future__ import annotations

import pytest
from kit.people import People


@pytest.mark.parametrize("level", [1, 10])
def test_the_computer_answers(level: int, people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("computer", level=level)
    anna.sees(f"Computer {level}")
    anna.play("h8")
    anna.sees_stones(2)
    anna.hears("Your turn")
    anna.play("a1")
    anna.sees_stones(4)


def test_the_computer_begins_if_the_player_is_white(people: People) -> None:
    anna = people.come("Anna")
    anna.go("/")
    anna.choose("White")
    anna.click("Play")
    anna.sees("Your turn")
    anna.sees_stones(1)
    anna.play("a1")
    anna.sees_stones(3)


def test_moves_against_the_computer_are_taken_back_without_asking(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("computer", level=1)
    anna.play("h8")
    anna.sees_stones(2)
    anna.sees("Your turn")
    anna.click("Take back")
    anna.sees_moves("")
    anna.play("g7")
    anna.sees_stones(2)
