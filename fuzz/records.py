"""Damage record files of every format at random, and read them.

A reader may report problems or raise RecordError, and must end within seconds and without much
memory. A file that breaks a reader is saved.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import signal
import sys
import time
import traceback
from itertools import count

from kit.damage import read_anything, samples

from tengen.records.formats import FORMATS

MEMORY = 1 << 30
READ_SECONDS = 10
TOKENS = (
    b"\x00",
    b"\xff",
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"<",
    b">",
    b"&",
    b",",
    b"\n",
    b"-1",
    b"99",
)


def main() -> None:
    """Fuzz until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("names", nargs="*", default=list(FORMATS))
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    rng = random.Random(args.seed)
    end = time.monotonic() + args.seconds
    print(f"seed {args.seed}, {', '.join(args.names)}")
    for number in count(1):
        name = rng.choice(args.names)
        try_one(name, damage(rng.choice(samples(name)), rng))
        if time.monotonic() > end:
            print(f"{number:,} damaged files were read")
            return


def damage(data: bytes, rng: random.Random) -> bytes:
    """Return a file with some random damage."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at, to = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        data = rng.choice(
            (
                data[:at] + data[to:],
                data[:to] + data[at:to] * rng.choice((1, 2, 100)) + data[to:],
                data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :],
                data[:at] + rng.choice(TOKENS) * rng.choice((1, 2, 5000)) + data[at:],
                data[:at],
            )
        )[: 1 << 20]
    return data


def try_one(name: str, data: bytes) -> None:
    """Read a file; save it and exit if that fails."""
    signal.alarm(READ_SECONDS)
    try:
        read_anything(data, FORMATS[name])
    except BaseException:  # noqa: BLE001 - the file is saved in any case
        path = f"fuzz-{name}-{time.time_ns()}.bin"
        with io.FileIO(path, "w") as file:
            file.write(data)
        traceback.print_exc()
        sys.exit(f"the file was saved as {path}")
    finally:
        signal.alarm(0)


def too_slow(_: int, __: object) -> None:
    """Stop a reader that takes too long."""
    raise TimeoutError(f"not read within {READ_SECONDS} seconds")


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, too_slow)
    main()
