"""A run of a match or a tournament: where it is stored, its progress, and its end."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from tengen import arena
from tengen.arena.engine_spec import prepare_engines
from tengen.arena.executor import open_executor
from tengen.arena.report import describe_game
from tengen.arena.results import tournament_facts, tournament_games
from tengen.arena.tournament_file import TournamentFile, TournamentFormat, TournamentSettings
from tengen.cli import output
from tengen.cli.arena_options import make_resume_parser, with_worker_options
from tengen.cli.match_view import ShownGame, TournamentState, open_view
from tengen.errors import RecordError, RunFileError, TengenError, UsageError, quote

if TYPE_CHECKING:
    from tengen.arena.game_file import GameFile, GameFolder

MakeNews = Callable[[TournamentSettings], "RunNews"]


class RunNews(Protocol):
    """What a run tells of its games."""

    def add(self, result: arena.PairResult) -> tuple[str, ...]:
        """Count a result, and return the lines that tell of it."""

    def report(self, facts: arena.TournamentFacts) -> str:
        """Return the text that is shown at the end."""


def run_or_resume(
    arguments: list[str],
    prog: str,
    begin: Callable[[], int],
    *,
    is_ours: Callable[[TournamentFormat], bool],
    make_news: MakeNews,
) -> int:
    """Begin a run, or go on with the one in the file of `--resume`; return the exit status."""
    if not any(word.partition("=")[0] == "--resume" for word in arguments):
        return begin()
    args = make_resume_parser(prog).parse_args(arguments)
    try:
        file = arena.open_tournament_file(args.resume)
    except RunFileError as error:
        output.print_error(str(error))
        return output.FAILED
    with file:
        kind = file.settings.format
        if not is_ours(kind):
            command = "match" if kind is TournamentFormat.MATCH else "tournament"
            raise UsageError(
                f"{quote(args.resume)} has a {kind.value}: use `tengen {command} --resume`."
            )
        settings = with_worker_options(file.settings, args)
        return ArenaRun(settings, file, make_news(settings)).play()


def begin_run(settings: TournamentSettings, path: str | None, news: RunNews) -> int:
    """Begin a match or a tournament, stored in a file if there is a path; return the status."""
    if path is None:
        return ArenaRun(settings, None, news).play()
    try:
        file = arena.create_tournament_file(path, settings)
    except RunFileError as error:
        output.print_error(str(error))
        return output.FAILED
    with file:
        return ArenaRun(settings, file, news).play()


class ArenaRun:
    """A run of a tournament."""

    def __init__(
        self, settings: TournamentSettings, file: TournamentFile | None, news: RunNews
    ) -> None:
        self._settings = settings
        self._file = file
        self._news = news
        known = {} if file is None else file.results
        self._tournament = arena.Tournament(settings, known.values())
        self._played: list[arena.TournamentGame] = []
        self._started = time.monotonic()
        self._view = open_view()
        self._games: GameFile | GameFolder | None = None
        self._status = output.DONE

    def play(self) -> int:
        """Play what is left, show the report, and return the exit status."""
        if not (self._make_log_folder() and self._open_games()):
            return output.FAILED
        try:
            prepare_engines(self._settings.engines)
            self._play()
        except KeyboardInterrupt:
            self._status = output.INTERRUPTED
        except TengenError as error:
            what = "match" if self._settings.format is TournamentFormat.MATCH else "tournament"
            output.print_error(f"the {what} was stopped: {error}")
            self._status = output.FAILED
        finally:
            self._view.close()
            if self._games is not None:
                self._games.close()
        if self._status == output.FAILED and not self._played:
            return self._status
        return self._report()

    def _report(self) -> int:
        facts = tournament_facts(self._settings, self._played, self._tournament.ranking)
        shown = output.print_text(self._news.report(facts))
        if self._settings.run.reports:
            self._write_reports(facts)
        return self._status or shown

    def _write_reports(self, facts: arena.TournamentFacts) -> None:
        from tengen.arena.report_file import write_report  # noqa: PLC0415 - loads pictures

        for path in self._settings.run.reports:
            try:
                write_report(path, facts)
            except OSError as error:
                output.print_write_error(path, error)
                self._status = output.FAILED

    def _play(self) -> None:
        run = self._settings.run
        known = len(self._tournament.known)
        if known:
            output.print_note(f"{known} of {self._settings.expected_pairs()} pairs are known")
        with open_executor(run.processes, run.cluster) as executor:
            for result in self._tournament.play(executor, self._save):
                self._count(result)

    def _count(self, result: arena.PairResult) -> None:
        lines = self._news.add(result)
        self._played += tournament_games(self._settings, result)
        self._keep(result)
        if result.number not in self._tournament.known:
            self._show(result, lines)

    def _show(self, result: arena.PairResult, lines: tuple[str, ...]) -> None:
        games = result.numbered_games(self._settings.names)
        self._view.update(
            TournamentState(
                tournament_facts(self._settings, self._played),
                seconds=time.monotonic() - self._started,
                resumed_after=2 * len(self._tournament.known),
                news=lines,
                boards=tuple(
                    ShownGame(describe_game(game, players), game.board)
                    for _, game, players in games
                ),
            )
        )

    def _save(self, result: arena.PairResult) -> None:
        """Write the dialogues, and then the result: a game that is not stored is played again."""
        folder = self._settings.run.log
        try:
            if folder is not None:
                from tengen.arena.game_file import write_dialogues  # noqa: PLC0415 - likewise

                write_dialogues(folder, result, self._settings.names)
        except OSError as error:
            output.print_write_error(folder or "", error)
            self._status = output.FAILED
        if self._file is not None:
            self._file.add(result)

    def _make_log_folder(self) -> bool:
        """Make the folder of --log; return whether it can be used."""
        folder = self._settings.run.log
        if folder is None:
            return True
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            output.print_write_error(folder, error)
            return False
        return True

    def _open_games(self) -> bool:
        """Open the file or folder of --keep; return whether it can be used."""
        path = self._settings.run.keep
        if path is None:
            return True
        from tengen.arena.game_file import open_games  # noqa: PLC0415 - loads all formats

        try:
            self._games = open_games(path, goes_on=bool(self._tournament.known))
        except (OSError, RecordError) as error:
            self._print_keep_error(error)
        return self._games is not None

    def _keep(self, result: arena.PairResult) -> None:
        if self._games is None:
            return
        from tengen.arena.game_file import game_record  # noqa: PLC0415 - likewise

        try:
            for number, game, players in result.numbered_games(self._settings.names):
                self._games.add(game_record(game, players), number)
        except (OSError, RecordError) as error:
            self._print_keep_error(error)
            with suppress(OSError):
                self._close_games()
            self._status = output.FAILED

    def _print_keep_error(self, error: OSError | RecordError) -> None:
        if isinstance(error, OSError):
            output.print_write_error(self._settings.run.keep or "", error)
        else:
            output.print_error(f"--keep: {error}")

    def _close_games(self) -> None:
        games, self._games = self._games, None
        if games is not None:
            games.close()
