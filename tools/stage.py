"""A fixed clock, opponent and engine for the pictures of screens."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from tengen.engine.analysis import Analysis, Limits, Line
from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import WIN
from tengen.errors import SessionError, TengenError
from tengen.game.commands import Command
from tengen.game.state import GameState
from tengen.insight import Certainty, JudgedMove, Judgement, Review, Standing
from tengen.insight.shapes import effect_of
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.terminal.local_table import LocalTable

GAME = "h8 h9 i9 g7 j10 k11 i7 h10 i8 i10 i6 i5 j8 k8 h6 k9 j6 j7 g9 f10 k5"
"""The game in the pictures."""
LINES = (
    ("h6 j6 g9 k5 k9 k10 f8", 1012, 0),
    ("k9 k10 h6 j6 g9 f10", 655, 0),
    ("g8 f8 j9 j7 h6", 214, 0),
)
"""The engine's lines in the middle of the game."""
CHANCES = (
    *(0.77, 0.77, 0.83, 0.81, 0.85, 0.85, 0.96, 0.89, 0.95, 0.95, 0.95, 0.96),
    *(0.96, 0.97, 0.97, 0.98, 0.98, 0.0, 1.0, 1.0, 1.0, 1.0),
)
"""Black's chances after every move, as a review finds them."""
WINS = {17: (3, "k10 k12 k7"), 18: (3, "g9 f10 k5")}
"""The moves after which the winner is proven, with the number of moves and the line."""
BLUNDERS = (17, 18)


def points(text: str) -> tuple[Point, ...]:
    """Parse points of a 15x15 board."""
    return tuple(parse_moves(text, GAMES["five"]))


class FixedAnalyst:
    """An analyst that always gives the same lines."""

    def __init__(
        self,
        tell: Callable[[Board, Analysis], None],
        call: Callable[[Callable[[], None]], None],
        **_: object,
    ) -> None:
        self._tell = tell
        self._call = call

    def show(self, board: Board, _limits: Limits | None = None) -> None:
        """Report the lines at once."""
        lines = tuple(Line(points(moves), score, plies) for moves, score, plies in LINES)
        self._call(lambda: self._tell(board, Analysis(lines, 14, 2_345_678, 3.0)))

    def stop(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class FixedReviewing:
    """A review that is complete at once."""

    def __init__(
        self,
        board: Board,
        call: Callable[[Callable[[], None]], None],
        tell: Callable[[Review | TengenError], None],
    ) -> None:
        call(lambda: tell(fixed_review(board)))

    def cancel(self) -> None:
        """Do nothing."""


class Silent:
    """An opponent that never moves by itself."""

    name = "silent"

    def act(self, _state: GameState, _now: int, cancel: CancelToken) -> Command:
        """Wait until the request is cancelled."""
        ended = threading.Event()
        with cancel.on_cancel(ended.set):
            ended.wait()
        raise SessionError("the move was made")

    def close(self) -> None:
        """Do nothing."""


def fixed_review(board: Board) -> Review:
    """Return the review of the game from the constants above."""
    replayed = Board(board.rules)
    standings = [_standing(replayed, 0)]
    moves = []
    for number, point in enumerate(board.moves, 1):
        player, effect = replayed.turn, effect_of(replayed, point)
        replayed.play(point)
        standings.append(_standing(replayed, number))
        judgement = Judgement.BLUNDER if number in BLUNDERS else Judgement.FINE
        before, after = standings[-2:]
        better = before.line[:1] if number in BLUNDERS else ()
        moves.append(
            JudgedMove(
                *(board.rules, number, player, point), before, after, judgement, effect, better
            )
        )
    return Review(board.rules, board.outcome, 0, tuple(standings), tuple(moves))


def _standing(board: Board, ply: int) -> Standing:
    plies, line = WINS.get(ply, (0, ""))
    chance = CHANCES[ply]
    is_over = board.outcome.is_over
    certainty = Certainty.PROVEN if plies or is_over else Certainty.OPEN
    score = WIN - plies if chance > 0.5 else plies - WIN
    return Standing(board.turn, score, chance, certainty, plies, points(line))


@contextmanager
def fixed_world(clock: list[int]) -> Iterator[None]:
    """Make everything independent of time, chance, the engine and the environment."""
    with ExitStack() as stack:
        enter = stack.enter_context
        environment = enter(patch.dict(os.environ))
        for name in [name for name in environment if name.startswith(("NO_COLOR", "TEXTUAL"))]:
            del environment[name]
        enter(patch.object(LocalTable, "now", lambda _table: clock[0]))
        enter(patch("tengen.terminal.local_table.make_player", lambda _player: Silent()))
        enter(patch("tengen.terminal.engine_threads.Analyst", FixedAnalyst))
        enter(patch("tengen.terminal.panel.ReviewThread", FixedReviewing))
        yield
