from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.brains import at
from kit.strategies import modest

from tengen.gomocup.replies import (
    OUR_ABOUT,
    AboutReply,
    BrainReply,
    DebugReply,
    ErrorReply,
    MessageReply,
    MovesReply,
    OkReply,
    OtherReply,
    SuggestReply,
    SwapReply,
    UnknownReply,
    format_about,
    parse_about,
    parse_reply,
)

REPLIES: dict[str, BrainReply] = {
    "OK": OkReply(),
    "ok": OkReply(),
    " Ok\r\n": OkReply(),
    "ERROR no such size": ErrorReply("no such size"),
    "error": ErrorReply(""),
    "UNKNOWN command": UnknownReply("command"),
    "MESSAGE depth 10  ": MessageReply("depth 10"),
    "message 7,7": MessageReply("7,7"),
    "DEBUG x": DebugReply("x"),
    "SUGGEST 7,0": SuggestReply(at(7, 0)),
    "suggest 7, 0": SuggestReply(at(7, 0)),
    "7,0": MovesReply((at(7, 0),)),
    " 7 , 0 ": MovesReply((at(7, 0),)),
    "-1,-1": MovesReply((at(-1, -1),)),
    "7,7 8,6 0,1": MovesReply((at(7, 7), at(8, 6), at(0, 1))),
    "SWAP": SwapReply(),
    "swap": SwapReply(),
    'name="A", version="1"': AboutReply((("name", "A"), ("version", "1"))),
    'NAME = "A"': AboutReply((("name", "A"),)),
    "OK then": OtherReply("OK then"),
    "SUGGEST": OtherReply("SUGGEST"),
    "MESSAGES 1": OtherReply("MESSAGES 1"),
    "INFO DEPTH 7": OtherReply("INFO DEPTH 7"),
    "My old brain, 1999": OtherReply("My old brain, 1999"),
    "": OtherReply(""),
}


@pytest.mark.parametrize("line", REPLIES, ids=repr)
def test_a_line_of_a_brain_is_read(line: str) -> None:
    assert parse_reply(line) == REPLIES[line]
    assert parse_reply(line.encode()) == REPLIES[line]


@modest
@given(st.binary() | st.text(st.characters(codec=None)))
def test_any_line_is_read_without_an_error(line: str | bytes) -> None:
    assert type(parse_reply(line)) in BrainReply.__args__


def test_a_long_line_is_cut() -> None:
    reply = parse_reply("MESSAGE " + "x" * 10**6)
    assert isinstance(reply, MessageReply)
    assert len(reply.text) < 1001


@modest
@given(st.dictionaries(st.sampled_from(["name", "version", "www"]), st.text(), min_size=1))
def test_an_about_line_can_be_read_back(fields: dict[str, str]) -> None:
    line = format_about(fields)
    tidy = {key: " ".join(value.replace('"', "'").split()) for key, value in fields.items()}
    assert len(line.splitlines()) == 1
    assert parse_about(line) == tidy


def test_the_about_line_has_the_four_fields_that_managers_show() -> None:
    reply = parse_reply(format_about(OUR_ABOUT))
    assert isinstance(reply, AboutReply)
    assert [key for key, _ in reply.fields] == ["name", "version", "author", "country"]
    assert dict(reply.fields)["name"] == "Tengen"
