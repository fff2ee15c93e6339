from __future__ import annotations

import pytest

from tengen.errors import RuleError
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU, TIC_TAC_TOE
from tengen.server.messages.conversion import cells_of, facts_of
from tengen.server.messages.game import RefusalReason
from tengen.server.messages.study import PositionSpec


def position(rules: object, moves: str, **more: object) -> PositionSpec:
    cells = cells_of(parse_moves(moves, rules), rules)  # type: ignore[arg-type]
    return PositionSpec(rules, cells, **more)  # type: ignore[arg-type]


def test_a_position_tells_whose_turn_it_is() -> None:
    facts = facts_of(position(FIVE_IN_A_ROW, "h8 i9 g9"))
    assert (facts.turn, facts.ending, facts.winner) == (2, None, None)


def test_a_win_is_told_with_its_line() -> None:
    facts = facts_of(position(TIC_TAC_TOE, "a1 b1 a2 b2 a3"))
    assert facts.lines == ((0, 3, 6),)
    assert (facts.ending, facts.winner) == (Termination.LINE, 1)


def test_a_full_board_is_a_draw() -> None:
    facts = facts_of(position(TIC_TAC_TOE, "b2 a1 c1 a3 a2 c2 b1 b3 c3"))
    assert (facts.ending, facts.winner) == (Termination.FULL_BOARD, None)


def test_forbidden_points_are_told_with_their_reason() -> None:
    facts = facts_of(position(RENJU, "h8 a1 j8 a3 i9 a5 i10 a7"))
    assert facts.forbidden == ((7 * 15 + 8, RefusalReason.DOUBLE_THREE),)


def test_a_move_that_the_rules_do_not_allow_is_told_and_lies_there() -> None:
    facts = facts_of(position(RENJU, "h8 a1 j8 a3 i9 a5 i10 a7 i8"))
    assert facts.refused == (7 * 15 + 8, RefusalReason.DOUBLE_THREE)
    assert facts.turn == 2
    assert facts_of(position(FIVE_IN_A_ROW, "h8 h8")).refused == (7 * 15 + 7, RefusalReason.TAKEN)


def test_stones_may_be_set_up() -> None:
    facts = facts_of(PositionSpec(TIC_TAC_TOE, (4,), ((0, 1), (1, 2)), 2))
    assert facts.turn == 1


@pytest.mark.parametrize(
    "wrong",
    [
        PositionSpec(TIC_TAC_TOE, (9,)),
        PositionSpec(TIC_TAC_TOE, (), ((9, 1),)),
        PositionSpec(TIC_TAC_TOE, (), ((0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 2))),
    ],
)
def test_what_is_no_position_is_refused(wrong: PositionSpec) -> None:
    with pytest.raises(RuleError):
        facts_of(wrong)
