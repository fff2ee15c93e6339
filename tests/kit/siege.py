"""Honest players on a server that is attacked, and what they felt before and meanwhile.

    python -m kit.siege ADDRESS SECONDS SEED

attacks a server for so long, and tells what it has seen as JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kit.flushes import Flushes
from kit.honest import Felt, play_for
from kit.rude_clients import ATTACKS, GONE, Attack, Attacker

SOURCES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""Where attacks come from; honest players are at 127.0.0.1."""
NICE = 19
"""Attackers are other machines: here they take what is left of the processors."""
ROUND = 60.0
"""Seconds that a round of an attack may take."""


@dataclass
class Siege:
    """What came of it."""

    quiet: Felt
    attacked: Felt
    after: Felt
    flushes: Felt
    """What a bare flush to the disk took during the attack."""
    rounds: dict[str, int]
    """How often each attack was made."""
    seen: dict[str, int]
    """How often each status or closed connection was the answer."""
    failures: list[str]
    """What should never happen."""


def lay_siege(address: str, quiet: float, seconds: float, seed: int) -> Siege:
    """Play quietly for a while, then under attack, then quietly again."""
    before = asyncio.run(play_for(address, quiet))
    command = [sys.executable, "-m", "kit.siege", address, str(seconds), str(seed)]
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    attack = subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
    )
    with Flushes() as flushes:
        attacked = asyncio.run(play_for(address, seconds))
    told = json.loads(attack.communicate()[0])
    after = asyncio.run(play_for(address, quiet))
    counts = told["rounds"], told["seen"], told["failures"]
    return Siege(before, attacked, after, flushes.felt, *counts)


async def attack_for(address: str, seconds: float, seed: int) -> dict[str, object]:
    """Make every attack again and again for so long, from several addresses."""
    end = time.monotonic() + seconds
    rounds: Counter[str] = Counter()
    attackers = [Attacker(address, source, random.Random(seed)) for source in SOURCES]
    async with asyncio.TaskGroup() as group:
        for number, attack in enumerate(ATTACKS):
            attacker = attackers[number % len(attackers)]
            group.create_task(_repeat(attack, attacker, end, rounds))
    seen = sum((attacker.seen for attacker in attackers), Counter())
    failures = [failure for attacker in attackers for failure in attacker.failures]
    return {"rounds": rounds, "seen": seen, "failures": failures}


async def _repeat(attack: Attack, attacker: Attacker, end: float, rounds: Counter[str]) -> None:
    while time.monotonic() < end:
        with suppress(*GONE, ExceptionGroup):
            await asyncio.wait_for(attack(attacker), ROUND)
        rounds[attack.__name__] += 1
        await asyncio.sleep(attacker.chance.uniform(0.2, 2))


if __name__ == "__main__":
    os.nice(NICE)
    where, how_long, seed_ = sys.argv[1:]
    print(json.dumps(asyncio.run(attack_for(where, float(how_long), int(seed_)))))  # noqa: T201 - read by lay_siege
