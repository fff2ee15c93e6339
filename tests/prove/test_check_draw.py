"""Certificates of draws: writing, checking and damage."""

from __future__ import annotations

import lzma
import random
from pathlib import Path

import pytest

from tengen.errors import ProofError
from tengen.prove import solve
from tengen.prove.certificate_writer import DrawClaim, DrawTreeWriter, write_draw_certificate
from tengen.prove.check_draw import DrawRefused, check, describe, main
from tengen.prove.solver import make_listeners, write_certificate
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules

DATA = Path(__file__).parent.parent / "data"
EMPTY: frozenset[int] = frozenset()
ROW = DrawClaim(3, 1, 3, EMPTY, EMPTY, 1)


def pairs(*chosen: tuple[int, int]) -> bytes:
    tree = DrawTreeWriter(3, 1)
    tree.pairs(list(chosen))
    return tree.tree


def refusal(path: Path, data: bytes) -> str:
    path.write_bytes(lzma.compress(data, preset=0))
    with pytest.raises(DrawRefused) as refused:
        check(str(path))
    return str(refused.value)


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    board = Board(Rules(3, 3, 3))
    board.play(Point(1, 1))
    path = tmp_path_factory.mktemp("hold") / "proof"
    write_certificate(str(path), board, solve(board, make_listeners(board)))
    return lzma.decompress(path.read_bytes())


def test_a_pair_holds_a_row_of_three(tmp_path: Path) -> None:
    path = str(tmp_path / "row")
    write_draw_certificate(path, ROW, None, pairs((0, 2)))
    verdict = check(path)
    assert (verdict.width, verdict.height, verdict.k, verdict.turn) == (3, 1, 3, 1)
    assert verdict.counts[0] is None
    assert verdict.counts[1] == (0, 1, 0)
    assert "first: by stealing the other's strategy; second: nodes 0, pairings 1" in describe(
        verdict
    )


@pytest.mark.parametrize(
    "tree, reason",
    [
        (pairs(), "no pair is in the window a1 b1 c1"),
        (pairs((0, 0)), "a pair needs two empty cells that are in no other pair"),
        (pairs((0, 1), (1, 2)), "a pair needs two empty cells"),
        (pairs((0, 1)) + b"\x00", "there are bytes after the end of the tree"),
        (pairs((0, 1))[:-1], "the tree ends too early"),
        (b"\xff", "replies are missing: a1 b1 c1"),
        (b"\x01\x01", "node b1, byte 2: b1 is not empty"),
        (b"\x01\xfd\x00\x00", "tree 0 is repeated but was not kept"),
        (b"\x01\xff", "a move was expected here"),
        (b"\x01\xfe\xfe\x00", "a move was expected here"),
        (b"\x01\x02\x00\x00", "b1 c1 a1"),
    ],
)
def test_a_wrong_tree_is_refused_with_the_reason(tree: bytes, reason: str, tmp_path: Path) -> None:
    path = str(tmp_path / "row")
    write_draw_certificate(path, ROW, None, tree)
    with pytest.raises(DrawRefused) as refused:
        check(path)
    assert "second player, node " in str(refused.value)
    assert reason in str(refused.value)


def test_an_opponent_who_can_win_at_once_is_not_held(tmp_path: Path) -> None:
    path = str(tmp_path / "row")
    write_draw_certificate(path, DrawClaim(3, 1, 2, EMPTY, frozenset({1}), 1), b"\x00\x02", pairs())
    with pytest.raises(DrawRefused, match=r"first player, node a1.*wins on c1"):
        check(path)


def test_only_the_side_to_move_on_an_empty_board_can_steal(tmp_path: Path) -> None:
    path = str(tmp_path / "row")
    for claim, trees in (
        (ROW, (pairs((0, 1)), None)),
        (DrawClaim(3, 1, 3, frozenset({0}), EMPTY, 2), (None, pairs())),
    ):
        write_draw_certificate(path, claim, *trees)
        with pytest.raises(DrawRefused, match="steals"):
            check(path)


def test_a_certificate_is_checked_and_described(tictactoe: bytes, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    path.write_bytes(lzma.compress(tictactoe))
    verdict = check(str(path))
    assert (verdict.first, verdict.second, verdict.turn) == (frozenset({4}), frozenset(), 2)
    assert (
        "3x3, 3 or more in a row, stones on the board: 1, second to move: neither side can win"
        in describe(verdict)
    )


def test_a_truncated_certificate_is_refused(tictactoe: bytes, tmp_path: Path) -> None:
    for length in range(len(tictactoe)):
        assert refusal(tmp_path / "proof", tictactoe[:length])
    assert "the end was expected" in refusal(tmp_path / "proof", tictactoe + b"\x00")
    (tmp_path / "proof").write_bytes(lzma.compress(tictactoe)[:-9])
    with pytest.raises(DrawRefused, match="damaged"):
        check(str(tmp_path / "proof"))


def test_damage_never_proves_a_false_claim(tictactoe: bytes, tmp_path: Path) -> None:
    lost = tictactoe.replace(b"board 3 3\n", b"board 3 4\n")
    chance = random.Random(7)
    start = lost.index(b"\n\n") + 2
    for _ in range(1000):
        data = bytearray(lost)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(start + 4, len(data))
            data[at] = chance.choice([*range(12), 252, 253, 254, 255])
        assert refusal(tmp_path / "proof", bytes(data))


def test_most_flipped_bits_are_detected(tictactoe: bytes, tmp_path: Path) -> None:
    path = tmp_path / "proof"
    accepted = 0
    for at in range(len(tictactoe)):
        data = bytearray(tictactoe)
        data[at] ^= 1
        path.write_bytes(lzma.compress(data, preset=0))
        try:
            check(str(path))
            accepted += 1
        except DrawRefused:
            pass
    assert accepted < len(tictactoe) // 5


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"tengen proof 1\nboard 3 3\nline 3\n\n", "not a `tengen hold 1` file"),
        (b"tengen hold 1\nboard 60 3\nline 3\n\n", "wider than 52"),
        (b"tengen hold 1\nboard 3 1\nline 3\n\n\x03", "for the side to move"),
        (b"tengen hold 1\nboard 3 1\nline 3\n\n\x01\xff\xff\xff\xff\x0f", "do not fit"),
        (b"tengen hold 1\nboard 3 1\nline 3\n\n\x01\xff\xff\xff\xff\xff\xff", "too long"),
        (b"tengen hold 1\nboard 3 1\nline 3\n\n\x01\x02\x01\x00\x00", "ascending order"),
        (b"tengen hold 1\nboard 3 1\nline 3\n\n\x01\x01\x00\x01\x00", "on one cell"),
        (b"tengen hold 1\nboard 3 1\nline 3\n\n\x01\x00\x00\x05", "1 or 2 was expected"),
        (
            b"tengen hold 1\nboard 3 1\nline 3\n\n\x01\x00\x00\x01\xff\xff\xff\xff\x0f",
            "not supported",
        ),
    ],
)
def test_a_wrong_header_is_refused(data: bytes, reason: str, tmp_path: Path) -> None:
    assert reason in refusal(tmp_path / "proof", data)


def test_seven_by_seven_is_a_draw() -> None:
    verdict = check(str(DATA / "seven-by-seven.hold"))
    assert (verdict.width, verdict.height, verdict.k) == (7, 7, 5)
    assert not verdict.first | verdict.second


def test_the_checker_runs_as_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "row")
    write_draw_certificate(path, ROW, None, pairs((0, 2)))
    (tmp_path / "bad").write_bytes(b"nothing")
    assert main([path]) == 0
    assert main([str(tmp_path / "bad")]) == 1
    assert main([str(tmp_path / "none")]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith("proved: 3x1")
    assert "damaged" in printed.err
    assert "cannot read" in printed.err


def test_a_board_that_is_too_large_is_not_written() -> None:
    with pytest.raises(ProofError, match="65000"):
        DrawTreeWriter(300, 300)
