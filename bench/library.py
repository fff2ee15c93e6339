"""Read and copy a RenLib library of a million nodes, and measure speed and memory.

Nodes per second of CPU time, beside two things that do less: a loop that follows the flags in the
same bytes without building anything, and reading the bytes alone. Memory is the peak of a separate
process, minus that of one that only imports the reader.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator

from contest import Contest

from tengen.records.reading import Reading, Writing
from tengen.records.renlib import read_lib, stream_lib, stream_lib_out

NODES = 1_000_000
ROUNDS = 7
PIECE = 1 << 16
HEADER = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10
CODES = [16 * row + col for row in range(15) for col in range(1, 16)]
COMMENT = b"White cannot hold this: black wins by fours.\0\0"


def main() -> None:
    """Print two tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.lib")
        with open(path, "wb") as file:
            file.writelines(make_library(NODES))
        print(f"{NODES:,} nodes, {os.path.getsize(path):,} bytes\n")
        compare(path)
        measure_memory(path)


def make_library(count: int) -> Iterator[bytes]:
    """Yield the same library every time: lines of 47 moves on average, 2 % with a comment."""
    chance = random.Random(1)
    yield HEADER + b"\x00\x00"
    path, waiting = bytearray(), [0]
    left = count - 1
    while left:
        spare = left - len(waiting)
        depth = len(path)
        more = spare > 0 and (len(waiting) == 1 or chance.random() < 0.1)
        has_child = spare - more > 0 and depth < 60 and chance.random() < 0.93
        code = chance.choice(CODES)
        while code in path:
            code = chance.choice(CODES)
        comment = COMMENT if chance.random() < 0.02 else b""
        flags = more * 0x80 | (not has_child) * 0x40 | bool(comment) * 0x08
        yield bytes([code, flags]) + comment
        left -= 1
        if not more:
            waiting.pop()
        if has_child:
            path.append(code)
            waiting.append(depth + 1)
        elif waiting:
            del path[waiting[-1] :]


def compare(path: str) -> None:
    """Print the rates."""
    assert walk(path) == follow(path) == tree(path) == NODES, "the readers differ"
    work: dict[str, Callable[[str], int]] = {
        "bytes alone": load,
        "a bare loop that follows the flags": follow,
        "stream: every node, one at a time": walk,
        "copy: streamed into another library": copy,
        "tree: all nodes in memory": tree,
    }
    contest = Contest(ROUNDS, **{name: lambda job=job: job(path) for name, job in work.items()})
    print(f"{'nodes per CPU-second':36} {'rate':>14} {'of the loop':>12}")
    for name in work:
        ratio = contest.ratio(name, "a bare loop that follows the flags")
        print(f"{name:36} {contest.median(name):14,.0f} {ratio:12.3f}")


def load(path: str) -> int:
    """Read the bytes."""
    with open(path, "rb") as file:
        while file.read(PIECE):
            pass
    return NODES


def follow(path: str) -> int:
    """Follow the flags without building anything."""
    with open(path, "rb") as file:
        data = file.read()
    at, depth, count = len(HEADER), 0, 0
    waiting: list[int] = []
    while at < len(data):
        flags = data[at + 1]
        at += 2
        count += 1
        if flags & 0x08:
            end = data.index(0, at)
            at = end + 2 - (end - at) % 2
        if not flags & 0x40:
            if flags & 0x80:
                waiting.append(depth)
            depth += 1
        elif not flags & 0x80 and waiting:
            depth = waiting.pop()
    return count


def walk(path: str) -> int:
    """Read node by node."""
    with open(path, "rb") as file:
        reading = Reading()
        count = sum(1 for _ in stream_lib(file, reading)[1])
    assert not reading.problems.count
    return count


def copy(path: str) -> int:
    """Copy node by node."""
    with open(path, "rb") as file, open(f"{path}.copy", "wb") as out:
        stream_lib_out(*stream_lib(file, Reading()), out, Writing())
    assert os.path.getsize(path) == os.path.getsize(f"{path}.copy")
    return NODES


def tree(path: str) -> int:
    """Read everything into memory."""
    with open(path, "rb") as file:
        (record,) = read_lib(file, Reading())
    return NODES if record.root.children else 0


JOBS = {"import": lambda _: 0, "stream": walk, "copy": copy, "tree": tree}


def measure_memory(path: str) -> None:
    """Print the peak memory of a separate process for each job."""
    peak = {}
    for job in JOBS:
        command = [sys.executable, __file__, job, path]
        peak[job] = int(subprocess.run(command, capture_output=True, check=True).stdout)
    print(f"\n{'memory beyond what the import takes':36} {'MiB':>14} {'bytes/node':>12}")
    for job in ("stream", "copy", "tree"):
        extra = peak[job] - peak["import"]
        print(f"{job:36} {extra / 1024:14.1f} {extra * 1024 / NODES:12.1f}")


def run_job(job: str, path: str) -> None:
    """Run one job and print the peak memory of the process, in KiB."""
    JOBS[job](path)
    with open("/proc/self/status", encoding="ascii") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmHWM")))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        run_job(*sys.argv[1:])
    else:
        main()
