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
EVERY_NTH = 23

PUZZLES = [
    puzzle.position for puzzle in starter().puzzles[::EVERY_NTH] if "freestyle" in puzzle.position
]


def prover_of(board: Board, extra: int | None = None) -> ThreatProver:
    return ThreatProver(board.rules, *stones_of(board), ThreatMemory(FEW), extra)


@pytest.mark.parametrize("position", PUZZLES)
def test_a_checker_computes_the_same_supports_and_plies(position: str, tmp_path: Path) -> None:
    board = parse_position(position)
    prover = prover_of(board)
    node = prover.prove(LIMIT)
    writer = TreeWriter(board.rules.width, board.rules.height)
    prover.emit(node, writer)
    path = str(tmp_path / "certificate.xz")
    with CertificateWriter(path, board.rules.width, board.rules.height, board.rules.k) as out:
        out.add(ProofTurn.ATTACKER, *stones_of(board), writer.tree)
    verdict = check(path)
    supports = [frozenset(prover.zone(node, 1 + at)) for at in range(len(verdict.supports))]
    assert list(verdict.supports) == supports
    assert verdict.plies == prover.plies(node)


def test_a_position_without_a_win_by_threats_has_no_proof() -> None:
    board = parse_position("15x15/5 freestyle X 15/15/15/15/15/15/15/6XO7/15/15/15/15/15/15/15")
    assert prover_of(board).prove(LIMIT) == -1


def test_a_search_that_reaches_its_limit_proves_nothing() -> None:
    board = parse_position(PUZZLES[-1])
    assert prover_of(board).prove(1) == -1
    assert prover_of(board).prove(LIMIT) >= 0


def test_proving_an_answer_leaves_the_board_unchanged() -> None:
    board = parse_position("15x15/5 freestyle X 15/15/15/15/15/15/15/5XXX7/15/15/15/15/15/15/15")
    prover = prover_of(board)
    first = prover.prove(LIMIT)
    assert prover.prove_after(0, LIMIT) >= 0
    assert prover.prove(LIMIT) == first


def test_a_proof_with_a_stone_that_may_not_matter_is_correct(tmp_path: Path) -> None:
    board = parse_position(PUZZLES[-1])
    memory = ThreatMemory(FEW)
    attacker, defender = stones_of(board)
    for others, extra in ((defender, None), (defender | {0}, 0)):
        prover = ThreatProver(board.rules, attacker, others, memory, extra)
        writer = TreeWriter(15, 15)
        prover.emit(prover.prove(LIMIT), writer)
        path = str(tmp_path / "certificate.xz")
        with CertificateWriter(path, 15, 15, 5) as out:
            out.add(ProofTurn.ATTACKER, attacker, others, writer.tree)
        assert check(path).defender == others
