from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tengen.engine import levels
from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.levels import LEVELS, Opponent
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, GAMES, TIC_TAC_TOE, Player, Rules, WinRule

GLANCING_LEVELS = [level for level in LEVELS if LEVELS[level].limits is None]
SEARCHING_LEVELS = [level for level in LEVELS if LEVELS[level].limits is not None]
FEW = Limits(nodes=300)
QUICK = Limits(seconds=0.1)
MIDDLE = "15x15/5 freestyle X 15/15/15/15/15/15/6OX7/6XO7/8O6/9X5/15/15/15/15/15"
OWN_FOUR = "15x15/5 freestyle X 15/15/15/15/15/15/5OOO7/4OXXXX6/15/15/15/15/15/15/15"
THEIR_FOUR = "15x15/5 freestyle X 15/15/15/15/15/15/6X8/4XOOOO6/7X7/15/15/15/15/15/15"


def played(first: Opponent, second: Opponent, rules: Rules = FIVE_IN_A_ROW) -> Board:
    """Play a whole game and return the board."""
    board, seats = Board(rules), {Player.FIRST: first, Player.SECOND: second}
    while not board.outcome.is_over:
        board.play(seats[board.turn].choose(board, QUICK))
    return board


def ends_against(opponent: Opponent, board: Board, seat: Player) -> Iterator[Player | None]:
    """Yield the winner of every game that is possible against an opponent."""
    if board.outcome.is_over:
        yield board.outcome.winner
        return
    is_mine = board.turn is seat
    limits = Limits(nodes=20_000)
    for point in [opponent.choose(board, limits)] if is_mine else board.legal_points():
        board.play(point)
        yield from ends_against(opponent, board, seat)
        board.undo()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "rules",
    [
        TIC_TAC_TOE,
        Rules(9, 9, 5),
        Rules(7, 6, 4),
        Rules(1, 1, 1),
        Rules(2, 3, 9),
        Rules(7, 7, 5, WinRule.RENJU),
        Rules(8, 7, 5, WinRule.CARO),
    ],
    ids=str,
)
def test_every_level_plays_every_game_to_its_end(level: int, rules: Rules) -> None:
    board, opponent = Board(rules), Opponent(level, 1)
    while not board.outcome.is_over:
        board.play(opponent.choose(board, FEW))
    assert board.outcome.is_over


@pytest.mark.parametrize("level", [level for level in LEVELS if not LEVELS[level].remembers])
def test_the_same_seed_gives_the_same_move_whatever_was_asked_before(level: int) -> None:
    board, opponent = parse_position(MIDDLE), Opponent(level, 7)
    first = opponent.choose(board, FEW)
    opponent.choose(parse_position(OWN_FOUR), FEW)
    assert opponent.choose(board, FEW) == first == Opponent(level, 7).choose(board, FEW)


@pytest.mark.parametrize("level", GLANCING_LEVELS)
def test_moves_vary_with_other_seeds_and_without_a_seed(level: int) -> None:
    board = parse_position(MIDDLE)
    assert len({Opponent(level, seed).choose(board) for seed in range(20)}) > 2
    opponent = Opponent(level)
    assert len({opponent.choose(board) for _ in range(20)}) > 2


@pytest.mark.parametrize("level", LEVELS)
def test_first_stones_are_near_the_centre_and_vary(level: int) -> None:
    places = set()
    for seed in range(20):
        board = Board(FIVE_IN_A_ROW)
        board.play(Opponent(level, seed).choose(board))
        board.play(Opponent(level, seed).choose(board))
        places.add(board.moves)
        assert all(5 <= point.row <= 9 and 5 <= point.col <= 9 for point in board.moves)
    assert len(places) > 5


@pytest.mark.parametrize("level", LEVELS)
def test_a_first_stone_in_the_corner_is_not_answered_there(level: int) -> None:
    board = Board(FIVE_IN_A_ROW)
    board.play(Point(0, 14))
    answer = Opponent(level, 3).choose(board)
    assert 5 <= answer.row <= 9
    assert 5 <= answer.col <= 9


@pytest.mark.parametrize("level", LEVELS)
def test_stones_are_always_near_another_stone(level: int) -> None:
    board, opponent = Board(FIVE_IN_A_ROW), Opponent(level, 5)
    while not board.outcome.is_over and len(board.moves) < 30:
        board.play(opponent.choose(board, FEW))
        last, *others = reversed(board.moves)
        near = [max(abs(last.row - one.row), abs(last.col - one.col)) for one in others]
        assert min(near, default=0) <= 3


@pytest.mark.parametrize("text, place", [(OWN_FOUR, Point(7, 9)), (THEIR_FOUR, Point(7, 9))])
def test_level_one_mostly_sees_a_plain_four(text: str, place: Point) -> None:
    board = parse_position(text)
    seen = [Opponent(1, seed).choose(board) == place for seed in range(60)]
    assert sum(seen) >= 40
    assert all(Opponent(9, seed).choose(board, FEW) == place for seed in range(10))


def test_level_one_sometimes_overlooks_an_opponents_four() -> None:
    board = parse_position(THEIR_FOUR)
    assert any(Opponent(1, seed).choose(board) != Point(7, 9) for seed in range(60))


@pytest.mark.parametrize("low, high", [(1, 3), (3, 5)])
def test_a_level_beats_the_one_two_below(low: int, high: int) -> None:
    won = 0
    for seed in range(5):
        weak, strong = Opponent(low, seed), Opponent(high, seed)
        won += played(strong, weak).outcome.winner is Player.FIRST
        won += played(weak, strong).outcome.winner is Player.SECOND
    assert won >= 7


def test_each_level_sees_more_and_searches_further_than_the_one_below() -> None:
    assert list(LEVELS) == list(range(1, 11))
    for low, high in pairwise(LEVELS.values()):
        assert high.perception.overlook <= low.perception.overlook
        assert high.perception.foresight >= low.perception.foresight
        assert high.perception.whim <= low.perception.whim
    searching = [LEVELS[level] for level in SEARCHING_LEVELS]
    assert all(high.haste < low.haste for low, high in pairwise(searching))
    nodes = [level.limits.nodes for level in searching[:-1] if level.limits]
    assert nodes == sorted(node for node in nodes if node)
    assert searching[-1].limits == Limits(seconds=2.0)


@pytest.mark.parametrize("level, seeds", [(1, [3]), (2, [0, 1, 2])])
def test_tic_tac_toe_can_be_won_against_low_levels(level: int, seeds: list[int]) -> None:
    for seat in Player:
        ends = set[Player | None]()
        for seed in seeds:
            ends.update(ends_against(Opponent(level, seed), Board(TIC_TAC_TOE), seat))
        assert seat.other in ends
        assert seat in ends


@pytest.mark.parametrize("seat", Player)
@pytest.mark.parametrize("level", [9, 10])
def test_tic_tac_toe_cannot_be_won_against_high_levels(level: int, seat: Player) -> None:
    try:
        Engine(0).choose(parse_position("3x3/3 freestyle O X2/3/3"), FEW)
    except RuleError:
        pytest.skip("the engine does not play tic-tac-toe")
    ends = [*ends_against(Opponent(level, 1), Board(TIC_TAC_TOE), seat)]
    assert seat.other not in ends
    assert seat in ends


@pytest.mark.parametrize(
    "rules, share",
    [
        (Rules(15, 15, 5), 1.0),
        (Rules(10, 10, 5), 1.0),
        (Rules(5, 10, 4), 0.5),
        (Rules(5, 5, 4), 0.25),
    ],
)
def test_haste_is_rarer_on_small_boards(
    rules: Rules, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(rules)
    for at in range(4):
        board.play(Point(at, at % 2))
    searching: list[Point] = []

    def think(_engine: Engine, _board: Board, _limits: Limits, _cancel: object) -> Point:
        searching.append(Point(4, 4))
        return searching[-1]

    monkeypatch.setattr(Engine, "choose", think)
    for seed in range(1000):
        Opponent(6, seed).choose(board)
    assert len(searching) / 1000 == pytest.approx(1 - LEVELS[6].haste * share, abs=0.04)


def test_given_limits_tighten_those_of_the_level() -> None:
    board = parse_position(MIDDLE)
    shallow = Limits(depth=1)
    assert Opponent(10).choose(board, shallow) == Opponent(10, 4).choose(board, shallow)


def test_a_search_of_a_level_can_be_cancelled() -> None:
    board, opponent, moves = parse_position(MIDDLE), Opponent(10), list[Point]()
    cancel = CancelToken()
    thinker = threading.Thread(target=lambda: moves.append(opponent.choose(board, None, cancel)))
    thinker.start()
    cancel.cancel()
    thinker.join(60)
    assert board.is_legal(moves[0])
    assert board.is_legal(opponent.choose(board, QUICK))


def test_a_level_respects_its_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[float] = []

    def make(size: float) -> Engine:
        made.append(size)
        return Engine(size)

    monkeypatch.setattr(levels, "Engine", make)
    board, opponent = parse_position(MIDDLE), Opponent(10, 1)
    opponent.choose(board, FEW)
    opponent.limit_memory(0.5)
    deep = opponent.choose(board, FEW)
    opponent.limit_memory(0.5)
    opponent.choose(board, FEW)
    assert made == [LEVELS[10].megabytes, 0.5]
    assert deep == Opponent(10, 1).choose(board, FEW)


@pytest.mark.parametrize("level", [0, 11, -1])
def test_a_level_that_does_not_exist_is_refused(level: int) -> None:
    with pytest.raises(RuleError, match=f"there is no level {level}: levels are 1 to 10"):
        Opponent(level)


@pytest.mark.parametrize("level", LEVELS)
def test_a_finished_game_is_refused(level: int) -> None:
    with pytest.raises(RuleError, match="the game is over"):
        Opponent(level).choose(parse_position("3x3/3 freestyle O XXX/OO1/3"))


def test_choosing_does_not_change_the_board() -> None:
    for level in (1, 5, 9):
        board = parse_position(MIDDLE)
        Opponent(level, 1).choose(board, FEW)
        assert board == parse_position(MIDDLE)
        assert GAMES["five"] == board.rules


def test_the_table_in_the_docs_matches_the_levels() -> None:
    page = (Path(__file__).parents[2] / "docs" / "levels.md").read_text()
    for number, level in LEVELS.items():
        nodes = f"{level.limits.nodes:,} nodes" if level.limits and level.limits.nodes else ""
        seen = level.perception
        overlooked = f"{100 * seen.overlook:g} %" if seen.overlook else "nothing"
        row = f"| {number} | {overlooked} | {seen.foresight:g} | {seen.whim:g} | {nodes}"
        (found,) = [line for line in page.splitlines() if line.startswith(row)]
        assert f"| {100 * level.haste:g} % |" in found or not level.haste
