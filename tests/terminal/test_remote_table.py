"""Games on a real server, from terminals without a user interface."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kit.remote import LONG, Browser, Joiner, Server, joined, play_all, serving

from tengen.errors import SessionError
from tengen.game.commands import Claim, LookAtClock, OfferRematch, Pause, PlayMove, Resign, TakeBack
from tengen.game.descriptions import describe_result
from tengen.game.events import Event, GameEnded, GameStarted, MovePlayed, TakenBack
from tengen.game.setup import Person, Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.terminal import intents
from tengen.terminal.remote_game import RemoteClock

ONE, TWO = Seat


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "server") as server:
        yield server


@pytest.fixture
def browser(server: Server) -> Browser:
    return Browser(server)


def events_of(joiner: Joiner, kind: type[Event]) -> list[Event]:
    return [event for event in joiner.events if isinstance(event, kind)]


def test_two_terminals_play_a_whole_game(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game(name="Anna")
    browser.hand_over(tmp_path / "anna")
    with (
        joined(address, tmp_path / "ben", "Ben") as ben,
        joined(address, tmp_path / "anna") as anna,
    ):
        play_all(anna, ben)
        assert anna.table.session.events == ben.table.session.events
        assert describe_result(ben.table.state) == "Black wins: three from A3 to C3"
        assert ben.table.state.setup.two == Person("Ben")
        assert [type(event) for event in ben.events[-2:]] == [MovePlayed, GameEnded]


def test_the_creator_who_waits_in_a_terminal_sees_the_game_begin(
    browser: Browser, tmp_path: Path
) -> None:
    address = browser.make_game()
    browser.hand_over(tmp_path / "anna")
    anna = Joiner(address, tmp_path / "anna")
    anna.table.join()
    anna.until_told("The game begins when somebody takes the other seat")
    with pytest.raises(SessionError, match="the game begins when somebody takes the other seat"):
        anna.put(0, 0)
    with joined(address, tmp_path / "ben"):
        anna.until(lambda: anna.events)
        assert anna.notices[-1].startswith("You are Black")
    anna.table.leave()


def test_a_browser_and_a_terminal_play_in_one_room(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game(name="Anna")
    with browser.sitting() as chair, joined(address, tmp_path, "Ben") as ben:
        assert ben.notices == ["You are White"]
        with pytest.raises(SessionError, match="it is your opponent's turn"):
            intents.place_stone(ben.table, Point(0, 0))
        chair.say("PlayMove", 1, point="0,0")
        ben.until_moves(1)
        with pytest.raises(SessionError, match="A3 is taken"):
            ben.put(0, 0)
        ben.put(1, 1)
        assert chair.hear_moves(2)["moves"] == [0, 4]


def test_a_rematch_is_followed_with_the_seats_swapped(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game()
    with browser.sitting() as chair, joined(address, tmp_path, "Ben") as ben:
        chair.say("Resign", 1)
        ben.until(lambda: ben.table.state.result)
        ben.table.do(intents.offer_rematch(ben.table))
        chair.hear("state", lambda news: news["offers"] == [None, "rematch"])
        chair.say("OfferRematch", 1)
        ben.until(lambda: len(events_of(ben, GameStarted)) == 2)
        assert ben.table.state.setup.one == Person("Ben")
        assert ben.notices[-1] == "You are Black. White is away"
        ben.put(0, 0)
        ben.until_moves(1)


def test_the_link_of_a_game_with_a_rematch_leads_to_the_rematch(
    browser: Browser, tmp_path: Path
) -> None:
    address = browser.make_game()
    with browser.sitting() as chair, joined(address, tmp_path, "Ben") as ben:
        chair.say("Resign", 1)
        ben.until(lambda: ben.table.state.result)
        chair.say("OfferRematch", 1)
        ben.until(lambda: ben.table.state.offers)
        ben.table.do(intents.agree(ben.table))
        ben.until(lambda: len(events_of(ben, GameStarted)) == 2)
    with joined(address, tmp_path) as ben:
        assert ben.table.is_person(ONE)
        assert ben.table.state.result is None


def test_a_take_back_is_requested_and_accepted(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game()
    with browser.sitting() as chair, joined(address, tmp_path) as ben:
        chair.say("PlayMove", 1, point="0,0")
        chair.say("TakeBack", 1)
        ben.until(lambda: ben.table.state.offers)
        assert intents.take_back(ben.table) == intents.agree(ben.table) == TakeBack(TWO)
        ben.table.do(intents.agree(ben.table))
        ben.until(lambda: events_of(ben, TakenBack))
        assert ben.moves == ()


def test_an_offer_is_declined(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game()
    with browser.sitting() as chair, joined(address, tmp_path) as ben:
        chair.say("OfferDraw", 1)
        ben.until(lambda: ben.table.state.offers)
        ben.table.do(intents.decline(ben.table))
        ben.until(lambda: not ben.table.state.offers)
        chair.hear("state", lambda news: news["offers"] == [None, None] and news["number"] == 3)


def test_a_refusal_of_the_server_is_shown(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game()
    with browser.sitting() as chair, joined(address, tmp_path) as ben:
        ben.table.do(Pause(TWO))
        ben.until_told("! A game against another person cannot be paused")
        chair.say("PlayMove", 1, point="0,0")
        ben.until_moves(1)
        ben.table.do(Claim(TWO))
        ben.until_told("! Your opponent is connected, so you cannot claim the win")


def test_no_other_game_can_be_played_at_a_remote_table(browser: Browser, tmp_path: Path) -> None:
    with joined(browser.make_game(), tmp_path) as ben:
        wishes: list[Callable[[], None]] = [
            lambda: ben.table.start(Setup()),
            lambda: ben.table.resume(1),
            lambda: ben.table.do(LookAtClock(TWO)),
            lambda: intents.check_can_switch_game(ben.table),
        ]
        for wish in wishes:
            with pytest.raises(SessionError, match="you have joined a game"):
                wish()


def test_the_secret_gives_the_seat_back(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game()
    with joined(address, tmp_path / "ben", "Ben") as ben:
        assert ben.table.person() is TWO
    with joined(address, tmp_path / "ben", "Somebody") as ben:
        assert ben.table.is_person(TWO)
        assert ben.table.state.setup.two == Person("Ben")
    with joined(address, tmp_path / "cleo") as cleo:
        assert not any(cleo.table.is_person(seat) for seat in Seat)


def test_a_third_person_watches(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game(name="Anna")
    with (
        browser.sitting() as chair,
        joined(address, tmp_path / "ben") as ben,
        joined(address, tmp_path / "cleo") as cleo,
    ):
        assert cleo.notices == ["You are watching: both seats are taken"]
        chair.say("PlayMove", 1, point="0,0")
        cleo.until_moves(1)
        for wish in (intents.resign, intents.abort, intents.claim, intents.offer_rematch):
            with pytest.raises(SessionError, match="you are watching: both seats are taken"):
                wish(cleo.table)
        for command in (PlayMove(TWO, Point(1, 1)), OfferRematch(ONE)):
            with pytest.raises(SessionError, match="you are watching"):
                cleo.table.do(command)
        assert not cleo.table.allows_help
        assert not ben.table.allows_help
        ben.table.do(Resign(TWO))
        cleo.until(lambda: cleo.table.state.result)
        assert cleo.table.allows_help


def test_the_table_reconnects_after_a_server_restart(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    address = browser.make_game(clock={"game": 60_000})
    with joined(address, tmp_path / "ben") as ben:
        with browser.sitting() as chair:
            chair.say("PlayMove", 1, point="0,0")
            ben.until_moves(1)
            told = len(ben.events)
        server.stop()
        ben.until_told("! The connection is lost. Trying again")
        with pytest.raises(SessionError, match="the connection is lost; trying again"):
            ben.put(1, 1)
        server.start()
        ben.until_told("Connected again")
        with browser.sitting():
            ben.until(lambda: ben.table.away == ())
            ben.put(1, 1)
            ben.until_moves(2)
        assert events_of(ben, GameStarted) == ben.events[:1]
        assert [type(event) for event in ben.events[told:]].count(MovePlayed) == 1
        assert ben.notices.count("! The connection is lost. Trying again") == 1


def test_missed_events_arrive_after_a_reconnection(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game()
    with joined(address, tmp_path) as ben, browser.sitting() as chair:
        ben.table._reconnect()  # noqa: SLF001 - no network is as bad as one would need
        ben.until_told("! The connection is lost")
        chair.say("PlayMove", 1, point="2,2")
        chair.hear_moves(1)
        ben.until_moves(1)
        assert len(events_of(ben, MovePlayed)) == 1


def test_absences_and_returns_are_announced(browser: Browser, tmp_path: Path) -> None:
    address = browser.make_game(name="Anna")
    with joined(address, tmp_path) as ben:
        assert ben.notices == ["You are White. Anna is away"]
        with browser.sitting():
            ben.until_told("Anna is back")
            assert list(ben.table.away) == []
        ben.until(lambda: ben.notices[-1] == "Anna is away")
        assert list(ben.table.away) == [ONE]


def test_a_game_can_be_claimed_after_a_minute_of_absence(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = browser.make_game(name="Anna")
    with joined(address, tmp_path) as ben:
        with browser.sitting() as chair:
            chair.say("PlayMove", 1, point="0,0")
            ben.until_moves(1)
        ben.until(lambda: list(ben.table.away) == [ONE])
        ben.table.tick()
        assert not any("claim" in notice for notice in ben.notices)
        now = RemoteClock.now
        monkeypatch.setattr(RemoteClock, "now", lambda clock: now(clock) + 61_000)
        ben.table.tick()
        ben.table.tick()
        told = "Anna has been away for a minute: you can claim the win"
        assert ben.notices.count(told) == 1
        ben.table.do(intents.claim(ben.table))
        ben.until_told("! Your opponent may come back: wait ")


def test_a_claim_is_not_announced_before_the_first_move(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with joined(browser.make_game(name="Anna"), tmp_path) as ben:
        now = RemoteClock.now
        monkeypatch.setattr(RemoteClock, "now", lambda clock: now(clock) + 61_000)
        ben.table.tick()
        assert not any("claim" in notice for notice in ben.notices)
        with pytest.raises(SessionError, match="nobody has moved"):
            ben.table.do(intents.claim(ben.table))


def test_clocks_follow_the_server_and_wait_for_both_players(
    browser: Browser, tmp_path: Path
) -> None:
    address = browser.make_game(clock={"game": 60_000})
    with joined(address, tmp_path) as ben:
        clocks = ben.table.state.clocks
        assert clocks.left(ONE, ben.table.now()) == 60_000
        before = ben.table.now()
        assert ben.table.now() == before
        with browser.sitting():
            ben.until(lambda: ben.table.now() > before)
            left = clocks.left(ONE, ben.table.now())
            assert left is not None
            assert 60_000 - LONG * 1000 < left <= 60_000
