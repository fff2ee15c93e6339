"""Lines for wins by threats that take long to find."""

import pytest
import theorem_loud
from theorem_loud import Answers, Line, Lines, correct_lengths, expensive_answers, join, loud_lines

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


def make_part(
    position: Stones, move: int, expensive: list[int], *, is_line: bool = True
) -> ProofPart:
    return ProofPart(position, bytes([move]), [], 1, [], [], is_line, expensive)


def test_an_expensive_answer_is_examined_after_all_lines_of_its_piece() -> None:
    own, move, reply = frozenset([112, 113]), 100, 50
    lines = [make_part((own, frozenset([1, extra])), move, []) for extra in (2, 3, 50)]
    shared = make_part((own | {move}, frozenset([1, reply])), 7, [reply], is_line=False)
    after = [(own | {move}, frozenset([1, extra, reply])) for extra in (2, 3)]
    piece = FinishedPiece(1.0, [shared, *lines])
    assert list(expensive_answers([piece, piece], set())) == [
        Answers([shared.stones], after),
        Answers([shared.stones], []),
    ]
    assert list(expensive_answers([piece], {canonical_form(after[0])})) == [
        Answers([shared.stones], after[1:])
    ]
    assert list(expensive_answers([FinishedPiece(1.0, lines)], set())) == []


def test_with_the_new_lines_every_win_is_found_quickly(
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


def test_positions_with_the_same_win_share_lines(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_no_lines_are_made_if_the_expensive_win_is_found_quickly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    assert loud_lines(Answers([SIMPLE], [HARD])) == {}


def test_lines_that_claim_too_few_plies_are_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorem_loud, "EASY", EASY)
    lines = loud_lines(Answers([HARD], [HARD]))
    promising = {form: line._replace(plies=9) for form, line in lines.items()}
    correct_lengths(promising, {})
    for line in promising.values():
        check_follow_ups(line, promising)


def test_the_shorter_of_two_lines_for_a_position_is_kept() -> None:
    position = frozenset([112]), frozenset([97])
    slow, quick = (Line(position, Point(0, 0), plies) for plies in (35, 33))
    for first, second in ((slow, quick), (quick, slow)):
        lines = {canonical_form(position): first}
        join(lines, {canonical_form(position): second})
        assert lines == {canonical_form(position): quick}
