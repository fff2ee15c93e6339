"""Write `tests/slow.txt`: the tests that `./test --quick` skips.

Usage: slow_tests.py FILE ..., after `./test --junit-xml=FILE`.

The slowest tests are skipped until the others take half a minute in sequence. A test with several
sets of arguments counts as one. If a test is in several files, its last time counts.
"""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SLOW = ROOT / "tests" / "slow.txt"
QUICK = 30.0
"""Seconds that the remaining tests may take."""


def main(*files: str) -> None:
    """Write the list, and print how many tests remain."""
    times: dict[str, float] = {}
    for file in files:
        times |= read_times(file)
    slow = slowest(times)
    SLOW.write_text("".join(f"{name}\n" for name in sorted(slow)))
    left = sum(seconds for name, seconds in times.items() if name not in slow)
    print(f"{len(times) - len(slow)} of {len(times)} test functions are left: {left:.0f} s")


def read_times(file: str) -> dict[str, float]:
    """Return the seconds of each test function, with all its arguments."""
    times: dict[str, float] = {}
    for case in ET.parse(file).iter("testcase"):
        name = case.attrib["name"].partition("[")[0]
        key = f"{place_of(case.attrib['classname'])}::{name}"
        times[key] = times.get(key, 0.0) + float(case.attrib["time"])
    return times


def place_of(classname: str) -> str:
    """Return the file of a name such as `docs.rules.md` or `tests.rules.test_board.TestBoard`."""
    if classname.endswith(".md"):
        return f"{classname.removesuffix('.md').replace('.', '/')}.md"
    *folders, name = classname.split(".")
    inner = "/".join(folders)
    is_class = (ROOT / f"{inner}.py").exists()
    return f"{inner}.py::{name}" if is_class else f"{inner}/{name}.py"


def slowest(times: dict[str, float]) -> set[str]:
    """Return the tests to skip."""
    left = sum(times.values())
    slow = set()
    for name, seconds in sorted(times.items(), key=lambda item: -item[1]):
        if left <= QUICK:
            break
        slow.add(name)
        left -= seconds
    return slow


if __name__ == "__main__":
    main(*sys.argv[1:])
