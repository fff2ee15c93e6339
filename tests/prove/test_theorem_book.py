"""The book: lookup in every orientation, reading, writing, and errors."""

from __future__ import annotations

import lzma
import os
from random import Random

import pytest
from kit.second_players import DEFENDERS

from tengen.engine.analysis import Limits
from tengen.engine.win_finder import Finder, zone
from tengen.errors import ParseError, TengenError
from tengen.prove import theorem_book
from tengen.prove.theorem_book import (
    BOOK_FILE,
    LONG_THREATS_FILE,
    THEOREM_RULES,
    Book,
    BookEntry,
    format_entry,
    parse_entry,
    read_entries,
    the_book,
    the_playbook,
    write_entries,
)
from tengen.prove.theorem_player import TheoremPlayer
from tengen.prove.theorem_zone import winning_point
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.notation import format_moves, parse_moves
from tengen.rules.rules import Player, Rules, WinRule

LINES = ("-> h8 35", "h8 h9 -> g9 33", "h8 h9 g9 i7 -> g10 31")


def board_of(moves: str, rules: Rules = THEOREM_RULES) -> Board:
    board = Board(rules)
    for point in parse_moves(moves, rules):
        board.play(point)
    return board


@pytest.mark.parametrize("way", list(Symmetry))
def test_a_position_is_found_in_every_orientation(way: Symmetry) -> None:
    board = board_of("h8 h9 g9 i7").transformed(way)
    expected = parse_entry(LINES[2]).turned(way)
    found = Book(map(format_entry, map(parse_entry, LINES))).find(board)
    assert found == expected
    assert found is not None
    assert found.board() == board


def test_a_position_is_found_after_any_order_of_moves() -> None:
    book = Book([format_entry(parse_entry(LINES[2]))])
    found = book.find(board_of("g9 i7 h8 h9"))
    assert found == parse_entry(LINES[2])
    assert found == parse_entry("g9 h9 h8 i7 -> g10 31")


def test_a_book_is_not_searched_for_more_stones_than_its_lines_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = the_playbook()
    longest = max(len(entry.stones) for entry in book) // 2
    assert all(map(book.may_have, range(longest + 1)))
    assert not book.may_have(longest + 5)
    monkeypatch.setattr(theorem_book, "_cell_images", None)
    assert book.look_up(range(40), range(40, 80)) is None


def test_other_positions_are_not_found() -> None:
    book = Book(format_entry(parse_entry(line)) for line in LINES)
    assert book.find(board_of("h8")) is None
    assert book.find(board_of("h9 h8")) is None
    assert book.find(board_of("h8 h9", Rules(15, 15, 5, WinRule.STANDARD))) is None
    assert book.find(board_of("h8 h9", Rules(16, 16, 5))) is None
    assert book.find(Board(THEOREM_RULES, board_of("h8 h9 g9").stones, None)) is None


def test_the_shipped_book_knows_the_first_moves() -> None:
    book = the_book()
    first = book.find(board_of(""))
    assert first is not None
    assert format_entry(first).startswith("-> h8 ")
    for point in board_of("h8").legal_points():
        board = board_of("h8")
        board.play(point)
        entry = book.find(board)
        assert entry is not None
        assert board.is_legal(entry.move)


def test_every_line_of_the_book_is_in_normal_form() -> None:
    with lzma.open(BOOK_FILE, "rt") as file:
        lines = file.read().splitlines()
    assert [format_entry(entry) for entry in the_book()] == sorted(lines)
    assert len(the_book()) == len(lines)


@pytest.mark.parametrize("name", ["lines.txt", "lines.txt.xz"])
def test_entries_are_written_sorted_and_read_again(name: str, tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, name)
    entries = [parse_entry(line) for line in LINES]
    write_entries(path, reversed(entries))
    assert list(read_entries(path)) == sorted(entries, key=format_entry)


def test_an_entry_counts_the_first_players_own_moves() -> None:
    assert [parse_entry(f"-> h8 {plies}").moves for plies in (0, 1, 3, 35)] == [0, 1, 2, 18]


@pytest.mark.parametrize(
    "line, why",
    [
        ("h8 h9", "expected stones, ->, a move and a number"),
        ("h8 h9 -> g9", "expected stones, ->, a move and a number"),
        ("h8 -> g9 3", "both players must have the same number of stones"),
        ("h8 p9 -> g9 3", "'p9' is not a point from a1 to o15"),
        ("h8 h9 -> h8 3", "a point is used twice"),
        ("h8 h8 -> g9 3", "a point is used twice"),
        ("h8 h9 -> g9h7 3", "'g9h7' is not a point"),
        ("h8 h9 -> g9 4", "must be odd, or 0"),
        ("h8 h9 -> g9 -3", "must be odd, or 0"),
        ("h8 h9 -> g9 227", "must be odd, or 0"),
    ],
)
def test_an_invalid_line_is_refused_with_a_reason(line: str, why: str) -> None:
    with pytest.raises(ParseError, match=why):
        parse_entry(line)


def test_an_error_names_the_line_of_the_file(tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, "lines.txt")
    with open(path, "w", encoding="ascii") as file:
        file.write("-> h8 35\n\nh8 -> g9 3\n")
    with pytest.raises(ParseError, match="line 3: both players"):
        list(read_entries(path))


@pytest.mark.parametrize("name", ["lines.txt", "lines.txt.xz"])
def test_a_file_of_another_kind_is_refused(name: str, tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, name)
    with open(path, "wb") as file:
        file.write(b"\xff\xfe\x00")
    with pytest.raises(TengenError, match="is not a file of theorem lines"):
        list(read_entries(path))


def test_entries_are_equal_in_any_order_of_their_stones() -> None:
    stones = parse_moves("h8 h9 g9 i7", THEOREM_RULES)
    turned = [stones[2], stones[3], stones[0], stones[1]]
    move = parse_moves("g10", THEOREM_RULES)[0]
    assert BookEntry(stones, move, 3) == BookEntry(turned, move, 3)


SOON = 100_000
"""A win that is found within this many positions needs no line."""
LONG = 400_000
"""Less than half a second: two searches, one for a win and one for a shorter win."""
SAMPLE = 60
GAMES = 3


def long_threats() -> list[BookEntry]:
    with lzma.open(LONG_THREATS_FILE, "rt") as file:
        return [parse_entry(line) for line in file.read().splitlines()]


def test_long_threats_are_in_normal_form_and_not_in_the_book() -> None:
    entries = long_threats()
    assert len(entries) > SAMPLE
    with lzma.open(LONG_THREATS_FILE, "rt") as file:
        assert [format_entry(entry) for entry in entries] == file.read().splitlines()
    assert len(the_playbook()) == len(the_book()) + len(entries)
    others = Book(map(format_entry, entries))
    assert not any(
        others.find(entry.board()) for entry in Random(1).sample(list(the_book()), SAMPLE)
    )


@pytest.mark.parametrize("entry", Random(2).sample(long_threats(), SAMPLE), ids=format_entry)
def test_a_long_threat_wins_in_the_moves_that_it_claims_and_every_reply_is_met_quickly(
    entry: BookEntry,
) -> None:
    board = entry.board()
    board.play(entry.move)
    assert winning_point(board) is None
    passed = Board(THEOREM_RULES, board.stones, Player.FIRST)
    plan = Finder(passed).run(SOON).win
    assert plan is not None
    assert plan.plies <= entry.plies - 2
    for reply in zone(passed, plan, 1):
        board.play(reply)
        after = the_playbook().find(board) or Finder(board).run(SOON).win
        assert after is not None
        assert after.plies <= entry.plies - 2
        board.undo()


@pytest.mark.parametrize("name", DEFENDERS)
def test_every_reply_is_met_quickly(name: str) -> None:
    winner, random = TheoremPlayer(), Random(name)
    for _ in range(GAMES):
        board = Board(THEOREM_RULES)
        while not board.outcome.is_over:
            step = winner.choose(board, Limits())
            assert step is not None
            assert winner.nodes < LONG, format_moves(board.moves, THEOREM_RULES)
            board.play(step.move)
            if not board.outcome.is_over:
                board.play(DEFENDERS[name](board, random))
