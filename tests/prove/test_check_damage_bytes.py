"""Randomly damaged certificates: those that are accepted are true, the others are refused."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from kit.certificates import SAMPLES, Game, judged, pack, plain, written
from kit.proved import Prover, minimax, tell

from tengen.prove.certificate_writer import ProofTurn, TreeWriter
from tengen.prove.check import ProofRefused, ProofVerdict

GAME = Game(4, 3, 3)
SOLVED = minimax(GAME)
HEADER = len(b"tengen proof 1\nboard 4 3\nline 3\n\n")
NONE: frozenset[int] = frozenset()


@cache
def sample(nulls: float) -> bytes:
    """Prove three in a row on 4x3 with one reply as its own part, and the others kept."""
    tree = Prover(GAME, 1, nulls).prove(NONE, NONE, 4)
    assert tree is not None
    (reply, child), *others = tree.replies
    attacker, defender = frozenset([tree.move]), frozenset([reply])
    first, second = TreeWriter(4, 3), TreeWriter(4, 3)
    tell(child, first)
    second.move(tree.move)
    if tree.null is None:
        second.every()
    else:
        tell(tree.null, second)
    second.reply(reply)
    second.use(attacker, defender)
    for cell, other in others:
        second.reply(cell)
        second.keep()
        tell(other, second)
    second.end()
    parts = (attacker, defender, first), (NONE, NONE, second)
    return written(GAME, *((ProofTurn.ATTACKER, *part) for part in parts))


def verdict(packed: bytes) -> ProofVerdict | None:
    """Return what a file proves, or None if it is refused. Other exceptions fail the test."""
    try:
        return judged(packed)
    except ProofRefused as refused:
        return None if refused.reason else pytest.fail("refused without a reason")


def damaged(data: bytes, random: Random) -> bytes:
    """Return the data with some bytes changed, removed, added or swapped."""
    wrong = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        at, value = (
            random.randrange(HEADER, len(wrong)),
            random.choice([*range(13), *range(251, 256)]),
        )
        other = random.randrange(HEADER, len(wrong))
        match random.randrange(5):
            case 0:
                del wrong[at]
            case 1:
                wrong.insert(at, value)
            case 2:
                wrong[at], wrong[other] = wrong[other], wrong[at]
            case _:
                wrong[at] = value
    return bytes(wrong)


@pytest.mark.parametrize("nulls", [0.0, 0.7, 1.0])
def test_a_damaged_proof_proves_nothing_false(nulls: float) -> None:
    whole, random, accepted = plain(sample(nulls)), Random(7), 0
    for _ in range(1500):
        found = verdict(pack(damaged(whole, random)))
        if found is not None:
            accepted += 1
            plies = SOLVED(found.attacker, found.defender, ProofTurn(found.turn))
            assert 0 < plies <= found.plies
    assert 0 < accepted < 500


@pytest.mark.parametrize("name", SAMPLES)
def test_a_wrong_byte_raises_nothing_but_a_refusal(name: str) -> None:
    whole = plain(SAMPLES[name])
    for at in range(whole.index(b"\n\n") + 2, len(whole)):
        for value in {whole[at] ^ 1, whole[at] + 1 & 255, 255, 0, whole[at] ^ 128}:
            verdict(pack(whole[:at] + bytes([value]) + whole[at + 1 :]))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_truncated_file_is_refused(name: str) -> None:
    packed = SAMPLES[name]
    whole = plain(packed)
    assert not any(verdict(packed[:at]) for at in range(len(packed)))
    assert not any(verdict(pack(whole[:at])) for at in range(len(whole)))


def test_a_compressed_file_with_a_flipped_bit_is_refused() -> None:
    packed = SAMPLES["use"]
    for bit in range(8 * len(packed)):
        wrong = bytearray(packed)
        wrong[bit // 8] ^= 1 << bit % 8
        assert verdict(bytes(wrong)) is None
