"""What `tengen theorem show` says of positions on the way to the win."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from tengen.engine.win_finder import Win
from tengen.prove.theorem_book import POINT_NAMES, THEOREM_RULES
from tengen.prove.theorem_explain import TheoremAnswer, TheoremOpening, TheoremReplies
from tengen.render.text import fit_words
from tengen.rules.board import Board
from tengen.rules.notation import format_moves
from tengen.rules.point import Point
from tengen.rules.wording import counted, plural

INDENT = "  "
SHOW_COMMAND = "tengen theorem show"


def wrap_text(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines; commands and numbers of moves are not broken."""
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def at_most(moves: int, what: str = "move") -> str:
    """As in `in at most 12 moves`; nothing where nobody has counted."""
    if not moves:
        return ""
    return f"in at most {moves} {what}s" if moves > 1 else f"with the next {what}"


def and_wins(answer: TheoremAnswer) -> str:
    """The end of a sentence about a move."""
    return f"and wins {at_most(answer.moves)}".rstrip()


def format_command(board: Board, *more: Point) -> str:
    """What to type to see the position after these moves."""
    return " ".join(
        filter(None, [SHOW_COMMAND, format_moves([*board.moves, *more], THEOREM_RULES)])
    )


def format_line_words(win: Win) -> list[str]:
    """A way to the end on which the second player lasts longest, whose moves are in brackets."""
    moves = [POINT_NAMES[point] for point in win.line()]
    return [f"({move})" if number % 2 else move for number, move in enumerate(moves)]


def format_openings(
    openings: list[TheoremOpening], first: TheoremAnswer, lines: int
) -> Iterator[str]:
    """The first moves, and how much follows each of them."""
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
    """A move of the theorem."""
    move = POINT_NAMES[answer.move]
    return [
        *wrap_text(f"Player 1 plays {move}, a line of the theorem, {and_wins(answer)}.", width),
        f"`{format_command(board, answer.move)}` shows why every answer loses.",
    ]


def format_plan(reply: Point, plan: Win, zone: int, width: int) -> list[str]:
    """An answer that changes nothing."""
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
    """A win by threats."""
    moves = (win.plies + 1) // 2
    last = POINT_NAMES[board.moves[-1]]
    met = f"{last} is met by threats at once. Player 1 wins {at_most(moves)}:"
    return [*wrap_text(met, width), *format_win(win, width)]


def format_win(win: Win, width: int) -> list[str]:
    """The longest line of a win, and what the brackets are."""
    lines = wrap_text(INDENT + " ".join(format_line_words(win)), width, INDENT)
    if len(win.line()) > 1:
        lines.append("Answers of Player 2 are in brackets; here they are those that last longest.")
    return lines


class RepliesText:
    """How all answers of the second player are met, in so many moves at most, if that is known."""

    def __init__(self, board: Board, replies: TheoremReplies, bound: int, width: int) -> None:
        self._board = board
        self._replies = replies
        self._bound = bound
        self._width = width

    def lines(self) -> Iterator[str]:
        """What changes nothing, what other lines meet, what threats meet."""
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
            yield f"The proof has none of more than {self._bound} moves: these were found just now."

    def _unmet(self) -> Iterator[str]:
        unmet = self._replies.unmet
        if not unmet:
            return
        yield ""
        yield from wrap_text(
            f"{_answers(len(unmet))} met by threats, too, which take longer to find (--all finds"
            f" them, `{format_command(self._board, unmet[0])}` one of them):",
            self._width,
        )
        yield from wrap_text(INDENT + _names(unmet), self._width, INDENT)


def format_off_book(board: Board, before: Board, answer: TheoremAnswer, width: int) -> list[str]:
    """A position that the theorem does not lead to, and where it was left."""
    played = POINT_NAMES[board.moves[len(before.moves)]]
    where = (
        f"After {format_moves(before.moves, THEOREM_RULES)}" if before.moves else "At the beginning"
    )
    move = POINT_NAMES[answer.move]
    return [
        *wrap_text(
            f"The theorem does not lead here. {where} it has Player 1 play {move}; about {played}"
            f" nothing is proved, which does not mean that it is a mistake.",
            width,
        ),
        f"`{format_command(before, answer.move)}` goes on with {move},",
        f"`tengen analyse {format_moves(board.moves, THEOREM_RULES)}` asks the engine.",
    ]


def _answers(count: int) -> str:
    return f"{counted(count, 'answer')} {plural(count, 'is', 'are')}"


def _names(points: Iterable[Point]) -> str:
    return " ".join(POINT_NAMES[point] for point in points)
