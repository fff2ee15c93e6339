cimport cython

from tengen.engine.constants cimport *
from tengen.engine.general_position cimport GeneralPosition


@cython.final
cdef class GeneralPairing:
    cdef GeneralPosition position
    cdef int who
    cdef int budget
    cdef int listed
    cdef int[::1] windows
    cdef int[::1] covered
    cdef unsigned char[::1] used

    cdef int hold(self, int who, int budget) noexcept nogil
    cdef int _cover(self, int level) noexcept nogil
    cdef int _hardest(self) noexcept nogil
    cdef int _gain(self, int one, int other) noexcept nogil
    cdef int _waits_for(self, int window, int cell) noexcept nogil
    cdef int _try(self, int one, int other, int level) noexcept nogil
