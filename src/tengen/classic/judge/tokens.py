"""What a program showed, as boards, questions to a player, and results, however they are worded.

Phrases are found whatever the capitals, spaces and punctuation: `player {player}` also finds
`PLAYER #1:`. `win*` is any word that begins with `win`, and `...` is up to 40 other characters of
the same line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tengen.classic.judge.conventions import BLANK, Cells, Conventions, FoundBoard, Wording
from tengen.classic.judge.expected import StepKind, is_empty
from tengen.rules.rules import Player

MAX_GAP_IN_QUESTION = 8
"""Two phrases for one player that are this close in one line are one question."""


@dataclass(frozen=True, slots=True)
class Token:
    """A board, a question or a result in a text, and where it stands."""

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
        """The text without the lines that are to be ignored, such as a simulator's banner."""
        if not self._ignored:
            return text
        kept = [
            line
            for line in text.splitlines(keepends=True)
            if not any(pattern.fullmatch(line.rstrip("\r\n")) for pattern in self._ignored)
        ]
        return "".join(kept)

    def tokenise(self, text: str) -> tuple[list[Token], int]:
        """The tokens after the introduction, and where that ends."""
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
        """The results in a text without boards: a winner, or None for a tie."""
        words = self._words(text, 0, len(text))
        return [token.player for token in words if token.kind is StepKind.ANNOUNCE]

    def end_of_introduction(self, text: str, boards: list[FoundBoard]) -> int:
        """Where play begins: at the first board, or else after the introduction's lines."""
        conventions = self._conventions
        if not conventions.has_introduction:
            return 0
        if boards and is_empty(boards[0].cells):
            return boards[0].start
        for start in (self._first_prompt(text), self.after_lines(text)):
            if start is not None:
                return start
        return self._last_question(text, boards[0].start if boards else len(text))

    def after_lines(self, text: str) -> int | None:
        """Where the lines of the introduction end, if they are there in their order."""
        at = 0
        for pattern in self._lines:
            match = pattern.search(text, at)
            if match is None:
                return None
            at = match.end()
        end = text.find("\n", at)
        return None if not self._lines else len(text) if end < 0 else end + 1

    def _first_prompt(self, text: str) -> int | None:
        """Where somebody is asked in the fixed words for the first time."""
        exact = self._conventions.prompt.exact
        if exact is None:
            return None
        patterns = [_spaced(self._conventions.fill(exact, player)) for player in Player]
        found = [match.start() for pattern in patterns if (match := pattern.search(text))]
        return min(found, default=None)

    def _last_question(self, text: str, end: int) -> int:
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
        """The questions and results in a part of the text without boards."""
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
    """The tokens; those that are parts of one question are one."""
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
    """A pattern for the line with any blanks in it, and any capitals."""
    return re.compile(BLANK.join(map(re.escape, "".join(line.split()))), re.IGNORECASE)


GAP_PATTERN = r"[^\n]{0,40}?"
WORD_SEPARATOR = r"[^\w\n]*"
PHRASE_ATOM = re.compile(r"\{player\}|\{mark\}|\.\.\.|\w+\*?")


class Phrase:
    """A phrase with the name and the mark of a player in it."""

    def __init__(self, text: str, player: str = "", mark: str = "") -> None:
        names = {"{player}": player.lower(), "{mark}": mark.lower()}
        groups = [PHRASE_ATOM.findall(group) for group in text.lower().split("...")]
        words = [[names.get(atom, atom) for atom in group] for group in groups if group]
        self._pattern = re.compile(GAP_PATTERN.join(map(_group_pattern, words)))
        self._words = [word.removesuffix("*") for group in words for word in group]
        self._has_gap = "..." in text

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where the phrase stands in a text of small letters.

        Of several beginnings with one end, the last counts. Most phrases are not there at all,
        and the pattern is slow, so the words are looked for first.
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
    """Words that stand next to each other, with the edges of words around them."""
    pattern = WORD_SEPARATOR.join(re.escape(word.removesuffix("*")) for word in words)
    end = r"\w*" if words[-1].endswith("*") else r"(?!\w)"
    return rf"(?<!\w){pattern}{end}"


def lower_ascii(text: str) -> str:
    """The text with small ASCII letters; no character moves, as it might in other scripts."""
    return text.lower() if text.isascii() else re.sub("[A-Z]+", lambda run: run[0].lower(), text)


def has_words(text: str) -> bool:
    """Whether there is anything in a phrase to look for."""
    return any(atom != "..." for atom in PHRASE_ATOM.findall(text))


def normalise_text(text: str) -> str:
    """The text without white space, in small letters, to compare wordings."""
    return "".join(text.split()).lower()
