from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.brains import at
from kit.strategies import modest

from tengen.protocol.about import OURS, format_about, parse_about
from tengen.protocol.replies import (
    BrainReply,
    Debug,
    Introduction,
    Message,
    Moves,
    NotUnderstood,
    Ok,
    Refused,
    Rubbish,
    Suggestion,
    Swapped,
    parse_reply,
)

REPLIES: dict[str, BrainReply] = {
    "OK": Ok(),
    "ok": Ok(),
    " Ok\r\n": Ok(),
    "ERROR no such size": Refused("no such size"),
    "error": Refused(""),
    "UNKNOWN command": NotUnderstood("command"),
    "MESSAGE depth 10  ": Message("depth 10"),
    "message 7,7": Message("7,7"),
    "DEBUG x": Debug("x"),
    "SUGGEST 7,0": Suggestion(at(7, 0)),
    "suggest 7, 0": Suggestion(at(7, 0)),
    "7,0": Moves((at(7, 0),)),
    " 7 , 0 ": Moves((at(7, 0),)),
    "-1,-1": Moves((at(-1, -1),)),
    "7,7 8,6 0,1": Moves((at(7, 7), at(8, 6), at(0, 1))),
    "SWAP": Swapped(),
    "swap": Swapped(),
    'name="A", version="1"': Introduction((("name", "A"), ("version", "1"))),
    'NAME = "A"': Introduction((("name", "A"),)),
    "OK then": Rubbish("OK then"),
    "SUGGEST": Rubbish("SUGGEST"),
    "MESSAGES 1": Rubbish("MESSAGES 1"),
    "INFO DEPTH 7": Rubbish("INFO DEPTH 7"),
    "My old brain, 1999": Rubbish("My old brain, 1999"),
    "": Rubbish(""),
}


@pytest.mark.parametrize("line", REPLIES, ids=repr)
def test_a_line_of_a_brain_is_read(line: str) -> None:
    assert parse_reply(line) == REPLIES[line]
    assert parse_reply(line.encode()) == REPLIES[line]


@modest
@given(st.binary() | st.text(st.characters(codec=None)))
def test_any_line_is_read_without_complaint(line: str | bytes) -> None:
    assert type(parse_reply(line)) in BrainReply.__args__


def test_a_line_of_any_length_is_kept_short() -> None:
    reply = parse_reply("MESSAGE " + "x" * 10**6)
    assert isinstance(reply, Message)
    assert len(reply.text) < 1001


@modest
@given(st.dictionaries(st.sampled_from(["name", "version", "www"]), st.text(), min_size=1))
def test_an_introduction_is_one_line_and_is_read_again(fields: dict[str, str]) -> None:
    line = format_about(fields)
    tidy = {key: " ".join(value.replace('"', "'").split()) for key, value in fields.items()}
    assert len(line.splitlines()) == 1
    assert parse_about(line) == tidy


def test_we_introduce_ourselves_with_the_four_fields_that_managers_show() -> None:
    reply = parse_reply(format_about(OURS))
    assert isinstance(reply, Introduction)
    assert [key for key, _ in reply.fields] == ["name", "version", "author", "country"]
    assert dict(reply.fields)["name"] == "Tengen"
