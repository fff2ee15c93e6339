"""Shared constants are the same in the .pxd for compiled modules and in the .py for others."""

import re
from pathlib import Path

from tengen.engine import constants
from tengen.engine.patterns import reach_of
from tengen.rules.rules import Rules, WinRule

NUMBER = re.compile(r"^    ([A-Z_]+) = (\d+)$", re.MULTILINE)


def declared(suffix: str) -> list[tuple[str, str]]:
    path = Path(constants.__file__).parent / f"constants{suffix}"
    return NUMBER.findall(path.read_text(encoding="utf-8"))


def test_the_constants_are_the_same_compiled_or_not() -> None:
    numbers = declared(".py")
    assert numbers == declared(".pxd")
    assert {name: int(value) for name, value in numbers} == {
        name: value for name, value in vars(constants).items() if name.isupper()
    }


def test_the_margin_is_as_wide_as_the_widest_window() -> None:
    assert reach_of(Rules(15, 15, 5, WinRule.STANDARD)) == constants.MARGIN
