cimport cython
from libc.math cimport exp, fabs, log1p

from tengen.engine.constants cimport *


@cython.final
cdef class Trainer:
    cdef int width
    cdef int height
    cdef const unsigned short[::1] rows
    cdef float[::1] table
    cdef float[::1] bias
    cdef float[::1] w1
    cdef float[::1] b1
    cdef float[::1] w2
    cdef float[::1] skip
    cdef float[::1] b2
    cdef float[::1] d_table
    cdef float[::1] d_bias
    cdef float[::1] d_w1
    cdef float[::1] d_b1
    cdef float[::1] d_w2
    cdef float[::1] d_skip
    cdef float[::1] d_b2
    cdef const unsigned char[:, ::1] boards
    cdef const unsigned char[::1] turns
    cdef float[::1] numbers
    cdef const int[::1] chosen
    cdef int count
    cdef int first
    cdef unsigned char[1024] cells
    cdef float[15488] hidden
    cdef int[1936] at_row
    cdef float[32] inputs
    cdef float[32] inner
    cdef float[32] slopes

    cdef double learn_position(self, float target) noexcept nogil
    cdef void read(self, int which) noexcept nogil
    cdef void read_cell(self, int cell) noexcept nogil
    cdef float forward(self) noexcept nogil
    cdef void add_cells(self) noexcept nogil
    cdef void backward(self, float error) noexcept nogil
    cdef void spread(self, Py_ssize_t place) noexcept nogil
