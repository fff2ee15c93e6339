"""Check the tree of one part node by node, and compute the supports.

There is no recursion. Unfinished nodes are on a stack of frames, one for every move of the attacker
and every removed stone on the path to a node. Nothing in the tree is trusted: `reason` is the code
of an error, and `path` its place.
"""

import array

import cython

from tengen.prove.quick_geometry import make_words

if cython.compiled:
    from cython.cimports.tengen.prove.quick_board import QuickBoard, lowest
    from cython.cimports.tengen.prove.quick_positions import QuickPositions
    from cython.cimports.tengen.prove.quick_tokens import QuickTokens
else:
    from tengen.prove.quick_board import QuickBoard, lowest
    from tengen.prove.quick_positions import QuickPositions
    from tengen.prove.quick_tokens import QuickTokens

ONE = cython.declare(cython.ulonglong, 1)
EMPTY = cython.declare(cython.int, 0)
ATTACKER = cython.declare(cython.int, 1)
DEFENDER = cython.declare(cython.int, 2)

END = cython.declare(cython.int, 0xFF)
KEEP = cython.declare(cython.int, 0xFE)
AGAIN = cython.declare(cython.int, 0xFD)
USE = cython.declare(cython.int, 0xFC)
LESS = cython.declare(cython.int, 0xFA)

GOING = cython.declare(cython.int, 0)
DONE = cython.declare(cython.int, 1)
REFUSED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)

NOWHERE = cython.declare(cython.int, -1)
PASS = cython.declare(cython.int, -2)

FOUR = cython.declare(cython.int, 1)
NULL = cython.declare(cython.int, 2)
ZONE = cython.declare(cython.int, 3)
EVERY = cython.declare(cython.int, 4)
WITHOUT = cython.declare(cython.int, 5)

CUT_OFF = cython.declare(cython.int, 1)
NO_NODE = cython.declare(cython.int, 2)
OCCUPIED = cython.declare(cython.int, 3)
UNANSWERED = cython.declare(cython.int, 4)
THREATENED = cython.declare(cython.int, 5)
NO_REPLY = cython.declare(cython.int, 6)
UNSORTED = cython.declare(cython.int, 7)
MISSING = cython.declare(cython.int, 8)
TOO_DEEP = cython.declare(cython.int, 9)
NOT_KEPT = cython.declare(cython.int, 10)
NOT_USED = cython.declare(cython.int, 11)
OTHER_STONES = cython.declare(cython.int, 12)
NO_STONE = cython.declare(cython.int, 13)
NEEDED = cython.declare(cython.int, 14)
LEFT_OVER = cython.declare(cython.int, 15)
TOO_LONG = cython.declare(cython.int, 16)
BOARD_FULL = cython.declare(cython.int, 17)

MOST_MOVES = cython.declare(cython.int, 500)
"""The most moves of the attacker on a path."""


@cython.final
@cython.cclass
class QuickTree:
    """Checks trees on one board. `nodes` and the other counts are totals of all trees.

    `result` has the `length` supports of the last finished node, one after the other; `plies` is
    the most plies of its win. Supports that will not be used are not computed: `needs` is how many
    the next node needs.
    """

    def __init__(self, board: QuickBoard) -> None:
        self.board = board
        self.cells = board.cells
        self.words = board.words
        self.ranks = max(board.line - 2, 0)
        self.code = QuickTokens(board.cells)
        self.nodes = self.fours = self.agains = self.uses = 0
        self.result = make_words((self.ranks + 1) * self.words)
        self.parts = QuickPositions(board, self.result)
        self.used = QuickPositions(board, self.result)
        self.kept = QuickPositions(board, self.result)
        self._make_frames(3 * board.cells + 3)

    def _make_frames(self, count: int) -> None:
        """Make room for the longest path: a stone of each side and a removed one on every cell."""
        self.deepest = count
        ints = array.array("i", [0]) * count
        self.kinds, self.moves, self.replies, self.lasts = (ints[:] for _ in range(4))
        self.keeps, self.needs, self.lengths, self.longest = (ints[:] for _ in range(4))
        self.zones = make_words(count * self.words)
        self.supports = make_words(count * (self.ranks + 1) * self.words)

    def start(self, data: bytes, turn: int) -> None:
        """Start a tree that proves the position on the board."""
        self.code.start(data)
        self.turn = turn
        self.depth = self.ready = self.pending = self.promised = self.tries = 0
        self.reason = 0
        self.kept.clear()

    def run(self, steps: int) -> int:
        """Run this many steps; return GOING, DONE, REFUSED, or FULL if there is no room to keep."""
        status: cython.int = GOING
        count: cython.longlong = steps
        if self.turn == DEFENDER and self.code.at == 0 and self.depth == 0:
            self.push(ZONE, NOWHERE, NOWHERE)
            status = self.open_rest()
        if status == GOING:
            with cython.nogil:
                status = self.walk(count)
        return status

    def finish_part(self) -> None:
        """Add the position of the board and its supports to the parts; there must be room."""
        self.parts.add(self.length, self.plies, self.turn)

    def path(self) -> list[tuple[str, int]]:
        """Return the steps from the part's position to the current node."""
        found = []
        for depth in range(self.depth):
            if self.moves[depth] >= 0:
                found.append(("move", self.moves[depth]))
            if self.replies[depth] == PASS:
                found.append(("pass", 0))
            elif self.replies[depth] >= 0:
                word = "less" if self.kinds[depth] == WITHOUT else "reply"
                found.append((word, self.replies[depth]))
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def refuse(self, reason: cython.int, culprit: cython.int) -> cython.int:
        """Set the reason of a refusal, and the cell or number at fault."""
        self.reason = reason
        self.culprit = culprit
        return REFUSED

    # Down: read the next node of the tree.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def walk(self, steps: cython.longlong) -> cython.int:
        """Read a node or finish one, this many times."""
        status: cython.int = GOING
        while status == GOING and steps > 0:
            status = self.finish() if self.ready else self.open_node()
            steps -= 1
        return status

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def need(self) -> cython.int:
        """Return how many supports the current node needs."""
        if self.pending or self.depth == 0:
            return self.ranks
        return self.needs[self.depth - 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_node(self) -> cython.int:
        """Read the beginning of a node with the attacker to move."""
        token: cython.int = self.code.token()
        if 0 <= token < self.cells:
            return self.open_move(token)
        if token < 0:
            return self.refuse(CUT_OFF, 0)
        if token == self.code.shift + KEEP:
            if self.kept.count + self.promised >= self.kept.room:
                self.code.step_back()
                return FULL
            self.pending += 1
            self.promised += 1
            return GOING
        if token == self.code.shift + AGAIN:
            self.agains += 1
            return self.recall(self.kept, NOT_KEPT)
        if token == self.code.shift + USE:
            self.uses += 1
            return self.recall(self.used, NOT_USED)
        if token == self.code.shift + LESS:
            return self.open_less()
        return self.refuse(NO_NODE, token)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, kind: cython.int, move: cython.int, reply: cython.int) -> cython.int:
        """Push a frame and return its place."""
        depth: cython.int = self.depth
        self.needs[depth] = self.need()
        self.kinds[depth] = kind
        self.moves[depth] = move
        self.replies[depth] = reply
        self.lasts[depth] = NOWHERE
        self.keeps[depth] = self.pending
        self.longest[depth] = 0
        self.pending = 0
        self.depth += 1
        return depth

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def recall(self, shelf: QuickPositions, reason: cython.int) -> cython.int:
        """Read a repeated node or a used part."""
        number: cython.longlong = self.code.number()
        if number < 0:
            return self.refuse(CUT_OFF, 0)
        if number >= shelf.count:
            return self.refuse(reason, 0)
        if not shelf.is_here(number):
            return self.refuse(OTHER_STONES, 0)
        self.length = shelf.hand_out(number, self.need())
        self.plies = shelf.plies[number]
        return self.end_node(self.pending)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_move(self, cell: cython.int) -> cython.int:
        """Read a move of the attacker."""
        rank: cython.int
        word: cython.int
        if self.board.stones[cell] != EMPTY:
            return self.refuse(OCCUPIED, cell)
        if self.tries == MOST_MOVES or self.depth == self.deepest:
            return self.refuse(TOO_LONG, cell)
        self.nodes += 1
        if self.board.completes(cell):
            self.length = self.need()
            for word in range(self.length * self.words):
                self.result[word] = 0
            for rank in range(self.length):
                self.result[rank * self.words + (cell >> 6)] = ONE << (cell & 63)
            self.plies = 1
            return self.end_node(self.pending)
        if not self.board.answers(cell):
            return self.refuse(UNANSWERED, cell)
        self.push(NULL, cell, NOWHERE)
        self.tries += 1
        self.board.put(cell, ATTACKER)
        return self.open_rest()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_less(self) -> cython.int:
        """Read LESS, which removes a stone of the defender."""
        cell: cython.int = self.code.token()
        depth: cython.int
        if cell < 0:
            return self.refuse(CUT_OFF, 0)
        if cell >= self.cells or self.board.stones[cell] != DEFENDER:
            return self.refuse(NO_STONE, cell)
        if self.depth == self.deepest:
            return self.refuse(TOO_LONG, cell)
        depth = self.push(WITHOUT, NOWHERE, cell)
        self.needs[depth] = min(self.needs[depth] + 1, self.ranks)
        self.board.take(cell)
        return GOING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_rest(self) -> cython.int:
        """Read what follows with the defender to move, as the board requires."""
        depth: cython.int = self.depth - 1
        if self.board.threats:
            return self.refuse(THREATENED, 0)
        if self.board.attacks:
            return self.open_four(depth)
        if self.code.is_short():
            return self.refuse(CUT_OFF, 0)
        if self.code.skips_all():
            self.kinds[depth] = EVERY
            self.needs[depth] = self.lengths[depth] = 0
            return self.list_empty(depth)
        self.kinds[depth] = NULL
        self.replies[depth] = PASS
        self.needs[depth] = min(self.needs[depth] + 1, self.ranks)
        return GOING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open_four(self, depth: cython.int) -> cython.int:
        """Read what follows a four: one defence, or none."""
        count: cython.int = self.board.fives()
        rank: cython.int
        word: cython.int
        cell: cython.int = 0
        if self.moves[depth] >= 0:
            self.fours += 1
        if count > 1:
            self.length = self.needs[depth]
            for rank in range(self.length):
                for word in range(self.words):
                    self.result[rank * self.words + word] = self.board.found[word]
            self.plies = 2
            return self.close(depth)
        for word in range(self.words):
            if self.board.found[word]:
                cell = 64 * word + lowest(self.board.found[word])
        self.kinds[depth] = FOUR
        self.replies[depth] = cell
        self.board.put(cell, DEFENDER)
        return GOING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_empty(self, depth: cython.int) -> cython.int:
        """Require a reply on every empty cell; refuse a full board."""
        cell: cython.int
        word: cython.int
        count: cython.int = 0
        for word in range(self.words):
            self.zones[depth * self.words + word] = 0
        for cell in range(self.cells):
            if self.board.stones[cell] == EMPTY:
                self.zones[depth * self.words + (cell >> 6)] |= ONE << (cell & 63)
                count += 1
        return self.next_reply(depth) if count else self.refuse(BOARD_FULL, 0)

    # Up: finish a node whose supports are in `result`.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self) -> cython.int:
        """Add a finished node to its frame."""
        depth: cython.int = self.depth - 1
        kind: cython.int
        self.ready = 0
        if depth < 0:
            return DONE if self.code.is_over() else self.refuse(LEFT_OVER, 0)
        kind = self.kinds[depth]
        self.length = min(self.length, self.needs[depth])
        if kind == FOUR:
            return self.after_four(depth)
        if kind == NULL:
            return self.after_null(depth)
        if kind == WITHOUT:
            return self.after_less(depth)
        return self.after_reply(depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after_four(self, depth: cython.int) -> cython.int:
        """Finish the only defence to a four."""
        rank: cython.int
        cell: cython.int = self.replies[depth]
        self.board.take(cell)
        for rank in range(self.length):
            self.result[rank * self.words + (cell >> 6)] |= ONE << (cell & 63)
        self.plies += 1
        return self.close(depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after_null(self, depth: cython.int) -> cython.int:
        """Finish the tree after a pass; replies follow."""
        word: cython.int
        zone: cython.int = depth * self.words
        at: cython.int = depth * self.ranks * self.words
        self.replies[depth] = NOWHERE
        if self.length == 0:
            return self.refuse(TOO_DEEP, 0)
        self.length -= 1
        for word in range(self.words):
            self.zones[zone + word] = self.result[word]
        for word in range(self.length * self.words):
            self.supports[at + word] = self.result[self.words + word]
        self.kinds[depth] = ZONE
        self.lengths[depth] = self.needs[depth] = self.length
        self.longest[depth] = self.plies
        return self.next_reply(depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after_less(self, depth: cython.int) -> cython.int:
        """Finish LESS: the removed stone must not be in the zone, and leaves all supports."""
        word: cython.int
        rank: cython.int
        cell: cython.int = self.replies[depth]
        self.replies[depth] = NOWHERE
        self.board.put(cell, DEFENDER)
        if self.length == 0:
            return self.refuse(TOO_DEEP, 0)
        if self.result[cell >> 6] >> (cell & 63) & 1:
            return self.refuse(NEEDED, cell)
        self.length -= 1
        for word in range(self.length * self.words):
            self.result[word] = self.result[self.words + word]
        for rank in range(self.length):
            self.result[rank * self.words + (cell >> 6)] &= ~(ONE << (cell & 63))
        self.depth = depth
        return self.end_node(self.keeps[depth])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after_reply(self, depth: cython.int) -> cython.int:
        """Finish a reply; more replies follow."""
        word: cython.int
        at: cython.int = depth * self.ranks * self.words
        self.board.take(self.replies[depth])
        self.replies[depth] = NOWHERE
        self.needs[depth] = self.lengths[depth] = self.length
        self.longest[depth] = max(self.longest[depth], self.plies)
        for word in range(self.length * self.words):
            self.supports[at + word] |= self.result[word]
        return self.next_reply(depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_reply(self, depth: cython.int) -> cython.int:
        """Read the next reply, or the end of the replies."""
        cell: cython.int = self.code.token()
        if cell < 0:
            return self.refuse(CUT_OFF, 0)
        if cell == self.code.shift + END:
            return self.end_replies(depth)
        if cell >= self.cells:
            return self.refuse(NO_REPLY, cell)
        if cell <= self.lasts[depth]:
            return self.refuse(UNSORTED, cell)
        if self.board.stones[cell] != EMPTY:
            return self.refuse(OCCUPIED, cell)
        if self.kinds[depth] == EVERY:
            self.cover(depth, cell)
        else:
            self.zones[depth * self.words + (cell >> 6)] &= ~(ONE << (cell & 63))
        self.lasts[depth] = self.replies[depth] = cell
        self.board.put(cell, DEFENDER)
        return GOING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cover(self, depth: cython.int, cell: cython.int) -> cython.void:
        """Remove a reply and its images under symmetries of the position from the missing ones."""
        symmetry: cython.int
        image: cython.int
        for symmetry in range(self.board.symmetries):
            if self.board.is_fixed(symmetry):
                image = self.board.images[symmetry * self.cells + cell]
                self.zones[depth * self.words + (image >> 6)] &= ~(ONE << (image & 63))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_replies(self, depth: cython.int) -> cython.int:
        """Refuse missing replies, and finish the node."""
        word: cython.int
        at: cython.int = depth * self.ranks * self.words
        left: cython.ulonglong
        for word in range(self.words):
            left = self.zones[depth * self.words + word]
            if left:
                return self.refuse(MISSING, 64 * word + lowest(left))
        self.length = self.lengths[depth]
        for word in range(self.length * self.words):
            self.result[word] = self.supports[at + word]
        self.plies = self.longest[depth] + 1
        return self.close(depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def close(self, depth: cython.int) -> cython.int:
        """End a frame: take back the attacker's move and add its supports."""
        move: cython.int = self.moves[depth]
        self.depth = depth
        if move >= 0:
            self.board.take(move)
            self.tries -= 1
            self.plies += 1
            self.add_move(move)
        return self.end_node(self.keeps[depth])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_move(self, cell: cython.int) -> cython.void:
        """Add a move and the cells of the defender's windows to every support."""
        rank: cython.int
        word: cython.int
        place: cython.int
        if self.length == 0:
            return
        for word in range(self.words):
            self.board.found[word] = 0
        self.board.found[cell >> 6] = ONE << (cell & 63)
        self.board.add_windows(self.board.line - 1)
        for rank in range(self.length):
            self.board.add_windows(self.board.line - 2 - rank)
            place = rank * self.words
            for word in range(self.words):
                self.result[place + word] |= (
                    self.board.found[word] & ~self.board.sets[self.words + word]
                )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_node(self, times: cython.int) -> cython.int:
        """Mark the node as finished, and keep it as many times as required."""
        while times > 0:
            self.kept.add(self.length, self.plies, ATTACKER)
            self.promised -= 1
            times -= 1
        self.pending = 0
        self.ready = 1
        return GOING
