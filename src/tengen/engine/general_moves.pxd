cimport cython

from tengen.engine.constants cimport *
from tengen.engine.general_position cimport GeneralPosition
from tengen.engine.general_threats cimport GeneralThreats


@cython.final
cdef class GeneralMoves:
    cdef GeneralPosition position
    cdef GeneralThreats threats
    cdef int[::1] candidates
    cdef long long[::1] ranks
    cdef int[::1] history
    cdef unsigned char[::1] barred
    cdef int[256] killers

    cdef int list_moves(self, int ply, int hinted) noexcept nogil
    cdef void add(self, int ply, int at, int hinted, int cell) noexcept nogil
    cdef int pick(self, int ply, int at, int count) noexcept nogil
    cdef void reward(self, int move, int depth, int ply) noexcept nogil
