cimport cython

from tengen.engine.constants cimport *
from tengen.engine.general_position cimport GeneralPosition


@cython.final
cdef class GeneralThreats:
    cdef GeneralPosition position
    cdef public long long nodes
    cdef public int budget
    cdef public int opener
    cdef int single
    cdef int[::1] guards
    cdef int[::1] marks

    cdef int find_fork(self, int who) noexcept nogil
    cdef int mark_defences(self, int who) noexcept nogil
    cdef int list_guards(self, int who, int ply) noexcept nogil
    cdef int force(self, int depth, int ply) noexcept nogil
    cdef int force_by(self, int move, int depth, int ply) noexcept nogil
