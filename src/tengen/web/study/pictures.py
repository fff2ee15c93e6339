"""Pictures over HTTP: of a record that is sent, or of a game that is kept."""

from __future__ import annotations

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.errors import ParseError
from tengen.render.style import THEMES, PictureFormat, Pieces
from tengen.render.view import parse_numbers
from tengen.web.addresses import asker_of
from tengen.web.answers import body_of
from tengen.web.background.background import Background
from tengen.web.background.jobs import DrawPicture, Picture, SentRecord
from tengen.web.problems import Refused
from tengen.web.study.downloads import hand_out, number_in
from tengen.web.study.imports import MOST_BYTES

MEDIA = {
    PictureFormat.SVG: "image/svg+xml",
    PictureFormat.PNG: "image/png",
    PictureFormat.GIF: "image/gif",
}
WIDTHS = range(64, 2049)


class PicturesApi:
    """Pictures of records that are sent along."""

    def __init__(self, background: Background) -> None:
        self._background = background

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [Route("/api/picture.{kind}", self.draw, methods=["POST"])]

    async def draw(self, request: Request) -> Response:
        """The last position of a record, or all of them as an animation."""
        picture = picture_in(request)
        job = DrawPicture(SentRecord(await body_of(request, MOST_BYTES)), picture)
        drawn = await self._background.do(job, asker_of(request))
        return hand_out(drawn.body, MEDIA[picture.kind], f"position.{picture.kind.value}")


def picture_in(request: Request) -> Picture:
    """The picture that an address asks for. Raises Refused and ParseError."""
    asked = request.query_params
    numbers = asked.get("numbers", "")
    if numbers:
        parse_numbers(numbers)
    return Picture(
        _kind_in(request.path_params["kind"]),
        _theme_in(asked),
        _pieces_in(asked),
        _width_in(request),
        numbers,
        asked.get("coordinates") != "none",
        number_in(request, "move"),
    )


def _kind_in(text: str) -> PictureFormat:
    try:
        return PictureFormat(text)
    except ValueError:
        raise Refused(404, "not-found", "Pictures are svg, png or gif.") from None


def _theme_in(asked: QueryParams) -> str:
    theme = asked.get("theme", "light")
    if theme not in THEMES:
        raise ParseError("theme", theme, f"there are {', '.join(THEMES)}")
    return theme


def _pieces_in(asked: QueryParams) -> Pieces:
    pieces = asked.get("pieces", Pieces.STONES.value)
    if pieces not in {kind.value for kind in Pieces}:
        raise ParseError("kind of pieces", pieces, "there are stones and marks")
    return Pieces(pieces)


def _width_in(request: Request) -> int | None:
    width = number_in(request, "width")
    if width is not None and width not in WIDTHS:
        raise Refused(400, "refused", f"A picture is {WIDTHS[0]} to {WIDTHS[-1]} pixels wide.")
    return width
