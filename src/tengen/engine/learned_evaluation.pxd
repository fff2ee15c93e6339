cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition


@cython.final
cdef class LearnedEvaluation:
    cdef PatternPosition position
    cdef const unsigned short[::1] rows
    cdef const short[::1] table
    cdef short[16] bias
    cdef short[1024] inner
    cdef int[32] inner_bias
    cdef int[32] outer
    cdef int[32] skip
    cdef long long outer_bias
    cdef unsigned char[1024] cells
    cdef unsigned long long[256] words
    cdef short[32768] hidden
    cdef int[32] sums
    cdef short[32] inputs
    cdef int[512] moves
    cdef int count

    cdef void _start_cell(self, int cell) noexcept nogil
    cdef int value(self) noexcept nogil
    cdef void follow(self) noexcept nogil
    cdef void _put(self, int cell, int stone) noexcept nogil
    cdef void _take(self) noexcept nogil
    cdef void _turn(self, int cell, int stone, int sign) noexcept nogil
    cdef void _change(self, int first, int was, int now) noexcept nogil
    cdef void _count(self, int cell, int sign) noexcept nogil
    cdef int _head(self, int who) noexcept nogil


cdef int window_of(unsigned long long word) noexcept nogil
cdef short positive(short value) noexcept nogil
