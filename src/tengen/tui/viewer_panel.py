"""What stands beside the board of a record: facts, moves, variations, comments."""

from __future__ import annotations

from itertools import pairwise

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from tengen.core.player import Player
from tengen.notation.words import Names, counted
from tengen.printable import printable
from tengen.records.node import Node
from tengen.records.record import Record
from tengen.tui.glyphs import Glyphs
from tengen.tui.moves import ListedMove, MoveList
from tengen.tui.panel import stone_style
from tengen.tui.themes import shown_glyphs
from tengen.tui.viewer_trail import Trail
from tengen.tui.viewer_words import (
    facts_of,
    move_words,
    node_name,
    players_of,
    result_words,
)

COMMENTED = '"'
"""Behind a move that has a comment."""
MOST_BRANCHES = 30
FACTS = {"Opening": "{} opening", "Clock": "clock {}", "Round": "round {}"}
"""How facts are told that do not speak for themselves."""


class ViewerPanel(Vertical):
    """Everything but the board."""

    DEFAULT_CSS = """
    ViewerPanel {
        padding: 0 1;
        background: $surface;
        Static { height: auto; }
        #players { text-style: bold; }
        #result { color: $action; text-style: bold; }
        #facts { color: $quiet; max-height: 4; }
        #where { margin-top: 1; text-style: bold; }
        #moves { height: 1fr; min-height: 2; }
        #branches { color: $hint; max-height: 3; }
        #remark { height: auto; max-height: 8; margin-top: 1; scrollbar-size-vertical: 1; }
        #lines { color: $hint; text-wrap: nowrap; text-overflow: ellipsis; }
        #notice { color: $foreground; max-height: 4; }
        #notice.alarm { color: $alarm; text-style: bold; }
        .empty { display: none; }
    }
    """

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        for name in ("players", "result", "facts", "where"):
            yield Static(id=name, markup=False)
        yield MoveList(id="moves")
        yield Static(id="branches", markup=False)
        with VerticalScroll(id="remark", can_focus=False):
            yield Static(id="comment", markup=False)
        yield Static(id="lines", markup=False)
        yield Static(id="notice", markup=False)

    def show_game(self, record: Record, names: Names, glyphs: Glyphs) -> None:
        """Who played, how it ended, and what else is known."""
        lines, shown = Text(), shown_glyphs(self.app, glyphs)
        for player, name in players_of(record, names).items():
            style = stone_style(self.app.theme_variables, player)
            lines.append(f" {shown.stone(player)} ", style)
            lines.append(f" {name}" + ("\n" if player is Player.FIRST else ""))
        self.query_one("#players", Static).update(lines)
        self._put("result", result_words(record, names))
        facts = facts_of(record).items()
        self._put("facts", ", ".join(FACTS.get(name, "{}").format(text) for name, text in facts))

    def show_place(self, trail: Trail, names: Names) -> None:
        """Which move it is, those before and after it, and what is said about it."""
        self._put("where", _where(trail, names))
        self.query_one(MoveList).show_moves(_listed(trail), trail.at)
        self._put("branches", _branch_words(trail))
        self._put("comment", printable(trail.node.comment.strip(), keep="\n"))
        remark = self.query_one("#remark")
        remark.set_class(not trail.node.comment.strip(), "empty")
        remark.scroll_home(animate=False)

    def show_lines(self, lines: str) -> None:
        """What the engine thinks."""
        self.query_one("#lines", Static).update(Text(lines, no_wrap=True, overflow="ellipsis"))

    def show_notice(self, words: str, *, alarm: bool = False) -> None:
        """Something to be told."""
        self.query_one("#notice", Static).set_class(alarm, "alarm")
        self._put("notice", words)

    def _put(self, name: str, text: str) -> None:
        static = self.query_one(f"#{name}", Static)
        static.set_class(not text, "empty")
        static.update(text)


def _listed(trail: Trail) -> list[ListedMove]:
    """The line with the numbers of its moves."""
    found, count = [], 0
    for parent, node in pairwise(trail.line):
        count += node.player is not None
        number = count if node.player is not None else 0
        found.append(ListedMove(number, _list_name(parent, node, trail.record)))
    return found


def _list_name(parent: Node, node: Node, record: Record) -> str:
    """A move as in `h8`, `h8"` if it has a comment, `h8 +2` if there are two others."""
    others = len(parent.children) - 1
    mark = COMMENTED if node.comment else ""
    return f"{node_name(node, record) or '-'}{mark}" + (f" +{min(others, 99)}" if others else "")


def _where(trail: Trail, names: Names) -> str:
    words = move_words(trail.node, trail.record, names)
    if not trail.number:
        return words or (
            f"Before the first of {counted(trail.total, 'move')}" if trail.total else "No moves"
        )
    where = f"Move {trail.number} of {trail.total}"
    return f"{where}: {words}" if words else where


def _branch_words(trail: Trail) -> str:
    """The moves to choose from: those that may stand here, and those that may follow."""
    siblings, children = trail.siblings, trail.node.children
    lines = []
    if len(siblings) > 1:
        at = next(at for at, node in enumerate(siblings, 1) if node is trail.node)
        lines.append(f"Variation {at} of {len(siblings)}")
    if len(children) > 1:
        names = [f"{at} {node_name(node, trail.record)}" for at, node in enumerate(children, 1)]
        lines.append(f"Next: {', '.join(names[:MOST_BRANCHES])}")
    return "\n".join(lines)
