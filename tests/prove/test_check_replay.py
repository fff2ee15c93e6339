"""Proofs played against different defenders, as evidence apart from the lemma."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from kit.certificate_player import Proof
from kit.certificate_reader import read_parts
from kit.certificates import SAMPLES, THREES, certificate
from kit.certified import some_wins, write_certificate
from kit.defenders import Defender, at_random, board_of, greedy, losses, play

from tengen.errors import ProofError
from tengen.prove.quick_check import QuickVerdict, check
from tengen.rules.rules import Player

KINDS = {"random": at_random, "greedy": greedy}
SHORT = ["open four", "four, then open four", "zone", "again", "use", "all", "defender to move"]


def proof(path: Path) -> tuple[Proof, QuickVerdict]:
    return Proof(list(read_parts(str(path)))), check(path)


def sample(name: str, folder: Path) -> tuple[Proof, QuickVerdict]:
    path = folder / "proof.xz"
    path.write_bytes(SAMPLES[name])
    return proof(path)


@cache
def wins(folder: Path) -> list[tuple[Proof, QuickVerdict]]:
    """Return proofs of wins that the engine found."""
    found = []
    for number, pair in enumerate(some_wins(8)):
        found.append(proof(write_certificate(folder / f"{number}.xz", *pair)))
    return found


@pytest.mark.parametrize("name", SHORT)
def test_every_game_of_a_short_proof_is_won_in_time(name: str, tmp_path: Path) -> None:
    proved, verdict = sample(name, tmp_path)
    board = board_of(proved.claim)
    assert losses(proved, board, proved.start(), verdict.plies) == []
    assert losses(proved, board, proved.start(), verdict.plies - 2) != [] or verdict.plies < 3


@pytest.mark.parametrize("kind", KINDS)
def test_wins_of_the_engine_hold_against_defenders(
    kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    make: Callable[[Random], Defender] = KINDS[kind]
    for proved, verdict in wins(tmp_path_factory.getbasetemp()):
        before = len(proved.claim.attacker | proved.claim.defender)
        for seed in range(10):
            board = play(proved, make(Random(seed)))
            assert board.outcome.winner is Player.FIRST
            assert len(board.stones) - before <= verdict.plies


@pytest.mark.parametrize("kind", KINDS)
def test_samples_hold_against_defenders(kind: str, tmp_path: Path) -> None:
    for name in SAMPLES:
        proved, verdict = sample(name, tmp_path)
        before = len(proved.claim.attacker | proved.claim.defender)
        for seed in range(10):
            board = play(proved, KINDS[kind](Random(seed)))
            assert board.outcome.winner is Player.FIRST
            assert len(board.stones) - before <= verdict.plies


def test_a_proof_with_a_gap_loses_a_game(tmp_path: Path) -> None:
    path = tmp_path / "proof.xz"
    path.write_bytes(certificate(THREES, ("A /", "c3 d3 b3 c4 e3 c4 end")))
    proved = Proof(list(read_parts(str(path))))
    with pytest.raises((ProofError, ValueError)):
        losses(proved, board_of(proved.claim), proved.start(), 5)


def test_a_broken_tree_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "proof.xz"
    for tree in ("", "end", "c3 d3 b3", "again 3"):
        path.write_bytes(certificate(THREES, ("A /", tree)))
        with pytest.raises(ProofError, match="have the certificate checked first"):
            Proof(list(read_parts(str(path)))).start()


@pytest.mark.parametrize("data", [b"", b"hello", SAMPLES["all"][:40]])
def test_a_file_that_is_not_a_certificate_is_reported(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "proof.xz"
    path.write_bytes(data)
    with pytest.raises(ProofError, match="no certificate, or a damaged one"):
        list(read_parts(str(path)))
