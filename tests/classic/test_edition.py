"""The turn loop as a state machine, tested in process."""

import io

import pytest
from kit.transcript import as_letters, as_lines, moves_in, race, rows_at_every_border

from tengen.classic.console import Keyboard, Screen
from tengen.classic.edition import Edition, Match, MatchState, person
from tengen.classic.five import EDITION as FIVE
from tengen.classic.gomoku import EDITION as GOMOKU
from tengen.classic.outline import EDITION as OUTLINE
from tengen.classic.tictactoe import EDITION as TICTACTOE
from tengen.rules.board import Board
from tengen.rules.rules import Player

TIE = as_lines(moves_in("tie-15.txt"))
WIN = as_lines(race(rows_at_every_border(15)[0], 2, 15))


def states_of(edition: Edition, typed: bytes) -> list[int]:
    """Return the state at the first board, at each move, and at the end."""
    seen: list[int] = []
    screen = Screen(io.BytesIO())
    seat = person(edition, Keyboard(io.BytesIO(typed)), screen)

    def watch(_board: Board) -> None:
        seen.append(match.state.value)

    match = Match(edition, dict.fromkeys(Player, seat), screen, watch)
    end = match.play()
    assert match.state is end
    return [*seen, end.value]


def test_the_four_states_have_the_numbers_of_the_outline() -> None:
    assert {state.value: state.name for state in MatchState} == {
        0: "INITIALISATION",
        1: "PLAYER_TURN",
        2: "GAME_OVER_WIN",
        3: "GAME_OVER_TIE",
    }


@pytest.mark.parametrize("edition", [FIVE, OUTLINE])
def test_a_game_goes_from_initialisation_through_turns_to_its_end(edition: Edition) -> None:
    assert states_of(edition, WIN) == [0, *[1] * 10, 2]
    assert states_of(edition, TIE) == [0, *[1] * 225, 3]


def test_gomoku_and_tictactoe_run_through_the_same_states() -> None:
    draw = as_letters(moves_in("tie-13.txt"))
    assert states_of(GOMOKU, b"A0A1B0B1C0C1D0D1E0") == [0, *[1] * 9, 2]
    assert states_of(GOMOKU, draw) == [0, *[1] * 169, 3]
    assert states_of(TICTACTOE, b"1\n4\n2\n5\n3\n") == [0, *[1] * 5, 2]
    assert states_of(TICTACTOE, b"5\n1\n2\n8\n3\n7\n4\n6\n9\n") == [0, *[1] * 9, 3]


def test_a_wrong_answer_does_not_change_the_state() -> None:
    assert states_of(OUTLINE, b"x\n0,0,0\n" + WIN.replace(b"\n", b"\nx\n")) == [0, *[1] * 10, 2]


def test_a_screen_has_no_colour_by_default() -> None:
    plain, coloured = io.BytesIO(), io.BytesIO()
    for screen in (Screen(plain), Screen(coloured, colour=True)):
        seat = person(OUTLINE, Keyboard(io.BytesIO(WIN)), screen)
        Match(OUTLINE, dict.fromkeys(Player, seat), screen).play()
    assert b"\x1b" not in plain.getvalue()
    assert b"\x1b" in coloured.getvalue()
