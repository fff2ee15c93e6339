"""`tengen train`: from games to weights, broken off and resumed, and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.learned import random_weights
from kit.program import play, started

from tengen.cli.train import run
from tengen.engine.weights import format_weights, parse_weights
from tengen.errors import UsageError
from tengen.rules import WinRule
from tengen.training.self_play import PlayedShard, ShardTask, play_shard
from tengen.training.training_run import TrainingRun

NEW = [
    *("--rules", "9x9/5 freestyle", "--games", "30", "--shard", "10", "--nodes", "40"),
    *("--seed", "1", "--epochs", "2", "--processes", "1"),
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a training that was not broken off."""
    folder = tmp_path_factory.mktemp("whole")
    assert run([str(folder), *NEW]) == 0
    return folder


def test_a_training_leaves_weights_a_report_and_a_plot(whole: Path) -> None:
    weights = parse_weights((whole / "tengen.weights").read_bytes())
    assert weights.win is WinRule.FREESTYLE
    assert "seed 1, nodes 40, shard 10, weights none, games 30, epochs 2" in weights.origin
    assert weights.origin in (whole / "report.md").read_text()
    assert "log loss, held out" in (whole / "loss.svg").read_text()
    names = sorted(path.name for path in (whole / "positions").iterdir())
    assert names == [f"0000{number}.positions" for number in range(3)]


def test_a_finished_training_shows_its_figures_again(
    whole: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = (whole / "tengen.weights").read_bytes()
    assert run([str(whole), *NEW]) == 0
    out, err = capfd.readouterr()
    assert out.startswith(f"{whole}/tengen.weights: learned from ")
    assert [line.split(":")[0] for line in err.splitlines()] == ["epoch 1/2", "epoch 2/2"]
    assert (whole / "tengen.weights").read_bytes() == before


def test_ctrl_c_between_games_loses_nothing(
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def play_one(task: ShardTask) -> PlayedShard:
        if task.number == 1:
            raise KeyboardInterrupt
        return play_shard(task)

    with monkeypatch.context() as patch:
        patch.setattr("tengen.cli.train.play_shard", play_one)
        assert run([str(tmp_path), *NEW]) == 130
    assert capfd.readouterr().err == "stopped; the same command goes on\n"
    first = tmp_path / "positions" / "00000.positions"
    written = first.stat().st_mtime_ns
    assert run([str(tmp_path), *NEW]) == 0
    assert first.stat().st_mtime_ns == written
    assert same_weights(whole, tmp_path)


def test_ctrl_c_between_epochs_loses_nothing(
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    run_epoch = TrainingRun.run_epoch

    def run_first(training: TrainingRun) -> object:
        if training.epochs:
            raise KeyboardInterrupt
        return run_epoch(training)

    with monkeypatch.context() as patch:
        patch.setattr(TrainingRun, "run_epoch", run_first)
        assert run([str(tmp_path), *NEW]) == 130
    assert capfd.readouterr().err.endswith("stopped; the same command goes on\n")
    assert run([str(tmp_path), *NEW]) == 0
    assert same_weights(whole, tmp_path)


def same_weights(one: Path, other: Path) -> bool:
    name = "tengen.weights"
    return (one / name).read_bytes() == (other / name).read_bytes()


def test_a_killed_training_goes_on_to_the_same_weights(whole: Path, tmp_path: Path) -> None:
    arguments = ["train", "killed", *NEW[:-2], "--processes", "2"]
    with started(arguments, tmp_path) as child:
        assert child.stderr is not None
        assert child.stderr.readline().startswith(b"epoch 1/2: ")
        child.kill()
    assert play(arguments, b"", tmp_path).status == 0
    assert same_weights(whole, tmp_path / "killed")


def test_more_games_or_epochs_train_anew(
    whole: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "more"
    for path in sorted(whole.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    assert run([str(folder), *NEW, "--epochs", "1"]) == 0
    err = capfd.readouterr().err
    assert err.startswith("the checkpoint is of another training: this one begins anew\n")
    assert "epoch 1/1: loss " in err


@pytest.mark.parametrize("win", [WinRule.FREESTYLE, WinRule.RENJU])
def test_weights_of_any_win_rule_play_other_games(
    win: WinRule, whole: Path, tmp_path: Path
) -> None:
    weights = tmp_path / "some.weights"
    weights.write_bytes(format_weights(random_weights(win=win)))
    assert run([str(tmp_path / "second"), *NEW, "--weights", str(weights)]) == 0
    first = whole / "positions" / "00000.positions"
    second = tmp_path / "second" / "positions" / "00000.positions"
    assert first.read_bytes() != second.read_bytes()


def test_other_settings_are_refused_in_one_line(
    whole: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([str(whole), *NEW, "--seed", "2"]) == 1
    err = capfd.readouterr().err
    assert "has seed 1, not 2: give the same options, or choose another folder\n" in err
    assert err.count("\n") == 1


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run([str(tmp_path / "file" / "folder"), *NEW]) == 1
    err = capfd.readouterr().err
    assert err.startswith("tengen: cannot use ")
    assert err.endswith(": Not a directory\n")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "FOLDER"),
        (["x", "--games", "200"], "must fill two shards at least"),
        (["x", "--rules", "chess"], "--rules: not"),
        (["x", "--rules", "tictactoe"], "is searched without a learned evaluation"),
        (["x", "--weights", "/no"], "--weights: cannot read '/no'"),
        (["x", "--weights", "other"], "--weights: not a file of weights"),
        (["x", "--epochs", "0"], "expected a whole number from 1"),
    ],
)
def test_wrong_use_is_explained_in_one_line(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other").write_text("games\n")
    with pytest.raises(UsageError) as caught:
        run(arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not Path("x").exists()
