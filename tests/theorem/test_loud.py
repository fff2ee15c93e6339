"""Lines for wins by threats that take long to find: with them, none does."""

import pytest
import theorem_loud

from tengen.notation.game import parse_game
from tengen.search.finder import Finder
from tengen.solver.quiet import Quiet
from tengen.theorem.book import Book, cells_of, the_book
from tengen.theorem.entry import CELLS, format_entry
from tengen.theorem.hunter import Hunter
from tengen.theorem.zone import find_zone

BEFORE = "15x15/5 freestyle h8 i15 i7 h9 g9 j6"
EASY = 4_000
LONG = 600.0


def quiet() -> Quiet:
    board = parse_game(BEFORE)
    entry = the_book().find(board)
    assert entry is not None
    own, other = cells_of(board)
    return Quiet(frozenset(own), frozenset(other[1:]), CELLS[entry.move], (other[0],))


def test_with_the_lines_that_are_added_no_win_takes_long_to_find(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    new = theorem_loud.loud_lines(quiet())
    assert new
    book = Book(format_entry(entry) for entry in [*the_book(), *new])
    for entry in [*new, the_book().find(parse_game(BEFORE))]:
        assert entry is not None
        board = entry.board()
        board.play(entry.move)
        for reply in find_zone(board, Hunter(), LONG) or ():
            board.play(reply)
            assert book.find(board) or Finder(board).run(EASY).win, board
            board.undo()


def test_where_all_wins_are_found_soon_nothing_is_added() -> None:
    assert theorem_loud.loud_lines(quiet()) == []
