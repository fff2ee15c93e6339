cimport cython


@cython.final
cdef class WinningMoveCache:
    cdef unsigned long long[::1] memory
    cdef int shift
    cdef public unsigned long long apart
    cdef unsigned short[65536] guides
    cdef unsigned long long[65536] failures

    cdef void note(self, unsigned long long key, unsigned long long mine, int cell) noexcept nogil
    cdef int guide(self, unsigned long long key, unsigned long long mine) noexcept nogil
    cdef int is_in_vain(self, unsigned long long key) noexcept nogil
    cdef void give_up(self, unsigned long long key) noexcept nogil
