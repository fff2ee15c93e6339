"""VCT, victory by continuous threats: fours and threes, whatever the defender does.

A *three* here is any move after which the attacker would win by a chain of fours if the defender
passed. Such a chain has a *zone*: its moves and answers, and the cells on which the defender makes
a four before one of its moves. An answer outside the zone does not disturb the chain; every answer
inside is tried. docs/design/threats.md has the argument.

`run` deepens; `pursue` follows moves that have won in similar positions, as far as they go.
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
"""A depth for following what has won elsewhere: there is no other bound."""
FOREVER = cython.declare(cython.int, 63)
DATA = cython.declare(cython.ulonglong, (1 << 17) - 1)
HINTS = cython.declare(cython.int, 65535)
SOON = cython.declare(cython.longlong, 2000)
"""Steps to look for a shorter chain, for each number of fours."""


@cython.final
@cython.cclass
class VctSearch:
    """Searches for wins of the side to move of a position, which it leaves as it was."""

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

    # What is asked from outside the search

    def run(self, depth: cython.int, limit: cython.longlong) -> int:
        """WON, LOST, STOPPED at so many nodes, or OPEN: no win found with so many threats."""
        result: cython.int
        self.choices.top = 0
        self.chains.limit = limit
        with cython.nogil:
            result = self.attack(depth)
        return result

    def pursue(self, limit: cython.longlong) -> int:
        """As `run`, along what has won elsewhere, and OPEN if that does not win here."""
        result: cython.int
        self.choices.top = 0
        self.chains.limit = limit
        with cython.nogil:
            result = self.follow()
        return result

    def leave_out(self, cell: int) -> None:
        """A defender's stone that may not matter, or 0: what won without it is tried with it."""
        at: cython.int = (1 - self.position.turn) * CELLS + cell
        self.ways.apart = self.position.zobrist[at] if cell else 0

    def winner(self) -> int:
        """The first move of the win that `run` has found."""
        return self.move

    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return self.chains.nodes

    def set_stop(self, stop: cython.int) -> None:
        """With 1, end the search that is going on, and all that follow until this is 0."""
        self.chains.stop = stop

    def chain(self, limit: cython.longlong) -> list[int]:
        """A win by fours alone: own moves and forced answers in turn; else nothing."""
        result: cython.int
        self.chains.limit = limit
        with cython.nogil:
            result = self.chains.find(0)
        if result != WON:
            return []
        return [self.chains.line[at] for at in range(self.chains.length)]

    def short_chain(self, limit: cython.longlong) -> list[int]:
        """As `chain`, but the shortest one if that is found soon."""
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
        """The answers that can disturb the chain that was found last, where it starts."""
        self.choices.top = 0
        self.choices.add_zone()
        return self.choices.listed()

    def fives(self, who: int) -> list[int]:
        """The empty cells on which a player makes five."""
        self.choices.top = 0
        self.choices.stamp += 1
        self.choices.add_kinds(who, FIVE)
        return self.choices.listed()

    def forbids(self, cell: int) -> bool:
        """Whether the side to move may not play on an empty cell."""
        return bool(self.position.is_foul(cell))

    def play(self, cell: int) -> None:
        """Play the side to move on an empty cell."""
        self.position.put(cell)

    def undo(self) -> None:
        """Take back the last move."""
        self.position.take()

    def hand_over(self) -> None:
        """Let the side to move pass, or take that back."""
        self.position.hand_over()

    # The search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack(self, depth: cython.int) -> cython.int:
        """Whether the side to move wins with at most so many threats before a chain."""
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
        """Whether the side to move wins by a chain, or by a move that has won elsewhere."""
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
        """Whether a move that has won elsewhere could be a threat here."""
        if cell == 0 or self.position.cells[cell]:
            return 0
        if blocked or self.position.kinds[self.position.turn * CELLS + cell] >= FOUR:
            return 1
        return self.choices.may_threaten(self.position.turn, cell, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def win(self, key: cython.ulonglong, cell: cython.int) -> cython.void:
        """Remember that a move wins."""
        self.move = cell
        self.memory[key & self.mask] = (key & ~DATA) | (cell << 7) | 1
        self.ways.note(key, self.mine, cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack_anew(
        self, key: cython.ulonglong, depth: cython.int, blocked: cython.int
    ) -> cython.int:
        """Try all threats. A five that must be stopped leaves one of them, which costs no depth."""
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
        """Play a move and see whether every answer to it loses; LOST if it is no threat."""
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
        """After an answer: deeper in the same manner."""
        return self.follow() if depth == DEEP else self.attack(depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def answer(self, depth: cython.int) -> cython.int:
        """Try every answer in the zone of a chain that was just found, as if the defender passed.

        The passing is taken back first.
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
