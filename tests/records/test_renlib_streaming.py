"""Reading and writing large RenLib libraries in little memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

from kit.libraries import ROOT, copied, library, long_library, root_of, streamed

from tengen.records.game_tree import visits
from tengen.records.reading import Reading, Writing
from tengen.records.renlib import LIB, stream_lib, stream_lib_out


class Discarded(io.BytesIO):
    """A file that only counts the bytes that are written, in total and at once."""

    length = 0
    most = 0

    def write(self, data: object) -> int:
        assert isinstance(data, bytes | bytearray)
        self.length += len(data)
        self.most = max(self.most, len(data))
        return len(data)


@contextmanager
def traced(most: int) -> Iterator[None]:
    """Assert that less than `most` bytes are in use at any time."""
    tracemalloc.start()
    yield
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < most


def test_a_library_of_any_size_is_read_in_little_memory() -> None:
    walk = streamed(long_library(10_000))
    with traced(1 << 20):
        assert sum(1 for _ in walk) == 200_001


def test_a_library_of_any_size_is_copied_in_little_memory() -> None:
    data, out = long_library(4000), Discarded()
    record, walk = stream_lib(io.BytesIO(data), Reading())
    with traced(1 << 20):
        stream_lib_out(record, walk, out, Writing())
    assert out.length == len(data)
    assert out.most < len(data) / 2


def test_a_walk_visits_every_node_in_the_order_of_the_tree() -> None:
    data = long_library(1000)
    walk = [(depth, node.point, more) for depth, node, more in streamed(data)]
    tree = [(depth, node.point, more) for depth, node, more in visits(root_of(data))]
    assert len(walk) == 20_001
    assert walk == tree


def test_a_copy_of_a_large_library_has_the_same_bytes() -> None:
    data = long_library(1000)
    assert copied(data) == data


def test_texts_may_cross_the_blocks_in_which_a_file_is_read() -> None:
    comments = [b"x" * length for length in range(65_500, 65_560)]
    nodes = [b"\x78\xc8" + text + bytes(2 - len(text) % 2) for text in comments]
    root = root_of(library(ROOT, *nodes, b"\x79\x40"))
    assert [len(child.comment) for child in root.children] == [*range(65_500, 65_560), 0]


def test_a_tree_takes_less_than_400_bytes_per_node() -> None:
    data = long_library(1000)
    tracemalloc.start()
    tree = list(LIB.read(io.BytesIO(data), Reading()))
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(tree) == 1
    assert size / 20_001 < 400
