cimport cython


@cython.final
cdef class QuickTokens:
    cdef const unsigned char[::1] data
    cdef public int at
    cdef int end
    cdef int wide
    cdef int shift

    cdef int token(self) noexcept nogil
    cdef void step_back(self) noexcept nogil
    cdef int skips_all(self) noexcept nogil
    cdef long long number(self) noexcept nogil
    cdef int is_over(self) noexcept nogil
    cdef int is_short(self) noexcept nogil
