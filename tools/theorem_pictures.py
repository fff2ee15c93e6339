"""Draw the theorem as docs/pictures/theorem-*.svg: its openings, threats and zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tengen.engine.win_finder import Win, find_win, zone
from tengen.errors import TengenError
from tengen.prove.theorem_book import POINT_NAMES, THEOREM_RULES, Book, the_book
from tengen.prove.theorem_explain import (
    Explainer,
    TheoremAnswer,
    board_after,
    list_openings,
    zone_of,
)
from tengen.records.formats import read_records
from tengen.records.reading import Reading
from tengen.render.drawing import draw_view
from tengen.render.style import DARK, LIGHT, Style, Theme
from tengen.render.svg import FONT, escape, format_svg
from tengen.render.view import ALL_NUMBERS, MarkShape, View, view_of
from tengen.rules.board import Board
from tengen.rules.notation import format_moves, parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

DOCS = Path(__file__).parent.parent / "docs"
PICTURES = DOCS / "pictures"
GAMES = DOCS / "games" / "theorem.txt"
THEMES = {"light": LIGHT, "dark": DARK}
NEAR = 8
ACROSS = 4
HARDEST = ("h8 h9 g9 g8", "h8 i9 g9 i7", "h8 h9 g9 f10", "h8 h9 g9 i7")
SHORT = Rules(9, 9, 5)
ZONE = "h8 h9 g9 i7 g10"
GAP = 16
SMALL, LARGE = 20, 28
"""Pixels from line to line."""
CROPPED, CROPPED_FROM = 9, 3
"""Lines of a small board that are shown, and the first of them."""
WORDS = 22


def main() -> None:
    """Write all pictures."""
    for name, picture in {**draw_all(), **draw_longest()}.items():
        (PICTURES / f"theorem-{name}.svg").write_text(picture, encoding="utf-8")


def draw_all() -> dict[str, str]:
    """Return every picture that is quick to draw, by name."""
    return _in_all_themes(
        {
            "openings": near_openings(),
            "answers": Sheet("All answers to the first move", [answers()]),
            "threats": Sheet("A four, an open three and two threes at once", threats()),
            "zone": Sheet("Where an answer changes anything", [zone_view()]),
            "hardest": hardest(),
            "game": Sheet("The longest game against an engine", [longest_game()]),
        }
    )


def longest_game() -> View:
    """Return the longest game that an engine has lost to the theorem."""
    records = read_records(str(GAMES), Reading(THEOREM_RULES))
    board = Board(THEOREM_RULES)
    for move in max((record.moves() for record in records), key=len):
        board.play(move)
    return view_of(board, numbers=ALL_NUMBERS)


def draw_longest() -> dict[str, str]:
    """Draw the longest defence, if the lengths of the wins are known."""
    entry = the_book().find(Board(THEOREM_RULES))
    if entry is None or not entry.plies:
        return {}
    board = longest_defence(the_book())
    print(format_moves(board.moves, THEOREM_RULES))
    view = view_of(board, numbers=ALL_NUMBERS)
    return _in_all_themes({"longest": Sheet("The longest defence", [view])})


def longest_defence(book: Book) -> Board:
    """Return the game to its end. Raise TengenError if the lengths of the wins are unknown.

    If several answers last equally long, the first in reading order is played. After the last line
    comes the longest line of a win by threats.
    """
    explainer = Explainer(book)
    board = Board(THEOREM_RULES)
    answer = explainer.line(board)
    if answer is None or not answer.plies:
        raise TengenError("the lines of this book have no lengths")
    while answer is not None and answer.win is None:
        board.play(answer.move)
        reply, answer = _longest_reply(explainer, board, answer.plies - 2)
        board.play(reply)
    if answer is not None and answer.win is not None:
        _play_out(board, answer.win)
    return board


def _longest_reply(
    explainer: Explainer, board: Board, plies: int
) -> tuple[Point, TheoremAnswer | None]:
    """Return the answer with a line of this many plies, or else the longest win by threats."""
    for point in board.empty_points():
        answer = explainer.line(board_after(board, point))
        if answer is not None and answer.plies == plies:
            return point, answer
    found: list[tuple[Point, TheoremAnswer]] = []
    for point in zone_of(board, explainer.plan(board)):
        answer = explainer.threat(board_after(board, point))
        if answer is not None:
            found.append((point, answer))
    return max(found, key=lambda pair: pair[1].plies)


def _play_out(board: Board, win: Win) -> None:
    for point in win.line():
        board.play(point)


def _in_all_themes(sheets: dict[str, Sheet]) -> dict[str, str]:
    return {
        f"{name}-{look}": sheet.draw(theme)
        for name, sheet in sheets.items()
        for look, theme in THEMES.items()
    }


@dataclass(frozen=True)
class Sheet:
    """Boards side by side in one picture; small ones are cropped and have words below."""

    words: str
    views: list[View]
    words_below: tuple[str, ...] = ()

    def draw(self, theme: Theme) -> str:
        """Return the picture in the colours of a theme."""
        if len(self.views) == 1:
            return format_svg(self.views[0], Style(theme, cell=LARGE))
        parts = [self._whole(view, theme) for view in self.views]
        if self.words_below:
            parts = [
                _cropped(*pair, theme) for pair in zip(self.views, self.words_below, strict=True)
            ]
        return _frame(self.words, parts)

    def _whole(self, view: View, theme: Theme) -> Part:
        style = Style(theme, cell=SMALL)
        picture = draw_view(view, style)
        return Part(picture.width, picture.height, _body(view, style))


@dataclass(frozen=True)
class Part:
    """A piece of a picture."""

    width: int
    height: int
    body: str


def _cropped(view: View, words: str, theme: Theme) -> Part:
    """Draw the middle of a board."""
    side, start = CROPPED * SMALL, (CROPPED_FROM + 1) * SMALL - SMALL // 2
    body = (
        f'<svg width="{side}" height="{side}" viewBox="{start} {start} {side} {side}">\n'
        f"{_body(view, Style(theme, cell=SMALL))}</svg>\n"
        f'<text x="{side // 2}" y="{side + WORDS - 5}" font-size="{WORDS - 8}" '
        f'fill="{theme.text}">{escape(words)}</text>\n'
    )
    return Part(side, side + WORDS, body)


def _body(view: View, style: Style) -> str:
    return format_svg(view, style).partition("</desc>\n")[2].removesuffix("</svg>\n")


def _frame(words: str, parts: list[Part]) -> str:
    across = min(len(parts), ACROSS)
    wide, high = parts[0].width + GAP, parts[0].height + GAP
    placed = [
        f'<g transform="translate({at % across * wide} {at // across * high})">\n{part.body}</g>'
        for at, part in enumerate(parts)
    ]
    width, height = across * wide - GAP, -(-len(parts) // across) * high - GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{escape(words)}" {FONT}>'
    )
    return "\n".join([head, f"<title>{escape(words)}</title>", *placed, "</svg>\n"])


def near_openings() -> Sheet:
    """Draw the second moves near the first, and the answers."""
    nearest = [opening.entry for opening in list_openings(the_book())[:NEAR]]
    games = [(*entry.stones, entry.move) for entry in nearest]
    return _games("The first three moves after eight second moves", games)


def hardest() -> Sheet:
    """Draw the lines that took longest to prove, with the winning moves."""
    games = []
    for moves in HARDEST:
        board = _played(moves)
        entry = the_book().find(board)
        assert entry is not None
        games.append((*board.moves, entry.move))
    return _games("The first five moves of four hard lines", games)


def _games(words: str, games: list[tuple[Point, ...]]) -> Sheet:
    """Draw games, with their moves as text."""
    views = [view_of(_after(game), numbers=ALL_NUMBERS, coordinates=False) for game in games]
    last = [" ".join(POINT_NAMES[point] for point in game) for game in games]
    return Sheet(words, views, tuple(last))


def answers() -> View:
    """Draw the number of its answer on each second move, and the answers with these numbers."""
    found = list_openings(the_book())
    moves = sorted({opening.entry.move for opening in found})
    labels = {opening.reply: str(moves.index(opening.entry.move) + 1) for opening in found}
    return view_of(_played("h8"), hints=moves, labels=labels, mark_last=False)


def threats() -> list[View]:
    """Draw a four, a three, and two threes at once."""
    four = _short("c5 d5 e5 f5", "b5 e7 d4")
    three = _short("d5 e5 f5", "e7 d3")
    fork = _short("d5 e5 f5 f6 f7", "e7 d3 d6 c4")
    answer = parse_moves("g5", SHORT)
    return [
        view_of(four, marks=dict.fromkeys(answer, MarkShape.SQUARE), caption="A four: one answer"),
        view_of(three, marks=_zone(three), caption="A three: few answers"),
        view_of(fork, caption="Two threes at once: no answer"),
    ]


def zone_view() -> View:
    """Draw the board after a quiet move, with its zone."""
    board = _played(ZONE)
    return view_of(board, numbers=ALL_NUMBERS, marks=_zone(board))


def _zone(board: Board) -> Mapping[Point, MarkShape]:
    """Mark the zone of the first player's win after a pass of the second player."""
    passed = Board(board.rules, board.stones, Player.FIRST)
    plan = find_win(passed)
    assert plan is not None
    return dict.fromkeys(sorted(zone(passed, plan, 1)), MarkShape.SQUARE)


def _played(moves: str) -> Board:
    return _after(parse_moves(moves, THEOREM_RULES))


def _after(moves: Iterable[Point]) -> Board:
    board = Board(THEOREM_RULES)
    for point in moves:
        board.play(point)
    return board


def _short(own: str, other: str) -> Board:
    setup = dict.fromkeys(parse_moves(own, SHORT), Player.FIRST)
    setup |= dict.fromkeys(parse_moves(other, SHORT), Player.SECOND)
    return Board(SHORT, setup, Player.SECOND)


if __name__ == "__main__":
    main()
