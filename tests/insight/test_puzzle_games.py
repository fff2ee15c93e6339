"""Games to find puzzles in, as tasks."""

from __future__ import annotations

import pickle

from tengen.insight.puzzle_finder import PuzzleFinder, play_self_game
from tengen.insight.puzzle_games import PuzzleGame, examine_puzzle_game
from tengen.rules import parse_game, parse_rules

BOARD = parse_game("15x15/5 freestyle e8 d8 f8 l3 g8 l4 h9 l5 h10 a1 h8 i8 h11")


def test_a_recorded_game_is_sent_as_its_moves() -> None:
    game = PuzzleGame("games.txt, game 1", BOARD.rules, BOARD.moves)
    assert pickle.loads(pickle.dumps(game)) == game
    assert game.board() == BOARD


def test_a_game_with_a_seed_is_the_same_wherever_it_is_played() -> None:
    rules = parse_rules("9x9/5 freestyle")
    assert PuzzleGame("self-play", rules, seed="1 2").board() == play_self_game(rules, "1 2")


def test_the_puzzles_of_a_task_are_those_of_the_game() -> None:
    found = examine_puzzle_game(PuzzleGame("mine", BOARD.rules, BOARD.moves))
    finder, looked = PuzzleFinder(), PuzzleFinder()
    assert list(finder.choose(found)) == list(looked.look(BOARD, "mine")) != []
    assert (finder.games, finder.positions) == (looked.games, looked.positions) == (1, 13)
