"""Pictures over HTTP: of a record that is sent, or of a game that is kept."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.errors import ParseError
from tengen.records.record import Record
from tengen.records.visits import main_line
from tengen.render.formats import PictureFormat
from tengen.render.recorded import picture_parts
from tengen.render.style import Pieces, Style
from tengen.render.themes import THEMES
from tengen.render.views import Numbers, Options, parse_numbers
from tengen.web.answers import Refused, body_of
from tengen.web.study.aside import Aside
from tengen.web.study.downloads import hand_out, number_in
from tengen.web.study.imports import MOST_BYTES, from_json

MEDIA = {
    PictureFormat.SVG: "image/svg+xml",
    PictureFormat.PNG: "image/png",
    PictureFormat.GIF: "image/gif",
}
WIDTHS = range(64, 2049)
MOST_FRAMES = 400
"""How many moves an animation shows at most."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture as it was asked for."""

    kind: PictureFormat
    style: Style
    numbers: Numbers | None
    coordinates: bool
    move: int | None

    def draw(self, record: Record) -> bytes:
        """The file. Raises RuleError where both players have a line by set-up."""
        nodes = main_line(record.root)
        if self.move is not None:
            nodes = nodes[: self.move + 1]
        options = Options(coordinates=self.coordinates, show_forbidden=True)
        if self.numbers is not None:
            options["numbers"] = self.numbers
        if self.kind is PictureFormat.GIF and len(nodes) > MOST_FRAMES:
            raise Refused(400, "too-large", f"An animation has {MOST_FRAMES} moves at most.")
        return b"".join(picture_parts(record, nodes, self.kind, self.style, **options))


class PicturesApi:
    """Pictures of records that are sent along."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [Route("/api/picture.{kind}", self.draw, methods=["POST"])]

    async def draw(self, request: Request) -> Response:
        """The last position of a record, or all of them as an animation."""
        wanted = wanted_in(request)
        data = await body_of(request, MOST_BYTES)
        picture = await self._aside.do(lambda: wanted.draw(from_json(data)))
        return hand_out(picture, MEDIA[wanted.kind], f"position.{wanted.kind.value}")


def wanted_in(request: Request) -> Wanted:
    """The picture that an address asks for. Raises Refused and ParseError."""
    asked = request.query_params
    numbers = asked.get("numbers")
    return Wanted(
        _kind_in(request.path_params["kind"]),
        _style_in(asked, number_in(request, "width")),
        parse_numbers(numbers) if numbers else None,
        asked.get("coordinates") != "none",
        number_in(request, "move"),
    )


def _kind_in(text: str) -> PictureFormat:
    try:
        return PictureFormat(text)
    except ValueError:
        raise Refused(404, "not-found", "Pictures are svg, png or gif.") from None


def _style_in(asked: QueryParams, width: int | None) -> Style:
    theme = asked.get("theme", "light")
    if theme not in THEMES:
        raise ParseError("theme", theme, f"there are {', '.join(THEMES)}")
    pieces = asked.get("pieces", Pieces.STONES.value)
    if pieces not in {kind.value for kind in Pieces}:
        raise ParseError("kind of pieces", pieces, "there are stones and marks")
    if width is not None and width not in WIDTHS:
        raise Refused(400, "refused", f"A picture is {WIDTHS[0]} to {WIDTHS[-1]} pixels wide.")
    return Style(THEMES[theme], Pieces(pieces), width=width)
