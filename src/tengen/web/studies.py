"""All that is asked of the server by those who look at games, and do not play them."""

from __future__ import annotations

from starlette.routing import BaseRoute, WebSocketRoute

from tengen.web.aside import Aside
from tengen.web.games_api import GamesApi
from tengen.web.pictures_api import PicturesApi
from tengen.web.puzzles_api import PuzzlesApi
from tengen.web.records_api import RecordsApi
from tengen.web.site import Site
from tengen.web.study_socket import StudySocket


def study_routes(site: Site) -> list[BaseRoute]:
    """Where what is answered: records, pictures, games, puzzles, analysis boards."""
    aside = Aside()
    return [
        *RecordsApi(aside).routes(),
        *PicturesApi(aside).routes(),
        *GamesApi(site.store, aside).routes(),
        *PuzzlesApi(site, aside).routes(),
        WebSocketRoute("/socket/analysis", StudySocket(site).serve),
    ]
