"""The folder of a training."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from kit.learned import random_weights
from kit.trained import SMALL

from tengen.errors import RunFileError
from tengen.training.positions import sample_size
from tengen.training.self_play import PlayedShard, SelfPlaySettings
from tengen.training.training_folder import TrainingFolder, is_held_out, stored_settings

SHARD = PlayedShard(bytes(3 * sample_size(SMALL.rules)), 1.5)


def test_shards_are_missing_until_they_are_added(tmp_path: Path) -> None:
    folder = TrainingFolder(str(tmp_path / "new" / "folder"), SMALL)
    folder.add(1, SHARD)
    assert folder.missing(3) == [0, 2]
    assert folder.read([1]) == [SHARD.data]
    assert Path(folder.path("positions", "00001.positions")).read_bytes() == SHARD.data


def test_the_same_settings_open_a_folder_again(tmp_path: Path) -> None:
    for _ in range(2):
        TrainingFolder(str(tmp_path), SMALL)
    assert json.loads((tmp_path / "settings.json").read_text()) == stored_settings(SMALL)


@pytest.mark.parametrize(
    "other, message",
    [
        (replace(SMALL, seed=2), "has seed 1, not 2"),
        (replace(SMALL, nodes=50), "has nodes 40, not 50"),
        (replace(SMALL, shard_games=11), "has shard 10, not 11"),
        (replace(SMALL, weights=random_weights()), "has weights none, not "),
    ],
)
def test_other_settings_are_refused_in_one_line(
    other: SelfPlaySettings, message: str, tmp_path: Path
) -> None:
    TrainingFolder(str(tmp_path), SMALL)
    with pytest.raises(RunFileError) as caught:
        TrainingFolder(str(tmp_path), other)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_damaged_files_are_named(tmp_path: Path) -> None:
    folder = TrainingFolder(str(tmp_path), SMALL)
    folder.add(0, PlayedShard(SHARD.data[:-1], 1.0))
    with pytest.raises(RunFileError, match=r"00000.positions' is damaged: remove it"):
        folder.read([0])
    (tmp_path / "settings.json").write_text("{")
    with pytest.raises(RunFileError, match="is damaged: choose another folder"):
        TrainingFolder(str(tmp_path), SMALL)


def test_positions_per_core_hour_are_of_lines_that_can_be_read(tmp_path: Path) -> None:
    folder = TrainingFolder(str(tmp_path), SMALL)
    assert folder.per_core_hour() is None
    folder.add(0, SHARD)
    with open(folder.path("times.txt"), "a", encoding="ascii") as file:
        file.write("1 3")
    assert folder.per_core_hour() == 3600 * 3 / 1.5


def test_one_shard_of_ten_is_held_out() -> None:
    assert [number for number in range(21) if is_held_out(number)] == [0, 10, 20]
