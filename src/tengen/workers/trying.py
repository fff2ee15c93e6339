"""Puzzles that somebody solves."""

from __future__ import annotations

from tengen.insight.puzzle import Puzzle, parse_puzzle
from tengen.insight.puzzle_solving import Hint, MoveFeedback, Solving, give_hint
from tengen.online.study import HintView, Tried
from tengen.online.views import cells_of, points_of
from tengen.workers.jobs import Try
from tengen.workers.positions import cell_of


def try_puzzle(job: Try) -> Tried:
    """How a puzzle stands after somebody's moves. Raises TengenError."""
    puzzle = parse_puzzle(job.puzzle)
    rules = puzzle.rules
    solving = Solving(puzzle)
    answer = None
    for point in points_of(job.moves, rules):
        answer = solving.play(point)
    hint = None
    if job.hint and solving.line:
        hint = give_hint(solving.board, solving.line[0], job.hint)
    return _tried(puzzle, solving, answer, hint, shows=job.shows)


def _tried(
    puzzle: Puzzle, solving: Solving, answer: MoveFeedback | None, hint: Hint | None, *, shows: bool
) -> Tried:
    rules = puzzle.rules
    reply = None if answer is None else answer.reply
    refutation = None if answer is None else answer.refutation
    return Tried(
        puzzle.goal(),
        cells_of(solving.board.moves, rules),
        solving.count_left(),
        solving.is_solved,
        None if answer is None else answer.verdict.value,
        "" if answer is None else answer.words,
        None if reply is None else cell_of(reply, rules),
        None if refutation is None else cell_of(refutation, rules),
        None if hint is None else HintView(hint.words, cells_of(hint.points, rules)),
        cells_of(solving.line, rules) if shows else (),
    )
