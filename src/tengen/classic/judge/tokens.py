"""Find boards, prompts and results in the output of a program, in any wording.

Phrases match regardless of case, spaces and punctuation: `player {player}` also matches
`PLAYER #1:`. `win*` matches any word that begins with `win`, and `...` up to 40 other characters of
the same line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tengen.classic.judge.conventions import BLANK, Cells, Conventions, FoundBoard, Wording
from tengen.classic.judge.expected import StepKind, is_empty
from tengen.rules import Player

MAX_GAP_IN_QUESTION = 8
"""Two phrases for one player at most this far apart in a line are one prompt."""


@dataclass(frozen=True, slots=True)
class Token:
    """A board, a prompt or a result in a text, with its start and end."""

    kind: StepKind
    start: int
    end: int
    player: Player | None = None
    cells: Cells = ""


class Tokeniser:
    """Finds the tokens of one assignment."""

    def __init__(self, conventions: Conventions) -> None:
        self._conventions = conventions
        players: list[Player | None] = list(Player)
        asks: list[Player | None] = players if _names_player(conventions.prompt) else [None]
        self._phrases = [
            *self._make(StepKind.ANNOUNCE, conventions.win, players),
            *self._make(StepKind.ANNOUNCE, conventions.tie, [None]),
            *self._make(StepKind.ASK, conventions.prompt, asks),
        ]
        self._ignored = [re.compile(pattern) for pattern in conventions.ignored_lines]
        self._lines = [_spaced(line) for line in conventions.introduction.lines]

    def without_ignored_lines(self, text: str) -> str:
        """Remove the lines to ignore, such as a simulator's banner."""
        if not self._ignored:
            return text
        kept = [
            line
            for line in text.splitlines(keepends=True)
            if not any(pattern.fullmatch(line.rstrip("\r\n")) for pattern in self._ignored)
        ]
        return "".join(kept)

    def tokenise(self, text: str) -> tuple[list[Token], int]:
        """Return the tokens after the introduction, and where that ends."""
        boards = list(self._conventions.drawing.find(text))
        start = self.end_of_introduction(text, boards)
        tokens: list[Token] = []
        at = start
        for board in boards:
            if board.start >= start:
                tokens += self._words(text, at, board.start)
                tokens.append(Token(StepKind.SHOW_BOARD, board.start, board.end, cells=board.cells))
                at = board.end
        return [*tokens, *self._words(text, at, len(text))], start

    def results(self, text: str) -> list[Player | None]:
        """Return the results in a text without boards: a winner, or None for a tie."""
        words = self._words(text, 0, len(text))
        return [token.player for token in words if token.kind is StepKind.ANNOUNCE]

    def end_of_introduction(self, text: str, boards: list[FoundBoard]) -> int:
        """Return where play begins: at the first board, or else after the introduction."""
        conventions = self._conventions
        if not conventions.has_introduction:
            return 0
        if boards and is_empty(boards[0].cells):
            return boards[0].start
        for start in (self._first_prompt(text), self.after_lines(text)):
            if start is not None:
                return start
        return self._last_prompt(text, boards[0].start if boards else len(text))

    def after_lines(self, text: str) -> int | None:
        """Return where the lines of the introduction end, or None if they are not all there."""
        at = 0
        for pattern in self._lines:
            match = pattern.search(text, at)
            if match is None:
                return None
            at = match.end()
        end = text.find("\n", at)
        return None if not self._lines else len(text) if end < 0 else end + 1

    def _first_prompt(self, text: str) -> int | None:
        """Return where the first prompt in the exact words is."""
        exact = self._conventions.prompt.exact
        if exact is None:
            return None
        patterns = [_spaced(self._conventions.fill(exact, player)) for player in Player]
        found = [match.start() for pattern in patterns if (match := pattern.search(text))]
        return min(found, default=None)

    def _last_prompt(self, text: str, end: int) -> int:
        asks = [token.start for token in self._words(text, 0, end) if token.kind is StepKind.ASK]
        return asks[-1] if asks else 0

    def _make(
        self, kind: StepKind, wording: Wording, players: list[Player | None]
    ) -> list[tuple[StepKind, Player | None, Phrase]]:
        names, marks = self._conventions.names, self._conventions.marks
        return [
            (kind, player, Phrase(text, names[player], marks[player]) if player else Phrase(text))
            for player in players
            for text in wording.loose
        ]

    def _words(self, text: str, start: int, end: int) -> list[Token]:
        """Return the prompts and results in a part of the text without boards."""
        part = lower_ascii(text[start:end])
        found: list[Token] = []
        used = bytearray(len(part))
        for kind, player, phrase in self._phrases:
            for first, last in phrase.spans(part):
                if not any(used[first:last]):
                    used[first:last] = b"\1" * (last - first)
                    found.append(Token(kind, first + start, last + start, player))
        return list(_merged(sorted(found, key=lambda token: token.start), text))


def _merged(tokens: list[Token], text: str) -> Iterator[Token]:
    """Yield the tokens, with the parts of one prompt merged."""
    before: Token | None = None
    for token in tokens:
        if before is not None:
            between = text[before.end : token.start]
            same = (before.kind, before.player) == (token.kind, token.player)
            if same and len(between) <= MAX_GAP_IN_QUESTION and "\n" not in between:
                before = Token(token.kind, before.start, token.end, token.player)
                continue
            yield before
        before = token
    if before is not None:
        yield before


def _names_player(wording: Wording) -> bool:
    return any("{player}" in phrase or "{mark}" in phrase for phrase in wording.loose)


def _spaced(line: str) -> re.Pattern[str]:
    """Return a pattern that matches the line regardless of blanks and case."""
    return re.compile(BLANK.join(map(re.escape, "".join(line.split()))), re.IGNORECASE)


GAP_PATTERN = r"[^\n]{0,40}?"
WORD_SEPARATOR = r"[^\w\n]*"
PHRASE_ATOM = re.compile(r"\{player\}|\{mark\}|\.\.\.|\w+\*?")


class Phrase:
    """A phrase with the name and the mark of a player filled in."""

    def __init__(self, text: str, player: str = "", mark: str = "") -> None:
        names = {"{player}": player.lower(), "{mark}": mark.lower()}
        groups = [PHRASE_ATOM.findall(group) for group in text.lower().split("...")]
        words = [[names.get(atom, atom) for atom in group] for group in groups if group]
        self._pattern = re.compile(GAP_PATTERN.join(map(_group_pattern, words)))
        self._words = [word.removesuffix("*") for group in words for word in group]
        self._has_gap = "..." in text

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the start and end of each match in a lower-case text.

        Of several starts with one end, the last counts. Most phrases do not occur, and the pattern
        is slow, so the words are searched for first.
        """
        if not all(word in text for word in self._words):
            return []
        spans = []
        at = text.find(self._words[0])
        while at >= 0:
            match = self._pattern.match(text, at)
            if match:
                spans.append(self._shortest(text, *match.span()))
            at = text.find(self._words[0], match.end() if match else at + 1)
        return spans

    def _shortest(self, text: str, start: int, end: int) -> tuple[int, int]:
        if self._has_gap:
            for later in range(end - 1, start, -1):
                match = self._pattern.match(text, later)
                if match and match.end() == end:
                    return later, end
        return start, end


def _group_pattern(words: list[str]) -> str:
    """Return a pattern for adjacent words with word boundaries around them."""
    pattern = WORD_SEPARATOR.join(re.escape(word.removesuffix("*")) for word in words)
    end = r"\w*" if words[-1].endswith("*") else r"(?!\w)"
    return rf"(?<!\w){pattern}{end}"


def lower_ascii(text: str) -> str:
    """Lower-case the ASCII letters only, so that the length of the text does not change."""
    return text.lower() if text.isascii() else re.sub("[A-Z]+", lambda run: run[0].lower(), text)


def has_words(text: str) -> bool:
    """Return whether a phrase has any words to search for."""
    return any(atom != "..." for atom in PHRASE_ATOM.findall(text))


def normalise_text(text: str) -> str:
    """Return the text in lower case without white space, to compare wordings."""
    return "".join(text.split()).lower()
