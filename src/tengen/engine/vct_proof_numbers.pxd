cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition
from tengen.engine.vcf cimport ExhaustiveVcf, VcfSearch
from tengen.engine.vct cimport VctSearch
from tengen.engine.vct_moves cimport VctMoves


@cython.final
cdef class VctProofNumbers:
    cdef VctSearch threats
    cdef PatternPosition position
    cdef ExhaustiveVcf chains
    cdef VctMoves choices
    cdef VcfSearch fours
    cdef unsigned long long[::1] table
    cdef unsigned long long mask
    cdef int proof
    cdef int disproof
    cdef int move
    cdef int stopped

    cdef int deepen(self, long long limit) except? -1
    cdef int solve(self) noexcept nogil
    cdef int look_up(self, unsigned long long key) noexcept nogil
    cdef void save(self, unsigned long long key, int proof, int disproof, int move, long long start) noexcept nogil
    cdef unsigned long long spot_for(self, unsigned long long key) noexcept nogil
    cdef void evaluate(self) noexcept nogil
    cdef void list_threats(self) noexcept nogil
    cdef void look_up_move(self, int cell) noexcept nogil
    cdef void attack(self, int proof, int disproof) noexcept nogil
    cdef void try_move(self, int cell, int proof, int disproof) noexcept nogil
    cdef int list_answers(self) noexcept nogil
    cdef int is_refuted(self, int base) noexcept nogil
    cdef void defend(self, int proof, int disproof) noexcept nogil
    cdef void try_answers(self, int proof, int disproof, int base, long long start) noexcept nogil
