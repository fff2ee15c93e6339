cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition, lowest
from tengen.engine.vct cimport VctSearch


@cython.final
cdef class ProofGraph:
    cdef PatternPosition position
    cdef VctSearch threats
    cdef const unsigned char[::1] lines
    cdef long long limit
    cdef dict numbers
    cdef list moves
    cdef list kinds
    cdef list kids
    cdef list plies
    cdef list shared
    cdef list kept
    cdef int told
    cdef unsigned int[::1] supports

    cpdef int index(self, int cell) except? -1
    cdef int win(self) except? -2
    cdef int seek(self) except? -2
    cdef int along(self, list line, int at) except? -2
    cdef int threaten(self, int cell) except? -2
    cdef int answer(self, int node, int cell) except? -2
    cdef int answer_all(self, int node) except? -2
    cdef int make(self, int cell, int kind) except? -2
    cdef void join(self, int node, int kid, int cell)
    cdef void join_null(self, int node, int kid)
    cdef void add(self, int node, int cell)
    cdef void add_fives(self, int node, int who)
    cdef void add_lines(self, int node)
