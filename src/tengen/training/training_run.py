"""Training: positions in, a net out, epoch by epoch. The same input gives the same net."""

from __future__ import annotations

import io
import math
import time
import zipfile

import msgspec
import numpy as np
import numpy.typing as npt

from tengen.rules import Rules
from tengen.training.held_out import area_under_curve, log_loss
from tengen.training.net import Floats, Net
from tengen.training.trainer import Trainer
from tengen.training.training_data import TrainingData
from tengen.training.training_facts import EpochFacts

BATCH = 256
FIRST_RATE, LAST_RATE = 6e-3, 2e-5
MEAN_DECAY, SQUARE_DECAY = 0.9, 0.999
SMALLEST = 1e-8
WINDOW_SLOWNESS = 10
"""How much more slowly the windows learn than all else."""
WINDOW_DECAY, DECAY = 3.0, 0.01
"""The decay of the windows' own part of the table, and of all else."""
EPOCHS, MARK = "epochs", "mark"
"""The names of what a checkpoint has beside the arrays."""


class TrainingRun:
    """Trains a net on positions, and measures it on positions of other games."""

    def __init__(
        self, rules: Rules, data: TrainingData, held_out: TrainingData, epochs: int, seed: int
    ) -> None:
        self.net = Net(rules)
        self.net.randomise(seed)
        self.epochs: list[EpochFacts] = []
        self._all_epochs = epochs
        self._seed = seed
        self._data = data
        self._targets = data.targets()
        self._held_out = held_out.judged()
        self._slopes, self._means, self._squares = Net(rules), Net(rules), Net(rules)
        self._trainer = Trainer(rules.width, rules.height, self.net, self._slopes)

    @property
    def is_finished(self) -> bool:
        """Whether all epochs are done."""
        return len(self.epochs) >= self._all_epochs

    def run_epoch(self) -> EpochFacts:
        """Learn from all positions once, and return the figures."""
        start = time.perf_counter()
        number = len(self.epochs)
        order = np.random.default_rng((self._seed, number)).permutation(len(self._data))
        batches = math.ceil(len(order) / BATCH)
        loss = 0.0
        for at in range(batches):
            batch = order[BATCH * at : BATCH * (at + 1)].astype(np.int32)
            loss += self._learn(batch, number * batches + at + 1, self._all_epochs * batches)
        speed = len(order) / (time.perf_counter() - start)
        self.epochs.append(self._measure(loss / len(order), speed))
        return self.epochs[-1]

    def predict(self, data: TrainingData) -> Floats:
        """Return what the net says about positions, as logits."""
        logits = np.zeros(len(data), np.float32)
        self.net.join()
        self._trainer.predict(data.boards, data.turns, logits)
        return logits

    def checkpoint(self, mark: str) -> bytes:
        """Return what has been learned so far; the mark says from what."""
        arrays = {f"{kind}.{name}": part for kind, name, part in self._parts()}
        texts = {EPOCHS: msgspec.json.encode(self.epochs), MARK: mark.encode()}
        arrays |= {name: np.frombuffer(text, np.uint8) for name, text in texts.items()}
        file = io.BytesIO()
        np.savez(file, allow_pickle=False, **arrays)
        return file.getvalue()

    def restore(self, checkpoint: bytes, mark: str) -> bool:
        """Go on after a checkpoint, and return True, unless it is damaged or has another mark."""
        try:
            with np.load(io.BytesIO(checkpoint), allow_pickle=False) as arrays:
                if arrays[MARK].tobytes() != mark.encode():
                    return False
                epochs = msgspec.json.decode(arrays[EPOCHS].tobytes(), type=list[EpochFacts])
                found = [arrays[f"{kind}.{name}"] for kind, name, _ in self._parts()]
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError):
            return False
        for (_, _, part), values in zip(self._parts(), found, strict=True):
            part[:] = values
        self.epochs = epochs
        return True

    def _parts(self) -> list[tuple[str, str, Floats]]:
        """Return all that changes while a net learns."""
        kinds = {"net": self.net, "mean": self._means, "square": self._squares}
        return [(kind, *part) for kind, net in kinds.items() for part in net.parts.items()]

    def _measure(self, loss: float, speed: float) -> EpochFacts:
        wins, logits = self._held_out.wins(), self.predict(self._held_out)
        scores = self._held_out.scores.astype(np.float32)
        return EpochFacts(
            loss=loss,
            log_loss=log_loss(logits, wins),
            auc=area_under_curve(logits, wins),
            search_auc=area_under_curve(scores, wins),
            speed=speed,
        )

    def _learn(self, batch: npt.NDArray[np.int32], step: int, steps: int) -> float:
        """Learn from some positions, and return the sum of their losses."""
        self.net.join()
        loss = self._trainer.learn(self._data.boards, self._data.turns, self._targets, batch)
        self._slopes.divide()
        rate = FIRST_RATE + (LAST_RATE - FIRST_RATE) * step / steps
        for name in self.net.parts:
            is_window = name == "window"
            self._slopes.parts[name] /= len(batch)
            self._step(
                name,
                step,
                rate / WINDOW_SLOWNESS if is_window else rate,
                WINDOW_DECAY if is_window else DECAY,
            )
        return loss

    def _step(self, name: str, step: int, rate: float, decay: float) -> None:
        """Change a part of the net by Adam, with the decay apart from the gradient."""
        slope, value = self._slopes.parts[name], self.net.parts[name]
        mean, square = self._means.parts[name], self._squares.parts[name]
        mean += (1 - MEAN_DECAY) * (slope - mean)
        square += (1 - SQUARE_DECAY) * (slope * slope - square)
        spread = np.sqrt(square / (1 - SQUARE_DECAY**step)) + SMALLEST
        value *= 1 - rate * decay
        value -= rate / (1 - MEAN_DECAY**step) * mean / spread
        slope[:] = 0
