from __future__ import annotations

import pytest
from kit.puzzles import FIVE, four_and_three, put

from tengen.insight import Means, Puzzle, PuzzleFinder, examine, find_flaw, play_self_game
from tengen.insight.puzzle_finder import KnownPuzzles
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.notation import parse_game, parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import GAMES

GAME = "15x15/5 freestyle e8 d8 f8 l3 g8 l4 h9 l5 h10 a1 o15"
"""Black overlooks h8, a four and a three."""


def made(maker: PuzzleFinder, game: Board) -> list[Puzzle]:
    """All that a maker finds in a game."""
    return list(maker.look(game, "mine"))


def test_what_was_overlooked_in_a_game_is_a_puzzle() -> None:
    maker = PuzzleFinder()
    (puzzle,) = made(maker, parse_game(GAME))
    assert puzzle.source == "mine, move 11"
    assert puzzle.board == four_and_three()
    assert (maker.games, maker.found) == (1, {1: 1})
    assert maker.positions == 11


def test_what_is_known_is_not_found_again() -> None:
    maker = PuzzleFinder()
    assert made(maker, parse_game(GAME))
    assert not made(maker, parse_game(GAME))
    known = examine(four_and_three())
    assert known is not None
    assert not made(PuzzleFinder([known]), parse_game(GAME))


def test_enough_of_a_grade_is_enough() -> None:
    known = examine(four_and_three().copy())
    assert known is not None
    maker = PuzzleFinder([known], each=1)
    assert not maker.is_done
    assert maker.found[known.grade] == 1


def test_the_game_is_left_as_it_was() -> None:
    game = parse_game(GAME)
    made(PuzzleFinder(), game)
    assert game == parse_game(GAME)


def test_no_two_puzzles_of_a_game_share_a_winners_move() -> None:
    for number in range(2):
        puzzles = made(PuzzleFinder(), play_self_game(FIVE, f"12 {number}"))
        moves = [point for puzzle in puzzles for point in puzzle.line[::2]]
        assert len(moves) == len(set(moves))
        assert not any(map(find_flaw, puzzles))


def test_the_engine_plays_the_same_game_for_the_same_seed() -> None:
    game = play_self_game(GAMES["renju"], "1 1")
    assert game.moves == play_self_game(GAMES["renju"], "1 1").moves
    assert game.moves != play_self_game(GAMES["renju"], "1 2").moves
    assert game.outcome.is_over


def solved(board: Board) -> Puzzle:
    """The puzzle that a position is."""
    puzzle = examine(board)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_puzzle_turned_or_flipped_is_the_same(symmetry: Symmetry) -> None:
    board = four_and_three()
    variety = KnownPuzzles([solved(board)])
    assert variety.has_like(solved(board.transformed(symmetry)))


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_solution_that_goes_the_same_way_elsewhere_is_the_same(symmetry: Symmetry) -> None:
    black, white = "e7 f7 g7 h8 h9", "d7 l13 l12 l11 a1"
    first = Puzzle(str(put(black, white)), Means.FOURS, line("h7 i7 h10"), 1)
    other = Puzzle(str(put(black, white + " a3")), Means.FOURS, turned(first, symmetry), 1)
    assert KnownPuzzles([first]).has_like(other)


def line(text: str) -> tuple[Point, ...]:
    """Moves of a solution."""
    return tuple(parse_moves(text, FIVE))


def turned(puzzle: Puzzle, symmetry: Symmetry) -> tuple[Point, ...]:
    """A solution turned or flipped, and one row further down."""
    points = [symmetry.apply(point, FIVE) for point in puzzle.line]
    return tuple(Point(point.row + 1, point.col) for point in points)


def test_another_solution_is_new() -> None:
    other = put("e8 f8 g8 i9 j10", "d8 l3 l4 l5 a1")
    assert solved(other).line != solved(four_and_three()).line
    assert not KnownPuzzles([solved(four_and_three())]).has_like(solved(other))
