cimport cython

from tengen.engine.constants cimport *
from tengen.engine.vct_moves cimport VctMoves
from tengen.engine.vcf cimport ExhaustiveVcf, VcfSearch
from tengen.engine.pattern_position cimport PatternPosition
from tengen.engine.winning_move_cache cimport WinningMoveCache


@cython.final
cdef class VctSearch:
    cdef PatternPosition position
    cdef ExhaustiveVcf chains
    cdef VctMoves choices
    cdef VcfSearch fours
    cdef unsigned long long[::1] memory
    cdef unsigned long long mask
    cdef WinningMoveCache ways
    cdef int move
    cdef unsigned long long mine
    cdef unsigned short[65536] hints

    cdef int attack(self, int depth) noexcept nogil
    cdef int follow(self) noexcept nogil
    cdef int may_try(self, int cell, int blocked) noexcept nogil
    cdef void win(self, unsigned long long key, int cell) noexcept nogil
    cdef int go_on(self, int depth) noexcept nogil
    cdef int attack_anew(self, unsigned long long key, int depth, int blocked) noexcept nogil
    cdef int threaten(self, int cell, int depth) noexcept nogil
    cdef int answer(self, int depth) noexcept nogil
