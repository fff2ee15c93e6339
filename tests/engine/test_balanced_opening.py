"""Swap2: the stones that are placed, and the side that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import SEEDS, modest

from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.balanced_opening import (
    BALANCED_OPENINGS,
    BALANCED_RULES,
    CANDIDATES,
    EVEN_MARGIN,
    MIN_SEARCH_SECONDS,
    OpeningChooser,
)
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

FIRST, SHALLOW = Point(0, 0), Limits(seconds=60, depth=1)


class Judge(Engine):
    """An engine with given scores, which counts the positions that it is asked about."""

    def __init__(self, score: Callable[[Board], int]) -> None:
        super().__init__(0)
        self.seen = 0
        self._score = score

    def analyse(
        self,
        board: Board,
        limits: Limits,
        lines: int = 1,
        *,
        until_proved: bool = False,
        cancel: CancelToken | None = None,
    ) -> Iterator[Analysis]:
        """Yield an analysis of one depth."""
        del limits, lines, until_proved, cancel
        self.seen += 1
        yield Analysis((Line((FIRST,), self._score(board), 0),), 1, 1, 0.0)


def after(count: int, rules: Rules = BALANCED_RULES) -> Board:
    """Return a board with `count` stones around the centre."""
    board = Board(rules)
    middle = rules.height // 2, rules.width // 2
    for row, col in [(0, 0), (1, 1), (-1, 1), (0, 1), (1, 0)][:count]:
        board.play(Point(middle[0] + row, middle[1] + col))
    return board


def choose(engine: Engine, board: Board, limits: Limits = SHALLOW) -> tuple[Point, ...]:
    return OpeningChooser(engine, Random(1)).choose(board, limits)


@pytest.mark.parametrize("count", [3, 5])
def test_the_side_that_is_ahead_is_taken(count: int) -> None:
    assert choose(Judge(lambda _: EVEN_MARGIN + 1), after(count)) == (FIRST,)
    assert choose(Judge(lambda _: -EVEN_MARGIN - 1), after(count)) == ()


def test_after_five_stones_a_side_is_chosen_even_if_the_game_is_even() -> None:
    assert choose(Judge(lambda _: 1), after(5)) == (FIRST,)
    assert choose(Judge(lambda _: -1), after(5)) == ()


def test_in_an_even_position_the_two_most_even_stones_are_added() -> None:
    scores = Random(3).sample(range(1000), CANDIDATES)
    left = [0, *scores]
    seen: dict[tuple[Point, ...], int] = {}

    def judge(board: Board) -> int:
        seen[board.moves[3:]] = left[0]
        return left.pop(0)

    assert seen[choose(Judge(judge), after(3))] == min(scores)
    assert all(len(points) in {0, 2} for points in seen)


@pytest.mark.parametrize("sign", [1, -1])
def test_evenness_is_the_same_for_both_sides(sign: int) -> None:
    judge = Judge(lambda board: 0 if len(board.moves) == 3 else sign * (board.moves[-1].col + 1))
    assert choose(judge, after(3, Rules(5, 5, 5)))[-1].col == 0
    assert judge.seen == CANDIDATES + 1


def test_the_score_is_the_mean_of_the_last_two_depths() -> None:
    class Wavering(Judge):
        def analyse(
            self,
            board: Board,
            limits: Limits,
            lines: int = 1,
            *,
            until_proved: bool = False,
            cancel: CancelToken | None = None,
        ) -> Iterator[Analysis]:
            del until_proved, cancel
            yield from super().analyse(board, limits, lines)
            yield Analysis((Line((FIRST,), -50, 0),), 2, 1, 0.0)

    assert choose(Wavering(lambda _: 100), after(5)) == (FIRST,)
    assert choose(Wavering(lambda _: 40), after(5)) == ()


def test_a_cancelled_choice_takes_the_first_candidate() -> None:
    for board in (Board(Rules(9, 9, 5)), after(3), after(5)):
        judge = Judge(lambda _: 0)
        cancel = CancelToken()
        cancel.cancel()
        assert len(OpeningChooser(judge).choose(board, SHALLOW, cancel)) == (
            1 if board.moves else 3
        )
        assert judge.seen == (1 if board.moves else 0)


def test_no_stones_are_added_without_time_to_compare_them() -> None:
    judge = Judge(lambda _: 1)
    assert choose(judge, after(3), Limits(MIN_SEARCH_SECONDS * CANDIDATES)) == (FIRST,)
    assert judge.seen == 1


@pytest.mark.parametrize(
    "win, text", [(win, text) for win in BALANCED_OPENINGS for text in BALANCED_OPENINGS[win]]
)
def test_every_known_opening_has_three_stones_on_different_points(win: WinRule, text: str) -> None:
    points = parse_moves(text, BALANCED_RULES)
    assert len(set(points)) == len(points) == 3
    assert BALANCED_OPENINGS[win].count(text) == 1


@modest
@given(st.integers(15, 22), st.integers(15, 22), SEEDS)
def test_a_known_opening_fits_on_a_larger_board(width: int, height: int, seed: int) -> None:
    board, judge = Board(Rules(width, height, 5)), Judge(lambda _: 0)
    for point in OpeningChooser(judge, Random(seed)).choose(board, SHALLOW):
        board.play(point)
    assert (len(board.moves), judge.seen) == (3, 0)


@pytest.mark.parametrize("stones", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_requested_number_of_even_stones_is_added(stones: int, count: int) -> None:
    board = after(stones, Rules(9, 9, 5))
    seen: dict[tuple[Point, ...], int] = {}

    def judge(searched: Board) -> int:
        points = searched.moves[stones:]
        return seen.setdefault(points, -len(seen) - 1)

    points = OpeningChooser(Judge(judge), Random(2)).place(board, count, SHALLOW)
    assert seen[points] == -1
    assert len(points) == count


def test_stones_that_end_the_game_are_avoided() -> None:
    for seed in range(10):
        opener = OpeningChooser(Judge(lambda _: 0), Random(seed))
        board = Board(Rules(5, 5, 2))
        for point in opener.place(board, 3, SHALLOW):
            board.play(point)
        assert not board.outcome.is_over
    assert len(OpeningChooser(Judge(lambda _: 0)).place(Board(Rules(5, 5, 1)), 3, SHALLOW)) == 3


def test_openings_vary() -> None:
    chosen = {
        OpeningChooser(Engine(0), Random(seed)).choose(after(0), SHALLOW) for seed in range(40)
    }
    assert len(chosen) > 20


@pytest.mark.parametrize("size", [(5, 5), (5, 9), (14, 15)])
@pytest.mark.parametrize("count", [0, 3, 5])
@pytest.mark.parametrize("limits", [Limits(0), Limits(0.05), Limits(nodes=50, depth=2)])
def test_the_stones_are_legal_with_any_time_limit(
    size: tuple[int, int], count: int, limits: Limits
) -> None:
    board = after(count, Rules(*size, 5))
    points = choose(Engine(0), board, limits)
    assert len(points) in {0: (3,), 3: (0, 1, 2), 5: (0, 1)}[count]
    for point in points:
        board.play(point)
