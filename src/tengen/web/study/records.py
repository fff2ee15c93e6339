"""Records over HTTP: read whatever is brought along, write it in every format."""

from __future__ import annotations

import io

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.errors import RecordError
from tengen.notation.rows import RowOne
from tengen.online.lists import FormatView
from tengen.records.format import Format, tell_losses
from tengen.records.formats import FORMATS, format_named
from tengen.records.reading import Writing
from tengen.records.record import Record
from tengen.web.answers import answer, body_of
from tengen.web.study.aside import Aside
from tengen.web.study.downloads import hand_out
from tengen.web.study.imports import MOST_BYTES, from_json, read_import
from tengen.web.study.pasted import rules_in_link

LONGEST_NAME = 200
MEDIA = {"sgf": "application/x-go-sgf", "json": "application/json", "rif": "application/xml"}


class RecordsApi:
    """Whatever is asked about records that are sent along."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [
            Route("/api/records", self.read, methods=["POST"]),
            Route("/api/losses", self.weigh, methods=["POST"]),
            Route("/api/export/{format}", self.write, methods=["POST"]),
        ]

    async def read(self, request: Request) -> Response:
        """The games of a file, or of a text."""
        name = request.query_params.get("name", "")[:LONGEST_NAME]
        asked = request.query_params.get("rules")
        rules = rules_in_link(asked) if asked else None
        data = await body_of(request, MOST_BYTES)
        return answer(await self._aside.do(lambda: read_import(data, name, rules)))

    async def weigh(self, request: Request) -> Response:
        """What every format would lose of a record."""
        data = await body_of(request, MOST_BYTES)
        return answer(await self._aside.do(lambda: _weigh(from_json(data))))

    async def write(self, request: Request) -> Response:
        """A record as a file."""
        format_ = format_named(request.path_params["format"])
        data = await body_of(request, MOST_BYTES)
        return await self._aside.do(lambda: file_of(from_json(data), format_, "game"))


def file_of(record: Record, format_: Format, stem: str) -> Response:
    """A record as a file to be kept; what gets lost is told beside it. Raises RecordError."""
    objection = format_.objection(record)
    if objection:
        raise RecordError(f"it cannot be written as {format_.name}: {objection}")
    out = io.BytesIO()
    format_.write([record], out, Writing(RowOne.BOTTOM))
    media = MEDIA.get(format_.name, "application/octet-stream")
    response = hand_out(out.getvalue(), media, f"{stem}{format_.suffixes[0]}")
    response.headers["tengen-lost"] = tell_losses(format_.losses(record))
    return response


def _weigh(record: Record) -> list[FormatView]:
    return [_view(format_, record) for format_ in FORMATS.values()]


def _view(format_: Format, record: Record) -> FormatView:
    lost = tell_losses(format_.losses(record))
    objection = format_.objection(record)
    return FormatView(format_.name, format_.title, format_.suffixes[0], lost, objection)
