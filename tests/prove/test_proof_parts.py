import pytest

from tengen.errors import ProofError
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_parts import Assembly, FinishedPiece, ProofPart


def stones(*cells: int) -> Stones:
    return frozenset([112, *cells[::2]]), frozenset([97, *cells[1::2]])


def line(own: Stones, tree: bytes, uses: list[Stones], known: list[Stones]) -> ProofPart:
    return ProofPart(own, tree, [*uses, *known], 11, known, [], is_line=True)


def shared(own: Stones, tree: bytes) -> ProofPart:
    return ProofPart(own, tree, [], 9, [], [], is_line=False)


TOP, LEFT, RIGHT, BASE = stones(), stones(96, 80), stones(96, 81), stones(96, 3, 5, 7)


def pieces() -> list[FinishedPiece]:
    """Return two lines below a third, each with its own proof of the same position."""
    return [
        FinishedPiece(1.0, [line(TOP, b"top", [], [LEFT, RIGHT])]),
        FinishedPiece(1.0, [shared(BASE, b"one"), line(LEFT, b"left", [BASE], [])]),
        FinishedPiece(1.0, [shared(BASE, b"other"), line(RIGHT, b"right", [BASE], [])]),
    ]


def test_a_part_comes_after_the_parts_that_it_uses() -> None:
    placed = Assembly(pieces()).in_order(TOP)
    assert [each.part.tree for each in placed] == [b"one", b"left", b"other", b"right", b"top"]
    assert [each.uses for each in placed] == [[], [0], [], [2], [LEFT, RIGHT]]


def test_parts_that_are_not_needed_are_left_out() -> None:
    placed = Assembly(pieces()).in_order(RIGHT)
    assert [each.part.tree for each in placed] == [b"other", b"right"]


def test_a_win_takes_two_plies_more_than_the_longest_line_below_it() -> None:
    assert Assembly(pieces()).plies(TOP) == 13
    assert Assembly(pieces()).plies(LEFT) == 11


def test_an_unproved_line_is_named() -> None:
    with pytest.raises(
        ProofError, match="there is no proof for Player 1 on g9 h8, Player 2 on f10 h9"
    ):
        Assembly([pieces()[0], pieces()[2]]).in_order(TOP)
