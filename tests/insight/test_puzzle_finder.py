from __future__ import annotations

import pytest
from kit.puzzles import FIVE, four_and_three, put, two_threes

from tengen.engine.cancel_token import CancelToken
from tengen.insight import Means, Puzzle, PuzzleFinder, examine, find_flaw, play_self_game
from tengen.insight.attack_search import AttackSearch
from tengen.insight.puzzle_finder import OPENING_STONES, KnownPuzzles
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.notation import parse_game, parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import GAMES

GAME = "15x15/5 freestyle e8 d8 f8 l3 g8 l4 h9 l5 h10 a1 o15"
"""Black overlooks h8, a four and a three."""


def find_all(finder: PuzzleFinder, game: Board) -> list[Puzzle]:
    """Return all puzzles that a finder finds in a game."""
    return list(finder.look(game, "mine"))


def test_a_win_that_was_overlooked_in_a_game_is_a_puzzle() -> None:
    finder = PuzzleFinder()
    (puzzle,) = find_all(finder, parse_game(GAME))
    assert puzzle.source == "mine, move 11"
    assert puzzle.board == four_and_three()
    assert (finder.games, finder.found) == (1, {1: 1})
    assert finder.positions == 11


def test_a_known_puzzle_is_not_found_again() -> None:
    finder = PuzzleFinder()
    assert find_all(finder, parse_game(GAME))
    assert not find_all(finder, parse_game(GAME))
    known = examine(four_and_three())
    assert known is not None
    assert not find_all(PuzzleFinder([known]), parse_game(GAME))


def test_known_puzzles_count_for_their_grade() -> None:
    known = examine(four_and_three().copy())
    assert known is not None
    finder = PuzzleFinder([known], each=1)
    assert not finder.is_done
    assert finder.found[known.grade] == 1


def test_finding_puzzles_does_not_change_the_game() -> None:
    game = parse_game(GAME)
    find_all(PuzzleFinder(), game)
    assert game == parse_game(GAME)


def test_a_cancelled_search_for_puzzles_ends_at_the_next_position() -> None:
    finder, cancel = PuzzleFinder(), CancelToken()
    for puzzle in finder.look(parse_game(GAME), "mine", cancel):
        assert puzzle.source == "mine, move 11"
        cancel.cancel()
    assert finder.positions == 1
    assert not list(PuzzleFinder().look(parse_game(GAME), "mine", cancel))


@pytest.mark.parametrize("board", [four_and_three(), two_threes()])
def test_a_cancelled_position_is_not_a_puzzle(board: Board) -> None:
    cancel = CancelToken()
    assert examine(board, cancel=cancel) is not None
    cancel.cancel()
    assert examine(board, cancel=cancel) is None


def test_a_cancel_during_the_search_of_a_position_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, answers = CancelToken(), AttackSearch.answers
    calls = 0

    def cancel_at_the_third(attack: AttackSearch) -> list[Point] | None:
        nonlocal calls
        calls += 1
        if calls == 3:
            cancel.cancel()
        return answers(attack)

    monkeypatch.setattr(AttackSearch, "answers", cancel_at_the_third)
    assert examine(two_threes(), cancel=cancel) is None
    assert calls == 3


def test_a_cancelled_game_ends_where_it_is() -> None:
    cancel = CancelToken()
    cancel.cancel()
    game = play_self_game(FIVE, "1 1", cancel)
    assert len(game.moves) in OPENING_STONES
    assert game.moves == play_self_game(FIVE, "1 1").moves[: len(game.moves)]


def test_no_two_puzzles_of_a_game_share_a_move_of_the_winner() -> None:
    for number in range(2):
        puzzles = find_all(PuzzleFinder(), play_self_game(FIVE, f"12 {number}"))
        moves = [point for puzzle in puzzles for point in puzzle.line[::2]]
        assert len(moves) == len(set(moves))
        assert not any(map(find_flaw, puzzles))


def test_the_same_seed_gives_the_same_game() -> None:
    game = play_self_game(GAMES["renju"], "1 1")
    assert game.moves == play_self_game(GAMES["renju"], "1 1").moves
    assert game.moves != play_self_game(GAMES["renju"], "1 2").moves
    assert game.outcome.is_over


def solved(board: Board) -> Puzzle:
    """Return the position as a puzzle."""
    puzzle = examine(board)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_symmetric_puzzle_is_similar(symmetry: Symmetry) -> None:
    board = four_and_three()
    known = KnownPuzzles([solved(board)])
    assert known.has_like(solved(board.transformed(symmetry)))


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_solution_of_the_same_shape_elsewhere_is_similar(symmetry: Symmetry) -> None:
    black, white = "e7 f7 g7 h8 h9", "d7 l13 l12 l11 a1"
    first = Puzzle(str(put(black, white)), Means.FOURS, line("h7 i7 h10"), 1)
    other = Puzzle(str(put(black, white + " a3")), Means.FOURS, turned(first, symmetry), 1)
    assert KnownPuzzles([first]).has_like(other)


def line(text: str) -> tuple[Point, ...]:
    """Return the moves of a solution."""
    return tuple(parse_moves(text, FIVE))


def turned(puzzle: Puzzle, symmetry: Symmetry) -> tuple[Point, ...]:
    """Return a solution turned or flipped, and moved down by one row."""
    points = [symmetry.apply(point, FIVE) for point in puzzle.line]
    return tuple(Point(point.row + 1, point.col) for point in points)


def test_a_solution_of_another_shape_is_new() -> None:
    other = put("e8 f8 g8 i9 j10", "d8 l3 l4 l5 a1")
    assert solved(other).line != solved(four_and_three()).line
    assert not KnownPuzzles([solved(four_and_three())]).has_like(solved(other))
