"""Values and gradients of the net in floating point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from kit.missing import PACKAGE, copy_uncompiled
from kit.trained import SMALL, data

from tengen.training.net import SIZES, Floats, Net
from tengen.training.positions import PositionSample, pack_samples
from tengen.training.trainer import Trainer
from tengen.training.training_data import TrainingData

COUNT = 20
STEP = 5e-3
SCRIPT = """
import numpy as np
from kit.trained import SMALL, data
from tengen.training import trainer
from tengen.training.net import Net
print(trainer.__file__.endswith(".py"))
net, slopes, some = Net(SMALL.rules), Net(SMALL.rules), data(0)
net.randomise(1)
net.join()
made = trainer.Trainer(9, 9, net, slopes)
logits = np.zeros(5, np.float32)
made.predict(some.boards[:5].copy(), some.turns[:5].copy(), logits)
loss = made.learn(some.boards, some.turns, some.targets(), np.arange(5, dtype=np.int32))
slopes.divide()
print(loss, *logits, *(float(np.abs(part).sum()) for part in slopes.parts.values()))
"""


def made_net() -> Net:
    """Return a net in which no part is zero."""
    net = Net(SMALL.rules)
    net.randomise(1)
    chance = np.random.default_rng(2)
    for name in ("window", "bias", "b1", "skip", "b2"):
        net.parts[name][:] = chance.normal(0, 0.1, SIZES[name])
    net.join()
    return net


def logits_of(net: Net) -> Floats:
    some, logits = data(0), np.zeros(COUNT, np.float32)
    net.join()
    trainer = Trainer(9, 9, net, Net(SMALL.rules))
    trainer.predict(some.boards[:COUNT].copy(), some.turns[:COUNT].copy(), logits)
    return logits


def loss_of(net: Net) -> float:
    values = logits_of(net).astype(np.float64)
    return float((np.log1p(np.exp(values)) - data(0).targets()[:COUNT] * values).sum())


@pytest.mark.parametrize("name", SIZES)
def test_gradients_agree_with_differences(name: str) -> None:
    net, slopes, some = made_net(), Net(SMALL.rules), data(0)
    chosen = np.arange(COUNT, dtype=np.int32)
    Trainer(9, 9, net, slopes).learn(some.boards, some.turns, some.targets(), chosen)
    slopes.divide()
    part, at = net.parts[name], int(np.argmax(np.abs(slopes.parts[name])))
    losses, before = [], part[at]
    for change in (STEP, -STEP):
        part[at] = before + change
        losses.append(loss_of(net))
    assert slopes.parts[name][at] == pytest.approx((losses[0] - losses[1]) / (2 * STEP), rel=0.03)


def test_the_loss_is_that_of_the_values() -> None:
    net, some = made_net(), data(0)
    trainer = Trainer(9, 9, net, Net(SMALL.rules))
    chosen = np.arange(COUNT, dtype=np.int32)
    loss = trainer.learn(some.boards, some.turns, some.targets(), chosen)
    assert loss == pytest.approx(loss_of(net), rel=1e-5)


def test_mirrored_positions_have_the_same_value() -> None:
    net, values = made_net(), []
    trainer = Trainer(9, 9, net, Net(SMALL.rules))
    for turned in (False, True):
        cells = bytes(81 - 5) + bytes((1, 2, 0, 1, 0))
        sample = PositionSample(cells[::-1] if turned else cells, 0, 0, 0, 0)
        some = TrainingData.of([pack_samples([sample])], SMALL.rules)
        logits = np.zeros(1, np.float32)
        trainer.predict(some.boards, some.turns, logits)
        values.append(float(logits[0]))
    assert values[0] == pytest.approx(values[1], abs=1e-5)
    assert values[0] != 0


def run(source: Path) -> tuple[str, list[float]]:
    tests = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{tests}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kind, numbers = done.stdout.splitlines()
    return kind, [float(number) for number in numbers.split()]


def test_it_gives_the_same_uncompiled(tmp_path: Path) -> None:
    if not any((PACKAGE / "training").glob("trainer.*.so")):
        pytest.skip("the trainer is not compiled here, so there is nothing to compare")
    compiled, uncompiled = run(PACKAGE.parent), run(copy_uncompiled(tmp_path))
    assert (compiled[0], uncompiled[0]) == ("False", "True")
    assert uncompiled[1] == pytest.approx(compiled[1], rel=1e-4)
