"""Whole games between computers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.machines import begin, step
from kit.strategies import SEEDS

from tengen.errors import RuleError
from tengen.game.commands import Command, ProposeFifth, TakeBack
from tengen.game.computer_player import make_player
from tengen.game.events import MovePlayed
from tengen.game.machine_player import MachinePlayer
from tengen.game.opening_rules import (
    MIN_BOARD_SIDE,
    MIN_K,
    RENJU_OPENINGS,
    OpeningRule,
    check_opening,
)
from tengen.game.session import Session
from tengen.game.setup import Computer
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, Rules, WinRule

RULES = [
    Rules(9, 9, 5),
    Rules(9, 10, 5, WinRule.RENJU),
    Rules(10, 9, 4, WinRule.STANDARD),
    Rules(9, 9, 5, WinRule.CARO),
    Rules(11, 11, 3, WinRule.CARO_LONG),
]
ENDS = {Termination.LINE, Termination.FULL_BOARD, Termination.NO_LEGAL_POINT}


def players_of(seed: int, *levels: int) -> dict[Seat, MachinePlayer]:
    return {
        seat: make_player(Computer(level), seed) for seat, level in zip(Seat, levels, strict=True)
    }


def play_out(session: Session, players: dict[Seat, MachinePlayer]) -> list[Command]:
    """Play to the end of the game; return the commands."""
    commands: list[Command] = []
    while session.state.task is not None:
        commands.append(step(session, players))
    return commands


def play_opening(session: Session, players: dict[Seat, MachinePlayer]) -> list[Command]:
    """Play to the end of the opening, or of the game; return the commands."""
    commands: list[Command] = []
    while session.state.task is not None and session.state.opening.task is not None:
        commands.append(step(session, players))
    return commands


def can_begin(opening: OpeningRule, rules: Rules) -> bool:
    try:
        check_opening(opening, rules)
    except RuleError:
        return False
    return True


@pytest.mark.parametrize(
    "opening, rules",
    [(opening, rules) for opening in OpeningRule for rules in RULES if can_begin(opening, rules)],
    ids=str,
)
def test_computers_play_every_opening_to_the_end_of_the_game(
    opening: OpeningRule, rules: Rules
) -> None:
    seed = list(OpeningRule).index(opening) + 10 * RULES.index(rules)
    levels = Random(seed).choices([1, 2, 3, 4, 5, 6, 7], k=2)
    session = begin(rules, opening)
    play_out(session, players_of(seed, *levels))
    assert session.state.result is not None
    assert session.state.result.cause in ENDS


@pytest.mark.parametrize("opening", list(OpeningRule)[1:])
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 1), SEEDS)
def test_openings_can_be_played_on_boards_of_any_shape(
    opening: OpeningRule, wider: int, higher: int, longer: int, seed: int
) -> None:
    side, k, win = MIN_BOARD_SIDE[opening], MIN_K[opening] + longer, WinRule.FREESTYLE
    if opening in RENJU_OPENINGS:
        k, win = 5, WinRule.RENJU
    session = begin(Rules(side + wider, side + higher, k, win), opening)
    assert len(play_opening(session, players_of(seed, 1, 7))) <= 20


@pytest.mark.parametrize("opening", list(OpeningRule)[1:])
@pytest.mark.parametrize("level", [2, 10])
def test_openings_can_be_played_if_the_engine_does_not_support_the_game(
    opening: OpeningRule, level: int
) -> None:
    session = begin(Rules(23, 23, 5, WinRule.RENJU), opening)
    assert 3 <= len(play_opening(session, players_of(1, level, level))) <= 20
    assert session.state.opening.black is not None


@pytest.mark.parametrize("opening", [OpeningRule.SWAP2, OpeningRule.TARAGUCHI])
def test_games_with_the_same_seed_are_equal(opening: OpeningRule) -> None:
    games = [play_out(begin(RULES[1], opening), players_of(seed, 4, 6)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_without_a_seed_openings_vary() -> None:
    player = make_player(Computer(1))
    session = begin(Rules(15, 15, 5), OpeningRule.SWAP)
    assert len({player.act(session.state, 0) for _ in range(12)}) > 1


def test_opening_stones_that_were_taken_back_are_placed_again() -> None:
    session = begin(Rules(15, 15, 5), OpeningRule.SWAP)
    players = {Seat.ONE: make_player(Computer(1))}
    first, second, third = (step(session, players) for _ in range(3))
    for _ in range(2):
        session.handle(TakeBack(Seat.ONE), 0)
    assert step(session, players) == second
    assert step(session, players) == third
    assert first != second


def test_the_computer_continues_an_opening_that_another_player_began() -> None:
    session = begin(Rules(9, 9, 5), OpeningRule.SWAP2)
    session.apply(MovePlayed(0, Seat.ONE, Point(4, 4)))
    assert 3 <= len(play_opening(session, players_of(3, 1, 1))) <= 6


def test_all_fifth_moves_are_different() -> None:
    session = begin(RENJU, OpeningRule.SOOSYRV)
    commands = play_opening(session, players_of(4, 6, 6))
    offers = [command.point for command in commands if isinstance(command, ProposeFifth)]
    assert len(offers) == len(set(offers)) > 0
