cimport cython

from tengen.engine.constants cimport *
from tengen.engine.vcf cimport ExhaustiveVcf
from tengen.engine.pattern_position cimport PatternPosition, lowest


@cython.final
cdef class VctMoves:
    cdef PatternPosition position
    cdef ExhaustiveVcf chains
    cdef int top
    cdef unsigned int stamp
    cdef short[131072] stack
    cdef int[131072] ranks
    cdef unsigned int[1024] marks

    cdef void push(self, int cell, int rank) noexcept nogil
    cdef int pick(self, int at) noexcept nogil
    cdef int rank(self, int cell) noexcept nogil
    cdef void rank_all(self, int base, int first) noexcept nogil
    cdef void add_threats(self) noexcept nogil
    cdef int may_threaten(self, int who, int cell, int wide) noexcept nogil
    cdef int has_shape(self, int shapes, int least) noexcept nogil
    cdef void add_zone(self) noexcept nogil
    cdef void add(self, int cell) noexcept nogil
    cdef void add_kinds(self, int who, int least) noexcept nogil
    cdef void add_fives(self, int who, int cell) noexcept nogil
