"""The report of a training."""

from __future__ import annotations

from kit.trained import FACTS

from tengen.training.training_report import format_training_report


def test_the_report_has_the_settings_and_a_row_for_each_epoch() -> None:
    report = format_training_report(FACTS, "loss.svg")
    assert "| seed | 1 |\n| positions to learn from | 4,321 |\n" in report
    assert "| positions per core-hour of games | 2,000,000 |\n" in report
    assert "![The loss after each epoch](loss.svg)" in report
    assert "| 1 | 0.7000 | 0.6000 | 0.7500 | - | 12,346 |\n| 2 |" in report
    assert len(report.splitlines()) == 21
