"""The tree of an SGF game, built node by node.

A node of ours is a move, or a set-up, or neither. Where a node of the file is more, as one with a
set-up and a move, or the first one with a move, it becomes several that follow each other; what
else it says belongs to the last of them.
"""

from __future__ import annotations

import re
from operator import itemgetter

from tengen.core.player import Player
from tengen.errors import quote
from tengen.records.depth import DEEPEST, TOO_DEEP
from tengen.records.grid import grid
from tengen.records.node import Node, Stone
from tengen.records.sgf_details import TIME, Details
from tengen.records.sgf_facts import FACTS, Properties, read_facts
from tengen.records.sgf_points import COLOURS, OPENED, PLAYED, sgf_moves
from tengen.records.sgf_source import Source
from tengen.records.sgf_text import read_simple

SET_UP: dict[str, Player | None] = {"AB": Player.FIRST, "AW": Player.SECOND, "AE": None}
TURN = "PL"
LINE_MOVE = rf"[BW]\[[A-Za-z]{{2}}\](?:{TIME}\[[0-9]{{1,15}}\])?+"
"""What most nodes are: a move and perhaps its time."""
MOVE = re.compile(rf"([BW]\[[A-Za-z]{{2}}\])(?:{TIME}\[([0-9]{{1,15}})\])?")


class Tree:
    """A game that is being read. `properties` are those of the node that has begun last."""

    def __init__(self, source: Source, properties: Properties, at: int) -> None:
        self.record = read_facts(properties, source.reading, lambda what: source.note(at, what))
        self.properties = {name: values for name, values in properties.items() if name not in FACTS}
        rules = self.record.rules
        self._source = source
        self._details = Details(source, rules, properties)
        self._grid = grid(rules.width, rules.height)
        self._moves = sgf_moves(rules.width, rules.height)
        self._node: Node | None = self.record.root
        """The node that the next one follows; None while something is left out."""
        self._taken = 0
        self._depth = 0
        self._waiting: list[tuple[Node | None, int, int]] = []
        self._is_new = False
        """Whether a node has begun that is not in the tree yet."""
        self._at = at

    def play_line(self, text: str, at: int) -> None:
        """Let nodes follow that begin with moves, such as `;B[hh];W[ii]`; the text begins there."""
        self.finish()
        node, taken, depth = self._node, self._taken, self._depth
        if node is None:
            return
        moves = self._moves
        for number, (move_text, time) in enumerate(MOVE.findall(text)):
            move = moves[move_text]
            if move is None or taken & move[2] or depth == DEEPEST:
                self._node, self._taken, self._depth = node, taken, depth
                self._at = at + list(MOVE.finditer(text))[number].start()
                self._play(move_text)
                return
            player, point, bit = move
            taken |= bit
            depth += 1
            child = Node(player, point)
            if time:
                child.time = int(time)
            node.children.append(child)
            node = child
        self._node, self._taken, self._depth = node, taken, depth
        self._at = at + len(text.rstrip())

    def take_mark(self, mark: str, at: int) -> bool:
        """Begin a node or a variation, or end one. True if that is the end of the game."""
        self.finish()
        self._at = at
        if mark == ";":
            self._is_new = True
        elif mark == "(":
            self._waiting.append((self._node, self._taken, self._depth))
        elif not self._waiting:
            return True
        else:
            self._node, self._taken, self._depth = self._waiting.pop()
        return False

    def finish(self) -> None:
        """Put what is known of the last node into the tree."""
        properties, is_new = self.properties, self._is_new
        if not (properties or is_new):
            return
        self.properties, self._is_new = {}, False
        if self._node is None:
            return
        is_set_up = not properties.keys().isdisjoint(SET_UP)
        is_move = not properties.keys().isdisjoint((OPENED, PLAYED))
        if (is_new and not is_move) or (is_set_up and (is_new or self._node.player)):
            self._add(Node())
        if is_set_up:
            self._set_up(properties)
        if not is_new and is_move and self._node is not None:
            self._take_turn(self._node, properties)
        if is_move:
            self._play_all(properties, is_first=is_new or self._node is self.record.root)
        if self._node is not None:
            self._take_turn(self._node, properties)
            self._details.add(self._node, properties, self._at)

    def _play_all(self, properties: Properties, *, is_first: bool) -> None:
        """Play the moves of a node; unless they are its first, one was played before."""
        opened, played = properties.get(OPENED, []), properties.get(PLAYED, [])
        self._source.crowded += len(played) > 1 or bool(played and not is_first)
        for move in (*opened, *played):
            self._play(move)

    def _play(self, text: str) -> None:
        if self._node is None:
            return
        move = self._moves[text]
        if move is None:
            self._refuse(f"{quote(text)} is no move on a board of this size")
            return
        player, point, bit = move
        if self._taken & bit:
            self._refuse(f"{quote(text)} is a second stone on its point")
            return
        self._taken |= bit
        self._add(Node(player, point))

    def _add(self, node: Node) -> None:
        assert self._node is not None
        self._depth += 1
        if self._depth > DEEPEST:
            self._source.note(self._at, TOO_DEEP)
            self._node = None
            return
        self._node.children.append(node)
        self._node = node

    def _set_up(self, properties: Properties) -> None:
        stones: dict[int, Player | None] = {}
        for name, player in SET_UP.items():
            for value in properties.get(name, ()):
                points = self._details.points(value)
                if points is None:
                    self._refuse(f"{name}[{quote(value)}] is on no board of this size")
                    return
                stones.update(dict.fromkeys(points, player))
        for at, player in stones.items():
            bit = 1 << at
            self._taken = self._taken & ~bit if player is None else self._taken | bit
        if self._node is not None:
            self._node.stones = tuple(
                Stone(self._grid[at], player)
                for at, player in sorted(stones.items(), key=itemgetter(0))
            )

    def _take_turn(self, node: Node, properties: Properties) -> None:
        for value in properties.pop(TURN, ()):
            colour = read_simple(value)[:1].upper()
            if colour in COLOURS:
                node.turn = COLOURS[colour]

    def _refuse(self, what: str) -> None:
        self._source.note(self._at, f"{what}; it and what follows it are left out")
        self._node = None
