"""Records and pictures over HTTP, of uploaded games and of games played here; game lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.errors import ParseError
from tengen.game import Computer, Seat, Setup
from tengen.records import format_named
from tengen.render import THEMES, PictureFormat, Pieces
from tengen.render.view import parse_numbers
from tengen.rules.wording import STONE_NAMES
from tengen.server import http_requests
from tengen.server.background import jobs
from tengen.server.background.background import BackgroundJobs
from tengen.server.background.record_files import MAX_BYTES, rules_in_link
from tengen.server.fair_play import STILL_PLAYED
from tengen.server.messages.conversion import rules_view
from tengen.server.messages.game import GamePhase
from tengen.server.messages.study import GameEntry, GameLists, GamePage
from tengen.server.problems import UNKNOWN_GAME, RequestRefused
from tengen.storage import KeptRoom, RoomEntry, RoomStore

MAX_NAME_LENGTH = 200
RECORD_MEDIA = {"sgf": "application/x-go-sgf", "json": "application/json", "rif": "application/xml"}


class RecordsApi:
    """The routes of uploaded records."""

    def __init__(self, background: BackgroundJobs) -> None:
        self._background = background

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [
            Route("/api/records", self.read, methods=["POST"]),
            Route("/api/losses", self.list_losses, methods=["POST"]),
            Route("/api/export/{format}", self.write, methods=["POST"]),
        ]

    async def read(self, request: Request) -> Response:
        """Read the games of a file or a text."""
        name = request.query_params.get("name", "")[:MAX_NAME_LENGTH]
        asked = request.query_params.get("rules")
        rules = rules_in_link(asked) if asked else None
        job = jobs.ReadRecords(await http_requests.read_body(request, MAX_BYTES), name, rules)
        return _json(await self._background.do(job, http_requests.requester_of(request)))

    async def list_losses(self, request: Request) -> Response:
        """Send what each format would lose of a record."""
        job = jobs.ListLosses(jobs.SentRecord(await http_requests.read_body(request, MAX_BYTES)))
        return _json(await self._background.do(job, http_requests.requester_of(request)))

    async def write(self, request: Request) -> Response:
        """Send a record as a file."""
        name = request.path_params["format"]
        format_named(name)
        source = jobs.SentRecord(await http_requests.read_body(request, MAX_BYTES))
        return await write_file(self._background, request, source, name, "game")


async def write_file(
    background: BackgroundJobs, request: Request, source: jobs.RecordSource, name: str, stem: str
) -> Response:
    """Return a record as a file, with what it loses in a header. Raises RequestRefused."""
    format_ = format_named(name)
    written = await background.do(
        jobs.WriteRecord(source, name), http_requests.requester_of(request)
    )
    media = RECORD_MEDIA.get(format_.name, "application/octet-stream")
    response = http_requests.file_response(written.body, media, f"{stem}{format_.suffixes[0]}")
    response.headers["tengen-lost"] = written.lost
    return response


def _json(done: jobs.JobResult) -> Response:
    return Response(done.body, media_type="application/json")


PICTURE_MEDIA = {
    PictureFormat.SVG: "image/svg+xml",
    PictureFormat.PNG: "image/png",
    PictureFormat.GIF: "image/gif",
}
WIDTHS = range(64, 2049)


class PicturesApi:
    """The routes of pictures of uploaded records."""

    def __init__(self, background: BackgroundJobs) -> None:
        self._background = background

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [Route("/api/picture.{kind}", self.draw, methods=["POST"])]

    async def draw(self, request: Request) -> Response:
        """Send a picture of the last position, or an animation of all."""
        picture = requested_picture(request)
        job = jobs.DrawPicture(
            jobs.SentRecord(await http_requests.read_body(request, MAX_BYTES)), picture
        )
        drawn = await self._background.do(job, http_requests.requester_of(request))
        return http_requests.file_response(
            drawn.body, PICTURE_MEDIA[picture.kind], f"position.{picture.kind.value}"
        )


def requested_picture(request: Request) -> jobs.PictureSpec:
    """Return the picture that an address describes. Raises RequestRefused or ParseError."""
    asked = request.query_params
    numbers = asked.get("numbers", "")
    if numbers:
        parse_numbers(numbers)
    return jobs.PictureSpec(
        _kind_in(request.path_params["kind"]),
        _theme_in(asked),
        _pieces_in(asked),
        _width_in(request),
        numbers,
        asked.get("coordinates") != "none",
        http_requests.query_number(request, "move"),
    )


def _kind_in(text: str) -> PictureFormat:
    try:
        return PictureFormat(text)
    except ValueError:
        raise RequestRefused(404, "not-found", "Pictures can be svg, png or gif.") from None


def _theme_in(asked: QueryParams) -> str:
    theme = asked.get("theme", "light")
    if theme not in THEMES:
        raise ParseError("theme", theme, f"choose from {', '.join(THEMES)}")
    return theme


def _pieces_in(asked: QueryParams) -> Pieces:
    pieces = asked.get("pieces", Pieces.STONES.value)
    if pieces not in {kind.value for kind in Pieces}:
        raise ParseError("kind of pieces", pieces, "choose stones or marks")
    return Pieces(pieces)


def _width_in(request: Request) -> int | None:
    width = http_requests.query_number(request, "width")
    if width is not None and width not in WIDTHS:
        raise RequestRefused(
            400, "refused", f"A picture can be {WIDTHS[0]} to {WIDTHS[-1]} pixels wide."
        )
    return width


PAGE_SIZE = 20
"""Games on one page of a list."""


NO_GAMES = GamePage((), None)


class PlayedGamesApi:
    """The routes of games played here: lists, files, pictures."""

    def __init__(self, store: RoomStore, background: BackgroundJobs) -> None:
        self._store = store
        self._background = background

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [
            Route("/api/games", self.list_games, methods=["GET"]),
            Route("/api/games/{link}/record.{format}", self.write, methods=["GET"]),
            Route("/api/games/{link}/picture.{kind}", self.draw, methods=["GET"]),
        ]

    async def list_games(self, request: Request) -> Response:
        """Send the client's own games and the listed ones; `whose` selects one of the two lists."""
        digest, before = (
            http_requests.digest_of(request),
            http_requests.query_number(request, "before"),
        )
        whose = request.query_params.get("whose")

        def find() -> GameLists:
            own = self._own(digest, before) if whose != "listed" else NO_GAMES
            return GameLists(own, self._listed(digest, before) if whose != "own" else NO_GAMES)

        return http_requests.json_response(
            await self._background.read(find, http_requests.requester_of(request))
        )

    def _own(self, digest: bytes | None, before: int | None) -> GamePage:
        if digest is None:
            return NO_GAMES
        entries = self._store.rooms_of(digest, PAGE_SIZE, before)
        return _page(entries, entries)

    def _listed(self, digest: bytes | None, before: int | None) -> GamePage:
        """Return the listed games of others."""
        entries = self._store.listed_rooms(PAGE_SIZE, before)
        return _page(
            entries, [at for at in entries if digest is None or digest not in at.room.holders]
        )

    async def write(self, request: Request) -> Response:
        """Send a game as a file."""
        name, link = request.path_params["format"], request.path_params["link"]
        format_named(name)
        game = await self._background.read(
            partial(self._finished_game, link), http_requests.requester_of(request)
        )
        return await write_file(self._background, request, game, name, f"tengen-{link}")

    def _finished_game(self, link: str) -> jobs.PlayedGame:
        """Return a game. Raises RequestRefused while two people are playing it."""
        room = self._room(link)
        if room.is_between_people and self._store.is_running(room):
            raise RequestRefused(403, STILL_PLAYED.code, STILL_PLAYED.says)
        return self._game(link)

    async def draw(self, request: Request) -> Response:
        """Send a picture of a game, to show on a page."""
        picture, link = requested_picture(request), request.path_params["link"]
        game = await self._background.read(
            partial(self._game, link), http_requests.requester_of(request)
        )
        drawn = await self._background.do(
            jobs.DrawPicture(game, picture), http_requests.requester_of(request)
        )
        return Response(drawn.body, media_type=PICTURE_MEDIA[picture.kind])

    def _room(self, link: str) -> KeptRoom:
        """Return the room of a link. Raises RequestRefused or StoreError."""
        room = self._store.room(link) if http_requests.LINK_PATTERN.fullmatch(link) else None
        if room is None:
            raise RequestRefused(404, "unknown-game", UNKNOWN_GAME)
        return room

    def _game(self, link: str) -> jobs.PlayedGame:
        """Return the game of a link. Raises RequestRefused or StoreError."""
        room = self._room(link)
        events = () if room.game is None else tuple(self._store.load(room.game))
        return jobs.PlayedGame(room.setup.rules, events)


def _page(entries: Sequence[RoomEntry], shown: Sequence[RoomEntry]) -> GamePage:
    """Return one page of a list, and where the next one begins."""
    before = entries[-1].number if len(entries) == PAGE_SIZE else None
    return GamePage(tuple(_entry(entry) for entry in shown), before)


def _entry(entry: RoomEntry) -> GameEntry:
    room, summary = entry.room, entry.summary
    if summary is None:
        names, says = _names(room, room.setup, None), "Waiting for an opponent"
        return GameEntry(
            room.link,
            GamePhase.WAITING,
            rules_view(room.setup.rules),
            names,
            0,
            says,
            room.made,
            can_analyse=False,
        )
    return GameEntry(
        room.link,
        GamePhase.PLAYING if summary.result is None else GamePhase.OVER,
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
    player = setup.sitter(seat)
    if isinstance(player, Computer):
        return f"Computer {player.level}"
    return player.name or ("nobody yet" if room.is_free(seat) else colour)
