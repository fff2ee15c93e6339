from pathlib import Path

import pytest
from kit.certified import stones_of

from tengen.insight.puzzle import starter
from tengen.prove.certificate_writer import CertificateWriter, ProofTurn, TreeWriter
from tengen.prove.check import check
from tengen.prove.prover import ThreatMemory, ThreatProver
from tengen.rules.board import Board
from tengen.rules.notation import parse_position

LIMIT = 200_000
FEW = 1 << 12
EVERY_SO_MANY = 23

PUZZLES = [
    puzzle.position
    for puzzle in starter().puzzles[::EVERY_SO_MANY]
    if "freestyle" in puzzle.position
]


def prover_of(board: Board, extra: int | None = None) -> ThreatProver:
    return ThreatProver(board.rules, *stones_of(board), ThreatMemory(FEW), extra)


@pytest.mark.parametrize("position", PUZZLES)
def test_a_checker_finds_the_same_supports_and_as_many_plies(position: str, tmp_path: Path) -> None:
    board = parse_position(position)
    prover = prover_of(board)
    node = prover.prove(LIMIT)
    story = TreeWriter(board.rules.width, board.rules.height)
    prover.tell(node, story)
    path = str(tmp_path / "certificate.xz")
    with CertificateWriter(path, board.rules.width, board.rules.height, board.rules.k) as out:
        out.add(ProofTurn.ATTACKER, *stones_of(board), story.tree)
    verdict = check(path)
    supports = [frozenset(prover.zone(node, 1 + at)) for at in range(len(verdict.supports))]
    assert list(verdict.supports) == supports
    assert verdict.plies == prover.plies(node)


def test_what_no_threat_wins_has_no_proof() -> None:
    board = parse_position("15x15/5 freestyle X 15/15/15/15/15/15/15/6XO7/15/15/15/15/15/15/15")
    assert prover_of(board).prove(LIMIT) == -1


def test_a_search_that_is_cut_short_proves_nothing() -> None:
    board = parse_position(PUZZLES[-1])
    assert prover_of(board).prove(1) == -1
    assert prover_of(board).prove(LIMIT) >= 0


def test_after_an_answer_the_board_is_as_it_was() -> None:
    board = parse_position("15x15/5 freestyle X 15/15/15/15/15/15/15/5XXX7/15/15/15/15/15/15/15")
    prover = prover_of(board)
    first = prover.prove(LIMIT)
    assert prover.prove_after(0, LIMIT) >= 0
    assert prover.prove(LIMIT) == first


def test_proofs_with_a_stone_that_may_not_matter_are_proofs_all_the_same(tmp_path: Path) -> None:
    board = parse_position(PUZZLES[-1])
    memory = ThreatMemory(FEW)
    attacker, defender = stones_of(board)
    for others, extra in ((defender, None), (defender | {0}, 0)):
        prover = ThreatProver(board.rules, attacker, others, memory, extra)
        story = TreeWriter(15, 15)
        prover.tell(prover.prove(LIMIT), story)
        path = str(tmp_path / "certificate.xz")
        with CertificateWriter(path, 15, 15, 5) as out:
            out.add(ProofTurn.ATTACKER, attacker, others, story.tree)
        assert check(path).defender == others
