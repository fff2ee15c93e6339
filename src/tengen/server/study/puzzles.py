"""Puzzles over HTTP: the list, one puzzle, and attempts to solve it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tengen.insight import Puzzle, format_puzzle, starter
from tengen.rules.wording import as_sentence, game_name
from tengen.server.http_requests import json_response, parse_number, read_message, requester_of
from tengen.server.messages.codec import make_decoder
from tengen.server.messages.conversion import COLOURS, cells_of, rules_view
from tengen.server.messages.study import JobFailed, PuzzleEntry, PuzzleUpdate, PuzzleView, TryPuzzle
from tengen.server.problems import RequestRefused
from tengen.server.services import Services
from tengen.server.workers import EngineMessage, PuzzleJob


@dataclass(frozen=True, slots=True)
class PuzzleCatalogue:
    """The puzzles that come with the program, and their entries in the list."""

    puzzles: tuple[Puzzle, ...]
    entries: tuple[PuzzleEntry, ...]

    def at(self, number: int) -> Puzzle:
        """Return a puzzle by its number. Raises RequestRefused."""
        if not 1 <= number <= len(self.puzzles):
            says = f"There is no puzzle {number}: they are numbered 1 to {len(self.puzzles)}."
            raise RequestRefused(404, "not-found", says)
        return self.puzzles[number - 1]


@cache
def puzzle_catalogue() -> PuzzleCatalogue:
    """Return all puzzles; they are read only once."""
    puzzles = starter().puzzles
    entries = [
        PuzzleEntry(number, puzzle.grade, game_name(puzzle.rules), puzzle.goal())
        for number, puzzle in enumerate(puzzles, 1)
    ]
    return PuzzleCatalogue(puzzles, tuple(entries))


class PuzzlesApi:
    """The routes of puzzles."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/api/puzzles", self.list_all, methods=["GET"]),
            Route("/api/puzzles/{number}", self.show, methods=["GET"]),
            Route("/api/puzzles/{number}/try", self.attempt, methods=["POST"]),
        ]

    async def list_all(self, _: Request) -> Response:
        """Send all puzzles, the easiest first."""
        return json_response((await asyncio.to_thread(puzzle_catalogue)).entries)

    async def show(self, request: Request) -> Response:
        """Send one puzzle."""
        number = _number_in(request)
        return json_response(
            puzzle_view(number, (await asyncio.to_thread(puzzle_catalogue)).at(number))
        )

    async def attempt(self, request: Request) -> Response:
        """Send the verdict on a move, a hint, or the solution."""
        puzzle = (await asyncio.to_thread(puzzle_catalogue)).at(_number_in(request))
        asked = await read_message(request, TRY_DECODER)
        job = PuzzleJob(format_puzzle(puzzle), asked.moves, asked.hint, asked.shows)
        return json_response(await self._ask(job, request))

    async def _ask(self, job: PuzzleJob, request: Request) -> PuzzleUpdate:
        """Return a worker's answer. Raises RequestRefused."""
        result: asyncio.Future[EngineMessage] = asyncio.get_running_loop().create_future()
        handle = self._services.workers.submit(job, requester_of(request), result.set_result)
        try:
            message = await result
        finally:
            handle.cancel()
        if isinstance(message, PuzzleUpdate):
            return message
        assert isinstance(message, JobFailed)
        raise RequestRefused(400, "refused", as_sentence(message.says))


def _number_in(request: Request) -> int:
    return parse_number(request.path_params["number"], "the number of a puzzle")


def puzzle_view(number: int, puzzle: Puzzle) -> PuzzleView:
    """Return a puzzle as a message."""
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


TRY_DECODER = make_decoder(TryPuzzle)
