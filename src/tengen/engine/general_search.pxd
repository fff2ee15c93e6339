cimport cython

from tengen.engine.constants cimport *
from tengen.engine.general_moves cimport GeneralMoves
from tengen.engine.general_pairing cimport GeneralPairing
from tengen.engine.general_position cimport GeneralPosition
from tengen.engine.general_threats cimport GeneralThreats


@cython.final
cdef class GeneralSearch:
    cdef readonly GeneralPosition position
    cdef GeneralPairing pairs
    cdef GeneralThreats threats
    cdef GeneralMoves moves
    cdef unsigned long long[::1] keys
    cdef unsigned long long[::1] entries
    cdef unsigned long long mask
    cdef public long long nodes
    cdef public long long limit
    cdef public int stop
    cdef public int best
    cdef int score
    cdef readonly int sure
    cdef int single
    cdef int hinted
    cdef int first
    cdef int[16384] lines
    cdef int[128] lengths

    cdef int search(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef int say(self, int score, int sure) noexcept nogil
    cdef int is_drawn(self, int alpha, int beta) noexcept nogil
    cdef int cannot_win(self, int who, int tries) noexcept nogil
    cdef int evaluate(self) noexcept nogil
    cdef int probe(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef void store(self, int score, int bound, int sure, int move, int depth, int ply) noexcept nogil
    cdef int search_moves(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef int search_move(self, int move, int at, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef void extend(self, int move, int ply) noexcept nogil
