"""The fields of messages: which values are allowed, and what a missing field means."""

from __future__ import annotations

import json

import pytest

from tengen.errors import ParseError
from tengen.rules.rules import GAMES
from tengen.server.messages.codec import decode, make_decoder, parse_server_message
from tengen.server.messages.game import (
    EventsMessage,
    MakeGame,
    OpponentKind,
    RulesView,
    TakeSeat,
    TaskView,
    YourSeatsMessage,
)
from tengen.server.messages.study import AnalysePosition, PositionSpec, TryPuzzle

RULES = {"width": 15, "height": 15, "k": 5, "win": "freestyle", "text": "", "name": ""}
POSITION = {"rules": "15x15/5 freestyle"}
LOOK = {"type": "look", "id": 7, "position": POSITION}
GAME = {"opponent": "here", "rules": "15x15/5 freestyle"}
EVENTS = {"type": "events", "first": 0, "now": 0, "events": []}


def is_allowed(kind: type, fields: dict[str, object]) -> bool:
    try:
        decode(make_decoder(kind), json.dumps(fields), "message")
    except ParseError:
        return False
    return True


@pytest.mark.parametrize(
    "kind, others, field, least, most",
    [
        (RulesView, RULES, "width", 1, 52),
        (RulesView, RULES, "height", 1, 52),
        (RulesView, RULES, "k", 1, 52),
        (AnalysePosition, LOOK, "id", 0, 2**50 - 1),
        (AnalysePosition, LOOK, "lines", 1, 5),
        (EventsMessage, EVENTS, "first", 0, 1_000_000_000),
        (TryPuzzle, {}, "hint", 0, 3),
        (MakeGame, GAME, "level", 1, 10),
    ],
)
def test_a_number_outside_its_range_is_refused(
    kind: type, others: dict[str, object], field: str, least: int, most: int
) -> None:
    tried = (least - 1, least, most, most + 1)
    found = [is_allowed(kind, others | {field: value}) for value in tried]
    assert found == [False, True, True, False]


def test_a_cell_is_on_the_largest_board() -> None:
    found = [is_allowed(MakeGame, GAME | {"moves": [cell]}) for cell in (-1, 0, 2703, 2704)]
    assert found == [False, True, True, False]


def test_a_seat_is_the_first_or_the_second() -> None:
    found = [is_allowed(YourSeatsMessage, {"type": "you", "seats": [seat]}) for seat in range(4)]
    assert found == [False, True, True, False]


def test_a_stone_is_black_or_white() -> None:
    found = [is_allowed(PositionSpec, POSITION | {"stones": [[0, colour]]}) for colour in range(4)]
    assert found == [False, True, True, False]


def test_a_name_has_at_most_forty_letters() -> None:
    found = [is_allowed(TakeSeat, {"name": "x" * count}) for count in (40, 41)]
    assert found == [True, False]


def test_a_new_game_is_against_level_3_and_without_losing_fouls_by_default() -> None:
    wanted = MakeGame(OpponentKind.COMPUTER, GAMES["five"])
    assert (wanted.level, wanted.fouls_lose, wanted.is_listed) == (3, False, None)


def test_a_position_is_not_analysed_by_the_engine_by_default() -> None:
    look = AnalysePosition(1, PositionSpec(GAMES["five"]))
    assert (look.engine, look.lines, look.zone) == (False, 3, False)


def test_a_puzzle_shows_no_hint_and_no_solution_by_default() -> None:
    assert (TryPuzzle().hint, TryPuzzle().shows) == (0, False)


def test_unused_fields_of_a_task_are_empty() -> None:
    task = TaskView("choose", 1)
    assert (task.most, task.count, task.points) == (0, 0, ())


def test_clocks_run_in_an_events_message_by_default() -> None:
    message = parse_server_message(json.dumps(EVENTS))
    assert isinstance(message, EventsMessage)
    assert not message.is_resting
