"""VCT, victory by continuous threats: a win by fours and threes against every defence.

A *three* here is any move after which the attacker would win by a chain of fours if the defender
passed. Such a chain has a *zone*: its moves and answers, and the cells on which the defender makes
a four before one of its moves. An answer outside the zone cannot stop the chain; the search tries
every answer inside. docs/design/threats.md has the proof.

`run` searches to a number of threats. `pursue` tries only moves that have won in similar positions.
"""

from collections.abc import MutableSequence

import cython

if not cython.compiled:
    from tengen.engine.constants import CATEGORIES, CELLS, FIVE, FOUR, LOST, OPEN, STOPPED, WON
    from tengen.engine.pattern_position import PatternPosition
    from tengen.engine.vcf import ExhaustiveVcf, VcfSearch
    from tengen.engine.vct_moves import VctMoves
    from tengen.engine.winning_move_cache import WinningMoveCache

DEEP = cython.declare(cython.int, 64)
"""The depth of `pursue`, which has no other limit than the nodes."""
FOREVER = cython.declare(cython.int, 63)
DATA = cython.declare(cython.ulonglong, (1 << 17) - 1)
HINTS = cython.declare(cython.int, 65535)
SOON = cython.declare(cython.longlong, 2000)
"""The budget for a shorter chain, for each number of fours."""


@cython.final
@cython.cclass
class VctSearch:
    """Searches for wins of the side to move. The position is the same after a search."""

    def __init__(
        self,
        position: PatternPosition,
        memory: MutableSequence[int],
        chain_memory: MutableSequence[int],
        ways: WinningMoveCache,
    ) -> None:
        if not cython.compiled:
            self.hints = [0] * (1 << 16)
        self.position = position
        self.chains = ExhaustiveVcf(position, chain_memory)
        self.choices = VctMoves(position, self.chains)
        self.fours = VcfSearch(position)
        self.memory = memory
        self.mask = len(memory) - 1
        self.ways = ways
        self.move = 0
        self.mine = 0
        for at in range(HINTS + 1):
            self.hints[at] = 0

    # Called from Python

    def run(self, depth: cython.int, limit: cython.longlong) -> int:
        """Return WON, LOST, STOPPED (at the limit), or OPEN: no win within `depth` threats."""
        result: cython.int
        self.choices.top = 0
        self.chains.limit = limit
        with cython.nogil:
            result = self.attack(depth)
        return result

    def pursue(self, limit: cython.longlong) -> int:
        """Like `run`, but try only moves that won in similar positions; OPEN if they do not win."""
        result: cython.int
        self.choices.top = 0
        self.chains.limit = limit
        with cython.nogil:
            result = self.follow()
        return result

    def leave_out(self, cell: int) -> None:
        """Set a stone of the defender to ignore (0 for none): also try what won without it."""
        at: cython.int = (1 - self.position.turn) * CELLS + cell
        self.ways.apart = self.position.zobrist[at] if cell else 0

    def winner(self) -> int:
        """Return the first move of the win that `run` has found."""
        return self.move

    def nodes(self) -> int:
        """Return the number of positions searched so far."""
        return self.chains.nodes

    def set_stop(self, stop: cython.int) -> None:
        """Stop the current search and all later ones with 1; allow searches again with 0."""
        self.chains.stop = stop

    def chain(self, limit: cython.longlong) -> list[int]:
        """Return a win by fours alone, moves and forced answers in turn, or an empty list."""
        result: cython.int
        self.chains.limit = limit
        with cython.nogil:
            result = self.chains.find(0)
        if result != WON:
            return []
        return [self.chains.line[at] for at in range(self.chains.length)]

    def short_chain(self, limit: cython.longlong) -> list[int]:
        """Like `chain`, but the shortest one if it is found within a small budget."""
        chain: list[int] = self.chain(limit)
        fours: cython.int
        plies: cython.int
        if not self.position.strict:
            for fours in range(len(chain) // 2):
                self.fours.budget = SOON
                with cython.nogil:
                    plies = self.fours.find_win(fours, 0)
                if plies:
                    return self.fours.moves()
        return chain

    def zone(self) -> list[int]:
        """Return the answers that may stop the last chain found, before it starts."""
        self.choices.top = 0
        self.choices.add_zone()
        return self.choices.listed()

    def fives(self, who: int) -> list[int]:
        """Return the empty cells on which a player makes five."""
        self.choices.top = 0
        self.choices.stamp += 1
        self.choices.add_kinds(who, FIVE)
        return self.choices.listed()

    def forbids(self, cell: int) -> bool:
        """Return whether an empty cell is forbidden for the side to move."""
        return bool(self.position.is_foul(cell))

    def play(self, cell: int) -> None:
        """Play a move of the side to move."""
        self.position.put(cell)

    def undo(self) -> None:
        """Take back the last move."""
        self.position.take()

    def hand_over(self) -> None:
        """Pass, or take back a pass."""
        self.position.hand_over()

    # The search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack(self, depth: cython.int) -> cython.int:
        """Return whether the side to move wins with at most `depth` threats before a chain."""
        key: cython.ulonglong = self.position.key
        known: cython.ulonglong = self.memory[key & self.mask] ^ (key & ~DATA)
        blocked: cython.int = self.position.tally[(1 - self.position.turn) * CATEGORIES + FIVE]
        result: cython.int
        if self.chains.is_over():
            return STOPPED
        if known <= DATA:
            if known & 1:
                self.move = known >> 7
                return WON
            if known >> 1 & 63 == FOREVER:
                return LOST
            if known >> 1 & 63 >= depth:
                return OPEN
        result = self.chains.find(0)
        if result != LOST:
            self.move = self.chains.line[0]
            return result
        if blocked > 1:
            return LOST
        if blocked == 0 and depth == 0:
            return OPEN
        return self.attack_anew(key, depth, blocked)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def follow(self) -> cython.int:
        """Return whether the side to move wins by a chain or by a move that won elsewhere."""
        key: cython.ulonglong = self.position.key
        blocked: cython.int = self.position.tally[(1 - self.position.turn) * CATEGORIES + FIVE]
        result: cython.int = self.attack(0)
        cell: cython.int
        if result != OPEN or self.ways.is_in_vain(key):
            return result
        if blocked:
            cell = self.fours.find_five(1 - self.position.turn)
        else:
            cell = self.ways.guide(key, self.mine)
        if self.may_try(cell, blocked):
            result = self.threaten(cell, DEEP)
        if result == WON:
            self.win(key, cell)
        elif result != STOPPED:
            self.ways.give_up(key)
            result = OPEN
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_try(self, cell: cython.int, blocked: cython.int) -> cython.int:
        """Return whether a move that won elsewhere may be a threat here."""
        if cell == 0 or self.position.cells[cell]:
            return 0
        if blocked or self.position.kinds[self.position.turn * CELLS + cell] >= FOUR:
            return 1
        return self.choices.may_threaten(self.position.turn, cell, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def win(self, key: cython.ulonglong, cell: cython.int) -> cython.void:
        """Store a winning move."""
        self.move = cell
        self.memory[key & self.mask] = (key & ~DATA) | (cell << 7) | 1
        self.ways.note(key, self.mine, cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack_anew(
        self, key: cython.ulonglong, depth: cython.int, blocked: cython.int
    ) -> cython.int:
        """Try all threats. If a five must be stopped, try only that move, at the same depth."""
        base: cython.int = self.choices.top
        slot: cython.ulonglong = key & self.mask
        at: cython.int
        result: cython.int
        all_lost: cython.int = 1
        deeper: cython.int = depth if blocked else depth - 1
        if blocked:
            self.choices.push(self.fours.find_five(1 - self.position.turn), 0)
        else:
            self.choices.add_threats()
        for at in range(base, self.choices.top):
            result = self.threaten(self.choices.pick(at), deeper)
            if result == WON:
                self.win(key, self.choices.stack[at])
            if result == OPEN:
                all_lost = 0
            elif result != LOST:
                self.choices.top = base
                return result
        self.choices.top = base
        if all_lost:
            self.memory[slot] = (key & ~DATA) | (FOREVER << 1)
            return LOST
        if depth:
            self.memory[slot] = (key & ~DATA) | (depth << 1)
        return OPEN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def threaten(self, cell: cython.int, depth: cython.int) -> cython.int:
        """Return WON if every answer to a move loses, and LOST if the move is no threat."""
        who: cython.int = self.position.turn
        result: cython.int = WON
        answer: cython.int
        if self.position.is_foul(cell):
            return LOST
        self.mine ^= self.position.zobrist[who * CELLS + cell]
        self.position.put(cell)
        if self.position.tally[who * CATEGORIES + FIVE]:
            answer = self.fours.find_five(who)
            if not self.position.is_foul(answer) or not self.position.has_room():
                self.position.put(answer)
                result = self.go_on(depth)
                self.position.take()
        else:
            self.position.hand_over()
            result = self.chains.find(0)
            if result == WON:
                result = self.answer(depth)
            else:
                self.position.hand_over()
        self.position.take()
        self.mine ^= self.position.zobrist[who * CELLS + cell]
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_on(self, depth: cython.int) -> cython.int:
        """Search on after an answer, with `follow` or `attack`."""
        return self.follow() if depth == DEEP else self.attack(depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def answer(self, depth: cython.int) -> cython.int:
        """Try every answer in the zone of the last chain found.

        That chain was found after a pass of the defender, which is taken back first.
        """
        base: cython.int = self.choices.top
        at: cython.int
        hint: cython.int
        result: cython.int = WON
        self.choices.add_zone()
        self.position.hand_over()
        hint = self.position.key & HINTS
        self.choices.rank_all(base, self.hints[hint])
        for at in range(base, self.choices.top):
            self.position.put(self.choices.pick(at))
            result = self.go_on(depth)
            self.position.take()
            if result != WON:
                self.hints[hint] = self.choices.stack[at]
                break
        self.choices.top = base
        return result
