"""`tengen theorem show`: what the first player plays, and why every answer loses.

The board is drawn with what an answer of the second player would change.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from tengen.cli import theorem_report
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, with_screen
from tengen.cli.terminal import ProgressBar, TextWriter, has_unicode
from tengen.engine.win_finder import Win
from tengen.errors import ParseError, UsageError
from tengen.prove import theorem_explain
from tengen.prove.theorem_book import POINT_NAMES, THEOREM_RULES, BookEntry, the_book
from tengen.prove.theorem_zone import winning_point
from tengen.render.text import BOXES, DOTS, format_text
from tengen.render.view import MarkShape, view_of
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.rules.wording import line_name

EPILOG = """\
Without moves: the openings, and what Player 1 plays against each. After a move of Player 2: what
Player 1 plays, and why the move of Player 2 loses. After a move of Player 1: how all answers of
Player 2 are met. Moves are in turn, from h8 on; the board may be turned or flipped.

examples:
  tengen theorem show
  tengen theorem show h8 h9
  tengen theorem show h8 h9 g9 i7 g10
  tengen theorem show h8 h9 g9 i7 g10 a1"""


def run(arguments: list[str]) -> int:
    """Show part of the theorem, and give the exit status."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """The parser of what can be asked for."""
    parser = Parser(
        prog="tengen theorem show",
        description="Show what Player 1 plays by the theorem, and why every answer loses.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("moves", nargs="*", metavar="MOVE", help="the moves so far, as in h8 h9 g9")
    add("--all", action="store_true", help="look for every win by threats, however long it takes")
    add("--ascii", action="store_true", help="draw with plain characters alone")
    add("--plain", action="store_true", help="without the board, as for screen readers")
    return parser


def _execute(found: argparse.Namespace) -> int:
    board = read_board(" ".join(found.moves))
    page = TextWriter(ascii_only=found.ascii or not has_unicode())
    show = TheoremExplanation(found, board, page.width())

    def act(_: object) -> int:
        page.write("".join(f"{line}\n" for line in show.lines()))
        return show.status

    return with_screen(act)


def read_board(text: str) -> Board:
    """The board after some moves. Raises UsageError."""
    try:
        points = parse_moves(text, THEOREM_RULES)
    except ParseError as error:
        raise UsageError(f"moves such as h8 h9 g9 were expected: {error}.") from None
    board = Board(THEOREM_RULES)
    for number, point in enumerate(points, start=1):
        refusal = board.refusal(point)
        if refusal is not None:
            raise UsageError(
                f"move {number} cannot be played: {POINT_NAMES[point]} {refusal.value}."
            )
        board.play_unchecked(point)
    return board


class TheoremExplanation:
    """What there is to say about a board; `status` is the exit status, known at the end."""

    def __init__(self, found: argparse.Namespace, board: Board, width: int) -> None:
        self._found = found
        self._board = board
        self._width = width
        self._picture = TheoremBoardDrawer(ascii_only=found.ascii or not has_unicode())
        self._teller = theorem_explain.Explainer(the_book())
        self.status = DONE

    def lines(self) -> Iterator[str]:
        """All lines of text."""
        first = self._teller.line(Board(THEOREM_RULES))
        assert first is not None
        if self._board.outcome.is_over:
            yield from self._draw({})
            yield self._ending()
        elif set(self._board.moves) <= {first.move}:
            yield from self._draw({})
            yield from self._openings(first)
        elif self._board.turn is Player.FIRST:
            yield from self._answer()
        else:
            yield from self._replies()

    def _openings(self, first: theorem_explain.TheoremAnswer) -> Iterator[str]:
        book = the_book()
        yield from theorem_report.format_openings(
            theorem_explain.list_openings(book), first, len(book)
        )
        yield "`tengen theorem show h8 h9` and so on shows more of an opening."

    def _ending(self) -> str:
        winner = self._board.outcome.winner
        if winner is None:
            return "The game is over: a tie, the board is full."
        number = 1 if winner is Player.FIRST else 2
        line = line_name(self._board.winning_lines()[0], THEOREM_RULES)
        return f"The game is over: Player {number} has won with {line}."

    def _draw(self, marks: dict[Point, MarkShape]) -> Iterator[str]:
        if self._board.moves and not self._found.plain:
            yield from self._picture.draw(self._board, marks)
            yield ""

    # With the first player to move

    def _answer(self) -> Iterator[str]:
        line = self._teller.line(self._board)
        if line is not None:
            yield from self._draw({})
            yield from theorem_report.format_book_move(self._board, line, self._width)
            return
        before = self._board.copy()
        reply = before.undo()
        plan = None if winning_point(before) else self._teller.plan(before)
        zone = theorem_explain.zone_of(before, plan)
        if plan is not None and reply not in zone:
            yield from self._draw(zone_marks(zone))
            yield from theorem_report.format_plan(reply, plan, len(zone), self._width)
        else:
            yield from self._threat(self._teller.patience(before))

    def _threat(self, nodes: int) -> Iterator[str]:
        answer = self._teller.threat(self._board, nodes)
        if answer is None or answer.win is None:
            yield from self._astray()
        else:
            yield from self._draw({})
            yield from theorem_report.format_threat_win(self._board, answer.win, self._width)

    # With the second player to move

    def _replies(self) -> Iterator[str]:
        five = winning_point(self._board)
        if five is not None:
            yield from self._astray(f"Player 2 makes five on {POINT_NAMES[five]}.")
            return
        entry = self._teller.line_before(self._board)
        plan = self._teller.plan(self._board)
        if entry is None and plan is None:
            yield from self._astray()
            return
        replies = self._look(plan)
        if entry is None and replies.unmet:
            unmet = " ".join(POINT_NAMES[point] for point in replies.unmet)
            yield from self._astray(f"Nothing that wins was found after {unmet}.")
            return
        yield from self._draw(reply_marks(replies))
        yield from theorem_report.wrap_text(self._played(entry), self._width)
        bound = max(0, entry.moves - 1) if entry else 0
        yield from theorem_report.RepliesText(self._board, replies, bound, self._width).lines()

    def _look(self, plan: Win | None) -> theorem_explain.TheoremReplies:
        bar = ProgressBar(0, "answer")
        try:
            return self._teller.replies(
                self._board,
                plan,
                lambda done, total: bar.update(done, done, total=total),
                patiently=self._found.all,
            )
        finally:
            bar.clear()

    def _played(self, entry: BookEntry | None) -> str:
        last = POINT_NAMES[self._board.moves[-1]]
        if entry is None:
            return f"Player 1 has played {last}, which wins by threats."
        wins = (
            f"wins {theorem_report.at_most(entry.moves - 1, 'more move')}"
            if entry.moves
            else "wins"
        )
        return f"Player 1 has played {last}, as the theorem says, and {wins}."

    def _astray(self, why: str = "") -> Iterator[str]:
        self.status = FAILED
        yield from self._draw({})
        before, answer = self._teller.last_known(self._board)
        yield from theorem_report.format_off_book(self._board, before, answer, self._width)
        if why:
            yield from theorem_report.wrap_text(why, self._width)


LINE_MARK, THREAT_MARK = MarkShape.TRIANGLE, MarkShape.SQUARE


class TheoremBoardDrawer:
    """Draws boards as text, with plain characters alone or not."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._glyphs = DOTS if ascii_only else BOXES

    def draw(self, board: Board, marks: dict[Point, MarkShape] | None = None) -> list[str]:
        """The board, the last move in brackets, and below it what the signs mean."""
        marks = {} if marks is None else marks
        view = view_of(board, marks=marks)
        return [*format_text(view, self._glyphs).splitlines(), self._legend(set(marks.values()))]

    def _legend(self, marks: set[MarkShape]) -> str:
        first, second = self._glyphs.stones.values()
        words = [f"{first} Player 1", f"{second} Player 2"]
        if marks == {THREAT_MARK}:
            words.append(f"{self._glyphs.marks[THREAT_MARK]} the zone")
        elif marks:
            words.append(f"{self._glyphs.marks[LINE_MARK]} met by a line of the theorem")
            words.append(f"{self._glyphs.marks[THREAT_MARK]} by threats at once")
        return f"   {', '.join(words)}"


def zone_marks(points: Iterable[Point]) -> dict[Point, MarkShape]:
    """The zone alone."""
    return dict.fromkeys(points, THREAT_MARK)


def reply_marks(replies: theorem_explain.TheoremReplies) -> dict[Point, MarkShape]:
    """The zone, by how an answer is met; none where every point is gone through."""
    if replies.plan is None:
        return {}
    return {point: LINE_MARK if point in replies.lines else THREAT_MARK for point in replies.zone}
