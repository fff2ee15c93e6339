from __future__ import annotations

import pytest

from tengen.errors import ParseError
from tengen.terminal.remote_connection import GameLink, parse_link

TEXT = "abc_DEF-1234"


@pytest.mark.parametrize(
    "text, base",
    [
        (f"http://127.0.0.1:8000/game/{TEXT}", "http://127.0.0.1:8000"),
        (f"https://five.example/game/{TEXT}", "https://five.example"),
        (f"  HTTPS://Five.Example/game/{TEXT}/?a=b#c\n", "https://five.example"),
        (f"127.0.0.1:8000/game/{TEXT}", "http://127.0.0.1:8000"),
        (f"localhost/game/{TEXT}", "http://localhost"),
        (f"http://[::1]:8000/game/{TEXT}", "http://[::1]:8000"),
    ],
)
def test_a_link_is_read_as_people_copy_it(text: str, base: str) -> None:
    link = parse_link(text)
    assert link == GameLink(base, TEXT)
    assert parse_link(str(link)) == link


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "x",
            "http://",
            "http://localhost",
            f"http://localhost/{TEXT}",
            "http://a/game/short",
        ),
        *(f"http://a/game/{TEXT}x", f"http://a/game/{TEXT}/qr", f"ftp://a/game/{TEXT}"),
        *(f"http://a:99999/game/{TEXT}", f"http://u:p@a/game/{TEXT}", f"http://[::/game/{TEXT}"),
        *(f"http://a b/game/{TEXT}", f"http://\u0430/game/{TEXT}", f"file:///game/{TEXT}"),
    ],
)
def test_what_is_no_link_is_told_with_an_example(text: str) -> None:
    with pytest.raises(ParseError, match="as in http://localhost:8000/game/abcdefghijkl"):
        parse_link(text)


def test_a_link_knows_where_to_ask_and_to_listen() -> None:
    link = parse_link(f"https://five.example:8443/game/{TEXT}")
    assert link.host == "five.example:8443"
    assert link.api == f"https://five.example:8443/api/games/{TEXT}"
    assert link.socket == f"wss://five.example:8443/socket/game/{TEXT}?form=events"


@pytest.mark.parametrize(
    "host, is_near",
    [("localhost", True), ("127.0.0.1:8000", True), ("[::1]:8000", True), ("five.example", False)],
)
def test_a_server_on_this_machine_needs_no_proxy(host: str, is_near: bool) -> None:  # noqa: FBT001
    assert parse_link(f"{host}/game/{TEXT}").is_near is is_near
