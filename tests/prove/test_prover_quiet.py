from pathlib import Path

import pytest

from tengen.prove import check, quick_check
from tengen.prove import prover as quiet_module
from tengen.prove.certificate_writer import CertificateWriter, ProofTurn, TreeWriter
from tengen.prove.proof_listener import Stones
from tengen.prove.prover import QuietMove, QuietPart, QuietProver
from tengen.rules.point import Point, parse_algebraic
from tengen.rules.rules import Rules

RULES = Rules(15, 15, 5)


def cells(words: str) -> frozenset[int]:
    return frozenset(cell(word) for word in words.split())


def cell(word: str) -> int:
    point = parse_algebraic(word, RULES)
    assert isinstance(point, Point)
    return point.row * 15 + point.col


def prove(quiet: QuietMove, known: frozenset[Stones] = frozenset()) -> list[QuietPart]:
    prover = QuietProver(RULES, lambda stones: stones in known, lambda: TreeWriter(15, 15))
    return list(prover.prove(quiet))


def write(path: str, parts: list[QuietPart]) -> None:
    with CertificateWriter(path, 15, 15, 5) as out:
        for part in parts:
            assert isinstance(part.listener, TreeWriter)
            stones = part.attacker, part.defender
            out.add(ProofTurn.ATTACKER, *stones, part.listener.tree, part.listener.uses)


@pytest.mark.parametrize(
    "own, other, move",
    [
        ("e8 f8 g8 h9 h10", "d8 a1 c1 e1 o15", "h8"),  # a four with one answer
        ("h8 i7 g9 f10", "m13 j6", "h9"),  # a three beside a four
        ("h8 i7 g9", "m13", "f10"),  # an open four
        ("h8 g9 i9", "a1 o1 a15", "h10"),
    ],
)
def test_a_winning_move_is_proved_and_both_checkers_agree(
    own: str, other: str, move: str, tmp_path: Path
) -> None:
    parts = prove(QuietMove(cells(own), cells(other), cell(move)))
    path = str(tmp_path / "proof.xz")
    write(path, parts)
    verdict = check.check(path)
    assert tuple(verdict) == tuple(quick_check.check(path))
    assert (verdict.attacker, verdict.defender) == (cells(own), cells(other))
    assert verdict.plies == parts[-1].plies
    assert parts[-1].gaps == []


def test_a_known_position_is_used_and_an_unproved_one_is_a_gap() -> None:
    quiet = QuietMove(cells("h8 i7 g9"), cells("m13 g7 j6"), cell("f10"))
    after = cells("h8 i7 g9 f10"), cells("m13 g7 j6 e11")
    [part] = prove(quiet)
    assert part.gaps == [after]
    [part] = prove(quiet, frozenset([after]))
    assert (part.gaps, part.known) == ([], [after])


def test_expensive_answers_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    extras = tuple(sorted(cells("a1 o1 a15 o15")))
    for quiet in (
        QuietMove(cells("h8 g9 i9"), cells("a1 o1 a15"), cell("h10")),
        QuietMove(cells("h8 g9 i9"), cells("e1 e15"), cell("h10"), extras),
    ):
        monkeypatch.setattr(quiet_module, "EXPENSIVE_NODES", 20)
        few = {reply for part in prove(quiet) for reply in part.expensive}
        monkeypatch.setattr(quiet_module, "EXPENSIVE_NODES", 0)
        some = {reply for part in prove(quiet) for reply in part.expensive}
        monkeypatch.undo()
        assert few < some
        assert not any(part.expensive for part in prove(quiet))


def test_positions_that_differ_in_a_stone_share_proofs(tmp_path: Path) -> None:
    extras = tuple(sorted(cells("a1 b15 o2 o14")))
    parts = prove(QuietMove(cells("h8 g9"), cells("g8"), cell("h10"), extras))
    lines = [part for part in parts if not part.is_shared]
    assert [part.defender for part in lines] == [cells("g8") | {extra} for extra in extras]
    assert len(parts) > len(lines)
    path = str(tmp_path / "proof.xz")
    write(path, parts)
    assert tuple(check.check(path)) == tuple(quick_check.check(path))
