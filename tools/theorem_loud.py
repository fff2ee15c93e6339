"""Add lines to the theorem where a win by threats takes long to find, so that no reply does.

Usage: theorem_loud.py OUT. Every answer to a line is tried, which takes an hour of computing.
"""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.search.finder import Finder
from tengen.search.wins import Win
from tengen.solver.listener import Cells, Stones
from tengen.solver.prover import make_board
from tengen.solver.quiet import Quiet
from tengen.theorem.book import cells_of, the_book, write_entries
from tengen.theorem.entry import CELLS, RULES, Entry
from tengen.theorem.hunter import Hunter
from tengen.theorem.plan import Form, form_of, make_plan, stones_of
from tengen.theorem.zone import find_zone

EASY = 150_000
"""A win that is found at so many positions, in a quarter of a second, needs no line."""
LIKELY = EASY // 2
"""Where that many are enough without a stone that differs, they are not counted with it."""
ENOUGH = 30_000_000
SECONDS = 600.0


def main(out: str) -> None:
    """Go through all lines, on all processors, and write them with those that are new."""
    lines = list(the_book())
    plan = make_plan(lines)
    found: dict[Form, Entry] = {form_of(stones_of(line.stones)): line for line in lines}
    with multiprocessing.Pool() as pool:
        for number, new in enumerate(pool.imap_unordered(loud_lines, plan), start=1):
            found = {form_of(stones_of(line.stones)): line for line in new} | found
            print(f"\r{number:,} of {len(plan):,}: {len(found):,} lines", end="", flush=True)
    write_entries(out, found.values())
    print(f"\n{len(found) - len(lines):,} new, {Path(out).stat().st_size:,} bytes in all")


def loud_lines(quiet: Quiet) -> list[Entry]:
    """The lines that are wanted after the answers to a quiet move."""
    own = quiet.attacker | {quiet.move}
    hardness: dict[int, int] = {}
    lines: dict[Stones, Entry] = {}
    for extra in quiet.extras:
        for reply in _replies(own, quiet.defender | {extra}):
            if len(quiet.extras) > 1 and _hardness(hardness, own, quiet.defender, reply) < LIKELY:
                continue
            _add(lines, (own, quiet.defender | {extra, reply}), None)
    return list(lines.values())


def _replies(own: Cells, other: Cells) -> list[int]:
    """The answers that matter."""
    board = Board(RULES, make_board(RULES, own, other).stones, Player.SECOND)
    return sorted(CELLS[point] for point in find_zone(board, Hunter(), SECONDS) or ())


def _hardness(known: dict[int, int], own: Cells, other: Cells, reply: int) -> int:
    """How many positions a search looks at after a reply."""
    if reply not in known:
        known[reply] = Finder(make_board(RULES, own, other | {reply})).run(EASY).nodes
    return known[reply]


def _add(lines: dict[Stones, Entry], stones: Stones, win: Win | None) -> None:
    """Add a line for stones unless a win is found soon, and then for what follows it."""
    board = make_board(RULES, *stones)
    if stones in lines or the_book().find(board) or Finder(board).run(EASY).win:
        return
    win = win or Finder(board).run(ENOUGH).win
    if win is None:
        return
    lines[stones] = Entry(_in_turn(board), win.move, 0)
    own, other = stones
    for reply, after in win.replies.items():
        _add(lines, (own | {CELLS[win.move]}, other | {CELLS[reply]}), after)


def _in_turn(board: Board) -> list[Point]:
    """The stones of both sides in turn."""
    firsts, seconds = (sorted(cells) for cells in cells_of(board))
    cells = [cell for pair in zip(firsts, seconds, strict=True) for cell in pair]
    return [Point(*divmod(cell, RULES.width)) for cell in cells]


if __name__ == "__main__":
    main(*sys.argv[1:])
