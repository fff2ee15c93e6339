"""The result of a brain's check as a table and as JSON, and the list of its steps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from tengen.gomocup.brain_check import CheckStep, StepReport, StepVerdict
from tengen.printable import in_line, printable
from tengen.rules.wording import counted

SHOWN_LINES = 12
"""How many lines of a talk the table shows; JSON has all."""
SHOWN_LENGTH = 100


def format_steps(steps: Sequence[CheckStep]) -> str:
    """Return a line for each step."""
    width = max(len(step.name) for step in steps)
    return "".join(f"{step.name:<{width}}  {step.wanted}\n" for step in steps)


def format_check(reports: Sequence[StepReport]) -> str:
    """Return the table, what was wrong in detail, and the summary."""
    width = max(len(report.step.name) for report in reports)
    lines = [_format_row(report, width) for report in reports]
    for report in reports:
        if report.finding.verdict is StepVerdict.WRONG:
            lines.extend(_format_problem(report))
    return "\n".join([*lines, "", format_summary(reports), ""])


def _format_row(report: StepReport, width: int) -> str:
    finding = report.finding
    is_run = finding.verdict is not StepVerdict.SKIPPED
    time = f"{report.milliseconds:>6} ms" if is_run else " " * 9
    row = f"{report.step.name:<{width}}  {finding.verdict.value:<7} {time}  {in_line(finding.note)}"
    return row.rstrip()


def _format_problem(report: StepReport) -> Iterator[str]:
    """Yield what was wrong, what the protocol wants, and the last lines of the talk."""
    yield f"\n{report.step.name}: {in_line(report.finding.note)}"
    yield f"  wanted    {report.step.wanted}"
    hidden = len(report.dialogue) - SHOWN_LINES
    if hidden > 0:
        yield f"  ...       {counted(hidden, 'line')} before"
    for source, line in report.dialogue[-SHOWN_LINES:]:
        yield f"  {source.value:<9} {_shortened(line)}".rstrip()


def _shortened(line: str) -> str:
    shown = printable(line)
    return shown if len(shown) <= SHOWN_LENGTH else f"{shown[:SHOWN_LENGTH]}..."


def format_summary(reports: Sequence[StepReport]) -> str:
    """Return for example `23 of 25 checks passed, 1 wrong, 1 warning, 2 skipped`."""
    counts = _counts(reports)
    passed, skipped = counts[StepVerdict.OK], counts[StepVerdict.SKIPPED]
    parts = [
        f"{passed} of {counted(len(reports) - skipped, 'check')} passed",
        f"{counts[StepVerdict.WRONG]} wrong",
        counted(counts[StepVerdict.WARNING], "warning"),
    ]
    return ", ".join([*parts, f"{skipped} skipped"] if skipped else parts)


def format_check_json(command: Sequence[str], reports: Sequence[StepReport]) -> str:
    """Return one JSON object with everything about the check."""
    counts = _counts(reports)
    check = {
        "command": list(command),
        **{verdict.value: counts[verdict] for verdict in StepVerdict},
        "steps": [_to_json(report) for report in reports],
    }
    return f"{json.dumps(check, indent=2)}\n"


def _to_json(report: StepReport) -> dict[str, object]:
    finding = report.finding
    return {
        "name": report.step.name,
        "verdict": finding.verdict.value,
        "fault": None if finding.fault is None else finding.fault.value,
        "note": finding.note,
        "wanted": report.step.wanted,
        "milliseconds": report.milliseconds,
        "lines": [{source.value: line} for source, line in report.dialogue],
    }


def _counts(reports: Sequence[StepReport]) -> Counter[StepVerdict]:
    return Counter(report.finding.verdict for report in reports)
