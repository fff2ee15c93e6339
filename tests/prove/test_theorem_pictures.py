"""The pictures of the theorem are up to date."""

from pathlib import Path

import pytest
import theorem_pictures

from tengen.errors import TengenError
from tengen.prove.theorem_book import THEOREM_RULES, Book, format_entry, parse_entry
from tengen.rules.notation import format_moves
from tengen.rules.rules import Player

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
RENEW = "run `.venv/bin/python tools/theorem_pictures.py`, and look at the pictures"
DRAWN = theorem_pictures.draw_all()


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_up_to_date(name: str) -> None:
    kept = (PICTURES / f"theorem-{name}.svg").read_text(encoding="utf-8")
    is_same = DRAWN[name] == kept  # the difference would fill the terminal
    assert is_same, f"theorem-{name}.svg is out of date: {RENEW}"


def test_there_are_no_other_pictures() -> None:
    kept = {path.stem.removeprefix("theorem-") for path in PICTURES.glob("theorem-*")}
    assert kept - {"longest-light", "longest-dark"} == set(DRAWN), RENEW


def test_the_longest_defence_follows_the_lines_and_then_the_longest_win() -> None:
    lines = (
        "-> h8 25",
        "h8 a1 -> h9 23",
        "h8 o15 -> g9 7",
        "h8 a1 h9 o1 -> f10 21",
        "h8 a1 h9 o1 f10 a15 -> g8 19",
        "h8 a1 h9 o1 f10 a15 g8 o15 -> g10 17",
    )
    board = theorem_pictures.longest_defence(
        Book(format_entry(parse_entry(line)) for line in lines)
    )
    assert format_moves(board.moves[:8:2], THEOREM_RULES) == "h8 h7 j6 i8"
    assert board.outcome.winner is Player.FIRST
    assert len(board.moves) > 12


def test_the_longest_defence_needs_known_lengths() -> None:
    with pytest.raises(TengenError, match="have no lengths"):
        theorem_pictures.longest_defence(Book(["-> h8 0"]))
