"""Sentences about a game: the page makes them from facts, the same as in the terminal."""

from __future__ import annotations

import json

import pytest
from kit.people import People, Person, take_turns
from kit.table import ONE, TWO, Table
from playwright.async_api import expect

from tengen.game.clock import TimeControl
from tengen.game.commands import Abort, Claim, LookAtClock, OfferDraw, PlayMove, Resign
from tengen.game.descriptions import describe_promise, describe_task
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Computer, Setup
from tengen.game.setup import Person as PersonSeat
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU, TIC_TAC_TOE, Rules, WinRule
from tengen.rules.wording import MARK_NAMES, STONE_NAMES, PlayerNames
from tengen.server.messages.codec import encode
from tengen.server.messages.conversion import rules_view, state_message

WORDS = """async ([table, state, pieces]) => {
    const from = document.querySelector('script[type=module]').src;
    const bring = (name) => import(new URL(name, from));
    const { settings } = await bring('settings.js');
    const { Game } = await bring('game_model.js');
    const { describePromise, describeState } = await bring('game_report.js');
    settings.pieces = pieces;
    const game = Object.assign(new Game(), { table, state });
    return [describeState(game), describePromise(game)];
}"""
FOUL = "h9 a1 i9 a15 j10 o1 j11 o15 j9"


def opening(rule: OpeningRule, *answers: str) -> GameState:
    table = Table(rule, RENJU)
    for answer in answers:
        table.answer(answer)
    return table.state


def over(*commands: object, rules: Rules = FIVE_IN_A_ROW, moves: str = "") -> GameState:
    table = Table(rules=rules, clock=TimeControl(move=1000), fouls_lose=True)
    table.play(moves)
    for command in commands:
        table.do(command, after=1000 if isinstance(command, LookAtClock) else 0)  # type: ignore[arg-type]
    return table.state


def between(one: PersonSeat | Computer, two: PersonSeat | Computer, wins_in: int = 0) -> GameState:
    session = Session.start(Setup(one=one, two=two), 0)
    session.handle(PlayMove(ONE, Table().point("h8"), wins_in), 0)
    return session.state


STATES = [
    over(),
    over(moves="h8 a1 h9 a2 h10 a3 h11 a4 h12"),
    over(moves="h8 a1 i8 a3 j8 a5 k8 a7 l9 b1 l10 b3 l11 b5 l12 b7 l8"),
    over(rules=Rules(3, 3, 1), moves="b2"),
    over(
        rules=Rules(12, 2, 11),
        moves="a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 f1 f2 g1 g2 h1 h2 i1 i2 j1 j2 k1",
    ),
    over(rules=TIC_TAC_TOE, moves="a1 b2 c3 b1 b3 a3 c1 c2 a2"),
    over(rules=Rules(13, 1, 5, WinRule.RENJU), moves="a1 g1 b1 h1 c1 j1 e1 k1 f1 l1 i1 m1"),
    over(rules=RENJU, moves=FOUL),
    over(Resign(ONE), moves="h8"),
    over(Claim(ONE), moves="h8"),
    over(LookAtClock(ONE), moves="h8"),
    over(LookAtClock(ONE)),
    over(Abort(ONE)),
    over(OfferDraw(ONE), OfferDraw(TWO)),
    between(PersonSeat("Jack Black"), PersonSeat("Black")),
    between(PersonSeat("White"), PersonSeat()),
    between(Computer(10), PersonSeat(), 17),
    between(Computer(10), PersonSeat("Ann"), 1),
    opening(OpeningRule.PRO),
    opening(OpeningRule.PRO, "h8", "h9"),
    opening(OpeningRule.SWAP2),
    opening(OpeningRule.SWAP2, "h8", "h9", "a1"),
    opening(OpeningRule.SOOSYRV, "h8", "h9"),
    opening(OpeningRule.SOOSYRV, "h8", "h9", "h10"),
    opening(OpeningRule.SOOSYRV, "h8", "h9", "h10", "swap", "c3"),
    opening(OpeningRule.SOOSYRV, "h8", "h9", "h10", "swap", "c3", "2"),
    opening(OpeningRule.SOOSYRV, "h8", "h9", "h10", "swap", "c3", "2", "stay", "a1"),
    opening(OpeningRule.SOOSYRV, "h8", "h9", "h10", "swap", "c3", "2", "stay", "a1", "a2"),
    opening(OpeningRule.TARAGUCHI, "h8", "stay", "h9", "stay", "h10", "stay", "e5"),
]


def messages_of(state: GameState) -> list[object]:
    """Return the messages of the server about a game."""
    players = [state.setup.sitter(seat) for seat in Seat]
    seats = [
        {"kind": "computer", "name": "", "level": player.level}
        if isinstance(player, Computer)
        else {"kind": "person", "name": player.name, "level": None}
        for player in players
    ]
    rules = json.loads(encode(rules_view(state.board.rules)))
    table = {"rules": rules, "seats": seats, "opening": state.setup.opening.value}
    return [table, json.loads(encode(state_message(state, 1, state.clocks.settled_at)))]


def words_on_page(person: Person, state: GameState, pieces: str) -> list[str]:
    found: list[str] = person.do(person.page.evaluate(WORDS, [*messages_of(state), pieces]))
    return found


@pytest.mark.parametrize("pieces, names", [("stones", STONE_NAMES), ("marks", MARK_NAMES)])
def test_the_page_says_what_the_terminal_says(
    people: People, pieces: str, names: PlayerNames
) -> None:
    anna = people.come("Anna")
    anna.go("/")
    for state in STATES:
        expected = [describe_task(state, names), describe_promise(state, names)]
        assert words_on_page(anna, state, pieces) == expected


def test_with_x_and_o_a_name_stays_a_name(people: People) -> None:
    jack, white = people.come("Jack Black"), people.come("White")
    for person in (jack, white):
        person.go("/")
        person.do(person.page.evaluate("localStorage.tengen = JSON.stringify({pieces: 'marks'})"))
    white.open_link(jack.make_game())
    white.sees("Jack Black invites you to Five in a row")
    white.sit_down()
    white.sees("Jack Black to move (X)")
    jack.play("h8")
    jack.sees("White to move (O)")
    take_turns((white, jack), "a1 h9 a2 h10 a3 h11 a4 h12")
    white.sees("X wins: five from H12 to H8")
    jack.sees("You won: five from H12 to H8")


def test_with_x_and_o_players_without_names_are_x_and_o(people: People) -> None:
    anna = people.come()
    anna.go("/")
    anna.do(anna.page.evaluate("localStorage.tengen = JSON.stringify({pieces: 'marks'})"))
    anna.make_game("here", rules="15x15/5 renju")
    anna.sees("X to move")
    anna.sees("Renju: 15x15, five win; X has forbidden points")
    anna.do(expect(anna.page.locator("#near .who")).to_have_text("X"))
    take_turns([anna], "h9 a1 i9 a15 j10 o1 j11 o15")
    name = "J9, empty, forbidden: makes two threes at once"
    anna.do(expect(anna.cell("j9")).to_have_attribute("aria-label", name))
