"""The quick checker: what it accepts, what it refuses, and that it can be interrupted."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from kit.certificates import FIVES, SAMPLES, THREES, Game, certificate, pack, plain

from tengen.prove.quick_check import QuickCounts, QuickRefused, QuickVerdict, check

HEAD = b"tengen proof 1\nboard 5 5\nline 3\n\n"
KEEP, LESS = b"\xfe", b"\xfa"

WRONG = {
    "c3 d3 b3 c3 d3 c4 e3 c4 end": ("c3 b3", "c3 is not empty"),
    "c3 c3": ("c3 pass", "c3 is not empty"),
    "c3 d3 b3 c4 e3 c4 end": ("c3", "the reply d3 is missing"),
    "c3 d3 b3 c4 d3 c4 e3 c4": ("c3", "ends too early"),
    "c3 d3 b3 c4 d3 c4 e3 end": ("c3 e3", "a move of the attacker was expected, not 0xff"),
    "c3 d3 d3 c4 b3 c4 e3 c4 end": ("c3", "the reply b3 is out of order"),
    "c3 d3 b3 c4 c3 c4 d3 c4 e3 c4 end": ("c3", "c3 is not empty"),
    "c3 d3 b3 c4 keep c4 e3 c4 end": ("c3", "a reply of the defender was expected, not 0xfe"),
    "c3 d3 b3 c4 d3 c4 e3 c4 end end": ("", "there are bytes after the end of the tree"),
    "c3 a2 d3 b3 c4 d3 c4 e3 c4 end b3 c4 end": ("c3", "nulls are nested too deep"),
    "c3 all a5 c4 b5 c4 c5 d3 b4 c4 end": ("c3", "the reply c4 is missing"),
    "": ("", "ends too early"),
    "keep again 0": ("", "no node was kept"),
    "c3 keep d3 b3 again 0 d3 c4 e3 c4 end": ("c3 b3", "the repeated node has different stones"),
}


def judged(packed: bytes) -> QuickVerdict:
    return check(io.BytesIO(packed))


def refused(packed: bytes) -> QuickRefused:
    with pytest.raises(QuickRefused) as caught:
        judged(packed)
    return caught.value


def one_part(tree: bytes, stones: bytes = b"\0\0") -> bytes:
    """A file with one part on 5x5, three in a row."""
    size = bytes([len(tree) & 127 | 128, len(tree) >> 7 & 127 | 128, len(tree) >> 14])
    return pack(HEAD + b"\1" + stones + b"\0" + size + tree + b"\0\1")


@pytest.mark.parametrize("tree", WRONG)
def test_a_wrong_tree_is_refused_with_its_place_and_reason(tree: str) -> None:
    node, reason = WRONG[tree]
    refusal = refused(certificate(THREES, ("A c3 / b3", "c4"), ("A /", tree)))
    assert (refusal.part, " ".join(refusal.node)) == (1, node)
    assert reason in refusal.reason


def test_a_verdict_contains_the_supports() -> None:
    verdict = judged(SAMPLES["zone"])
    assert (verdict.width, verdict.height, verdict.k, verdict.turn) == (5, 5, 3, 1)
    assert (verdict.plies, verdict.supports) == (5, ())
    five = judged(SAMPLES["five"])
    assert five.supports == (FIVES.cells("f4"),) * 3
    assert five.attacker == FIVES.cells("b4 c4 d4 e4")


def test_fours_of_the_defender_must_be_answered() -> None:
    stones = "A c4 d4 e4 / a1 a2 a3 a4"
    assert refused(certificate(FIVES, (stones, "f4"))).node == ()
    assert "can still make 5 in a row" in refused(certificate(FIVES, (stones, "f4"))).reason
    assert judged(certificate(FIVES, ("A c4 d4 e4 f4 / a1 a2 a3 a4", "b4"))).plies == 1


def test_a_full_board_is_not_a_win() -> None:
    full = "D a1 b1 c2 d2 a3 b3 / c1 d1 a2 b2 c3 d3"
    refusal = refused(certificate(Game(4, 3, 3), (full, "all end")))
    assert "nobody has won" in refusal.reason


def test_a_stone_in_the_zone_cannot_be_removed() -> None:
    stones = "A c3 d3 / b3"
    there = bytes([2, *sorted(THREES.cells("c3 d3")), 1, *THREES.cells("b3")])
    refusal = refused(one_part(LESS + bytes([THREES.cell("b3")] * 2), there))
    assert (refusal.node, "b3" in refusal.reason) == ((), True)
    right = one_part(LESS + bytes([THREES.cell("b3"), THREES.cell("e3")]), there)
    assert judged(right).supports == ()
    assert judged(certificate(THREES, (stones, "e3"))).supports != ()


def test_no_support_contains_the_removed_stone() -> None:
    position = "A c4 d4 e4 / a5 a6 a7"
    verdict = judged(certificate(FIVES, (position, "less a5 f4")))
    assert verdict.supports[0] == FIVES.cells("a3 a4 b4 f4 g4")
    assert len(verdict.supports) == 2


def test_long_sequences_of_tokens_are_read() -> None:
    kept = judged(one_part(KEEP * 100_000 + bytes([THREES.cell("c3")]), b"\2\x0b\x0d\0"))
    assert kept.counts.nodes == 1
    assert "ends too early" in refused(one_part(KEEP * 100_000)).reason
    assert "not a stone of the defender" in refused(one_part(LESS * 100_000)).reason


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
from tengen.prove import CHECKER as checker
try:
    checker.check(sys.argv[1])
except checker.REFUSAL as refused:
    print(refused)
"""


@pytest.mark.parametrize(
    "checker, refusal, words",
    [("quick_check", "QuickRefused", "too many"), ("check", "ProofRefused", "are kept")],
)
def test_a_small_file_cannot_use_much_memory(
    checker: str, refusal: str, words: str, tmp_path: Path
) -> None:
    """On 9x52 a kept node with all its supports takes 3 kB: two million of them would be 6 GB."""
    tree = 2_000_000 * b"\xff\xfe" + b"\0\0"
    size = bytes([len(tree) >> shift & 127 | 128 for shift in (0, 7, 14)]) + bytes(
        [len(tree) >> 21]
    )
    head = b"tengen proof 1\nboard 9 52\nline 52\n\n"
    column = bytes([51]) + b"".join((9 * row).to_bytes(2, "big") for row in range(1, 52))
    (tmp_path / "small.xz").write_bytes(
        pack(head + b"\1" + column + b"\0\0" + size + tree + b"\0\1")
    )
    code = LIMITED.replace("CHECKER", checker).replace("REFUSAL", refusal)
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "small.xz")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (tmp_path / "small.xz").stat().st_size < 2000
    assert words in ran.stdout


def test_too_many_kept_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.prove.quick_check.MOST_KEPT", 1000)
    assert "kept nodes are too many" in refused(one_part(KEEP * 100_000)).reason


@pytest.mark.parametrize("board, words", [("23 23", "too large"), ("4 4", "do not fit")])
def test_unsupported_boards_are_refused(board: str, words: str) -> None:
    data = f"tengen proof 1\nboard {board}\nline 5\n\n".encode()
    refusal = refused(pack(data + b"\0\0"))
    assert refusal.part is None
    assert words in refusal.reason


def test_a_file_that_is_not_a_certificate_is_refused() -> None:
    for packed in (b"", b"hello", pack(b""), pack(b"tengen proof 2\n"), SAMPLES["all"][:-1]):
        assert refused(packed).reason
    assert "not an xz file" in refused(b"good morning").reason
    assert "bytes after the end" in refused(SAMPLES["all"] + b"\0").reason
    assert "bytes after the end" in refused(pack(plain(SAMPLES["all"]) + b"\0")).reason


def test_a_refusal_can_be_sent_to_another_process() -> None:
    refusal = refused(certificate(THREES, ("A /", "c3 c3")))
    again = pickle.loads(pickle.dumps(refusal))
    assert str(again) == str(refusal) == "part 0, node c3 pass, byte 7: c3 is not empty"


def test_counts_are_reported_after_every_part_and_a_check_can_be_interrupted(
    tmp_path: Path,
) -> None:
    path = tmp_path / "proof.xz"
    path.write_bytes(SAMPLES["use"])
    reported: list[QuickCounts] = []
    assert check(path, reported.append).counts == reported[-1]
    assert [counts.parts for counts in reported] == [1, 2, 3]

    def stop(_counts: QuickCounts) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(str(path), stop)
