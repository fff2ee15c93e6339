"""Whether a page of ours asks."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from tengen.web.origins import is_own


def request(**headers: str) -> Request:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


def test_our_own_page_may_ask() -> None:
    assert is_own(request(host="127.0.0.1:8000", origin="http://127.0.0.1:8000"))


def test_a_program_without_a_page_may_ask() -> None:
    assert is_own(request(host="127.0.0.1:8000"))


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://127.0.0.1:8001", "http://[", "http://x@127.0.0.1"],
)
def test_no_other_page_may_ask(origin: str) -> None:
    assert not is_own(request(host="127.0.0.1:8000", origin=origin))
