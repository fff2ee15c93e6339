cimport cython

from tengen.search.fours cimport Fours
from tengen.search.position cimport Position


@cython.final
cdef class Searcher:
    cdef Position position
    cdef Fours fours
    cdef unsigned long long[::1] keys
    cdef unsigned long long[::1] entries
    cdef unsigned long long mask
    cdef public long long nodes
    cdef public long long limit
    cdef public int stop
    cdef public int best
    cdef int passed
    cdef int area
    cdef int[65536] candidates
    cdef int[65536] ranks
    cdef int[256] killers
    cdef int[2048] history
    cdef int[4096] reductions

    cdef int search(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef int decided(self, int score, int who, int kind, int ply) noexcept nogil
    cdef int settle(self, int ply) noexcept nogil
    cdef int evaluate(self) noexcept nogil
    cdef int search_known(self, int alpha, int beta, int depth, int ply, int forced) noexcept nogil
    cdef int prune(self, int beta, int depth, int ply) noexcept nogil
    cdef int search_moves(self, int alpha, int beta, int depth, int ply, int forced, int hinted) noexcept nogil
    cdef int loudness(self, int move) noexcept nogil
    cdef void store(self, int score, int alpha, int beta, int move, int depth, int ply) noexcept nogil
    cdef void reward(self, int move, int depth, int ply) noexcept nogil
    cdef int list_moves(self, int ply, int forced, int hinted) noexcept nogil
    cdef int rank(self, int cell, int who, int ply, int hinted) noexcept nogil
    cdef int pick(self, int base, int at, int count) noexcept nogil
