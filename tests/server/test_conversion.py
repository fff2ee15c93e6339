"""Games and positions as messages."""

from __future__ import annotations

import pytest

from tengen.errors import RuleError
from tengen.game import OpeningRule, Seat, Session, Setup, TimeControl
from tengen.game.commands import (
    Command,
    DeclareFifths,
    Decline,
    MakeChoice,
    OfferDraw,
    OfferRematch,
    PlayMove,
    ProposeFifth,
    Resign,
    TakeBack,
)
from tengen.game.events import Offer
from tengen.game.setup import Computer
from tengen.game.tasks import Choice
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, GAMES, RENJU, TIC_TAC_TOE, Rules
from tengen.server.messages.conversion import (
    cells_of,
    facts_of,
    points_of,
    rules_view,
    state_message,
)
from tengen.server.messages.game import (
    DeclinedView,
    FoulView,
    OptionView,
    PromiseView,
    RefusalReason,
    ResultView,
    TaskView,
)
from tengen.server.messages.study import PositionSpec

ONE, TWO = Seat


def game(setup: Setup, *commands: Command) -> Session:
    """Return a game after these commands, one second apart."""
    session = Session.start(setup, 0)
    for number, command in enumerate(commands, 1):
        session.handle(command, 1000 * number)
    return session


def play(*cells: int, setup: Setup | None = None) -> Session:
    """Return a game in which these cells were played."""
    session = Session.start(setup or Setup(), 0)
    for number, point in enumerate(points_of(cells, session.state.board.rules), 1):
        actor = session.state.actor
        assert actor is not None
        session.handle(PlayMove(actor, point), 1000 * number)
    return session


def test_cells_count_rows_from_the_top_left() -> None:
    rules = Rules(4, 3, 3)
    assert cells_of([Point(0, 0), Point(1, 0), Point(2, 3)], rules) == (0, 4, 11)
    assert points_of((0, 4, 11), rules) == (Point(0, 0), Point(1, 0), Point(2, 3))


@pytest.mark.parametrize("cell", [-1, 12])
def test_a_cell_off_the_board_is_refused(cell: int) -> None:
    with pytest.raises(RuleError, match=r"is off the board \(4x3/3"):
        points_of((cell,), Rules(4, 3, 3))


def test_rules_are_sent_with_their_name_if_they_have_one() -> None:
    view = rules_view(GAMES["caro"])
    assert (view.width, view.k, view.win, view.name) == (15, 5, "caro-exact", "Caro")
    assert rules_view(Rules(9, 9, 4)).name == ""


def test_a_new_game_waits_for_black() -> None:
    message = state_message(Session.start(Setup(), 0).state, 1, 0)
    assert (message.moves, message.turn, message.colours) == ((), 1, (1, 2))
    assert message.task is not None
    assert (message.task.kind, message.task.seat) == ("place", 1)
    assert message.can_abort
    assert message.can_take_back == (False, False)


def test_possible_actions_depend_on_the_moves() -> None:
    one, both = play(112).state, play(112, 113).state
    assert state_message(one, 2, 0).can_take_back == (True, False)
    assert state_message(one, 2, 0).can_abort
    assert state_message(both, 3, 0).can_take_back == (True, True)
    assert not state_message(both, 3, 0).can_abort


def test_a_win_is_sent_with_its_line() -> None:
    state = play(0, 3, 1, 4, 2, setup=Setup(GAMES["tictactoe"])).state
    message = state_message(state, 7, 0)
    assert message.lines == ((0, 1, 2),)
    assert message.task is None
    assert message.result is not None
    assert message.result == ResultView(1, Termination.LINE, None)


def test_a_result_has_only_terminations_of_games_between_seats() -> None:
    with pytest.raises(RuleError, match="between two seats does not end by unknown"):
        ResultView(None, Termination.UNKNOWN, None)


def test_a_foul_is_sent_with_its_point() -> None:
    cells = (110, 0, 111, 14, 97, 210, 82, 224, 112)
    message = state_message(play(*cells, setup=Setup(GAMES["renju"], fouls_lose=True)).state, 10, 0)
    assert message.result == ResultView(
        2, Termination.FOUL, FoulView(112, RefusalReason.DOUBLE_THREE)
    )
    assert message.moves == cells


def test_an_agreed_draw_has_no_task_and_no_line() -> None:
    message = state_message(game(Setup(consent=True), Resign(TWO)).state, 2, 0)
    assert (message.task, message.lines, message.can_abort) == (None, (), False)
    assert message.can_take_back == (False, False)


def test_the_state_shows_the_time_left() -> None:
    clock = TimeControl(game=60_000, increment=2_000)
    session = game(Setup(clock=clock), PlayMove(ONE, Point(7, 7)))
    message = state_message(session.state, 2, 4_000)
    assert (message.left, message.running) == ((61_000, 57_000), 2)


def test_no_time_passes_while_clocks_wait_for_players() -> None:
    session = game(Setup(clock=TimeControl(game=60_000)), PlayMove(ONE, Point(7, 7)))
    message = state_message(session.state, 2, 9_000_000, is_resting=True)
    assert (message.left, message.running, message.is_paused) == ((59_000, 60_000), None, True)


def test_offers_are_sent_by_seat() -> None:
    session = game(Setup(consent=True), PlayMove(ONE, Point(7, 7)), OfferDraw(TWO), TakeBack(ONE))
    assert state_message(session.state, 4, 0).offers == (Offer.TAKE_BACK, Offer.DRAW)


def test_a_declined_offer_is_sent_once() -> None:
    offered = (PlayMove(ONE, Point(7, 7)), OfferDraw(ONE))
    state = state_message(game(Setup(consent=True), *offered, Decline(TWO)).state, 4, 0)
    assert state.declined == DeclinedView(2, Offer.DRAW)
    assert state_message(game(Setup(consent=True), *offered).state, 3, 0).declined is None


def test_seats_have_no_colour_before_it_is_chosen_in_the_opening() -> None:
    setup = Setup(opening=OpeningRule.SWAP)
    placed = [PlayMove(ONE, Point(7, col)) for col in (3, 7, 11)]
    message = state_message(game(setup, *placed).state, 4, 0)
    assert message.colours == (None, None)
    assert message.task is not None
    assert message.task.options == (OptionView(Choice.BLACK, 1), OptionView(Choice.WHITE, 2))
    chosen = game(setup, *placed, MakeChoice(TWO, Choice.BLACK))
    assert state_message(chosen.state, 5, 0).colours == (2, 1)


def test_an_area_is_sent_as_a_square() -> None:
    message = state_message(Session.start(Setup(opening=OpeningRule.PRO), 0).state, 1, 0)
    assert message.task is not None
    assert message.task.area == (1, False)


def test_forbidden_points_are_sent_with_the_reason() -> None:
    cells = (110, 0, 111, 14, 97, 210, 82, 224)
    message = state_message(play(*cells, setup=Setup(GAMES["renju"])).state, 9, 0)
    assert message.forbidden == ((112, RefusalReason.DOUBLE_THREE),)


def test_a_choice_is_sent_with_the_colour_it_leads_to() -> None:
    placed = [PlayMove(ONE, Point(7, 7))]
    message = state_message(game(Setup(GAMES["renju"], OpeningRule.TARAGUCHI), *placed).state, 2, 0)
    assert message.task is not None
    assert message.task.options == (OptionView(Choice.STAY, 2), OptionView(Choice.SWAP, 1))


def test_the_moves_that_the_game_began_with_are_counted() -> None:
    setup = Setup(moves=(Point(7, 7), Point(8, 8)))
    message = state_message(Session.start(setup, 0).state, 1, 0)
    assert (message.moves, message.first, message.can_take_back) == ((112, 128), 2, (False, False))


def soosyrv(*commands: Command) -> TaskView | None:
    """Return the task after four moves of Soosyrv-8 and these commands."""
    points = [Point(7, 7), Point(6, 7), Point(5, 7)]
    placed = [PlayMove(ONE, point) for point in points]
    fourth = (MakeChoice(TWO, Choice.STAY), PlayMove(TWO, Point(3, 3)))
    setup = Setup(GAMES["renju"], OpeningRule.SOOSYRV)
    return state_message(game(setup, *placed, *fourth, *commands).state, 1, 0).task


def test_the_task_to_declare_fifth_moves_has_their_maximum() -> None:
    assert soosyrv() == TaskView("declare", 2, most=8)


def test_the_task_to_propose_a_fifth_move_has_the_proposed_points() -> None:
    commands = (DeclareFifths(TWO, 2), MakeChoice(ONE, Choice.STAY))
    assert soosyrv(*commands) == TaskView("propose", 1, count=2)
    one = ProposeFifth(ONE, Point(0, 3))
    assert soosyrv(*commands, one) == TaskView("propose", 1, count=2, points=(3,))


def test_the_task_to_pick_a_fifth_move_has_the_proposed_points() -> None:
    commands = (DeclareFifths(TWO, 2), MakeChoice(ONE, Choice.STAY))
    offered = [ProposeFifth(ONE, Point(0, col)) for col in (3, 5)]
    assert soosyrv(*commands, *offered) == TaskView("pick", 2, points=(3, 5))


def test_a_move_can_be_redone_if_no_consent_is_needed() -> None:
    moved = play(112)
    assert not state_message(moved.state, 2, 0).can_redo
    moved.handle(TakeBack(ONE), 2000)
    assert state_message(moved.state, 3, 0).can_redo


def test_a_move_cannot_be_redone_if_consent_is_needed() -> None:
    session = game(Setup(consent=True), PlayMove(ONE, Point(7, 7)), TakeBack(ONE), TakeBack(TWO))
    assert session.state.undone
    assert not state_message(session.state, 4, 0).can_redo


def test_the_end_of_a_game_can_be_taken_back_only_without_consent() -> None:
    moves = (PlayMove(ONE, Point(7, 7)), PlayMove(TWO, Point(8, 8)), Resign(ONE))
    found = [
        state_message(game(Setup(consent=consent), *moves).state, 4, 0).can_take_back
        for consent in (False, True)
    ]
    assert found == [(True, True), (False, False)]


def test_nothing_can_be_taken_back_once_a_rematch_is_agreed() -> None:
    moves = (PlayMove(ONE, Point(7, 7)), PlayMove(TWO, Point(8, 8)), Resign(ONE))
    session = game(Setup(), *moves, OfferRematch(ONE))
    assert session.state.wants_rematch
    assert state_message(session.state, 5, 0).can_take_back == (False, False)


def test_an_announced_win_is_sent_with_its_seat_and_length() -> None:
    session = game(Setup(one=Computer(3)), PlayMove(ONE, Point(7, 7), wins_in=12))
    assert state_message(session.state, 2, 0).promise == PromiseView(1, 12)
    session.handle(PlayMove(TWO, Point(8, 8)), 2000)
    assert state_message(session.state, 3, 0).promise is None


def position(rules: object, moves: str, **more: object) -> PositionSpec:
    cells = cells_of(parse_moves(moves, rules), rules)  # type: ignore[arg-type]
    return PositionSpec(rules, cells, **more)  # type: ignore[arg-type]


def test_facts_have_the_player_to_move() -> None:
    facts = facts_of(position(FIVE_IN_A_ROW, "h8 i9 g9"))
    assert (facts.turn, facts.ending, facts.winner) == (2, None, None)


def test_facts_have_the_winning_line() -> None:
    facts = facts_of(position(TIC_TAC_TOE, "a1 b1 a2 b2 a3"))
    assert facts.lines == ((0, 3, 6),)
    assert (facts.ending, facts.winner) == (Termination.LINE, 1)


def test_a_full_board_is_a_draw() -> None:
    facts = facts_of(position(TIC_TAC_TOE, "b2 a1 c1 a3 a2 c2 b1 b3 c3"))
    assert (facts.ending, facts.winner) == (Termination.FULL_BOARD, None)


def test_facts_have_the_forbidden_points_and_their_reasons() -> None:
    facts = facts_of(position(RENJU, "h8 a1 j8 a3 i9 a5 i10 a7"))
    assert facts.forbidden == ((7 * 15 + 8, RefusalReason.DOUBLE_THREE),)


def test_an_illegal_move_is_reported_and_stays_on_the_board() -> None:
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
def test_an_impossible_position_is_refused(wrong: PositionSpec) -> None:
    with pytest.raises(RuleError):
        facts_of(wrong)
