"""The report of a training, as Markdown."""

from __future__ import annotations

from tengen.training.training_facts import TrainingFacts, format_figure, format_origin

WHAT = (
    "Log loss and AUC are those of held-out games, against their results, without positions that "
    "were proven or not played on."
)


def format_training_report(facts: TrainingFacts, plot: str) -> str:
    """Return the settings and the figures; `plot` is the name of a picture beside the report."""
    hourly = facts.per_core_hour
    rate = "unknown" if hourly is None else f"{hourly:,.0f}"
    lines = [
        "# Training of a learned evaluation\n",
        f"{format_origin(facts)}.\n",
        "| | |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in facts.settings.items()),
        f"| positions to learn from | {facts.positions:,} |",
        f"| positions of held-out games | {facts.held_out:,} |",
        f"| positions per core-hour of games | {rate} |\n",
        f"![The loss after each epoch]({plot})\n",
        f"{WHAT}\n",
        "| epoch | loss | log loss | AUC | AUC of the search | positions per second |",
        "|---|---|---|---|---|---|",
    ]
    for number, epoch in enumerate(facts.epochs, 1):
        figures = (epoch.loss, epoch.log_loss, epoch.auc, epoch.search_auc)
        shown = " | ".join(map(format_figure, figures))
        lines.append(f"| {number} | {shown} | {epoch.speed:,.0f} |")
    return "\n".join(lines) + "\n"
