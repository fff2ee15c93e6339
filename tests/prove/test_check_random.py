"""Random certificates, compared with the literal definitions and with minimax."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from kit.certificates import Cells, Game, judged, written
from kit.proved import Prover, Tree, empty, from_win, has_won, minimax, plies, supports, tell
from kit.strategies import SEEDS
from kit.wins import crowd

from tengen.engine import find_win, zone
from tengen.prove.certificate_writer import ProofTurn, TreeWriter
from tengen.prove.check import ProofVerdict
from tengen.rules.rules import Rules

few = settings(max_examples=15, deadline=None)
SMALL = [(Game(4, 4, 3), 2, 3), (Game(6, 5, 4), 4, 3), (Game(7, 7, 5), 24, 2)]
TINY = [(Game(4, 3, 3), 2, 4), (Game(3, 5, 3), 5, 4), (Game(5, 4, 4), 11, 3)]
SOLVED = {game: minimax(game) for game, _, _ in TINY}


def position(game: Game, stones: int, random: Random) -> tuple[Cells, Cells] | None:
    """Return random stones of both sides, or None if a side has won; few stones are central."""
    rows, cols = range(game.height), range(game.width)
    if stones <= 4:
        rows, cols = rows[1:-1], cols[1:-1]
    cells = random.sample([row * game.width + col for row in rows for col in cols], stones)
    attacker, defender = frozenset(cells[::2]), frozenset(cells[1::2])
    return None if has_won(game, attacker) or has_won(game, defender) else (attacker, defender)


def verdict(game: Game, tree: Tree, attacker: Cells, defender: Cells) -> ProofVerdict:
    writer = TreeWriter(game.width, game.height)
    tell(tree, writer)
    return judged(written(game, (ProofTurn.ATTACKER, attacker, defender, writer)))


@pytest.mark.parametrize("game, stones, moves", SMALL)
@few
@given(SEEDS)
def test_supports_and_plies_match_the_definitions(
    game: Game, stones: int, moves: int, seed: int
) -> None:
    found = position(game, stones, Random(seed))
    tree = Prover(game, seed, nulls=0.9).prove(*found, moves) if found else None
    if found and tree:
        proved = verdict(game, tree, *found)
        assert (proved.attacker, proved.defender) == found
        assert proved.supports == supports(game, tree, *found)
        assert proved.plies == plies(tree)


@few
@given(SEEDS)
def test_wins_of_the_engine_are_proofs_with_the_same_zones(seed: int) -> None:
    game, board = Game(9, 9, 5), crowd(Rules(9, 9, 5), seed)
    win = find_win(board, 2000) if board else None
    if board and win and win.plies < 16:
        stones = {point.row * 9 + point.col: player for point, player in board.stones.items()}
        attacker = frozenset(cell for cell, player in stones.items() if player is board.turn)
        defender = frozenset(stones) - attacker
        tree = from_win(game, win, attacker, defender)
        proved = verdict(game, tree, attacker, defender)
        assert proved.supports == supports(game, tree, attacker, defender)
        for extras, cells in enumerate(proved.supports, 1):
            assert cells == {point.row * 9 + point.col for point in zone(board, win, extras)}


@pytest.mark.parametrize("game, stones, moves", TINY)
@few
@given(SEEDS)
def test_a_proved_win_is_true_and_holds_with_extra_stones(
    game: Game, stones: int, moves: int, seed: int
) -> None:
    random = Random(seed)
    found = position(game, stones, random)
    tree = Prover(game, seed, nulls=0.9).prove(*found, moves) if found else None
    if found and tree:
        proved, (attacker, defender) = verdict(game, tree, *found), found
        assert 0 < SOLVED[game](attacker, defender, ProofTurn.ATTACKER) <= proved.plies
        for cells in proved.supports:
            spare = sorted(empty(game, attacker, defender) - cells)
            defender |= {*random.sample(spare, min(1, len(spare)))}
            if not has_won(game, defender):
                assert 0 < SOLVED[game](attacker, defender, ProofTurn.ATTACKER) <= proved.plies
