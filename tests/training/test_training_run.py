"""Training, epoch by epoch."""

from __future__ import annotations

import pytest
from kit.trained import data, small_run

MARK = "2 epochs"


def test_the_loss_falls() -> None:
    run = small_run(epochs=60)
    while not run.is_finished:
        run.run_epoch()
    assert len(run.epochs) == 60
    assert run.epochs[-1].loss < run.epochs[0].loss - 0.02


def test_a_training_that_goes_on_ends_as_one_that_was_not_broken_off() -> None:
    whole, begun, resumed = (small_run() for _ in range(3))
    for run in (whole, whole, begun):
        run.run_epoch()
    assert resumed.restore(begun.checkpoint(MARK), MARK)
    resumed.run_epoch()
    assert resumed.is_finished
    assert resumed.net.parameters() == whole.net.parameters()
    assert [epoch.loss for epoch in resumed.epochs] == [epoch.loss for epoch in whole.epochs]


def test_the_seed_decides_the_net() -> None:
    nets = []
    for seed in (1, 1, 2):
        run = small_run(seed=seed)
        run.run_epoch()
        nets.append(run.net.parameters())
    assert nets[0] == nets[1] != nets[2]


@pytest.mark.parametrize("end", [0, 100, 2000, -1])
def test_a_damaged_checkpoint_changes_nothing(end: int) -> None:
    begun, run = small_run(), small_run()
    begun.run_epoch()
    before = run.net.parameters()
    assert not run.restore(begun.checkpoint(MARK)[:end], MARK)
    assert (run.epochs, run.net.parameters()) == ([], before)


def test_a_checkpoint_of_another_training_is_not_used() -> None:
    run = small_run()
    assert not run.restore(run.checkpoint("3 epochs"), MARK)


def test_an_epoch_has_figures_of_held_out_games() -> None:
    facts = small_run().run_epoch()
    assert facts.log_loss is not None
    assert facts.auc is not None
    assert facts.search_auc is not None
    assert 0 < facts.auc < 1
    assert 0 < facts.search_auc < 1
    assert facts.speed > 0


def test_every_position_has_a_value() -> None:
    assert len(set(small_run().predict(data(0)).tolist())) > len(data(0)) / 2
