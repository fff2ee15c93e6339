cimport cython

from tengen.engine.constants cimport *


@cython.final
cdef class GeneralPosition:
    cdef public int width
    cdef public int height
    cdef public int area
    cdef int small
    cdef public int size
    cdef int span
    cdef public int turn
    cdef public int count
    cdef int windows
    cdef int symmetries
    cdef int own_flank
    cdef int other_flank
    cdef const int[::1] inner
    cdef const int[::1] through_from
    cdef const int[::1] through
    cdef const int[::1] beside_from
    cdef const int[::1] beside
    cdef const int[::1] line_of
    cdef const int[::1] images
    cdef const int[::1] origins
    cdef const unsigned long long[::1] zobrist
    cdef const long long[::1] weights
    cdef const int[::1] values
    cdef unsigned char[::1] cells
    cdef int[::1] states
    cdef int[::1] crowds
    cdef long long[::1] worth
    cdef int[::1] moves
    cdef unsigned long long[8] keys
    cdef int[8] tally
    cdef int[2] spots
    cdef int[2] totals
    cdef int[2] alive
    cdef int[2] needs
    cdef int[2] ends

    cdef void put(self, int cell) noexcept nogil
    cdef void take(self) noexcept nogil
    cdef int level(self, int who, int cell) noexcept nogil
    cdef int count_ends(self, int who, int cell) noexcept nogil
    cdef int find(self, int who, int level) noexcept nogil
    cdef int is_guard(self, int who, int cell) noexcept nogil
    cdef int is_dead(self, int cell) noexcept nogil
    cdef int turned(self) noexcept nogil
    cdef void _leave(self, int cell, int sign) noexcept nogil
    cdef void _hash(self, int who, int cell) noexcept nogil
    cdef void _die(self, int who, int window, int sign) noexcept nogil
    cdef void _grow(self, int who, int window, int old, int new) noexcept nogil
    cdef void _shift(self, int who, int window, long long by) noexcept nogil
