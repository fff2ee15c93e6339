"""How games end, and how the end is described."""

from __future__ import annotations

import pytest
from kit.table import ONE, TWO, Table

from tengen.errors import Refusal, RuleError, SessionError
from tengen.game.commands import PlayMove, ProposeFifth, Redo, TakeBack
from tengen.game.descriptions import describe_result
from tengen.game.events import Foul, GameEnded, GameResult, MovePlayed
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Setup
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, TIC_TAC_TOE, Player, Rules, WinRule
from tengen.rules.wording import MARK_NAMES

BLACK_WINS, WHITE_WINS = (
    GameResult(ONE, Termination.LINE),
    GameResult(TWO, Termination.LINE),
)


def row_of(win: WinRule) -> Rules:
    return Rules(15, 15, 5, win)


SIX = "h8 a1 i8 a2 j8 a3 l8 a5 m8 a6 k8"
BLOCKED_FIVE = "h8 g8 i8 m8 j8 a1 k8 a2 l8"
BLOCKED_SIX = "h8 g8 i8 n8 j8 a1 l8 a2 m8 a4 k8"


@pytest.mark.parametrize(
    "win, six, blocked_five, blocked_six",
    [
        (WinRule.FREESTYLE, True, True, True),
        (WinRule.STANDARD, False, True, False),
        (WinRule.CARO, True, False, False),
        (WinRule.CARO_EXACT, False, False, False),
        (WinRule.CARO_LONG, True, False, True),
    ],
)
def test_winning_lines_depend_on_the_rules(
    win: WinRule,
    six: bool,  # noqa: FBT001 - a table of what wins
    blocked_five: bool,  # noqa: FBT001
    blocked_six: bool,  # noqa: FBT001
) -> None:
    for moves, wins in ((SIX, six), (BLOCKED_FIVE, blocked_five), (BLOCKED_SIX, blocked_six)):
        table = Table(rules=row_of(win))
        table.play(moves)
        assert table.state.result == (BLACK_WINS if wins else None)
        assert (table.state.task is None) is wins


@pytest.mark.parametrize("win", WinRule)
def test_five_wins_under_all_rules(win: WinRule) -> None:
    table = Table(rules=row_of(win))
    table.play("h8 a1 i8 a2 j8 a3 k8 a4")
    events = table.answer("l8", after=9)
    assert events == (MovePlayed(9, ONE, Point(7, 11)), GameEnded(9, BLACK_WINS))
    assert table.says == "Black wins: five from H8 to L8"


def test_white_wins_too() -> None:
    table = Table()
    table.play("a1 h8 a2 h9 a3 h10 a5 h11 a6 h12")
    assert table.state.result == WHITE_WINS
    assert table.says == "White wins: five from H12 to H8"


def test_two_lines_at_once_are_both_described() -> None:
    table = Table()
    table.play("h8 a1 i8 a3 j8 a5 k8 a7 l9 b1 l10 b3 l11 b5 l12 b7 l8")
    assert table.says == "Black wins: five from H8 to L8 and five from L12 to L8"


def test_a_line_of_one_is_described_by_its_point() -> None:
    table = Table(rules=Rules(3, 3, 1))
    table.play("b2")
    assert table.says == "Black wins: one on B2"


def test_the_length_of_long_lines_is_in_digits() -> None:
    table = Table(rules=Rules(12, 2, 11))
    table.play(" ".join(f"{col}1 {col}2" for col in "abcdefghij") + " k1")
    assert table.says == "Black wins: 11 from A1 to K1"


def test_the_sides_may_be_called_by_their_marks() -> None:
    table = Table(rules=TIC_TAC_TOE)
    table.play("a1 b1 a2 b2 a3")
    assert describe_result(table.state, MARK_NAMES) == "X wins: three from A3 to A1"


def test_a_full_board_is_a_draw() -> None:
    table = Table(rules=TIC_TAC_TOE)
    table.play("a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert table.state.result == GameResult(None, Termination.FULL_BOARD)
    assert table.says == "A draw: the board is full"


DOUBLE_THREE = "h9 a1 i9 a15 j10 o1 j11 o15"
OVERLINE = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9"
DOUBLE_FOUR = "h8 a1 i8 a3 k8 a5 j9 a7 j10 a9 j11 a11"
FOULS = [
    (DOUBLE_THREE, "j9", Refusal.DOUBLE_THREE, "a double-three"),
    (OVERLINE, "k8", Refusal.OVERLINE, "an overline"),
    (DOUBLE_FOUR, "j8", Refusal.DOUBLE_FOUR, "a double-four"),
]


@pytest.mark.parametrize("moves, point, reason, _words", FOULS)
def test_in_renju_a_forbidden_point_is_refused(
    moves: str, point: str, reason: Refusal, _words: str
) -> None:
    table = Table(rules=RENJU)
    table.play(moves)
    assert table.refused_answer(point) == f"{point.upper()} {reason.value}"
    assert table.task.seat is ONE


@pytest.mark.parametrize("moves, point, reason, words", FOULS)
def test_a_forbidden_point_ends_the_game_if_fouls_lose(
    moves: str, point: str, reason: Refusal, words: str
) -> None:
    table = Table(rules=RENJU, fouls_lose=True)
    table.play(moves)
    foul = Foul(table.point(point), reason)
    assert table.answer(point) == (GameEnded(0, GameResult(TWO, Termination.FOUL, foul)),)
    assert table.says == f"White wins: Black's {point.upper()} is {words}"
    assert table.state.task is None
    assert table.state.board[foul.point] is Player.FIRST
    assert table.state.board.moves[-1] == foul.point


def test_a_false_foul_is_refused() -> None:
    table = Table(rules=RENJU, fouls_lose=True)
    table.play(DOUBLE_THREE)
    for point in ("a1", "h8"):
        foul = Foul(table.point(point), Refusal.DOUBLE_THREE)
        with pytest.raises(SessionError, match="there is no double-three at"):
            table.session.apply(GameEnded(0, GameResult(TWO, Termination.FOUL, foul)))


def test_a_move_refused_for_other_reasons_does_not_lose() -> None:
    table = Table(rules=RENJU, fouls_lose=True)
    table.play(DOUBLE_THREE)
    assert table.refused_answer("a1") == "A1 is taken"


def test_a_foul_can_be_taken_back() -> None:
    table = Table(rules=RENJU, fouls_lose=True)
    table.play(DOUBLE_THREE)
    table.answer("j9")
    table.do(TakeBack(ONE))
    assert table.says == "Black to move"
    assert len(table.state.board.moves) == 6


def test_undone_steps_can_be_redone_after_a_foul() -> None:
    table = Table(rules=RENJU, fouls_lose=True)
    table.play(f"{DOUBLE_THREE} c3 d4")
    table.do(TakeBack(ONE))
    table.answer("j9")
    table.do(Redo(ONE))
    assert table.says == "Black to move"
    assert len(table.state.board.moves) == 10
    assert table.state.board[table.point("j9")] is None


def test_white_has_no_forbidden_points_and_may_make_six() -> None:
    table = Table(rules=RENJU)
    table.play("a1 h8 a3 i8 a5 j8 a7 l8 a9 m8 a11 k8")
    assert table.says == "White wins: six from H8 to M8"


def test_the_game_is_a_draw_if_only_forbidden_points_are_left() -> None:
    table = Table(rules=Rules(13, 1, 5, WinRule.RENJU))
    table.play("a1 g1 b1 h1 c1 j1 e1 k1 f1 l1 i1 m1")
    assert table.state.result == GameResult(None, Termination.NO_LEGAL_POINT)
    assert table.says == "A draw: all points left are forbidden to Black"


OUTSIDE = [Point(-1, 0), Point(0, -1), Point(15, 0), Point(0, 15), Point(10**9, 10**12)]


@pytest.mark.parametrize("point", OUTSIDE)
def test_a_point_off_the_board_is_refused(point: Point) -> None:
    table = Table()
    assert table.refused(PlayMove(ONE, point)) == f"{point} is not on the board"


@pytest.mark.parametrize("point", OUTSIDE)
def test_a_fifth_move_off_the_board_is_refused(point: Point) -> None:
    table = Table(OpeningRule.SOOSYRV)
    table.play("h8 h9 h10")
    for answer in ("stay", "c3", "2", "stay"):
        table.answer(answer)
    assert table.refused(ProposeFifth(ONE, point)) == f"{point} is not on the board"


def test_a_game_can_begin_from_a_position() -> None:
    table = Table()
    moves = tuple(map(table.point, ["h8", "i9", "h9"]))
    table.session = type(table.session).start(Setup(moves=moves), 0)
    assert table.state.board.moves == moves
    assert table.says == "White to move"
    assert table.refused(TakeBack(ONE)) == "there is nothing to take back"
    table.play("a1")
    table.do(TakeBack(TWO))
    assert table.state.board.moves == moves


@pytest.mark.parametrize(
    "moves, why",
    [
        ("a1 a1", "is taken"),
        ("a1 b1 a2 b2 a3", "is over"),
        ("a1 b1 a2 b2 a3 b3", "comes after the end"),
    ],
)
def test_a_position_that_cannot_be_continued_is_refused(moves: str, why: str) -> None:
    table = Table(rules=TIC_TAC_TOE)
    with pytest.raises(RuleError, match=why):
        Setup(TIC_TAC_TOE, moves=tuple(map(table.point, moves.split())))
