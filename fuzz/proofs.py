"""Damage certificates at random: both checkers must agree about each, and must not crash.

Certificates come from the tests, from a random generator, and from the given files. Each is
unpacked, damaged and packed again. A certificate on which the checkers differ or fail is saved.
"""

from __future__ import annotations

import argparse
import lzma
import random
import re
import resource
import time
from itertools import count
from pathlib import Path

from kit.both import agreed
from kit.certificates import SAMPLES
from kit.random_proofs import damaged, random_certificates

MEMORY = 2 << 30
LONGEST_SIDE = 22
BOARD = re.compile(rb"[^\n]*\nboard (\d+) (\d+)\n")


def main() -> None:
    """Fuzz until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("files", nargs="*", type=Path)
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    rng = random.Random(args.seed)
    samples = [*SAMPLES.values(), *(path.read_bytes() for path in args.files)]
    samples += random_certificates(range(args.seed, args.seed + 20), 0.0)
    end = time.monotonic() + args.seconds
    accepted = 0
    print(f"seed {args.seed}, {len(samples)} certificates")
    for number in count(1):
        accepted += try_one(damaged(rng.choice(samples), rng))
        if time.monotonic() > end:
            print(f"{number:,} damaged certificates, {accepted:,} of them still proofs")
            return


def try_one(packed: bytes) -> bool:
    """Whether a certificate is still a proof. Saves it and raises if the checkers differ."""
    if is_too_large(packed):
        return False
    try:
        return agreed(packed)[0] != "refused"
    except BaseException:
        Path("broken.proof.xz").write_bytes(packed)
        print("the certificate was saved as broken.proof.xz")
        raise


def is_too_large(packed: bytes) -> bool:
    """Whether the board is larger than one of the checkers accepts."""
    try:
        found = BOARD.match(lzma.decompress(packed))
    except lzma.LZMAError:
        return False
    sides = [int(side) for side in found.groups()] if found else [0]
    return max(sides) > LONGEST_SIDE


if __name__ == "__main__":
    main()
