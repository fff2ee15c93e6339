"""The engine as a library: its moves, its limits, and its threads."""

from __future__ import annotations

import threading
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import threats
from kit.strategies import SEEDS, modest

from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import DECIDED
from tengen.engine.engine import Engine, changes_move, is_late
from tengen.engine.pattern_tables import make_position
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

SHORT = Limits(depth=3)
MIDDLE = "15x15/5 freestyle X 15/15/15/15/15/15/6OX7/6XO7/8O6/9X5/15/15/15/15/15"
WON = "15x15/5 freestyle X 15/15/15/3OOO9/3XXX9/15/15/15/15/15/15/15/15/15/15"
SLACK = 20_000


def last(board: Board, limits: Limits, engine: Engine | None = None) -> Analysis:
    """Return the last analysis of a search."""
    *_, analysis = (engine or Engine(1)).analyse(board, limits)
    return analysis


def answer_to(text: str, limits: Limits = SHORT) -> Board:
    """Return the board after the engine's move."""
    board = parse_position(text)
    board.play(Engine(1).choose(board, limits))
    return board


def leave(rules: Rules, count: int, seed: int) -> Board:
    """Return a board without lines on which `count` random points are empty."""
    colours = {
        Point(row, col): tuple(Player)[(row // 2 + col) % 2]
        for row, col in threats.empties(rules, {})
    }
    kept = Random(seed).sample(sorted(colours, key=str), rules.area - count)
    return Board(rules, {point: colours[point] for point in kept})


@pytest.mark.parametrize(
    "text",
    [
        "15x15/5 freestyle X 15/15/15/3OOOO8/3XXXX8/15/15/15/15/15/15/15/15/15/15",
        "9x9/5 freestyle O O8/1O7/2O6/3O5/9/XXXX5/9/9/9",
        "9x9/5 freestyle X XX1XX4/OOOO5/9/9/9/9/9/9/9",
    ],
)
@pytest.mark.parametrize("limits", [Limits(depth=1), Limits(nodes=200), Limits(seconds=60)])
def test_a_win_in_one_is_taken(text: str, limits: Limits) -> None:
    board = parse_position(text)
    assert answer_to(text, limits).outcome.winner is board.turn
    assert last(board, limits).plies == 1


@pytest.mark.parametrize(
    "text",
    [
        "15x15/5 freestyle X 15/15/15/2XOOOO8/15/15/5X9/15/15/15/15/15/15/15/15",
        "9x9/5 freestyle O 9/X8/1X7/9/3X5/4X4/6OO1/9/9",
        "9x9/5 freestyle X 5OOOO/9/9/3XXX3/9/9/9/9/8X",
    ],
)
def test_a_four_is_blocked(text: str) -> None:
    for limits in (Limits(depth=1), Limits(nodes=300), SHORT):
        board = answer_to(text, limits)
        assert not threats.winning_places(board.rules, threats.places(board), board.turn)


@pytest.mark.parametrize(
    "text",
    [
        "15x15/5 freestyle X 15/15/15/15/15/15/6OOO6/6X8/7X7/15/15/15/15/15/15",
        "11x11/5 freestyle O 11/11/3X7/4X6/11/6X4/5O5/6O4/11/11/11",
    ],
)
def test_an_open_three_is_answered(text: str) -> None:
    board = answer_to(text)
    mine = threats.winning_places(board.rules, threats.places(board), board.turn.other)
    assert mine or threats.shortest_by_fours(board, 3) == 0


def test_every_analysis_is_one_ply_deeper_and_has_more_nodes() -> None:
    board = parse_position(MIDDLE)
    analyses = list(Engine(1).analyse(board, Limits(depth=5)))
    assert [analysis.depth for analysis in analyses] == [1, 2, 3, 4, 5]
    nodes = [analysis.nodes for analysis in analyses]
    assert nodes == sorted(nodes)
    assert all(board.is_legal(analysis.move) for analysis in analyses)


@pytest.mark.parametrize("limits", [Limits(depth=4), Limits(nodes=3000), Limits(30, 3000, 4)])
def test_the_same_limits_give_the_same_answer(limits: Limits) -> None:
    board = parse_position(MIDDLE)
    answers = {
        (one.move, one.score, one.plies, one.depth, one.nodes)
        for one in (last(board, limits) for _ in range(3))
    }
    assert len(answers) == 1
    assert Engine(1).choose(board, limits) == Engine(1).choose(board, limits)


def test_until_proved_continues_when_a_win_only_looks_decided() -> None:
    text = "9x9/5 freestyle O X1X6/9/3X5/2X5X/3OO4/5X3/OO7/O2X5/1O1O4X"
    board, limits = parse_position(text), Limits(nodes=45_000)
    usual = last(board, limits)
    assert (usual.plies, usual.score > DECIDED) == (0, True)
    *_, proved = Engine(1).analyse(board, limits, until_proved=True)
    assert proved.plies == 15
    assert usual.nodes < proved.nodes


@pytest.mark.parametrize("nodes", [10, 1000, 30_000])
def test_a_search_stops_soon_after_its_node_limit(nodes: int) -> None:
    assert last(parse_position(MIDDLE), Limits(nodes=nodes)).nodes <= 2 * nodes + SLACK


@pytest.mark.parametrize("nodes", range(1, 12))
def test_the_move_is_legal_however_few_nodes_are_allowed(nodes: int) -> None:
    board = parse_position(MIDDLE)
    assert board.is_legal(last(board, Limits(nodes=nodes)).move)
    assert board.is_legal(Engine(1).choose(board, Limits(nodes=nodes)))


def test_a_loss_is_not_proven_if_the_search_was_cut_short() -> None:
    text = "9x9/5 freestyle X 3XX1O2/4XO3/3X1X3/3O1X1O1/3O1X2O/3X4O/4O2X1/3O2XOX/3X1OOO1"
    board = parse_position(text)
    assert threats.shortest_by_fours(board, 7) == 7
    for nodes in range(1, 20):
        assert last(board, Limits(nodes=nodes)).plies >= 0


def test_a_search_ends_when_its_time_is_up() -> None:
    move = Engine(1).choose(parse_position(MIDDLE), Limits(seconds=0.1))
    assert parse_position(MIDDLE).is_legal(move)


def test_a_time_limit_of_zero_still_gives_a_legal_move() -> None:
    board = parse_position(MIDDLE)
    assert board.is_legal(Engine(1).choose(board, Limits(seconds=0)))


def test_another_thread_can_stop_a_search() -> None:
    engine, board, moves = Engine(1), parse_position(MIDDLE), list[Point]()
    cancel = CancelToken()
    thinker = threading.Thread(target=lambda: moves.append(engine.choose(board, Limits(), cancel)))
    thinker.start()
    cancel.cancel()
    thinker.join(60)
    assert not thinker.is_alive()
    assert board.is_legal(moves[0])


@pytest.mark.parametrize("lines", [1, 3])
def test_a_cancel_ends_its_own_search_and_not_the_next_one(lines: int) -> None:
    engine, board = Engine(1, threads=2), parse_position(MIDDLE)
    for number in range(40):
        cancel = CancelToken()
        canceller = threading.Timer(number / 4000, cancel.cancel)
        canceller.start()
        assert list(engine.analyse(board, Limits(), lines, cancel=cancel))  # it ends
        *_, final = engine.analyse(board, Limits(depth=2), lines)
        assert final.depth == 2
        canceller.join()


def test_a_cancel_while_a_proven_line_is_played_out_ends_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board, cancel, made = parse_position(MIDDLE), CancelToken(), list[int]()

    def play_out(searcher: AlphaBetaSearch, _position: object, cells: list[int], _: int) -> Line:
        made.append(cells[0])
        cancel.cancel()
        searcher.stop = 0
        return Line((Point(0, 0),), 0, 0)

    monkeypatch.setattr("tengen.engine.principal_variations._make_line", play_out)
    assert len(list(Engine(1).analyse(board, Limits(depth=9), 3, cancel=cancel))) == 1
    assert len(made) == 1


def test_a_win_by_threats_is_found_with_helper_threads() -> None:
    final = last(parse_position(WON), Limits(nodes=100_000), Engine(1, threads=2))
    assert final.plies > 0


@pytest.mark.parametrize("rules", [Rules(15, 15, 5), Rules(20, 20, 5, WinRule.STANDARD)])
def test_the_analysis_of_an_empty_board_suggests_the_centre(rules: Rules) -> None:
    found = [analysis.move for analysis in Engine(1).analyse(Board(rules), Limits(depth=2))]
    assert set(found) == {Point(rules.height // 2, rules.width // 2)}


def test_a_search_cancelled_before_its_start_gives_a_legal_move_at_once() -> None:
    board, cancel = parse_position(MIDDLE), CancelToken()
    cancel.cancel()
    assert board.is_legal(Engine(1).choose(board, Limits(), cancel))


@modest
@given(st.sampled_from([(7, 7), (5, 5), (9, 4), (22, 22)]), st.integers(1, 20), SEEDS)
def test_the_move_is_legal_with_any_number_of_empty_points(
    size: tuple[int, int], count: int, seed: int
) -> None:
    board = leave(Rules(*size, 5), count, seed)
    assert board.is_legal(Engine(0).choose(board, Limits(depth=2, nodes=2000)))
    if count > 1:
        assert board.is_legal(last(board, Limits(depth=2, nodes=2000)).move)


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (5, 5), (22, 22)])
def test_the_first_move_of_a_game_is_legal(size: tuple[int, int]) -> None:
    board = Board(Rules(*size, 5))
    assert board.is_legal(Engine(0).choose(board, SHORT))
    assert board.is_legal(last(board, SHORT).move)


@pytest.mark.parametrize("win", WinRule)
def test_a_whole_game_against_itself_is_legal_to_its_end(win: WinRule) -> None:
    board, engine = Board(Rules(9, 9, 5, win)), Engine(1)
    while not board.outcome.is_over:
        board.play(engine.choose(board, Limits(nodes=500)))
    assert board.outcome.winner or not board.legal_points()


def test_a_game_that_the_engine_does_not_play_raises_a_rule_error() -> None:
    rules = Rules(23, 23, 5, WinRule.RENJU)
    board = Board(rules, {Point(0, 0): Player.FIRST})
    with pytest.raises(RuleError) as caught:
        Engine(0).choose(board, SHORT)
    assert str(rules) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(23, 15, 5), Rules(9, 9, 5, WinRule.CARO)])
def test_the_pattern_search_plays_only_five_in_a_row_on_boards_that_fit(rules: Rules) -> None:
    with pytest.raises(RuleError, match=f"does not play {rules}"):
        make_position(Board(rules))


@pytest.mark.parametrize("limits", [SHORT, Limits(nodes=100), Limits(seconds=0.01)])
def test_a_search_does_not_change_the_board(limits: Limits) -> None:
    board = parse_position(MIDDLE)
    board.play(Point(0, 0))
    before = (str(board), board.key, board.moves, board.setup, board.outcome)
    Engine(1).choose(board, limits)
    last(board, limits)
    assert (str(board), board.key, board.moves, board.setup, board.outcome) == before


def test_the_hash_table_is_cleared_for_other_rules() -> None:
    text = "9x9/5 {} X 1X3O3/1O7/O2O5/5O3/4XO3/1X7/X1X2X3/XOO1X4/9"
    freestyle, standard = (parse_position(text.format(win)) for win in ("freestyle", "standard"))
    engine = Engine(1)
    assert last(freestyle, SHORT, engine).plies == last(freestyle, SHORT).plies
    assert last(standard, SHORT, engine).plies == last(standard, SHORT).plies


def test_the_hash_table_tells_the_sides_to_move_apart() -> None:
    text = "9x9/5 freestyle X 6O2/5O3/1O1X5/2O1XX3/1X7/2OX5/4O4/3O1X3/6X2"
    board, engine = parse_position(text), Engine(1)
    other = Board(board.rules, board.stones, board.turn.other)
    last(other, Limits(depth=6), engine)
    assert last(board, Limits(depth=4), engine).plies == last(board, Limits(depth=4)).plies


@pytest.mark.parametrize("threads", [2, 3])
def test_several_threads_find_the_same_win_and_end(threads: int) -> None:
    text = "9x9/5 freestyle X 3XX1O2/4XO3/3X1X3/3O1X1O1/3O1X2O/3X4O/4O2X1/3O2XOX/3X1OOO1"
    running = threading.active_count()
    engine = Engine(1, threads)
    assert last(parse_position(text), Limits(depth=8), engine).plies > 0
    assert threading.active_count() <= running


def test_closing_an_analysis_early_stops_its_threads() -> None:
    running = threading.active_count()
    analyses = Engine(1, 3).analyse(parse_position(MIDDLE), Limits())
    next(analyses)
    analyses.close()  # type: ignore[attr-defined]  # it is a generator
    assert threading.active_count() <= running


def test_zero_threads_are_refused() -> None:
    with pytest.raises(ValueError, match="threads must be at least 1"):
        Engine(1, 0)


def test_a_win_by_threes_is_found_at_once_with_its_whole_line() -> None:
    rows = "15/15/15/15/5X1X7/15/5X1X7/15/15/15/2O12/15/8O6/1O13/12O2"
    board = parse_position(f"15x15/5 freestyle X {rows}")
    first = next(iter(Engine(1).analyse(board, Limits(nodes=500_000))))
    assert first.plies >= 5
    for move in first.lines[0].moves:
        board.play(move)
    assert board.outcome.winner is Player.FIRST


@pytest.mark.parametrize(
    "text, move",
    [
        ("15x15/5 freestyle X 15/15/15/15/15/3OXXXX7/15/3OOO9/15/15/15/15/15/15/15", "5,8"),
        ("15x15/5 freestyle O 15/15/15/15/15/3OXXXX7/15/4OO9/15/15/15/15/15/15/15", "5,8"),
        ("15x15/5 standard O 15/15/15/15/15/3OXXXX1X5/15/4OO9/15/15/15/15/15/15/15", None),
        ("15x15/5 freestyle O 15/15/15/15/15/4XXXX7/15/4OO9/15/15/15/15/15/15/15", None),
        (MIDDLE, None),
    ],
)
def test_a_move_that_wins_or_that_alone_saves_the_game_needs_no_search(
    text: str, move: str | None
) -> None:
    engine, board = Engine(1), parse_position(text)
    chosen = engine.choose(board, SHORT)
    assert (engine.analysis is None) is (move is not None)
    if move is not None:
        assert str(chosen) == move


def test_a_saving_move_that_is_forbidden_is_not_played() -> None:
    text = "15x15/5 renju X 15/15/15/15/15/15/15/15/10X4/9X5/3XOOOO7/8X6/8X6/15/15"
    engine, board = Engine(1), parse_position(text)
    assert not board.is_legal(Point(10, 8))
    assert board.is_legal(engine.choose(board, SHORT))
    assert engine.analysis is not None


def test_a_search_in_doubt_goes_on_longer_than_one_that_is_certain() -> None:
    def lines(move: Point) -> tuple[Line, ...]:
        return (Line((move,), 0, 0),)

    limits, first, second = Limits(soft=1.0), lines(Point(1, 1)), lines(Point(2, 2))
    assert not changes_move((), first)
    assert not changes_move(first, first)
    assert changes_move(first, second)
    assert is_late(0.8, limits, 0.0)
    assert not is_late(1.7, limits, 1.0)
    assert is_late(1.8, limits, 1.0)
    assert not is_late(1000.0, Limits(), 0.0)
