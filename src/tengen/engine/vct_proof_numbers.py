"""VCT by proof numbers: finds long wins by fours and threes that deepening takes too long for.

The tree is that of `VctSearch`. An OR node is a position with the attacker to move; its children
are the moves that `VctMoves` lists. An AND node is such a move; its children are the answers in the
zone. The proof number of a node estimates how many positions must still be won to prove it, the
disproof number how many moves must still fail. The search is depth-first (df-pn): it stays below a
node until one of its numbers reaches a threshold, and stores the numbers in a transposition table.
"""

from collections.abc import MutableSequence

import cython

if not cython.compiled:
    from tengen.engine.constants import (
        CATEGORIES,
        CELLS,
        FIVE,
        FOUR,
        LOST,
        OPEN,
        STOPPED,
        THREE,
        WON,
    )
    from tengen.engine.vct import VctSearch

INFINITE = cython.declare(cython.int, (1 << 20) - 1)
"""The proof number of a node that is lost and the disproof number of one that is won."""
BUCKET = cython.declare(cython.int, 4)
"""The number of entries among which one is replaced. An entry has two words."""
PROOF = cython.declare(cython.int, 36)
DISPROOF = cython.declare(cython.int, 16)
MOVE = cython.declare(cython.int, 6)
CELL = cython.declare(cython.ulonglong, 1023)
WORK = cython.declare(cython.ulonglong, 63)
HINTS = cython.declare(cython.int, 65535)
MAX_THREATS = cython.declare(cython.int, 60)
QUIET_PROOF = cython.declare(cython.int, 5)
FOUR_PROOF = cython.declare(cython.int, 2)
"""The first proof numbers of a move that makes no three by its patterns, and of one that makes a
four and nothing else. All others begin with 1.
"""
SLACK = cython.declare(cython.int, 2)
"""A node is left when its number is above that of the next best one and a part of it: the number
shifted right by this. Without that, the search would often change between two nodes.
"""


@cython.final
@cython.cclass
class VctProofNumbers:
    """Searches for wins of the side to move, on the position and with the tables of a `VctSearch`.

    `table` has two words for each entry, and its length is a power of two. `proof`, `disproof` and
    `move` are those of the node that was searched or looked up last.
    """

    def __init__(self, threats: VctSearch, table: MutableSequence[int]) -> None:
        self.threats = threats
        self.position = threats.position
        self.chains = threats.chains
        self.choices = threats.choices
        self.fours = threats.fours
        self.table = table
        self.mask = len(table) // (2 * BUCKET) - 1
        self.proof = 1
        self.disproof = 1
        self.move = 0
        self.stopped = 0

    def run(self, limit: cython.longlong) -> int:
        """Return WON, LOST, or STOPPED at the limit."""
        result: cython.int
        self.choices.top = 0
        self.chains.limit = limit
        with cython.nogil:
            result = self.solve()
        return result

    def run_in_turns(self, limit: cython.longlong, share: cython.longlong) -> int:
        """Deepen and search by proof numbers in turns; return WON, LOST, or STOPPED at the limit.

        Each gets `share` nodes at first, and twice as many in each further turn. Deepening finds
        short wins sooner, proof numbers most of the long ones. Without a share, only deepen.
        """
        result: cython.int
        until: cython.longlong
        if share == 0:
            return self.deepen(limit)
        while self.chains.nodes <= limit:
            until = min(limit, self.chains.nodes + share)
            result = self.deepen(until)
            if self.chains.nodes > until:
                until = min(limit, self.chains.nodes + share)
                result = self.run(until)
            if result != STOPPED or self.chains.nodes <= until:
                return result
            share *= 2
        return STOPPED

    def winner(self) -> int:
        """Return the first move of the win that was found."""
        return self.move

    @cython.cfunc
    @cython.exceptval(-1, check=True)
    def deepen(self, limit: cython.longlong) -> cython.int:
        """Return WON, LOST, or STOPPED at the limit."""
        depth: cython.int
        result: cython.int = OPEN
        for depth in range(MAX_THREATS):
            result = self.threats.run(depth, limit)
            if result != OPEN:
                break
        self.move = self.threats.move
        return STOPPED if result == OPEN else result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def solve(self) -> cython.int:
        """Search the position without thresholds."""
        self.stopped = self.chains.stop
        if self.stopped:
            return STOPPED
        self.attack(INFINITE, INFINITE)
        if self.proof == 0:
            return WON
        return LOST if self.disproof == 0 else STOPPED

    # The table

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_up(self, key: cython.ulonglong) -> cython.int:
        """Take the numbers and the move of a node from the table; return whether they are there."""
        base: cython.ulonglong = (key & self.mask) * 2 * BUCKET
        data: cython.ulonglong
        at: cython.int
        for at in range(BUCKET):
            data = self.table[base + 2 * at + 1]
            if data and self.table[base + 2 * at] == key:
                self.proof = data >> PROOF
                self.disproof = data >> DISPROOF & INFINITE
                self.move = data >> MOVE & CELL
                return 1
        self.proof = 1
        self.disproof = 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def save(
        self,
        key: cython.ulonglong,
        proof: cython.int,
        disproof: cython.int,
        move: cython.int,
        start: cython.longlong,
    ) -> cython.void:
        """Store a node whose search began at this count of nodes.

        It replaces the entry that took the least work.
        """
        spot: cython.ulonglong = self.spot_for(key)
        work: cython.ulonglong = 1
        spent: cython.longlong = self.chains.nodes - start
        while spent > 0:
            work += 1
            spent >>= 1
        if self.table[spot] == key:
            work = max(work, self.table[spot + 1] & WORK)
        self.proof = proof
        self.disproof = disproof
        self.move = move
        self.table[spot] = key
        self.table[spot + 1] = (
            (cython.cast(cython.ulonglong, proof) << PROOF)
            | (cython.cast(cython.ulonglong, disproof) << DISPROOF)
            | (move << MOVE)
            | work
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spot_for(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return the index of the entry of a node, or of the one that took the least work."""
        base: cython.ulonglong = (key & self.mask) * 2 * BUCKET
        best: cython.ulonglong = base
        at: cython.ulonglong
        for at in range(base, base + 2 * BUCKET, 2):
            if self.table[at] == key:
                return at
            if self.table[at + 1] & WORK < self.table[best + 1] & WORK:
                best = at
        return best

    # OR nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(self) -> cython.void:
        """Find the numbers of a position with the attacker to move.

        A chain of fours wins. Otherwise the disproof number is the number of moves to try.
        """
        key: cython.ulonglong = self.position.key
        start: cython.longlong = self.chains.nodes
        base: cython.int = self.choices.top
        result: cython.int
        if self.look_up(key):
            return
        result = self.threats.attack(0)
        if result == OPEN:
            self.list_threats()
            self.save(key, 1, self.choices.top - base, 0, start)
            self.choices.top = base
        elif result == WON:
            self.save(key, 0, INFINITE, self.threats.move, start)
        elif result == LOST:
            self.save(key, INFINITE, 0, 0, start)
        else:
            self.stopped = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_threats(self) -> cython.void:
        """Push the moves to try. If a five must be stopped, this is the only one."""
        if self.position.tally[(1 - self.position.turn) * CATEGORIES + FIVE]:
            self.choices.push(self.fours.find_five(1 - self.position.turn), 0)
        else:
            self.choices.add_threats()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_up_move(self, cell: cython.int) -> cython.void:
        """Find the numbers of a move; those of a new one depend on its patterns."""
        place: cython.int = self.position.turn * CELLS + cell
        kind: cython.int = self.position.kinds[place]
        if self.look_up(self.position.key ^ self.position.zobrist[place]):
            return
        if kind < THREE:
            self.proof = QUIET_PROOF
        elif kind == FOUR:
            self.proof = FOUR_PROOF

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack(self, proof: cython.int, disproof: cython.int) -> cython.void:
        """Search a position until one of its numbers reaches the threshold.

        Its proof number is the least of its moves. Its disproof number is the greatest of them and
        one for each other move that has not failed: their sum would count positions that several
        moves lead to several times.
        """
        key: cython.ulonglong = self.position.key
        start: cython.longlong = self.chains.nodes
        base: cython.int = self.choices.top
        at: cython.int
        best: cython.int
        least: cython.int
        second: cython.int
        most: cython.int
        others: cython.int
        self.evaluate()
        if self.stopped or self.proof == 0 or self.disproof == 0:
            return
        self.list_threats()
        while True:
            best = base
            least = INFINITE
            second = INFINITE
            most = 0
            others = -1
            for at in range(base, self.choices.top):
                self.look_up_move(self.choices.stack[at])
                if self.disproof:
                    most = max(most, self.disproof)
                    others += 1
                if self.proof < least or (
                    self.proof == least and self.choices.ranks[at] > self.choices.ranks[best]
                ):
                    second = least
                    least = self.proof
                    best = at
                elif self.proof < second:
                    second = self.proof
            if least == 0:
                most = INFINITE
                self.threats.win(key, self.choices.stack[best])
            elif most:
                most = min(most + others, INFINITE - 1)
            if least >= proof or most >= disproof or most == 0 or self.stopped:
                break
            self.try_move(
                self.choices.stack[best],
                min(proof, second + 1 + (second >> SLACK)),
                INFINITE if disproof == INFINITE else disproof - others,
            )
        self.choices.top = base
        self.save(key, least, most, self.choices.stack[best], start)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_move(self, cell: cython.int, proof: cython.int, disproof: cython.int) -> cython.void:
        """Search a move of the attacker."""
        key: cython.ulonglong = self.position.zobrist[self.position.turn * CELLS + cell]
        if self.position.is_foul(cell):
            self.save(self.position.key ^ key, INFINITE, 0, 0, self.chains.nodes)
            return
        self.threats.mine ^= key
        self.position.put(cell)
        self.defend(proof, disproof)
        self.position.take()
        self.threats.mine ^= key

    # AND nodes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_answers(self) -> cython.int:
        """Push the answers to a move.

        Return WON if the answer is forbidden, LOST if the move is no threat, OPEN, or STOPPED.
        """
        who: cython.int = 1 - self.position.turn
        answer: cython.int
        result: cython.int
        if self.position.tally[who * CATEGORIES + FIVE]:
            answer = self.fours.find_five(who)
            if self.position.is_foul(answer) and self.position.has_room():
                return WON
            self.choices.push(answer, 0)
            return OPEN
        self.position.hand_over()
        result = self.chains.find(0)
        if result == WON:
            self.choices.add_zone()
            result = OPEN
        self.position.hand_over()
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_refuted(self, base: cython.int) -> cython.int:
        """Evaluate all answers, the best first; return whether one of them refutes the move."""
        hint: cython.int = self.position.key & HINTS
        at: cython.int
        self.choices.rank_all(base, self.threats.hints[hint])
        for at in range(base, self.choices.top):
            self.position.put(self.choices.pick(at))
            self.evaluate()
            self.position.take()
            if self.stopped:
                return 0
            if self.disproof == 0:
                self.threats.hints[hint] = self.choices.stack[at]
                return 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def defend(self, proof: cython.int, disproof: cython.int) -> cython.void:
        """Search a move until one of its numbers reaches the threshold.

        Its proof number is the sum of its answers, its disproof number the least of them.
        """
        key: cython.ulonglong = self.position.key
        start: cython.longlong = self.chains.nodes
        base: cython.int = self.choices.top
        is_known: cython.int = self.look_up(key)
        result: cython.int = self.list_answers()
        if result == STOPPED:
            self.stopped = 1
        elif result == WON:
            self.save(key, 0, INFINITE, 0, start)
        elif result == LOST or (is_known == 0 and self.is_refuted(base)):
            self.save(key, INFINITE, 0, 0, start)
        else:
            self.try_answers(proof, disproof, base, start)
        self.choices.top = base

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_answers(
        self,
        proof: cython.int,
        disproof: cython.int,
        base: cython.int,
        start: cython.longlong,
    ) -> cython.void:
        """Search the answers from `base` on until a number of the move reaches its threshold."""
        key: cython.ulonglong = self.position.key
        mine: cython.int = self.position.turn * CELLS
        at: cython.int
        best: cython.int
        least: cython.int
        second: cython.int
        total: cython.int
        part: cython.int
        while True:
            best = base
            least = INFINITE
            second = INFINITE
            total = 0
            part = 0
            for at in range(base, self.choices.top):
                self.look_up(key ^ self.position.zobrist[mine + self.choices.stack[at]])
                total += self.proof
                if self.disproof < least:
                    second = least
                    least = self.disproof
                    best = at
                    part = self.proof
                elif self.disproof < second:
                    second = self.disproof
            part = total - part
            total = INFINITE if least == 0 else min(total, INFINITE - 1)
            if total >= proof or least >= disproof or total == 0 or self.stopped:
                break
            self.position.put(self.choices.stack[best])
            self.attack(
                INFINITE if proof == INFINITE else proof - part,
                min(disproof, second + 1 + (second >> SLACK)),
            )
            self.position.take()
        self.save(key, total, least, 0, start)
