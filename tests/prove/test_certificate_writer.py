"""The bytes that the writer writes, and what it refuses to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.certificates import SAMPLES, plain

from tengen.errors import ProofError
from tengen.prove.certificate_writer import CertificateWriter, ProofTurn, TreeWriter, number_bytes

A, D = frozenset([1]), frozenset([16])


@pytest.mark.parametrize(
    "number, data", [(0, "00"), (127, "7f"), (128, "8001"), (300, "ac02"), (1 << 21, "80808001")]
)
def test_numbers_are_written_in_groups_of_seven_bits_lowest_first(number: int, data: str) -> None:
    assert number_bytes(number).hex() == data


def test_every_event_has_its_bytes() -> None:
    tree = TreeWriter(15, 15)
    tree.keep()
    tree.move(112)
    tree.every()
    tree.reply(0)
    tree.again(200)
    tree.use(A, D)
    tree.use(D, A)
    tree.use(A, D)
    tree.end()
    assert tree.tree.hex(" ") == "fe 70 fb 00 fd c8 01 fc 00 fc 01 fc 00 ff"
    assert tree.uses == [(A, D), (D, A)]


def test_cells_of_wide_boards_have_two_bytes() -> None:
    tree = TreeWriter(19, 19)
    tree.move(300)
    tree.end()
    tree.again(5)
    assert tree.tree.hex(" ") == "01 2c ff ff ff fd 05"


def test_a_certificate_is_a_header_its_parts_and_their_number() -> None:
    data = plain(SAMPLES["again"])
    assert data.startswith(b"tengen proof 1\nboard 5 5\nline 3\n\n\1\0\0\0\r\x0c")
    assert data.endswith(b"\xfd\0\xff\0\1")


def test_a_used_part_is_found_under_a_symmetry(tmp_path: Path) -> None:
    path = tmp_path / "proof.xz"
    with CertificateWriter(str(path), 15, 15, 5) as writer:
        assert writer.add(ProofTurn.DEFENDER, A, D, b"") == 0
        assert writer.add(ProofTurn.ATTACKER, A, D, b"x") == 1
        turned = frozenset([29]), frozenset([28])
        assert writer.add(ProofTurn.ATTACKER, [], [], b"y", [turned]) == 2
    assert plain(path.read_bytes()).endswith(b"\1\0\0\1\1\6\1y\0\3")


def test_a_part_that_was_not_written_cannot_be_used(tmp_path: Path) -> None:
    with CertificateWriter(str(tmp_path / "proof.xz"), 15, 15, 5) as writer:
        writer.add(ProofTurn.DEFENDER, A, D, b"")
        with pytest.raises(ProofError, match="part 1 uses a position that no earlier part proves"):
            writer.add(ProofTurn.ATTACKER, [], [], b"", [(A, D)])


def test_an_unfinished_certificate_leaves_no_file(tmp_path: Path) -> None:
    def interrupt() -> None:
        with CertificateWriter(str(tmp_path / "proof.xz"), 15, 15, 5) as writer:
            writer.add(ProofTurn.DEFENDER, A, D, b"")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert list(tmp_path.iterdir()) == []


def test_a_board_that_is_too_large_for_the_format_is_refused() -> None:
    with pytest.raises(ProofError, match="65025"):
        TreeWriter(255, 255)
