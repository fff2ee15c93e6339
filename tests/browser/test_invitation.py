"""Invitations: who can open them, and what a withdrawn one shows."""

from __future__ import annotations

from kit.people import People
from playwright.async_api import expect


def test_a_link_that_opens_on_this_machine_only_says_so(people: People) -> None:
    anna = people.come("Anna")
    asked = anna.requests()
    anna.make_game()
    anna.sees("This link opens on this machine only.")
    anna.sees("tengen web --host 0.0.0.0")
    anna.do(expect(anna.page.get_by_alt_text("QR code")).to_be_hidden())
    assert not [url for url in asked if url.endswith("qr.svg")]


def test_an_open_server_shows_a_link_for_the_network(people: People) -> None:
    anna = people.come("Anna")
    reach = {
        "is_local": True,
        "is_open": True,
        "address": "http://192.168.1.20:8000",
        "command": "",
    }
    anna.do(anna.page.route("**/api/reach", lambda route: route.fulfill(json=reach)))
    link = anna.make_game()
    field = anna.page.get_by_label("Link to this game")
    anna.do(expect(field).to_have_value(f"http://192.168.1.20:8000/game/{link}"))
    anna.sees_no("on this machine only")
    anna.do(expect(anna.page.get_by_alt_text("QR code")).to_be_visible())


def test_a_withdrawn_invitation_offers_no_seat(people: People) -> None:
    anna, ben = people.come("Anna"), people.come("Ben")
    ben.open_link(anna.make_game())
    ben.sees("Anna invites you")
    anna.click("Cancel invitation")
    ben.sees("This invitation was withdrawn")
    ben.hears("The invitation was withdrawn")
    ben.do(expect(ben.page.get_by_role("button", name="Play", exact=True)).to_have_count(0))
    ben.click("New game", role="link")
    ben.do(expect(ben.page.get_by_role("button", name="Play", exact=True)).to_be_visible())


def test_an_invitation_that_was_withdrawn_while_the_network_was_gone(people: People) -> None:
    anna, ben = people.come("Anna"), people.come("Ben")
    ben.forgive("404")
    ben.open_link(anna.make_game())
    ben.sees("Anna invites you")
    ben.lose_network()
    ben.sees("Reconnecting")
    anna.click("Cancel invitation")
    anna.do(expect(anna.page.get_by_role("button", name="Play", exact=True)).to_be_visible())
    ben.find_network()
    ben.sees("This invitation was withdrawn")
    ben.sees_no("This game no longer exists")
