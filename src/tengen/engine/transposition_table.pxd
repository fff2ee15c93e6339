cimport cython

from tengen.engine.constants cimport *


@cython.final
cdef class TranspositionTable:
    cdef unsigned long long[::1] keys
    cdef unsigned long long[::1] entries
    cdef unsigned long long mask
    cdef int score
    cdef unsigned long long age

    cdef unsigned long long probe(self, unsigned long long key) noexcept nogil
    cdef int settles(self, unsigned long long known, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef void keep(self, unsigned long long key, int score, int alpha, int beta, int move, int depth, int ply, int looks) noexcept nogil
    cdef int corrected(self, unsigned long long known, int looks) noexcept nogil
    cdef unsigned long long oldest(self, unsigned long long key) noexcept nogil
