"""The latency of moves on a server before, during and after an attack.

    python -m kit.attack ADDRESS SECONDS SEED

attacks a server, and prints a report as JSON.
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
from kit.latency import Latencies, play_for
from kit.rude_clients import ATTACKS, GONE, Attack, Attacker

SOURCES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
"""The addresses of attackers; honest players are at 127.0.0.1."""
NICE = 19
"""The niceness of attackers, who would be on other machines in reality."""
ROUND = 60.0
"""Seconds for one round of an attack."""


@dataclass
class AttackReport:
    """The latencies of moves, and what the attackers saw."""

    quiet: Latencies
    attacked: Latencies
    after: Latencies
    flushes: Latencies
    """The latency of a bare flush to the disk during the attack."""
    rounds: dict[str, int]
    """How often each attack was run."""
    seen: dict[str, int]
    """How often each status or closed connection was the response."""
    failures: list[str]
    """Responses that should never happen."""


def run_attack(address: str, quiet: float, seconds: float, seed: int) -> AttackReport:
    """Play before, during and after an attack."""
    before = asyncio.run(play_for(address, quiet))
    command = [sys.executable, "-m", "kit.attack", address, str(seconds), str(seed)]
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    attack = subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
    )
    with Flushes() as flushes:
        attacked = asyncio.run(play_for(address, seconds))
    result = json.loads(attack.communicate()[0])
    after = asyncio.run(play_for(address, quiet))
    counts = result["rounds"], result["seen"], result["failures"]
    return AttackReport(before, attacked, after, flushes.latencies, *counts)


async def attack_for(address: str, seconds: float, seed: int) -> dict[str, object]:
    """Repeat all attacks for some seconds, from several addresses."""
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
        await asyncio.sleep(attacker.rng.uniform(0.2, 2))


if __name__ == "__main__":
    os.nice(NICE)
    where, how_long, seed_ = sys.argv[1:]
    print(json.dumps(asyncio.run(attack_for(where, float(how_long), int(seed_)))))  # noqa: T201 - read by run_attack
