"""`tengen check-brain`: lead an engine through the Gomocup protocol, and show its faults."""

from __future__ import annotations

import argparse
import difflib
import json
from collections import Counter
from collections.abc import Iterator, Sequence

from tengen.arena.engine_spec import OWN_ENGINE, parse_engine_command
from tengen.cli.arguments import Parser, parse_seconds, whole_number
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, print_text, with_screen
from tengen.cli.terminal import ProgressBar, write_stdout
from tengen.errors import EngineError, UsageError, quote
from tengen.gomocup.brain_check import BrainCheck, CheckStep, StepReport, StepVerdict
from tengen.gomocup.brain_steps import STEPS
from tengen.gomocup.brain_talk import TalkLimits
from tengen.printable import in_line, printable
from tengen.rules.wording import counted

SHOWN_LINES = 12
"""How many lines of a talk the table shows; JSON has all."""
SHOWN_LENGTH = 100
EPILOG = """\
Every step starts the engine anew, so the lines shown for a step are enough to repeat it. The exit
status is 0 if nothing is wrong, 1 if something is, and 2 if the command was called the wrong way.
Ctrl-C ends the check and the engine.

examples:
  tengen check-brain ./pbrain-mine
  tengen check-brain "python3 brain.py --quiet" --only turn --only board-odd
  tengen check-brain --list"""


def run(arguments: list[str]) -> int:
    """Check an engine and return the exit status. Raise UsageError for wrong use."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """Return the argument parser of `tengen check-brain`."""
    parser = Parser(
        prog="tengen check-brain",
        description="Lead an engine through the Gomocup protocol step by step, and show what it\n"
        "gets wrong.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("command", metavar="CMD", nargs="?", help=f"its command line in quotes, or {OWN_ENGINE}")
    add(
        "--only", action="append", default=[], metavar="NAME", help="run this step only; repeatable"
    )
    add("--list", action="store_true", help="list the steps")
    add("--json", action="store_true", help="write the result as JSON, with all lines")
    add(
        "--timeout",
        type=parse_seconds,
        default=5.0,
        metavar="SECONDS",
        help="how long to wait for an answer (5)",
    )
    add(
        "--slack",
        type=whole_number(60_000, 0),
        default=200,
        metavar="MS",
        help="how late a move may be (200)",
    )
    return parser


def _execute(args: argparse.Namespace) -> int:
    if args.list:
        return print_text(format_steps(STEPS))
    if args.command is None:
        raise UsageError(
            "which engine? Give its command line, as in `tengen check-brain ./pbrain-mine`;"
            " see `tengen check-brain --help`."
        )
    steps = _chosen_steps(args.only)
    command = parse_engine_command(args.command)
    limits = TalkLimits(silence=max(1, round(args.timeout * 1000)), slack=args.slack)
    try:
        reports = _check(BrainCheck(command, limits), steps)
    except EngineError as error:
        print_error(str(error))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    text = format_check_json(command, reports) if args.json else format_check(reports)
    return with_screen(lambda _: _show(text, reports))


def _show(text: str, reports: Sequence[StepReport]) -> int:
    write_stdout(text)
    is_wrong = any(report.finding.verdict is StepVerdict.WRONG for report in reports)
    return FAILED if is_wrong else DONE


def _chosen_steps(names: Sequence[str]) -> list[CheckStep]:
    """Return the steps with these names in the order of the check, or all."""
    known = [step.name for step in STEPS]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else "`tengen check-brain --list` lists them."
            raise UsageError(f"--only: there is no step {quote(name)}: {hint}")
    return [step for step in STEPS if not names or step.name in names]


def _check(check: BrainCheck, steps: Sequence[CheckStep]) -> list[StepReport]:
    """Run the steps, with a progress bar. Raise EngineError if the engine cannot be started."""
    bar = ProgressBar(len(steps), "check")
    reports: list[StepReport] = []
    try:
        for step in steps:
            bar.update(len(reports), len(reports), tail=f"; now {step.name}")
            reports.append(check.run(step))
    finally:
        bar.clear()
    return reports


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
