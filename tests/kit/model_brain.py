"""A brain that does everything right, and what the check finds if one thing is changed."""

from __future__ import annotations

from collections.abc import Sequence

from kit.brains import scripted
from tengen.gomocup.brain_check import BrainCheck, StepReport, StepVerdict
from tengen.gomocup.brain_steps import STEPS
from tengen.gomocup.brain_talk import TalkLimits
from tengen.gomocup.faults import EngineFault

MODEL = """
own, others, opening, size, refusal, is_opening = set(), set(), [], (0, 0), "", False
def free():
    return [(x, y) for y in range(size[1]) for x in range(size[0]) if (x, y) not in own | others]
def run_length(stones, point, dx, dy):
    x, y, length = point[0] + dx, point[1] + dy, 0
    while (x, y) in stones:
        x, y, length = x + dx, y + dy, length + 1
    return length
def makes_five(stones, point):
    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    both = lambda x, y: run_length(stones, point, x, y) + run_length(stones, point, -x, -y)
    return 4 in [both(*step) for step in steps]
def move():
    best = [point for side in (own, others) for point in free() if makes_five(side, point)]
    point = (best or free())[0]
    own.add(point)
    return "%d,%d" % point
def clear():
    own.clear(), others.clear(), opening.clear()
    return "OK"
def choose():
    points = [point for point in free() if point not in opening]
    count = {{0: 3, 3: 2, 5: 0}}[len(opening)]
    return " ".join("%d,%d" % point for point in points[:count]) or "SWAP"
for line in iter(sys.stdin.readline, ""):
    words = line.replace(",", " ").split()
    word, rest = (words[0], words[1:]) if words else ("", [])
    numbers = [int(text) for text in words if text.lstrip("-").isdigit()]
    point = tuple(numbers[:2])
    {before}
    if not word or word == "INFO":
        continue
    elif word == "START" and numbers[0] not in (15, 20):
        say("ERROR size")
    elif word in ("START", "RECTSTART"):
        size = (numbers[0], numbers[-1])
        say(clear())
    elif word == "RESTART":
        say(clear())
    elif word in ("BOARD", "SWAP2BOARD"):
        clear()
        is_opening = word == "SWAP2BOARD"
    elif word == "DONE" and is_opening:
        say(choose())
    elif word in ("BEGIN", "DONE"):
        say(move())
    elif word == "TURN" and point not in free():
        say("ERROR not a free point")
    elif word == "TURN":
        others.add(point)
        say(move())
    elif word == "TAKEBACK":
        own.discard(point), others.discard(point)
        say("OK")
    elif word.isdigit():
        opening.append(point) if is_opening else (own if numbers[2] == 1 else others).add(point)
    elif word == "ABOUT":
        say('name="Model", version="1", author="A", country="B"')
    elif word == "END":
        break
    else:
        say("UNKNOWN " + word)
"""
PATIENT = TalkLimits(silence=60_000, slack=60_000, exit=60_000)


def model(before: str = "pass") -> list[str]:
    """Return a correct brain; `before` runs before each line is handled."""
    return scripted(MODEL.format(before=before))


def check(argv: Sequence[str], *names: str, limits: TalkLimits = PATIENT) -> dict[str, StepReport]:
    """Run the steps with these names, or all, and return the reports by name."""
    brain_check = BrainCheck(argv, limits)
    steps = [step for step in STEPS if not names or step.name in names]
    return {step.name: brain_check.run(step) for step in steps}


def faults(reports: dict[str, StepReport]) -> dict[str, EngineFault | None]:
    """Return what was wrong, by name."""
    return {
        name: report.finding.fault
        for name, report in reports.items()
        if report.finding.verdict is StepVerdict.WRONG
    }


def named(reports: dict[str, StepReport], verdict: StepVerdict) -> list[str]:
    """Return the names of the steps with this verdict."""
    return [name for name, report in reports.items() if report.finding.verdict is verdict]
