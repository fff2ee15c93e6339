cimport cython

from tengen.search.chains cimport Chains
from tengen.search.fours cimport Fours
from tengen.search.position cimport Position


@cython.final
cdef class Threats:
    cdef Position position
    cdef Chains chains
    cdef Fours fours
    cdef unsigned long long[::1] memory
    cdef unsigned long long mask
    cdef int move
    cdef int top
    cdef unsigned int stamp
    cdef short[131072] stack
    cdef int[131072] ranks
    cdef unsigned short[65536] hints
    cdef unsigned int[1024] marks

    cdef int attack(self, int depth) noexcept nogil
    cdef int attack_anew(self, unsigned long long key, int depth, int blocked) noexcept nogil
    cdef int threaten(self, int cell, int depth) noexcept nogil
    cdef int answer(self, int depth) noexcept nogil
    cdef void push(self, int cell, int rank) noexcept nogil
    cdef int pick(self, int at) noexcept nogil
    cdef int rank(self, int cell) noexcept nogil
    cdef void list_threats(self) noexcept nogil
    cdef int may_threaten(self, int who, int cell, int wide) noexcept nogil
    cdef int has_shape(self, int shapes, int least) noexcept nogil
    cdef void gather(self) noexcept nogil
    cdef void add(self, int cell) noexcept nogil
    cdef void add_kinds(self, int who, int least) noexcept nogil
    cdef void add_fives(self, int who, int cell) noexcept nogil
