"""Wrong certificates are refused with the node and the reason."""

from __future__ import annotations

import lzma
import pickle

import pytest
from kit.certificates import FIVES, SAMPLES, THREES, Game, certificate, judged, pack, plain

from tengen.prove.check import ProofRefused

HEAD = b"tengen proof 1\nboard 5 5\nline 3\n\n"
EMPTY = b"\1\0\0"

TREES = {
    "c3 d3 b3 c3 d3 c4 e3 c4 end": ("c3 b3", "the attacker's move c3 is not on an empty cell"),
    "c3 c3": ("c3 pass", "the attacker's move c3 is not on an empty cell"),
    "c3 d3 b3 c4 e3 c4 end": ("c3", "replies in the zone are missing: d3"),
    "c3 d3 b3 c4 d3 c4 end": ("c3", "replies in the zone are missing: e3"),
    "c3 d3 b3 c4 d3 c4 e3 c4": ("c3", "the tree ends too early"),
    "c3 d3 b3 c4 d3 c4 e3 end": ("c3 e3", "a move was expected here"),
    "c3 d3 d3 c4 b3 c4 e3 c4 end": ("c3", "in ascending order"),
    "c3 d3 b3 c4 b3 c4 d3 c4 e3 c4 end": ("c3", "in ascending order"),
    "c3 d3 b3 c4 c3 c4 d3 c4 e3 c4 end": ("c3", "the reply c3 is not on an empty cell"),
    "c3 d3 b3 c4 d3 c4 e3 c4 end end": ("", "there are bytes after the end of the tree"),
    "c3 a2 d3 b3 c4 d3 c4 e3 c4 end b3 c4 end": ("c3", "nulls are nested too deep"),
    "c3 all a5 c4 b5 c4 c5 d3 b4 c4 end": ("c3", "replies are missing: c4 b3 d3 c2"),
    "c3 all end": ("c3", "replies are missing: a5 b5 c5 d5 e5 a4 b4 c4 ..."),
    "all": ("", "a move was expected here"),
    "end": ("", "a move was expected here"),
    "": ("", "the tree ends too early"),
    "keep": ("", "the tree ends too early"),
    "again 0": ("", "node 0 is repeated but was not kept"),
    "keep again 0": ("", "node 0 is repeated but was not kept"),
    "c3 keep d3 b3 again 0 d3 c4 e3 c4 end": ("c3 b3", "node 0 is repeated with different stones"),
}


def refused(packed: bytes) -> ProofRefused:
    with pytest.raises(ProofRefused) as caught:
        judged(packed)
    assert str(caught.value).isprintable()
    assert caught.value.offset >= 0
    return caught.value


def part(*pieces: bytes) -> bytes:
    """A file with these bytes after the header."""
    return pack(HEAD + b"".join(pieces))


@pytest.mark.parametrize("tree", TREES)
def test_a_wrong_tree_is_refused_with_its_place_and_reason(tree: str) -> None:
    node, reason = TREES[tree]
    refusal = refused(certificate(THREES, ("A c3 / b3", "c4"), ("A /", tree)))
    assert (refusal.part, " ".join(refusal.node)) == (1, node)
    assert reason in refusal.reason


@pytest.mark.parametrize(
    "tree, node, reason",
    [
        ("less d3 less a1 d3", "", "d3 cannot be removed: nulls are nested too deep"),
        ("less d3 d3", "", "the removed stone d3 is in the zone"),
        ("less a1 less d3 d3", "-a1", "the removed stone d3 is in the zone"),
        ("less a1 less a5 c4", "-a1", "LESS removes a stone that the defender does not have"),
        ("less a1 less c3 c4", "-a1", "LESS removes a stone that the defender does not have"),
        ("less a1 less a1 c4", "-a1", "LESS removes a stone that the defender does not have"),
        ("less a1 d3", "-a1", "the attacker's move d3 is not on an empty cell"),
        ("less a1 c4 end", "", "there are bytes after the end of the tree"),
    ],
)
def test_a_stone_in_the_zone_cannot_be_removed(tree: str, node: str, reason: str) -> None:
    refusal = refused(certificate(THREES, ("A c3 / a1 d3", tree)))
    assert " ".join(refusal.node) == node
    assert reason in refusal.reason


def test_fours_of_the_defender_must_be_answered() -> None:
    stones = "A c4 d4 e4 / a1 a2 a3 a4"
    refusal = refused(certificate(FIVES, (stones, "f4")))
    assert refusal.reason == "after f4 the defender can still win on a5"
    refusal = refused(certificate(FIVES, (stones.replace("A", "D"), "f4")))
    assert refusal.reason == "the defender is to move and can win at once"


def test_the_defenders_lines_belong_to_the_zone() -> None:
    zone = "c3 d3 b3 c4 d3 c4 e3 c4 end"
    refusal = refused(certificate(THREES, ("A / a1", zone)))
    assert refusal.reason == "replies in the zone are missing: a3 a2 b1 c1"


def test_a_full_board_is_not_a_win() -> None:
    stones = "D a3 b3 c2 a1 c1 / c3 a2 b2 b1"
    refusal = refused(certificate(Game(3, 3, 3), (stones, "all end")))
    assert refusal.reason == "the board is full, and nobody has won"


def test_a_part_for_another_position_cannot_be_used() -> None:
    use = plain(SAMPLES["use"])
    place = use.index(b"\x01\0\x01", len(HEAD) + 8) + 1
    assert judged(pack(use)).counts.uses == 2
    for symmetry, reason in ((0, "another position"), (2, "another position"), (8, "symmetry 8")):
        damaged = use[: place + 1] + bytes([symmetry]) + use[place + 2 :]
        refusal = refused(pack(damaged))
        assert refusal.part == 2
        assert reason in refusal.reason


def test_a_part_can_use_only_earlier_parts() -> None:
    uses = b"\1\0\0", b"\1\1\0", b"\1\x83\0\0"
    first = bytes([1, 1, 12, 1, 11, 0, 1, 7])
    assert refused(part(EMPTY, uses[0], b"\0")).reason == "1 used parts: the limit is 0"
    for use in uses[1:]:
        refusal = refused(part(first, EMPTY, use, b"\0"))
        assert refusal.part == 1
        assert refusal.reason.endswith("is used but does not come before")


def test_a_part_with_the_defender_to_move_cannot_be_used() -> None:
    first = bytes([2, 2, 12, 13, 0, 0, 0])
    refusal = refused(part(first, EMPTY, b"\1\0\0", b"\0"))
    assert refusal.reason == "part 0 cannot be used: the defender is to move there"


@pytest.mark.parametrize(
    "stones, reason",
    [
        (b"\1\1\x19\0", "in ascending order"),
        (b"\1\2\1\1\0", "in ascending order"),
        (b"\1\2\2\1\0", "in ascending order"),
        (b"\1\1\1\1\1", "both sides have a stone"),
        (b"\1\x1a", "26 stones: the limit is 25"),
        (b"\1\3\1\2\3\0", "already has k in a row"),
        (b"\1\0\3\1\2\3", "already has k in a row"),
        (b"\3", "a part must begin with 1 or 2, not 3"),
        (b"\1\0\0\0\xff\xff\xff\xff\x0f", "4294967295 bytes in a tree"),
        (b"\1\0\0\0\xff\xff\xff\xff\xff\1", "more than five bytes"),
        (b"\1\0\0\0\xff\xff\xff\1", "ends too early"),
    ],
)
def test_a_wrong_part_is_refused(stones: bytes, reason: str) -> None:
    refusal = refused(part(stones, b"\0\0"))
    assert (refusal.part, refusal.node) == (0, ())
    assert reason in refusal.reason


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"tengen proof 2\nboard 5 5\nline 3\n\n",
        b"tengen proof 1\r\nboard 5 5\r\nline 3\r\n\r\n",
        b"tengen proof 1\nboard 0 5\nline 3\n\n",
        b"tengen proof 1\nboard 05 5\nline 3\n\n",
        b"tengen proof 1\nboard 5 5\nline 6\n\n",
        b"tengen proof 1\nboard 53 5\nline 3\n\n",
        b"tengen proof 1\nboard 999 999\nline 3\n\n",
        b"tengen proof 1\nboard 5 5\nline 3\n" + b"x" * 1000,
    ],
)
def test_a_wrong_header_is_refused(header: bytes) -> None:
    assert refused(pack(header + plain(SAMPLES["zone"])[len(HEAD) :])).part is None


def test_the_number_of_parts_at_the_end_must_be_right() -> None:
    whole = plain(SAMPLES["zone"])
    for end in (b"\0\0", b"\0\2", b"\0"):
        assert refused(pack(whole[:-2] + end)).part == 1
    assert refused(part(b"\0\0")).reason.startswith("the number of parts")


def test_bytes_after_the_end_are_refused() -> None:
    packed = SAMPLES["zone"]
    for more in (pack(plain(packed) + b"\0"), packed + b"\0", packed + packed):
        assert refused(more).reason == "there are bytes after the end of the certificate"


def test_a_refusal_survives_pickling() -> None:
    refusal = refused(certificate(THREES, ("A /", "c3 c3")))
    twin = pickle.loads(pickle.dumps(refusal))
    assert (str(twin), vars(twin)) == (str(refusal), vars(refusal))


def test_only_xz_is_read() -> None:
    whole = plain(SAMPLES["zone"])
    for data in (whole, lzma.compress(whole, lzma.FORMAT_ALONE), b"", b"\xfd7zXZ\0"):
        assert refused(data).part is None


def test_a_tree_that_is_too_deep_is_refused() -> None:
    game = Game(52, 52, 52)
    moves = " ".join(f"{column}{row}" for row in range(1, 30) for column in "abcdefghijklmnopqrst")
    refusal = refused(certificate(game, ("A /", moves)))
    assert refusal.reason == "the tree is deeper than 1000 steps"
    assert len(refusal.node) == 1000
