"""View state: which position a person sees, where the cursor is, what is marked."""

from __future__ import annotations

from tengen.errors import Refusal
from tengen.game import GameState
from tengen.game.events import FOUL_REASONS
from tengen.game.session import refusal_of
from tengen.game.tasks import PickMove, PlaceStone, ProposeMove
from tengen.rules import Board, Player, Point, WinRule
from tengen.rules.wording import MARK_NAMES, STONE_NAMES, PlayerNames, point_name
from tengen.terminal import canvas


class ViewState:
    """What one person sees of a game. It never changes the game."""

    def __init__(self, *, ascii_only: bool) -> None:
        self.cursor = Point(0, 0)
        self.ply: int | None = None
        """How many moves are shown; None for all, including future ones."""
        self.shows_numbers = False
        self.uses_letters = False
        self.hints: dict[Point, int] = {}
        self.zone: frozenset[Point] = frozenset()
        self._ascii_only = ascii_only
        self._fouls: tuple[int, frozenset[Point]] = (0, frozenset())

    @property
    def glyphs(self) -> canvas.TerminalGlyphs:
        """The characters to draw with."""
        if self._ascii_only:
            return canvas.ASCII_GLYPHS
        return canvas.LETTER_GLYPHS if self.uses_letters else canvas.STONE_GLYPHS

    @property
    def names(self) -> PlayerNames:
        """The names of the sides."""
        return MARK_NAMES if self.uses_letters or self._ascii_only else STONE_NAMES

    def reset(self, state: GameState) -> None:
        """Show a new game, with the cursor in the centre."""
        rules = state.board.rules
        self.cursor = Point(rules.height // 2, rules.width // 2)
        self.ply = None
        self.hints = {}

    def move(self, board: Board, down: int, right: int) -> None:
        """Move the cursor, at most to the edges."""
        rules = board.rules
        row = min(max(self.cursor.row + down, 0), rules.height - 1)
        col = min(max(self.cursor.col + right, 0), rules.width - 1)
        self.cursor = Point(row, col)

    def go_to(self, state: GameState, ply: int) -> None:
        """Show the position after `ply` moves."""
        moves = len(state.board.moves)
        ply = min(max(ply, 0), moves)
        self.ply = None if ply == moves else ply
        self.hints = {}

    def shown_ply(self, state: GameState) -> int:
        """Return how many moves are shown."""
        return len(state.board.moves) if self.ply is None else self.ply

    def board(self, state: GameState) -> Board:
        """Return the position that is shown."""
        if self.ply is None:
            return state.board
        board = Board(state.board.rules)
        for point in state.board.moves[: self.ply]:
            board.play(point)
        return board

    def view(self, state: GameState, *, may_play: bool) -> canvas.BoardView:
        """Return what to draw."""
        board = self.board(state)
        moves = board.moves
        task = state.task if self.ply is None else None
        offered = task.points if isinstance(task, (PickMove, ProposeMove)) else ()
        can_place = may_play and isinstance(task, (PlaceStone, PickMove, ProposeMove))
        numbers = {point: at for at, point in enumerate(moves, 1)} if self.shows_numbers else {}
        return canvas.BoardView(
            board.rules,
            board.stones,
            last=moves[-1] if moves else None,
            cursor=self.cursor,
            ghost=board.turn if can_place and refusal_of(state, self.cursor) is None else None,
            line=frozenset(point for line in board.winning_lines() for point in line),
            numbers=numbers,
            forbidden=self.forbidden(board) if may_play or self.ply is not None else frozenset(),
            offered=frozenset(offered),
            hints=self.hints,
            zone=self.zone,
        )

    def forbidden(self, board: Board) -> frozenset[Point]:
        """Return the points that are forbidden to the player to move."""
        if board.rules.win is not WinRule.RENJU or board.turn is not Player.FIRST:
            return frozenset()
        if self._fouls[0] != board.key:
            fouls = [
                point for point in board.empty_points() if board.refusal(point) in FOUL_REASONS
            ]
            self._fouls = (board.key, frozenset(fouls))
        return self._fouls[1]


def describe_point(state: GameState, board: Board, point: Point, names: PlayerNames) -> str:
    """Return what is on a point in words: `H8, Black, move 1, last move`."""
    name = point_name(point, board.rules)
    why = objection(state, board, point)
    if why:
        return f"{name} {why}" if board.refusal(point) in FOUL_REASONS else f"{name}, {why}"
    player = board[point]
    if player is None:
        return f"{name}, empty"
    parts = [name, names[player]]
    if point in board.moves:
        parts.append(f"move {board.moves.index(point) + 1}")
    if board.moves and board.moves[-1] == point:
        parts.append("last move")
    return ", ".join(parts)


def objection(state: GameState, board: Board, point: Point) -> str:
    """Return why an empty point of the position shown cannot be played, or an empty text."""
    refusal = board.refusal(point)
    if refusal in FOUL_REASONS and isinstance(refusal, Refusal):
        return refusal.value
    is_asked = board is state.board and isinstance(state.task, (PlaceStone, PickMove, ProposeMove))
    if not is_asked or board[point] is not None:
        return ""
    return refusal_of(state, point) or ""
