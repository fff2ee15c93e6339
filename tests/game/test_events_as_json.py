"""Events, commands and setups as JSON, and the bounds of their numbers."""

from __future__ import annotations

import json
from contextlib import suppress
from types import ModuleType
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.sessions import COMMANDS, EVENTS, setups
from kit.strategies import modest, thorough

from tengen.errors import ParseError, RuleError
from tengen.game import commands, events
from tengen.game.clock import TimeControl
from tengen.game.commands import Command, PlayMove
from tengen.game.events import (
    Event,
    GameStarted,
    MovePlayed,
    decode_hook,
    encode_hook,
    format_command,
    format_event,
    format_setup,
    parse_event,
    parse_setup,
)
from tengen.game.setup import Computer, ExternalEngine, Person, Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import TIC_TAC_TOE, Rules, WinRule


@thorough
@given(EVENTS)
def test_an_event_is_parsed_as_formatted(event: Event) -> None:
    assert parse_event(format_event(event)) == event


@thorough
@given(COMMANDS)
def test_a_command_is_parsed_as_formatted(command: Command) -> None:
    text = format_command(command)
    assert msgspec.json.decode(text, type=Command, dec_hook=decode_hook) == command


@modest
@given(setups())
def test_a_setup_is_parsed_as_formatted(setup: Setup) -> None:
    text = format_setup(setup)
    assert parse_setup(text) == setup
    assert b"\n" not in text


@pytest.mark.parametrize("module, union", [(events, Event), (commands, Command)])
def test_every_event_and_command_can_be_serialized(module: ModuleType, union: object) -> None:
    here = [kind for kind in vars(module).values() if isinstance(kind, type)]
    kinds = [kind for kind in here if kind.__module__ == module.__name__]
    structs = [
        kind
        for kind in kinds
        if issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag is not None
    ]
    assert {kind for kind in structs if kind.__name__[0] != "_"} == set(get_args(union))


def test_the_text_of_an_event() -> None:
    played = format_event(MovePlayed(1200, Seat.TWO, Point(7, 8)))
    assert played == b'{"type":"MovePlayed","at":1200,"seat":2,"point":"7,8"}'
    started = json.loads(format_event(GameStarted(0, Setup(TIC_TAC_TOE, two=Computer(3)))))
    assert started["setup"]["rules"] == "3x3/3 freestyle"
    assert started["setup"]["two"] == {"type": "computer", "level": 3}


def test_missing_fields_have_default_values() -> None:
    assert parse_setup(b"{}") == Setup()
    assert parse_setup(b'{"rules":"renju"}').rules == Rules(15, 15, 5, WinRule.RENJU)


SAMPLES = [
    format_event(GameStarted(0, Setup(moves=(Point(1, 1),), two=ExternalEngine(("x", "y"), "z")))),
    format_command(PlayMove(Seat.ONE, Point(3, 4))),
    format_setup(Setup(clock=TimeControl(1, 2, 3))),
]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw a valid text with some damaged bytes."""
    text = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text) - 1))
        text[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(text)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)
TYPED = st.dictionaries(
    st.sampled_from(["at", "seat", "point", "steps", "setup", "choice", "rules", "moves", "one"]),
    JUNK,
)
KINDS = [kind.__name__ for kind in (*get_args(Event), *get_args(Command))]


@thorough
@given(
    damaged()
    | st.binary()
    | JUNK.map(lambda junk: json.dumps(junk).encode())
    | st.builds(
        lambda fields, kind: json.dumps({"type": kind, **fields}).encode(),
        TYPED,
        st.sampled_from(KINDS),
    )
)
def test_any_bytes_are_parsed_or_are_a_parse_error(text: bytes) -> None:
    for parse in (parse_event, parse_setup):
        with suppress(ParseError):
            parse(text)


@pytest.mark.parametrize(
    "text",
    [
        b'{"x":' + b"[" * 100_000,
        b'{"type":"Resign","seat":1,"x":' + b"[" * 100_000,
        b'{"moves":["7,7","7,7"]}',
        b'{"moves":["77,7"]}',
        b'{"moves":["-1,7"]}',
        '{"moves":["\u0663,7"]}'.encode(),
        b'{"rules":"3x3/3 freestyle","opening":"swap"}',
        b'{"clock":{"increment":5}}',
        b'{"one":{"type":"person","name":"\\ud800"}}',
        b"",
        b"\xff",
    ],
)
def test_an_invalid_setup_is_refused(text: bytes) -> None:
    with pytest.raises(ParseError, match="not a "):
        parse_setup(text)


@pytest.mark.parametrize("name", ["\udcff", "a\ud800b"])
def test_a_name_that_cannot_be_encoded_is_refused(name: str) -> None:
    with pytest.raises(RuleError, match="cannot be written"):
        Person(name)
    with pytest.raises(RuleError, match="cannot be written"):
        ExternalEngine((name,), "engine")
    with pytest.raises(RuleError, match="cannot be written"):
        ExternalEngine(("engine",), name)


@pytest.mark.parametrize(
    "point", ["3", "[7,7]", '"7;7"', '"100,10"', '"10,100"', '"7,"', '",7"', '"-1,7"']
)
def test_a_point_is_a_row_and_a_column(point: str) -> None:
    text = f'{{"type":"MovePlayed","at":0,"seat":1,"point":{point}}}'
    with pytest.raises(ParseError, match="not a game event"):
        parse_event(text.encode())
    parse_event(text.replace(point, '"51,51"').encode())


def test_a_row_longer_than_the_longest_side_is_refused() -> None:
    assert parse_setup(b'{"rules":"52x52/52 freestyle"}').rules.k == 52
    with pytest.raises(ParseError):
        parse_setup(b'{"rules":"52x52/53 freestyle"}')


def test_a_value_without_a_text_form_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="no text form of a set"):
        encode_hook({1})


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
