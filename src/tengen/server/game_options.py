"""The options of a new game, with a description of each: rules, openings, clocks, levels."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.game import OpeningRule, TimeControl
from tengen.game.opening_rules import MIN_BOARD_SIDE, MIN_K, RENJU_OPENINGS
from tengen.rules import GAMES, MAX_SIDE, WinRule
from tengen.rules.wording import GAME_TITLES
from tengen.server.http_requests import json_response
from tengen.server.messages.conversion import rules_view
from tengen.server.messages.game import RulesView

WIN_NAMES = {
    WinRule.FREESTYLE: "Freestyle",
    WinRule.STANDARD: "Standard",
    WinRule.CARO: "Caro",
    WinRule.CARO_EXACT: "Caro, exactly",
    WinRule.CARO_LONG: "Caro, long rows",
    WinRule.RENJU: "Renju",
}
OPENING_WORDS = {
    OpeningRule.FREE: ("None", "Black may start anywhere."),
    OpeningRule.PRO: (
        "Pro",
        "Black starts in the centre and plays the second stone outside the central 5x5.",
    ),
    OpeningRule.LONG_PRO: ("Long pro", "Like Pro, but outside the central 7x7."),
    OpeningRule.SWAP: ("Swap", "One places three stones; the other picks a colour."),
    OpeningRule.SWAP2: (
        "Swap2",
        "One places three stones; the other picks a colour, or adds two and lets the first pick.",
    ),
    OpeningRule.SOOSYRV: (
        "Soosyrv-8",
        "For renju: three central stones, a swap, then up to eight fifth moves to pick from.",
    ),
    OpeningRule.TARAGUCHI: (
        "Taraguchi-10",
        "For renju: four stones with a swap after each, then one fifth move, or ten to pick from.",
    ),
}
LEVEL_WORDS = (
    "Beginner, easy to beat",
    "Blocks most fours",
    "Blocks obvious threats",
    "Makes and blocks open fours",
    "Makes double threats",
    "Sometimes thinks ahead",
    "Usually thinks ahead",
    "Strong: overlooks little",
    "Very strong: overlooks nothing",
    "Full strength",
)
CLOCKS = (
    ("No clock", TimeControl()),
    ("30 seconds a move", TimeControl(move=30_000)),
    ("1 minute a move", TimeControl(move=60_000)),
    ("1 min + 1 s a move", TimeControl(game=60_000, increment=1000)),
    ("3 min + 2 s a move", TimeControl(game=180_000, increment=2000)),
    ("5 min + 3 s a move", TimeControl(game=300_000, increment=3000)),
    ("10 min + 5 s a move", TimeControl(game=600_000, increment=5000)),
    ("30 min + 20 s a move", TimeControl(game=1_800_000, increment=20_000)),
)


class GameChoice(msgspec.Struct, frozen=True):
    """A game with a name."""

    words: str
    rules: RulesView


class WinChoice(msgspec.Struct, frozen=True):
    """A win rule."""

    value: str
    words: str


class OpeningChoice(msgspec.Struct, frozen=True):
    """An opening rule, with the boards and games it can be used for."""

    value: str
    words: str
    says: str
    least: int
    """The shortest side of a board."""
    k: int
    """The fewest stones in a row."""
    win: str | None
    """The only win rule it works with; None if it works with all."""


class ClockChoice(msgspec.Struct, frozen=True):
    """A time control."""

    words: str
    clock: TimeControl


class GameChoices(msgspec.Struct, frozen=True):
    """All options; the usual ones come first."""

    games: tuple[GameChoice, ...]
    wins: tuple[WinChoice, ...]
    openings: tuple[OpeningChoice, ...]
    clocks: tuple[ClockChoice, ...]
    levels: tuple[str, ...]
    largest: int
    """The longest side of a board."""


def choice_routes() -> list[Route]:
    """Return the route of the options."""
    choices = make_choices()

    async def show(_request: Request) -> Response:
        return json_response(choices)

    return [Route("/api/choices", show, methods=["GET"])]


def make_choices() -> GameChoices:
    """Return all options."""
    return GameChoices(
        tuple(GameChoice(words, rules_view(GAMES[name])) for name, words in GAME_TITLES.items()),
        tuple(WinChoice(win.value, WIN_NAMES[win]) for win in WinRule),
        tuple(
            OpeningChoice(rule.value, *words, MIN_BOARD_SIDE[rule], MIN_K[rule], _win_of(rule))
            for rule, words in OPENING_WORDS.items()
        ),
        tuple(ClockChoice(*clock) for clock in CLOCKS),
        LEVEL_WORDS,
        MAX_SIDE,
    )


def _win_of(opening: OpeningRule) -> str | None:
    return WinRule.RENJU.value if opening in RENJU_OPENINGS else None
