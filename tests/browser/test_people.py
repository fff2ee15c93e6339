"""The test kit itself: a test fails if anything goes wrong in its browser."""

from __future__ import annotations

import pytest
from kit.browsers import Chromium
from kit.people import Person
from kit.server import Server

TROUBLES = {
    "console.error('logged')": "console: logged",
    "setTimeout(() => { throw Error('thrown') })": "error: Error: thrown",
    "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))": (
        "script-src"
    ),
    "document.body.setAttribute('style', 'color: red')": "style-src",
    "fetch('/page/nothing.js')": "status of 404",
    "location.assign('http://127.0.0.1:9/elsewhere')": "asks another host: http://127.0.0.1:9",
}


def wait_for(person: Person, trouble: str) -> None:
    for _ in range(1000):
        if any(trouble in found for found in person.troubles):
            break
        person.do(person.page.wait_for_timeout(10))


def test_problems_in_a_browser_are_noticed(chromium: Chromium, server: Server) -> None:
    person = Person(chromium, server.address, "Anna")
    person.go("/")
    for script, trouble in TROUBLES.items():
        person.do(person.page.evaluate(f"() => {{ {script} }}"))
        wait_for(person, trouble)
    with pytest.raises(AssertionError) as failure:
        person.leave()
    assert "in the browser of Anna" in str(failure.value)
    assert all(trouble in str(failure.value) for trouble in TROUBLES.values())
