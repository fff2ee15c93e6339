"""Records over HTTP: read whatever is brought along, write it in every format."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.records.formats import format_named
from tengen.web.addresses import asker_of
from tengen.web.answers import body_of
from tengen.web.background.background import Background
from tengen.web.background.jobs import (
    Done,
    ReadRecords,
    SentRecord,
    Source,
    WeighRecord,
    WriteRecord,
)
from tengen.web.study.downloads import hand_out
from tengen.web.study.imports import MOST_BYTES
from tengen.web.study.pasted import rules_in_link

LONGEST_NAME = 200
MEDIA = {"sgf": "application/x-go-sgf", "json": "application/json", "rif": "application/xml"}


class RecordsApi:
    """Whatever is asked about records that are sent along."""

    def __init__(self, background: Background) -> None:
        self._background = background

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
        job = ReadRecords(await body_of(request, MOST_BYTES), name, rules)
        return _json(await self._background.do(job, asker_of(request)))

    async def weigh(self, request: Request) -> Response:
        """What every format would lose of a record."""
        job = WeighRecord(SentRecord(await body_of(request, MOST_BYTES)))
        return _json(await self._background.do(job, asker_of(request)))

    async def write(self, request: Request) -> Response:
        """A record as a file."""
        name = request.path_params["format"]
        format_named(name)
        source = SentRecord(await body_of(request, MOST_BYTES))
        return await write_file(self._background, request, source, name, "game")


async def write_file(
    background: Background, request: Request, source: Source, name: str, stem: str
) -> Response:
    """A record as a file to be kept; what gets lost is told beside it. Raises Refused."""
    format_ = format_named(name)
    written = await background.do(WriteRecord(source, name), asker_of(request))
    media = MEDIA.get(format_.name, "application/octet-stream")
    response = hand_out(written.body, media, f"{stem}{format_.suffixes[0]}")
    response.headers["tengen-lost"] = written.lost
    return response


def _json(done: Done) -> Response:
    return Response(done.body, media_type="application/json")
