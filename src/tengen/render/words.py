"""A picture in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.core.outcome import Ending
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.notation.words import STONES, Names, counted, line_name, point_name
from tengen.render.view import View


def describe(view: View, names: Names = STONES) -> str:
    """As in `15x15 board after 21 moves; Black wins with five from G9 to K5`."""
    return f"{view.rules.width}x{view.rules.height} board {_when(view)}; {_how(view, names)}"


def _when(view: View) -> str:
    if not view.stones:
        return "without stones"
    if view.moves:
        return f"after {counted(view.moves, 'move')}"
    return f"with {counted(len(view.stones), 'stone')}"


def _how(view: View, names: Names) -> str:
    outcome = view.outcome
    if outcome.winner is not None:
        lines = " and ".join(line_name(line, view.rules) for line in view.lines)
        return f"{names[outcome.winner]} wins" + (f" with {lines}" if lines else "")
    if outcome.ending is Ending.FULL_BOARD:
        return "a draw: the board is full"
    if outcome.ending is Ending.NO_LEGAL_POINT:
        return f"a draw: all points left are forbidden to {names[view.turn]}"
    return f"{names[view.turn]} to move"


def describe_points(view: View, names: Names = STONES) -> str:
    """Where everything is, as in `Black: H8, I9. White: H9.` and so on."""
    places: dict[str, Iterable[Point]] = {
        names[player]: [point for point, other in view.stones.items() if other is player]
        for player in Player
    }
    places["Last move"] = [view.last] if view.last else []
    places["Forbidden"] = sorted(view.forbidden)
    texts = {what: [point_name(point, view.rules) for point in at] for what, at in places.items()}
    texts["Hints"] = [f"{n} {point_name(point, view.rules)}" for point, n in view.hints.items()]
    return " ".join(f"{what}: {', '.join(found)}." for what, found in texts.items() if found)
