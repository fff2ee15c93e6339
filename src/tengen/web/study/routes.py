"""All that is asked of the server by those who look at games, and do not play them."""

from __future__ import annotations

from starlette.routing import BaseRoute, WebSocketRoute

from tengen.web.fair_play import FairPlay
from tengen.web.site import Site
from tengen.web.study.pictures import PicturesApi
from tengen.web.study.played import GamesApi
from tengen.web.study.puzzles import PuzzlesApi
from tengen.web.study.records import RecordsApi
from tengen.web.study.socket import StudySocket


def study_routes(site: Site, fair_play: FairPlay) -> list[BaseRoute]:
    """Where what is answered: records, pictures, games, puzzles, analysis boards."""
    return [
        *RecordsApi(site.background).routes(),
        *PicturesApi(site.background).routes(),
        *GamesApi(site.store, site.background).routes(),
        *PuzzlesApi(site).routes(),
        WebSocketRoute("/socket/analysis", StudySocket(site, fair_play)),
    ]
