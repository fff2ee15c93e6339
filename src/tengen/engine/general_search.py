"""Alpha-beta for every k in a row, without patterns.

Scores are from the view of the side to move. A score of `WIN - n` is a proven win in n plies. Each
score has a flag that says whether it is true of the game itself, not only to the searched depth:
`LOW` means that the position is worth at least the score, `HIGH` that it is worth at most the
score. True scores need no deeper search.
"""

from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    from tengen.engine.engine import HashTable

if not cython.compiled:
    from tengen.engine.constants import BOTH, DEEPEST, HIGH, LOW, PROVEN, UNSURE, WIN, WINS
    from tengen.engine.general_moves import GeneralMoves
    from tengen.engine.general_pairing import GeneralPairing
    from tengen.engine.general_position import GeneralPosition
    from tengen.engine.general_threats import GeneralThreats

HOPE = cython.declare(cython.int, 20000)

UNKNOWN = cython.declare(cython.int, 32000)

THREAT_DEPTH = cython.declare(cython.int, 10)
THREAT_NODES = cython.declare(cython.int, 200)
PAIRS = cython.declare(cython.int, 40)


@cython.final
@cython.cclass
class GeneralSearch:
    """Searches one position with a given hash table."""

    def __init__(self, position: GeneralPosition, table: "HashTable") -> None:
        if not cython.compiled:
            self.lines = [0] * (128 * 128)
            self.lengths = [0] * 128
        self.position = position
        self.pairs = GeneralPairing(position)
        self.threats = GeneralThreats(position)
        self.moves = GeneralMoves(position, self.threats)
        self.keys = table.keys
        self.entries = table.entries
        self.mask = len(table.keys) - 2
        self.nodes = self.limit = self.stop = self.best = self.score = 0
        self.sure = self.hinted = 0
        self.first = -1
        self.single = position.other_flank == 0

    def run(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, first: cython.int = -1
    ) -> int:
        """Search to a depth and return the score; `best` is the move. Setting `stop` stops it.

        `first` is the move to try first, or -1.
        """
        score: cython.int
        self.first = first
        with cython.nogil:
            score = self.search(alpha, beta, depth, 0)
        self.score = score
        return score

    @property
    def solved(self) -> bool:
        """Whether the last score is the value of the game with best play."""
        return not self.stop and (abs(self.score) > PROVEN or self.sure == BOTH)

    def bar(self, cells: list[int]) -> None:
        """Exclude exactly these moves at the root."""
        self.moves.bar(cells)

    def all_nodes(self) -> int:
        """Return the number of positions searched, with those of the threat search."""
        return self.nodes + self.threats.nodes

    def guess(self) -> int:
        """Return the move that would be tried first."""
        count: cython.int
        with cython.nogil:
            count = self.moves.list_moves(0, -1)
            self.best = self.moves.pick(0, 0, count)
        return self.best

    def line(self) -> list[int]:
        """Return the principal variation of the last search."""
        return [self.lines[at] for at in range(self.lengths[0])]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self, alpha: cython.int, beta: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """Return the score of the position; it is exact between alpha and beta."""
        me: cython.int = self.position.turn
        mine: cython.int = self.position.tally[4 * me + WINS]
        theirs: cython.int = self.position.tally[4 * (1 - me) + WINS]
        score: cython.int
        self.nodes += 1
        self.lengths[ply] = 0
        if self.limit and self.nodes + self.threats.nodes >= self.limit:
            self.stop = 1
        if ply == 0:
            self.probe(alpha, beta, depth, ply)
            if self.first >= 0:
                self.hinted = self.first
            return self.search_moves(alpha, beta, depth, ply)
        if mine:
            return self.say(WIN - ply - 1, BOTH)
        if self.position.count == self.position.area:
            return self.say(0, BOTH)
        if theirs > 1 and self.single:
            return self.say(ply + 2 - WIN, BOTH)
        if theirs == 0 and self.single and self.threats.find_fork(me) >= 0:
            return self.say(WIN - ply - 3, BOTH)
        soonest: cython.int = 5 if self.single and theirs == 0 else 3
        if alpha >= WIN - ply - soonest:
            return self.say(WIN - ply - soonest, HIGH)
        if self.is_drawn(alpha, beta):
            return 0
        score = self.probe(alpha, beta, depth, ply)
        if score != UNKNOWN:
            return score
        if ply >= DEEPEST or self.stop:
            return self.say(self.evaluate(), 0)
        if depth <= 0 and theirs == 0:
            self.threats.budget = THREAT_NODES
            score = self.threats.force(THREAT_DEPTH, ply)
            if score:
                return self.say(WIN - ply - score, LOW)
            return self.say(self.evaluate(), 0)
        return self.search_moves(alpha, beta, depth, ply)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def say(self, score: cython.int, sure: cython.int) -> cython.int:
        """Return a score after setting its flag `sure`."""
        self.sure = sure
        return score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_drawn(self, alpha: cython.int, beta: cython.int) -> cython.int:
        """Whether one side or both cannot win, and this decides the score within the window."""
        me: cython.int = self.position.turn
        tries: cython.int = PAIRS if self.position.small else 0
        held: cython.int = 0
        if beta > 0 and self.cannot_win(me, tries):
            held = HIGH
            if alpha >= 0:
                self.sure = held
                return 1
        if alpha < 0 and self.cannot_win(1 - me, tries):
            held |= LOW
        self.sure = held
        return held == BOTH or (held == LOW and beta <= 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cannot_win(self, who: cython.int, tries: cython.int) -> cython.int:
        """Whether a player has no live window, or pairs keep all of them from being filled."""
        if self.position.alive[who] == 0:
            return 1
        return self.pairs.hold(who, tries) if tries else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(self) -> cython.int:
        """Return the static evaluation."""
        me: cython.int = self.position.turn
        mine: cython.int = self.position.totals[me]
        theirs: cython.int = self.position.totals[1 - me]
        score: cython.int = mine - theirs + (mine >> 3) + 8
        score = -HOPE if score < -HOPE else HOPE if score > HOPE else score
        if score > 0 and self.position.alive[me] == 0:
            return 0
        return 0 if score < 0 and self.position.alive[1 - me] == 0 else score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def probe(
        self, alpha: cython.int, beta: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """Return a score from the hash table that is deep enough, or UNKNOWN.

        Set `hinted` to the stored move.
        """
        turn: cython.int = self.position.turned()
        key: cython.ulonglong = self.position.keys[turn]
        slot: cython.ulonglong = key & self.mask
        known: cython.ulonglong
        score: cython.int
        bound: cython.int
        sure: cython.int
        cell: cython.int
        self.hinted = -1
        known = self.entries[slot]
        if self.keys[slot] ^ known != key:
            slot += 1
            known = self.entries[slot]
            if self.keys[slot] ^ known != key:
                return UNKNOWN
        bound = (known >> 12) & 3
        if bound == 0:
            return UNKNOWN
        cell = known & 4095
        self.hinted = self.position.origins[turn * self.position.area + cell]
        sure = (known >> 14) & 3
        if cython.cast(cython.int, (known >> 16) & 255) < depth:
            bound = sure
        score = cython.cast(cython.int, (known >> 24) & 65535) - 32768
        score -= ply if score > PROVEN else -ply if score < -PROVEN else 0
        if bound == BOTH or (bound == LOW and score >= beta) or (bound == HIGH and score <= alpha):
            return self.say(score, sure)
        return UNKNOWN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def store(
        self,
        score: cython.int,
        bound: cython.int,
        sure: cython.int,
        move: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.void:
        """Store a result; the plies of a win are counted from this position.

        Of two positions with the same slot, the one with the deeper search keeps its place.
        """
        turn: cython.int = self.position.turned()
        key: cython.ulonglong = self.position.keys[turn]
        slot: cython.ulonglong = key & self.mask
        kept: cython.ulonglong
        depth = 0 if depth < 0 else depth
        kept = self.entries[slot]
        if self.keys[slot] ^ kept != key:
            slot += cython.cast(cython.int, (kept >> 16) & 255) > depth
        score += ply if score > PROVEN else -ply if score < -PROVEN else 0
        kept = score + 32768
        move = self.position.images[turn * self.position.area + move]
        move |= depth << 16 | sure << 14 | bound << 12
        kept = kept << 24 | cython.cast(cython.ulonglong, move)
        self.keys[slot] = key ^ kept
        self.entries[slot] = kept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_moves(
        self, alpha: cython.int, beta: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """Search the moves, best first; the last of many only if all before them lose."""
        me: cython.int = self.position.turn
        left: cython.int = self.position.area - self.position.count
        theirs: cython.int = self.position.tally[4 * (1 - me) + WINS]
        count: cython.int = self.moves.list_moves(ply, self.hinted)
        enough: cython.int = left if ply == 0 or depth >= left else 8 + 4 * depth
        best: cython.int = -WIN
        best_move: cython.int = -1
        low: cython.int = 0
        high: cython.int = HIGH
        start: cython.int = alpha
        at: cython.int
        move: cython.int
        score: cython.int
        bound: cython.int
        if ply and theirs == 0:
            best = ply + 4 - WIN  # the earliest possible loss
            low = LOW
        for at in range(count):
            move = self.moves.pick(ply, at, count)
            if at >= enough and best > -PROVEN:
                high = 0
                break
            score = self.search_move(move, at, alpha, beta, depth, ply)
            if self.stop:
                break
            high &= self.sure << 1
            if score > best or best_move < 0:
                low = self.sure >> 1 if score > best else low
                best = score if score > best else best
                best_move = move
                if score > alpha:
                    alpha = score
                    self.extend(move, ply)
                    if score >= beta:
                        high = 0
                        self.moves.reward(move, depth, ply)
                        break
            elif score == best:
                low |= self.sure >> 1
        if self.stop and best < -PROVEN:
            return best + UNSURE  # not all moves were tried
        if not self.stop and best_move >= 0 and ply:
            bound = LOW if best >= beta else BOTH if best > start else HIGH
            self.store(best, bound | low | high, low | high, best_move, depth, ply)
        return self.say(best, low | high)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_move(
        self,
        move: cython.int,
        at: cython.int,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the score of a move. Late quiet moves are reduced; answers to threats are free."""
        me: cython.int = self.position.turn
        deeper: cython.int = depth if self.position.tally[4 * (1 - me) + WINS] else depth - 1
        loud: cython.int = self.position.level(me, move)
        less: cython.int = 0
        score: cython.int
        if loud == WINS:
            self.lengths[ply + 1] = 0
            return self.say(WIN - ply - 1, BOTH)
        loud += self.position.level(1 - me, move)
        if loud == 0 and at >= 3 and 3 <= depth < self.position.area - self.position.count:
            less = 1 + (at >= 10) + (depth >= 8)
        self.position.put(move)
        if at == 0:
            score = -self.search(-beta, -alpha, deeper, ply + 1)
        else:
            score = -self.search(-alpha - 1, -alpha, deeper - less, ply + 1)
            if score > alpha and less:
                score = -self.search(-alpha - 1, -alpha, deeper, ply + 1)
            if alpha < score < beta:
                score = -self.search(-beta, -alpha, deeper, ply + 1)
        self.position.take()
        return score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def extend(self, move: cython.int, ply: cython.int) -> cython.void:
        """Set the principal variation: this move, then the one after it."""
        at: cython.int
        self.best = move if ply == 0 else self.best
        self.lines[128 * ply] = move
        for at in range(self.lengths[ply + 1]):
            self.lines[128 * ply + at + 1] = self.lines[128 * (ply + 1) + at]
        self.lengths[ply] = self.lengths[ply + 1] + 1
