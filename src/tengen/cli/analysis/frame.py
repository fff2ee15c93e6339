"""What a terminal of some size shows of an analysis: the board, and a panel beside or below it."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from tengen.cli.analysis.words import score_of, short, turn_of, verdict
from tengen.engine.analysis import Analysis, Line
from tengen.render.text import Role, Row, crop_row, fit_words, pad_row, row_text, text_rows
from tengen.render.view import view_of
from tengen.rules.board import Board
from tengen.rules.point import format_algebraic
from tengen.rules.wording import plural

GAP = 2
NARROWEST = 24
"""A panel beside the board has at least so many columns, or else stands below it."""
LOWEST = 3
"""A panel below the board has at least so many rows, or else there is no board."""
SCORE_WIDTH = 9
MOST_HINTS = 9
"""On the board, where a number has one figure."""


class Weight(enum.IntEnum):
    """What to show first where there is little room."""

    CONCLUSION = enum.auto()
    BEST = enum.auto()
    TURN = enum.auto()
    LINE = enum.auto()
    DEPTH = enum.auto()
    NODES = enum.auto()
    RULES = enum.auto()
    HEADER = enum.auto()
    BLANK = enum.auto()


@dataclass(frozen=True, slots=True)
class State:
    """What is to be seen: a position, what is known about it, and whether that is all."""

    board: Board
    analysis: Analysis | None
    seconds: float
    is_done: bool


def compose(state: State, columns: int, rows: int) -> list[Row]:
    """The rows to show; no more and no wider than there is room for."""
    lines = state.analysis.lines if state.analysis else ()
    hints = [line.moves[0] for line in lines[:MOST_HINTS]]
    board = text_rows(view_of(state.board, hints=hints))
    width = max(len(row_text(row)) for row in board)
    beside, below = columns - width - GAP, rows - len(board)
    if beside >= NARROWEST and below >= 0:
        return _join(board, width + GAP, _panel(state, beside, rows))
    if width <= columns and below >= LOWEST:
        return [*board, *_panel(state, columns, below)]
    return _panel(state, columns, rows)


def _join(left: list[Row], width: int, right: list[Row]) -> list[Row]:
    count = max(len(left), len(right))
    pairs = zip(*(part + [[]] * (count - len(part)) for part in (left, right)), strict=True)
    return [[*pad_row(row, width), *beside] for row, beside in pairs]


def _panel(state: State, width: int, rows: int) -> list[Row]:
    """The most important rows, in the order in which they are read."""
    entries = list(_entries(state, width))
    kept = sorted(range(len(entries)), key=lambda at: entries[at][0])[:rows]
    return [crop_row(entries[at][1], width) for at in sorted(kept)]


def _entries(state: State, width: int) -> Iterator[tuple[Weight, Row]]:
    """Whose turn it is, how far the search is, its lines, and what comes of it."""
    yield Weight.RULES, [(str(state.board.rules), Role.QUIET)]
    yield Weight.TURN, [(turn_of(state.board), Role.PLAIN)]
    yield Weight.BLANK, []
    analysis = state.analysis
    if analysis is not None:
        speed = short(analysis.nodes / max(analysis.seconds, 0.001))
        depth = f"depth {analysis.depth}, {analysis.seconds:.1f} s"
        yield Weight.DEPTH, [(depth, Role.PLAIN)]
        nodes = f"{short(analysis.nodes)} {plural(analysis.nodes, 'node')}, {speed}/s"
        yield Weight.NODES, [(nodes, Role.PLAIN)]
        yield Weight.BLANK, []
        yield Weight.HEADER, [(f"{'':3}{'score':<{SCORE_WIDTH}} line", Role.QUIET)]
        for rank, line in enumerate(analysis.lines, 1):
            weight = Weight.LINE if rank > 1 else Weight.BEST
            yield weight, _line(state.board, rank, line, width)
        yield Weight.BLANK, []
    yield Weight.CONCLUSION, [_conclusion(state)]


def _line(board: Board, rank: int, line: Line, width: int) -> Row:
    moves = [format_algebraic(move, board.rules) for move in line.moves]
    head = f"{rank:>2} "
    score = f"{score_of(line):<{SCORE_WIDTH}} "
    role = Role.GOOD if line.plies > 0 else Role.BAD if line.plies < 0 else Role.PLAIN
    text = fit_words(moves, width - len(head) - len(score))
    return [(head, Role.HINT), (score, role), (text, Role.PLAIN)]


def _conclusion(state: State) -> tuple[str, Role]:
    if state.is_done:
        known = verdict(state.board, state.analysis.lines[0]) if state.analysis else ""
        return known, Role.PLAIN
    return f"{state.seconds:.1f} s; Ctrl-C to stop", Role.QUIET
