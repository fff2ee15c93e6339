"""The table message, and the search for forbidden points."""

from __future__ import annotations

import asyncio

import pytest
from kit.rooms import count_searches
from kit.studies import background
from starlette.types import Message

from tengen.game.commands import PlayMove, Resign
from tengen.game.events import GameStarted
from tengen.game.session import Session
from tengen.game.setup import Computer, Person, Setup
from tengen.game.tasks import Seat
from tengen.rules.notation import parse_rules
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.conversion import points_of
from tengen.server.messages.game import GamePhase, SeatView, TableMessage
from tengen.server.rooms.broadcaster import ForbiddenPoints, table_message
from tengen.server.rooms.seats import Presence, RoomClient
from tengen.server.send_queue import Batch, SendQueue, flush_all
from tengen.storage.rooms import Holders, KeptRoom

ANNA, BEN = b"anna", b"ben"
PEOPLE = Setup(GAMES["five"], one=Person("Anna"), two=Person("Ben"))


async def send(_message: Message) -> None:
    """Drop the message."""


def table(setup: Setup, holders: Holders, session: Session | None = None) -> TableMessage:
    """Return the table of a game where Anna is connected and Ben left at time 0."""
    presence = Presence(lambda: holders, lambda: 0)
    for digest in (ANNA, None, None):
        presence.enter(RoomClient(SendQueue(send, Batch(flush_all)), digest))
    kept = KeptRoom("abcdefghijkl", setup, holders, is_listed=True, made=0)
    return table_message(kept, session, presence, "mnopqrstuvwx", 7)


def test_the_table_shows_names_and_who_is_connected() -> None:
    message = table(PEOPLE, (ANNA, BEN))
    assert message.seats == (
        SeatView("person", "Anna", None, is_here=True, gone_at=None),
        SeatView("person", "Ben", None, is_here=False, gone_at=0),
    )
    assert (message.watchers, message.now, message.next) == (2, 7, "mnopqrstuvwx")


def test_a_computer_is_shown_with_its_level_and_always_connected() -> None:
    message = table(Setup(GAMES["five"], two=Computer(4)), (ANNA, None))
    assert message.seats[1] == SeatView("computer", "", 4, is_here=True, gone_at=None)


def test_a_free_seat_is_shown_as_open() -> None:
    message = table(PEOPLE, (ANNA, None))
    assert message.seats[1] == SeatView("open", "", None, is_here=False, gone_at=None)


def test_the_table_shows_the_phase_of_the_game() -> None:
    session = Session.start(PEOPLE, 0)
    found = [table(PEOPLE, (ANNA, None)).phase, table(PEOPLE, (ANNA, BEN), session).phase]
    session.handle(Resign(Seat.ONE), 1)
    found.append(table(PEOPLE, (ANNA, BEN), session).phase)
    assert found == [GamePhase.WAITING, GamePhase.PLAYING, GamePhase.OVER]


def test_the_table_shows_the_setup_of_a_running_game() -> None:
    session = Session.start(Setup(GAMES["renju"], one=Person("Cleo"), consent=True), 0)
    message = table(PEOPLE, (ANNA, BEN), session)
    assert (message.rules.win, message.seats[0].name, message.consent) == ("renju", "Cleo", True)
    assert table(PEOPLE, (ANNA, None)).rules.win == "freestyle"


def crossed(side: int, height: int | None = None) -> Session:
    """Return a game with Black to move and two open twos that cross on the board."""
    rules = parse_rules(f"{side}x{height or side}/5 renju")
    far = [(0, 0), (0, 2), (0, 4), (0, 6)]
    stones = [(4, 3), far[0], (4, 5), far[1], (3, 4), far[2], (5, 4), far[3]]
    moves = points_of([row * side + col for row, col in stones], rules)
    setup = Setup(rules, one=Person("Ann"), two=Person("Bo"), moves=moves)
    return Session.replay([GameStarted(0, setup)])


def test_forbidden_points_of_a_small_board_are_known_at_once() -> None:
    points = ForbiddenPoints(background(), "link", lambda: pytest.fail("nothing is new"))
    assert [cell for cell, _ in points.of(crossed(15))] == [4 * 15 + 4]


def test_forbidden_points_of_a_large_board_are_sent_when_they_are_found() -> None:
    async def run() -> None:
        found = asyncio.Event()
        points, game = ForbiddenPoints(background(), "link", found.set), crossed(52)
        assert points.of(game) == ()
        await found.wait()
        assert [cell for cell, _ in points.of(game)] == [4 * 52 + 4]

    asyncio.run(run())


def test_large_boards_are_not_searched_in_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_board: object) -> None:
        pytest.fail("this is not to be done in the loop")

    monkeypatch.setattr("tengen.server.messages.conversion.forbidden_cells", fail)

    async def run() -> None:
        points = ForbiddenPoints(background(), "link", lambda: None)
        assert points.of(crossed(52)) == ()
        points.close()

    asyncio.run(run())


def test_a_board_of_400_points_is_small_and_one_of_420_is_not() -> None:
    async def run() -> None:
        points = ForbiddenPoints(background(), "link", lambda: None)
        assert [cell for cell, _ in points.of(crossed(20))] == [4 * 20 + 4]
        assert points.of(crossed(21, 20)) == ()
        points.close()

    asyncio.run(run())


@pytest.mark.parametrize("side", [15, 52])
def test_no_point_is_forbidden_once_the_game_is_over(side: int) -> None:
    points = ForbiddenPoints(background(), "link", lambda: pytest.fail("nothing is new"))
    game = crossed(side)
    game.handle(Resign(Seat.TWO), 1)
    assert points.of(game) == ()


def test_games_without_forbidden_points_start_no_search() -> None:
    points = ForbiddenPoints(background(), "link", lambda: pytest.fail("nothing is new"))
    free = Session.start(Setup(parse_rules("52x52/5 freestyle")), 0)
    assert points.of(free) == ()


def test_only_the_last_position_is_searched() -> None:
    async def run() -> None:
        points, game = ForbiddenPoints(background(), "link", lambda: None), crossed(52)
        points.of(game)
        game.handle(PlayMove(Seat.ONE, Point(20, 20)), 1)
        points.of(game)
        await asyncio.sleep(0)
        assert count_searches() == 1
        points.close()
        await asyncio.sleep(0)
        assert count_searches() == 0

    asyncio.run(run())
