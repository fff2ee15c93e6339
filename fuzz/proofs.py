"""Damage certificates, again and again: both checkers must say the same, and stay calm.

Certificates are those of the tests, some made by chance, and one that is given; each is unpacked,
damaged and packed again. What the checkers differ on, or what breaks one, is kept in a file.
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
    """Go on for as long as was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("files", nargs="*", type=Path)
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    chance = random.Random(asked.seed)
    samples = [*SAMPLES.values(), *(path.read_bytes() for path in asked.files)]
    samples += random_certificates(range(asked.seed, asked.seed + 20), 0.0)
    end = time.monotonic() + asked.seconds
    accepted = 0
    print(f"seed {asked.seed}, {len(samples)} certificates")
    for number in count(1):
        accepted += try_one(damaged(chance.choice(samples), chance))
        if time.monotonic() > end:
            print(f"{number:,} damaged certificates, {accepted:,} of them still proofs")
            return


def try_one(packed: bytes) -> bool:
    """Whether a certificate is still a proof; the end of it all if that is not agreed upon."""
    if is_too_large(packed):
        return False
    try:
        return agreed(packed)[0] != "refused"
    except BaseException:
        Path("broken.proof.xz").write_bytes(packed)
        print("this certificate is kept in broken.proof.xz")
        raise


def is_too_large(packed: bytes) -> bool:
    """Whether damage made a board that only one of the checkers takes."""
    try:
        found = BOARD.match(lzma.decompress(packed))
    except lzma.LZMAError:
        return False
    sides = [int(side) for side in found.groups()] if found else [0]
    return max(sides) > LONGEST_SIDE


if __name__ == "__main__":
    main()
