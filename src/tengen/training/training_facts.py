"""The figures of a training, for the report, the plot and the checkpoint."""

from __future__ import annotations

import msgspec


class EpochFacts(msgspec.Struct, frozen=True):
    """The figures after an epoch; those of held-out games are None if there are too few of them."""

    loss: float
    """The mean loss while it learned."""
    log_loss: float | None
    """Against the results of held-out games."""
    auc: float | None
    """Likewise."""
    search_auc: float | None
    """That of the search's own scores of the same positions."""
    speed: float
    """Positions per second."""


class TrainingFacts(msgspec.Struct, frozen=True):
    """What a training was made from, and its figures."""

    version: str
    settings: dict[str, str | int]
    positions: int
    held_out: int
    per_core_hour: float | None
    """Positions that a core made in an hour of games."""
    epochs: tuple[EpochFacts, ...]


def format_figure(value: float | None) -> str:
    """Return a figure with four digits."""
    return "-" if value is None else f"{value:.4f}"


def format_origin(facts: TrainingFacts) -> str:
    """Return how weights were made, as one line. It holds nothing that time decides."""
    settings = ", ".join(f"{name} {value}" for name, value in facts.settings.items())
    last = facts.epochs[-1]
    return (
        f"tengen {facts.version} train: {settings}; {facts.positions} positions; held out: "
        f"{facts.held_out} positions, log loss {format_figure(last.log_loss)}, "
        f"AUC {format_figure(last.auc)}, of the search {format_figure(last.search_auc)}"
    )
