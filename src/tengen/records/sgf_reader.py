"""Reads SGF files, including damaged ones, and builds their game trees node by node.

A `Node` is a move, or a set-up, or neither. A node of the file can be more: a set-up and a move, or
the first node with a move. It then becomes several nodes in a row, and the last one gets its
comment and marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from operator import itemgetter
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records import sgf_properties, sgf_values
from tengen.records.game_tree import MAX_DEPTH, TOO_DEEP, Node, Stone
from tengen.records.reading import Reading, read_all
from tengen.records.record import Record
from tengen.rules import Player, grid_points

SETUP_PROPERTIES: dict[str, Player | None] = {"AB": Player.FIRST, "AW": Player.SECOND, "AE": None}
TURN_PROPERTY = "PL"
LINE_MOVE = rf"[BW]\[[A-Za-z]{{2}}\](?:{sgf_properties.TIME_PROPERTY}\[[0-9]{{1,15}}\])?+"
"""The usual content of a node: a move and perhaps its time."""
MOVE = re.compile(rf"([BW]\[[A-Za-z]{{2}}\])(?:{sgf_properties.TIME_PROPERTY}\[([0-9]{{1,15}})\])?")


class SgfTreeBuilder:
    """Builds the tree of a game. `properties` are those of the current node."""

    def __init__(
        self, source: sgf_properties.SgfSource, properties: sgf_properties.Properties, at: int
    ) -> None:
        self.record = sgf_properties.read_facts(
            properties, source.reading, lambda what: source.note(at, what)
        )
        self.properties = {
            name: values
            for name, values in properties.items()
            if name not in sgf_properties.FACT_PROPERTIES
        }
        rules = self.record.rules
        self._source = source
        self._details = sgf_properties.SgfDetails(source, rules, properties)
        self._grid = grid_points(rules.width, rules.height)
        self._moves = sgf_values.sgf_moves(rules.width, rules.height)
        self._node: Node | None = self.record.root
        """The parent of the next node; None while nodes are skipped."""
        self._taken = 0
        self._depth = 0
        self._waiting: list[tuple[Node | None, int, int]] = []
        self._is_new = False
        """Whether the current node is not in the tree yet."""
        self._at = at

    def play_line(self, text: str, at: int) -> None:
        """Add nodes that begin with moves, such as `;B[hh];W[ii]`; the text begins at `at`."""
        self.finish()
        node, taken, depth = self._node, self._taken, self._depth
        if node is None:
            return
        moves = self._moves
        for number, (move_text, time) in enumerate(MOVE.findall(text)):
            move = moves[move_text]
            if move is None or taken & move[2] or depth == MAX_DEPTH:
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

    def add_delimiter(self, delimiter: str, at: int) -> bool:
        """Begin a node, or begin or end a variation. Return True at the end of the game."""
        self.finish()
        self._at = at
        if delimiter == ";":
            self._is_new = True
        elif delimiter == "(":
            self._waiting.append((self._node, self._taken, self._depth))
        elif not self._waiting:
            return True
        else:
            self._node, self._taken, self._depth = self._waiting.pop()
        return False

    def finish(self) -> None:
        """Add the current node to the tree."""
        properties, is_new = self.properties, self._is_new
        if not (properties or is_new):
            return
        self.properties, self._is_new = {}, False
        if self._node is None:
            return
        is_set_up = not properties.keys().isdisjoint(SETUP_PROPERTIES)
        is_move = not properties.keys().isdisjoint(
            (sgf_values.OPENING_MOVES, sgf_values.PLAYED_MOVES)
        )
        if (is_new and not is_move) or (is_set_up and (is_new or self._node.player)):
            self._add(Node())
        if is_set_up:
            self._set_up(properties)
        if not is_new and is_move and self._node is not None:
            self._set_turn(self._node, properties)
        if is_move:
            self._play_all(properties, is_first=is_new or self._node is self.record.root)
        if self._node is not None:
            self._set_turn(self._node, properties)
            self._details.add(self._node, properties, self._at)

    def _play_all(self, properties: sgf_properties.Properties, *, is_first: bool) -> None:
        """Play the moves of a node; not `is_first` if one of its moves was played before."""
        opened, played = (
            properties.get(sgf_values.OPENING_MOVES, []),
            properties.get(sgf_values.PLAYED_MOVES, []),
        )
        self._source.multi_move_nodes += len(played) > 1 or bool(played and not is_first)
        for move in (*opened, *played):
            self._play(move)

    def _play(self, text: str) -> None:
        if self._node is None:
            return
        move = self._moves[text]
        if move is None:
            self._skip(f"{quote(text)} is not on the board")
            return
        player, point, bit = move
        if self._taken & bit:
            self._skip(f"{quote(text)} is on a point that is already taken")
            return
        self._taken |= bit
        self._add(Node(player, point))

    def _add(self, node: Node) -> None:
        assert self._node is not None
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._source.note(self._at, TOO_DEEP)
            self._node = None
            return
        self._node.children.append(node)
        self._node = node

    def _set_up(self, properties: sgf_properties.Properties) -> None:
        stones: dict[int, Player | None] = {}
        for name, player in SETUP_PROPERTIES.items():
            for value in properties.get(name, ()):
                points = self._details.points(value)
                if points is None:
                    self._skip(f"{name}[{quote(value)}] is not on the board")
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

    def _set_turn(self, node: Node, properties: sgf_properties.Properties) -> None:
        for value in properties.pop(TURN_PROPERTY, ()):
            colour = sgf_values.unescape_line(value)[:1].upper()
            if colour in sgf_values.COLOURS:
                node.turn = sgf_values.COLOURS[colour]

    def _skip(self, what: str) -> None:
        self._source.note(self._at, f"{what}; it and everything after it were skipped")
        self._node = None


VALUE = r"\[(?:[^\]\\]++|\\.)*+\]"
TOKEN = re.compile(
    r"\s*+(?:"
    rf"((?:;{LINE_MOVE}\s*+)++)"
    r"|([;()])"
    rf"|([A-Za-z0-9]++)\s*+({VALUE}(?:\s*+{VALUE})*+)"
    rf"|({VALUE}|[^\s;()\[]++)"
    r"|(\[)"
    r")",
    re.DOTALL,
)
MOVES, DELIMITER, VALUES, STRAY, OPEN = 1, 2, 4, 5, 6
"""The groups of a token: nodes that begin with moves; a delimiter; the values of a property, whose
name is the group before; text that belongs to nothing; a value without an end. Every text consists
of tokens and white space."""
ONE_VALUE = re.compile(VALUE, re.DOTALL)
GAME_START = re.compile(r"\(\s*+(?=;|[A-Z]{1,2}\s*+\[)")


def read_sgf(file: BinaryIO, reading: Reading) -> Iterator[Record]:
    """Read all games of a file."""
    text = sgf_values.decode_sgf(read_all(file), reading).rstrip()
    start = GAME_START.search(text)
    if start is None:
        raise RecordError("not an SGF file: it contains no game, which would start with (;")
    source = sgf_properties.SgfSource(text, reading)
    while start is not None:
        source.game += 1
        record, end = _read_game(source, start.end())
        yield record
        start = GAME_START.search(text, end)
    source.note_counts()


def _read_game(source: sgf_properties.SgfSource, at: int) -> tuple[Record, int]:
    """Read the game whose parenthesis is before `at`, and return it and its end."""
    tokens = TOKEN.finditer(source.text, at)
    properties: sgf_properties.Properties = {}
    last = _read_first(tokens, properties, source)
    tree = SgfTreeBuilder(source, properties, at)
    for token in chain((last,) if last else (), tokens):
        kind = token.lastindex
        if kind == MOVES:
            tree.play_line(token[MOVES], token.start(MOVES))
        elif kind == VALUES:
            _add_values(tree.properties, token)
        elif kind == DELIMITER:
            if tree.add_delimiter(token[DELIMITER], token.start(DELIMITER)):
                return tree.record, token.end()
        elif not _skip_token(token, source):
            break
    tree.finish()
    source.note(len(source.text), "the end of the game is missing: a ) was expected")
    return tree.record, len(source.text)


def _read_first(
    tokens: Iterator[re.Match[str]],
    properties: sgf_properties.Properties,
    source: sgf_properties.SgfSource,
) -> re.Match[str] | None:
    """Read the properties of the first node, and return the token after them."""
    is_begun = False
    for token in tokens:
        kind = token.lastindex
        if kind == VALUES:
            _add_values(properties, token)
        elif kind == MOVES and not is_begun and token[MOVES].count(";") == 1:
            text, time = MOVE.findall(token[MOVES])[0]
            properties[sgf_values.PLAYED_MOVES] = [text]
            if time:
                properties[sgf_properties.TIME_PROPERTY] = [time]
        elif kind in {STRAY, OPEN}:
            if not _skip_token(token, source):
                return None
        elif kind == MOVES or token[DELIMITER] != ";" or is_begun or properties:
            return token
        is_begun = True
    return None


def _add_values(properties: sgf_properties.Properties, token: re.Match[str]) -> None:
    name = token[VALUES - 1]
    if not name.isupper():
        name = "".join(char for char in name if not char.islower()) or name.upper()
    raw = token[VALUES]
    is_single = raw.find("]", 0, -1) < 0
    values = [raw[1:-1]] if is_single else [value[1:-1] for value in ONE_VALUE.findall(raw)]
    if name in sgf_values.COLOURS:
        name, values = sgf_values.PLAYED_MOVES, [f"{name}[{value.strip()}]" for value in values]
    elif name in sgf_values.QUEST_PROPERTIES:
        name, values = sgf_values.OPENING_MOVES, sgf_values.quest_moves(name, values)
    properties.setdefault(name, []).extend(values)


def _skip_token(token: re.Match[str], source: sgf_properties.SgfSource) -> bool:
    """Note a token that makes no sense. Return False if the rest of the file cannot be read."""
    at = token.end(0) - len(token[0].lstrip())
    if token.lastindex == OPEN:
        source.note(at, "a [ is never closed: the rest of the file was skipped")
        return False
    source.note(at, f"unexpected text {quote(token[STRAY])}")
    return True
