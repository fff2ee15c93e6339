from __future__ import annotations

import pickle

import pytest

from tengen.arena.game import (
    LONGEST_TURN_MS,
    MATCH_TERMINATIONS,
    ClockKind,
    EngineGame,
    EngineMove,
    GameConditions,
)
from tengen.errors import RuleError, UsageError
from tengen.rules.board import Board
from tengen.rules.notation import parse_game
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Player


@pytest.mark.parametrize("cause", sorted(set(Termination) - MATCH_TERMINATIONS, key=str))
def test_a_game_of_engines_cannot_end_like_a_game_of_people(cause: Termination) -> None:
    with pytest.raises(RuleError, match=f"a game of two engines cannot end by '{cause.value}'$"):
        EngineGame(Board(TIC_TAC_TOE), 0, None, cause)


@pytest.mark.parametrize("opening_length, first", [(0, (1, 3)), (1, (2,)), (2, (1, 3))])
def test_the_moves_of_a_player_follow_the_opening(
    opening_length: int, first: tuple[int, ...]
) -> None:
    board = parse_game(f"{TIC_TAC_TOE} a1b1c1a2b2")
    moves = tuple(map(EngineMove, (1, 2, 3)))
    game = EngineGame(board, opening_length, None, Termination.ADJUDICATED, moves=moves)
    assert tuple(move.milliseconds for move in game.moves_of(Player.FIRST)) == first
    assert len(game.moves_of(Player.SECOND)) == 3 - len(first)
    assert game.is_adjudicated
    assert game.rules == TIC_TAC_TOE


def test_a_game_can_be_sent_to_another_process() -> None:
    game = EngineGame(parse_game(f"{TIC_TAC_TOE} a1"), 1, None, Termination.FULL_BOARD)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.board.moves == game.board.moves


def test_an_engine_is_sent_the_limits_of_the_game() -> None:
    conditions = GameConditions(500, 60_000, nodes=1000, depth=9, memory_mb=7)
    limits = conditions.limits((("rule", "1"),))
    assert (limits.timeout_turn, limits.timeout_match, limits.max_memory) == (500, 60_000, 7 << 20)
    assert limits.infos == (("max_node", "1000"), ("max_depth", "9"), ("rule", "1"))
    assert limits.is_memory_checked
    assert not GameConditions().limits().is_memory_checked


@pytest.mark.parametrize(
    "turn, match, longest",
    [(500, 60_000, 500), (500, 0, 500), (0, 60_000, 60_000), (0, 0, LONGEST_TURN_MS)],
)
def test_the_longest_turn_is_the_smallest_limit(turn: int, match: int, longest: int) -> None:
    conditions = GameConditions(turn, match, depth=3)
    assert conditions.longest_turn_ms == conditions.limits().timeout_turn == longest


def test_by_the_cpu_clock_an_engine_is_silent_only_after_a_multiple_of_its_time() -> None:
    limits = GameConditions(2000, slack_ms=0, clock=ClockKind.CPU).limits()
    assert limits.move_timeout(10**9) == 20_000
    short = GameConditions(10, slack_ms=0, clock=ClockKind.CPU).limits()
    assert short.move_timeout(10**9) == 5_010
    assert GameConditions(2000, slack_ms=0).limits().move_timeout(10**9) == 3_000


@pytest.mark.parametrize(
    "values, problem",
    [
        ({"turn_ms": -1}, "turn_ms must not be -1"),
        ({"win_moves": 0}, "win_moves must not be 0"),
        ({"turn_ms": 0}, "a move has no limit: set a time, nodes or a depth"),
        ({"increment_ms": 5}, "increment_ms needs match_ms"),
    ],
)
def test_senseless_conditions_are_refused(values: dict[str, int], problem: str) -> None:
    with pytest.raises(UsageError, match=f"^{problem}$"):
        GameConditions(**values)  # type: ignore[arg-type] # all of them are numbers
