"""Who sits where."""

from __future__ import annotations

import secrets

import pytest

from tengen.errors import RuleError
from tengen.game.setup import Computer, Person
from tengen.rules.rules import GAMES
from tengen.server.messages.game import MakeGame, OpponentKind, SeatPreference
from tengen.server.rooms.seats import seat_players

FIVE = GAMES["five"]


def test_whoever_makes_a_game_against_the_computer_takes_the_side_they_want() -> None:
    first = MakeGame(OpponentKind.COMPUTER, FIVE, level=4, name="Anna")
    setup, holders = seat_players(first, b"anna")
    assert (setup.one, setup.two, holders) == (Person("Anna"), Computer(4), (b"anna", None))
    second = MakeGame(OpponentKind.COMPUTER, FIVE, level=4, name="Anna", side=SeatPreference.SECOND)
    setup, holders = seat_players(second, b"anna")
    assert (setup.one, setup.two, holders) == (Computer(4), Person("Anna"), (None, b"anna"))


def test_only_a_game_between_two_browsers_asks_for_consent() -> None:
    found = {kind: seat_players(MakeGame(kind, FIVE), b"a")[0].consent for kind in OpponentKind}
    assert [kind for kind, consent in found.items() if consent] == [OpponentKind.FRIEND]


def test_two_people_here_hold_both_seats() -> None:
    setup, holders = seat_players(MakeGame(OpponentKind.HERE, FIVE, name="A", other_name="B"), b"a")
    assert (setup.one, setup.two, holders) == (Person("A"), Person("B"), (b"a", b"a"))


def test_chance_gives_either_side() -> None:
    wanted = MakeGame(OpponentKind.FRIEND, FIVE, side=SeatPreference.RANDOM)
    assert {seat_players(wanted, b"a")[1] for _ in range(200)} == {(b"a", None), (None, b"a")}


def test_a_position_that_cannot_be_is_refused() -> None:
    for moves in ((225,), (3, 3)):
        with pytest.raises(RuleError):
            seat_players(MakeGame(OpponentKind.HERE, FIVE, moves=moves), b"a")


@pytest.mark.parametrize("drawn, holders", [(0, (b"a", None)), (1, (None, b"a"))])
def test_chance_is_even(
    monkeypatch: pytest.MonkeyPatch, drawn: int, holders: tuple[bytes | None, bytes | None]
) -> None:
    def draw(limit: int) -> int:
        assert limit == 2
        return drawn

    monkeypatch.setattr(secrets, "randbelow", draw)
    wanted = MakeGame(OpponentKind.FRIEND, FIVE, side=SeatPreference.RANDOM)
    assert seat_players(wanted, b"a")[1] == holders


def test_nobody_is_seated_by_chance_who_wants_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _limit: 1)
    assert seat_players(MakeGame(OpponentKind.FRIEND, FIVE, side=SeatPreference.FIRST), b"a")[
        1
    ] == (b"a", None)
