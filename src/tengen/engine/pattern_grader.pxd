cimport cython

from tengen.engine.constants cimport *


@cython.final
cdef class PatternGrader:
    cdef const unsigned char[::1] wins
    cdef const unsigned char[::1] below
    cdef unsigned char[::1] known
    cdef unsigned char[::1] table
    cdef int[::1] lefts
    cdef int[::1] rights
    cdef int centre
    cdef int is_bound
    cdef int sees_ends

    cdef void fill_all(self, int shift, int end) noexcept nogil
    cdef int grade(self, int own, int free, int other) noexcept nogil
    cdef int grade_anew(self, int own, int free, int other) noexcept nogil
    cdef int grade_growing(self, int own, int free, int other) noexcept nogil
