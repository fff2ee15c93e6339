"""A recorded game: the tree of its moves, who played it, how it ended, and its boards."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from itertools import cycle

import msgspec

from tengen.printable import in_line
from tengen.records.game_tree import Node, Stone, main_line
from tengen.rules import Board, Outcome, Player, Point, Rules, Termination, format_moves
from tengen.rules.rules import FIVE_IN_A_ROW


class Score(enum.Enum):
    """Who won; the value is the points of the two players."""

    FIRST = "1-0"
    SECOND = "0-1"
    DRAW = "1/2-1/2"
    UNKNOWN = "*"


WIN_SCORES = {Player.FIRST: Score.FIRST, Player.SECOND: Score.SECOND}


class Result(msgspec.Struct, frozen=True, gc=False):
    """Who won, and why the game ended."""

    score: Score = Score.UNKNOWN
    reason: Termination = Termination.UNKNOWN

    @property
    def winner(self) -> Player | None:
        """The winner, or None."""
        return next((player for player, score in WIN_SCORES.items() if score is self.score), None)


UNKNOWN_RESULT = Result()


def win_for(player: Player, reason: Termination = Termination.UNKNOWN) -> Result:
    """Return the result of a game that a player won."""
    return Result(WIN_SCORES[player], reason)


def result_of(outcome: Outcome) -> Result:
    """Return the result that the outcome of a board shows."""
    if outcome.ending is None:
        return UNKNOWN_RESULT
    score = WIN_SCORES[outcome.winner] if outcome.winner else Score.DRAW
    return Result(score, outcome.ending)


TAGS = (
    "event",
    "round",
    "place",
    "date",
    "annotator",
    "copyright",
    "title",
    "opening name",
    "fifth moves",
    "swap",
    "source",
)
"""The usual tags of records, in the order in which they are shown."""


class Record(msgspec.Struct, gc=False):
    """A game with its variations. A fact that is unknown is an empty text."""

    rules: Rules = FIVE_IN_A_ROW
    root: Node = msgspec.field(default_factory=Node)
    first: str = ""
    second: str = ""
    """The players' names."""
    opening: str = ""
    """The opening rule, such as `swap2`."""
    clock: str = ""
    """The time control, such as `10+5`."""
    result: Result = UNKNOWN_RESULT
    tags: dict[str, str] = {}
    """Other facts by name; TAGS are the usual names, but any name is allowed."""

    def __repr__(self) -> str:
        """Return for example `<Record Ann - Ben, 15x15/5 renju, 1-0 (line), 57 moves>`."""
        count = len(self.moves())
        return f"<Record {self._facts()}, {'1 move' if count == 1 else f'{count} moves'}>"

    def __str__(self) -> str:
        """Return one line with the moves, as in `Ann - Ben, 15x15/5 renju, *: h8 i9`."""
        moves = format_moves(self.moves(), self.rules)
        return f"{self._facts()}: {moves}" if moves else self._facts()

    def _facts(self) -> str:
        first, second = in_line(self.first), in_line(self.second)
        names = f"{first or '?'} - {second or '?'}, " if first or second else ""
        reason = self.result.reason
        why = "" if reason is Termination.UNKNOWN else f" ({reason.value})"
        return f"{names}{self.rules}, {self.result.score.value}{why}"

    def name(self, player: Player) -> str:
        """Return a player's name."""
        return self.first if player is Player.FIRST else self.second

    def line(self) -> list[Node]:
        """Return the main line without the root."""
        return main_line(self.root)[1:]

    def moves(self) -> list[Point]:
        """Return the points of the main line, as far as it is a plain game.

        In a plain game the players take turns from an empty board, and the first player begins.
        The list ends before a pass, a set-up or a move out of turn.
        """
        return list(self._plain_moves())

    def has_moves(self) -> bool:
        """Return whether `moves` is not empty, without building the list."""
        return next(self._plain_moves(), None) is not None

    def _plain_moves(self) -> Iterator[Point]:
        node, player = self.root, Player.FIRST
        if node.stones or node.turn is Player.SECOND:
            return
        while node.children:
            node = node.children[0]
            if node.player is player and node.point is not None and not node.stones:
                yield node.point
                player = player.other
            elif node.stones or node.player or node.point or node.turn not in {None, player}:
                return


def record_of(board: Board, first: str = "", second: str = "") -> Record:
    """Return the record of a game that was played on a board."""
    stones = tuple(Stone(point, player) for point, player in board.setup.items())
    turn = board.first_turn if stones or board.first_turn is Player.SECOND else None
    root = Node(stones=stones, turn=turn)
    add_moves(root, board.moves, board.first_turn)
    return Record(board.rules, root, first, second, result=result_of(board.outcome))


def add_moves(node: Node, points: Iterable[Point], player: Player = Player.FIRST) -> Node:
    """Add moves of players who take turns after a node, and return the last node."""
    players = cycle((player, player.other))
    for point in points:
        child = Node(next(players), point)
        node.children.append(child)
        node = child
    return node


def board_at(record: Record, nodes: Iterable[Node]) -> Board:
    """Return the board after these nodes, of which the first is the root.

    Its moves begin after the last pass, set-up or move out of turn; all earlier stones are set up.
    Raises RuleError if both players have a winning line in a set-up position.
    """
    board = Board(record.rules)
    for node in nodes:
        if node.stones or (node.player or board.turn) is not board.turn or node.is_pass:
            board = _set_up(board, node)
        if node.point is not None and board[node.point] is None:
            board.play_unchecked(node.point)
        if node.turn not in {None, board.turn}:
            board = Board(record.rules, board.stones, node.turn)
    return board


def _set_up(board: Board, node: Node) -> Board:
    """Return the board before the stone that a node plays."""
    stones: dict[Point, Player] = dict(board.stones)
    for stone in node.stones:
        if stone.player is None:
            stones.pop(stone.point, None)
        else:
            stones[stone.point] = stone.player
    if node.player is not None:
        return Board(board.rules, stones, node.player.other if node.is_pass else node.player)
    return Board(board.rules, stones, node.turn or (None if not board.stones else board.turn))


def last_board(record: Record) -> Board:
    """Return the board at the end of the main line."""
    return board_at(record, (record.root, *record.line()))


def judged(record: Record) -> Result:
    """Return the result of a record; if the record does not give it, that of the last board."""
    result = record.result
    if result.score is not Score.UNKNOWN and result.reason is not Termination.UNKNOWN:
        return result
    shown = result_of(last_board(record).outcome)
    adds_facts = shown != UNKNOWN_RESULT and result.score in {Score.UNKNOWN, shown.score}
    return shown if adds_facts else result
