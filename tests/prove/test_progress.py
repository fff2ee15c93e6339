from tengen.prove.expansion import ExpansionProgress
from tengen.prove.proof_parts import FinishedPiece, ProofPart


def told(stones: int, *, is_line: bool = True) -> ProofPart:
    cells = frozenset(range(stones // 2)), frozenset(range(100, 100 + stones // 2))
    return ProofPart(cells, b"", [], 1, [], [], is_line=is_line)


def test_nothing_is_known_of_the_time_before_the_first_line() -> None:
    progress = ExpansionProgress()
    progress.want([4, 4, 6])
    assert progress.seconds_left() is None
    assert (progress.lines, progress.done) == (3, 0)


def test_the_time_left_is_that_of_lines_with_as_many_stones() -> None:
    progress = ExpansionProgress()
    progress.want([4] * 10 + [6] * 5)
    progress.count(FinishedPiece(2.0, [told(4), told(6, is_line=False), told(4)]))
    progress.count(FinishedPiece(5.0, [told(6)]))
    assert progress.seconds_left() == 8 * 1.0 + 4 * 5.0
    assert (progress.done, progress.parts, progress.seconds) == (3, 4, 7.0)


def test_lines_of_a_kind_not_seen_yet_take_as_long_as_others() -> None:
    progress = ExpansionProgress()
    progress.want([4, 4, 8])
    progress.count(FinishedPiece(3.0, [told(4)]))
    assert progress.seconds_left() == 6.0


def test_at_the_end_no_time_is_left() -> None:
    progress = ExpansionProgress()
    progress.want([4])
    progress.count(FinishedPiece(3.0, [told(4)]))
    assert progress.seconds_left() == 0


def test_lines_that_nobody_wants_any_more_are_not_counted() -> None:
    progress = ExpansionProgress()
    progress.count(FinishedPiece(3.0, [told(4), told(4), told(4)]))
    progress.want([4, 6])
    assert progress.done == 1
    assert progress.seconds_left() == 1.0
