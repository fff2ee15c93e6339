"""The bounds of numbers in what is read."""

from __future__ import annotations

import pytest

from tengen.errors import ParseError
from tengen.game.serialization import parse_event, parse_setup

DAY = 86_400_000


@pytest.mark.parametrize(
    "clock, lowest, highest",
    [
        ('{"move":%d}', 1, DAY),
        ('{"game":%d}', 1, DAY),
        ('{"game":60000,"increment":%d}', 0, DAY),
    ],
)
def test_a_clock_gives_at_most_a_day(clock: str, lowest: int, highest: int) -> None:
    for number in (lowest, highest):
        parse_setup(f'{{"clock":{clock % number}}}'.encode())
    for number in (lowest - 1, highest + 1):
        with pytest.raises(ParseError):
            parse_setup(f'{{"clock":{clock % number}}}'.encode())


@pytest.mark.parametrize(
    "event, lowest, highest",
    [
        ('{"type":"GamePaused","at":%d}', -9007199254740992, 9007199254740992),
        ('{"type":"Redone","at":0,"seat":1,"steps":%d}', 0, 5408),
        ('{"type":"FifthsDeclared","at":0,"seat":1,"count":%d}', 0, 5408),
        ('{"type":"MovePlayed","at":0,"seat":1,"point":"7,7","wins_in":%d}', 0, 5408),
    ],
)
def test_numbers_in_events_have_bounds(event: str, lowest: int, highest: int) -> None:
    for number in (lowest, highest):
        parse_event((event % number).encode())
    for number in (lowest - 1, highest + 1):
        with pytest.raises(ParseError):
            parse_event((event % number).encode())


def test_a_computer_has_a_level_from_one_to_ten() -> None:
    text = '{"one":{"type":"computer","level":%d}}'
    for level in (1, 10):
        parse_setup((text % level).encode())
    for level in (0, 11):
        with pytest.raises(ParseError):
            parse_setup((text % level).encode())
