cimport cython

from tengen.search.chains cimport Chains
from tengen.search.choices cimport Choices
from tengen.search.fours cimport Fours
from tengen.search.position cimport Position
from tengen.search.ways cimport Ways


@cython.final
cdef class Threats:
    cdef Position position
    cdef Chains chains
    cdef Choices choices
    cdef Fours fours
    cdef unsigned long long[::1] memory
    cdef unsigned long long mask
    cdef Ways ways
    cdef int move
    cdef unsigned long long mine
    cdef unsigned short[65536] hints

    cdef int attack(self, int depth) noexcept nogil
    cdef int follow(self) noexcept nogil
    cdef int may_try(self, int cell, int blocked) noexcept nogil
    cdef void win(self, unsigned long long key, int cell) noexcept nogil
    cdef int go_on(self, int depth) noexcept nogil
    cdef int attack_anew(self, unsigned long long key, int depth, int blocked) noexcept nogil
    cdef int threaten(self, int cell, int depth) noexcept nogil
    cdef int answer(self, int depth) noexcept nogil
