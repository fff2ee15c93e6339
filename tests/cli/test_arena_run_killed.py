"""A tournament whose processes are killed again and again ends with the games of an unbroken one.

The command and its workers are killed. A brain that is killed alone has crashed, as if the system
had ended it for lack of memory, and that is its result: so brains end with their worker only.
"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from kit.brains import ORDERLY_BRAIN

from tengen.arena.tournament_file import open_tournament_file
from tengen.gomocup.process_family import CAN_LIST_PROCESSES, family_of

PLACES = (0, 3, 17, 50, 100, 250)
TENGEN = [sys.executable, "-m", "tengen", "tournament"]
PIPE_BYTES = 4096
"""A small pipe, so that the command cannot be far ahead of the lines that the test has read."""
KILLS, GAP_LINES = 20, 35
GameKey = tuple[int, str, str, str]


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """Return a round robin of six brains that always answer alike, 60 games for each two."""
    brain, openings = tmp_path / "brain.py", tmp_path / "openings.txt"
    brain.write_text(ORDERLY_BRAIN)
    openings.write_text("h8i9g9\nj4k5\na1b2c3\n")
    engines = [f"'{sys.executable}' -S -E '{brain}' {place}" for place in PLACES]
    games = ["--games", "60", "--time", "0", "--match-time", "600000", "--slack", "60000"]
    games += ["--draw-after", "40", "--openings", str(openings), "--processes", "2"]
    return ["round-robin", *engines, *games]


def kill(pid: int) -> None:
    """Kill a process, and then those that it has started."""
    for each in (pid, *(entry.pid for entry in family_of(pid))):
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


def run_and_kill(words: list[str], random: Random, kills: int) -> tuple[int, int]:
    """Run a tournament and kill processes of it; return its status and how many kills are left."""
    with subprocess.Popen(
        [*TENGEN, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        fcntl.fcntl(process.stderr, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        while kills and process.poll() is None:
            lines = random.randrange(GAP_LINES)
            if len(list(islice(process.stderr, lines))) < lines:
                break
            kills -= 1
            workers = [each.pid for each in family_of(process.pid) if each.parent == process.pid]
            kill(random.choice([process.pid, *workers]))
        process.stderr.read()
    return process.returncode, kills


def stored(path: Path) -> set[GameKey]:
    with open_tournament_file(str(path)) as file:
        return {
            (result.number, str(result.pairing), str(game.board), str(game.winner))
            for result in file.results.values()
            for game in result.games
        }


@pytest.mark.skipif(not CAN_LIST_PROCESSES, reason="the workers are looked up in /proc")
def test_a_tournament_that_is_killed_again_and_again_has_the_games_of_an_unbroken_one(
    words: list[str], tmp_path: Path
) -> None:
    whole, broken = tmp_path / "whole.tengen", tmp_path / "broken.tengen"
    assert run_and_kill([*words, "--file", str(whole)], Random(), 0) == (0, 0)
    random, known = Random(7), set[GameKey]()
    status, kills = run_and_kill([*words, "--file", str(broken)], random, KILLS)
    for _ in range(KILLS + 2):
        if status:
            assert known <= stored(broken)
            known = stored(broken)
            status, kills = run_and_kill(["--resume", str(broken)], random, kills)
    assert (status, kills) == (0, 0)
    assert stored(broken) == stored(whole)
    assert len(stored(whole)) == 900
