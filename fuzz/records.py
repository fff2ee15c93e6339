"""Damage files of every format, again and again, and see that their readers stay calm.

Each file is cut, stirred and mixed with others; a reader may note problems or raise RecordError,
and must end within seconds and without much memory. What breaks one is kept in a file.
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
PATIENCE = 10
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
    """Go on for as long as was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("names", nargs="*", default=list(FORMATS))
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    chance = random.Random(asked.seed)
    end = time.monotonic() + asked.seconds
    print(f"seed {asked.seed}, {', '.join(asked.names)}")
    for number in count(1):
        name = chance.choice(asked.names)
        try_one(name, damage(chance.choice(samples(name)), chance))
        if time.monotonic() > end:
            print(f"{number:,} damaged files were read")
            return


def damage(data: bytes, chance: random.Random) -> bytes:
    """Do a few bad things to a file."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        data = chance.choice(
            (
                data[:at] + data[to:],
                data[:to] + data[at:to] * chance.choice((1, 2, 100)) + data[to:],
                data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :],
                data[:at] + chance.choice(TOKENS) * chance.choice((1, 2, 5000)) + data[at:],
                data[:at],
            )
        )[: 1 << 20]
    return data


def try_one(name: str, data: bytes) -> None:
    """Read a file, or keep it if that fails."""
    signal.alarm(PATIENCE)
    try:
        read_anything(data, FORMATS[name])
    except BaseException:  # noqa: BLE001 - whatever it is, the file that did it is kept
        path = f"fuzz-{name}-{time.time_ns()}.bin"
        with io.FileIO(path, "w") as file:
            file.write(data)
        traceback.print_exc()
        sys.exit(f"kept as {path}")
    finally:
        signal.alarm(0)


def too_slow(_: int, __: object) -> None:
    """Stop a reader that does not come to an end."""
    raise TimeoutError(f"not read within {PATIENCE} seconds")


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, too_slow)
    main()
