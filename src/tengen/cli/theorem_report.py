"""The texts of `tengen theorem show` about a position."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from tengen.engine import Win
from tengen.prove.theorem_book import POINT_NAMES, THEOREM_RULES
from tengen.prove.theorem_explain import TheoremAnswer, TheoremOpening, TheoremReplies
from tengen.render.text import fit_words
from tengen.rules import Board, Point, format_moves
from tengen.rules.wording import counted, plural

INDENT = "  "
SHOW_COMMAND = "tengen theorem show"


def wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap a text into lines without breaking words at hyphens."""
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def at_most(moves: int, what: str = "move") -> str:
    """Return a phrase such as `in at most 12 moves`; empty if the number is unknown."""
    if not moves:
        return ""
    return f"in at most {moves} {what}s" if moves > 1 else f"with the next {what}"


def and_wins(answer: TheoremAnswer) -> str:
    """Return the end of a sentence about a move: `and wins in at most 12 moves`."""
    return f"and wins {at_most(answer.moves)}".rstrip()


def format_command(board: Board, *more: Point) -> str:
    """Return the command that shows the position after these moves."""
    return " ".join(
        filter(None, [SHOW_COMMAND, format_moves([*board.moves, *more], THEOREM_RULES)])
    )


def format_line_words(win: Win) -> list[str]:
    """Return the moves of the longest defence, with those of the second player in brackets."""
    moves = [POINT_NAMES[point] for point in win.line()]
    return [f"({move})" if number % 2 else move for number, move in enumerate(moves)]


def format_openings(
    openings: list[TheoremOpening], first: TheoremAnswer, lines: int
) -> Iterator[str]:
    """Yield a table of the openings, with the number of lines that follow each."""
    name = POINT_NAMES[first.move]
    yield f"Player 1 begins with {name} {and_wins(first)}, whatever Player 2 answers."
    yield ""
    is_counted = all(opening.entry.moves for opening in openings)
    yield f"  Player 2  Player 1  lines that follow{'  moves at most' if is_counted else ''}"
    for opening in openings:
        moves = f"  {opening.entry.moves:13}" if is_counted else ""
        names = f"  {POINT_NAMES[opening.reply]:<8}  {POINT_NAMES[opening.entry.move]:<8}"
        yield f"{names}  {opening.lines:17,}{moves}"
    yield ""
    yield "All other answers are turned or flipped forms of these. The theorem has"
    yield f"{lines:,} lines; many of them follow several openings."


def format_book_move(board: Board, answer: TheoremAnswer, width: int) -> list[str]:
    """Return lines about a move of the theorem."""
    move = POINT_NAMES[answer.move]
    return [
        *wrap_text(f"Player 1 plays {move}, a line of the theorem, {and_wins(answer)}.", width),
        f"`{format_command(board, answer.move)}` shows why every answer loses.",
    ]


def format_plan(reply: Point, plan: Win, zone: int, width: int) -> list[str]:
    """Return lines about an answer outside the zone, which changes nothing."""
    points = counted(zone, "point") if zone > 1 else "one point"
    moves = (plan.plies + 1) // 2
    return [
        *wrap_text(
            f"{POINT_NAMES[reply]} changes nothing: it is not in the zone, the {points} where an"
            f" answer could disturb what Player 1 threatens. Player 1 wins as if Player 2 had"
            f" passed, {at_most(moves)}:",
            width,
        ),
        *format_win(plan, width),
    ]


def format_threat_win(board: Board, win: Win, width: int) -> list[str]:
    """Return lines about a win by threats."""
    moves = (win.plies + 1) // 2
    last = POINT_NAMES[board.moves[-1]]
    met = f"{last} is met by threats at once. Player 1 wins {at_most(moves)}:"
    return [*wrap_text(met, width), *format_win(win, width)]


def format_win(win: Win, width: int) -> list[str]:
    """Return the longest line of a win, and an explanation of the brackets."""
    lines = wrap_text(INDENT + " ".join(format_line_words(win)), width, INDENT)
    if len(win.line()) > 1:
        lines.append("Answers of Player 2 are in brackets; this is the longest defence.")
    return lines


class RepliesText:
    """How each answer of the second player is met.

    `bound` is the largest number of moves in the proof, or 0 if that is unknown.
    """

    def __init__(self, board: Board, replies: TheoremReplies, bound: int, width: int) -> None:
        self._board = board
        self._replies = replies
        self._bound = bound
        self._width = width

    def lines(self) -> Iterator[str]:
        """Yield the answers that change nothing, those met by other lines, and by threats."""
        yield from self._plan()
        yield from self._met_by_lines()
        yield from self._met_by_threats()
        yield from self._unmet()

    def _plan(self) -> Iterator[str]:
        plan, free = self._replies.plan, len(self._board.empty_points())
        if plan is None:
            return
        zone = len(self._replies.zone)
        moves = (plan.plies + 1) // 2
        yield ""
        yield from wrap_text(
            f"Of the {free} points, {free - zone} change nothing: there Player 1 wins as if Player"
            f" 2 had passed, {at_most(moves)}:",
            self._width,
        )
        yield from format_win(plan, self._width)

    def _met_by_lines(self) -> Iterator[str]:
        lines = self._replies.lines
        if not lines:
            return
        yield ""
        yield f"{_answers(len(lines))} met by other lines of the theorem:"
        groups: dict[Point, list[Point]] = {}
        for reply, answer in lines.items():
            groups.setdefault(answer.move, []).append(reply)
        for move, replies in sorted(groups.items(), key=lambda pair: -len(pair[1])):
            moves = max(lines[reply].moves for reply in replies)
            bound = f" ({at_most(moves)})" if moves else ""
            text = f"{INDENT}{POINT_NAMES[move]}{bound} after {_names(replies)}"
            yield from wrap_text(text, self._width, 2 * INDENT)

    def _met_by_threats(self) -> Iterator[str]:
        threats = self._replies.threats
        if not threats:
            return
        yield ""
        yield f"{_answers(len(threats))} met by threats at once:"
        for reply, answer in sorted(threats.items(), key=lambda pair: -pair[1].plies):
            assert answer.win is not None
            noun = "moves" if answer.moves > 1 else "move "
            head = f"{INDENT}{POINT_NAMES[reply]:<4}{answer.moves:3} {noun}  "
            yield head + fit_words(format_line_words(answer.win), self._width - len(head))
        if 0 < self._bound < max(answer.moves for answer in threats.values()):
            yield f"The proof has no win of more than {self._bound} moves: these were found now."

    def _unmet(self) -> Iterator[str]:
        unmet = self._replies.unmet
        if not unmet:
            return
        yield ""
        yield from wrap_text(
            f"{_answers(len(unmet))} also met by threats, which take longer to find (--all finds"
            f" all of them, `{format_command(self._board, unmet[0])}` the first):",
            self._width,
        )
        yield from wrap_text(INDENT + _names(unmet), self._width, INDENT)


def format_off_book(board: Board, before: Board, answer: TheoremAnswer, width: int) -> list[str]:
    """Return lines about a position outside the theorem, and where the game left it."""
    played = POINT_NAMES[board.moves[len(before.moves)]]
    where = (
        f"After {format_moves(before.moves, THEOREM_RULES)}" if before.moves else "At the beginning"
    )
    move = POINT_NAMES[answer.move]
    return [
        *wrap_text(
            f"This position is not in the theorem. {where}, the theorem plays {move}. Nothing is"
            f" proved about {played}, which may still be a good move.",
            width,
        ),
        f"`{format_command(before, answer.move)}` continues with {move},",
        f"`tengen analyse {format_moves(board.moves, THEOREM_RULES)}` asks the engine.",
    ]


def _answers(count: int) -> str:
    return f"{counted(count, 'answer')} {plural(count, 'is', 'are')}"


def _names(points: Iterable[Point]) -> str:
    return " ".join(POINT_NAMES[point] for point in points)
