"""Messages as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import ParseError
from tengen.game.commands import PlayMove
from tengen.game.events import GameStarted, MovePlayed
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.codec import (
    decode,
    encode,
    encode_on_board,
    make_decoder,
    parse_client_command,
    parse_event,
    parse_server_message,
)
from tengen.server.messages.game import (
    MakeGame,
    OpponentKind,
    Pong,
    ProblemMessage,
    YourSeatsMessage,
)


def test_a_command_is_read() -> None:
    ask = parse_client_command('{"type":"PlayMove","seat":2,"point":66}', 9)
    assert ask == PlayMove(Seat.TWO, Point(7, 3))


def test_an_older_client_may_write_row_and_column() -> None:
    ask = parse_client_command('{"type":"PlayMove","seat":2,"point":"7,3"}', 9)
    assert ask == PlayMove(Seat.TWO, Point(7, 3))


@pytest.mark.parametrize("cell", ["-1", "468", "true", "null", "7.0", "[7,3]", '"7;3"', "1e3"])
def test_a_cell_off_the_board_is_a_parse_error(cell: str) -> None:
    with pytest.raises(ParseError):
        parse_client_command(f'{{"type":"PlayMove","seat":1,"point":{cell}}}', 9)


@given(st.integers(1, 52), st.data())
def test_every_point_is_sent_as_its_cell(width: int, data: st.DataObject) -> None:
    point = Point(data.draw(st.integers(0, 51)), data.draw(st.integers(0, width - 1)))
    move, played = PlayMove(Seat.ONE, point), MovePlayed(0, Seat.ONE, point)
    text = encode_on_board(move, width)
    assert json.loads(text)["point"] == point.row * width + point.col
    assert parse_client_command(text.decode(), width) == move
    assert parse_event(encode_on_board(played, width), width) == played


def test_the_moves_and_the_foul_of_a_game_are_sent_as_cells() -> None:
    started = GameStarted(0, Setup(GAMES["tictactoe"], moves=(Point(1, 1), Point(2, 0))))
    text = encode_on_board(started, 3)
    assert json.loads(text)["setup"]["moves"] == [4, 6]
    assert parse_event(text, 3) == started


@pytest.mark.parametrize("kind", ["ChangeSitter", "LookAtClock", "Nothing"])
def test_a_client_cannot_send_commands_of_the_server(kind: str) -> None:
    with pytest.raises(ParseError, match="Invalid value"):
        parse_client_command(f'{{"type":"{kind}","seat":1}}', 15)


@given(st.text(max_size=200))
def test_any_other_text_is_a_parse_error(text: str) -> None:
    with pytest.raises(ParseError):
        parse_client_command(text, 15)


def test_an_error_does_not_show_all_of_a_long_message() -> None:
    with pytest.raises(ParseError) as found:
        parse_client_command("x" * 5000, 15)
    assert len(str(found.value)) < 300


def test_fields_of_a_newer_version_are_ignored() -> None:
    text = b'{"opponent":"here","rules":"renju","weather":"fine"}'
    wanted = MakeGame(OpponentKind.HERE, GAMES["renju"])
    assert decode(make_decoder(MakeGame), text, "message") == wanted


def test_a_misspelt_field_is_missing() -> None:
    with pytest.raises(ParseError, match="missing required field `rules`"):
        decode(make_decoder(MakeGame), b'{"opponent":"here","rulez":"renju"}', "message")


def test_messages_of_a_newer_server_are_left_out() -> None:
    assert parse_server_message('{"type":"weather","says":"fine"}') is None
    assert parse_server_message('{"type":"pong","says":"fine"}') == Pong()


@pytest.mark.parametrize("text", ['{"type":"you","seats":[7]}', '{"type":7}', "{}", "[]", "x"])
def test_other_texts_are_no_messages_of_a_server(text: str) -> None:
    with pytest.raises(ParseError):
        parse_server_message(text)


def test_a_message_names_its_type() -> None:
    assert encode(ProblemMessage("x", "Y.")) == b'{"type":"problem","code":"x","says":"Y."}'


def test_a_problem_names_the_command_that_it_answers() -> None:
    text = b'{"type":"problem","code":"x","says":"Y.","id":"a"}'
    assert encode(ProblemMessage("x", "Y.", "a")) == text


def test_a_message_of_an_older_server_does_not_promise_to_count_once() -> None:
    seats = parse_server_message('{"type":"you","seats":[1]}')
    assert seats == YourSeatsMessage((1,), counts_once=False)


def test_a_message_is_decoded_as_it_was_encoded() -> None:
    assert parse_server_message(encode(ProblemMessage("x", "Y."))) == ProblemMessage("x", "Y.")


@pytest.mark.parametrize("kind", [str, bytes])
def test_an_error_shows_eighty_characters_of_the_message(kind: type) -> None:
    text = "x" * 81 if kind is str else b"x" * 81
    with pytest.raises(ParseError) as found:
        parse_server_message(text)
    assert found.value.text == "x" * 80
