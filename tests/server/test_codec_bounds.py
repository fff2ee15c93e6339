"""Every number in a message has bounds, on both sides of the wire."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec import inspect

from tengen.errors import ParseError, RuleError
from tengen.game.clock import MAX_CLOCK_MS, TimeControl
from tengen.game.events import Event
from tengen.server.messages.codec import decode, make_decoder, parse_client_command
from tengen.server.messages.game import ClientCommand, MakeGame, TakeSeat
from tengen.server.messages.study import StudyRequest, TryPuzzle

HUGE = "1" + "0" * 400


def open_numbers(kind: inspect.Type, where: str) -> Iterator[str]:
    """Yield the paths of the numbers in a type that have no bounds."""
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        if None in {
            kind.ge if kind.gt is None else kind.gt,
            kind.le if kind.lt is None else kind.lt,
        }:
            yield where
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from open_numbers(field.type, f"{where} {kind.cls.__name__}.{field.name}")
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from open_numbers(one, where)
    elif isinstance(kind, inspect.TupleType):
        for one in kind.item_types:
            yield from open_numbers(one, where)
    elif isinstance(kind, inspect.VarTupleType):
        yield from open_numbers(kind.item_type, where)


@pytest.mark.parametrize(
    "kind", [ClientCommand, MakeGame, TakeSeat, StudyRequest, TryPuzzle, Event]
)
def test_every_number_in_a_message_has_bounds(kind: type) -> None:
    assert list(open_numbers(inspect.type_info(kind), "")) == []


def test_the_check_finds_a_number_without_bounds() -> None:
    class Loose(msgspec.Struct):
        deep: tuple[tuple[int, float] | None, ...]

    assert len(list(open_numbers(inspect.type_info(Loose), ""))) == 2


@pytest.mark.parametrize("field", ["move", "game", "increment"])
def test_a_very_long_clock_is_refused(field: str) -> None:
    clock = {"move": "null", "game": "60000", "increment": "0"} | {field: HUGE}
    text = ",".join(f'"{name}":{value}' for name, value in clock.items())
    wanted = f'{{"opponent":"here","rules":"renju","clock":{{{text}}}}}'
    with pytest.raises(ParseError, match=field):
        decode(make_decoder(MakeGame), wanted, "message")


@pytest.mark.parametrize("field", ["move", "game", "increment"])
def test_a_clock_has_at_most_one_day(field: str) -> None:
    longest = {"game": 1, field: MAX_CLOCK_MS}
    assert TimeControl(**longest).increment in {0, MAX_CLOCK_MS}
    with pytest.raises(RuleError, match="24 hours"):
        TimeControl(**longest | {field: MAX_CLOCK_MS + 1})


def test_huge_numbers_in_commands_are_refused() -> None:
    for text in (
        f'{{"type":"DeclareFifths","seat":1,"count":{HUGE}}}',
        f'{{"type":"PlayMove","seat":1,"point":112,"wins_in":{HUGE}}}',
        f'{{"type":"PlayMove","seat":{HUGE},"point":112}}',
    ):
        with pytest.raises(ParseError):
            parse_client_command(text, 15)


@pytest.mark.parametrize("k", [53, 10**20])
def test_no_line_is_longer_than_the_longest_board(k: int) -> None:
    wanted = f'{{"opponent":"here","rules":"15x15/{k} freestyle"}}'
    with pytest.raises(ParseError, match="no board has room"):
        decode(make_decoder(MakeGame), wanted, "message")


@pytest.mark.parametrize("text", ["a", "x" * 24, "aZ09_-", ""])
def test_an_id_of_a_command_is_read(text: str) -> None:
    command = parse_client_command(f'{{"type":"TakeBack","seat":1,"id":"{text}"}}', 15)
    assert command.id == text


@pytest.mark.parametrize(
    "text", ['"%s"' % ("x" * 25), '"a b"', '"a\\n"', '"a\u00e9"', '"[1]"', "7", "null", '["a"]']
)
def test_other_ids_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="id"):
        parse_client_command(f'{{"type":"TakeBack","seat":1,"id":{text}}}', 15)
