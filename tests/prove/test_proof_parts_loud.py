"""Lines for wins by threats that take long to find: with them, none does."""

import pytest
import theorem_loud
from theorem_loud import Answers, Line, Lines, dear_answers, join, loud_lines, mend

from tengen.engine.win_finder import Finder, Win, zone
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_parts import FinishedPiece, ProofPart, canonical_form, stones_of
from tengen.prove.prover import make_board
from tengen.prove.theorem_book import CELLS, THEOREM_RULES, parse_stones
from tengen.rules.point import Point

EASY = 4_000


def stones(words: str) -> Stones:
    return stones_of(parse_stones(words, words))


HARD = stones("g9 k15 g8 k12 h8 k11 i7 j6")
SIMPLE = stones("h8 a1 h9 o1 f10 a15 g10 o15")


def find(position: Stones, nodes: int = EASY) -> Win | None:
    return Finder(make_board(THEOREM_RULES, *position)).run(nodes).win


def told(position: Stones, move: int, dear: list[int], *, is_line: bool = True) -> ProofPart:
    return ProofPart(position, bytes([move]), [], 1, [], [], is_line, dear)


def test_an_answer_that_took_long_once_is_looked_at_after_all_lines_of_its_piece() -> None:
    own, move, reply = frozenset([112, 113]), 100, 50
    lines = [told((own, frozenset([1, extra])), move, []) for extra in (2, 3, 50)]
    shared = told((own | {move}, frozenset([1, reply])), 7, [reply], is_line=False)
    after = [(own | {move}, frozenset([1, extra, reply])) for extra in (2, 3)]
    piece = FinishedPiece(1.0, [shared, *lines])
    assert list(dear_answers([piece, piece], set())) == [
        Answers([shared.stones], after),
        Answers([shared.stones], []),
    ]
    assert list(dear_answers([piece], {canonical_form(after[0])})) == [
        Answers([shared.stones], after[1:])
    ]
    assert list(dear_answers([FinishedPiece(1.0, lines)], set())) == []


def test_with_the_lines_that_are_made_no_win_takes_long_to_find_or_to_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    assert find(HARD) is None
    lines = loud_lines(Answers([HARD], [HARD, SIMPLE]))
    assert canonical_form(HARD) in lines
    assert canonical_form(SIMPLE) not in lines
    assert len(lines) > 1
    for line in lines.values():
        check_follow_ups(line, lines)


def check_follow_ups(line: Line, lines: Lines) -> None:
    own, other = line.stones
    own |= {CELLS[line.move]}
    passed = make_board(THEOREM_RULES, own, other)
    plan = find((own, other), 1_000_000)
    assert plan is not None
    for reply in zone(passed, plan, 1):
        position = own, other | {CELLS[reply]}
        after = lines.get(canonical_form(position)) or find(position)
        assert after is not None
        assert after.plies <= line.plies - 2


def test_positions_that_are_won_in_one_way_share_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    own, other = HARD
    same = [(own, other | {CELLS[point]}) for point in parse_stones("a1 a15 o1 h12", "")]
    lines = loud_lines(Answers([], same))
    assert {canonical_form(stones) for stones in same} <= set(lines)
    *far, near = (
        lines[canonical_form(stones)] for stones in same
    )  # near is in the zone of their win
    assert len({(line.move, line.plies) for line in far}) == 1
    assert near.move != far[0].move or near.plies != far[0].plies
    for line in lines.values():
        check_follow_ups(line, lines)


def test_where_what_took_long_is_found_soon_nothing_else_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    assert loud_lines(Answers([SIMPLE], [HARD])) == {}


def test_lines_that_promise_too_much_are_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    lines = loud_lines(Answers([HARD], [HARD]))
    promising = {form: line._replace(plies=9) for form, line in lines.items()}
    mend(promising, {})
    for line in promising.values():
        check_follow_ups(line, promising)


def test_of_two_lines_for_a_position_the_shorter_one_is_kept() -> None:
    position = frozenset([112]), frozenset([97])
    slow, quick = (Line(position, Point(0, 0), plies) for plies in (35, 33))
    for first, second in ((slow, quick), (quick, slow)):
        lines = {canonical_form(position): first}
        join(lines, {canonical_form(position): second})
        assert lines == {canonical_form(position): quick}
