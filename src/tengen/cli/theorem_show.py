"""`tengen theorem show`: show the moves of the first player, and why every answer loses.

The board marks the zone: the points where an answer of the second player changes something.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from tengen.cli import theorem_report
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, with_screen
from tengen.cli.terminal import ProgressBar, TextWriter, has_unicode
from tengen.engine import Win
from tengen.errors import ParseError, UsageError
from tengen.prove import BookEntry, the_book, theorem_explain
from tengen.prove.theorem_book import POINT_NAMES, THEOREM_RULES
from tengen.prove.theorem_zone import winning_point
from tengen.render import BOXES, DOTS, MarkShape, format_text, view_of
from tengen.rules import Board, Player, Point, parse_moves
from tengen.rules.wording import line_name

EPILOG = """\
Without moves: the openings, and the answer of Player 1 to each. After a move of Player 2: the move
of Player 1, and why the move of Player 2 loses. After a move of Player 1: how every answer of
Player 2 is met. Give the moves in order, from h8 on; the board may be rotated or reflected.

examples:
  tengen theorem show
  tengen theorem show h8 h9
  tengen theorem show h8 h9 g9 i7 g10
  tengen theorem show h8 h9 g9 i7 g10 a1"""


def run(arguments: list[str]) -> int:
    """Show part of the theorem and return the exit status."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """Return the argument parser of `tengen theorem show`."""
    parser = Parser(
        prog="tengen theorem show",
        description="Show the moves of Player 1 in the theorem, and why every answer loses.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("moves", nargs="*", metavar="MOVE", help="the moves so far, as in h8 h9 g9")
    add("--all", action="store_true", help="find every win by threats, however long it takes")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--plain", action="store_true", help="leave out the board, for screen readers")
    return parser


def _execute(args: argparse.Namespace) -> int:
    board = read_board(" ".join(args.moves))
    writer = TextWriter(ascii_only=args.ascii or not has_unicode())
    explanation = TheoremExplanation(args, board, writer.width())

    def act(_: object) -> int:
        writer.write("".join(f"{line}\n" for line in explanation.lines()))
        return explanation.status

    return with_screen(act)


def read_board(text: str) -> Board:
    """Return the board after these moves. Raise UsageError."""
    try:
        points = parse_moves(text, THEOREM_RULES)
    except ParseError as error:
        raise UsageError(f"expected moves such as h8 h9 g9: {error}.") from None
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
    """The text about a board; `status` is the exit status, set when all lines are made."""

    def __init__(self, args: argparse.Namespace, board: Board, width: int) -> None:
        self._args = args
        self._board = board
        self._width = width
        self._drawer = TheoremBoardDrawer(ascii_only=args.ascii or not has_unicode())
        self._explainer = theorem_explain.Explainer(the_book())
        self.status = DONE

    def lines(self) -> Iterator[str]:
        """Yield the lines of text."""
        first = self._explainer.line(Board(THEOREM_RULES))
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
        yield "`tengen theorem show h8 h9` shows more of an opening, and so on."

    def _ending(self) -> str:
        winner = self._board.outcome.winner
        if winner is None:
            return "The game is over: a tie, the board is full."
        number = 1 if winner is Player.FIRST else 2
        line = line_name(self._board.winning_lines()[0], THEOREM_RULES)
        return f"The game is over: Player {number} has won with {line}."

    def _draw(self, marks: dict[Point, MarkShape]) -> Iterator[str]:
        if self._board.moves and not self._args.plain:
            yield from self._drawer.draw(self._board, marks)
            yield ""

    # The first player is to move.

    def _answer(self) -> Iterator[str]:
        line = self._explainer.line(self._board)
        if line is not None:
            yield from self._draw({})
            yield from theorem_report.format_book_move(self._board, line, self._width)
            return
        before = self._board.copy()
        reply = before.undo()
        plan = None if winning_point(before) else self._explainer.plan(before)
        zone = theorem_explain.zone_of(before, plan)
        if plan is not None and reply not in zone:
            yield from self._draw(zone_marks(zone))
            yield from theorem_report.format_plan(reply, plan, len(zone), self._width)
        else:
            yield from self._threat(self._explainer.node_limit(before))

    def _threat(self, nodes: int) -> Iterator[str]:
        answer = self._explainer.threat(self._board, nodes)
        if answer is None or answer.win is None:
            yield from self._off_book()
        else:
            yield from self._draw({})
            yield from theorem_report.format_threat_win(self._board, answer.win, self._width)

    # The second player is to move.

    def _replies(self) -> Iterator[str]:
        five = winning_point(self._board)
        if five is not None:
            yield from self._off_book(f"Player 2 makes five on {POINT_NAMES[five]}.")
            return
        entry = self._explainer.line_before(self._board)
        plan = self._explainer.plan(self._board)
        if entry is None and plan is None:
            yield from self._off_book()
            return
        replies = self._find_replies(plan)
        if entry is None and replies.unmet:
            unmet = " ".join(POINT_NAMES[point] for point in replies.unmet)
            yield from self._off_book(f"No win was found after {unmet}.")
            return
        yield from self._draw(reply_marks(replies))
        yield from theorem_report.wrap_text(self._played(entry), self._width)
        bound = max(0, entry.moves - 1) if entry else 0
        yield from theorem_report.RepliesText(self._board, replies, bound, self._width).lines()

    def _find_replies(self, plan: Win | None) -> theorem_explain.TheoremReplies:
        bar = ProgressBar(0, "answer")
        try:
            return self._explainer.replies(
                self._board,
                plan,
                lambda done, total: bar.update(done, done, total=total),
                unlimited=self._args.all,
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
        return f"Player 1 has played {last}, the move of the theorem, and {wins}."

    def _off_book(self, why: str = "") -> Iterator[str]:
        self.status = FAILED
        yield from self._draw({})
        before, answer = self._explainer.last_known(self._board)
        yield from theorem_report.format_off_book(self._board, before, answer, self._width)
        if why:
            yield from theorem_report.wrap_text(why, self._width)


LINE_MARK, THREAT_MARK = MarkShape.TRIANGLE, MarkShape.SQUARE


class TheoremBoardDrawer:
    """Draws boards as text, with Unicode or only ASCII characters."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._glyphs = DOTS if ascii_only else BOXES

    def draw(self, board: Board, marks: dict[Point, MarkShape] | None = None) -> list[str]:
        """Return the board with the last move in brackets, and a legend below it."""
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
    """Return the marks of a zone."""
    return dict.fromkeys(points, THREAT_MARK)


def reply_marks(replies: theorem_explain.TheoremReplies) -> dict[Point, MarkShape]:
    """Return marks that show how an answer in the zone is met; none if there is no zone."""
    if replies.plan is None:
        return {}
    return {point: LINE_MARK if point in replies.lines else THREAT_MARK for point in replies.zone}
