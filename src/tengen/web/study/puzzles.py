"""Puzzles over HTTP: which there are, how one looks, and what comes of a move."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.insight.puzzle import Puzzle, format_puzzle, starter
from tengen.online.lists import PuzzleEntry, PuzzleView, TryPuzzle
from tengen.online.study import Failed, Tried
from tengen.online.views import cells_of, rules_view
from tengen.online.wire import decoder_of
from tengen.rules.wording import game_name
from tengen.web.addresses import asker_of
from tengen.web.answers import answer, read
from tengen.web.problems import Refused
from tengen.web.site import Site
from tengen.web.study.downloads import parse_number
from tengen.web.study.facts import COLOURS
from tengen.workers import News, Try


@dataclass(frozen=True, slots=True)
class Shelf:
    """The puzzles that come with the program, with what is said of them."""

    puzzles: tuple[Puzzle, ...]
    entries: tuple[PuzzleEntry, ...]

    def at(self, number: int) -> Puzzle:
        """A puzzle by its number. Raises Refused."""
        if not 1 <= number <= len(self.puzzles):
            says = f"There is no puzzle {number}: they are numbered 1 to {len(self.puzzles)}."
            raise Refused(404, "not-found", says)
        return self.puzzles[number - 1]


@cache
def shelf() -> Shelf:
    """All puzzles, read once."""
    puzzles = starter().puzzles
    entries = [
        PuzzleEntry(number, puzzle.grade, game_name(puzzle.rules), puzzle.goal())
        for number, puzzle in enumerate(puzzles, 1)
    ]
    return Shelf(puzzles, tuple(entries))


class PuzzlesApi:
    """Whatever is asked about puzzles."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """Where what is answered."""
        return [
            Route("/api/puzzles", self.tell_all, methods=["GET"]),
            Route("/api/puzzles/{number}", self.show, methods=["GET"]),
            Route("/api/puzzles/{number}/try", self.attempt, methods=["POST"]),
        ]

    async def tell_all(self, _: Request) -> Response:
        """All puzzles, from the easiest on."""
        return answer((await asyncio.to_thread(shelf)).entries)

    async def show(self, request: Request) -> Response:
        """One puzzle."""
        number = _number_in(request)
        return answer(puzzle_view(number, (await asyncio.to_thread(shelf)).at(number)))

    async def attempt(self, request: Request) -> Response:
        """What comes of a move, a hint, or the solution."""
        puzzle = (await asyncio.to_thread(shelf)).at(_number_in(request))
        asked = await read(request, TRIES)
        job = Try(format_puzzle(puzzle), asked.moves, asked.hint, asked.shows)
        return answer(await self._ask(job, request))

    async def _ask(self, job: Try, request: Request) -> Tried:
        """What a worker says. Raises Refused."""
        heard: asyncio.Future[News] = asyncio.get_running_loop().create_future()
        ticket = self._site.workers.ask(job, asker_of(request), heard.set_result)
        try:
            news = await heard
        finally:
            ticket.cancel()
        if isinstance(news, Tried):
            return news
        assert isinstance(news, Failed)
        raise Refused(400, "refused", news.says)


def _number_in(request: Request) -> int:
    return parse_number(request.path_params["number"], "the number of a puzzle")


def puzzle_view(number: int, puzzle: Puzzle) -> PuzzleView:
    """A puzzle as it is set up."""
    board = puzzle.board
    stones = board.stones
    cells = cells_of(stones, board.rules)
    colours = [COLOURS[player] for player in stones.values()]
    return PuzzleView(
        number,
        puzzle.grade,
        rules_view(board.rules),
        puzzle.goal(),
        tuple(zip(cells, colours, strict=True)),
        COLOURS[board.turn],
        puzzle.length,
    )


TRIES = decoder_of(TryPuzzle)
