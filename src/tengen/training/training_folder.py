"""The folder of a training: settings, shards of positions, the checkpoint and the results.

Every file is written as a whole or not at all.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable

import msgspec

from tengen.atomic_file import write_atomically
from tengen.engine.weights import format_weights
from tengen.errors import RunFileError
from tengen.training.positions import sample_size
from tengen.training.self_play import PlayedShard, SelfPlaySettings

SETTINGS, POSITIONS, TIMES = "settings.json", "positions", "times.txt"
CHECKPOINT, WEIGHTS = "checkpoint.npz", "tengen.weights"
REPORT, PLOT = "report.md", "loss.svg"
HELD_OUT = 10
"""One shard of so many is held out, beginning with the first."""
TIME_LINE = re.compile(r"([0-9]+) ([0-9]+) ([0-9.]+)")


class TrainingFolder:
    """A folder whose games were played with these settings. Raises RunFileError for others."""

    def __init__(self, path: str, settings: SelfPlaySettings) -> None:
        self._path = path
        self._settings = settings
        self._check_settings()

    def path(self, *names: str) -> str:
        """Return the path of a file in the folder."""
        return os.path.join(self._path, *names)

    def missing(self, shards: int) -> list[int]:
        """Return the numbers of the shards that are still to be played."""
        return [number for number in range(shards) if not os.path.exists(self._shard(number))]

    def add(self, number: int, shard: PlayedShard) -> None:
        """Store a shard, and then how long it took."""
        write_atomically(self._shard(number), shard.data)
        count = len(shard.data) // sample_size(self._settings.rules)
        with open(self.path(TIMES), "a", encoding="ascii") as file:
            file.write(f"{number} {count} {shard.seconds:.2f}\n")

    def read(self, numbers: Iterable[int]) -> list[bytes]:
        """Return the positions of these shards. Raises RunFileError if one is damaged."""
        return [self._read_shard(number) for number in numbers]

    def per_core_hour(self) -> float | None:
        """Return how many positions a core made in an hour, or None if that is not known."""
        try:
            with open(self.path(TIMES), encoding="ascii") as file:
                lines = [TIME_LINE.fullmatch(line.strip()) for line in file]
        except FileNotFoundError:
            return None
        made = sum(int(line[2]) for line in lines if line)
        seconds = sum(float(line[3]) for line in lines if line)
        return 3600 * made / seconds if seconds else None

    def read_checkpoint(self) -> bytes:
        """Return the checkpoint, or nothing."""
        try:
            with open(self.path(CHECKPOINT), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""

    def write(self, name: str, data: bytes) -> None:
        """Write a file in the folder."""
        write_atomically(self.path(name), data)

    def _shard(self, number: int) -> str:
        return self.path(POSITIONS, f"{number:05}.positions")

    def _read_shard(self, number: int) -> bytes:
        path = self._shard(number)
        with open(path, "rb") as file:
            data = file.read()
        if len(data) % sample_size(self._settings.rules):
            raise RunFileError(path, "is damaged: remove it, and its games are played again")
        return data

    def _check_settings(self) -> None:
        """Compare the settings with those of the folder, or store them if it is new."""
        path = self.path(SETTINGS)
        ours = stored_settings(self._settings)
        os.makedirs(self.path(POSITIONS), exist_ok=True)
        try:
            with open(path, "rb") as file:
                theirs = msgspec.json.decode(file.read(), type=dict[str, str | int])
        except FileNotFoundError:
            self.write(SETTINGS, msgspec.json.format(msgspec.json.encode(ours)) + b"\n")
            return
        except msgspec.MsgspecError:
            raise RunFileError(path, "is damaged: choose another folder") from None
        for name in sorted({*ours, *theirs}, key=[*ours, *theirs].index):
            if ours.get(name) != theirs.get(name):
                raise RunFileError(
                    path,
                    f"has {name} {theirs.get(name, 'unknown')}, not {ours.get(name, 'unknown')}: "
                    "give the same options, or choose another folder",
                )


def stored_settings(settings: SelfPlaySettings) -> dict[str, str | int]:
    """Return the settings of games as they are stored and shown."""
    weights = settings.weights
    mark = "none" if weights is None else f"{zlib.crc32(format_weights(weights)):08x}"
    return {
        "rules": str(settings.rules),
        "seed": settings.seed,
        "nodes": settings.nodes,
        "shard": settings.shard_games,
        "weights": mark,
    }


def is_held_out(number: int) -> bool:
    """Whether the net does not learn from a shard."""
    return number % HELD_OUT == 0
