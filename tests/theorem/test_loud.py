"""Lines for wins by threats that take long to find: with them, none does."""

from pathlib import Path

import pytest
import theorem_loud
from kit.expansions import certificate

from tengen.search.finder import Finder
from tengen.solver.listener import Stones
from tengen.solver.prover import make_board
from tengen.theorem.book import the_book
from tengen.theorem.entry import CELLS, RULES
from tengen.theorem.hunter import Hunter
from tengen.theorem.plan import form_of, stones_of
from tengen.theorem.zone import find_zone

EASY = 4_000
LONG = 600.0
KNOWN = {form_of(stones_of(entry.stones)) for entry in the_book()}


def is_easy(stones: Stones) -> bool:
    return Finder(make_board(RULES, *stones)).run(EASY).win is not None


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[theorem_loud.Answers]:
    path: Path = tmp_path_factory.mktemp("part")
    return list(theorem_loud.answers_by_threats(certificate(path), KNOWN))


def test_the_answers_of_a_certificate_are_those_that_no_line_is_for(
    answers: list[theorem_loud.Answers],
) -> None:
    positions = [stones for some in answers for stones in some.positions]
    assert len(positions) > 30
    for stones in positions:
        assert form_of(stones) not in KNOWN
        assert Finder(make_board(RULES, *stones)).run().win is not None


def test_with_the_lines_that_are_added_no_win_takes_long_to_find(
    answers: list[theorem_loud.Answers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    new: theorem_loud.Lines = {}
    for some in answers:
        new |= theorem_loud.loud_lines(some)
    assert new
    for some in answers:
        assert all(form_of(stones) in new or is_easy(stones) for stones in some.positions)
    for entry in new.values():
        board = entry.board()
        board.play(entry.move)
        for reply in find_zone(board, Hunter(), LONG) or ():
            own, other = stones_of(entry.stones)
            stones = own | {CELLS[entry.move]}, other | {CELLS[reply]}
            assert form_of(stones) in new or is_easy(stones)


def test_where_all_wins_are_found_soon_nothing_is_added(
    answers: list[theorem_loud.Answers],
) -> None:
    assert not any(theorem_loud.loud_lines(some) for some in answers)


def test_what_positions_have_in_common_is_tried_for_all_of_them(
    answers: list[theorem_loud.Answers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    hard = next(some.positions[0] for some in answers if theorem_loud.loud_lines(some))
    easy = next(some.positions[0] for some in answers if not theorem_loud.loud_lines(some))
    for common, positions, is_wanted in ((easy, [hard], False), (hard, [easy, hard], True)):
        monkeypatch.setattr(theorem_loud, "LIKELY", EASY)
        found = theorem_loud.loud_lines(theorem_loud.Answers(common, positions))
        assert (form_of(hard) in found) is is_wanted
        assert form_of(easy) not in found
