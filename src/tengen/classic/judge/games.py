"""The games that test a program: each kind of win, tie and input, then random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tengen.classic.judge import requirements
from tengen.classic.judge.conventions import DIRECTIONS, TAKEN, Conventions, GridCell
from tengen.classic.judge.expected import Script, ScriptEntry
from tengen.classic.judge.moves import FullBoardGenerator, MoveGenerator, near_misses
from tengen.rules import Player

FULL_BOARDS = 3
CHANCE_OF_REFUSAL = 0.15
DIRECTION_NAMES = {
    "across": "across",
    "down": "down",
    "diagonal": "on a \\ diagonal",
    "antidiagonal": "on a / diagonal",
}


def make_games(conventions: Conventions, generated: int, seed: int) -> list[Script]:
    """Return all scripts for an assignment; the same seed gives the same scripts."""
    factory = GameFactory(conventions, random.Random(seed))  # noqa: S311 - games, not secrets
    return [
        *factory.wins(),
        *factory.overlines(),
        *factory.full_boards(),
        *factory.false_wins(),
        *factory.refusals(),
        *factory.input_forms(),
        *factory.rematches(),
        *factory.results(),
        *(factory.random_game(number) for number in range(1, generated + 1)),
        *factory.ends_of_input(),
    ]


class GameFactory:
    """Makes the scripts of one assignment."""

    def __init__(self, conventions: Conventions, rng: random.Random) -> None:
        self._conventions = conventions
        self._rng = rng
        self._generator = MoveGenerator(conventions, rng)

    def wins(self) -> Iterator[Script]:
        """Yield wins in every direction at every edge, for both players, with any cell last."""
        number = 0
        for direction in DIRECTIONS:
            for line in self._at_edges(self._generator.lines_in(direction)):
                winner = (Player.FIRST, Player.SECOND)[number % 2]
                last = number // 2 % len(line)
                rest = [point for index, point in enumerate(line) if index != last]
                stones = [*self._rng.sample(rest, len(rest)), line[last]]
                name = f"{len(line)} in a row {DIRECTION_NAMES[direction]}, {self._ends(line)}"
                yield from self._with_stones(name, stones, winner)
                number += 1

    def overlines(self) -> Iterator[Script]:
        """Yield lines that are longer than needed, completed in the middle."""
        k = self._conventions.k
        for direction in DIRECTIONS:
            for length in {k + 1, 2 * k - 1} - {k}:
                lines = self._generator.lines_in(direction, length)
                if not lines or k < 2:
                    continue
                line = self._rng.choice(lines)
                gap = self._rng.choice(range(length - k, k))
                yield from self._overline(direction, line, gap)

    def full_boards(self) -> Iterator[Script]:
        """Yield ties, and wins with the last cell."""
        rules = self._conventions
        arranger = FullBoardGenerator(rules.rows, rules.columns, rules.k, self._rng)
        for number in range(1, FULL_BOARDS + 1):
            tie = arranger.tie()
            if tie is not None:
                yield self._script(f"a full board without a winner, {number}", tie)
            won = arranger.last_cell_win()
            if won is not None:
                yield self._script(f"a win with the last cell, {number}", won)

    def false_wins(self) -> Iterator[Script]:
        """Yield games with a near miss, followed by a win."""
        for name, stones in near_misses(self._generator, self._conventions.columns, self._rng):
            for winner in Player:
                moves = self._after(stones, winner)
                if moves is not None:
                    yield self._script(name, moves, covers=requirements.NO_FALSE_WIN)
                    break

    def refusals(self) -> Iterator[Script]:
        """Yield games with every input that must be refused, for both players."""
        for name, refusal in self._conventions.refusals.items():
            moves = self._generator.quick_win(self._rng.choice(list(Player)))
            inputs = list(refusal.inputs)
            if name == TAKEN:
                yield self._script(f"refused: {name}", moves, self._taken_before_each(moves))
                continue
            share = -(-len(inputs) // len(moves))
            before = [inputs[index : index + share] for index in range(0, len(inputs), share)]
            refused = [[(name, text) for text in texts] for texts in before]
            yield self._script(f"refused: {name}", moves, refused)

    def input_forms(self) -> Iterator[Script]:
        """Yield games with moves typed in every form, on one line, and with CR LF."""
        entry = self._conventions.input
        for form in entry.also:
            moves = self._generator.quick_win(Player.FIRST)
            texts = [f"{self._conventions.type_move(move, form)}\n" for move in moves]
            yield self._special(f"moves typed as {form!a}", requirements.INPUT_FORMS, moves, texts)
        if entry.reads_words and entry.also:
            moves = self._generator.quick_win(Player.SECOND)
            texts = [f"{self._conventions.type_move(move)} " for move in moves]
            yield self._special("all moves on one line", requirements.INPUT_FORMS, moves, texts)
        if entry.crlf:
            moves = self._generator.quick_win(Player.FIRST)
            texts = [f"{self._conventions.type_move(move)}\r\n" for move in moves]
            yield self._special("lines that end with CR LF", requirements.CRLF, moves, texts)

    def rematches(self) -> Iterator[Script]:
        """Yield scripts of several games, with each answer that stops."""
        rematch = self._conventions.rematch
        if rematch is None:
            return
        for number, no in enumerate(rematch.no):
            entries: list[ScriptEntry] = []
            for game in range(number + 2):
                moves = self._generator.quick_win(list(Player)[game % 2])
                entries += [
                    *self._entries(moves),
                    ScriptEntry(f"{rematch.yes}\n", rematch=True),
                ]
            entries[-1] = ScriptEntry(f"{no}\n", rematch=False)
            name = f"{number + 2} games, then {no!a} to stop"
            yield Script(name, tuple(entries), requirements.REMATCH)

    def results(self) -> Iterator[Script]:
        """Yield a game that must replace the result file of an earlier game."""
        if self._conventions.result is not None:
            moves = self._generator.quick_win(Player.SECOND)
            script = self._script(
                "an older result file exists", moves, covers=requirements.RESULT_FILE
            )
            yield Script(script.name, script.entries, script.covers, old_result=True)

    def ends_of_input(self) -> Iterator[Script]:
        """Yield games whose input ends early."""
        moves = self._generator.quick_win(Player.FIRST)
        for count in sorted({0, 1, len(moves) - 1}):
            name = f"the input ends after {count} moves" if count else "there is no input"
            entries = tuple(self._entries(moves[:count]))
            yield Script(name, entries, requirements.END_OF_INPUT)

    def random_game(self, number: int) -> Script:
        """Return a random game that includes inputs to be refused."""
        moves = self._generator.random_game(self._conventions.rows * self._conventions.columns)
        taken = self._taken_before_each(moves)
        kinds = [name for name in self._conventions.refusals if name != TAKEN]
        refused = [self._some_refused(kinds, cells) for cells in taken]
        return self._script(f"random game {number}", moves, refused)

    def _some_refused(
        self, kinds: list[str], taken: list[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        while self._rng.random() < CHANCE_OF_REFUSAL:
            if taken and (not kinds or self._rng.random() < 0.4):
                found.append(taken[0])
            elif kinds:
                kind = self._rng.choice(kinds)
                found.append((kind, self._rng.choice(self._conventions.refusals[kind].inputs)))
        return found

    def _taken_before_each(self, moves: Sequence[GridCell]) -> list[list[tuple[str, str]]]:
        """Return, for each move, an occupied cell to type before it."""
        if TAKEN not in self._conventions.refusals:
            return [[] for _ in moves]
        cells = [self._rng.choice(moves[:index]) for index in range(1, len(moves))]
        return [[], *([(TAKEN, self._conventions.type_move(cell))] for cell in cells)]

    def _overline(self, direction: str, line: list[GridCell], gap: int) -> Iterator[Script]:
        rest = [point for index, point in enumerate(line) if index != gap]
        stones = [*self._rng.sample(rest, len(rest)), line[gap]]
        name = f"{len(line)} in a row {DIRECTION_NAMES[direction]}, {self._ends(line)}"
        winner = self._rng.choice(list(Player))
        if self._conventions.longer_wins:
            yield from self._with_stones(name, stones, winner)
        elif (moves := self._after(stones, winner)) is not None:
            yield self._script(f"{name}, which does not win", moves)

    def _after(self, stones: Sequence[GridCell], player: Player) -> list[GridCell] | None:
        """Return a game in which a player first gets these stones and then wins."""
        for _ in range(50):
            line = self._rng.choice(self._generator.lines())
            missing = [point for point in line if point not in stones]
            if missing:
                moves = self._generator.with_stones([*stones, *missing], player)
                if moves is not None:
                    return moves
        return None

    def _at_edges(self, lines: list[list[GridCell]]) -> list[list[GridCell]]:
        """Return the lines that start in the first, middle or last possible row and column."""
        rows = sorted({line[0].row for line in lines})
        columns = sorted({line[0].col for line in lines})
        wanted_rows = {rows[0], rows[len(rows) // 2], rows[-1]} if rows else set()
        wanted_columns = {columns[0], columns[len(columns) // 2], columns[-1]} if rows else set()
        return [
            line for line in lines if line[0].row in wanted_rows and line[0].col in wanted_columns
        ]

    def _with_stones(self, name: str, stones: list[GridCell], winner: Player) -> Iterator[Script]:
        moves = self._generator.with_stones(stones, winner)
        if moves is not None:
            yield self._script(name, moves)

    def _script(
        self,
        name: str,
        moves: Sequence[GridCell],
        refused: Sequence[Sequence[tuple[str, str]]] = (),
        covers: str | None = None,
    ) -> Script:
        """Return a script of these moves, with the inputs to be refused before each."""
        entries: list[ScriptEntry] = []
        for index, entry in enumerate(self._entries(moves)):
            before = refused[index] if index < len(refused) else ()
            entries += [ScriptEntry(f"{text}\n", refusal=kind) for kind, text in before]
            entries.append(entry)
        return Script(name, tuple(self._with_stop(entries)), covers)

    def _special(
        self, name: str, covers: str, moves: Sequence[GridCell], texts: Sequence[str]
    ) -> Script:
        entries = [ScriptEntry(text, point) for point, text in zip(moves, texts, strict=True)]
        return Script(name, tuple(self._with_stop(entries)), covers, is_special=True)

    def _entries(self, moves: Sequence[GridCell]) -> list[ScriptEntry]:
        return [ScriptEntry(f"{self._conventions.type_move(move)}\n", move) for move in moves]

    def _with_stop(self, entries: list[ScriptEntry]) -> list[ScriptEntry]:
        """Return the entries, followed by the answer that declines a rematch."""
        rematch = self._conventions.rematch
        return (
            entries
            if rematch is None
            else [*entries, ScriptEntry(f"{rematch.no[0]}\n", rematch=False)]
        )

    def _ends(self, line: Sequence[GridCell]) -> str:
        first, last = (self._conventions.type_move(line[index]) for index in (0, -1))
        return f"from {first} to {last}"
