"""A table as it is told."""

from __future__ import annotations

from starlette.types import Message

from tengen.game.commands import Resign
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import Computer, Person, Setup
from tengen.rules.rules import GAMES
from tengen.server.messages.game import GamePhase, SeatView, TableMessage
from tengen.server.rooms.broadcaster import table_message
from tengen.server.rooms.seats import Presence, RoomClient
from tengen.server.send_queue import Batch, SendQueue, flush_all
from tengen.storage.rooms import Holders, KeptRoom

ANNA, BEN = b"anna", b"ben"
PEOPLE = Setup(GAMES["five"], one=Person("Anna"), two=Person("Ben"))


async def send(_message: Message) -> None:
    """Nobody listens."""


def table(setup: Setup, holders: Holders, session: Session | None = None) -> TableMessage:
    """The table of a game that Anna is at, and Ben has left at 0."""
    presence = Presence(lambda: holders, lambda: 0)
    for digest in (ANNA, None, None):
        presence.enter(RoomClient(SendQueue(send, Batch(flush_all)), digest))
    kept = KeptRoom("abcdefghijkl", setup, holders, is_listed=True, made=0)
    return table_message(kept, session, presence, "mnopqrstuvwx", 7)


def test_people_are_told_with_their_names_and_whether_they_are_there() -> None:
    news = table(PEOPLE, (ANNA, BEN))
    assert news.seats == (
        SeatView("person", "Anna", None, is_here=True, gone_at=None),
        SeatView("person", "Ben", None, is_here=False, gone_at=0),
    )
    assert (news.watchers, news.now, news.next) == (2, 7, "mnopqrstuvwx")


def test_a_computer_is_told_with_its_level_and_always_there() -> None:
    news = table(Setup(GAMES["five"], two=Computer(4)), (ANNA, None))
    assert news.seats[1] == SeatView("computer", "", 4, is_here=True, gone_at=None)


def test_a_free_seat_is_told_as_such() -> None:
    news = table(PEOPLE, (ANNA, None))
    assert news.seats[1] == SeatView("open", "", None, is_here=False, gone_at=None)


def test_a_game_waits_is_played_and_is_over() -> None:
    session = Session.start(PEOPLE, 0)
    found = [table(PEOPLE, (ANNA, None)).phase, table(PEOPLE, (ANNA, BEN), session).phase]
    session.handle(Resign(Seat.ONE), 1)
    found.append(table(PEOPLE, (ANNA, BEN), session).phase)
    assert found == [GamePhase.WAITING, GamePhase.PLAYING, GamePhase.OVER]


def test_a_game_that_has_begun_is_told_as_it_is_played() -> None:
    session = Session.start(Setup(GAMES["renju"], one=Person("Cleo"), consent=True), 0)
    news = table(PEOPLE, (ANNA, BEN), session)
    assert (news.rules.win, news.seats[0].name, news.consent) == ("renju", "Cleo", True)
    assert table(PEOPLE, (ANNA, None)).rules.win == "freestyle"
