"""Phrases by which words are recognised, whatever the capitals, spaces and punctuation.

`player {player}` also finds `PLAYER #1:`. `win*` is any word that begins with `win`, and `...` is
up to 40 other characters of the same line.
"""

from __future__ import annotations

import re

GAP = r"[^\n]{0,40}?"
JOINT = r"[^\w\n]*"
ATOM = re.compile(r"\{player\}|\{mark\}|\.\.\.|\w+\*?")


class Phrase:
    """A phrase with the name and the mark of a player in it."""

    def __init__(self, text: str, player: str = "", mark: str = "") -> None:
        names = {"{player}": player.lower(), "{mark}": mark.lower()}
        groups = [ATOM.findall(group) for group in text.lower().split("...")]
        words = [[names.get(atom, atom) for atom in group] for group in groups if group]
        self._pattern = re.compile(GAP.join(map(_group, words)))
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


def _group(words: list[str]) -> str:
    """Words that stand next to each other, with the edges of words around them."""
    pattern = JOINT.join(re.escape(word.removesuffix("*")) for word in words)
    end = r"\w*" if words[-1].endswith("*") else r"(?!\w)"
    return rf"(?<!\w){pattern}{end}"


def small_letters(text: str) -> str:
    """The text with small ASCII letters; no character moves, as it might in other scripts."""
    return text.lower() if text.isascii() else re.sub("[A-Z]+", lambda run: run[0].lower(), text)


def has_words(text: str) -> bool:
    """Whether there is anything in a phrase to look for."""
    return any(atom != "..." for atom in ATOM.findall(text))


def squeeze(text: str) -> str:
    """The text without white space, in small letters, to compare wordings."""
    return "".join(text.split()).lower()
