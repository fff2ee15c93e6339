"""Games that were played here over HTTP: lists, records, pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.game.seat import Seat
from tengen.game.setup import Computer, Setup
from tengen.online.lists import GameEntry, GameLists, GamePage
from tengen.online.news import Phase
from tengen.online.views import rules_view
from tengen.records.formats import format_named
from tengen.rules.wording import STONE_NAMES
from tengen.storage import Store
from tengen.storage.rooms import KeptRoom, RoomEntry
from tengen.web.addresses import asker_of
from tengen.web.answers import answer
from tengen.web.background.background import Background
from tengen.web.background.jobs import DrawPicture, PlayedGame
from tengen.web.fair_play import STILL_PLAYED
from tengen.web.problems import UNKNOWN_GAME, Refused
from tengen.web.study.downloads import number_in
from tengen.web.study.pictures import MEDIA, picture_in
from tengen.web.study.records import write_file
from tengen.web.visitors import LINK, digest_of

PAGE = 20
"""Games in one answer."""


NONE = GamePage((), None)


class GamesApi:
    """Whatever is asked about games that were played."""

    def __init__(self, store: Store, background: Background) -> None:
        self._store = store
        self._background = background

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [
            Route("/api/games", self.tell_games, methods=["GET"]),
            Route("/api/games/{link}/record.{format}", self.write, methods=["GET"]),
            Route("/api/games/{link}/picture.{kind}", self.draw, methods=["GET"]),
        ]

    async def tell_games(self, request: Request) -> Response:
        """One's own games and those that are listed, or, with `whose`, one of the two."""
        digest, before = digest_of(request), number_in(request, "before")
        whose = request.query_params.get("whose")

        def find() -> GameLists:
            own = self._own(digest, before) if whose != "listed" else NONE
            return GameLists(own, self._listed(digest, before) if whose != "own" else NONE)

        return answer(await self._background.read(find, asker_of(request)))

    def _own(self, digest: bytes | None, before: int | None) -> GamePage:
        if digest is None:
            return NONE
        entries = self._store.rooms_of(digest, PAGE, before)
        return _page(entries, entries)

    def _listed(self, digest: bytes | None, before: int | None) -> GamePage:
        """Those of others."""
        entries = self._store.listed_rooms(PAGE, before)
        return _page(
            entries, [at for at in entries if digest is None or digest not in at.room.holders]
        )

    async def write(self, request: Request) -> Response:
        """A game as a file."""
        name, link = request.path_params["format"], request.path_params["link"]
        format_named(name)
        game = await self._background.read(partial(self._finished_game, link), asker_of(request))
        return await write_file(self._background, request, game, name, f"tengen-{link}")

    def _finished_game(self, link: str) -> PlayedGame:
        """Raises Refused while people play the game against each other."""
        room = self._room(link)
        if room.is_between_people and self._store.is_running(room):
            raise Refused(403, STILL_PLAYED.code, STILL_PLAYED.says)
        return self._game(link)

    async def draw(self, request: Request) -> Response:
        """A game as a picture, to be shown on a page."""
        picture, link = picture_in(request), request.path_params["link"]
        game = await self._background.read(partial(self._game, link), asker_of(request))
        drawn = await self._background.do(DrawPicture(game, picture), asker_of(request))
        return Response(drawn.body, media_type=MEDIA[picture.kind])

    def _room(self, link: str) -> KeptRoom:
        """The room of a link. Raises Refused and StoreError."""
        room = self._store.room(link) if LINK.fullmatch(link) else None
        if room is None:
            raise Refused(404, "unknown-game", UNKNOWN_GAME)
        return room

    def _game(self, link: str) -> PlayedGame:
        """The game of a link. Raises Refused and StoreError."""
        room = self._room(link)
        events = () if room.game is None else tuple(self._store.load(room.game))
        return PlayedGame(room.setup.rules, events)


def _page(entries: Sequence[RoomEntry], shown: Sequence[RoomEntry]) -> GamePage:
    """What is shown of a page, and where the next one begins."""
    before = entries[-1].number if len(entries) == PAGE else None
    return GamePage(tuple(_entry(entry) for entry in shown), before)


def _entry(entry: RoomEntry) -> GameEntry:
    room, summary = entry.room, entry.summary
    if summary is None:
        names, says = _names(room, room.setup, None), "Waiting for somebody to sit down"
        return GameEntry(
            room.link,
            Phase.WAITING,
            rules_view(room.setup.rules),
            names,
            0,
            says,
            room.made,
            can_analyse=False,
        )
    return GameEntry(
        room.link,
        Phase.PLAYING if summary.result is None else Phase.OVER,
        rules_view(summary.setup.rules),
        _names(room, summary.setup, summary.black),
        summary.moves,
        summary.says,
        room.made,
        can_analyse=summary.moves > 0
        and (summary.result is not None or not room.is_between_people),
    )


def _names(room: KeptRoom, setup: Setup, black: Seat | None) -> tuple[str, str]:
    first = black or Seat.ONE
    colours = ("Player 1", "Player 2") if black is None else tuple(STONE_NAMES.values())
    one, two = (
        _name(room, setup, seat, colour)
        for seat, colour in zip((first, first.other), colours, strict=True)
    )
    return one, two


def _name(room: KeptRoom, setup: Setup, seat: Seat, colour: str) -> str:
    sitter = setup.sitter(seat)
    if isinstance(sitter, Computer):
        return f"Computer {sitter.level}"
    return sitter.name or ("nobody yet" if room.is_free(seat) else colour)
