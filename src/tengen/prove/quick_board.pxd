cimport cython

cdef extern from *:
    int lowest "__builtin_ctzll" (unsigned long long) nogil
    int count_bits "__builtin_popcountll" (unsigned long long) nogil


@cython.final
cdef class QuickBoard:
    cdef public int width
    cdef public int height
    cdef public int line
    cdef public int cells
    cdef public int words
    cdef int span
    cdef public int symmetries
    cdef const unsigned short[::1] images
    cdef int most
    cdef int[::1] start
    cdef int[::1] through
    cdef unsigned long long[::1] masks
    cdef unsigned char[::1] stones
    cdef unsigned char[::1] mine
    cdef unsigned char[::1] yours
    cdef unsigned long long[::1] levels
    cdef unsigned long long[::1] fours
    cdef public unsigned long long[::1] sets
    cdef unsigned long long[::1] found
    cdef int attacks
    cdef int threats

    cpdef void put(self, int cell, int who) noexcept nogil
    cdef void take(self, int cell) noexcept nogil
    cdef void attack(self, int cell) noexcept nogil
    cdef void defend(self, int cell) noexcept nogil
    cdef void forget(self, int cell) noexcept nogil
    cdef void allow(self, int cell) noexcept nogil
    cdef int completes(self, int cell) noexcept nogil
    cdef int answers(self, int cell) noexcept nogil
    cdef int fives(self) noexcept nogil
    cdef void add_windows(self, int level) noexcept nogil
    cdef int is_fixed(self, int symmetry) noexcept nogil
