from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import some_rules
from kit.table import ONE, TWO, Table, follow

from tengen.errors import RuleError
from tengen.game.commands import DeclareFifths, MakeChoice, PlayMove, ProposeFifth
from tengen.game.opening_rules import MIN_BOARD_SIDE, RENJU_OPENINGS, OpeningRule
from tengen.game.session import refusal_of
from tengen.game.setup import Setup
from tengen.game.tasks import (
    Area,
    Choice,
    ChooseOption,
    DeclareCount,
    PickMove,
    PlaceStone,
    ProposeMove,
    Seat,
)
from tengen.rules.point import format_algebraic
from tengen.rules.rules import GOMOKU_19, RENJU, Player, Rules, WinRule


def test_without_an_opening_rule_seat_one_is_black_and_plays_anywhere() -> None:
    table = Table()
    assert table.state.colour_of(ONE) is Player.FIRST
    follow(table, "Black to move > a1\nWhite to move > o15\nBlack to move")
    assert table.task == PlaceStone(ONE)


@pytest.mark.parametrize(
    "opening, side, inside, outside",
    [(OpeningRule.PRO, 5, "j10", "k8"), (OpeningRule.LONG_PRO, 7, "k11", "l8")],
)
def test_pro_requires_the_centre_and_then_a_distance(
    opening: OpeningRule, side: int, inside: str, outside: str
) -> None:
    table = Table(opening)
    assert table.task == PlaceStone(ONE, Area(1))
    assert table.refused_answer("h9") == "H9 is not allowed: play on the centre"
    follow(table, "Black to move, on the centre > h8\nWhite to move > i9")
    assert table.says == f"Black to move, outside the central {side}x{side}"
    refusal = f"{inside.upper()} is not allowed: play outside the central {side}x{side}"
    assert table.refused_answer(inside) == refusal
    table.play(outside)
    assert table.says == "White to move"
    assert table.state.seat_of(Player.FIRST) is ONE


def test_the_colours_of_pro_are_known_from_the_start() -> None:
    table = Table(OpeningRule.PRO)
    assert [table.state.colour_of(seat) for seat in Seat] == [Player.FIRST, Player.SECOND]


ADD_TWO = "add two stones and let the opponent choose"
THREE_STONES = """
    Player 1 places a stone for Black > h8
    Player 1 places a stone for White > h9
    Player 1 places a stone for Black > a1
"""


@pytest.mark.parametrize("choice, black", [("black", TWO), ("white", ONE)])
def test_swap_is_three_stones_and_the_choice_of_a_colour(choice: str, black: Seat) -> None:
    table = follow(Table(OpeningRule.SWAP), THREE_STONES)
    assert table.state.colour_of(ONE) is None
    follow(table, f"Player 2 chooses: play Black or play White > {choice}\nWhite to move")
    assert table.state.seat_of(Player.FIRST) is black
    assert table.task == PlaceStone(black.other)
    assert table.state.board.turn is Player.SECOND


@pytest.mark.parametrize("choice, black", [("black", TWO), ("white", ONE)])
def test_swap2_can_end_with_the_choice_of_a_colour(choice: str, black: Seat) -> None:
    table = follow(Table(OpeningRule.SWAP2), THREE_STONES)
    options = f"play Black, play White or {ADD_TWO}"
    assert table.says == f"Player 2 chooses: {options}"
    table.answer(choice)
    assert table.state.seat_of(Player.FIRST) is black
    assert table.task == PlaceStone(black.other)


@pytest.mark.parametrize("choice, black", [("black", ONE), ("white", TWO)])
def test_swap2_can_continue_with_two_stones_and_the_choice_of_the_opponent(
    choice: str, black: Seat
) -> None:
    table = follow(Table(OpeningRule.SWAP2), THREE_STONES)
    follow(
        table,
        f"""
        Player 2 chooses: play Black, play White or {ADD_TWO} > add two
        Player 2 places a stone for White > i8
        Player 2 places a stone for Black > o15
        Player 1 chooses: play Black or play White > {choice}
        White to move
        """,
    )
    assert table.state.seat_of(Player.FIRST) is black


@pytest.mark.parametrize(
    "opening, option, why",
    [
        (OpeningRule.SWAP, Choice.ADD_TWO, "'add two' cannot be chosen now"),
        (OpeningRule.SWAP2, Choice.SWAP, "'swap' cannot be chosen now"),
    ],
)
def test_only_the_options_can_be_chosen(opening: OpeningRule, option: Choice, why: str) -> None:
    table = follow(Table(opening), THREE_STONES)
    assert table.refused(MakeChoice(TWO, option)) == why
    assert table.refused(MakeChoice(ONE, Choice.BLACK)) == "it is the other player's turn"
    assert (
        table.refused(PlayMove(TWO, table.point("b2")))
        == "B2 cannot be played before the choice is made"
    )


SOOSYRV_THREE = """
    Player 1 places a stone for Black, on the centre > h8
    Player 1 places a stone for White, within the central 3x3 > h9
    Player 1 places a stone for Black, within the central 5x5 > h10
"""


@pytest.mark.parametrize("first", ["stay", "swap"])
@pytest.mark.parametrize("second", ["stay", "swap"])
def test_soosyrv_swaps_twice(first: str, second: str) -> None:
    table = follow(Table(OpeningRule.SOOSYRV, RENJU), SOOSYRV_THREE)
    black = ONE if first == "stay" else TWO
    then = black if second == "stay" else black.other
    follow(
        table,
        f"""
        Player 2 chooses: stay White or swap and play Black > {first}
        Player {black.other.value} places a stone for White > c3
        Player {black.other.value} declares the number of fifth moves: 1 to 8 > 2
        Player {black.value} chooses: stay Black or swap and play White > {second}
        Player {then.value} offers fifth moves: 1 of 2 > a1
        Player {then.value} offers fifth moves: 2 of 2 > a2
        Player {then.other.value} picks Black's fifth move from 2 > a2
        White to move > a3
        Black to move
        """,
    )
    assert table.state.seat_of(Player.FIRST) is then
    assert [str(move) for move in table.state.board.moves[4:]] == ["13,0", "12,0"]


def test_soosyrv_refuses_points_outside_its_areas() -> None:
    table = Table(OpeningRule.SOOSYRV, RENJU)
    assert table.refused_answer("h9") == "H9 is not allowed: play on the centre"
    table.play("h8")
    assert table.refused_answer("h10") == "H10 is not allowed: play within the central 3x3"
    table.play("g9")
    assert table.refused_answer("e8") == "E8 is not allowed: play within the central 5x5"


@pytest.mark.parametrize("count", [1, 8])
def test_soosyrv_accepts_one_and_eight_fifths(count: int) -> None:
    table = follow(Table(OpeningRule.SOOSYRV), SOOSYRV_THREE)
    table.play("stay c3")
    assert table.refused(DeclareFifths(ONE, count)) == "it is the other player's turn"
    table.do(DeclareFifths(TWO, count))
    table.answer("stay")
    assert table.task == ProposeMove(ONE, count, ())


@pytest.mark.parametrize("count", [0, 9, -1])
def test_soosyrv_refuses_other_numbers_of_fifths(count: int) -> None:
    table = follow(Table(OpeningRule.SOOSYRV), SOOSYRV_THREE)
    assert (
        table.refused(DeclareFifths(TWO, 3)) == "the number of fifth moves cannot be declared now"
    )
    table.answer("stay")
    table.answer("c3")
    assert table.task == DeclareCount(TWO, 8)
    why = f"there can be 1 to 8 fifth moves, not {count}"
    assert table.refused(DeclareFifths(TWO, count)) == why


def offering(moves: str, count: int) -> Table:
    """Return a game in soosyrv in which `count` fifth moves must be offered."""
    table = Table(OpeningRule.SOOSYRV)
    table.play(" ".join(moves.split()[:3]))
    table.answer("stay")
    table.answer(moves.split()[3])
    table.answer(str(count))
    table.answer("stay")
    return table


def test_a_fifth_move_cannot_be_offered_twice_or_mirrored() -> None:
    table = offering("h8 h9 h10 h12", 3)
    assert table.task == ProposeMove(ONE, 3, ())
    table.answer("g7")
    why = "is already offered, or mirrors a point that is"
    assert table.refused_answer("g7") == f"G7 {why}"
    assert table.refused_answer("i7") == f"I7 {why}"
    assert table.refused_answer("h9") == "H9 is taken"
    table.play("g9 h7")
    assert isinstance(table.task, PickMove)


def test_in_an_asymmetric_position_mirrored_fifths_are_different_moves() -> None:
    table = offering("h8 h9 h10 c3", 2)
    table.play("g7 i7")
    assert table.task == PickMove(TWO, (table.point("g7"), table.point("i7")))


def test_one_player_offers_fifths_and_the_other_picks_one() -> None:
    table = offering("h8 h9 h10 c3", 2)
    here = table.point("g7")
    assert table.refused(PlayMove(ONE, here)) == "offer fifth moves now, before one is played"
    assert table.refused(ProposeFifth(TWO, here)) == "it is the other player's turn"
    table.play("g7 i7")
    assert table.refused(ProposeFifth(TWO, here)) == "fifth moves cannot be offered now"
    assert table.refused_answer("j7") == "J7 is not one of the moves offered"
    assert table.refused(PlayMove(ONE, here)) == "it is the other player's turn"
    assert len(table.state.board.moves) == 4


TARAGUCHI_FOUR = """
    Player 1 places a stone for Black, on the centre > h8
    Player 2 chooses: stay White or swap and play Black > {0}
    Player {b} places a stone for White, within the central 3x3 > h9
    Player {b_other} chooses: stay Black or swap and play White > {1}
    Player {c} places a stone for Black, within the central 5x5 > h10
    Player {c_other} chooses: stay White or swap and play Black > {2}
    Player {d} places a stone for White, within the central 7x7 > e5
"""


def taraguchi(*swaps: bool) -> tuple[Table, Seat]:
    """Return a game after four stones, and the seat that is Black so far."""
    black, movers = ONE, []
    for number, swap in enumerate(swaps):
        black = black.other if swap else black
        movers.append(black if number == 1 else black.other)
    b, c, d = movers
    numbers = {"b": b.value, "c": c.value, "d": d.value}
    others = {"b_other": b.other.value, "c_other": c.other.value}
    words = ["swap" if swap else "stay" for swap in swaps]
    script = TARAGUCHI_FOUR.format(*words, **numbers, **others)
    return follow(Table(OpeningRule.TARAGUCHI, RENJU), script), black


ALL_SWAPS = [(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)]


@pytest.mark.parametrize("swaps", ALL_SWAPS)
@pytest.mark.parametrize("fourth", ["stay", "swap"])
@pytest.mark.parametrize("fifth", ["stay", "swap"])
def test_taraguchi_with_one_fifth_move(
    swaps: tuple[bool, bool, bool], fourth: str, fifth: str
) -> None:
    table, black = taraguchi(*swaps)
    then = black if fourth == "stay" else black.other
    last = then if fifth == "stay" else then.other
    options = "stay Black, swap and play White or stay Black and offer ten fifth moves"
    follow(
        table,
        f"""
        Player {black.value} chooses: {options} > {fourth}
        Player {then.value} places a stone for Black, within the central 9x9 > l12
        Player {then.other.value} chooses: stay White or swap and play Black > {fifth}
        White to move
        """,
    )
    assert table.state.seat_of(Player.FIRST) is last
    assert table.task == PlaceStone(last.other)


@pytest.mark.parametrize("swaps", ALL_SWAPS)
def test_taraguchi_with_ten_fifth_moves(swaps: tuple[bool, bool, bool]) -> None:
    table, black = taraguchi(*swaps)
    table.answer("offer ten")
    for number, point in enumerate(["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"], 1):
        assert table.says == f"Player {black.value} offers fifth moves: {number} of 10"
        table.answer(point)
    assert table.says == f"Player {black.other.value} picks Black's fifth move from 10"
    table.answer("j1")
    assert table.state.seat_of(Player.FIRST) is black
    assert table.task == PlaceStone(black.other)


def test_taraguchi_refuses_points_outside_its_areas() -> None:
    table = Table(OpeningRule.TARAGUCHI)
    table.answer("h8")
    table.answer("stay")
    assert table.refused_answer("f8") == "F8 is not allowed: play within the central 3x3"
    table.answer("i9")
    table.answer("stay")
    assert table.refused_answer("h11") == "H11 is not allowed: play within the central 5x5"
    table.answer("j10")
    table.answer("stay")
    assert table.refused_answer("d8") == "D8 is not allowed: play within the central 7x7"
    table.answer("e5")
    assert isinstance(table.task, ChooseOption)
    table.answer("stay")
    assert table.refused_answer("c8") == "C8 is not allowed: play within the central 9x9"


def win_for(opening: OpeningRule) -> WinRule:
    return WinRule.RENJU if opening in RENJU_OPENINGS else WinRule.FREESTYLE


@pytest.mark.parametrize("opening", RENJU_OPENINGS)
@pytest.mark.parametrize("win", [win for win in WinRule if win is not WinRule.RENJU])
def test_renju_openings_are_refused_in_other_games(opening: OpeningRule, win: WinRule) -> None:
    with pytest.raises(RuleError, match=f"{opening.value} opening is for renju, not {win.value}"):
        Setup(Rules(15, 15, 5, win), opening)


@pytest.mark.parametrize("opening, least", [(OpeningRule.SWAP, 3), (OpeningRule.SWAP2, 4)], ids=str)
def test_nobody_can_win_before_colours_are_chosen(opening: OpeningRule, least: int) -> None:
    Setup(Rules(9, 9, least), opening)
    with pytest.raises(RuleError, match=f"needs {least} or more in a row, not {least - 1}"):
        Setup(Rules(9, 9, least - 1), opening)


@pytest.mark.parametrize("width, height, k", [(3, 3, 5), (1, 1, 2), (4, 3, 5), (52, 51, 53)])
@pytest.mark.parametrize("win", [WinRule.FREESTYLE, WinRule.STANDARD, WinRule.CARO])
def test_a_row_that_does_not_fit_on_the_board_is_refused(
    width: int, height: int, k: int, win: WinRule
) -> None:
    with pytest.raises(RuleError, match=f"{k} in a row do not fit on a board of {width}x{height}"):
        Setup(Rules(width, height, k, win))


@pytest.mark.parametrize("width, height, k", [(3, 3, 3), (1, 5, 5), (5, 2, 5), (1, 1, 1)])
def test_a_row_may_be_as_long_as_the_longer_side(width: int, height: int, k: int) -> None:
    Setup(Rules(width, height, k))


@given(some_rules(), st.sampled_from(OpeningRule), st.integers(0, 2**32))
def test_the_opening_of_every_valid_setup_can_be_played(
    rules: Rules, opening: OpeningRule, seed: int
) -> None:
    try:
        setup = Setup(rules, opening)
    except RuleError:
        return
    table, random = Table(opening, setup.rules), Random(seed)
    while table.state.result is None and not is_settled(table):
        table.answer(random.choice(answers(table)))
    assert table.state.opening.black is not None


def is_settled(table: Table) -> bool:
    """Whether the opening is over."""
    is_plain = isinstance(table.task, PlaceStone) and table.task.area is None
    return is_plain and table.state.opening.black is not None


def answers(table: Table) -> list[str]:
    """Return all answers that the opening allows now."""
    task, board = table.task, table.state.board
    if isinstance(task, ChooseOption):
        return [choice.value for choice in task.options]
    if isinstance(task, DeclareCount):
        return [str(count) for count in range(1, task.most + 1)]
    points = [point for point in board.legal_points() if refusal_of(table.state, point) is None]
    return [format_algebraic(point, board.rules) for point in points]


@pytest.mark.parametrize("opening", OpeningRule)
def test_an_opening_needs_a_large_enough_board(opening: OpeningRule) -> None:
    least, win = MIN_BOARD_SIDE[opening], win_for(opening)
    Setup(Rules(max(5, least), max(5, least) + 1, 5, win), opening)
    if least > 1:
        small = Rules(least + 3, least - 1, 5, win)
        with pytest.raises(RuleError, match=rf"at least {least}x{least}, not {small.width}x"):
            Setup(small, opening)


def test_an_opening_begins_on_an_empty_board() -> None:
    point = Table().point("h8")
    with pytest.raises(RuleError, match="begins on an empty board"):
        Setup(opening=OpeningRule.SWAP, moves=(point,))


def test_the_centre_depends_on_the_board() -> None:
    table = Table(OpeningRule.PRO, GOMOKU_19)
    assert table.refused_answer("h8") == "H8 is not allowed: play on the centre"
    follow(table, "Black to move, on the centre > j10\nWhite to move")


@pytest.mark.parametrize(
    "opening, side, k",
    [
        (OpeningRule.FREE, 1, 1),
        (OpeningRule.PRO, 7, 1),
        (OpeningRule.LONG_PRO, 9, 1),
        (OpeningRule.SWAP, 5, 3),
        (OpeningRule.SWAP2, 5, 4),
    ],
)
def test_an_opening_needs_a_large_enough_board_and_row(
    opening: OpeningRule, side: int, k: int
) -> None:
    Setup(Rules(side, side, k), opening)
    if side > 1:
        with pytest.raises(RuleError, match=f"needs a board of at least {side}x{side}"):
            Setup(Rules(side - 1, side, k), opening)
    if k > 1:
        with pytest.raises(RuleError, match=f"needs {k} or more in a row, not {k - 1}: a player"):
            Setup(Rules(side, side, k - 1), opening)


@pytest.mark.parametrize("opening", RENJU_OPENINGS)
def test_a_renju_opening_needs_nine_by_nine(opening: OpeningRule) -> None:
    Setup(Rules(9, 9, 5, WinRule.RENJU), opening)
    with pytest.raises(RuleError, match="needs a board of at least 9x9"):
        Setup(Rules(9, 8, 5, WinRule.RENJU), opening)


@pytest.mark.parametrize("point", ["a15", "a8", "h15", "o1", "o8", "h1"])
def test_a_point_at_the_edge_is_shown_by_its_name(point: str) -> None:
    table = Table()
    table.answer(point)
    assert table.refused_answer(point) == f"{point.upper()} is taken"
