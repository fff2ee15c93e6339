from __future__ import annotations

import pytest
from kit.brains import Shell, at, started

from tengen.errors import IllegalMove, RuleError
from tengen.gomocup.brain import ChooseSwap, SwapStage
from tengen.rules.rules import Player

THREE = ["7,7", "8,8", "6,5"]
FIVE = [*THREE, "0,0", "1,1"]


def asked(*stones: str) -> tuple[Shell, ChooseSwap]:
    """Return a brain that must choose after these stones."""
    shell = started()
    assert shell.tell("SWAP2BOARD", *stones) == []
    (request,) = shell.receive("DONE")
    assert isinstance(request, ChooseSwap)
    return shell, request


@pytest.mark.parametrize("stones", [[], THREE, FIVE])
def test_a_choice_has_its_stage_and_the_stones_in_alternating_colours(stones: list[str]) -> None:
    _, request = asked(*stones)
    assert request.stage is SwapStage(len(stones))
    assert len(request.board.moves) == len(stones)
    assert request.board.turn is (Player.SECOND if stones else Player.FIRST)


def test_three_stones_are_placed_in_one_line() -> None:
    shell, _ = asked()
    assert shell.brain.answer_swap(at(7, 7), at(8, 6), at(0, 1)) == "7,7 8,6 0,1"
    assert not shell.brain.is_thinking


def test_after_three_stones_there_are_three_choices() -> None:
    assert asked(*THREE)[0].brain.answer_swap() == "SWAP"
    assert asked(*THREE)[0].brain.answer_swap(at(1, 2)) == "1,2"
    assert asked(*THREE)[0].brain.answer_swap(at(1, 2), at(3, 4)) == "1,2 3,4"


def test_after_five_stones_there_are_two_choices() -> None:
    assert asked(*FIVE)[0].brain.answer_swap() == "SWAP"
    assert asked(*FIVE)[0].brain.answer_swap(at(1, 2)) == "1,2"


@pytest.mark.parametrize("stones, count", [([], 0), ([], 2), (THREE, 3), (FIVE, 2)])
def test_other_numbers_of_stones_are_refused(stones: list[str], count: int) -> None:
    shell, _ = asked(*stones)
    with pytest.raises(RuleError, match=f"no choice with {count} opening stones"):
        shell.brain.answer_swap(*[at(x, 14) for x in range(count)])
    assert shell.brain.is_thinking


def test_a_choice_on_a_taken_point_is_refused_and_can_be_repeated() -> None:
    shell, _ = asked(*THREE)
    with pytest.raises(IllegalMove):
        shell.brain.answer_swap(at(1, 1), at(7, 7))
    assert shell.brain.answer_swap(at(1, 1), at(7, 8)) == "1,1 7,8"


def test_a_move_is_not_a_choice_and_a_choice_is_not_a_move() -> None:
    shell, _ = asked()
    with pytest.raises(RuleError, match="no move was requested"):
        shell.brain.answer(at(7, 7))
    shell.brain.give_up("no idea")
    shell.receive("BEGIN")
    with pytest.raises(RuleError, match="no choice with 0 opening stones"):
        shell.brain.answer_swap()


@pytest.mark.parametrize("stones", [["7,7"], ["7,7", "7,7", "1,1"], ["7,15", "0,0", "1,1"], ["x"]])
def test_an_impossible_opening_is_an_error(stones: list[str]) -> None:
    (said,) = started().tell("SWAP2BOARD", *stones, "DONE")
    assert said.startswith("ERROR ")


def test_a_whole_opening_is_followed_by_an_ordinary_board() -> None:
    shell = started()
    assert shell.tell("SWAP2BOARD", "DONE") == ["0,0 1,0 2,0"]
    assert shell.tell("SWAP2BOARD", *THREE, "DONE") == ["0,0 1,0"]
    assert shell.tell("SWAP2BOARD", *FIVE, "DONE") == ["SWAP"]
    assert shell.tell("BOARD", "7,7,1", "8,8,2", "DONE") == ["0,0"]
