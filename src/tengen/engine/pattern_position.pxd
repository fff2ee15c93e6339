cimport cython

from tengen.engine.constants cimport *

@cython.final
cdef class PatternPosition:
    cdef public int width
    cdef public int height
    cdef public int turn
    cdef public int count
    cdef public int reach
    cdef public unsigned long long key
    cdef unsigned long long turn_key
    cdef unsigned int inside
    cdef const unsigned char[::1] lookup
    cdef const unsigned char[::1] category
    cdef short[::1] order
    cdef const unsigned char[::1] fouls
    cdef int apart
    cdef public int strict
    cdef unsigned char[1024] cells
    cdef unsigned int[32] stones
    cdef unsigned int[64] loud
    cdef unsigned long long[256] words
    cdef unsigned short[2048] shapes
    cdef unsigned char[2048] kinds
    cdef unsigned long long[2048] zobrist
    cdef int[24] tally
    cdef int[512] moves
    cdef int[512] marks
    cdef int[32768] changes
    cdef int changed
    cdef public int lowest
    cdef int side
    cdef unsigned long long half

    cdef int line(self, int cell, int axis) noexcept nogil
    cdef int place(self, int cell, int axis) noexcept nogil
    cdef void put(self, int cell) noexcept nogil
    cdef void take(self) noexcept nogil
    cdef void hand_over(self) noexcept nogil
    cdef void _count(self, int cell, int sign) noexcept nogil
    cdef void _spread(self, int cell, int axis, int stone) noexcept nogil
    cdef void _refresh(self, int cell, int axis, unsigned long long word) noexcept nogil
    cdef void _reshape(self, int who, int cell, int shape) noexcept nogil
    cdef void _become(self, int who, int cell, int shape, int kind) noexcept nogil
    cdef int urge(self, int who, int cell) noexcept nogil
    cdef int loudness(self, int cell) noexcept nogil
    cdef int may_be_foul(self, int cell) noexcept nogil
    cdef int has_room(self) noexcept nogil
    cdef int is_foul(self, int cell) noexcept nogil
    cdef int _count_threes(self, int cell) noexcept nogil
    cdef int _may_grow(self, int cell, int axis, int sign) noexcept nogil


cdef int lowest(unsigned int bits) noexcept nogil
