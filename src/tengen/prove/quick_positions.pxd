cimport cython

from tengen.prove.quick_board cimport QuickBoard


@cython.final
cdef class QuickPositions:
    cdef QuickBoard board
    cdef unsigned long long[::1] result
    cdef int words
    cdef int ranks
    cdef int size
    cdef public int count
    cdef public int room
    cdef unsigned long long[::1] sets
    cdef int[::1] lengths
    cdef int[::1] plies
    cdef unsigned char[::1] turns

    cdef void add(self, int length, int plies, int turn) noexcept nogil
    cdef int is_here(self, int number) noexcept nogil
    cdef int hand_out(self, int number, int need) noexcept nogil


cpdef void copy_image(QuickPositions source, int number, int symmetry, QuickPositions target) noexcept nogil
