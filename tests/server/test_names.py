"""Names that people give themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.web import Visitor, served

from tengen.server.problems import RequestRefused
from tengen.server.rooms.seats import clean_name


@pytest.mark.parametrize(
    "name, shown",
    [
        ("  Anna  Lena ", "Anna Lena"),
        ("An\nna\x00", "An na"),
        ("\u202eannA\u2066", "annA"),
        ("<b>", "<b>"),
        ("天元", "天元"),
        ("\u1100\u1161", "\u1100\u1161"),
        ("Zoë e\u0301", "Zoë e\u0301"),
        ("\u2764\ufe0f", "\u2764"),
    ],
)
def test_names_have_nothing_that_cannot_be_seen(name: str, shown: str) -> None:
    assert clean_name(name) == shown


UNSEEN = "\u2800\u3164\u115f\u1160\uffa0\u034f\ufe0f\u180b\u17b5\u200b\u2060\u00ad\u0301\U000e0101"


@pytest.mark.parametrize("name", [*UNSEEN, "\U0001d159", " \u2800 \u0301 ", UNSEEN])
def test_a_name_of_which_nothing_can_be_seen_is_none(name: str) -> None:
    assert clean_name(name) == ""


PLAIN = ["Computer", "computer 5", "Computer, level 5", "THE COMPUTER", "C o m p u t e r 10"]
TRICKY = ["\u0421omputer 3", "C\u03bfmput\u0435r", "\uff23omputer", "Com\u2060puter", "Cömputer"]
ODD = ["c0mputer lvl. 7", "\u0441\u043e\u043c\u0440u\u0442\u0435\u0433"]


@pytest.mark.parametrize("name", [*PLAIN, *TRICKY, *ODD])
def test_a_name_like_the_computers_is_refused(name: str) -> None:
    with pytest.raises(RequestRefused, match="looks like the computer's"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Computerfan", "Anti-Computer", "Ann", "Level 5", "Compute"])
def test_a_name_that_only_reminds_of_it_stays(name: str) -> None:
    assert clean_name(name) == name


def test_whoever_wants_such_a_name_is_told_so(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna, bo = Visitor(server), Visitor(server)
        wanted = {"opponent": "friend", "rules": "five", "name": "Computer 9"}
        assert anna.ask("POST", "/api/games", json=wanted).json()["code"] == "bad-name"
        link = anna.make_game()
        refused = bo.sit_down(link, "Computer 9")
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-name")
        assert bo.sit_down(link, "Bo").status_code == 200
