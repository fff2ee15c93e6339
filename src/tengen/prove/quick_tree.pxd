cimport cython

from tengen.prove.quick_board cimport QuickBoard
from tengen.prove.quick_tokens cimport QuickTokens
from tengen.prove.quick_positions cimport QuickPositions


@cython.final
cdef class QuickTree:
    cdef public QuickBoard board
    cdef public QuickTokens code
    cdef public QuickPositions parts
    cdef public QuickPositions used
    cdef public QuickPositions kept
    cdef public int reason
    cdef public int culprit
    cdef public long long nodes
    cdef public long long fours
    cdef public long long agains
    cdef public long long uses
    cdef public int plies
    cdef public int length
    cdef int turn
    cdef int cells
    cdef int words
    cdef int ranks
    cdef int tries
    cdef int depth
    cdef int deepest
    cdef int ready
    cdef int pending
    cdef int promised
    cdef unsigned long long[::1] result
    cdef int[::1] kinds
    cdef int[::1] moves
    cdef int[::1] replies
    cdef int[::1] lasts
    cdef int[::1] keeps
    cdef int[::1] needs
    cdef int[::1] lengths
    cdef int[::1] longest
    cdef unsigned long long[::1] zones
    cdef unsigned long long[::1] supports

    cdef int refuse(self, int reason, int culprit) noexcept nogil
    cdef int walk(self, long long steps) noexcept nogil
    cdef int open_node(self) noexcept nogil
    cdef int need(self) noexcept nogil
    cdef int push(self, int kind, int move, int reply) noexcept nogil
    cdef int open_move(self, int cell) noexcept nogil
    cdef int open_less(self) noexcept nogil
    cdef int open_rest(self) noexcept nogil
    cdef int open_four(self, int depth) noexcept nogil
    cdef int list_empty(self, int depth) noexcept nogil
    cdef int recall(self, QuickPositions shelf, int reason) noexcept nogil
    cdef int finish(self) noexcept nogil
    cdef int after_four(self, int depth) noexcept nogil
    cdef int after_null(self, int depth) noexcept nogil
    cdef int after_less(self, int depth) noexcept nogil
    cdef int after_reply(self, int depth) noexcept nogil
    cdef int next_reply(self, int depth) noexcept nogil
    cdef int end_replies(self, int depth) noexcept nogil
    cdef void cover(self, int depth, int cell) noexcept nogil
    cdef void add_move(self, int cell) noexcept nogil
    cdef int close(self, int depth) noexcept nogil
    cdef int end_node(self, int times) noexcept nogil
